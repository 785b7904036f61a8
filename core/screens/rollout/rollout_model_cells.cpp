// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/moments.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/session/rollout_source.h"
#include "core/words/relative_time.h"

namespace chartroom {

QVariant RolloutModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RolloutRow &row = m_rows[index.row()];
    const auto column = RolloutColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return displayText(row, column);
    case Qt::AccessibleTextRole:
        return accessibleText(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case RolloutNodeRole:
        return row.node;
    case RolloutStateRole:
        return int(row.lead().state);
    case RolloutLaneRole:
        if (column == RolloutColumn::FirstLane || column == RolloutColumn::SecondLane)
            return QVariant::fromValue(row.lanes[column == RolloutColumn::FirstLane ? 0 : 1]);
        return {};
    case RolloutRemarkRole:
        return row.isContradicted;
    case FindingBadgeRole:
        return column == RolloutColumn::Node && m_badges.contains(row.node)
                   ? QVariant::fromValue(m_badges.value(row.node))
                   : QVariant();
    default:
        return {};
    }
}

QVariant RolloutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= rolloutColumnCount)
        return {};
    const auto column = RolloutColumn(section);
    const bool isNumber = column == RolloutColumn::Since || column == RolloutColumn::Gpus;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case RolloutColumn::Node:
        return tr("Node", "column");
    case RolloutColumn::FirstLane:
        return componentTitle(m_component.isEmpty() ? QStringLiteral("gpu") : m_component);
    case RolloutColumn::Since:
        return tr("Since", "column");
    case RolloutColumn::SecondLane:
        return tr("InfiniBand", "column");
    case RolloutColumn::Gpus:
        return tr("GPUs", "column");
    case RolloutColumn::HeldBack:
        return tr("Held back by", "column");
    }
    return {};
}

QString RolloutModel::displayText(const RolloutRow &row, RolloutColumn column) const
{
    switch (column) {
    case RolloutColumn::Node:
        return row.name;
    case RolloutColumn::FirstLane:
        return row.lanes[0].words;
    case RolloutColumn::SecondLane:
        return row.lanes[1].words;
    case RolloutColumn::Since:
        return sinceText(row);
    case RolloutColumn::Gpus:
        return row.gpusTotal > 0 ? tr("%1 / %2", "of").arg(row.gpus).arg(row.gpusTotal) : QString();
    case RolloutColumn::HeldBack:
        return row.heldBack;
    }
    return {};
}

QString RolloutModel::sinceText(const RolloutRow &row) const
{
    const RolloutLane &lane = row.lead();
    if (!lane.isUnderWay)
        return lane.took ? tr("in %1", "took").arg(elapsedText(*lane.took)) : QString();
    if (!lane.since.isValid() || !m_source)
        return {};
    return elapsedText(timeBetween(lane.since, m_source->now()));
}

QString RolloutModel::accessibleText(const RolloutRow &row, RolloutColumn column) const
{
    const QString text = displayText(row, column);
    if (column == RolloutColumn::Node && m_badges.contains(row.node))
        return tr("%1, found: %2", "node").arg(text, badgeWords(row));
    if (column != RolloutColumn::FirstLane && column != RolloutColumn::SecondLane)
        return text;
    const RolloutLane &lane = row.lanes[column == RolloutColumn::FirstLane ? 0 : 1];
    if (!lane.isPresent())
        return {};
    return lane.stage ? tr("%1: %2, step %3 of 7")
                            .arg(componentTitle(lane.component), text, QString::number(*lane.stage))
                      : tr("%1: %2", "component: words").arg(componentTitle(lane.component), text);
}

QString RolloutModel::toolTip(const RolloutRow &row, RolloutColumn column) const
{
    const auto sinceOf = [this](const RolloutLane &lane) {
        return lane.since.isValid()
                   ? tr("%1, since %2").arg(componentTitle(lane.component), absoluteTimeText(lane.since))
                   : tr("%1; when this began was not seen").arg(componentTitle(lane.component));
    };
    switch (column) {
    case RolloutColumn::Node:
        return (row.name + u'\n' + badgeWords(row)).trimmed();
    case RolloutColumn::Since:
        return sinceOf(row.lead());
    case RolloutColumn::FirstLane:
    case RolloutColumn::SecondLane: {
        const RolloutLane &lane = row.lanes[column == RolloutColumn::FirstLane ? 0 : 1];
        return lane.isPresent() ? lane.words + u'\n' + sinceOf(lane) : QString();
    }
    case RolloutColumn::Gpus:
        return row.gpusTotal > 0
                   ? tr("%1 of %2 GPUs can be given to pods now").arg(row.gpus).arg(row.gpusTotal)
                   : QString();
    default:
        return displayText(row, column);
    }
}

} // namespace chartroom
