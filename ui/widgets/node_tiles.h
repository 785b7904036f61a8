// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"

#include <QAbstractItemView>
#include <QHash>
#include <QPixmap>

namespace chartroom {

class RolloutProxy;
class Theme;

/// The nodes of a rollout as small tiles, for thousands of them: the state's shape and how far the node is.
/// Groups begin on a line of their own. Over the same rows as the table, and with the same selection.
class NodeTiles final : public QAbstractItemView
{
    Q_OBJECT
public:
    explicit NodeTiles(const Theme *theme, QWidget *parent = nullptr);
    ~NodeTiles() override;

    /// Borrowed; both null while there is nothing to show.
    void setProxy(RolloutProxy *proxy, QItemSelectionModel *selection);

    [[nodiscard]] QRect visualRect(const QModelIndex &index) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    [[nodiscard]] QModelIndex indexAt(const QPoint &point) const override;
    void doItemsLayout() override;
    void reset() override;

Q_SIGNALS:
    void nodeActivated(const QString &node);
    void copyRequested();

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    [[nodiscard]] int horizontalOffset() const override { return 0; }
    [[nodiscard]] int verticalOffset() const override;
    [[nodiscard]] bool isIndexHidden(const QModelIndex &index) const override;
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags command) override;
    [[nodiscard]] QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void dataChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void paintTile(QPainter &painter, int row, const QRect &rect);
    void paintHeading(QPainter &painter, int row, const QRect &rect);
    [[nodiscard]] bool isHeading(int row) const;
    [[nodiscard]] int rowBelow(int row, int lines) const;

    const Theme *m_theme;
    RolloutProxy *m_proxy = nullptr;
    QList<QPoint> m_places; ///< by row, in the whole of the contents; ascending by line; none while hidden
    bool m_isLayoutDue = false; ///< once the tiles are shown
    QHash<int, QPixmap> m_shapes;
};

} // namespace chartroom
