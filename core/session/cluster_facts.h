// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"

#include <QDateTime>
#include <QObject>
#include <QStringList>

#include <optional>

namespace chartroom {

/// What is asked of a cluster once, beside its lists: the server's version, its age and uid, which CRDs and
/// CSI drivers it has, what Helm 2 left. What may not be read stays unknown; `fetch()` asks again for what is
/// missing. Borrows the transport.
class ClusterFacts : public QObject
{
    Q_OBJECT
public:
    explicit ClusterFacts(Transport *transport, QObject *parent = nullptr);

    /// Asks for what is not known yet; does nothing while a request is under way.
    void fetch();

    [[nodiscard]] bool isUnderWay() const { return m_underWay > 0; }
    [[nodiscard]] const QString &serverVersion() const
    {
        return m_serverVersion;
    } ///< "v1.36.3"; "" until known
    [[nodiscard]] const QDateTime &created() const
    {
        return m_created;
    } ///< of namespace kube-system; null until known
    [[nodiscard]] const QString &clusterUid() const
    {
        return m_clusterUid;
    } ///< see ClusterIdentity; "" until known
    [[nodiscard]] const std::optional<QStringList> &crds() const { return m_crds; }
    [[nodiscard]] const std::optional<QStringList> &csiDrivers() const { return m_csiDrivers; }

    /// Names of releases that Helm 2's Tiller recorded in ConfigMaps of kube-system.
    [[nodiscard]] const std::optional<QStringList> &helm2Releases() const { return m_helm2Releases; }

Q_SIGNALS:
    /// An answer came, be it a refusal.
    void changed();

private:
    template<typename Read>
    void ask(const QString &path, bool metadataOnly, Read read, const QUrlQuery &query = {});

    Transport *m_transport;
    int m_underWay = 0;
    QString m_serverVersion;
    QDateTime m_created;
    QString m_clusterUid;
    std::optional<QStringList> m_crds;
    std::optional<QStringList> m_csiDrivers;
    std::optional<QStringList> m_helm2Releases;
};

} // namespace chartroom
