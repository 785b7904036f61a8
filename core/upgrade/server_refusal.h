// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace chartroom {

/// Why an API server refused an object, as its Status says it (k8s.io/apimachinery
/// pkg/apis/meta/v1/types.go@v0.36 Status, StatusDetails, StatusCause), or as far as helm's and kubectl's
/// text still tells.
struct ServerRefusal
{
    struct Cause
    {
        QString reason;  ///< FieldValueInvalid, FieldManagerConflict, ...; "" where only text is there
        QString field;   ///< spec.template
        QString message; ///< without the field

        friend bool operator==(const Cause &, const Cause &) = default;
    };
    QString reason;        ///< Invalid, Conflict, Forbidden, ...; "" unknown
    QString kind;          ///< Job, or the resource where the text names only that: pods; "" unknown
    QString namespaceName; ///< "" unknown, or the kind has none
    QString name;          ///< "" unknown
    QList<Cause> causes;
    QString message; ///< all of it
};

/// Reads a Status as JSON, or a text. What it does not tell is empty.
[[nodiscard]] ServerRefusal readServerRefusal(const QString &said);

/// helm's error, one text for each object that it names.
[[nodiscard]] QStringList refusalTexts(const QString &helmError);

} // namespace chartroom
