// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/told_facts.h"

#include "core/base/moments.h"
#include "core/rollout/retry.h"
#include "core/ticket/sections.h"
#include "core/words/rollout_lane.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace chartroom {

namespace {

constexpr std::chrono::hours aDay(24);
/// An operation ends before the first node is taken: a canary bakes, an operator looks once in a while.
constexpr std::chrono::hours toTheFirstNode(1);

bool isChange(const ActivityEntry &operation)
{
    return operation.order.kind == OperationKind::Upgrade || operation.order.kind == OperationKind::Rollback;
}

/// The revision that it wrote; 0 for none.
int madeRevision(const ActivityEntry &operation)
{
    const bool ranHelm = std::any_of(operation.steps.cbegin(), operation.steps.cend(),
                                     [](const ActivityStep &one) { return one.step == u"Helm"; });
    const int last = lastRevisionOf(operation);
    return isChange(operation) && ranHelm && last != operation.order.plannedOn ? last : 0;
}

/// Somebody has made a revision since.
bool isOutdated(const ActivityEntry &operation, const TicketFacts &facts)
{
    const int last = lastRevisionOf(operation);
    const ReleaseKey &of = operation.order.release;
    const auto release =
        std::find_if(facts.releases.cbegin(), facts.releases.cend(), [&of](const TicketRelease &one) {
            return one.release.key.name == of.name && one.release.key.namespaceName == of.namespaceName;
        });
    if (last <= 0 || release == facts.releases.cend() || release->release.revisions.isEmpty())
        return false;
    const int newest = release->release.newest().revision;
    // Before it has made its own, the newest is the one that it was planned on.
    return operation.revision > 0 ? newest != last : newest > last;
}

/// Since when something was done that the ticket is about; where nothing tells, since a day ago.
QDateTime sinceWhen(const ActivityEntry &operation, const TicketFacts &facts)
{
    QDateTime since;
    for (const Pace &pace : facts.paces)
        if (pace.start.isValid() && (pace.isOpen || pace.isEndKnown || pace.held > 0) &&
            (!since.isValid() || pace.start < since))
            since = pace.start;
    return since.isValid() ? laterBy(since, -toTheFirstNode)
                           : laterBy(facts.now, -std::max<std::chrono::seconds>(aDay, operation.order.bake));
}

bool isInWindow(const ActivityEntry &operation, const TicketFacts &facts)
{
    if (!operation.end)
        return true;
    const QDateTime ended = operation.ended.isValid() ? operation.ended : operation.order.started;
    if (const std::optional<UpgradeWindow> window = windowOf(facts))
        return ended >= laterBy(window->start, -toTheFirstNode) &&
               operation.order.started <= laterBy(window->end, aDay); // what it took to mend it, too
    return !facts.now.isValid() || ended >= sinceWhen(operation, facts);
}

QString textIn(const ActivityEntry &operation, const char *name)
{
    return operation.journal.records.isEmpty()
               ? QString()
               : operation.journal.records.first().data.at({QLatin1String(name)}).toString();
}

/// From the first that is of the window on, however long a canary baked before the others were released: what
/// that released is of the same window. What is open or unsettled is told
/// whenever it began.
QList<ActivityEntry> operationsOfWindow(const QList<ActivityEntry> &all, const TicketFacts &facts)
{
    QStringList held;
    QStringList open;
    QDateTime since;
    for (auto one = all.crbegin(); one != all.crend(); ++one) {
        const bool isOpen = !one->end || (isLeftUnsettled(*one) && !isOutdated(*one, facts));
        if (isOpen)
            open << one->order.id;
        if (!isInWindow(*one, facts) && !held.contains(one->order.id))
            continue;
        if (const QString holds = textIn(*one, "holds"); !holds.isEmpty())
            held << holds;
        if (one->end && (!since.isValid() || one->order.started < since))
            since = one->order.started;
    }
    QList<ActivityEntry> told;
    for (const ActivityEntry &one : all)
        if (open.contains(one.order.id) || (since.isValid() && one.order.started >= since))
            told << one;
    return told;
}

/// That of the newest operation that had one, unless one was given that was not over when it began.
std::optional<UpgradeWindow> windowIn(const QList<ActivityEntry> &operations,
                                      const std::optional<UpgradeWindow> &given)
{
    const auto found = std::find_if(operations.crbegin(), operations.crend(),
                                    [](const ActivityEntry &one) { return one.order.window.has_value(); });
    if (found == operations.crend() || (given && given->end > found->order.started))
        return given;
    return found->order.window;
}

/// Upgrades and rollbacks that nothing here wrote, from the window's begin or the first operation of it on.
QList<OthersRevision> othersRevisions(const TicketFacts &facts, const QList<ActivityEntry> &all)
{
    const std::optional<UpgradeWindow> window = windowOf(facts);
    QDateTime since = window ? window->start : QDateTime();
    for (const ActivityEntry &one : facts.operations)
        if (!since.isValid() || one.order.started < since)
            since = one.order.started;
    QList<OthersRevision> found;
    for (const TicketRelease &one : facts.releases)
        for (const RevisionEntry &entry : one.release.revisions) {
            const QDateTime at = entry.date.shown();
            const bool isOurs = std::any_of(all.cbegin(), all.cend(), [&](const ActivityEntry &operation) {
                const ReleaseKey &of = operation.order.release;
                return of.name == one.release.key.name && of.namespaceName == one.release.key.namespaceName &&
                       madeRevision(operation) == entry.revision;
            });
            if (!since.isValid() || !at.isValid() || at < since || isOurs ||
                (window && at > laterBy(window->end, aDay)))
                continue;
            RevisionWords words = one.words.value(entry.revision);
            if (one.release.record && one.release.record->revision == entry.revision)
                words = {one.release.record->chartVersion, one.release.record->description};
            found.append({at, one.release.key.name, entry.revision, words});
        }
    std::sort(found.begin(), found.end(), [](const OthersRevision &a, const OthersRevision &b) {
        return std::tie(a.at, a.release, a.revision) < std::tie(b.at, b.release, b.revision);
    });
    return found;
}

/// A ticket about earlier days does not name them.
void keepRemovedInWindow(TicketFacts &facts)
{
    QDateTime since = laterBy(facts.now, -aDay);
    if (const std::optional<UpgradeWindow> window = windowOf(facts))
        since = laterBy(window->start, -toTheFirstNode);
    else if (!facts.operations.isEmpty())
        since = facts.operations.first().order.started;
    facts.removed.removeIf([&since](const RemovedNode &one) { return one.at < since; });
}

/// Of the node's driver: what quotes the same words, else what is said of the driver itself.
const Finding *causeFoundOf(const NodeTrack &track, const QString &match, const QList<Finding> &findings)
{
    const Finding *found = nullptr;
    for (const Finding &one : findings) {
        if (one.bearing != Bearing::Cause || !one.nodes.contains(track.node) || one.meaning.isEmpty())
            continue;
        if (one.quotes.value(track.node, one.quote).contains(match))
            return &one;
        if (!found && one.concerns == one.operand && one.component == componentTitle(track.component))
            found = &one;
    }
    return found;
}

/// A failed container's words are known to mean something; the diagnosis knows more of the node, such as that
/// others with its kernel took the driver. Each section says what that found.
void tellFoundCauses(TicketFacts &facts)
{
    for (NodeTrack &track : facts.tracks)
        for (TrackNote &note : track.blockers) {
            if (note.kind != NoteKind::Signature)
                continue;
            const QString match = note.text.section(u'"', 1, 1);
            if (const Finding *found = causeFoundOf(track, match, facts.findings))
                note.text = QStringLiteral("\"%1\": %2").arg(match, meaningText(*found));
        }
}

/// A retry would fail for it again.
bool hasStandingCause(const NodeTrack &track, const QList<Finding> &findings)
{
    const auto blocks = [](const TrackNote &note) {
        return !isRetryNote(note) && handOf(note.kind) != Hand::Operator;
    };
    return std::any_of(track.blockers.cbegin(), track.blockers.cend(), blocks) ||
           std::any_of(findings.cbegin(), findings.cend(),
                       [&track](const Finding &one) { return isStandingCause(one, track); });
}

/// Nobody is told to retry a node now whose cause stands.
void putOffRetries(TicketFacts &facts)
{
    for (NodeTrack &track : facts.tracks) {
        if (retryOf(track) != Retry::Now || !hasStandingCause(track, facts.findings))
            continue;
        for (TrackNote &note : track.blockers)
            if (note.kind == NoteKind::RetryLabelNow)
                note = {NoteKind::RetryLabel, laterRetryText(track.component, track.node)};
    }
}

} // namespace

int lastRevisionOf(const ActivityEntry &operation)
{
    if (operation.revision > 0 || !isChange(operation) || operation.order.plannedOn <= 0)
        return operation.revision;
    return operation.order.plannedOn + 1;
}

bool isLeftUnsettled(const ActivityEntry &operation)
{
    return operation.isCut() || (operation.end && isUnsettled(operation.journal));
}

std::optional<ActivityEntry> mainChange(const QList<ActivityEntry> &operations)
{
    using End = OperationResult::End;
    const auto changed = [](const ActivityEntry &one) {
        return isChange(one) && one.end != End::NotStarted && one.end != End::Cancelled;
    };
    for (const std::function<bool(const ActivityEntry &)> &isMain :
         {std::function<bool(const ActivityEntry &)>(changed),
          std::function<bool(const ActivityEntry &)>(isChange)}) {
        const auto found = std::find_if(operations.crbegin(), operations.crend(), isMain);
        if (found != operations.crend())
            return *found;
    }
    return operations.isEmpty() ? std::nullopt : std::optional(operations.last());
}

TicketFacts toldFacts(TicketFacts facts, TicketPhase phase)
{
    tellFoundCauses(facts);
    putOffRetries(facts);
    QList<ActivityEntry> all = std::move(facts.operations);
    if (all.isEmpty() && facts.operation)
        all.append(*facts.operation);
    facts.operations.clear();
    facts.operation.reset();
    if (phase != TicketPhase::Before) {
        if (!facts.draft || !facts.draft->window)
            facts.window = windowIn(facts.window ? all : operationsOfWindow(all, facts), facts.window);
        facts.operations = operationsOfWindow(all, facts);
        facts.others = othersRevisions(facts, all);
        facts.operation = mainChange(facts.operations);
        if (facts.operation && !facts.operation->isHeld && isOutdated(*facts.operation, facts))
            facts.operation.reset();
        keepRemovedInWindow(facts);
    }
    if (phase == TicketPhase::Before) {
        facts.removed.clear();
        return facts;
    }
    if (facts.draft) {
        facts.window = windowOf(facts);
        if (const QString reference = supportReferenceOf(*facts.draft); !reference.isEmpty())
            facts.supportReference = reference;
        facts.draft.reset();
        facts.preflight.reset();
        facts.plan.reset();
    }
    // What is noted of a window beside it, or of another operation, may be of an earlier change.
    if (facts.operation)
        if (const QString own = textIn(*facts.operation, "supportReference"); !own.isEmpty())
            facts.supportReference = own;
    return facts;
}

} // namespace chartroom
