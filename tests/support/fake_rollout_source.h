// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/rollout_source.h"

#include <QHash>

namespace chartroom::test {

/// Builds one track with everything known; change what a test is about.
struct ShownTrack
{
    QString node = QStringLiteral("gpu-000");
    QString component = QStringLiteral("gpu");
    QString label = QStringLiteral("upgrade-done");
    Verdict verdict = Verdict::Done;
    int secondsAgo = 0; ///< when the step began; 0: not known
    std::optional<int> stage;
    QString blocker;
    QString contradiction;

    [[nodiscard]] NodeTrack build() const;
};

/// A RolloutSource that holds what a test put into it. Each call tells one batch.
class FakeRolloutSource final : public RolloutSource
{
    Q_OBJECT
public:
    using RolloutSource::RolloutSource;

    void put(const QList<NodeTrack> &tracks);
    void put(const ShownTrack &track) { put(QList{track.build()}); }
    void remove(const QList<TrackKey> &keys);
    void setNode(const QString &name, const RolloutNode &facts) { m_facts.insert(name, facts); }
    void setKnowsTenants(bool knows) { m_knowsTenants = knows; }
    void setTenants(const QString &node, const QList<NodeTenant> &tenants)
    {
        m_tenants.insert(node, tenants);
    }
    void setHistory(const TrackKey &key, const NodeHistory &history) { m_histories.insert(key, history); }
    /// Of the cluster, beside the whole ones of its nodes.
    void setGpuParts(const GpuAmount &parts) { m_gpuParts = parts; }
    void setGpus(const QString &node, const QList<GpuSample> &gpus) { m_gpus.insert(node, gpus); }
    void setPace(const Pace &pace);
    void setPolicy(const QString &component, const DriverPolicy &policy)
    {
        m_policies.insert(component, policy);
    }
    /// What emptying the node would meet.
    void setHolds(const QString &node, const QStringList &holds) { m_holds.insert(node, holds); }
    void advance(std::chrono::milliseconds by) { m_passed += by; }
    void setComplete(bool complete);
    void setComputing(bool computing);
    void setNotices(const QStringList &notices);
    void setRefusal(const std::optional<Error> &refusal);
    [[nodiscard]] int starts() const { return m_starts; }

    void start() override { ++m_starts; }
    [[nodiscard]] NodeClocks clocks() const override;
    [[nodiscard]] bool isComplete() const override { return m_complete; }
    [[nodiscard]] bool isComputing() const override { return m_isComputing; }
    [[nodiscard]] QStringList notices() const override { return m_notices; }
    [[nodiscard]] std::optional<Error> refusal() const override { return m_refusal; }
    [[nodiscard]] QList<TrackKey> keys() const override { return m_tracks.keys(); }
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const override;
    [[nodiscard]] NodeTracks tracksOf(const QString &node) const override;
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] NodeHistory history(const TrackKey &key) const override { return m_histories.value(key); }
    [[nodiscard]] std::optional<Pace> pace(const QString &component) const override;
    [[nodiscard]] RolloutNode node(const QString &name) const override;
    [[nodiscard]] QList<QList<GpuSample>> gpuCourses() const override { return m_gpus.values(); }
    [[nodiscard]] QList<NodeTenant> tenants(const QSet<QString> &nodes) const override;
    [[nodiscard]] bool knowsTenants() const override { return m_knowsTenants; }
    [[nodiscard]] GpuCount gpuCount() const override;
    [[nodiscard]] std::optional<DriverPolicy> policy(const QString &component) const override;
    [[nodiscard]] std::optional<QStringList> holds(const TrackKey &key,
                                                   const DriverPolicy & /*policy*/) const override
    {
        return m_holds.value(key.node);
    }

private:
    QHash<TrackKey, NodeTrack> m_tracks;
    QHash<QString, QStringList> m_components; ///< of the tracks, by node
    QHash<QString, RolloutNode> m_facts;
    QHash<QString, QList<NodeTenant>> m_tenants;
    bool m_knowsTenants = true;
    QHash<TrackKey, NodeHistory> m_histories;
    QHash<QString, QList<GpuSample>> m_gpus;
    GpuAmount m_gpuParts;
    QList<Pace> m_paces;
    QHash<QString, DriverPolicy> m_policies;
    QHash<QString, QStringList> m_holds;
    std::chrono::milliseconds m_passed{0};
    QStringList m_notices;
    std::optional<Error> m_refusal;
    bool m_complete = true;
    bool m_isComputing = false;
    int m_starts = 0;
};

/// Sixteen nodes in the middle of a GPU driver upgrade, as in the sketches: one fails, one is held by a
/// disruption budget, one is skipped, one was cordoned before; their InfiniBand driver is done.
void fillMidWindow(FakeRolloutSource &source);
/// Their histories since 02:13, and the pace that follows from them.
void fillMidWindowPast(FakeRolloutSource &source);
/// The same nodes when all is over.
void fillAllDone(FakeRolloutSource &source);
/// All at rest, ten minutes each the last time; gpu-005 is held by a budget; two tenants, of whom tenant-b is
/// on the node that goes first.
void fillBeforeWindow(FakeRolloutSource &source, int nodes);
/// The GPU operator's policy: four nodes at a time, a quarter of them away.
[[nodiscard]] DriverPolicy clusterPolicy();
/// `count` nodes of many kinds.
void fillMany(FakeRolloutSource &source, int count);

} // namespace chartroom::test
