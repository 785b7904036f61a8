// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QStringList>

#include <optional>

namespace chartroom {

/// Which labels an object must have, as a request or a policy writes it: "a=b,c!=d,e in (f,g),h notin
/// (i),j,!k" (k8s.io/apimachinery pkg/labels/selector.go). Without requirements it selects everything.
class LabelSelector
{
public:
    struct Requirement
    {
        enum class Kind {
            In,    ///< has one of the values
            NotIn, ///< has none of them, or not the label
            Exists,
            Missing,
        };
        Kind kind = Kind::In;
        QString key;
        QStringList values;
    };

    /// Nothing where it is none, or compares numbers (a>1).
    [[nodiscard]] static std::optional<LabelSelector> parse(QStringView text);

    [[nodiscard]] const QList<Requirement> &requirements() const { return m_requirements; }
    [[nodiscard]] bool selects(const QHash<QString, QString> &labels) const;
    /// Of labels as the JSON object they came in; "" has none.
    [[nodiscard]] bool selects(const QByteArray &labels) const;

private:
    QList<Requirement> m_requirements;
};

} // namespace chartroom
