// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/rollout_printout.h"

#include "app/pace_printout.h"
#include "core/base/visible_text.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/driver_group.h"

#include <QMap>

namespace chartroom {

namespace {

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
        list << Value(Value::Map{{QStringLiteral("kind"), Value(note.kind)},
                                 {QStringLiteral("text"), Value(note.text)}});
    return Value(list);
}

Value elapsedOf(const NodeHistory &history, const QDateTime &now)
{
    Value::Map elapsed;
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
        {QStringLiteral("elapsed"), elapsedOf(history, now)},
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

Value totalsOf(const QList<NodeTrack> &tracks)
{
    QMap<QString, QList<const NodeTrack *>> components;
    for (const NodeTrack &track : tracks)
        components[track.component] << &track;
    Value::List totals;
    for (auto component = components.cbegin(); component != components.cend(); ++component) {
        Value::Map total = countsOf(*component);
        total.insert(QStringLiteral("component"), Value(component.key()));
        total.insert(QStringLiteral("drivers"), driversOf(*component));
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
            one.insert(QStringLiteral("name"), Value(known->name));
            one.insert(QStringLiteral("replicas"), numberValue(known->wanted));
            one.insert(QStringLiteral("available"), numberValue(known->available));
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
QString remark(const NodeTrack &track)
{
    if (!track.blockers.isEmpty())
        return track.blockers.first().text;
    return track.contradictions.isEmpty() ? QString() : track.contradictions.first().text;
}

} // namespace

Printout rolloutPrintout(const RolloutPrintoutParts &parts)
{
    Printout printout;
    Value::List nodes;
    printout.titles = {QStringLiteral("NODE"),  QStringLiteral("COMPONENT"), QStringLiteral("STEP"),
                       QStringLiteral("SINCE"), QStringLiteral("VERDICT"),   QStringLiteral("DRIVER"),
                       QStringLiteral("REMARK")};
    for (const NodeTrack &track : parts.tracks) {
        nodes << valueOf(track, parts.history({track.node, track.component}), parts.now);
        const QString step = shownStep(track.step, track.label);
        const QString driver = versions(track);
        printout.rows << QStringList{
            track.node, track.component, step, timeText(track.since), verdictText(track.verdict),
            driver,     remark(track)};
    }
    Value::List paces;
    Value::List etas;
    for (const Pace &pace : parts.paces) {
        paces << paceValue(pace);
        etas << etaValue(pace);
    }
    printout.data = Value(Value::Map{{QStringLiteral("nodes"), Value(nodes)},
                                     {QStringLiteral("totals"), totalsOf(parts.tracks)},
                                     {QStringLiteral("pace"), Value(paces)},
                                     {QStringLiteral("eta"), Value(etas)},
                                     {QStringLiteral("operators"), operatorsOf(parts.fleets)},
                                     {QStringLiteral("notices"), listOf(parts.notices)}});
    return printout;
}

QString trackLine(const NodeTrack &track)
{
    const QString step = shownStep(track.step, track.label);
    return visibleText(
        QStringList{track.node, track.component, step, verdictText(track.verdict), remark(track)}
            .join(QStringLiteral("  "))
            .trimmed());
}

QString passedLine(const NodeTrack &track, const StepInterval &passed)
{
    const QString step = shownStep(passed.step, passed.label);
    return visibleText(QStringList{track.node, track.component, step}.join(QStringLiteral("  ")));
}

} // namespace chartroom
