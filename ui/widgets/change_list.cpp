// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/change_list.h"

#include "core/screens/values/change_tree_model.h"
#include "ui/delegates/change_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QTreeView>

#include <algorithm>

namespace chartroom {

namespace {

/// More rows than that are not read from top to bottom: they open folded.
constexpr int mostUnfolded = 300;
constexpr int changeHeaderHeight = 28;

} // namespace

ChangeList::ChangeList(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_filter(new QLineEdit(this))
    , m_count(new TextLabel({}, this))
    , m_tree(new QTreeView(this))
    , m_model(new ChangeTreeModel(this))
    , m_detail(new TextLabel({}, this))
{
    setProperty("look", QByteArrayLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    m_filter->setObjectName(QStringLiteral("pathFilter"));
    m_filter->setPlaceholderText(tr("Filter by path  /"));
    m_filter->setAccessibleName(tr("Filter the changes by path"));
    m_filter->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("changeCount"));
    m_count->setLook("muted");
    m_count->setFont(context.theme->secondaryFont());
    m_detail->setObjectName(QStringLiteral("changeDetail"));
    m_detail->setLook("detail");
    m_detail->setWordWrap(true);
    m_detail->setCopyable();
    m_detail->hide();
    buildTree();
    auto *top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->setSpacing(8);
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);
    top->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_detail);
    connect(m_filter, &QLineEdit::textChanged, this, &ChangeList::filterChanged);
    connect(m_filter, &QLineEdit::returnPressed, this, &ChangeList::focusTree);
    setShowsValues(false);
    onViewportWidth(m_tree, [this](int) { fitColumns(); });
}

void ChangeList::buildTree()
{
    m_tree->setObjectName(QStringLiteral("changeTree"));
    m_tree->setAccessibleName(tr("Changed paths"));
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new ChangeDelegate(m_context.theme, m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(14);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->header()->setFont(m_context.theme->headingFont());
    const auto setHeight = [this] {
        m_tree->header()->setFixedHeight(
            Theme::lineHeight(m_context.theme->headingFont(), changeHeaderHeight));
    };
    setHeight();
    connect(m_context.theme, &Theme::changed, m_tree, setHeight);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setSectionsMovable(false);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ChangeList::choose);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &row) {
        const QModelIndex index = row.siblingAtColumn(0);
        if (index.data(ChangeKindRole).isValid())
            Q_EMIT opened(index.data(ChangeObjectRole).toInt(), index.data(ChangePathRole).toString());
        else
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
    });
}

void ChangeList::setTree(const std::shared_ptr<const ChangeTree> &tree, int all, bool isRevealed)
{
    const QModelIndex current = m_tree->currentIndex().siblingAtColumn(0);
    const int object = current.isValid() ? current.data(ChangeObjectRole).toInt() : -1;
    const QString path = current.data(ChangePathRole).toString();
    m_model->setTree(tree, isRevealed);
    if (m_model->count() <= mostUnfolded)
        m_tree->expandAll();
    const QModelIndex again = current.isValid() ? m_model->find(object, path) : QModelIndex();
    if (again.isValid())
        m_tree->setCurrentIndex(again);
    else
        choose({});
    const QLocale locale;
    m_count->setText(m_model->count() == all
                         ? tr("%n change(s)", nullptr, all)
                         : tr("%1 of %2").arg(locale.toString(m_model->count()), locale.toString(all)));
}

void ChangeList::setShowsValues(bool shows)
{
    m_showsValues = shows;
    m_filter->setMaximumWidth(shows ? 240 : QWIDGETSIZE_MAX);
    for (const ChangeColumn column : {ChangeColumn::Before, ChangeColumn::After})
        m_tree->setColumnHidden(int(column), !shows);
    fitColumns();
}

void ChangeList::fitColumns()
{
    const int width = m_tree->viewport()->width();
    const int kind = 92;
    QHeaderView *header = m_tree->header();
    header->resizeSection(int(ChangeColumn::Kind), kind);
    const int path = m_showsValues ? width * 40 / 100 : width - kind;
    header->resizeSection(int(ChangeColumn::Path), std::max(path, 80));
    if (m_showsValues)
        header->resizeSection(int(ChangeColumn::Before), std::max((width - path - kind) / 2, 80));
}

void ChangeList::choose(const QModelIndex &row)
{
    const QModelIndex index = row.siblingAtColumn(0);
    m_detailLines.clear();
    const QString path = index.data(ChangePathRole).toString();
    if (index.data(ChangeKindRole).isValid()) {
        const QString before = index.siblingAtColumn(int(ChangeColumn::Before)).data().toString();
        const QString after = index.siblingAtColumn(int(ChangeColumn::After)).data().toString();
        if (!path.isEmpty())
            m_detailLines.append(breakable(index.data(ChangeShownPathRole).toString()));
        m_detailLines.append(breakable(QStringLiteral("%1 → %2").arg(
            before.isEmpty() ? tr("not set") : before, after.isEmpty() ? tr("not set") : after)));
    }
    setNote({});
    if (!index.isValid())
        return;
    // With the focus a view takes its first row, but does not select it.
    m_tree->selectionModel()->select(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    Q_EMIT chosen(index.data(ChangeObjectRole).toInt(), path);
}

void ChangeList::setNote(const QString &text)
{
    const QStringList lines = text.isEmpty() ? m_detailLines : m_detailLines + QStringList{text};
    m_detail->setText(lines.join(u'\n'));
    m_detail->setVisible(!lines.isEmpty());
}

void ChangeList::step(bool forward)
{
    const QModelIndex current = m_tree->currentIndex();
    const QModelIndex to = forward ? m_model->next(current) : m_model->previous(current);
    if (to.isValid())
        m_tree->setCurrentIndex(to);
}

void ChangeList::focusTree()
{
    if (!m_tree->currentIndex().isValid())
        step(true);
    m_tree->setFocus(Qt::ShortcutFocusReason);
}

void ChangeList::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool ChangeList::clearFilter()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    return true;
}

} // namespace chartroom
