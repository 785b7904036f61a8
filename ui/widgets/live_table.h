// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace chartroom {

class TableDelegate;
class TableProxy;
class Theme;

/// What the tables of live data share: rows of one line of text, hover, foldable headings, type-ahead over
/// the first column. Holds the order while the pointer is over it, and what one looks at stays where it is
/// when rows come or go above it.
class LiveTable : public QTableView
{
    Q_OBJECT
public:
    ~LiveTable() override;

    /// Rows change their places under the pointer as well.
    void setFollowing(bool isFollowing);
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }

    void keyboardSearch(const QString &search) override;

    /// Before a filter hides rows, and once all of them are back: the same row is at the top again, wherever
    /// it has gone. Only with the proxy of keepPlace().
    void keepPlace();
    void restorePlace();

Q_SIGNALS:
    /// The mark of a FindingBadge was clicked.
    void badgeClicked(const QModelIndex &index);

protected:
    LiveTable(const Theme *theme, TableDelegate *delegate, QWidget *parent);

    /// Borrowed; null while there is nothing to show. Each kind calls it with its own proxy.
    void attachProxy(TableProxy *proxy);
    [[nodiscard]] TableProxy *attachedProxy() const { return m_proxy; }
    /// The current row where it is selected and no heading; else invalid. Where the current row goes, its
    /// neighbour becomes it, and nobody has chosen that one.
    [[nodiscard]] QModelIndex chosenRow() const;
    void chooseRow(const QModelIndex &index);
    [[nodiscard]] QModelIndex firstRow() const;

    /// Enter or a double click on a row that is no heading.
    virtual void activateRow(const QModelIndex &index) = 0;
    virtual void copyRows() = 0;
    /// Widths for the present width of the view.
    virtual void fitColumns() = 0;
    /// Other rows came into view.
    virtual void tellVisible() {}

    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setUpHeader(const Theme &theme);
    void setHeights(const Theme &theme);
    void setHoveredRow(int row);
    [[nodiscard]] bool isOnBadge(const QPoint &position) const;
    void keepAnchor();
    void restoreAnchor();
    /// The row comes to the top, so many pixels of it above.
    void scrollToTop(int row, int within);
    [[nodiscard]] int hiddenOfTop() const;

    TableDelegate *m_delegate;
    TableProxy *m_proxy = nullptr;
    QPersistentModelIndex m_anchor; ///< the row at the top while rows come and go above it
    QPersistentModelIndex m_place;  ///< of the source: the row that was at the top without a filter
    int m_placeWithin = 0;
    bool m_isFollowing = false;
};

} // namespace chartroom
