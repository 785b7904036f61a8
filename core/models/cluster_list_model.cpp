// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/cluster_list_model.h"

#include "core/base/masked_text.h"
#include "core/base/visible_text.h"

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
            return ClusterListModel::tr("asks first");
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
        if (const QModelIndex changed = indexOf(name); changed.isValid())
            Q_EMIT dataChanged(changed, changed);
    });
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
    const QString problem = visibleText(maskedText(entry.problem.message));
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::ToolTipRole:
        return problem.isEmpty() ? tr("%1: %2").arg(name, stateWord(entry))
                                 : tr("%1: %2. %3").arg(name, stateWord(entry), problem);
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(name, stateWord(entry));
    case NameRole:
        return row.name;
    case HeadingRole:
        return false;
    case StateRole:
        return int(visualState(entry));
    case SecondaryTextRole:
        if (entry.state == State::Live && entry.nodeCount && !entry.isRecording)
            return tr("%n node(s)", nullptr, *entry.nodeCount);
        return entry.isRecording && (entry.state == State::Off || entry.state == State::Live)
                   ? QString()
                   : stateWord(entry);
    case ProblemRole:
        return problem;
    case RecordingRole:
        return entry.isRecording;
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
