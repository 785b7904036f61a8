// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/path_table.h"

#include "ui/delegates/outcome_delegate.h"
#include "ui/theme/theme.h"

#include <QHeaderView>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int tall = 28;

} // namespace

PathTable::PathTable(const Theme *theme, QAbstractItemModel *model, QWidget *parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new OutcomeDelegate(theme, this));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    QHeaderView *header = horizontalHeader();
    header->setFont(theme->headingFont());
    header->viewport()->setFont(
        theme->headingFont()); // has a font of its own once the style sheet is applied
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    header->setTextElideMode(Qt::ElideRight);
    header->setStretchLastSection(true);
    const auto setHeights = [this, theme] {
        verticalHeader()->setDefaultSectionSize(Theme::lineHeight(theme->font(), tall));
        horizontalHeader()->setFixedHeight(Theme::lineHeight(theme->headingFont(), tall));
    };
    setHeights();
    connect(theme, &Theme::changed, this, setHeights);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PathTable::rowChanged);
    connect(model, &QAbstractItemModel::layoutChanged, this, &PathTable::rowChanged);
}

void PathTable::focusRow(int row)
{
    // With the focus a view takes its first row, but does not select it.
    if (!selectionModel()->hasSelection() && row < model()->rowCount())
        selectRow(row);
    setFocus(Qt::ShortcutFocusReason);
}

int PathTable::neededWidth(int column) const
{
    return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
}

} // namespace chartroom
