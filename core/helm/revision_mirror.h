// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/reflector.h"

#include <QObject>
#include <QSet>
#include <QStringList>

#include <memory>
#include <vector>

namespace chartroom {

/// The metadata of all release objects of one storage kind that may be read: of the whole cluster, or where
/// that is forbidden of each namespace that allows it (fault 23). When the cluster-wide list is allowed later
/// it takes over.
class RevisionMirror : public QObject
{
    Q_OBJECT
public:
    enum class State {
        Idle,
        Connecting,   ///< first lists under way, or finding out what is allowed
        Live,         ///< all lists that are allowed are complete and watched
        Reconnecting, ///< what is known grows old
        Denied,       ///< nothing may be read, or no longer
        Failed,       ///< never reached
    };

    RevisionMirror(Transport *transport, const Clock *clock, ReleaseStorage storage, QString contextNamespace,
                   QObject *parent);
    ~RevisionMirror() override;

    void start();
    void stop();
    void retryNow();

    [[nodiscard]] ReleaseStorage storage() const { return m_storage; }
    [[nodiscard]] State state() const;
    /// Each list that is allowed was read in full once, whatever became of its watch; false where none is.
    [[nodiscard]] bool isListed() const;
    [[nodiscard]] const Error &lastError() const;
    /// The oldest proof among its lists; null when one has none.
    [[nodiscard]] QDateTime lastContact() const;
    /// What cannot be seen and why; empty when everything can.
    [[nodiscard]] QString notice() const;
    /// Whether releases of this namespace, "" for the whole cluster, may exist that cannot be listed now.
    [[nodiscard]] bool hides(const QString &namespaceName) const;
    /// A list that may be read and holds this namespace's releases.
    [[nodiscard]] ResourceQuery listOf(const QString &namespaceName) const;

Q_SIGNALS:
    void eventsReceived(const QList<chartroom::ObjectEvent> &events);
    void stateChanged();

private:
    struct Feed
    {
        QString namespaceName; ///< "" for the whole cluster
        std::unique_ptr<Reflector> reflector;
        QSet<QString> uids;
    };

    [[nodiscard]] std::unique_ptr<Feed> openFeed(const QString &namespaceName);
    void received(Feed *feed, const QList<ObjectEvent> &events);
    void feedChanged(const Feed *feed);
    void clusterSynced();
    void askNamespaces();
    void probe(const QStringList &namespaces);
    void probeNext();
    /// Those whose lists count: of the namespaces once they are known, else of the cluster.
    [[nodiscard]] std::vector<const Reflector *> reflectors() const;
    [[nodiscard]] bool isLookingForLists() const { return m_asking || m_probing > 0 || !m_toProbe.isEmpty(); }
    [[nodiscard]] bool isNarrowed() const { return m_probed || isLookingForLists(); }

    Transport *m_transport;
    const Clock *m_clock;
    ReleaseStorage m_storage;
    QString m_contextNamespace;
    std::unique_ptr<Feed> m_cluster;
    std::vector<std::unique_ptr<Feed>> m_namespaces;
    QStringList m_toProbe;
    int m_probing = 0;      ///< probes under way
    bool m_asking = false;  ///< the list of namespaces is under way
    bool m_probed = false;  ///< it is known which namespaces may be read
    bool m_skipped = false; ///< there were more namespaces than are tried
    quint64 m_round = 0;    ///< answers of an earlier start are ignored
};

} // namespace chartroom
