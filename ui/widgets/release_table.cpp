// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/release_table.h"

#include "core/screens/addons/release_proxy.h"
#include "core/session/release_source.h"
#include "core/words/table_text.h"
#include "ui/delegates/release_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_fit.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>

#include <algorithm>

namespace chartroom {

namespace {

const QString columnsKey = QStringLiteral("addons/columns");

bool chosenAtFirst(ReleaseColumn column)
{
    return column != ReleaseColumn::AppVersion && column != ReleaseColumn::Scope;
}

} // namespace

ReleaseTable::ReleaseTable(const UiContext &context, QWidget *parent)
    : LiveTable(context.theme, new ReleaseDelegate(context.theme), parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("releaseTable"));
    setAccessibleName(tr("Helm releases"));
    for (int c = 0; c < releaseColumnCount; ++c)
        m_chosen.append(chosenAtFirst(ReleaseColumn(c)));
    m_widths = QList<int>(releaseColumnCount, 0);
    loadColumns();
    QHeaderView *header = horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &ReleaseTable::showColumnMenu);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_fitting || width == 0)
            return;
        m_widths[column] = std::max(1, width * 100 / m_context.theme->textScale());
        saveColumns();
    });
}

ReleaseTable::~ReleaseTable() = default;

void ReleaseTable::setProxy(ReleaseProxy *proxy)
{
    if (proxy != attachedProxy())
        attachProxy(proxy);
}

ReleaseProxy *ReleaseTable::proxy() const
{
    return static_cast<ReleaseProxy *>(attachedProxy());
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
    if (proxy())
        chooseRow(proxy()->indexOf(key));
}

void ReleaseTable::selectFirst()
{
    chooseRow(firstRow());
}

void ReleaseTable::chooseColumn(ReleaseColumn column, bool shown)
{
    m_chosen[int(column)] = shown || column == ReleaseColumn::Name;
    m_widths.fill(0);
    saveColumns();
    fitColumns();
}

void ReleaseTable::offerColumns(QMenu *menu)
{
    for (int c = 0; c < releaseColumnCount; ++c) {
        const auto column = ReleaseColumn(c);
        QAction *choice = menu->addAction(releaseColumnTitle(column));
        choice->setCheckable(true);
        choice->setEnabled(column != ReleaseColumn::Name);
        connect(choice, &QAction::triggered, this, [this, column](bool on) { chooseColumn(column, on); });
        connect(menu, &QMenu::aboutToShow, choice, [this, choice, c] { choice->setChecked(m_chosen[c]); });
    }
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
    if (!proxy())
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
            const QModelIndex index = proxy()->indexOf(key, ReleaseColumn(column));
            const bool date = ReleaseColumn(column) == ReleaseColumn::Updated;
            cells.append(date ? index.data(SortRole).toDateTime().toString(Qt::ISODate)
                              : index.data().toString());
        }
        rows.append(cells);
    }
    return markdown ? markdownTable(titles, rows) : csvTable(titles, rows);
}

void ReleaseTable::activateRow(const QModelIndex &index)
{
    Q_EMIT keyActivated(index.data(KeyRole).value<ReleaseKey>());
}

void ReleaseTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT keySelected(chosenRow().data(KeyRole).value<ReleaseKey>());
}

void ReleaseTable::fitColumns()
{
    if (!model())
        return;
    m_fitting = true;
    QList<int> dragged;
    for (const int width : std::as_const(m_widths))
        dragged.append(width * m_context.theme->textScale() / 100);
    const QList<int> widths = fittedWidths(m_chosen, dragged, viewport()->width(), *m_context.theme);
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
    offerColumns(menu);
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

void ReleaseTable::tellVisible()
{
    const ReleaseProxy *shown = proxy();
    if (!shown || !shown->source()->source())
        return;
    QList<ReleaseKey> keys;
    const int first = std::max(0, rowAt(0));
    const int last = rowAt(viewport()->height() - 1);
    for (int row = first; row <= (last < 0 ? shown->rowCount() - 1 : last); ++row)
        if (const int source = shown->sourceRow(shown->index(row, 0)); source >= 0)
            keys.append(shown->source()->row(source).key);
    shown->source()->source()->prefer(keys);
}

} // namespace chartroom
