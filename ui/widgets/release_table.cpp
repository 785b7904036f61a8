// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/release_table.h"

#include "core/models/release_proxy.h"
#include "core/models/release_source.h"
#include "core/models/table_text.h"
#include "ui/delegates/release_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_fit.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int fixedRowHeight = 28;
constexpr int headerHeight = 28;
const QString columnsKey = QStringLiteral("addons/columns");

bool chosenAtFirst(ReleaseColumn column)
{
    return column != ReleaseColumn::AppVersion && column != ReleaseColumn::Scope;
}

} // namespace

ReleaseTable::ReleaseTable(const UiContext &context, QWidget *parent)
    : QTableView(parent)
    , m_context(context)
    , m_delegate(new ReleaseDelegate(context.theme, this))
{
    setObjectName(QStringLiteral("releaseTable"));
    setAccessibleName(tr("Helm releases"));
    setItemDelegate(m_delegate);
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
    verticalHeader()->setMinimumSectionSize(fixedRowHeight);
    verticalHeader()->setDefaultSectionSize(fixedRowHeight);
    for (int c = 0; c < releaseColumnCount; ++c)
        m_chosen.append(chosenAtFirst(ReleaseColumn(c)));
    m_widths = QList<int>(releaseColumnCount, 0);
    loadColumns();
    setUpHeader();
    connect(context.theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &ReleaseTable::tellVisible);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_proxy->sourceRow(index) >= 0)
            Q_EMIT keyActivated(index.data(KeyRole).value<ReleaseKey>());
    });
}

ReleaseTable::~ReleaseTable() = default;

void ReleaseTable::setUpHeader()
{
    QHeaderView *header = horizontalHeader();
    header->setFixedHeight(headerHeight);
    header->setHighlightSections(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setMinimumSectionSize(48);
    header->setSortIndicatorShown(true);
    header->setSectionsClickable(true);
    header->setFont(m_context.theme->headingFont());
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setAccessibleName(tr("Columns"));
    connect(header, &QHeaderView::customContextMenuRequested, this, &ReleaseTable::showColumnMenu);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_fitting || width == 0)
            return;
        m_widths[column] = width;
        saveColumns();
    });
}

void ReleaseTable::setProxy(ReleaseProxy *proxy)
{
    if (proxy == m_proxy)
        return;
    if (m_proxy)
        m_proxy->setOrderHeld(false);
    m_proxy = nullptr; // signals of the change must not look at the old one
    setHoveredRow(-1);
    QItemSelectionModel *old = selectionModel();
    setModel(proxy);
    delete old;
    m_proxy = proxy;
    if (!proxy)
        return;
    QHeaderView *header = horizontalHeader();
    header->setSortIndicator(int(proxy->sortColumn()), proxy->sortOrder());
    connect(header, &QHeaderView::sortIndicatorChanged, proxy, &ReleaseProxy::sort);
    connect(proxy, &QAbstractItemModel::rowsAboutToBeInserted, this, &ReleaseTable::keepAnchor);
    connect(proxy, &QAbstractItemModel::rowsAboutToBeRemoved, this, &ReleaseTable::keepAnchor);
    connect(proxy, &QAbstractItemModel::rowsInserted, this, &ReleaseTable::restoreAnchor);
    connect(proxy, &QAbstractItemModel::rowsRemoved, this, &ReleaseTable::restoreAnchor);
    connect(proxy, &QAbstractItemModel::layoutChanged, this, &ReleaseTable::tellVisible);
    fitColumns();
    tellVisible();
}

QList<ReleaseKey> ReleaseTable::selectedKeys() const
{
    QList<ReleaseKey> keys;
    if (!selectionModel())
        return keys;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
              [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    for (const QModelIndex &index : std::as_const(rows))
        keys.append(index.data(KeyRole).value<ReleaseKey>());
    return keys;
}

void ReleaseTable::selectKey(const ReleaseKey &key)
{
    const QModelIndex index = m_proxy ? m_proxy->indexOf(key) : QModelIndex();
    if (!index.isValid())
        return;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void ReleaseTable::selectFirst()
{
    for (int row = 0; m_proxy && row < m_proxy->rowCount(); ++row) {
        const QModelIndex index = m_proxy->index(row, 0);
        if (m_proxy->sourceRow(index) < 0)
            continue;
        selectKey(index.data(KeyRole).value<ReleaseKey>());
        return;
    }
}

bool ReleaseTable::isColumnChosen(ReleaseColumn column) const
{
    return m_chosen[int(column)];
}

void ReleaseTable::chooseColumn(ReleaseColumn column, bool shown)
{
    m_chosen[int(column)] = shown || column == ReleaseColumn::Name;
    m_widths.fill(0);
    saveColumns();
    fitColumns();
}

void ReleaseTable::copyMarkdown() const
{
    QApplication::clipboard()->setText(copied(true));
}

void ReleaseTable::copyCsv() const
{
    QApplication::clipboard()->setText(copied(false));
}

QString ReleaseTable::copied(bool markdown) const
{
    if (!m_proxy)
        return {};
    QStringList titles;
    QList<int> columns;
    for (int c = 0; c < releaseColumnCount; ++c) {
        if (!m_chosen[c])
            continue;
        columns.append(c);
        titles.append(releaseColumnTitle(ReleaseColumn(c)));
    }
    const QList<ReleaseKey> keys = selectedKeys();
    QList<QStringList> rows;
    for (const ReleaseKey &key : keys) {
        QStringList cells;
        for (const int column : std::as_const(columns)) {
            const QModelIndex index = m_proxy->indexOf(key, ReleaseColumn(column));
            const bool date = ReleaseColumn(column) == ReleaseColumn::Updated;
            cells.append(date ? index.data(SortRole).toDateTime().toString(Qt::ISODate)
                              : index.data().toString());
        }
        rows.append(cells);
    }
    return markdown ? markdownTable(titles, rows) : csvTable(titles, rows);
}

void ReleaseTable::keyboardSearch(const QString &search)
{
    // Type-ahead goes by name, whatever column is current.
    if (!m_proxy || m_proxy->rowCount() == 0)
        return;
    const QModelIndex current = currentIndex();
    setCurrentIndex(current.isValid() ? current.siblingAtColumn(int(ReleaseColumn::Name))
                                      : m_proxy->index(0, 0));
    QTableView::keyboardSearch(search);
}

void ReleaseTable::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex index = currentIndex();
    const bool heading = index.isValid() && m_proxy && m_proxy->sourceRow(index) < 0;
    if (event->matches(QKeySequence::Copy)) {
        copyMarkdown();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (heading)
            m_proxy->toggleGroup(index);
        else if (index.isValid())
            Q_EMIT keyActivated(index.data(KeyRole).value<ReleaseKey>());
        return;
    }
    const bool closed = index.data(GroupClosedRole).toBool();
    if (heading && ((event->key() == Qt::Key_Left && !closed) || (event->key() == Qt::Key_Right && closed))) {
        m_proxy->toggleGroup(index);
        return;
    }
    QTableView::keyPressEvent(event);
}

void ReleaseTable::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    // From the first move on: a window that opens under a resting pointer is nobody's aim.
    if (m_proxy)
        m_proxy->setOrderHeld(true);
    setHoveredRow(indexAt(event->position().toPoint()).row());
}

void ReleaseTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && m_proxy->sourceRow(index) < 0)
        m_proxy->toggleGroup(index);
}

void ReleaseTable::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    setHoveredRow(-1);
    if (m_proxy)
        m_proxy->setOrderHeld(false);
}

void ReleaseTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    tellVisible();
}

void ReleaseTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    const QModelIndex current = currentIndex();
    const bool release = m_proxy && m_proxy->sourceRow(current) >= 0;
    Q_EMIT keySelected(release ? current.data(KeyRole).value<ReleaseKey>() : ReleaseKey());
}

void ReleaseTable::fitColumns()
{
    if (!model())
        return;
    m_fitting = true;
    const QList<int> widths = fittedWidths(m_chosen, m_widths, viewport()->width(), *m_context.theme);
    for (int c = 0; c < releaseColumnCount; ++c) {
        setColumnHidden(c, widths[c] == 0);
        if (widths[c] > 0)
            setColumnWidth(c, widths[c]);
    }
    m_fitting = false;
}

void ReleaseTable::loadColumns()
{
    if (!m_context.settings)
        return;
    const QStringList saved = m_context.settings->value(columnsKey).toStringList();
    if (saved.isEmpty())
        return;
    for (int c = 0; c < releaseColumnCount; ++c) {
        m_chosen[c] = c == int(ReleaseColumn::Name);
        for (const QString &part : saved) {
            if (part.section(u':', 0, 0) != releaseColumnId(ReleaseColumn(c)))
                continue;
            m_chosen[c] = true;
            m_widths[c] = std::clamp(part.section(u':', 1).toInt(), 0, 2000);
        }
    }
}

void ReleaseTable::saveColumns() const
{
    if (!m_context.settings)
        return;
    QStringList saved;
    for (int c = 0; c < releaseColumnCount; ++c)
        if (m_chosen[c])
            saved.append(QStringLiteral("%1:%2").arg(releaseColumnId(ReleaseColumn(c))).arg(m_widths[c]));
    m_context.settings->setValue(columnsKey, saved);
}

void ReleaseTable::showColumnMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int c = 0; c < releaseColumnCount; ++c) {
        const auto column = ReleaseColumn(c);
        QAction *action = menu->addAction(releaseColumnTitle(column));
        action->setCheckable(true);
        action->setChecked(m_chosen[c]);
        action->setEnabled(column != ReleaseColumn::Name);
        connect(action, &QAction::toggled, this, [this, column](bool on) { chooseColumn(column, on); });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

void ReleaseTable::setHoveredRow(int row)
{
    const int before = m_delegate->hoveredRow();
    if (row == before)
        return;
    m_delegate->setHoveredRow(row);
    for (const int changed : {before, row})
        if (changed >= 0)
            viewport()->update(0, rowViewportPosition(changed), viewport()->width(), fixedRowHeight);
}

void ReleaseTable::keepAnchor()
{
    m_anchor = verticalScrollBar()->value() > 0 ? indexAt(QPoint(0, 0)) : QModelIndex();
}

void ReleaseTable::restoreAnchor()
{
    // What one looks at stays where it is when rows come or go above it.
    if (m_anchor.isValid()) {
        const int within = verticalScrollBar()->value() % fixedRowHeight;
        updateGeometries();
        verticalScrollBar()->setValue(m_anchor.row() * fixedRowHeight + within);
    }
    tellVisible();
}

void ReleaseTable::tellVisible()
{
    if (!m_proxy || !m_proxy->source()->source())
        return;
    QList<ReleaseKey> keys;
    const int first = std::max(0, rowAt(0));
    const int last = rowAt(viewport()->height() - 1);
    for (int row = first; row <= (last < 0 ? m_proxy->rowCount() - 1 : last); ++row)
        if (const int source = m_proxy->sourceRow(m_proxy->index(row, 0)); source >= 0)
            keys.append(m_proxy->source()->row(source).key);
    m_proxy->source()->source()->prefer(keys);
}

} // namespace chartroom
