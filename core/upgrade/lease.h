// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/moments.h"
#include "core/helm/release.h"
#include "core/kube/kubectl_client.h"
#include "core/kube/transport.h"
#include "core/process/process_identity.h"

#include <QTimer>

#include <functional>
#include <optional>

namespace chartroom {

/// Calls `then` at once where the server's clock is known, else after an answer that may tell it.
void whenClockIsRead(Transport &transport, QObject *context, const std::function<void()> &then);
/// For a ReleaseLease; nothing where the server's clock is unknown.
[[nodiscard]] std::optional<std::chrono::milliseconds> leaseSkew(const Transport &transport);

/// Who holds a lease.
struct LeaseHolder
{
    QString who;
    QString host;
    qint64 pid = 0;
    ProcessIdentity process = {}; ///< by which this machine tells whether it still runs

    [[nodiscard]] static LeaseHolder ofThisProcess();
    /// anna@laptop (process 4711): the lease's holderIdentity.
    [[nodiscard]] QString identity() const;
};

/// A coordination.k8s.io/v1 Lease as it stands in the cluster.
struct LeaseState
{
    QString holder;            ///< holderIdentity; "" when it was given back
    bool isHolderGone = false; ///< a process of this machine that ended: its lease keeps nobody out
    QDateTime since;
    QDateTime renewed;
    std::chrono::seconds duration{0};
    int transitions = 0;
    QString resourceVersion;

    [[nodiscard]] QDateTime expires() const { return laterBy(renewed, duration); }
    /// `now` by the server's clock. Invalid, where that is unknown: it may not have expired yet.
    [[nodiscard]] bool isHeldAt(const QDateTime &now) const
    {
        return !holder.isEmpty() && !isHolderGone && (!now.isValid() || now < expires());
    }
    /// "anna@laptop (process 4711) has been at work on it since 2026-11-21 22:00 UTC, ..."
    [[nodiscard]] QString sentence() const;
};

/// Why nothing is called expired or left behind, and what to do about it.
[[nodiscard]] QString unknownClockText();

/// Looks in /proc whether the holder still runs, where that can be told.
[[nodiscard]] Result<LeaseState> readLease(const QByteArray &json);

/// Asks for the lease of a release, and what came of that: nothing where nobody ever took it.
[[nodiscard]] Request leaseRequest(const ReleaseKey &release);
[[nodiscard]] Result<std::optional<LeaseState>> leaseIn(const Result<Response> &answer);

/// The right to change one release, kept as a Lease beside it, so that a second engineer sees who is at work
/// and since when. It is taken by create or by replace with the resource version read, so exactly one wins;
/// renewed every third of its time; and runs out by itself when its holder dies. Destroying this object stops
/// the renewal and leaves the rest to time; release() takes the Lease away at once, and where deleting it is
/// not allowed leaves it without a holder. Borrows all it is given.
class ReleaseLease : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds defaultDuration{60};
    static constexpr QStringView namePrefix = u"chartroom-";
    static constexpr QStringView label = u"app.kubernetes.io/managed-by"; ///< "chartroom"
    static constexpr QStringView processKey = u"chartroom-process";       ///< an annotation

    /// `skew` is the server's time minus ours; nothing where that is unknown, and the lease is not taken
    /// then.
    ReleaseLease(KubectlClient *kubectl, const Clock *clock, std::optional<std::chrono::milliseconds> skew,
                 const ReleaseKey &release, LeaseHolder holder, QObject *parent = nullptr,
                 std::chrono::seconds duration = defaultDuration);

    /// Throttled, with the sentence and the time left, while another holds it; Unsupported where the server's
    /// clock is unknown; Forbidden, Unreachable and so on when the cluster does not let us. Once.
    [[nodiscard]] QFuture<Result<void>> take();
    [[nodiscard]] QFuture<Result<void>> release();
    [[nodiscard]] bool isHeld() const { return m_isHeld; }
    /// After a take() that another was before: his identity.
    [[nodiscard]] const QString &otherHolder() const { return m_otherHolder; }
    /// After a take(): the process of this machine that ended and left it, in a sentence; "" for none.
    [[nodiscard]] const QString &leftBy() const { return m_leftBy; }
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
    void clearHolder(const Done &done, int triesLeft);
    void readForGiveBack(const Done &done, int triesLeft);
    [[nodiscard]] QDateTime now() const;
    [[nodiscard]] QByteArray objectOf(const LeaseState &state) const;
    [[nodiscard]] QFuture<Result<void>> future(const std::function<void(const Done &)> &start);

    KubectlClient *m_kubectl;
    const Clock *m_clock;
    std::optional<std::chrono::milliseconds> m_skew;
    ReleaseKey m_release;
    LeaseHolder m_holder;
    std::chrono::seconds m_duration;
    LeaseState m_state;
    QString m_otherHolder;
    QString m_leftBy;
    QTimer m_timer;
    bool m_isHeld = false;
    bool m_isWriting = false;
    Done m_giveBack; ///< waits for a renewal that is under way
};

} // namespace chartroom
