// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/findings_table.h"

#include "core/screens/findings/findings_proxy.h"
#include "ui/delegates/finding_delegate.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/theme.h"

#include <QHeaderView>

#include <algorithm>
#include <numeric>

namespace chartroom {

namespace {

constexpr int findingPadding = 18;
constexpr int findingShapeWidth = 22;
constexpr int readableMeaning = 220;
constexpr int narrowestFinding = 120;
constexpr int widestName = 240;
constexpr int narrowestNodes = 90;

} // namespace

FindingsTable::FindingsTable(const UiContext &context, QWidget *parent)
    : LiveTable(context.theme, new FindingDelegate(context.theme), parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("findingsTable"));
    setAccessibleName(tr("Findings"));
    horizontalHeader()->setSortIndicatorClearable(true);
}

FindingsTable::~FindingsTable() = default;

void FindingsTable::setProxy(FindingsProxy *proxy)
{
    if (proxy == attachedProxy())
        return;
    attachProxy(proxy);
    if (proxy)
        connect(proxy, &QAbstractItemModel::rowsInserted, this, [this] { fitColumns(); });
}

FindingsProxy *FindingsTable::proxy() const
{
    return static_cast<FindingsProxy *>(attachedProxy());
}

std::optional<Finding> FindingsTable::current() const
{
    const QModelIndex row = chosenRow();
    return row.isValid() ? std::optional(proxy()->source()->finding(proxy()->sourceRow(row))) : std::nullopt;
}

QList<Finding> FindingsTable::chosen() const
{
    QList<Finding> findings;
    if (!selectionModel())
        return findings;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
              [](const QModelIndex &a, const QModelIndex &b) { return a.row() < b.row(); });
    for (const QModelIndex &row : std::as_const(rows))
        findings.append(proxy()->source()->finding(proxy()->sourceRow(row)));
    return findings;
}

void FindingsTable::choose(const Finding &finding)
{
    if (proxy())
        chooseRow(proxy()->indexOf(finding));
}

void FindingsTable::chooseFirst()
{
    chooseRow(firstRow());
}

void FindingsTable::activateRow(const QModelIndex & /*index*/)
{
    Q_EMIT findingActivated();
}

void FindingsTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    LiveTable::selectionChanged(selected, deselected);
    Q_EMIT currentFindingChanged();
}

/// What is wrong gets all that the others can do without. Where room is short names are cut, then the time
/// goes, then the owner: the inspector has all three.
void FindingsTable::fitColumns()
{
    if (!proxy())
        return;
    QFont bold = m_context.theme->font();
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics names(bold);
    const QFontMetrics text(m_context.theme->font());
    const QFontMetrics fixed(m_context.theme->identifierFont());
    QList<int> widths(findingsColumnCount, 0);
    const auto width = [&](FindingsColumn column) -> int & { return widths[int(column)]; };
    for (int row = 0; row < proxy()->source()->rowCount(); ++row) {
        const auto widen = [&](FindingsColumn column, const QFontMetrics &metrics) {
            const QString shown = proxy()->source()->index(row, int(column)).data().toString();
            width(column) = std::max(width(column), metrics.horizontalAdvance(shown));
        };
        widen(FindingsColumn::Component, names);
        widen(FindingsColumn::Nodes, fixed);
        widen(FindingsColumn::Since, text);
    }
    width(FindingsColumn::Component) = std::clamp(
        width(FindingsColumn::Component) + findingShapeWidth + findingPadding, narrowestFinding, widestName);
    width(FindingsColumn::Nodes) =
        std::clamp(width(FindingsColumn::Nodes) + findingPadding, narrowestNodes, widestName);
    const auto withTitle = [&](FindingsColumn column, int content) {
        const QString title = proxy()->headerData(int(column), Qt::Horizontal, Qt::DisplayRole).toString();
        return std::max(content, horizontalHeader()->fontMetrics().horizontalAdvance(title)) + findingPadding;
    };
    const int usualTime = text.horizontalAdvance(QStringLiteral("88 min"));
    width(FindingsColumn::Since) =
        withTitle(FindingsColumn::Since, std::max(width(FindingsColumn::Since), usualTime));
    width(FindingsColumn::Owner) =
        withTitle(FindingsColumn::Owner, ownerChipSize(Owner::Customer, *m_context.theme).width());
    const auto lack = [&] {
        const int taken = std::accumulate(widths.cbegin(), widths.cend(), 0);
        return std::max(0, readableMeaning - (viewport()->width() - taken));
    };
    width(FindingsColumn::Component) = std::max(width(FindingsColumn::Component) - lack(), narrowestFinding);
    width(FindingsColumn::Nodes) = std::max(width(FindingsColumn::Nodes) - lack(), narrowestNodes);
    for (const FindingsColumn column : {FindingsColumn::Since, FindingsColumn::Owner})
        if (lack() > 0)
            width(column) = 0;
    const int room = viewport()->width() - std::accumulate(widths.cbegin(), widths.cend(), 0);
    width(FindingsColumn::Meaning) = std::max(room, readableMeaning / 2);
    for (int column = 0; column < findingsColumnCount; ++column) {
        setColumnHidden(column, widths[column] == 0);
        if (widths[column] > 0)
            setColumnWidth(column, widths[column]);
    }
}

} // namespace chartroom
