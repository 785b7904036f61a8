// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>

namespace chartroom {

/// A text to look for in a line. * stands for any run of characters, all else for itself; capitals count.
/// It never goes back in the line, so what a container prints cannot make it slow, however long it is.
class TextPattern
{
public:
    struct Place
    {
        qsizetype start = 0;
        qsizetype length = 0;
    };

    /// Nothing for a text that has nothing but * in it, or more than one line.
    [[nodiscard]] static std::optional<TextPattern> read(const QString &text);

    /// The first place in the line; nothing when it is not in it.
    [[nodiscard]] std::optional<Place> find(QStringView line) const;

private:
    QStringList m_pieces; ///< between the *, none is empty
};

} // namespace chartroom
