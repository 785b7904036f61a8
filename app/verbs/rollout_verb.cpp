// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/rollout_verb.h"

#include "app/exit_code.h"
#include "app/pace_printout.h"
#include "core/base/short_list.h"
#include "core/rollout/driver_keys.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// How often it looks whether all of a moment is told.
constexpr auto settling = 20ms;
/// What is read passes on its news at least every 100 ms, and paces follow within a second.
constexpr auto quiet = 200ms;
constexpr auto quietAtEnd = 1500ms;
/// A recording is gone through in at most so many steps, none of them shorter than that.
constexpr int mostSteps = 1800;
constexpr std::chrono::milliseconds shortestStep = 1s;
constexpr qsizetype mostSets = 20; ///< DaemonSets that a message names

/// The end of the step in which something changes next. Events of the API are remarks on changes.
std::chrono::milliseconds nextMoment(const Recording &recording, std::chrono::milliseconds now)
{
    const std::chrono::milliseconds step = std::max(shortestStep, recording.duration() / mostSteps);
    const RecordingEvents &events = recording.events;
    for (qsizetype i = countAt(events, now); i < events.size(); ++i) {
        const bool isTold =
            RecordingEvent::isChange(events.type(i)) && events.identity(i).resource != u"events";
        if (isTold)
            return std::min((events.at(i) / step + 1) * step - 1ms, recording.duration());
    }
    return recording.duration();
}

/// No rollout is at work on the node, and who cordoned it is unknown.
bool isCordonUnexplained(const NodeTrack &track)
{
    return track.verdict == Verdict::NotKnown &&
           std::any_of(track.contradictions.cbegin(), track.contradictions.cend(), [](const TrackNote &note) {
               return note.kind == NoteKind::DoneUnschedulable || note.kind == NoteKind::CordonedByUnknown;
           });
}

} // namespace

RolloutVerb::RolloutVerb(Invocation invocation, Sessions sessions, Console *console)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
{
    m_step.setInterval(settling);
    connect(&m_step, &QTimer::timeout, this, &RolloutVerb::goOn);
}

void RolloutVerb::print(const QList<ClusterSession *> &readable)
{
    m_recorded = qobject_cast<RecordedTransport *>(readable.first()->transport());
    m_isAllRead = true;
    if (!invocation().isOverSeveral())
        follow(readable.first());
    endWhenAllIsPrinted();
}

void RolloutVerb::readOne(ClusterSession *session)
{
    if (invocation().isOverSeveral())
        follow(session);
}

void RolloutVerb::follow(ClusterSession *session)
{
    RolloutStore *rollout = session->rollout();
    const QString component = invocation().component;
    if (isPlainDaemonSet(component) || component == RolloutStore::everyDaemonSet)
        rollout->follow(component);
    ++m_awaited;
    whenRolloutIsRead(session, [this, session](const std::optional<Error> &problem) {
        --m_awaited;
        if (problem)
            report(*session, *problem);
        else
            printOne(session);
        endWhenAllIsPrinted();
    });
}

void RolloutVerb::endWhenAllIsPrinted()
{
    if (!m_isAllRead || m_awaited > 0 || m_isWatching)
        return;
    printAll(m_printouts);
    end(m_code);
}

bool RolloutVerb::isChosen(const QString &component) const
{
    const QString &wanted = invocation().component;
    return wanted.isEmpty() || component == wanted ||
           (wanted == RolloutStore::everyDaemonSet && isPlainDaemonSet(component));
}

QList<NodeTrack> RolloutVerb::chosen(QList<NodeTrack> tracks) const
{
    tracks.removeIf([this](const NodeTrack &track) { return !isChosen(track.component); });
    return tracks;
}

QList<Pace> RolloutVerb::chosen(QList<Pace> paces) const
{
    paces.removeIf([this](const Pace &pace) { return !isChosen(pace.component); });
    return paces;
}

QList<const DriverFleet *> RolloutVerb::chosenFleets() const
{
    QList<const DriverFleet *> fleets;
    for (const DriverKind kind : allDrivers) {
        const DriverFleet *fleet = m_rollout->fleet(componentText(kind));
        if (fleet && isChosen(componentText(kind)))
            fleets << fleet;
    }
    return fleets;
}

int RolloutVerb::exitCode(const QList<NodeTrack> &tracks)
{
    return std::any_of(tracks.cbegin(), tracks.cend(),
                       [](const NodeTrack &track) {
                           return isTrouble(track.verdict) || isInDoubt(track) || isCordonUnexplained(track);
                       })
               ? Found
               : Done;
}

std::optional<Error> RolloutVerb::wrongComponent() const
{
    const QString &wanted = invocation().component;
    const auto sets = m_rollout->daemonSets();
    if (!isPlainDaemonSet(wanted) || !sets || sets->value(wanted) == wanted)
        return std::nullopt;
    if (sets->contains(wanted))
        return Error{Error::Code::Invalid,
                     tr("%1 is the driver's DaemonSet. Use --component %2.").arg(wanted, sets->value(wanted)),
                     {},
                     {}};
    return Error{
        Error::Code::NotFound,
        sets->isEmpty()
            ? tr("There is no DaemonSet %1, and no other one.").arg(wanted)
            : tr("There is no DaemonSet %1. There are: %2.").arg(wanted, shortList(sets->keys(), mostSets)),
        {},
        {}};
}

void RolloutVerb::printOne(ClusterSession *session)
{
    m_session = session;
    m_rollout = session->rollout();
    m_notices.clear();
    if (const auto refusal = m_rollout->refusal()) // no rows would look like nothing to do
        return report(*session, *refusal);
    if (const auto wrong = wrongComponent())
        return report(*session, *wrong);
    printNotices();
    const RolloutMoment moment = m_rollout->moment();
    const QList<NodeTrack> tracks = chosen(moment.tracks);
    if (tracks.isEmpty())
        note(*session, m_rollout->notices().isEmpty()
                           ? tr("No node is part of a rollout.")
                           : tr("No node is seen in a rollout; one that cannot be read may be in progress."));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (!invocation().watch) {
        const auto history = [this](const TrackKey &key) { return m_rollout->history(key); };
        const RolloutPrintoutParts parts{tracks,           history,        chosen(moment.paces),
                                         m_rollout->now(), chosenFleets(), m_rollout->notices()};
        if (format == OutputFormat::Table)
            printForPeople(parts);
        else
            m_printouts.append({session->name(), rolloutPrintout(parts)});
        m_code = qMax(m_code, exitCode(tracks));
        return;
    }
    m_isWatching = true;
    printPauses();
    for (const NodeTrack &track : tracks)
        say(track, track.since);
    printPaces();
    connect(m_rollout, &RolloutStore::tracksChanged, this, &RolloutVerb::printChanges);
    connect(m_rollout, &RolloutStore::tracksChanged, this, &RolloutVerb::printPauses);
    connect(m_rollout, &RolloutStore::pacesChanged, this, &RolloutVerb::printPauses);
    connect(m_rollout, &RolloutStore::pacesChanged, this, &RolloutVerb::printPaces);
    connect(m_rollout, &RolloutStore::noticesChanged, this, &RolloutVerb::printNotices);
    m_news.start();
    if (m_recorded)
        m_step.start();
}

void RolloutVerb::printForPeople(const RolloutPrintoutParts &parts)
{
    const bool listsAll = invocation().listsAll;
    if (invocation().isOverSeveral()) {
        if (std::exchange(m_hasPrinted, true))
            console().data("\n");
        console().text(tr("Cluster %1").arg(m_session->name()) + u'\n');
    }
    console().text(rolloutSummary(parts));
    if (const Printout table = rolloutTable(parts, listsAll); !table.rows.isEmpty()) {
        console().data("\n");
        console().print(table);
    }
    if (const QString note = listsAll ? QString() : restNote(parts); !note.isEmpty())
        console().text(u'\n' + note + u'\n');
}

/// What a moment brought is told before the next one comes; at the end, also what takes a while longer.
void RolloutVerb::goOn()
{
    const auto duration = m_recorded->recording().duration();
    const bool isAtEnd = m_recorded->position() == duration;
    const bool isTold =
        m_recorded->isSettled() && (isAtEnd ? m_rollout->isSettled() : m_rollout->isComplete());
    if (!isTold) {
        m_news.start();
        return;
    }
    if (std::chrono::milliseconds(m_news.elapsed()) < (isAtEnd ? quietAtEnd : quiet))
        return;
    if (!isAtEnd) {
        m_news.start();
        m_recorded->seek(nextMoment(m_recorded->recording(), m_recorded->position()));
        return;
    }
    m_step.stop();
    const QList<NodeTrack> tracks = chosen(m_rollout->tracks());
    for (const NodeTrack &track : tracks)
        say(track, m_rollout->now());
    end(exitCode(tracks));
}

void RolloutVerb::printChanges(const QList<TrackKey> &keys)
{
    m_news.start();
    for (const TrackKey &key : keys) {
        const NodeTrack *track = m_rollout->find(key);
        if (track && isChosen(track->component) && isHistoryThere(*track))
            say(*track, m_rollout->now());
    }
}

/// Of a recording it is read on the pool, and its track is told once more then.
bool RolloutVerb::isHistoryThere(const NodeTrack &track) const
{
    const NodeHistory history = m_rollout->history({track.node, track.component});
    if (!m_recorded || history.isEmpty())
        return true;
    const StepInterval &last = history.intervals().last();
    return last.label == track.label && last.step == track.step;
}

/// An end moves with every second; a line is worth it when a node came further.
void RolloutVerb::printPaces()
{
    m_news.start();
    const QList<Pace> paces = chosen(m_rollout->paces());
    for (const Pace &pace : paces) {
        const std::array counts{pace.nodes, pace.verifying, pace.done,    pace.doubted,
                                pace.held,  pace.notKnown,  pace.skipped, int(pace.isOpen)};
        const auto said = m_paces.constFind(pace.component);
        if (said != m_paces.cend() && *said == counts)
            continue;
        m_paces.insert(pace.component, counts);
        sayLine(m_rollout->now(), paceLine(pace));
    }
}

/// A policy that changes also changes what holds its nodes, or how many may go at once.
void RolloutVerb::printPauses()
{
    const QList<const DriverFleet *> fleets = chosenFleets();
    const auto before = std::exchange(m_pauses, pausesOf(chosen(m_rollout->tracks()), fleets));
    for (const QString &line : pauseLines(before, m_pauses, fleets))
        sayLine(m_rollout->now(), line);
}

/// A cluster that does not answer any more looks as one where nothing happens (invariant I1).
void RolloutVerb::printNotices()
{
    const QStringList before = std::exchange(m_notices, m_rollout->notices());
    for (const QString &notice : std::as_const(m_notices))
        if (!before.contains(notice))
            note(*m_session, notice);
    if (m_notices.isEmpty() && !before.isEmpty())
        console().note(tr("All is known again."));
}

/// Evidence moves more often than what a line tells, and a step may pass between two looks.
void RolloutVerb::say(const NodeTrack &track, const QDateTime &time)
{
    const TrackKey key{track.node, track.component};
    const QString line = trackLine(track);
    const bool isFirst = !m_said.contains(key);
    Said &said = m_said[key];
    const QList<StepInterval> steps = m_rollout->history(key).intervals();
    bool hasPassed = false;
    for (qsizetype i = 0; i + 1 < steps.size(); ++i) {
        if (isFirst || steps[i].start <= said.until)
            continue;
        hasPassed = true;
        sayLine(steps[i].start, passedLine(track, steps[i]));
    }
    const bool isStep = !isFirst && !steps.isEmpty() && steps.last().start > said.until;
    if (!steps.isEmpty())
        said.until = steps.last().start;
    if (std::exchange(said.line, line) != line || hasPassed)
        sayLine(isStep ? steps.last().start : time, line);
}

/// Whoever read it may be gone, as with `| head`, or the disk full: then nobody waits for more.
void RolloutVerb::sayLine(const QDateTime &time, const QString &line)
{
    if (!console().hasWrittenAll())
        return;
    console().data((timeText(time) + QStringLiteral("  ") + line).trimmed().toUtf8() + '\n');
    if (console().hasWrittenAll())
        return;
    m_step.stop();
    disconnect(m_rollout, nullptr, this, nullptr);
    end(exitCode(chosen(m_rollout->tracks())));
}

} // namespace chartroom
