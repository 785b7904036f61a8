// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QHash>
#include <QMap>
#include <QString>

#include <array>

namespace chartroom {

/// Which alias stands for which name: node-1 for gpu-011.example. The same name has the same alias in all
/// that is made with one table, so that two tickets can be held against each other; the table itself stays on
/// this machine. A value.
class NameTable
{
public:
    enum class Kind { Host, Namespace, Address };

    /// The name's alias; a new one where it has none yet.
    QString alias(Kind kind, const QString &name);
    /// Nothing when the name has no alias of any kind. A host comes before a namespace of the same name.
    struct Known
    {
        Kind kind = Kind::Host;
        QString alias;
    };
    [[nodiscard]] const Known *find(const QString &name) const;
    /// The text with names in place of their aliases.
    [[nodiscard]] QString named(const QString &text) const;

    /// To keep it in a file, which is for this machine alone (writePrivateFile()).
    [[nodiscard]] QByteArray toJson() const;
    /// Damaged when it is none.
    [[nodiscard]] static Result<NameTable> fromJson(const QByteArray &json);
    /// The table that is kept in a file; an empty one where there is none. Errors: File, TooLarge, Damaged.
    [[nodiscard]] static Result<NameTable> kept(const QString &file);
    /// Waits for the disk. Error: File.
    [[nodiscard]] Result<void> keep(const QString &file) const;
    /// $XDG_STATE_HOME/chartroom/names.json
    [[nodiscard]] static QString filePath();

    friend bool operator==(const NameTable &a, const NameTable &b) { return a.m_aliases == b.m_aliases; }

private:
    void insert(Kind kind, const QString &name, const QString &alias);

    std::array<QMap<QString, QString>, 3> m_aliases; ///< by kind and name
    QHash<QString, Known> m_known;                   ///< by name
};

} // namespace chartroom
