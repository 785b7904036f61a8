// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>

class QPainter;

namespace chartroom {

/// Draws lines of plain text that stay the same from one painting to the next, and so shapes and elides each
/// only once: else that is two thirds of what painting a live table takes. Keeps those drawn last.
class ShapedTexts
{
public:
    /// One line, in the middle of the rectangle's height and elided at its end, with the painter's font and
    /// pen.
    void draw(QPainter &painter, const QRect &rect, const QString &text, Qt::Alignment side);

    [[nodiscard]] qsizetype kept() const { return m_texts.size(); }
    static constexpr int mostKept = 1000; ///< several pages of a table

private:
    struct Key
    {
        QString text;
        QFont font;
        int width;

        friend bool operator==(const Key &, const Key &) = default;
        friend size_t qHash(const Key &key, size_t seed = 0)
        {
            return qHashMulti(seed, key.text, key.font, key.width);
        }
    };

    QCache<Key, QStaticText> m_texts{mostKept};
};

} // namespace chartroom
