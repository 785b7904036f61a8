// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_proxy.h"

#include "core/screens/tables/searched_text.h"

#include <limits>

namespace chartroom {

namespace {

qint64 troubleOf(const RolloutLane &lane)
{
    constexpr int absent = 99;
    return (lane.isPresent() ? lane.rank : absent) * 10 + lane.stage.value_or(0);
}

} // namespace

RolloutProxy::RolloutProxy(RolloutModel *source, QObject *parent)
    : TableProxy(source, -1, parent)
    , m_source(source)
{
    connect(source, &RolloutModel::changesBegin, this, &RolloutProxy::beginChanges);
    connect(source, &RolloutModel::changesEnd, this, &RolloutProxy::endChanges);
    begin();
}

QModelIndex RolloutProxy::indexOf(const QString &node, RolloutColumn column) const
{
    return indexOfRow(m_source->rowOf(node), int(column));
}

void RolloutProxy::setGrouping(Grouping grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    regroup(grouping != Grouping::None);
}

RowKey RolloutProxy::rowKey(int sourceRow, int sortedBy) const
{
    const RolloutRow &row = m_source->row(sourceRow);
    RowKey key;
    if (sortedBy < 0) {
        key.number = troubleOf(row.lead());
        return key;
    }
    switch (RolloutColumn(sortedBy)) {
    case RolloutColumn::Node:
        break; // what ties are broken by
    case RolloutColumn::FirstLane:
        key.number = troubleOf(row.lanes[0]);
        break;
    case RolloutColumn::SecondLane:
        key.number = troubleOf(row.lanes[1]);
        break;
    case RolloutColumn::Since:
        key.number = row.lead().isUnderWay && row.lead().since.isValid()
                         ? row.lead().since.toMSecsSinceEpoch()
                         : std::numeric_limits<qint64>::max();
        break;
    case RolloutColumn::Gpus:
        key.number = row.gpus;
        break;
    case RolloutColumn::HeldBack:
        key.number = row.heldBack.isEmpty() ? 1 : 0;
        key.text = row.heldBack.toLower();
        break;
    }
    return key;
}

/// Thousands of rows change at once, and mostly nobody filters them.
QString RolloutProxy::searched(int sourceRow) const
{
    const RolloutRow &row = m_source->row(sourceRow);
    return searchedText({row.name, row.pool, row.zone, row.lanes[0].words, row.lanes[1].words, row.heldBack});
}

std::pair<QString, QString> RolloutProxy::groupOf(int sourceRow) const
{
    const RolloutRow &row = m_source->row(sourceRow);
    const auto named = [](const QString &name, const QString &none) {
        return name.isEmpty() ? std::pair(QStringLiteral("\uffff"), none) : std::pair(name, name);
    };
    if (m_grouping == Grouping::Pool)
        return named(row.pool, tr("No known pool"));
    if (m_grouping == Grouping::Zone)
        return named(row.zone, tr("No known zone"));
    QStringList titles;
    for (const RolloutLane &lane : row.lanes)
        if (lane.isPresent())
            titles.append(componentTitle(lane.component));
    const QString title = titles.join(QStringLiteral(" · "));
    return {title, title};
}

int RolloutProxy::compareTied(int a, int b) const
{
    // With column Node descending this alone decides, so it turns with it.
    const int tied = m_source->placeByName(a) - m_source->placeByName(b);
    return sortedBy() == int(RolloutColumn::Node) && sortOrder() == Qt::DescendingOrder ? -tied : tied;
}

QString RolloutProxy::headingText(const RowGroup &group) const
{
    return tr("%1, %n node(s)", "group", group.size).arg(group.title);
}

} // namespace chartroom
