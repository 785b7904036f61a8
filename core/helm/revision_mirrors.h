// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/revision_mirror.h"

namespace chartroom {

/// The kinds of object Helm keeps revisions in, Secrets and ConfigMaps, read as one. Secrets are Helm's
/// default: what they lack is a problem, while ConfigMaps that may not be read are a notice.
class RevisionMirrors : public QObject
{
    Q_OBJECT
public:
    RevisionMirrors(Transport *transport, const Clock *clock, const QString &contextNamespace,
                    QObject *parent);

    void start();
    void stop();
    void retryNow();

    /// Live: the Secrets are; whether the ConfigMaps were read as well, isListed() tells.
    [[nodiscard]] RevisionMirror::State state() const;
    /// The Secrets were read in full once, and nothing else that may be read is still to come.
    [[nodiscard]] bool isListed() const;
    [[nodiscard]] bool isListed(ReleaseStorage storage) const { return mirror(storage).isListed(); }
    /// Why the first of them that cannot be read now cannot; null when both can.
    [[nodiscard]] const Error *problem() const;
    /// The older proof of both; null when one has none.
    [[nodiscard]] QDateTime lastContact() const;
    [[nodiscard]] QStringList notices() const;
    /// Whether releases kept in that kind may exist in this namespace, "" for all, that cannot be listed now.
    [[nodiscard]] bool hides(ReleaseStorage storage, const QString &namespaceName) const;
    /// A list that may be read and holds this namespace's releases.
    [[nodiscard]] ResourceQuery listOf(ReleaseStorage storage, const QString &namespaceName) const;

Q_SIGNALS:
    void eventsReceived(chartroom::ReleaseStorage storage, const QList<chartroom::ObjectEvent> &events);
    void stateChanged(chartroom::ReleaseStorage storage, chartroom::RevisionMirror::State state);

private:
    [[nodiscard]] const RevisionMirror &mirror(ReleaseStorage storage) const
    {
        return storage == ReleaseStorage::Secret ? m_secrets : m_configMaps;
    }

    RevisionMirror m_secrets;
    RevisionMirror m_configMaps;
};

} // namespace chartroom
