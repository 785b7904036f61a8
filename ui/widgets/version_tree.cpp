// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/version_tree.h"

#include "core/screens/versions/versions_model.h"
#include "ui/delegates/version_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/viewport_width.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <numeric>

namespace chartroom {

namespace {

using Kind = VersionsModel::Kind;

constexpr int treeHeaderHeight = 28;
constexpr int treePadding = 19;

struct Bounds
{
    int narrowest;
    int widest;
};

constexpr std::array<Bounds, versionColumnCount> bounds{
    {{166, 230}, {96, 190}, {96, 190}, {96, 190}, {96, 190}, {126, 260}, {96, 150}}};
constexpr int shortestName = 110; ///< where nothing else gives way

} // namespace

VersionTree::VersionTree(const UiContext &context, QWidget *parent)
    : QTreeView(parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("versionTree"));
    setAccessibleName(tr("Versions"));
    setItemDelegate(new VersionDelegate(context.theme, this));
    setUniformRowHeights(true);
    setIndentation(0);
    setRootIsDecorated(false);
    setExpandsOnDoubleClick(false);
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setFont(context.theme->headingFont());
    header()->setSectionsMovable(false);
    header()->setHighlightSections(false);
    header()->setStretchLastSection(true);
    header()->setMinimumSectionSize(48);
    const auto setHeight = [this, theme = context.theme] {
        header()->setFixedHeight(Theme::lineHeight(theme->headingFont(), treeHeaderHeight));
        viewport()->update();
    };
    setHeight();
    connect(context.theme, &Theme::changed, this, setHeight);
    const auto remember = [this](const QModelIndex &row, bool isOpen) {
        if (!m_isTaking)
            m_folds.insert(row.data(VersionKeyRole).toString(), isOpen);
    };
    connect(this, &QTreeView::expanded, this, [remember](const QModelIndex &row) { remember(row, true); });
    connect(this, &QTreeView::collapsed, this, [remember](const QModelIndex &row) { remember(row, false); });
    connect(this, &QTreeView::doubleClicked, this, &VersionTree::rowActivated);
}

void VersionTree::setVersions(VersionsModel *model)
{
    m_model = model;
    setModel(model);
    connect(model, &QAbstractItemModel::layoutChanged, this, &VersionTree::takeRows);
    connect(model, &QAbstractItemModel::dataChanged, this, &VersionTree::fitColumns);
    onViewportWidth(this, [this](int) { fitColumns(); });
    takeRows();
}

/// After other rows came: unfolded as a person left them, else what needs a look; the same row is current.
void VersionTree::takeRows()
{
    m_isTaking = true;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const bool isHeading = VersionsModel::kindOf(index) == Kind::Heading;
        const bool isUrgent =
            isHeading ? m_model->table().notes[row - m_model->table().rows.size()].isUrgent
                      : VisualState(index.data(VersionStateRole).toInt()) == VisualState::Attention;
        setExpanded(index, m_folds.value(index.data(VersionKeyRole).toString(), isUrgent));
        setFirstColumnSpanned(row, {}, isHeading);
        for (int child = 0; isHeading && child < m_model->rowCount(index); ++child)
            setFirstColumnSpanned(child, index, true);
    }
    fitColumns();
    m_isTaking = false;
    const QModelIndex again = m_current.isEmpty() ? QModelIndex() : m_model->find(m_current);
    if (again.isValid())
        setCurrentIndex(again);
    else
        chooseFirst();
}

void VersionTree::chooseFirst()
{
    QModelIndex first = m_model->index(0, 0);
    for (int row = 0; row < int(m_model->table().rows.size()); ++row)
        if (m_model->table().rows[row].state == VisualState::Attention) {
            first = m_model->index(row, 0);
            break;
        }
    if (first.isValid())
        setCurrentIndex(first);
    else
        Q_EMIT rowChosen({});
}

void VersionTree::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    if (current.isValid() && !m_isTaking)
        m_current = current.data(VersionKeyRole).toString();
    Q_EMIT rowChosen(current);
}

void VersionTree::toggle(const QModelIndex &row)
{
    setExpanded(row, !isExpanded(row));
}

void VersionTree::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex row = currentIndex().siblingAtColumn(0);
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyRequested();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (model()->hasChildren(row))
            toggle(row);
        else if (row.isValid())
            Q_EMIT rowActivated();
    } else if ((event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) && row.isValid()) {
        const bool opens = event->key() == Qt::Key_Right;
        if (model()->hasChildren(row) && isExpanded(row) != opens)
            setExpanded(row, opens);
        else if (!opens && row.parent().isValid())
            setCurrentIndex(row.parent());
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void VersionTree::mouseReleaseEvent(QMouseEvent *event)
{
    QTreeView::mouseReleaseEvent(event);
    const QPoint position = event->position().toPoint();
    const QModelIndex row = indexAt(position).siblingAtColumn(0);
    if (event->button() != Qt::LeftButton || !row.isValid() || !model()->hasChildren(row))
        return;
    if (VersionsModel::kindOf(row) == Kind::Heading ||
        VersionDelegate::foldRect(visualRect(row)).contains(position))
        toggle(row);
}

int VersionTree::contentWidth(int column) const
{
    const bool isVersion = column >= int(VersionColumn::Production) && column <= int(VersionColumn::Observed);
    QFont font = isVersion ? m_context.theme->identifierFont() : m_context.theme->font();
    if (column == int(VersionColumn::Component))
        font.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(font);
    int widest = QFontMetrics(m_context.theme->headingFont())
                     .horizontalAdvance(versionColumnTitle(VersionColumn(column)));
    for (int row = 0; row < int(m_model->table().rows.size()); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
    return widest + treePadding + (column == 0 ? VersionDelegate::leadWidth() : 0);
}

/// Entries that the matrix does not have need no column. Where room is short versions are cut, then the
/// rollback goes, then what is planned and what is tested: the inspector has all of them.
void VersionTree::fitColumns()
{
    if (!m_model || m_model->table().rows.isEmpty())
        return;
    QList<int> widths(versionColumnCount, 0);
    for (int column = 0; column < versionColumnCount; ++column) {
        const int entry = column - int(VersionColumn::Production);
        const bool isEntry = entry >= 0 && entry < versionEntryCount;
        const Bounds &bound = bounds[size_t(column)];
        if (!isEntry || m_model->table().hasEntry[size_t(entry)])
            widths[column] = std::clamp(contentWidth(column), bound.narrowest, bound.widest);
    }
    const auto lack = [&] {
        return std::accumulate(widths.cbegin(), widths.cend(), 0) - viewport()->width();
    };
    const auto shrink = [&](VersionColumn column) {
        int &width = widths[int(column)];
        if (width > 0 && lack() > 0)
            width = std::max(bounds[size_t(column)].narrowest, width - lack());
    };
    for (const VersionColumn column :
         {VersionColumn::Rollback, VersionColumn::Planned, VersionColumn::Canary, VersionColumn::Production,
          VersionColumn::Observed, VersionColumn::Component})
        shrink(column);
    for (const VersionColumn column :
         {VersionColumn::Rollback, VersionColumn::Planned, VersionColumn::Canary})
        if (lack() > 0)
            widths[int(column)] = 0;
    int &name = widths[int(VersionColumn::Component)];
    name = std::max(shortestName, name - std::max(0, lack()));
    widths[int(VersionColumn::Observed)] += std::clamp(-lack(), 0, 120);
    for (int column = 0; column < versionColumnCount; ++column) {
        setColumnHidden(column, widths[column] == 0);
        if (widths[column] > 0)
            header()->resizeSection(column, widths[column]);
    }
}

} // namespace chartroom
