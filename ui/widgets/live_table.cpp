// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/live_table.h"

#include "core/screens/tables/finding_badge.h"
#include "core/screens/tables/table_proxy.h"
#include "ui/delegates/table_delegate.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

namespace chartroom {

namespace {

constexpr int usualHeight = 28;

} // namespace

LiveTable::LiveTable(const Theme *theme, TableDelegate *delegate, QWidget *parent)
    : QTableView(parent)
    , m_delegate(delegate)
{
    delegate->setParent(this);
    setItemDelegate(delegate);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(usualHeight);
    setUpHeader(*theme);
    setHeights(*theme);
    connect(theme, &Theme::changed, this, [this, theme] {
        setHeights(*theme);
        if (m_proxy)
            fitColumns(); // they are as wide as their text
        viewport()->update();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { tellVisible(); });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_proxy->sourceRow(index) >= 0)
            activateRow(index);
    });
}

LiveTable::~LiveTable() = default;

void LiveTable::setUpHeader(const Theme &theme)
{
    QHeaderView *header = horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setMinimumSectionSize(48);
    header->setSortIndicatorShown(true);
    header->setSectionsClickable(true);
    header->setFont(theme.headingFont());
    header->setAccessibleName(tr("Columns"));
}

void LiveTable::setHeights(const Theme &theme)
{
    verticalHeader()->setDefaultSectionSize(Theme::lineHeight(theme.font(), usualHeight));
    horizontalHeader()->setFixedHeight(Theme::lineHeight(theme.headingFont(), usualHeight));
}

void LiveTable::attachProxy(TableProxy *proxy)
{
    if (m_proxy)
        m_proxy->setOrderHeld(false);
    m_proxy = nullptr; // signals of the change must not look at the old one
    m_place = QModelIndex();
    setHoveredRow(-1);
    QItemSelectionModel *old = selectionModel();
    setModel(proxy);
    delete old;
    m_proxy = proxy;
    if (!proxy)
        return;
    QHeaderView *header = horizontalHeader();
    header->setSortIndicator(proxy->sortedBy(), proxy->sortOrder());
    connect(header, &QHeaderView::sortIndicatorChanged, proxy, &TableProxy::sort);
    connect(proxy, &QAbstractItemModel::rowsAboutToBeInserted, this, &LiveTable::keepAnchor);
    connect(proxy, &QAbstractItemModel::rowsAboutToBeRemoved, this, &LiveTable::keepAnchor);
    connect(proxy, &QAbstractItemModel::rowsInserted, this, &LiveTable::restoreAnchor);
    connect(proxy, &QAbstractItemModel::rowsRemoved, this, &LiveTable::restoreAnchor);
    connect(proxy, &QAbstractItemModel::layoutChanged, this, [this] { tellVisible(); });
    fitColumns();
    tellVisible();
}

void LiveTable::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    if (m_proxy && isFollowing)
        m_proxy->setOrderHeld(false);
}

QModelIndex LiveTable::chosenRow() const
{
    const QModelIndex current = currentIndex();
    return m_proxy && m_proxy->sourceRow(current) >= 0 && selectionModel()->isSelected(current)
               ? current
               : QModelIndex();
}

void LiveTable::chooseRow(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

QModelIndex LiveTable::firstRow() const
{
    for (int row = 0; m_proxy && row < m_proxy->rowCount(); ++row)
        if (const QModelIndex index = m_proxy->index(row, 0); m_proxy->sourceRow(index) >= 0)
            return index;
    return {};
}

void LiveTable::keyboardSearch(const QString &search)
{
    // Type-ahead goes by name, whatever column is current.
    if (!m_proxy || m_proxy->rowCount() == 0)
        return;
    const QModelIndex current = currentIndex();
    setCurrentIndex(current.isValid() ? current.siblingAtColumn(0) : m_proxy->index(0, 0));
    QTableView::keyboardSearch(search);
}

void LiveTable::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    const bool heading = index.isValid() && m_proxy && m_proxy->sourceRow(index) < 0;
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (heading)
            m_proxy->toggleGroup(index);
        else if (index.isValid())
            activateRow(index);
        return;
    }
    const bool closed = index.data(GroupClosedRole).toBool();
    if (heading && ((event->key() == Qt::Key_Left && !closed) || (event->key() == Qt::Key_Right && closed))) {
        m_proxy->toggleGroup(index);
        return;
    }
    QTableView::keyPressEvent(event);
}

void LiveTable::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    // From the first move on: a window that opens under a resting pointer is nobody's aim.
    if (m_proxy && !m_isFollowing)
        m_proxy->setOrderHeld(true);
    const QPoint position = event->position().toPoint();
    setHoveredRow(indexAt(position).row());
    viewport()->setCursor(isOnBadge(position) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LiveTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && m_proxy->sourceRow(index) < 0)
        m_proxy->toggleGroup(index);
    else if (event->button() == Qt::LeftButton && isOnBadge(event->position().toPoint()))
        Q_EMIT badgeClicked(index);
}

bool LiveTable::isOnBadge(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    return index.data(FindingBadgeRole).isValid() &&
           TableDelegate::badgeRect(visualRect(index)).adjusted(-3, -3, 3, 3).contains(position);
}

void LiveTable::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    setHoveredRow(-1);
    if (m_proxy)
        m_proxy->setOrderHeld(false);
}

void LiveTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (model())
        fitColumns();
    tellVisible();
}

void LiveTable::setHoveredRow(int row)
{
    const int before = m_delegate->hoveredRow();
    if (row == before)
        return;
    m_delegate->setHoveredRow(row);
    for (const int changed : {before, row})
        if (changed >= 0)
            viewport()->update(0, rowViewportPosition(changed), viewport()->width(), rowHeight(changed));
}

void LiveTable::keepAnchor()
{
    m_anchor = verticalScrollBar()->value() > 0 ? indexAt(QPoint(0, 0)) : QModelIndex();
}

void LiveTable::restoreAnchor()
{
    if (m_anchor.isValid())
        scrollToTop(m_anchor.row(), hiddenOfTop());
    tellVisible();
}

int LiveTable::hiddenOfTop() const
{
    return verticalScrollBar()->value() % verticalHeader()->defaultSectionSize();
}

void LiveTable::scrollToTop(int row, int within)
{
    updateGeometries();
    verticalScrollBar()->setValue(row * verticalHeader()->defaultSectionSize() + within);
}

void LiveTable::keepPlace()
{
    const QModelIndex top = indexAt(QPoint(0, 0));
    m_place = m_proxy ? m_proxy->sourceIndex(top) : QModelIndex();
    m_placeWithin = hiddenOfTop();
}

void LiveTable::restorePlace()
{
    const QModelIndex top =
        m_proxy && m_place.isValid() ? m_proxy->indexOfRow(m_place.row(), 0) : QModelIndex();
    if (top.isValid())
        scrollToTop(top.row(), m_placeWithin);
}

} // namespace chartroom
