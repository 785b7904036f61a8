// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// Paints a row of the matrix's history: what it is, and under it, muted, who and when. What ran under a
/// commit is indented by the shape of its state.
class HistoryDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    /// A VisualState; a commit has none.
    static constexpr int stateRole = Qt::UserRole + 2;

    explicit HistoryDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

} // namespace chartroom
