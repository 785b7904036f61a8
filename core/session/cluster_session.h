// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/helm/helm_client.h"
#include "core/helm/release_store.h"
#include "core/kube/credentials.h"
#include "core/kube/gpu_count.h"
#include "core/kube/kubectl_client.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/live/live_objects.h"
#include "core/responsibility/ownership.h"
#include "core/rollout/history_source.h"
#include "core/session/cluster_identity.h"

#include <QObject>

#include <memory>

namespace chartroom {

class ResponsibilityRules;
class RolloutStore;

/// Of one cluster.
struct NodeCounts
{
    int all = 0;
    int withGpus = 0;
    int notReady = 0;
    GpuCount gpus;

    friend bool operator==(const NodeCounts &, const NodeCounts &) = default;
};

/// One connected cluster: its transport and the stores over it, wired. Fails on its own with a sentence,
/// recovers on its own, and keeps what it knew meanwhile. Owned by the composition root (window or verb).
class ClusterSession : public QObject
{
    Q_OBJECT
public:
    enum class State {
        Off,          ///< not asked to connect
        Connecting,   ///< nothing shown yet
        Live,         ///< all lists current
        Reconnecting, ///< was live; data grows old
        Failed,       ///< cannot connect, not allowed, or cannot sign in again: a person has to act;
                      ///< `problem()` says why and what to try
    };
    Q_ENUM(State)

    /// What a session is made of and owns. `name` is what the user calls the cluster (the context's name).
    /// `rules` and `clock` outlive the session.
    struct Parts
    {
        QString name;
        QString contextNamespace;
        QString server;      ///< host:port; "" for a recording
        QStringList notices; ///< what is to be known about the source, such as a recording that was cut
        std::unique_ptr<CredentialSource> signIn; ///< what the transport signs in with; null without one
        std::unique_ptr<HelmClient> helm;         ///< null in a recording
        std::unique_ptr<KubectlClient> kubectl;   ///< the same
        std::unique_ptr<Transport> transport;
        std::unique_ptr<const Clock> ownClock; ///< of a recording, else null
        std::unique_ptr<HistorySource> past;   ///< of a recording, else null
        const ResponsibilityRules *rules = nullptr;
        const Clock *clock = nullptr;
    };
    explicit ClusterSession(Parts parts, QObject *parent = nullptr);
    ~ClusterSession() override;

    void start();
    void stop();
    void retryNow();

    /// The rules were replaced: owners and divergences are computed anew.
    void applyRules();

    [[nodiscard]] QString name() const;
    /// Its name, and its uid once that is known.
    [[nodiscard]] ClusterIdentity identity() const;
    [[nodiscard]] State state() const;
    [[nodiscard]] Error problem() const;
    [[nodiscard]] QString serverVersion() const; ///< "v1.36.3", "" until known
    [[nodiscard]] QString server() const;        ///< host:port; "" for a recording
    /// Read where the whole cluster may not be; kubectl's "default" where the context names none.
    [[nodiscard]] QString contextNamespace() const;
    /// By the cluster's clock: ours, or that of the recording.
    [[nodiscard]] QDateTime now() const;
    /// How old the releases may be; nullopt before the first contact.
    [[nodiscard]] std::optional<std::chrono::milliseconds> dataAge() const;
    /// The same of the nodes.
    [[nodiscard]] std::optional<std::chrono::milliseconds> nodesAge() const;
    [[nodiscard]] QStringList notices() const;
    /// The credential plugin that a person has to allow before the cluster can be read; see problem().
    [[nodiscard]] std::optional<ExecRequest> pendingConsent() const;

    /// Nothing that is asked once (version, age, CRDs, CSI drivers) is still under way.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] Transport *transport() const;
    [[nodiscard]] ReleaseStore *releases() const;
    [[nodiscard]] NodeStore *nodes() const;
    /// At most 100 ms behind nodes().
    [[nodiscard]] const NodeCounts &nodeCounts() const;
    /// Starts with the first call: an inventory needs no pods.
    [[nodiscard]] PodStore *pods() const;
    /// A store that has this namespace's pods, as far as they may be listed: that of the whole cluster, or
    /// where that is forbidden one of the namespace, which starts with the first call.
    [[nodiscard]] const PodStore *podsIn(const QString &namespaceName) const;
    /// Starts, with the pods, with the first call.
    [[nodiscard]] RolloutStore *rollout() const;
    [[nodiscard]] Ownership ownership(const ReleaseKey &key) const;
    /// The objects of manifests as they are now; null in a recording.
    [[nodiscard]] LiveObjects *liveObjects() const;
    /// The helm program on this context; null in a recording.
    [[nodiscard]] HelmClient *helm() const;
    /// The kubectl program on this context; null in a recording.
    [[nodiscard]] KubectlClient *kubectl() const;

Q_SIGNALS:
    void stateChanged();
    /// After the store's own signal, with the owners of all rows named in it computed.
    void releasesChanged(const chartroom::ReleaseDelta &delta);
    /// Only after pods() was asked for.
    void podsChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
