// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/base/result.h"
#include "core/helm/helm_version.h"
#include "core/helm/release_store.h"
#include "core/responsibility/ownership.h"
#include "core/session/visual_state.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

namespace chartroom {

/// One pod that belongs to a release, as the inspector lists it.
struct ReleasePod
{
    QString namespaceName;
    QString name;
    QString node;
    QString stateText; ///< Running, CrashLoopBackOff, ...: the cluster's own word
    VisualState state = VisualState::Unknown;
    int readyContainers = 0;
    int containers = 0;
    int restarts = 0;

    friend bool operator==(const ReleasePod &, const ReleasePod &) = default;
};

/// The pods of a release, counted as kubectl shows them: how many, and what is wrong with the worst. Those
/// that have completed are counted by themselves; one that is being deleted counts until it is gone.
struct ReleasePods
{
    static constexpr qsizetype mostListed = 6;

    qsizetype all = 0; ///< that are meant to run
    qsizetype ready = 0;
    qsizetype completed = 0;
    qsizetype others = 0;       ///< that are not ready, or are being deleted
    QList<ReleasePod> troubled; ///< of those, the worst first, then by name; at most mostListed

    friend bool operator==(const ReleasePods &, const ReleasePods &) = default;
};

/// The releases of one cluster as models and pages see them: a thin, read-only face of a connected session,
/// so that a screen can be tested without one. Emits from the GUI thread only.
class ReleaseSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// The moment that ages count from, by the server's clock: a recording has its own.
    [[nodiscard]] virtual QDateTime now() const = 0;
    /// The same for what expires or was left behind: invalid where the server's clock is unknown.
    [[nodiscard]] virtual QDateTime serverNow() const { return now(); }
    [[nodiscard]] virtual QList<ReleaseKey> keys() const = 0;
    /// Null when there is no such release; valid until the next releasesChanged.
    [[nodiscard]] virtual const Release *find(const ReleaseKey &key) const = 0;
    [[nodiscard]] virtual Ownership ownership(const ReleaseKey &key) const = 0;
    /// While they are not known, an error whose sentence says why: not listed yet, or not allowed.
    [[nodiscard]] virtual Result<ReleasePods> pods(const ReleaseKey &key) const = 0;
    /// See ReleaseStore::record.
    [[nodiscard]] virtual QFuture<Result<ReleaseRecord>> record(const ReleaseKey &key, int revision) = 0;
    /// The file that its values are compared with in place of revision 1.
    [[nodiscard]] virtual std::optional<PinnedReference> pinnedReference(const ReleaseKey & /*key*/) const
    {
        return {};
    }
    /// The helm that would upgrade them; assumedHelm() where none tells its version.
    [[nodiscard]] virtual QFuture<HelmVersion> helm() const { return readyFuture(assumedHelm()); }
    /// See ReleaseStore::prefer.
    virtual void prefer(const QList<ReleaseKey> &visible) = 0;

Q_SIGNALS:
    void releasesChanged(const chartroom::ReleaseDelta &delta);
    /// Pods of some releases changed; at most once every 100 ms.
    void podsChanged();
};

} // namespace chartroom
