// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/open_operations.h"

#include "core/base/clock.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/activity/activity_model.h"
#include "core/session/release_source.h"
#include "core/upgrade/upgrade_source.h"
#include "core/words/relative_time.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>
#include <memory>

namespace chartroom {

namespace {

constexpr std::chrono::seconds untilNextLook(5);
/// Another program may settle one; a question may have been lost with its connection.
constexpr std::chrono::seconds untilRareLook(30);

struct Journals
{
    QList<CutOperation> cut;
    bool isAnyHeld = false; ///< of those that are unsettled: who holds one may be dying, and tells nobody
};

/// What is at work on this machine is looked at here, before any cluster is asked.
Journals openJournals(const QString &operations)
{
    Journals journals;
    for (const QString &folder : operationFolders(operations)) {
        CutOperation one;
        one.entry = readActivityEntry(folder);
        if (!one.entry.problem.isEmpty() || !isUnsettled(one.entry.journal))
            continue;
        if (!one.entry.isHeld)
            one.traces = tracesOf(folder, one.entry.order.id);
        journals.isAnyHeld = journals.isAnyHeld || one.entry.isHeld || one.traces.isHeld;
        if (!one.entry.isHeld && one.traces.journal && isUnsettled(*one.traces.journal))
            journals.cut.append(one);
    }
    return journals;
}

bool isSame(const Recovery &one, const Recovery &other)
{
    const auto texts = [](const Recovery &recovery) {
        QStringList all = recovery.known + QStringList{QString()} + recovery.unknown;
        for (const NextMove &move : recovery.moves)
            all << QString::number(int(move.kind)) << move.text;
        return all;
    };
    return one.order.id == other.order.id && one.end == other.end && texts(one) == texts(other);
}

/// By what this machine has of it.
bool isAsBefore(const CutOperation &old, const CutOperation &now)
{
    return old.traces.isHeld == now.traces.isHeld && old.entry.end == now.entry.end;
}

/// For a helm or a Chartroom, whose end no release tells.
bool isWaiting(const CutOperation &operation)
{
    const QList<NextMove> &moves = operation.recovery.moves;
    return operation.traces.helm.isRunning() ||
           std::any_of(moves.cbegin(), moves.cend(),
                       [](const NextMove &move) { return move.kind == NextMove::Kind::Wait; });
}

Error notConnected(const QString &context)
{
    return {Error::Code::Unreachable,
            OpenOperations::tr("%1 is not connected.").arg(visibleText(context)),
            {},
            {}};
}

} // namespace

OpenOperations::OpenOperations(Fleet *fleet, const Clock *clock, QString operations, QObject *parent)
    : QObject(parent)
    , m_fleet(fleet)
    , m_clock(clock)
    , m_operations(std::move(operations))
{
    connect(fleet, &Fleet::entryChanged, this, &OpenOperations::follow);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &OpenOperations::readAgain);
}

void OpenOperations::readAgain()
{
    m_isDue = m_isReading;
    if (m_isReading || m_operations.isEmpty())
        return;
    m_isReading = true;
    onFinished(QtConcurrent::run(openJournals, m_operations), this, [this](const Journals &journals) {
        m_isReading = false;
        m_isAnyHeld = journals.isAnyHeld;
        take(journals.cut);
        if (m_isDue)
            readAgain();
    });
}

void OpenOperations::take(QList<CutOperation> cut)
{
    ++m_round;
    m_elsewhere.clear();
    cut.removeIf([this](const CutOperation &one) {
        const bool isOut = isElsewhere(*m_fleet, one.entry.order);
        if (isOut)
            m_elsewhere.append(one.entry.order);
        return isOut;
    });
    const QList<CutOperation> before = std::exchange(m_cut, std::move(cut));
    for (CutOperation &one : m_cut) {
        const QString &context = one.entry.order.context;
        const auto known = std::find_if(before.cbegin(), before.cend(), [&one](const CutOperation &old) {
            return old.entry.folder == one.entry.folder;
        });
        const bool isKnown = known != before.cend() && (m_followed.value(context) || isAsBefore(*known, one));
        one.recovery = isKnown ? known->recovery
                               : recoveryFrom(one.entry.order, *one.traces.journal, one.traces.isHeld,
                                              one.traces.helm, tl::make_unexpected(notConnected(context)),
                                              m_clock->now(), one.traces.ended);
    }
    markOwn();
    const bool isOther = !std::equal(before.cbegin(), before.cend(), m_cut.cbegin(), m_cut.cend(),
                                     [](const CutOperation &a, const CutOperation &b) {
                                         return a.entry.folder == b.entry.folder && isAsBefore(a, b);
                                     });
    m_isRead = true;
    Q_EMIT read();
    if (isOther)
        Q_EMIT changed();
    const QList<CutOperation> all = m_cut;
    if (!m_cut.isEmpty())
        m_soon.start(untilRareLook);
    bool isAsked = false; // what is asked is let answer before the next look
    for (const CutOperation &one : all) {
        const QString &context = one.entry.order.context;
        isAsked = isAsked || m_followed.value(context);
        if (m_followed.value(context))
            ask(one);
        else
            follow(context);
    }
    if (!isAsked)
        lookSoon();
}

void OpenOperations::lookSoon()
{
    if (m_isAnyHeld || std::any_of(m_cut.cbegin(), m_cut.cend(), isWaiting))
        m_soon.start(untilNextLook);
}

/// Once it is there, and again whenever a release in question changes.
void OpenOperations::follow(const QString &context)
{
    const bool isOther =
        std::any_of(m_cut.cbegin(), m_cut.cend(),
                    [&](const CutOperation &one) {
                        return one.entry.order.context == context && isElsewhere(*m_fleet, one.entry.order);
                    }) ||
        std::any_of(m_elsewhere.cbegin(), m_elsewhere.cend(), [&](const OperationHeader &one) {
            return one.context == context && !isElsewhere(*m_fleet, one);
        });
    if (isOther)
        return readAgain();
    const auto isOfContext = [&](const CutOperation &one) { return one.entry.order.context == context; };
    if (std::none_of(m_cut.cbegin(), m_cut.cend(), isOfContext))
        return;
    ReleaseSource *releases = m_fleet->upgrades(context) ? m_fleet->releases(context) : nullptr;
    const bool isLive = m_fleet->entry(context).state == ClusterSession::State::Live;
    const bool isLiveAgain = isLive && !m_live.contains(context);
    if (isLive)
        m_live.insert(context);
    else
        m_live.remove(context);
    if (releases == m_followed.value(context)) {
        if (releases && isLiveAgain)
            readAgain(); // what was asked before could not be read
        return;
    }
    if (ReleaseSource *old = m_followed.value(context))
        old->disconnect(this);
    m_followed.insert(context, releases);
    if (!releases)
        return;
    connect(releases, &ReleaseSource::releasesChanged, this, [this, context](const ReleaseDelta &delta) {
        const bool isInQuestion = std::any_of(m_cut.cbegin(), m_cut.cend(), [&](const CutOperation &one) {
            const ReleaseKey &key = one.entry.order.release;
            return one.entry.order.context == context &&
                   (delta.changed.contains(key) || delta.added.contains(key) || delta.removed.contains(key));
        });
        if (isInQuestion)
            readAgain(); // its helm may have ended with that
    });
    const QList<CutOperation> all = m_cut;
    for (const CutOperation &one : all)
        if (isOfContext(one))
            ask(one);
}

void OpenOperations::ask(const CutOperation &operation)
{
    onFinished(readRecovery(*m_fleet, *m_clock, operation.entry, operation.traces, this), this,
               [this, folder = operation.entry.folder, round = m_round](const Recovery &recovery) {
                   CutOperation *asked = round == m_round ? find(folder) : nullptr;
                   if (!asked)
                       return;
                   const bool isOther = !isSame(recovery, asked->recovery);
                   asked->recovery = recovery;
                   lookSoon();
                   if (isOther)
                       Q_EMIT changed();
               });
}

CutOperation *OpenOperations::find(const QString &folder)
{
    const auto found = std::find_if(m_cut.begin(), m_cut.end(),
                                    [&](const CutOperation &one) { return one.entry.folder == folder; });
    return found == m_cut.end() ? nullptr : &*found;
}

const CutOperation *OpenOperations::find(const QString &context, const ReleaseKey &release) const
{
    const auto found = std::find_if(m_cut.cbegin(), m_cut.cend(), [&](const CutOperation &one) {
        return one.entry.order.context == context && one.entry.order.release == release;
    });
    return found == m_cut.cend() ? nullptr : &*found;
}

void OpenOperations::setOwnRuns(const QList<OwnRun> &runs)
{
    if (runs == m_own)
        return;
    m_own = runs;
    markOwn();
    Q_EMIT changed();
}

const OwnRun *OpenOperations::ownRun(const QString &context, const ReleaseKey &release) const
{
    const auto found = std::find_if(m_own.cbegin(), m_own.cend(), [&](const OwnRun &one) {
        return one.context == context && one.release == release;
    });
    return found == m_own.cend() ? nullptr : &*found;
}

void OpenOperations::markOwn()
{
    for (CutOperation &one : m_cut) {
        const OwnRun *own = ownRun(one.entry.order.context, one.entry.order.release);
        one.own = own ? std::optional(*own) : std::nullopt;
    }
}

bool isElsewhere(const Fleet &fleet, const OperationHeader &order)
{
    return !order.clusterUid.isEmpty() &&
           isElsewhere({order.context, fleet.entry(order.context).clusterUid}, order);
}

QFuture<Recovery> readRecovery(const Fleet &fleet, const Clock &clock, const ActivityEntry &entry,
                               const OperationTraces &traces, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Recovery>>();
    promise->start();
    const OperationHeader &order = entry.order;
    // When the answer is there: by then the uid is known, where it can be.
    const auto answer = [promise, order, &fleet](Recovery recovery) {
        if (isElsewhere(fleet, order)) {
            recovery = {};
            recovery.order = order;
            recovery.known = {
                OpenOperations::tr("It was run on another cluster with the same context name.")};
            recovery.unknown = {OpenOperations::tr("Its result there.")};
        }
        promise->addResult(recovery);
        promise->finish();
    };
    // When the answer is there: before the cluster has answered anything, its clock is unknown.
    const auto now = [releases = QPointer<ReleaseSource>(fleet.releases(order.context)), &clock] {
        return releases ? releases->serverNow() : clock.now();
    };
    const JournalContents journal = traces.journal.value_or(entry.journal);
    const auto judged = [order, traces, journal, now](const Result<ReleaseTruth> &truth) {
        return recoveryFrom(order, journal, traces.isHeld, traces.helm, truth, now(), traces.ended);
    };
    const auto withoutCluster = [=](Recovery recovery) {
        addHold(recovery, journal, tl::make_unexpected(notConnected(order.context)));
        answer(recovery);
    };
    const QPointer<UpgradeSource> upgrades = fleet.upgrades(order.context);
    if (!upgrades) {
        withoutCluster(judged(tl::make_unexpected(notConnected(order.context))));
        return promise->future();
    }
    const auto withHold = [=](const Recovery &recovery) {
        if (!upgrades)
            return withoutCluster(recovery);
        onFinished(upgrades->heldNodes(), owner, [=](const Result<QList<HeldNode>> &held) {
            Recovery all = recovery;
            addHold(all, journal, held);
            answer(all);
        });
    };
    const auto truth = [=] {
        return upgrades ? upgrades->truth(order.release)
                        : readyFuture(Result<ReleaseTruth>(tl::make_unexpected(notConnected(order.context))));
    };
    const auto look = [=] {
        return upgrades ? upgrades->bystanders(order.release)
                        : readyFuture(Bystanders{{}, tl::make_unexpected(notConnected(order.context))});
    };
    const auto asks = [=](const ReleaseTruth &read) { return asksBystanders(judged(read), traces); };
    onFinished(readAttended(truth, look, asks, owner), owner, [=](const AttendedTruth &seen) {
        Recovery recovery = judged(seen.truth);
        if (seen.truth && seen.others && asksBystanders(recovery, traces))
            addBystanders(recovery, *seen.others, now());
        if (!seen.truth && isSilent(seen.truth.error())) {
            addHold(recovery, journal, tl::make_unexpected(seen.truth.error()));
            return answer(recovery);
        }
        withHold(recovery);
    });
    return promise->future();
}

QString ownRunText(const OwnRun &run)
{
    const QString title = visibleText(run.title);
    return run.since.isValid() ? OpenOperations::tr("In progress in this Chartroom since %1: %2.")
                                     .arg(absoluteTimeText(run.since), title)
                               : OpenOperations::tr("In progress in this Chartroom: %1.").arg(title);
}

Recovery withOwnRun(Recovery recovery, const OwnRun &run)
{
    recovery.known << ownRunText(run);
    recovery.moves = {{NextMove::Kind::Wait, OpenOperations::tr("Wait until it completes."), 0}};
    return recovery;
}

QString cutHeadline(const CutOperation &operation)
{
    const Recovery &recovery = operation.recovery;
    const QString what = OpenOperations::tr("%1 on %2: %3.")
                             .arg(activityTitle(operation.entry), visibleText(operation.entry.order.context),
                                  cutWord(operation));
    if (operation.own)
        return what + u' ' + ownRunText(*operation.own);
    if (!recovery.moves.isEmpty())
        return what + u' ' + OpenOperations::tr("Next: %1").arg(visibleText(recovery.moves.first().text));
    return recovery.end ? what + u' ' + OpenOperations::tr("Next: close its journal.") : what;
}

QString cutWord(const CutOperation &operation)
{
    return activityWord(operation.entry);
}

QString cutText(const CutOperation &operation)
{
    const Recovery recovery =
        operation.own ? withOwnRun(operation.recovery, *operation.own) : operation.recovery;
    QStringList lines{OpenOperations::tr("%1: %2.").arg(activityTitle(operation.entry), cutWord(operation)) +
                      u' ' + visibleText(recovery.known.join(u' '))};
    if (!recovery.unknown.isEmpty())
        lines << OpenOperations::tr("Unknown: %1").arg(visibleText(recovery.unknown.join(u' ')));
    for (const NextMove &move : recovery.moves)
        lines << OpenOperations::tr("Next: %1").arg(visibleText(move.text));
    return lines.join(u'\n');
}

} // namespace chartroom
