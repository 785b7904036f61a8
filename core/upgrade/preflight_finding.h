// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

namespace chartroom {

enum class Severity {
    Ok,
    Note,    ///< to be known
    Warning, ///< can go wrong, or costs something
    Severe,  ///< goes on only with a reason that a person typed
    Unknown, ///< could not be told: never as good as Ok
};
[[nodiscard]] QString severityText(Severity severity); ///< ok | note | warning | severe | unknown

/// What one check of the preflight found. The texts are safe to show.
struct PreflightFinding
{
    QString id; ///< a stable word: helm, rights, revision, ...
    Severity severity = Severity::Unknown;
    QString sentence;
    QStringList evidence; ///< what it rests on, a line each
    QString whatToDo;     ///< a sentence; "" when there is nothing to do

    friend bool operator==(const PreflightFinding &, const PreflightFinding &) = default;
};

/// The finding with its texts made visible and masked; of more than 20 lines of evidence the first, and how
/// many more there are.
[[nodiscard]] PreflightFinding finding(const char *id, Severity severity, const QString &sentence,
                                       const QStringList &evidence = {}, const QString &whatToDo = {});
/// What `sentence` asks cannot be told, and why.
[[nodiscard]] PreflightFinding unknownFinding(const char *id, const QString &sentence, const Error &why);

/// The ids of severe findings that no reason is given for, by their id: they hold it back.
[[nodiscard]] QStringList findingsWithoutReason(const QList<PreflightFinding> &findings,
                                                const QMap<QString, QString> &reasons);

} // namespace chartroom
