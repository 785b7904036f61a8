// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/session_findings.h"

#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/diagnosis/diagnosis_tr.h"
#include "core/diagnosis/release_statements.h"
#include "core/rollout/rollout_store.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// A rest is so many times as long as the look before it.
constexpr int restFactor = 10;
/// A timer may end a moment early.
constexpr std::chrono::milliseconds ripening{50};
/// Where it did all the same, so that a time that stands still is not asked again and again.
constexpr std::chrono::milliseconds shortestRipening{std::chrono::seconds(1)};

} // namespace

QList<OwnedRelease> ownedReleases(const ClusterSession &session)
{
    QList<OwnedRelease> releases;
    const QDateTime now = session.transport()->serverTime(session.now());
    for (const ReleaseKey &key : session.releases()->keys()) {
        const Release *release = session.releases()->find(key);
        releases.append({key, session.ownership(key),
                         release && release->record ? release->record->chartName : QString(),
                         release ? standingOf(*release, now) : OwnedRelease::Standing()});
    }
    std::sort(releases.begin(), releases.end(), [](const OwnedRelease &a, const OwnedRelease &b) {
        return std::tie(a.key.namespaceName, a.key.name, a.key.storage) <
               std::tie(b.key.namespaceName, b.key.name, b.key.storage);
    });
    return releases;
}

namespace {

/// Without them there is no finding about a release, and whose another one is may be unknown.
QStringList unreadReleases(const ReleaseStore &releases)
{
    switch (releases.state()) {
    case ReleaseStore::State::Idle:
    case ReleaseStore::State::Connecting:
        return {
            DiagnosisTr::tr("The Helm releases have not been read yet: findings about them are missing.")};
    case ReleaseStore::State::Partial:
    case ReleaseStore::State::Complete:
    case ReleaseStore::State::Reconnecting:
        if (releases.isRead())
            break;
        return {
            DiagnosisTr::tr("Not all records of Helm releases have been read yet: findings about them may "
                            "be missing.")};
    case ReleaseStore::State::Denied:
    case ReleaseStore::State::Failed:
        break;
    }
    return {};
}

} // namespace

DiagnosisOperation::Parts diagnosisParts(const ClusterSession &session, const Signatures &signatures,
                                         const ResponsibilityRules &rules, const QString &operations)
{
    DiagnosisOperation::Parts parts;
    parts.transport = session.transport();
    parts.nodes = session.nodes();
    parts.rollout = session.rollout();
    parts.pods = session.pods();
    parts.releases = ownedReleases(session);
    parts.unread = unreadReleases(*session.releases());
    if (session.helm()) // a recording has no operations of this machine
        parts.operations = operations;
    parts.cluster = session.identity();
    parts.signatures = signatures;
    parts.rules = rules;
    return parts;
}

SessionFindings::SessionFindings(ClusterSession *session, Signatures signatures,
                                 const ResponsibilityRules *rules, QObject *parent)
    : SessionFindings(session, std::move(signatures), rules, Pauses(), parent)
{}

SessionFindings::SessionFindings(ClusterSession *session, Signatures signatures,
                                 const ResponsibilityRules *rules, Pauses pauses, QObject *parent)
    : FindingsSource(parent)
    , m_session(session)
    , m_signatures(std::move(signatures))
    , m_rules(rules)
    , m_pauses(pauses)
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &SessionFindings::look);
    m_settled.setSingleShot(true);
    m_settled.setInterval(m_pauses.settle);
    connect(&m_settled, &QTimer::timeout, this, &SessionFindings::note);
    m_stayed.setSingleShot(true);
    m_stayed.setInterval(m_pauses.settle);
    connect(&m_stayed, &QTimer::timeout, this, &SessionFindings::stay);
    // A recording that stands still shows what it showed.
    connect(&m_round, &QTimer::timeout, this, [this] {
        if (now() != m_result.extent.at)
            note();
    });
    m_late.setSingleShot(true);
    m_late.setInterval(m_pauses.late);
    connect(&m_late, &QTimer::timeout, this, &SessionFindings::catchUp);
    m_ripe.setSingleShot(true);
    m_ripe.setTimerType(Qt::PreciseTimer); // it may not come before its time
    connect(&m_ripe, &QTimer::timeout, this, [this] {
        if (now() >= m_result.next)
            note();
        else // a clock was set, or a recording stands still
            ripen(shortestRipening);
    });
}

SessionFindings::~SessionFindings() = default;

void SessionFindings::start()
{
    if (m_isStarted)
        return;
    m_isStarted = true;
    connect(m_session->rollout(), &RolloutStore::tracksChanged, this, &SessionFindings::note);
    connect(m_session->rollout(), &RolloutStore::tracksChanged, this, &SessionFindings::follow);
    // It is not complete while it takes a change over.
    connect(m_session->rollout(), &RolloutStore::rested, this, &SessionFindings::judgeAgain);
    connect(m_session->releases(), &ReleaseStore::stateChanged, this, [this] {
        m_hasTurned =
            m_hasTurned || (!m_unread.isEmpty() && unreadReleases(*m_session->releases()).isEmpty());
        judgeAgain();
    });
    // Most pods and nodes that change change no track.
    for (ObjectStoreBase *store : {static_cast<ObjectStoreBase *>(m_session->pods()),
                                   static_cast<ObjectStoreBase *>(m_session->nodes())}) {
        connect(store, &ObjectStoreBase::objectsChanged, &m_settled, qOverload<>(&QTimer::start));
        connect(store, &ObjectStoreBase::objectsChanged, this, &SessionFindings::noteLater);
    }
    connect(m_session->rollout(), &RolloutStore::seeking, this, &SessionFindings::leave);
    connect(m_session->rollout(), &RolloutStore::moved, this, &SessionFindings::forgetFuture);
    connect(m_session->rollout(), &RolloutStore::moved, &m_stayed, qOverload<>(&QTimer::start));
    connect(m_session, &ClusterSession::releasesChanged, this, &SessionFindings::note);
    connect(m_session, &ClusterSession::stateChanged, this, &SessionFindings::schedule);
    connect(m_session->nodes(), &ObjectStoreBase::stateChanged, this, &SessionFindings::schedule);
    m_round.start(m_pauses.round);
    lookAgain();
}

void SessionFindings::setActive(bool isActive)
{
    m_isActive = isActive;
    if (!isActive)
        m_soon.stop();
    else if (m_isOld)
        noteLater();
    schedule();
}

void SessionFindings::lookAgain()
{
    if (!m_isStarted)
        return;
    m_isOld = true;
    m_isAsked = true;
    m_soon.stop();
    if (m_operation && !m_isAwaited)
        m_operation.reset(); // it gives way to all others and may take long
    schedule();
}

void SessionFindings::note()
{
    m_isOld = true;
    noteLater();
    schedule();
}

/// Not anew with each change: where one always does it would never come.
void SessionFindings::noteLater()
{
    if (!m_late.isActive())
        m_late.start();
}

/// A look in the background may get no core for minutes, and the rest after it is as long.
void SessionFindings::catchUp()
{
    if (!m_isActive || !hasLooked() || m_left.isValid())
        return;
    if (m_again && m_isJudgedAhead)
        noteLater(); // after it
    else
        judge(true);
    if (!m_turned.isEmpty() && !(m_operation && m_isAwaited))
        lookAgain();
}

/// A look at the moment that was left is nobody's, and would take time from the way to the next one; nor does
/// another begin before somebody stays. Who plays fast leaves every moment, and is shown one all the same.
void SessionFindings::leave()
{
    if (!m_left.isValid())
        m_left.start();
    m_again.reset();
    if (!m_left.hasExpired(m_pauses.longestWay.count())) {
        m_operation.reset();
        m_soon.stop();
    }
    note();
}

/// What was found at a later moment has not happened yet.
void SessionFindings::forgetFuture()
{
    if (!hasLooked() || std::max(m_result.extent.at, m_judgedAt) <= now())
        return;
    m_result = {};
    m_judgedAt = {};
    m_turned.clear();
    m_hasTurned = false;
    m_again.reset();
    m_problem.reset();
    m_rested.invalidate();
    Q_EMIT changed();
    note();
}

/// A rest spares a cluster, and what was found at another moment is wrong here.
void SessionFindings::stay()
{
    const bool isOfNow = m_operation ? m_begun == now() : hasLooked() && m_result.extent.at == now();
    if (!isOfNow)
        lookAgain();
}

std::chrono::milliseconds SessionFindings::restLeft() const
{
    return m_rested.isValid() ? m_rest - std::chrono::milliseconds(m_rested.elapsed())
                              : std::chrono::milliseconds(0);
}

/// While a look is under way what changes waits for its end; while the cluster cannot be read, for that.
void SessionFindings::schedule()
{
    const bool isReadable = m_session->state() == ClusterSession::State::Live ||
                            m_session->nodes()->reflector().state() == Reflector::State::Live;
    if (!m_isOld || m_operation || !m_isStarted || !m_isActive || !isReadable || m_soon.isActive())
        return;
    m_soon.start(m_isAsked ? std::chrono::milliseconds(0) : std::max(m_pauses.gather, restLeft()));
}

void SessionFindings::look()
{
    m_isOld = false;
    m_begun = now();
    m_spent.start();
    DiagnosisOperation::Parts parts = diagnosisParts(*m_session, m_signatures, *m_rules, m_operations);
    parts.isAwaited = m_isAwaited = std::exchange(m_isAsked, false);
    m_operation = std::make_unique<DiagnosisOperation>(std::move(parts));
    connect(m_operation.get(), &DiagnosisOperation::finished, this, &SessionFindings::take);
    m_operation->start();
}

void SessionFindings::ripen(std::chrono::milliseconds atLeast)
{
    if (m_result.next.isValid())
        m_ripe.start(std::max(atLeast, timeBetween(now(), m_result.next)) + ripening);
}

void SessionFindings::take()
{
    DiagnosisOperation *over = m_operation.release();
    over->deleteLater(); // it is the one that speaks
    const Result<DiagnosisResult> &result = over->result();
    m_left.invalidate();
    // A recording was wound back meanwhile.
    const bool isOfFuture = result && std::max(m_begun, result->extent.at) > now();
    m_problem = result ? std::nullopt : std::optional(result.error());
    const bool isBehind = result && m_judgedAt.isValid() && m_judgedAt > result->extent.at;
    if (result && !isOfFuture) {
        m_result = m_looked = *result;
        m_judgedAt = {};
        m_read = over->evidence();
        m_unread = over->unread();
        m_verdicts = over->verdicts();
        m_turned.clear();
        m_hasTurned = false;
        m_again.reset();
    }
    m_isOld = m_isOld || isOfFuture;
    m_rest = std::clamp(restFactor * std::chrono::milliseconds(m_spent.elapsed()), m_pauses.shortestRest,
                        m_pauses.longestRest);
    m_rested.start();
    m_ripe.stop();
    ripen(std::chrono::milliseconds(0));
    Q_EMIT changed();
    schedule();
    if (isBehind) // what was judged while it read is younger
        catchUp();
    else if (m_isOld)
        noteLater();
    if (result && !isOfFuture)
        follow(m_session->rollout()->keys()); // the nodes went on while it read
}

/// In a recording that is wound the next look tells.
void SessionFindings::follow(const QList<TrackKey> &keys)
{
    for (const TrackKey &key : keys) {
        if (!hasLooked() || !hasTurned(key))
            continue;
        m_hasTurned = true;
        if (!isTrouble(verdictNow(key)))
            m_turned.remove(key.node);
        else if (!isTrouble(m_verdicts.value(key, Verdict::NotPart)))
            m_turned.insert(key.node);
    }
    judgeAgain();
}

Verdict SessionFindings::verdictNow(const TrackKey &key) const
{
    const NodeTrack *track = m_session->rollout()->find(key);
    return track ? track->verdict : Verdict::NotPart;
}

bool SessionFindings::hasTurned(const TrackKey &key) const
{
    const Verdict now = verdictNow(key);
    const Verdict before = m_verdicts.value(key, Verdict::NotPart);
    if (now == before)
        return false;
    return isTrouble(now) || isTrouble(before) ||
           (now == Verdict::Done &&
            std::any_of(m_result.findings.cbegin(), m_result.findings.cend(),
                        [&key](const Finding &one) { return one.nodes.contains(key.node); }));
}

void SessionFindings::judgeAgain()
{
    if (!m_hasTurned || m_again || !m_isActive || !hasLooked() || m_left.isValid() ||
        !m_session->rollout()->isComplete())
        return;
    judge(false);
}

void SessionFindings::judge(bool isAwaited)
{
    m_hasTurned = false;
    DiagnosisOperation::Parts parts = diagnosisParts(*m_session, m_signatures, *m_rules);
    parts.isAwaited = m_isJudgedAhead = isAwaited;
    parts.known = m_read;
    m_again = std::make_unique<DiagnosisOperation>(std::move(parts));
    connect(m_again.get(), &DiagnosisOperation::finished, this, &SessionFindings::takeJudgement);
    m_again->start();
}

/// What was looked at, and when, is still what the last look says.
void SessionFindings::takeJudgement()
{
    DiagnosisOperation *over = m_again.release();
    over->deleteLater(); // it is the one that speaks
    if (const Result<DiagnosisResult> &made = over->result()) {
        m_judgedAt = made->extent.at;
        m_verdicts = over->verdicts();
        m_result.findings = made->findings;
        m_result.operators = made->operators;
        m_result.next = made->next;
        for (const auto &[list, read] : {std::pair(&m_result.notices, &m_looked.notices),
                                         std::pair(&m_result.missing, &m_looked.missing)}) {
            *list = *read;
            list->removeIf([this](const QString &sentence) { return m_unread.contains(sentence); });
            *list += over->unread();
            if (QStringList nodes(m_turned.cbegin(), m_turned.cend()); !nodes.isEmpty()) {
                nodes.sort();
                *list += DiagnosisTr::tr("%1: in trouble since the last full check; warnings, logs and the "
                                         "operators' resources have not been read again yet.",
                                         "nodes")
                             .arg(shortList(nodes));
            }
        }
        m_ripe.stop();
        ripen(std::chrono::milliseconds(0));
        Q_EMIT changed();
    }
    follow(m_session->rollout()->keys()); // the nodes went on while it judged
}

} // namespace chartroom
