// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/daemon_set_track.h"
#include "core/rollout/rollout_adapter.h"
#include "core/rollout/rollout_inputs.h"

#include <QMap>
#include <QSet>

namespace chartroom {

/// Plain DaemonSets: CSI node plugins, the network's agents, device plugins. One has tracks while it has pods
/// of an older revision and for some minutes after, or when it is followed; a quiet one would only be noise.
/// Where the DaemonSets themselves cannot be read, their pods tell.
class DaemonSetAdapter final : public RolloutAdapter
{
    Q_OBJECT
public:
    /// `sources` outlives the adapter.
    explicit DaemonSetAdapter(RolloutInputs *sources, QObject *parent = nullptr);

    /// Has tracks also while it is quiet: a DaemonSet's namespace/name, or RolloutStore::everyDaemonSet.
    void follow(const QString &component);

    [[nodiscard]] QList<ObjectStoreBase *> stores() override { return {}; }
    [[nodiscard]] QList<Sighting> sightings(const Node &) const override { return {}; }
    Reach refresh() override;
    bool noteNode(int number, const Node &node, const NodePods &pods) override;
    bool forgetNode(int number, const QString &name) override;
    void addTracks(const NodeEvidence &evidence, const TellPast &past,
                   QList<SharedTrack> &tracks) const override;
    [[nodiscard]] QHash<QString, SlotPolicies> slotPolicies() const override;

private:
    struct Seen
    {
        bool isReady = false;
        QDateTime availableFrom; ///< of a ready pod that has to stay so for a while
        QDateTime missing;       ///< there is no pod since then at least; invalid while there is one

        friend bool operator==(const Seen &, const Seen &) = default;
    };
    struct Active
    {
        RollingSet rolling;
        QHash<QString, Seen> nodes; ///< that a pod of it was seen on
    };
    [[nodiscard]] QDateTime serverNow() const;
    [[nodiscard]] bool isOn(const DaemonSet &set, const QString &newestHash) const;
    [[nodiscard]] bool isShown(const DaemonSet &set, const ControllerRevision *newest);
    void take(const DaemonSet &set, const QString &newestHash, const QDateTime &made);
    void takeFromPods();
    static void leaveOutThoseThatLeft(Active &active);

    RolloutInputs *m_sources;
    QSet<QString> m_followed;
    QMap<QString, Active> m_active;         ///< by namespace/name
    QMap<QString, Active> m_before;         ///< while refresh() works
    QHash<QString, QDateTime> m_lastSeenOn; ///< when a rollout was last seen on
};

} // namespace chartroom
