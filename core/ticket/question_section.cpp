// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/rollout/retry.h"
#include "core/ticket/open_matters.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/rollout_lane.h"

#include <QSet>

#include <algorithm>
#include <iterator>

namespace chartroom {

namespace {

constexpr qsizetype mostQuestions = 6;

/// The note, and what its text is known to mean, where a signature said so.
QString withMeaning(const TrackNote &note, const NodeTrack &track)
{
    QList<TrackNote> notes{note};
    for (const TrackNote &other : track.blockers)
        if (other.kind == NoteKind::Signature && notes.size() == 1)
            notes.append(other);
    return sentencesOf(notes);
}

/// The text that was found, and what it means.
QString said(const Finding &one)
{
    constexpr qsizetype most = 160;
    const QString quote = one.quote.simplified();
    const QString meaning = one.meaning.trimmed();
    if (quote.isEmpty())
        return meaning;
    return QStringLiteral("\"%1\": %2")
        .arg(quote.size() > most ? quote.first(most) + QStringLiteral("…") : quote, meaning);
}

/// All that blocks it, without how it is retried; where no note tells, what was found for which it failed.
QString blockersText(const NodeTrack &track, const TicketContext &desk)
{
    QList<TrackNote> notes = track.blockers;
    notes.removeIf(isRetryNote);
    if (notes.isEmpty())
        for (const Finding &one : findingsToTell(desk))
            if (isStandingCause(one, track))
                return said(one);
    return sentencesOf(notes);
}

/// Whether nodes with the same kernel took the driver: a driver is built for one.
QString kernelText(const NodeTrack &track, const TicketFacts &facts)
{
    const QString kernel = facts.kernels.value(track.node);
    // After a rollback the pod of a failed node still tries the other driver.
    if (kernel.isEmpty() || track.driverTo.isEmpty() || !track.isDriverCurrent)
        return {};
    int withSame = 0;
    int withAnother = 0;
    for (const NodeTrack &other : facts.tracks)
        if (other.component == track.component && other.verdict == Verdict::Done &&
            other.driverTo == track.driverTo)
            ++(facts.kernels.value(other.node) == kernel ? withSame : withAnother);
    if (withSame > 0)
        return TicketTr::tr(" %n other node(s) with the same kernel (%1) took %2.", nullptr, withSame)
            .arg(kernel, track.driverTo);
    return withAnother > 0
               ? TicketTr::tr(" No node with its kernel (%1) has taken %2 yet; %n with another kernel did.",
                              nullptr, withAnother)
                     .arg(kernel, track.driverTo)
               : QString();
}

/// What is said of the first node of several is said to be of that one.
QString ofFirst(const CauseGroup &group, const QString &text)
{
    return group.nodes.size() == 1 || text.isEmpty()
               ? text
               : TicketTr::tr("On %1: %2").arg(group.nodes.first(), text);
}

/// What makes the operator retry nodes that failed, once what blocks them is gone.
QString retryText(const CauseGroup &group, const TicketContext &desk)
{
    const QString command = retryCommand({group.track->component}, group.nodes);
    switch (retryOf(*group.track)) {
    case Retry::Later:
        if (isRetryTold(*group.track, desk))
            return TicketTr::tr(" Failed nodes are not retried automatically: see Findings.");
        return TicketTr::tr(
                   " Failed nodes are not retried automatically; once the cause is removed we run: %1")
            .arg(command);
    case Retry::AfterOther:
        if (group.nodes.size() == 1 && isRetryNote(*cause(*group.track)))
            return {}; // the note says so
        return TicketTr::tr(" Failed nodes are not retried automatically; once the other rollout is complete "
                            "on them and the cause is removed we run: %1")
            .arg(command);
    case Retry::Now: // the note says so of the first node
        return group.nodes.size() > 1 ? TicketTr::tr(" We run: %1").arg(command) : QString();
    case Retry::ByItself:
    case Retry::ByOperator:
        break;
    }
    return {};
}

/// What we do about it, where that is ours; "" where the note says it.
QString willText(const CauseGroup &group)
{
    const NodeTrack &track = *group.track;
    const QString uncordon = QStringLiteral("kubectl uncordon ") + group.nodes.join(u' ');
    switch (nodeStepOf(track)) {
    case NodeStep::Retry:
        return {};
    case NodeStep::SwitchOn:
        return TicketTr::tr("We will switch it on.");
    case NodeStep::StartOperator:
        return TicketTr::tr("We will start it again.");
    case NodeStep::AskWhoCordoned:
        return TicketTr::tr("Once whoever cordoned it agrees we run: %1").arg(uncordon);
    case NodeStep::Uncordon:
        if (!track.isCordoned) // a taint of AMD's operator
            break;
        return (group.areDriversReady ? TicketTr::tr("We run: %1")
                                      : TicketTr::tr("Once the driver pods there are ready we run: %1"))
            .arg(uncordon);
    default:
        break;
    }
    return TicketTr::tr("We will unblock it.");
}

/// A retry is told after the driver pod that it replaces.
QList<TrackNote> withPod(const TrackNote &note, const NodeTrack &track)
{
    QList<TrackNote> notes;
    if (isRetryNote(note))
        std::copy_if(track.blockers.cbegin(), track.blockers.cend(), std::back_inserter(notes),
                     [](const TrackNote &one) { return one.kind == NoteKind::UnwantedDriverPod; });
    return notes << note;
}

QString toldText(const CauseGroup &group, const TrackNote &note, const TicketContext &desk)
{
    const QString nodes = shortList(group.nodes, 8);
    const QString waits =
        group.nodes.size() == 1
            ? TicketTr::tr("For your information: %1 (%2) is waiting for us.").arg(nodes, group.titles)
            : TicketTr::tr("For your information: %1 (%2) are waiting for us.").arg(nodes, group.titles);
    QStringList said{waits, ofFirst(group, sentencesOf(withPod(note, *group.track))), willText(group)};
    said.removeAll(QString());
    const QString all = said.join(u' ');
    const QString retry = retryText(group, desk);
    return retry.isEmpty() ? all : closedSentence(all) + retry;
}

QString nodeQuestion(const CauseGroup &group, const TicketContext &desk)
{
    const NodeTrack &track = *group.track;
    const QString nodes = shortList(group.nodes, 8);
    const TrackNote *note = cause(track);
    const TicketRelease *release = releaseOfTrack(desk.facts, track);
    const bool isLost = track.verdict == Verdict::Lost;
    const bool isOwnComponent = !isLost && release && release->ownership.scope == SupportScope::CustomerOwned;
    const bool isHeldByUs = note && handOf(track, desk) == Hand::Ours;
    if (isHeldByUs && (!isOwnComponent || handOf(note->kind) == Hand::Ours))
        return toldText(group, *note, desk);
    if (isOwnComponent)
        return TicketTr::tr(
                   "For your information: on %1 the %2 has a problem, caused by a component of our own.")
            .arg(nodes, group.titles);
    if (!note) {
        const QString since =
            track.since.isValid() ? desk.times.moment(track.since) : TicketTr::tr("an unknown time");
        const QString told = blockersText(track, desk);
        const QString state =
            told.isEmpty()
                ? TicketTr::tr("It has been at \"%1\" since %2, and we see nothing that blocks it.")
                      .arg(rolloutLane(track).words, since)
                : TicketTr::tr("It has been at \"%1\" since %2. %3", "blockers in sentences")
                      .arg(rolloutLane(track).words, since, told);
        return TicketTr::tr("What is the %1 waiting for on %2? %3")
                   .arg(group.titles, nodes, ofFirst(group, state)) +
               retryText(group, desk);
    }
    const bool isOfDriver = note->kind == NoteKind::DriverPod || note->kind == NoteKind::InitContainer;
    const QString said = ofFirst(
        group, isLost ? sentencesOf({*note})
                      : withMeaning(*note, track) + (isOfDriver ? kernelText(track, desk.facts) : QString()));
    if (release && release->ownership.scope == SupportScope::BestEffort &&
        nodeStepOf(track) == NodeStep::Advise)
        return TicketTr::tr("What would you advise for %1 (%2)? %3").arg(nodes, group.titles, said);
    return questionText(group, nodes, said);
}

/// Support has nothing to do about it.
bool isOurs(const NodeTrack &track, const TicketContext &desk)
{
    const TicketRelease *release = releaseOfTrack(desk.facts, track);
    return handOf(track, desk) == Hand::Ours || (track.verdict != Verdict::Lost && release &&
                                                 release->ownership.scope == SupportScope::CustomerOwned);
}

/// What Support is asked first, and then what it is only told.
QStringList nodeQuestions(const TicketContext &desk)
{
    QStringList questions;
    QStringList told;
    QSet<QString> left;
    const QList<CauseGroup> groups = causeGroups(desk);
    for (const CauseGroup &group : groups) {
        if (questions.size() + told.size() < mostQuestions)
            (isOurs(*group.track, desk) ? told : questions).append(nodeQuestion(group, desk));
        else
            left += QSet<QString>(group.nodes.cbegin(), group.nodes.cend());
    }
    questions += told;
    if (!left.isEmpty())
        questions.append(TicketTr::tr("%n more node(s) are blocked; all are in the attached table.", nullptr,
                                      int(left.size())));
    return questions;
}

bool isProviders(const TicketFacts &facts)
{
    const TicketRelease *subject = subjectOf(facts);
    return subject && subject->ownership.owner != Owner::Customer;
}

QStringList questionsBefore(const TicketFacts &facts)
{
    QStringList questions{
        windowOf(facts) ? TicketTr::tr("Do you approve this in this window, and should it wait for anything?")
                        : TicketTr::tr("When can this be done, and should it wait for anything?")};
    const QStringList values = plannedValues(facts);
    if (facts.draft && isProviders(facts) && keepsChart(facts) && !values.isEmpty())
        questions.append(TicketTr::tr("Is this validated for this cluster with %1 %2: %3?")
                             .arg(facts.draft->chart.name, facts.draft->chart.version, shortList(values, 3)));
    else if (facts.draft && isProviders(facts))
        questions.append(TicketTr::tr("Is %1 %2 validated for this cluster?")
                             .arg(facts.draft->chart.name, facts.draft->chart.version));
    qsizetype paths = 0;
    for (const TicketRelease &one : facts.releases)
        if (one.release.divergence && one.ownership.owner != Owner::Customer)
            paths += valuesToKeep(one, facts).size();
    if (paths > 0)
        questions.append(TicketTr::tr("Does anything in our own configuration below (%n path(s)) prevent it?",
                                      nullptr, int(paths)));
    return questions;
}

/// What is found beside the nodes that were asked about.
QStringList findingQuestions(const TicketContext &desk)
{
    QSet<QString> asked;
    for (const NodeTrack *track : tracksToTell(desk))
        if (needsHand(*track))
            asked.insert(track->node);
    QStringList questions;
    QStringList left;
    for (const Finding &one : findingsToTell(desk)) {
        const bool isNew = std::none_of(one.nodes.cbegin(), one.nodes.cend(),
                                        [&](const QString &node) { return asked.contains(node); });
        if (!isNew || one.bearing != Bearing::Cause || one.scope == SupportScope::CustomerOwned)
            continue;
        if (questions.size() == mostQuestions)
            left.append(placeOf(one));
        else
            questions.append(
                (one.nextStep.isEmpty() || desk.options.without.contains(TicketPart::Findings)
                     ? TicketTr::tr("What should be done about %1? %2")
                     : TicketTr::tr("May we take the next step that the findings name for %1? %2"))
                    .arg(placeOf(one), said(one)));
    }
    if (!left.isEmpty())
        questions.append(
            TicketTr::tr("The same is asked about %n more finding(s): %1.", nullptr, int(left.size()))
                .arg(shortList(left, 8)));
    return questions;
}

/// Somebody else may have a reason for the cordon.
QStringList cordonQuestions(const TicketContext &desk)
{
    const QStringList nodes = nodesLeftCordoned(desk);
    if (nodes.isEmpty())
        return {};
    return {TicketTr::tr("Did you cordon %1? If not, we run: kubectl uncordon %2")
                .arg(shortList(nodes, 8), nodes.join(u' '))};
}

/// What makes the rest go on is known where they wait for the switch alone.
QString offText(const TicketFacts &facts)
{
    return isPaused(facts) ? u' ' + TicketTr::tr("None starts until we switch the upgrades on.") : QString();
}

/// A window that has ended stays open for nobody: it is extended, or another one is agreed on.
QStringList extensionQuestions(const TicketContext &desk)
{
    const QStringList open = nodesToGo(desk.facts.tracks);
    const QString ended = windowEndText(desk);
    if (open.isEmpty() || ended.isEmpty())
        return {};
    return {TicketTr::tr("%n node(s) are still to go (%1). %2: may it be extended for them?", nullptr,
                         int(open.size()))
                .arg(shortList(open, 8), ended) +
            offText(desk.facts)};
}

QStringList questionsDuring(const TicketContext &desk)
{
    QStringList questions =
        nodeQuestions(desk) + findingQuestions(desk) + cordonQuestions(desk) + extensionQuestions(desk);
    for (const Pace &pace : desk.facts.paces)
        if (pace.isOpen && !pace.isOff && pace.held > 0 && !pace.safeStop.isEmpty())
            questions.append(TicketTr::tr("Should it be paused meanwhile? %1").arg(pace.safeStop));
    return questions;
}

/// Something on the nodes is wrong that is ours alone to mend.
bool hasOwnTrouble(const TicketContext &desk)
{
    const QList<Finding> findings = findingsToTell(desk);
    return std::any_of(findings.cbegin(), findings.cend(), [](const Finding &one) {
        return one.bearing == Bearing::Cause && !one.nodes.isEmpty();
    });
}

QStringList questionsAfter(const TicketContext &desk)
{
    const TicketFacts &facts = desk.facts;
    QStringList questions = nodeQuestions(desk) + findingQuestions(desk) + cordonQuestions(desk);
    const std::optional<ActivityEntry> &operation = facts.operation;
    if (operation && !operation->problems.isEmpty())
        questions.append(TicketTr::tr("Are the differences from the plan (below) a problem for you?"));
    if (!windowEndText(desk).isEmpty())
        questions += extensionQuestions(desk);
    else if (const QStringList open = nodesToGo(facts.tracks); !open.isEmpty())
        questions.append(TicketTr::tr("%n node(s) are still to go (%1): does the window stay open for them?",
                                      nullptr, int(open.size()))
                             .arg(shortList(open, 8)) +
                         offText(facts));
    for (const QString &removed : removedTexts(desk))
        questions.append(TicketTr::tr("%1 Was the node removed on purpose?").arg(removed));
    const QStringList open = openMatters(facts);
    if (!open.isEmpty())
        questions.append(
            TicketTr::tr("The window cannot be closed yet: %1").arg(open.join(QStringLiteral(" "))));
    const bool hasEnded = operation && operation->end == OperationResult::End::Done;
    if (questions.isEmpty() && hasEnded && !hasOwnTrouble(desk))
        questions.append(TicketTr::tr("No action is requested: the window can be closed."));
    return questions;
}

QStringList questions(const TicketContext &desk)
{
    switch (desk.options.phase) {
    case TicketPhase::Before:
        return questionsBefore(desk.facts);
    case TicketPhase::During:
        return questionsDuring(desk);
    case TicketPhase::After:
        return questionsAfter(desk);
    case TicketPhase::Handover:
        break;
    }
    return {}; // nobody is asked: the next shift decides
}

} // namespace

TicketBlocks questionSection(const TicketContext &desk)
{
    TicketBullets bullets;
    if (const QString own = desk.options.question.trimmed(); !own.isEmpty())
        bullets.items.append(own);
    bullets.items += questions(desk);
    if (bullets.items.isEmpty())
        return {};
    return {TicketHeading{TicketTr::tr("Our request to Support")}, bullets};
}

} // namespace chartroom
