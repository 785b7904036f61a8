// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/findings_model.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/words/relative_time.h"

#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

constexpr auto findingsRefresh = std::chrono::seconds(15);

} // namespace

VisualState findingState(const Finding &finding)
{
    return finding.bearing == Bearing::Cause ? VisualState::Failed : VisualState::Attention;
}

QString findingWord(const Finding &finding)
{
    return finding.bearing == Bearing::Cause ? FindingsModel::tr("cause") : FindingsModel::tr("symptom");
}

FindingsModel::FindingsModel(FindingsSource *source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
{
    connect(source, &FindingsSource::changed, this, &FindingsModel::take);
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &FindingsModel::refreshTimes);
    timer->start(findingsRefresh);
    take();
}

void FindingsModel::take()
{
    const QList<Finding> &findings = m_source->result().findings;
    removeGone(findings);
    QList<Row> added;
    Q_EMIT changesBegin();
    for (qsizetype rank = 0; rank < findings.size(); ++rank) {
        Row next{findings[rank], int(rank)};
        const int row = rowOf(next.finding);
        if (row < 0) {
            added.append(std::move(next));
        } else if (m_rows[row] != next) {
            m_rows[row] = std::move(next);
            Q_EMIT dataChanged(index(row, 0), index(row, findingsColumnCount - 1));
        }
    }
    Q_EMIT changesEnd();
    if (added.isEmpty())
        return;
    const int first = int(m_rows.size());
    beginInsertRows({}, first, first + int(added.size()) - 1);
    m_rows.append(std::move(added));
    endInsertRows();
}

void FindingsModel::removeGone(const QList<Finding> &findings)
{
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        const bool stays = std::any_of(findings.cbegin(), findings.cend(), [&](const Finding &next) {
            return isSameFinding(next, m_rows[row].finding);
        });
        if (stays)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.removeAt(row);
        endRemoveRows();
    }
}

int FindingsModel::rowOf(const Finding &finding) const
{
    const auto found = std::find_if(m_rows.cbegin(), m_rows.cend(),
                                    [&](const Row &row) { return isSameFinding(row.finding, finding); });
    return found == m_rows.cend() ? -1 : int(found - m_rows.cbegin());
}

void FindingsModel::refreshTimes()
{
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, int(FindingsColumn::Since)),
                           index(int(m_rows.size()) - 1, int(FindingsColumn::Since)), {Qt::DisplayRole});
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int FindingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : findingsColumnCount;
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Finding &one = m_rows[index.row()].finding;
    const auto column = FindingsColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return displayText(one, column);
    case Qt::ToolTipRole:
        return toolTip(one, column);
    case Qt::AccessibleTextRole:
        return column == FindingsColumn::Component
                   ? tr("%1, %2", "component, cause or symptom").arg(one.component, findingWord(one))
                   : displayText(one, column);
    case FindingStateRole:
        return int(findingState(one));
    case FindingOwnerRole:
        return int(one.owner);
    default:
        return {};
    }
}

QString FindingsModel::displayText(const Finding &one, FindingsColumn column) const
{
    switch (column) {
    case FindingsColumn::Component:
        return one.component;
    case FindingsColumn::Meaning:
        return one.meaning;
    case FindingsColumn::Nodes:
        return visibleText(shortList(one.nodes, 1));
    case FindingsColumn::Since:
        return one.since.isValid() && m_source ? durationText(timeBetween(one.since, m_source->now()))
                                               : QString();
    case FindingsColumn::Owner:
        break;
    }
    return ownerText(one.owner);
}

QString FindingsModel::toolTip(const Finding &one, FindingsColumn column)
{
    constexpr qsizetype listed = 30;
    switch (column) {
    case FindingsColumn::Component:
        return findingWord(one);
    case FindingsColumn::Meaning:
        return one.quote.isEmpty() ? one.meaning : tr("%1\n“%2”").arg(one.meaning, one.quote);
    case FindingsColumn::Nodes:
        return visibleText(shortList(one.nodes, listed));
    case FindingsColumn::Since:
        return absoluteTimeText(one.since);
    case FindingsColumn::Owner:
        break;
    }
    return one.ownership;
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= findingsColumnCount)
        return {};
    const auto column = FindingsColumn(section);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (column == FindingsColumn::Since ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case FindingsColumn::Component:
        return tr("Component", "column");
    case FindingsColumn::Meaning:
        return tr("Problem", "column");
    case FindingsColumn::Nodes:
        return tr("Nodes", "column");
    case FindingsColumn::Since:
        return tr("Since", "column");
    case FindingsColumn::Owner:
        return tr("Owner", "column");
    }
    return {};
}

} // namespace chartroom
