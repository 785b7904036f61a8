// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/rollout_source.h"
#include "core/upgrade/rollout_facts.h"

#include <QPointer>
#include <QTimer>

#include <optional>

namespace chartroom {

/// Gathers from a cluster what a plan of a component's rollout rests on, some milliseconds at a time:
/// thousands of nodes do not hold the event loop. What was found before stays until all of it is there anew.
class PlanReader final : public QObject
{
    Q_OBJECT
public:
    /// Where else nodes may have been seen going through, by the recording's name.
    using Recordings = QList<std::pair<QString, QPointer<RolloutSource>>>;

    explicit PlanReader(QObject *parent = nullptr);

    /// Begins anew, unless it is at the same already. Wants the source to be complete; it may go away
    /// meanwhile. A component that is not there gives way to the first that is. The changes are those of the
    /// plan: by the policy that they make a node is emptied.
    void read(RolloutSource *source, const QString &component, const PolicyChanges &changes,
              const Recordings &recordings);
    void clear();
    [[nodiscard]] const std::optional<RolloutFacts> &facts() const { return m_facts; }
    /// The drivers that nodes carry, as of facts().
    [[nodiscard]] const QStringList &components() const { return m_components; }

Q_SIGNALS:
    /// facts() are others.
    void changed();

private:
    void work();
    void readNode(const RolloutSource &source, const TrackKey &key);
    void readTenants(const RolloutSource &source, const QString &node);
    void takeTimes();
    void finish();

    Recordings m_places;                             ///< the cluster itself, and the recordings
    std::pair<QString, std::optional<bool>> m_asked; ///< component, and whether nodes are drained
    QList<TrackKey> m_keys;
    qsizetype m_next = 0;
    QTimer m_timer;
    RolloutFacts m_fresh;
    QStringList m_freshComponents;
    std::optional<DriverPolicy> m_emptying; ///< by which nodes would be emptied
    std::optional<RolloutFacts> m_facts;
    QStringList m_components;
};

} // namespace chartroom
