// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/cluster_list_model.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/session/rollout_source.h"

namespace chartroom {

using State = ClusterSession::State;

VisualState visualState(const FleetEntry &entry)
{
    switch (entry.state) {
    case State::Off:
        return entry.isRecording ? VisualState::Skipped : VisualState::Waiting;
    case State::Connecting:
        return VisualState::Moving;
    case State::Live:
        return entry.problem.message.isEmpty() ? VisualState::Done : VisualState::Attention;
    case State::Reconnecting:
        return VisualState::Attention;
    case State::Failed:
        return entry.problem.code == Error::Code::NeedsConsent ? VisualState::Attention : VisualState::Failed;
    }
    return VisualState::Unknown;
}

QString stateWord(const FleetEntry &entry)
{
    switch (entry.state) {
    case State::Off:
        return entry.isRecording ? ClusterListModel::tr("closed") : ClusterListModel::tr("off");
    case State::Connecting:
        return ClusterListModel::tr("connecting");
    case State::Live:
        return entry.isRecording ? ClusterListModel::tr("open") : ClusterListModel::tr("live");
    case State::Reconnecting:
        return ClusterListModel::tr("reconnecting");
    case State::Failed:
        if (entry.problem.code == Error::Code::NeedsConsent)
            return ClusterListModel::tr("needs approval");
        return entry.problem.code == Error::Code::Forbidden ? ClusterListModel::tr("refused")
                                                            : ClusterListModel::tr("failed");
    }
    return {};
}

ClusterListModel::ClusterListModel(Fleet *fleet, QObject *parent)
    : QAbstractListModel(parent)
    , m_fleet(fleet)
    , m_rows(wantedRows())
{
    connect(fleet, &Fleet::namesChanged, this, &ClusterListModel::refreshRows);
    connect(fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        follow(name);
        tell(name);
    });
    const QStringList names = fleet->names();
    for (const QString &name : names)
        follow(name);
}

/// A connection has sources of its own; those of the one before are gone with it.
void ClusterListModel::follow(const QString &name)
{
    Followed &followed = m_followed[name];
    RolloutSource *rollout = m_fleet->rollout(name);
    if (rollout && followed.rollout != rollout)
        connect(rollout, &RolloutSource::clocksChanged, this, [this, name] { tell(name); });
    followed.rollout = rollout;
    FindingsSource *findings = m_fleet->findings(name);
    if (findings && followed.findings != findings)
        connect(findings, &FindingsSource::changed, this, [this, name] { tell(name); });
    followed.findings = findings;
}

void ClusterListModel::tell(const QString &name)
{
    if (const QModelIndex changed = indexOf(name); changed.isValid())
        Q_EMIT dataChanged(changed, changed);
}

Standing ClusterListModel::standing(const QString &name) const
{
    return clusterStanding(m_fleet->entry(name), m_fleet->rollout(name), m_fleet->findings(name));
}

QModelIndex ClusterListModel::indexOf(const QString &name) const
{
    const qsizetype row = m_rows.indexOf(Row{name, false});
    return row < 0 ? QModelIndex() : index(int(row));
}

int ClusterListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ClusterListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[index.row()];
    if (row.heading)
        return headingData(row, role);
    const FleetEntry entry = m_fleet->entry(row.name);
    const QString name = visibleText(row.name);
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::ToolTipRole:
        return name + u'\n' + standing(row.name).text();
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(name, standing(row.name).word);
    case NameRole:
        return row.name;
    case HeadingRole:
        return false;
    case StateRole:
        return int(standing(row.name).state);
    case SecondaryTextRole: {
        const Standing shown = standing(row.name);
        const bool isWell = shown.state == VisualState::Done;
        if (isWell && entry.nodeCount && !entry.isRecording)
            return tr("%n node(s)", nullptr, *entry.nodeCount);
        return entry.isRecording && (entry.state == State::Off || isWell) ? QString() : shown.word;
    }
    default:
        return {};
    }
}

QVariant ClusterListModel::headingData(const Row &row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row.name;
    case HeadingRole:
        return true;
    case NameRole:
        return QString();
    default:
        return {};
    }
}

Qt::ItemFlags ClusterListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (m_rows[index.row()].heading)
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

void ClusterListModel::refreshRows()
{
    const QStringList names = m_fleet->names();
    for (const QString &name : names)
        follow(name);
    m_followed.removeIf(
        [&](const QHash<QString, Followed>::iterator &followed) { return !names.contains(followed.key()); });
    const QList<Row> next = wantedRows();
    for (int i = int(m_rows.size()) - 1; i >= 0; --i) {
        if (next.contains(m_rows[i]))
            continue;
        beginRemoveRows({}, i, i);
        m_rows.removeAt(i);
        endRemoveRows();
    }
    for (int i = 0; i < next.size(); ++i) {
        if (i < m_rows.size() && m_rows[i] == next[i])
            continue;
        if (const qsizetype from = m_rows.indexOf(next[i], i); from >= 0) {
            beginMoveRows({}, int(from), int(from), {}, i);
            m_rows.move(from, i);
            endMoveRows();
        } else {
            beginInsertRows({}, i, i);
            m_rows.insert(i, next[i]);
            endInsertRows();
        }
    }
}

QList<ClusterListModel::Row> ClusterListModel::wantedRows() const
{
    QList<Row> clusters;
    QList<Row> recordings;
    const QStringList names = m_fleet->names();
    for (const QString &name : names)
        (m_fleet->entry(name).isRecording ? recordings : clusters).append({name, false});
    if (!clusters.isEmpty())
        clusters.prepend({tr("Clusters"), true});
    if (!recordings.isEmpty())
        recordings.prepend({tr("Recordings"), true});
    return clusters + recordings;
}

} // namespace chartroom
