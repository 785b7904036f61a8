// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// Cells of the outcomes' table: shape and word of what becomes of a path, and the value it would have.
class OutcomeDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    /// `word`, with a sign where `value` has no room beside it in `room` pixels.
    [[nodiscard]] static QString wordBeside(const QString &word, const QString &value,
                                            const QFontMetrics &metrics, int room);

    explicit OutcomeDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    /// As wide as the whole text.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Says the whole text of a cell that is cut.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    [[nodiscard]] QFont fontOf(const QModelIndex &index) const;

    const Theme *m_theme;
};

} // namespace chartroom
