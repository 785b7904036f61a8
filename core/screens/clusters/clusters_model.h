// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/findings_source.h"
#include "core/fleet/fleet.h"
#include "core/screens/clusters/cluster_row.h"
#include "core/screens/tables/rows_model.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

namespace chartroom {

enum class ClusterColumn { Name, State, Kubernetes, Nodes, Gpus, Releases, Rollout, Findings };
inline constexpr int clusterColumnCount = int(ClusterColumn::Findings) + 1;

/// All clusters and recordings of the fleet as rows: connected ones with trouble first, then the other
/// connected ones, then those that are not, each in the fleet's order. News of one moment are one change.
class ClustersModel final : public RowsModel<ClusterRow>
{
    Q_OBJECT
public:
    explicit ClustersModel(Fleet *fleet, QObject *parent = nullptr);

    void setFilter(const QString &text);
    [[nodiscard]] QString filter() const { return m_filter; }
    [[nodiscard]] const QList<ClusterRow> &rows() const { return m_rows; } ///< also those that do not match

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QString keyOf(const ClusterRow &row) const override { return row.name; }

private:
    /// What a row follows beside its entry.
    struct Followed
    {
        QPointer<ReleaseSource> releases;
        QPointer<RolloutSource> rollout;
        QPointer<FindingsSource> findings;
    };
    void follow(const QString &name);
    void refreshSoon();
    void refresh();
    void showMatching();

    Fleet *m_fleet;
    QHash<QString, Followed> m_followed;
    QList<ClusterRow> m_rows;
    QString m_filter;
    QTimer m_soon;
};

} // namespace chartroom
