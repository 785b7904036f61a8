// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/cluster_session.h"
#include "core/session/rollout_source.h"

#include <QHash>
#include <QTimer>

namespace chartroom {

class RolloutStore;
struct AmdFleet;

/// A session's rollouts as models and pages see them. Owned beside its session, dies before it.
class SessionRollout final : public RolloutSource
{
    Q_OBJECT
public:
    explicit SessionRollout(ClusterSession *session, QObject *parent = nullptr);

    void start() override;
    [[nodiscard]] NodeClocks clocks() const override { return m_clocks; }
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isComputing() const override;
    [[nodiscard]] QStringList notices() const override;
    [[nodiscard]] std::optional<Error> refusal() const override;
    [[nodiscard]] QList<TrackKey> keys() const override;
    [[nodiscard]] const NodeTrack *find(const TrackKey &key) const override;
    [[nodiscard]] NodeTracks tracksOf(const QString &node) const override;
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] NodeHistory history(const TrackKey &key) const override;
    [[nodiscard]] std::optional<Pace> pace(const QString &component) const override;
    [[nodiscard]] QList<QList<GpuSample>> gpuCourses() const override;
    [[nodiscard]] RolloutNode node(const QString &name) const override;
    [[nodiscard]] QList<NodeTenant> tenants(const QSet<QString> &nodes) const override;
    [[nodiscard]] bool knowsTenants() const override;
    [[nodiscard]] GpuCount gpuCount() const override;
    [[nodiscard]] std::optional<DriverPolicy> policy(const QString &component) const override;
    [[nodiscard]] QList<DriverPolicy> policies(const QString &component) const override;
    [[nodiscard]] std::optional<QStringList> holds(const TrackKey &key,
                                                   const DriverPolicy &policy) const override;

private:
    /// The only one of that component; null where that is not AMD's, and where there are several.
    [[nodiscard]] const AmdFleet *amdFleet(const QString &component) const;
    [[nodiscard]] QList<const Pod *> podsOn(const QSet<QString> &nodes) const;
    [[nodiscard]] QHash<QString, LabelMap> labelsOf(const QSet<QString> &nodes) const;
    void countSoon();
    void count();
    [[nodiscard]] NodeClocks counted() const;

    ClusterSession *m_session;
    RolloutStore *m_store = nullptr; ///< null before start()
    QTimer m_countSoon;
    bool m_hasEvidence = false; ///< all was read once: what changes since then is evidence as well
    NodeClocks m_clocks;
};

} // namespace chartroom
