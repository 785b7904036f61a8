// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/helm/pinned_reference.h"
#include "core/helm/release.h"
#include "core/kube/transport.h"

#include <QFuture>
#include <QObject>

#include <memory>

namespace chartroom {

/// Which rows of a ReleaseStore changed; a key is in one list only.
struct ReleaseDelta
{
    QList<ReleaseKey> added;
    QList<ReleaseKey> changed;
    QList<ReleaseKey> removed;

    [[nodiscard]] bool isEmpty() const { return added.isEmpty() && changed.isEmpty() && removed.isEmpty(); }
};

/// All Helm releases of one cluster, kept current. Phase one mirrors the metadata of release Secrets and
/// ConfigMaps (rows at once); phase two fetches and decodes the newest record of each, and for the divergence
/// revision 1 where no file is pinned, on the pool, cached by uid and resourceVersion, what the user looks at
/// first. Where a cluster-wide list is forbidden it falls back to the namespaces it is allowed, and
/// `notices()` says what it may not see (fault 23).
class ReleaseStore : public QObject
{
    Q_OBJECT
public:
    enum class State { Idle, Connecting, Partial, Complete, Reconnecting, Denied, Failed };
    Q_ENUM(State)

    ReleaseStore(Transport *transport, const Clock *clock, const QString &contextNamespace,
                 QObject *parent = nullptr);
    ~ReleaseStore() override;

    void start();
    void stop();
    void retryNow();

    /// Partial: rows from labels, records still coming. Complete: every newest record decoded or found
    /// damaged.
    [[nodiscard]] State state() const;
    /// Every list was read in full once and every newest record since, whatever became of the watches: a
    /// server that ends them at once leaves the state at Reconnecting.
    [[nodiscard]] bool isRead() const;
    [[nodiscard]] const Error &lastError() const;
    /// The oldest moment at which all lists were proved current; null before the first.
    [[nodiscard]] QDateTime lastContact() const;
    /// Something changed that releasesChanged() has yet to tell, at most 100 ms later.
    [[nodiscard]] bool hasNews() const;
    /// Sentences about what cannot be seen, e.g. "Releases outside of tenant-a are hidden: listing Secrets is
    /// forbidden."
    [[nodiscard]] QStringList notices() const;

    /// Whether releases of this namespace, "" for all, may exist that this user may not list: a release that
    /// is not in keys() may still be there. Of one kind of storage, Helm's default or the other.
    [[nodiscard]] bool hides(ReleaseStorage storage, const QString &namespaceName = {}) const;

    [[nodiscard]] QList<ReleaseKey> keys() const;
    [[nodiscard]] const Release *find(const ReleaseKey &key) const;
    /// The revision that an object stores; null when there is none.
    [[nodiscard]] const RevisionEntry *entry(const QString &uid) const;

    /// What releases are compared with in place of their revision 1; one that cannot be read is a notice and
    /// makes the divergence unknown. All are compared anew.
    void setReferences(const QList<PinnedReference> &pinned);
    [[nodiscard]] std::optional<PinnedReference> pinnedReference(const ReleaseKey &key) const;

    /// The user looks at these: their records come next.
    void prefer(const QList<ReleaseKey> &visible);
    /// The decoded record of any revision still stored; NotFound when history no longer holds it.
    [[nodiscard]] QFuture<Result<ReleaseRecord>> record(const ReleaseKey &key, int revision);
    /// The same of one object, where two may claim to be one revision.
    [[nodiscard]] QFuture<Result<ReleaseRecord>> record(const ReleaseKey &key, const RevisionEntry &entry);

Q_SIGNALS:
    void releasesChanged(const chartroom::ReleaseDelta &delta);
    /// state() or the sentence of lastError().
    void stateChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
