// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace chartroom {

/// Why a value of a release is as it is, in a person's words. Comes back where that path would change. The
/// newest note of a path counts; one without text takes the earlier ones back, and all stay in the file.
struct PathNote
{
    QString cluster; ///< the kubeconfig context
    QString namespaceName;
    QString release;
    QString path; ///< as pathText() writes it
    QString text;
    QString author;
    QDateTime date; ///< UTC

    [[nodiscard]] bool isWithdrawn() const { return text.trimmed().isEmpty(); }
    friend bool operator==(const PathNote &, const PathNote &) = default;
};

/// The user's file with one more note; everything a person wrote in it stays, comments too. Invalid when the
/// note lacks a release, a path or an author, or when `pathNotes` is not a block list at top level.
[[nodiscard]] Result<QByteArray> withPathNote(const QByteArray &file, const PathNote &note);

/// Adds a note to the user's file (responsibility.yaml, beside the decisions); see changeUserFile().
[[nodiscard]] Result<void> recordPathNote(const QString &path, const PathNote &note);

} // namespace chartroom
