// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/helm/release.h"
#include "core/kube/kubectl_client.h"

#include <QTimer>

#include <functional>

namespace chartroom {

/// Who holds a lease.
struct LeaseHolder
{
    QString who;
    QString host;
    qint64 pid = 0;

    [[nodiscard]] static LeaseHolder ofThisProcess();
    /// anna@laptop (process 4711): the lease's holderIdentity.
    [[nodiscard]] QString identity() const;
};

/// A coordination.k8s.io/v1 Lease as it stands in the cluster.
struct LeaseState
{
    QString holder; ///< holderIdentity; "" when it was given back
    QDateTime since;
    QDateTime renewed;
    std::chrono::seconds duration{0};
    int transitions = 0;
    QString resourceVersion;

    [[nodiscard]] QDateTime expires() const { return renewed.addSecs(duration.count()); }
    [[nodiscard]] bool isHeldAt(const QDateTime &now) const { return !holder.isEmpty() && now < expires(); }
    /// "anna@laptop (process 4711) has been at work on it since 2026-11-21 22:00 UTC, ..."
    [[nodiscard]] QString sentence() const;
};

[[nodiscard]] Result<LeaseState> readLease(const QByteArray &json);

/// The right to change one release, kept as a Lease beside it, so that a second engineer sees who is at work
/// and since when. It is taken by create or by replace with the resource version read, so exactly one wins;
/// renewed every third of its time; and runs out by itself when its holder dies. Deleting the object stops
/// the renewal and leaves the rest to time; release() gives it back at once. Borrows all it is given.
class ReleaseLease : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds defaultDuration{60};
    static constexpr QStringView namePrefix = u"chartroom-";
    static constexpr QStringView label = u"app.kubernetes.io/managed-by"; ///< "chartroom"

    /// `skew` is the server's time minus ours.
    ReleaseLease(KubectlClient *kubectl, const Clock *clock, std::chrono::milliseconds skew,
                 const ReleaseKey &release, LeaseHolder holder, QObject *parent = nullptr,
                 std::chrono::seconds duration = defaultDuration);

    /// Throttled, with the sentence and the time left, while another holds it; Forbidden, Unreachable and so
    /// on when the cluster does not let us. Once.
    [[nodiscard]] QFuture<Result<void>> take();
    [[nodiscard]] QFuture<Result<void>> release();
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    /// After a take() that another was before: his identity.
    [[nodiscard]] const QString &otherHolder() const { return m_otherHolder; }
    /// While it is held: its time is over before anybody could renew it, as when the machine slept, and
    /// another may have it by now.
    [[nodiscard]] bool hasRunOut() const { return m_isHeld && now() >= m_state.expires(); }
    /// chartroom-RELEASE, in the release's namespace.
    [[nodiscard]] QString objectName() const;

Q_SIGNALS:
    /// While it was held: another took it, or it could not be renewed for as long as it lasts.
    void lost(const chartroom::Error &error);

private:
    using Done = std::function<void(const Result<void> &)>;

    [[nodiscard]] QStringList readArguments() const;
    void read(const Done &done, int triesLeft);
    void write(const QString &verb, const LeaseState &state, const Done &done);
    void renew();
    void renewed(const Result<void> &result);
    void lose(const Error &error);
    void giveBack(const Done &done, int triesLeft);
    [[nodiscard]] QDateTime now() const;
    [[nodiscard]] QByteArray objectOf(const LeaseState &state) const;
    [[nodiscard]] QFuture<Result<void>> future(const std::function<void(const Done &)> &start);

    KubectlClient *m_kubectl;
    const Clock *m_clock;
    std::chrono::milliseconds m_skew;
    ReleaseKey m_release;
    LeaseHolder m_holder;
    std::chrono::seconds m_duration;
    LeaseState m_state;
    QString m_otherHolder;
    QTimer m_timer;
    bool m_isHeld = false;
    bool m_isWriting = false;
    Done m_giveBack; ///< waits for a renewal that is under way
};

} // namespace chartroom
