// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pace_printout.h"

#include "app/command_line_tr.h"
#include "core/base/duration_text.h"
#include "core/base/visible_text.h"
#include "core/rollout/operator_limits.h"

namespace chartroom {

namespace {

using std::chrono::milliseconds;

Value decimal(double number)
{
    return Value(Value::Number{QString::number(number, 'f', 1)});
}

Value secondsOf(milliseconds time)
{
    return decimal(double(time.count()) / 1000);
}

Value::Map timeMap(const TimeTaken &time)
{
    const bool isKnown = time.samples > 0;
    return {
        {QStringLiteral("samples"), numberValue(time.samples)},
        {QStringLiteral("median"), isKnown ? secondsOf(time.median) : Value()},
        {QStringLiteral("lowerQuartile"), isKnown ? secondsOf(time.lowerQuartile) : Value()},
        {QStringLiteral("upperQuartile"), isKnown ? secondsOf(time.upperQuartile) : Value()},
    };
}

QString countsText(const Pace &pace)
{
    QStringList parts{CommandLineTr::tr("%1 of %2 done").arg(pace.done).arg(pace.nodes + pace.skipped)};
    if (pace.doubted > 0)
        parts << CommandLineTr::tr("%1 contradicted", "nodes").arg(pace.doubted);
    if (pace.verifying > 0)
        parts << CommandLineTr::tr("%1 verifying", "nodes").arg(pace.verifying);
    if (pace.moving > 0)
        parts << CommandLineTr::tr("%1 in progress").arg(pace.moving);
    if (pace.waiting > 0)
        parts << CommandLineTr::tr("%1 waiting").arg(pace.waiting);
    if (pace.held > 0)
        parts << CommandLineTr::tr("%1 failed, stuck or lost").arg(pace.held);
    if (pace.notKnown > 0)
        parts << CommandLineTr::tr("%1 unknown").arg(pace.notKnown);
    if (pace.skipped > 0)
        parts << CommandLineTr::tr("%1 skipped").arg(pace.skipped);
    return parts.join(QStringLiteral(", "));
}

QString speedText(const Pace &pace)
{
    QStringList parts;
    if (pace.nodesPerHour)
        parts << CommandLineTr::tr("%1 nodes an hour").arg(*pace.nodesPerHour, 0, 'f', 1);
    if (pace.node.samples > 0)
        parts << CommandLineTr::tr("%1 a node").arg(durationText(pace.node.median));
    return parts.join(QStringLiteral(", "));
}

QString inBrackets(const QString &sentence)
{
    return u'(' + (sentence.endsWith(u'.') ? sentence.chopped(1) : sentence) + u')';
}

QString etaText(const Pace &pace)
{
    const Eta &eta = pace.eta;
    const QString without = eta.without.join(QStringLiteral(", "));
    if (!eta.earliest.isValid() && without.isEmpty())
        return CommandLineTr::tr("end unknown: %1").arg(eta.reason);
    if (!eta.earliest.isValid())
        return CommandLineTr::tr("end unknown: %1 %2").arg(without, inBrackets(eta.reason));
    QString text =
        eta.latest.isValid()
            ? CommandLineTr::tr("expected end: %1 to %2").arg(timeText(eta.earliest), timeText(eta.latest))
            : CommandLineTr::tr("expected end: after %1, %2").arg(timeText(eta.earliest), eta.reason);
    if (goesByBeat(pace))
        text +=
            CommandLineTr::tr(" (rough estimate, with up to %1 until the operator looks at each next node)")
                .arg(durationText(controllerBeat));
    else if (eta.isRough)
        text += CommandLineTr::tr(" (rough estimate)");
    if (!without.isEmpty())
        text += CommandLineTr::tr(", excluding %1").arg(without);
    return text;
}

/// A label alone, or one that other facts contradict, does not tell that a rollout is over.
bool isEndKnown(const Pace &pace)
{
    return pace.isEndKnown && pace.notKnown + pace.doubted + pace.verifying == 0;
}

} // namespace

Value paceValue(const Pace &pace)
{
    Value::List steps;
    for (auto step = pace.steps.cbegin(); step != pace.steps.cend(); ++step) {
        Value::Map map = timeMap(*step);
        map.insert(QStringLiteral("step"), Value(stepText(step.key())));
        steps << Value(map);
    }
    const std::optional<UnavailableNodes> &away = pace.unavailable;
    return Value(Value::Map{
        {QStringLiteral("component"), Value(pace.component)},
        {QStringLiteral("start"), timeOrNull(pace.start)},
        {QStringLiteral("startKnown"), Value(pace.isStartKnown)},
        {QStringLiteral("end"), timeOrNull(isEndKnown(pace) ? pace.end : QDateTime())},
        {QStringLiteral("open"), Value(pace.isOpen)},
        {QStringLiteral("nodes"), numberValue(pace.nodes)},
        {QStringLiteral("done"), numberValue(pace.done)},
        {QStringLiteral("contradicted"), numberValue(pace.doubted)},
        {QStringLiteral("verifying"), numberValue(pace.verifying)},
        {QStringLiteral("moving"), numberValue(pace.moving)},
        {QStringLiteral("waiting"), numberValue(pace.waiting)},
        {QStringLiteral("blocked"), numberValue(pace.blocked)},
        {QStringLiteral("held"), numberValue(pace.held)},
        {QStringLiteral("notKnown"), numberValue(pace.notKnown)},
        {QStringLiteral("skipped"), numberValue(pace.skipped)},
        {QStringLiteral("slots"), pace.slotLimit ? numberValue(*pace.slotLimit) : Value()},
        {QStringLiteral("slotsInUse"), numberValue(pace.slotsInUse)},
        {QStringLiteral("unavailable"), away ? numberValue(away->count) : Value()},
        {QStringLiteral("unavailableNotInProgress"), away ? numberValue(away->notInProgress) : Value()},
        {QStringLiteral("maxUnavailable"), away && away->limit ? numberValue(*away->limit) : Value()},
        {QStringLiteral("nodesPerHour"), pace.nodesPerHour ? decimal(*pace.nodesPerHour) : Value()},
        {QStringLiteral("node"), Value(timeMap(pace.node))},
        {QStringLiteral("steps"), Value(steps)},
        {QStringLiteral("safeStop"), textOrNull(pace.safeStop)},
    });
}

Value etaValue(const Pace &pace)
{
    Value::List without;
    for (const QString &node : pace.eta.without)
        without << Value(node);
    return Value(Value::Map{
        {QStringLiteral("component"), Value(pace.component)},
        {QStringLiteral("earliest"), timeOrNull(pace.eta.earliest)},
        {QStringLiteral("latest"), timeOrNull(pace.eta.latest)},
        {QStringLiteral("without"), Value(without)},
        {QStringLiteral("samples"), numberValue(pace.eta.samples)},
        {QStringLiteral("rough"), Value(pace.eta.isRough)},
        {QStringLiteral("reason"), textOrNull(pace.eta.reason)},
    });
}

Value historyValue(const NodeHistory &history)
{
    Value::List list;
    const QList<StepInterval> &intervals = history.intervals();
    for (qsizetype i = 0; i < intervals.size(); ++i) {
        const StepInterval &interval = intervals[i];
        list << Value(Value::Map{
            {QStringLiteral("step"), Value(stepText(interval.step))},
            {QStringLiteral("label"), textOrNull(interval.label)},
            {QStringLiteral("start"), timeOrNull(interval.start)},
            {QStringLiteral("startKnown"), Value(interval.isStartKnown)},
            {QStringLiteral("end"), timeOrNull(interval.end)},
            {QStringLiteral("endKnown"), Value(history.isEndKnown(i))},
        });
    }
    return Value(list);
}

QString paceLine(const Pace &pace)
{
    QStringList parts{countsText(pace)};
    if (const QString speed = speedText(pace); !speed.isEmpty())
        parts << speed;
    if (pace.isOpen)
        parts << etaText(pace);
    else if (pace.held > 0)
        parts
            << (isEndKnown(pace)
                    ? CommandLineTr::tr("not complete, nothing in progress since %1").arg(timeText(pace.end))
                    : CommandLineTr::tr("not complete"))
            << CommandLineTr::tr("end unknown: %1").arg(pace.eta.without.join(QStringLiteral(", ")));
    else if (pace.notKnown > 0)
        parts << CommandLineTr::tr("end unknown: nodes are done by their label alone");
    else if (pace.doubted > 0)
        parts << CommandLineTr::tr("end unknown: other facts contradict nodes that are done");
    else if (pace.verifying > 0)
        parts << CommandLineTr::tr("end unknown: nodes that are done are still being verified");
    else if (pace.isEndKnown)
        parts << CommandLineTr::tr("ended %1").arg(timeText(pace.end));
    else if (pace.endAfter.isValid())
        parts << CommandLineTr::tr("ended %1 or later").arg(timeText(pace.endAfter));
    else if (pace.end.isValid())
        parts << CommandLineTr::tr("ended before %1").arg(timeText(pace.end));
    return visibleText(pace.component + QStringLiteral(": ") + parts.join(QStringLiteral("; ")));
}

} // namespace chartroom
