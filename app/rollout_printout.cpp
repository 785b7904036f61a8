// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rollout_printout.h"

#include "app/command_line_tr.h"
#include "app/pace_printout.h"
#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/driver_group.h"
#include "core/rollout/paused_rollout.h"
#include "core/rollout/rollout_window.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype mostNamed = 8;

Value listOf(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list << Value(text);
    return Value(list);
}

Value notesOf(const QList<TrackNote> &notes)
{
    Value::List list;
    for (const TrackNote &note : notes)
        list << Value(Value::Map{{QStringLiteral("kind"), Value(noteWord(note.kind))},
                                 {QStringLiteral("text"), Value(note.text)}});
    return Value(list);
}

/// Of a node that is done nothing, where nobody saw it take the driver that is wanted now.
Value elapsedOf(const NodeTrack &track, const NodeHistory &history, const QDateTime &now)
{
    Value::Map elapsed;
    const QList<NodeRun> runs = history.runs();
    if (track.verdict == Verdict::Done && !runs.isEmpty() && !isToTarget(runs.last(), track.times))
        return Value(elapsed);
    const auto times = history.elapsed(now);
    for (auto time = times.cbegin(); time != times.cend(); ++time)
        elapsed.insert(stepText(time.key()),
                       numberValue(std::chrono::round<std::chrono::seconds>(*time).count()));
    return Value(elapsed);
}

Value valueOf(const NodeTrack &track, const NodeHistory &history, const QDateTime &now)
{
    return Value(Value::Map{
        {QStringLiteral("node"), Value(track.node)},
        {QStringLiteral("component"), Value(track.component)},
        {QStringLiteral("step"), Value(stepText(track.step))},
        {QStringLiteral("stage"), track.stage ? numberValue(*track.stage) : Value()},
        {QStringLiteral("label"), textOrNull(track.label)},
        {QStringLiteral("since"), timeOrNull(track.since)},
        {QStringLiteral("verdict"), Value(verdictText(track.verdict))},
        {QStringLiteral("driverFrom"), textOrNull(track.driverFrom)},
        {QStringLiteral("driverTo"), textOrNull(track.driverTo)},
        {QStringLiteral("driverKernel"), textOrNull(track.driverKernel)},
        {QStringLiteral("driverPolicy"), textOrNull(track.queue)},
        {QStringLiteral("driverPod"), textOrNull(track.driverPod)},
        {QStringLiteral("driverReady"), track.driverPod.isEmpty() ? Value() : Value(track.isDriverReady)},
        {QStringLiteral("driverCurrent"), track.driverPod.isEmpty() ? Value() : Value(track.isDriverCurrent)},
        {QStringLiteral("cordoned"), Value(track.isCordoned)},
        {QStringLiteral("devices"), numberValue(track.devices)},
        {QStringLiteral("devicesTotal"), track.devicesTotal > 0 ? numberValue(track.devicesTotal) : Value()},
        {QStringLiteral("devicesBefore"), track.devicesBefore ? numberValue(*track.devicesBefore) : Value()},
        {QStringLiteral("restarts"), numberValue(track.restarts)},
        {QStringLiteral("evidence"), listOf(track.evidence.lines())},
        {QStringLiteral("contradictions"), notesOf(track.contradictions)},
        {QStringLiteral("blockers"), notesOf(track.blockers)},
        {QStringLiteral("elapsed"), elapsedOf(track, history, now)},
        {QStringLiteral("history"), historyValue(history)},
    });
}

Value::Map countsOf(const QList<const NodeTrack *> &tracks)
{
    QMap<Verdict, int> counts;
    for (const NodeTrack *track : tracks)
        ++counts[track->verdict];
    Value::Map map{{QStringLiteral("nodes"), numberValue(tracks.size())}};
    for (const Verdict verdict : allVerdicts)
        map.insert(verdictText(verdict), numberValue(counts.value(verdict)));
    return map;
}

Value driversOf(const QList<const NodeTrack *> &tracks)
{
    Value::List drivers;
    for (const DriverGroup &group : driverGroups(tracks)) {
        Value::Map driver = countsOf(group.tracks);
        driver.insert(QStringLiteral("driver"), textOrNull(group.driver));
        driver.insert(QStringLiteral("driverFrom"), textOrNull(group.from));
        driver.insert(QStringLiteral("driverTo"), textOrNull(group.to));
        drivers << Value(driver);
    }
    return Value(drivers);
}

QList<const NodeTrack *> tracksOf(const QList<NodeTrack> &tracks, const DriverFleet &fleet)
{
    QList<const NodeTrack *> own;
    for (const NodeTrack &track : tracks)
        if (track.component == componentText(fleet.kind))
            own << &track;
    return own;
}

QStringList fullNames(const QList<DriverPolicy> &policies)
{
    QStringList names;
    for (const DriverPolicy &policy : policies)
        names << policy.fullName();
    return names;
}

/// False only where the policies of all nodes are known.
Value isPausedValue(const DriverFleet &fleet, const QList<DriverPolicy> &paused)
{
    if (!paused.isEmpty())
        return Value(true);
    const bool isUnknown =
        std::any_of(fleet.shares.cbegin(), fleet.shares.cend(),
                    [](const DriverShare &share) { return share.managed > 0 && !share.policy; });
    return isUnknown || fleet.leading().isEmpty() ? Value() : Value(false);
}

Value totalsOf(const QList<NodeTrack> &tracks, const QList<const DriverFleet *> &fleets)
{
    const QMap<QString, QList<DriverPolicy>> pauses = pausesOf(tracks, fleets);
    QMap<QString, QList<const NodeTrack *>> components;
    for (const NodeTrack &track : tracks)
        components[track.component] << &track;
    Value::List totals;
    for (auto component = components.cbegin(); component != components.cend(); ++component) {
        Value::Map total = countsOf(*component);
        total.insert(QStringLiteral("component"), Value(component.key()));
        total.insert(QStringLiteral("drivers"), driversOf(*component));
        total.insert(QStringLiteral("paused"), Value());
        const QList<DriverPolicy> paused = pauses.value(component.key());
        for (const DriverFleet *fleet : fleets)
            if (componentText(fleet->kind) == component.key())
                total.insert(QStringLiteral("paused"), isPausedValue(*fleet, paused));
        total.insert(QStringLiteral("pausedBy"), listOf(fullNames(paused)));
        totals << Value(total);
    }
    return Value(totals);
}

Value operatorsOf(const QList<const DriverFleet *> &fleets)
{
    Value::List operators;
    for (const DriverFleet *fleet : fleets) {
        Value::Map one{{QStringLiteral("component"), Value(componentText(fleet->kind))},
                       {QStringLiteral("state"), Value(QStringLiteral("unknown"))}};
        if (const auto &known = fleet->controller) {
            one.insert(QStringLiteral("state"),
                       Value(fleet->isControllerGone ? QStringLiteral("gone") : QStringLiteral("running")));
            one.insert(QStringLiteral("namespace"), Value(known->namespaceName));
            one.insert(QStringLiteral("name"), textOrNull(known->name));
            one.insert(QStringLiteral("replicas"), known->isMissing ? Value() : numberValue(known->wanted));
            one.insert(QStringLiteral("available"),
                       known->isMissing ? Value() : numberValue(known->available));
            one.insert(QStringLiteral("unavailableSince"), timeOrNull(known->unavailableSince));
        }
        operators << Value(one);
    }
    return Value(operators);
}

QString versions(const NodeTrack &track)
{
    if (track.driverTo.isEmpty() || isSameDriver(track.driverFrom, track.driverTo))
        return track.driverFrom;
    return (track.driverFrom.isEmpty() ? QStringLiteral("?") : track.driverFrom) + QStringLiteral(" -> ") +
           track.driverTo;
}

/// A label that nobody knows is shown as it is.
QString shownStep(RolloutStep step, const QString &label)
{
    return step == RolloutStep::Unknown ? label : stepText(step);
}

/// The worst thing to know about a node, in one line.
QString worstNote(const NodeTrack &track)
{
    if (!track.blockers.isEmpty())
        return track.blockers.first().text;
    return track.contradictions.isEmpty() ? QString() : track.contradictions.first().text;
}

/// A node that nothing is to be said of: it is done or not concerned, and nothing contradicts that.
bool isAtRest(const NodeTrack &track)
{
    const bool rests = track.verdict == Verdict::Done || track.verdict == Verdict::Skipped ||
                       track.verdict == Verdict::NotPart;
    return rests && track.blockers.isEmpty() && !isDoubtful(track);
}

bool isDoneEverywhere(const Pace &pace)
{
    return isOver(pace) && pace.skipped == 0;
}

/// "gpu-005 (gpu failed, ib failed), gpu-011 (gpu failed)"; "" without trouble.
QString troubledNodes(const QList<NodeTrack> &tracks)
{
    QMap<QString, QStringList> troubles; // by node
    for (const NodeTrack &track : tracks)
        if (isTrouble(track.verdict))
            troubles[track.node] << track.component + u' ' + verdictText(track.verdict);
    QStringList nodes;
    for (auto node = troubles.cbegin(); node != troubles.cend(); ++node)
        nodes << QStringLiteral("%1 (%2)").arg(node.key(), node->join(QStringLiteral(", ")));
    return shortList(nodes, mostNamed);
}

/// Trouble first, then what moves, then what waits, then what rests.
int urgency(const NodeTrack &track)
{
    if (isTrouble(track.verdict))
        return 0;
    if (isAtRest(track))
        return 3;
    return track.verdict == Verdict::Waiting ? 2 : 1;
}

/// Nodes of which that is the same wait for the same; "" for one that does not wait.
QString waitOf(const NodeTrack &track)
{
    const QStringList wait{track.component, shownStep(track.step, track.label), versions(track),
                           worstNote(track)};
    return track.verdict == Verdict::Waiting ? wait.join(u'\n') : QString();
}

} // namespace

QString rolloutSummary(const RolloutPrintoutParts &parts)
{
    QString text;
    if (const QString nodes = troubledNodes(parts.tracks); !nodes.isEmpty())
        text = CommandLineTr::tr("Nodes in trouble: %1").arg(visibleText(nodes)) + u'\n';
    const QMap<QString, QList<DriverPolicy>> pauses = pausesOf(parts.tracks, parts.fleets);
    for (const DriverFleet *fleet : parts.fleets) {
        const QList<DriverPolicy> paused = pauses.value(componentText(fleet->kind));
        if (const QString line = pausedText(paused, offPolicies(fleet->leading())); !line.isEmpty())
            text += visibleText(line) + u'\n';
    }
    QList<Pace> paces = parts.paces;
    const auto rank = [](const Pace &pace) { return pace.held > 0 ? 0 : isDoneEverywhere(pace) ? 2 : 1; };
    std::stable_sort(paces.begin(), paces.end(),
                     [&rank](const Pace &a, const Pace &b) { return rank(a) < rank(b); });
    QStringList done; // DaemonSets, of which nothing more is to be said
    for (const Pace &pace : std::as_const(paces)) {
        if (isDoneEverywhere(pace) && isPlainDaemonSet(pace.component))
            done << pace.component;
        else
            text += paceLine(pace) + u'\n';
    }
    if (!done.isEmpty())
        text +=
            CommandLineTr::tr("Done on all of their nodes: %1").arg(visibleText(shortList(done, 2))) + u'\n';
    return text;
}

Printout rolloutTable(const RolloutPrintoutParts &parts, bool listsAll)
{
    using Fit = Column::Fit;
    Printout table;
    table.columns = {{QStringLiteral("NODE"), 0, Fit::Cut, 10},
                     {QStringLiteral("COMPONENT"), 0, Fit::CutStart, 12},
                     {QStringLiteral("VERDICT")},
                     {QStringLiteral("STEP"), 1},
                     {QStringLiteral("FOR")},
                     {QStringLiteral("DRIVER"), 2, Fit::Cut},
                     {QStringLiteral("SINCE"), 3},
                     {QStringLiteral("MESSAGE"), 0, Fit::Below, 10}};
    QList<NodeTrack> tracks = parts.tracks;
    if (!listsAll)
        tracks.removeIf(isAtRest);
    std::stable_sort(tracks.begin(), tracks.end(),
                     [](const NodeTrack &a, const NodeTrack &b) { return urgency(a) < urgency(b); });
    QList<std::pair<NodeTrack, int>> rows; // and for how many nodes
    QHash<QString, qsizetype> waits;
    for (const NodeTrack &track : std::as_const(tracks)) {
        const QString wait = listsAll ? QString() : waitOf(track);
        const qsizetype same = wait.isEmpty() ? -1 : waits.value(wait, -1);
        if (same < 0) {
            waits.insert(wait, rows.size());
            rows.append({track, 1});
            continue;
        }
        auto &[first, nodes] = rows[same];
        ++nodes;
        first.since = std::min(first.since, track.since);
    }
    for (const auto &[track, nodes] : std::as_const(rows)) {
        const bool isTimed = track.since.isValid();
        table.rows << QStringList{nodes > 1 ? CommandLineTr::tr("%n node(s)", nullptr, nodes) : track.node,
                                  track.component,
                                  verdictText(track.verdict),
                                  shownStep(track.step, track.label),
                                  isTimed ? elapsedText(ageOf(track.since, parts.now)) : QString(),
                                  versions(track),
                                  timeText(track.since),
                                  worstNote(track)};
    }
    return table;
}

QString restNote(const RolloutPrintoutParts &parts)
{
    const auto rest = std::count_if(parts.tracks.cbegin(), parts.tracks.cend(), isAtRest);
    return rest == 0 ? QString()
                     : CommandLineTr::tr("Not listed: %n line(s) of nodes that are done or not concerned. "
                                         "--all lists them.",
                                         nullptr, int(rest));
}

Printout rolloutPrintout(const RolloutPrintoutParts &parts)
{
    Printout printout;
    Value::List nodes;
    printout.columns = {{QStringLiteral("NODE")},   {QStringLiteral("COMPONENT")}, {QStringLiteral("STEP")},
                        {QStringLiteral("SINCE")},  {QStringLiteral("VERDICT")},   {QStringLiteral("DRIVER")},
                        {QStringLiteral("MESSAGE")}};
    for (const NodeTrack &track : parts.tracks) {
        nodes << valueOf(track, parts.history({track.node, track.component}), parts.now);
        const QString step = shownStep(track.step, track.label);
        const QString driver = versions(track);
        printout.rows << QStringList{
            track.node, track.component, step, timeText(track.since), verdictText(track.verdict),
            driver,     worstNote(track)};
    }
    Value::List paces;
    Value::List etas;
    for (const Pace &pace : parts.paces) {
        paces << paceValue(pace);
        etas << etaValue(pace);
    }
    printout.data = Value(Value::Map{{QStringLiteral("nodes"), Value(nodes)},
                                     {QStringLiteral("totals"), totalsOf(parts.tracks, parts.fleets)},
                                     {QStringLiteral("pace"), Value(paces)},
                                     {QStringLiteral("eta"), Value(etas)},
                                     {QStringLiteral("operators"), operatorsOf(parts.fleets)},
                                     {QStringLiteral("notices"), listOf(parts.notices)}});
    return printout;
}

QMap<QString, QList<DriverPolicy>> pausesOf(const QList<NodeTrack> &tracks,
                                            const QList<const DriverFleet *> &fleets)
{
    QMap<QString, QList<DriverPolicy>> pauses;
    for (const DriverFleet *fleet : fleets) {
        const QList<DriverPolicy> leading = fleet->leading();
        if (std::all_of(leading.cbegin(), leading.cend(),
                        [](const DriverPolicy &policy) { return policy.autoUpgrade; }))
            continue;
        const QList<DriverPolicy> paused = pausedPolicies(leading, tracksOf(tracks, *fleet));
        if (!paused.isEmpty())
            pauses.insert(componentText(fleet->kind), paused);
    }
    return pauses;
}

QStringList pauseLines(const QMap<QString, QList<DriverPolicy>> &before,
                       const QMap<QString, QList<DriverPolicy>> &now,
                       const QList<const DriverFleet *> &fleets)
{
    QStringList lines;
    for (const DriverFleet *fleet : fleets) {
        const QString component = componentText(fleet->kind);
        const QStringList was = fullNames(before.value(component));
        const QStringList is = fullNames(now.value(component));
        if (!is.isEmpty() && is != was)
            lines << component + QStringLiteral(": ") + visibleText(pausedText(now.value(component)));
        QStringList resumed;
        for (const DriverPolicy &policy : fleet->leading())
            if (policy.autoUpgrade && was.contains(policy.fullName()))
                resumed << policy.fullName();
        if (!resumed.isEmpty())
            lines << component + QStringLiteral(": ") +
                         visibleText(CommandLineTr::tr("Rollout resumed (autoUpgrade is on): %1")
                                         .arg(resumed.join(QStringLiteral(", "))));
    }
    return lines;
}

QString trackLine(const NodeTrack &track)
{
    const QString step = shownStep(track.step, track.label);
    return visibleText(
        QStringList{track.node, track.component, step, verdictText(track.verdict), worstNote(track)}
            .join(QStringLiteral("  "))
            .trimmed());
}

QString passedLine(const NodeTrack &track, const StepInterval &passed)
{
    const QString step = shownStep(passed.step, passed.label);
    return visibleText(QStringList{track.node, track.component, step}.join(QStringLiteral("  ")));
}

} // namespace chartroom
