// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/node_tiles.h"

#include "core/screens/rollout/rollout_proxy.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int margin = 12;
constexpr int side = 22;
constexpr int space = 3;
constexpr int pitch = side + space;
constexpr int headingHeight = 26;
constexpr int shapeSize = 14;
constexpr int stages = 7;

} // namespace

NodeTiles::NodeTiles(const Theme *theme, QWidget *parent)
    : QAbstractItemView(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("nodeTiles"));
    setAccessibleName(tr("Nodes of the rollout as tiles"));
    setSelectionMode(ExtendedSelection);
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    verticalScrollBar()->setSingleStep(pitch);
    setFrameShape(NoFrame);
    connect(theme, &Theme::changed, this, [this] {
        m_shapes.clear();
        viewport()->update();
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        Q_EMIT nodeActivated(index.data(RolloutNodeRole).toString());
    });
}

NodeTiles::~NodeTiles() = default;

void NodeTiles::setProxy(RolloutProxy *proxy, QItemSelectionModel *selection)
{
    if (proxy == m_proxy)
        return;
    if (m_proxy)
        m_proxy->disconnect(this);
    m_proxy = proxy;
    m_places.clear();
    setModel(proxy);
    if (!proxy)
        return;
    QItemSelectionModel *own = selectionModel();
    setSelectionModel(selection);
    delete own;
    connect(proxy, &QAbstractItemModel::rowsRemoved, this, &NodeTiles::doItemsLayout);
    connect(proxy, &QAbstractItemModel::layoutChanged, this, &NodeTiles::doItemsLayout);
    doItemsLayout();
}

bool NodeTiles::isHeading(int row) const
{
    return m_proxy->sourceRow(m_proxy->index(row, 0)) < 0;
}

void NodeTiles::doItemsLayout()
{
    m_places.clear();
    m_isLayoutDue = m_proxy && !isVisible();
    if (!m_proxy || m_isLayoutDue)
        return;
    const int rows = m_proxy->rowCount();
    m_places.reserve(rows);
    const int right = viewport()->width() - margin - side;
    QPoint next(margin, margin);
    for (int row = 0; row < rows; ++row) {
        if (isHeading(row)) {
            if (next.x() > margin)
                next.ry() += pitch;
            next.setX(margin);
            m_places.append(next);
            next.ry() += headingHeight;
            continue;
        }
        m_places.append(next);
        next.rx() += pitch;
        if (next.x() > right)
            next = {margin, next.y() + pitch};
    }
    const int bottom = next.y() + (next.x() > margin ? pitch : 0) + margin;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, bottom - viewport()->height()));
    QAbstractItemView::doItemsLayout();
}

void NodeTiles::reset()
{
    QAbstractItemView::reset();
    doItemsLayout();
}

QRect NodeTiles::visualRect(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= m_places.size())
        return {};
    const QPoint place = m_places[index.row()] - QPoint(0, verticalOffset());
    return isHeading(index.row()) ? QRect(place, QSize(viewport()->width() - 2 * margin, headingHeight))
                                  : QRect(place, QSize(side, side));
}

void NodeTiles::scrollTo(const QModelIndex &index, ScrollHint)
{
    const QRect rect = visualRect(index);
    if (rect.isNull())
        return;
    QScrollBar *bar = verticalScrollBar();
    if (rect.top() < 0)
        bar->setValue(bar->value() + rect.top() - space);
    else if (rect.bottom() > viewport()->height())
        bar->setValue(bar->value() + rect.bottom() - viewport()->height() + space);
}

QModelIndex NodeTiles::indexAt(const QPoint &point) const
{
    const int y = point.y() + verticalOffset();
    const auto line = std::lower_bound(m_places.cbegin(), m_places.cend(), y - headingHeight,
                                       [](const QPoint &place, int top) { return place.y() < top; });
    for (auto place = line; place != m_places.cend() && place->y() <= y; ++place) {
        const QModelIndex index = m_proxy->index(int(place - m_places.cbegin()), 0);
        if (visualRect(index).contains(point))
            return index;
    }
    return {};
}

int NodeTiles::verticalOffset() const
{
    return verticalScrollBar()->value();
}

bool NodeTiles::isIndexHidden(const QModelIndex &index) const
{
    return index.column() > 0;
}

/// The row that stands under this one so many lines further; the nearest where the line is shorter.
int NodeTiles::rowBelow(int row, int lines) const
{
    const int step = lines > 0 ? 1 : -1;
    const int x = m_places[row].x();
    int left = std::abs(lines);
    int y = m_places[row].y();
    int best = row;
    for (int next = row + step; next >= 0 && next < m_places.size(); next += step) {
        if (isHeading(next))
            continue;
        if (m_places[next].y() != y) {
            if (left == 0)
                break;
            --left;
            y = m_places[next].y();
            best = next;
        }
        if (y != m_places[row].y() && std::abs(m_places[next].x() - x) < std::abs(m_places[best].x() - x))
            best = next;
    }
    return best;
}

QModelIndex NodeTiles::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    if (m_places.isEmpty())
        return {};
    const int last = int(m_places.size()) - 1;
    int row = std::clamp(currentIndex().row(), 0, last);
    const int page = std::max(1, viewport()->height() / pitch - 1);
    int step = 1;
    switch (action) {
    case MoveLeft:
    case MovePrevious:
        step = -1;
        row = std::max(0, row - 1);
        break;
    case MoveRight:
    case MoveNext:
        row = std::min(last, row + 1);
        break;
    case MoveUp:
        row = rowBelow(row, -1);
        break;
    case MoveDown:
        row = rowBelow(row, 1);
        break;
    case MovePageUp:
        row = rowBelow(row, -page);
        break;
    case MovePageDown:
        row = rowBelow(row, page);
        break;
    case MoveHome:
        row = 0;
        break;
    case MoveEnd:
        row = last;
        break;
    }
    for (const int direction : {step, -step}) {
        int tile = row;
        while (tile >= 0 && tile <= last && isHeading(tile))
            tile += direction;
        if (tile >= 0 && tile <= last)
            return m_proxy->index(tile, 0);
    }
    return currentIndex();
}

void NodeTiles::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags command)
{
    if (!selectionModel())
        return;
    QItemSelection selection;
    const QRect wanted = rect.normalized();
    for (int row = 0; row < m_places.size(); ++row) {
        const QModelIndex index = m_proxy->index(row, 0);
        if (visualRect(index).intersects(wanted) && !isHeading(row))
            selection.select(index, index);
    }
    selectionModel()->select(selection, command);
}

QRegion NodeTiles::visualRegionForSelection(const QItemSelection &selection) const
{
    QRegion region;
    for (const QItemSelectionRange &range : selection)
        for (int row = range.top(); row <= range.bottom(); ++row)
            region += visualRect(m_proxy->index(row, 0)).adjusted(-2, -2, 2, 2);
    return region;
}

void NodeTiles::rowsInserted(const QModelIndex &parent, int start, int end)
{
    QAbstractItemView::rowsInserted(parent, start, end);
    doItemsLayout();
}

void NodeTiles::dataChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles)
{
    QAbstractItemView::dataChanged(from, to, roles);
    const bool isTimeOnly = roles == QList<int>{Qt::DisplayRole};
    if (!isTimeOnly)
        viewport()->update(visualRect(from)
                               .united(visualRect(to))
                               .united(QRect(0, visualRect(from).top(), viewport()->width(),
                                             visualRect(to).bottom() - visualRect(from).top() + 1)));
}

void NodeTiles::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_theme->color(Role::Surface));
    const int top = event->rect().top() + verticalOffset() - headingHeight;
    const int bottom = event->rect().bottom() + verticalOffset();
    const auto first = std::lower_bound(m_places.cbegin(), m_places.cend(), top,
                                        [](const QPoint &place, int y) { return place.y() < y; });
    for (auto place = first; place != m_places.cend() && place->y() <= bottom; ++place) {
        const int row = int(place - m_places.cbegin());
        const QRect rect = visualRect(m_proxy->index(row, 0));
        if (isHeading(row))
            paintHeading(painter, row, rect);
        else
            paintTile(painter, row, rect);
    }
}

void NodeTiles::paintTile(QPainter &painter, int row, const QRect &rect)
{
    const RolloutRow &node = m_proxy->source()->row(m_proxy->sourceRow(m_proxy->index(row, 0)));
    const VisualState state = node.lead().state;
    painter.fillRect(rect, m_theme->palette().tint(roleOf(state)));
    QPixmap &shape = m_shapes[int(state)];
    if (shape.isNull()) {
        shape = QPixmap(QSize(shapeSize, shapeSize) * devicePixelRatioF());
        shape.setDevicePixelRatio(devicePixelRatioF());
        shape.fill(Qt::transparent);
        QPainter icon(&shape);
        paintState(icon, QRectF(0, 0, shapeSize, shapeSize), state, m_theme->palette());
    }
    painter.drawPixmap(rect.left() + (side - shapeSize) / 2, rect.top() + 3, shape);
    // How far it is, as a line at the foot.
    if (const int stage = node.lead().isUnderWay ? node.lead().stage.value_or(0) : 0; stage > 1)
        painter.fillRect(rect.left() + 1, rect.bottom() - 2, (side - 2) * (stage - 1) / stages, 2,
                         m_theme->color(roleOf(state)));
    const QModelIndex index = m_proxy->index(row, 0);
    if (selectionModel() && selectionModel()->isSelected(index)) {
        painter.setPen(
            QPen(m_theme->color(Role::Accent), hasFocus() && index.row() == currentIndex().row() ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(-1, -1, 0, 0));
    }
}

void NodeTiles::paintHeading(QPainter &painter, int row, const QRect &rect)
{
    const QModelIndex index = m_proxy->index(row, 0);
    painter.setFont(m_theme->headingFont());
    painter.setPen(m_theme->color(Role::Muted));
    painter.drawText(rect, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     QStringLiteral("%1   %2").arg(index.data(GroupRole).toString(),
                                                   QString::number(index.data(GroupSizeRole).toInt())));
}

void NodeTiles::resizeEvent(QResizeEvent *event)
{
    QAbstractItemView::resizeEvent(event);
    doItemsLayout();
}

void NodeTiles::showEvent(QShowEvent *event)
{
    if (m_isLayoutDue)
        doItemsLayout();
    QAbstractItemView::showEvent(event);
}

void NodeTiles::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex current = currentIndex();
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyRequested();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && current.isValid()) {
        Q_EMIT nodeActivated(current.data(RolloutNodeRole).toString());
    } else {
        QAbstractItemView::keyPressEvent(event);
    }
}

bool NodeTiles::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_proxy) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = m_proxy->sourceRow(indexAt(help->pos()));
        if (row < 0) {
            QToolTip::hideText();
            return true;
        }
        const RolloutRow &node = m_proxy->source()->row(row);
        QStringList lines{node.name, node.words(), node.heldBack};
        lines.removeAll(QString());
        QToolTip::showText(help->globalPos(), plainToolTip(lines.join(u'\n')), this);
        return true;
    }
    return QAbstractItemView::viewportEvent(event);
}

} // namespace chartroom
