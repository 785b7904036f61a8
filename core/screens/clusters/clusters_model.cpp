// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/clusters/clusters_model.h"

#include "core/screens/values/outcome_model.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace chartroom {

namespace {

/// A cluster that is being read tells something new many times a second.
constexpr std::chrono::milliseconds together(100);

const Standing *standingOf(const ClusterRow &row, ClusterColumn column)
{
    switch (column) {
    case ClusterColumn::State:
        return &row.standing;
    case ClusterColumn::Releases:
        return row.isConnected ? &row.releases : nullptr;
    case ClusterColumn::Rollout:
        return row.isConnected ? &row.rollout : nullptr;
    case ClusterColumn::Findings:
        return row.isConnected ? &row.findings : nullptr;
    default:
        return nullptr;
    }
}

} // namespace

ClustersModel::ClustersModel(Fleet *fleet, QObject *parent)
    : RowsModel(parent)
    , m_fleet(fleet)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(together);
    connect(&m_soon, &QTimer::timeout, this, &ClustersModel::refresh);
    connect(fleet, &Fleet::namesChanged, this, &ClustersModel::refresh);
    connect(fleet, &Fleet::entryChanged, this, &ClustersModel::refreshSoon);
    refresh();
}

/// A connection has sources of its own; those of the one before are gone with it.
void ClustersModel::follow(const QString &name)
{
    Followed &followed = m_followed[name];
    if (ReleaseSource *releases = m_fleet->releases(name); followed.releases != releases) {
        if (releases)
            connect(releases, &ReleaseSource::releasesChanged, this, &ClustersModel::refreshSoon);
        followed.releases = releases;
    }
    if (RolloutSource *rollout = m_fleet->rollout(name); followed.rollout != rollout) {
        if (rollout)
            connect(rollout, &RolloutSource::clocksChanged, this, &ClustersModel::refreshSoon);
        followed.rollout = rollout;
    }
    if (FindingsSource *findings = m_fleet->findings(name); followed.findings != findings) {
        if (findings)
            connect(findings, &FindingsSource::changed, this, &ClustersModel::refreshSoon);
        followed.findings = findings;
    }
}

void ClustersModel::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void ClustersModel::refresh()
{
    const QStringList names = m_fleet->names();
    m_followed.removeIf(
        [&](const QHash<QString, Followed>::iterator &followed) { return !names.contains(followed.key()); });
    QList<ClusterRow> rows;
    for (const QString &name : names) {
        follow(name);
        rows.append(clusterRow(*m_fleet, name));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ClusterRow &a, const ClusterRow &b) { return urgency(a) < urgency(b); });
    if (std::exchange(m_rows, rows) != rows)
        showMatching();
}

void ClustersModel::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    showMatching();
}

void ClustersModel::showMatching()
{
    QList<ClusterRow> shown;
    for (const ClusterRow &row : std::as_const(m_rows)) {
        const QString whole = QStringList{row.shownName,     row.standing.word, row.kubernetes,
                                          row.releases.word, row.rollout.word,  row.findings.word}
                                  .join(u'\n');
        if (whole.contains(m_filter, Qt::CaseInsensitive))
            shown.append(row);
    }
    show(shown);
}

int ClustersModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : clusterColumnCount;
}

QVariant ClustersModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ClusterRow &one = row(index.row());
    const auto column = ClusterColumn(index.column());
    if (role == Qt::ToolTipRole)
        return column == ClusterColumn::Name ? one.shownName
               : standingOf(one, column)     ? standingOf(one, column)->text()
                                             : QString();
    if (const Standing *standing = standingOf(one, column)) {
        if (role == FateStateRole)
            return int(standing->state);
        if (role == FateWordRole || role == Qt::AccessibleTextRole)
            return standing->word;
        return {};
    }
    if (role == ProseRole)
        return column != ClusterColumn::Name;
    if (role == EmphasisRole)
        return column == ClusterColumn::Name;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ClusterColumn::Name:
        return one.shownName;
    case ClusterColumn::Kubernetes:
        return one.kubernetes;
    case ClusterColumn::Nodes:
        return one.nodes;
    case ClusterColumn::Gpus:
        return one.gpus;
    default:
        return {};
    }
}

QVariant ClustersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (ClusterColumn(section)) {
    case ClusterColumn::Name:
        return tr("Cluster");
    case ClusterColumn::State:
        return tr("State");
    case ClusterColumn::Kubernetes:
        return tr("Kubernetes");
    case ClusterColumn::Nodes:
        return tr("GPU nodes");
    case ClusterColumn::Gpus:
        return tr("GPUs available");
    case ClusterColumn::Releases:
        return tr("Releases");
    case ClusterColumn::Rollout:
        return tr("Rollout");
    case ClusterColumn::Findings:
        break;
    }
    return tr("Findings");
}

} // namespace chartroom
