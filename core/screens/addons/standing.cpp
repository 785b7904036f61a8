// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/standing.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/addons/cluster_list_model.h"
#include "core/screens/findings/findings_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"
#include "core/session/rollout_source.h"
#include "core/words/relative_time.h"
#include "core/words/rollout_lane.h"

#include <algorithm>
#include <chrono>

namespace chartroom {

namespace {

using Basis = NodeClocks::Basis;
using State = ClusterSession::State;

/// Looks follow each other closer than that while somebody looks at the cluster.
constexpr std::chrono::minutes oldestAllClear(2);

/// What moves is worth more than what is unknown, and nothing unknown is well.
int urgency(VisualState state)
{
    switch (state) {
    case VisualState::Failed:
        return 6;
    case VisualState::Attention:
        return 5;
    case VisualState::Moving:
        return 4;
    case VisualState::Waiting:
        return 3;
    case VisualState::Unknown:
        return 2;
    case VisualState::Done:
        return 1;
    case VisualState::Skipped:
        break;
    }
    return 0;
}

VisualState stateOf(const NodeClock &clock, Basis basis)
{
    const auto has = [&clock](Verdict verdict) { return clock.count(verdict) > 0; };
    if (has(Verdict::Failed) || has(Verdict::Lost))
        return VisualState::Failed;
    if (has(Verdict::Stuck) || has(Verdict::Slow) || clock.doubted > 0 || !operatorText(clock).isEmpty())
        return VisualState::Attention;
    if (has(Verdict::Moving) || clock.verifying > 0)
        return VisualState::Moving;
    if (has(Verdict::Waiting))
        return VisualState::Waiting;
    if (has(Verdict::NotKnown) || basis != Basis::Evidence)
        return VisualState::Unknown;
    return clock.done() > 0 ? VisualState::Done : VisualState::Skipped;
}

QString wordOf(const NodeClock &clock, Basis basis)
{
    if (clock.trouble() > 0)
        return troubleText(clock);
    if (const QString text = operatorText(clock); !text.isEmpty())
        return text;
    if (clock.count(Verdict::Slow) > 0)
        return ScreensTr::tr("%1 slow", "nodes").arg(clock.count(Verdict::Slow));
    if (clock.doubted > 0)
        return ScreensTr::tr("%1 contradicted", "nodes").arg(clock.doubted);
    if (clock.verifying > 0 && clock.done() == clock.total)
        return ScreensTr::tr("%1 verifying", "nodes").arg(clock.verifying);
    if (!clock.isUnderWay() && clock.count(Verdict::NotKnown) > 0)
        return ScreensTr::tr("%1 unknown", "nodes").arg(clock.count(Verdict::NotKnown));
    if (!clock.isUnderWay() && basis != Basis::Evidence)
        return ScreensTr::tr("checking", "nodes");
    return ScreensTr::tr("%1 of %2 nodes").arg(clock.done()).arg(clock.total);
}

QString refusalText(const Error &refusal)
{
    return refusal.code == Error::Code::Forbidden
               ? ScreensTr::tr("Rollout: unknown, you lack permission to list nodes.")
               : ScreensTr::tr("Rollout: unknown, the nodes could not be read: %1")
                     .arg(visibleText(maskedText(refusal.message)));
}

/// Of the components of which nothing is known; `clocks` names some.
Standing unreadStanding(const NodeClocks &clocks)
{
    Standing standing{VisualState::Unknown, ScreensTr::tr("nodes unknown"), {}};
    for (const QString &component : clocks.unread)
        standing.grounds << ScreensTr::tr("Rollout of %1: unknown, you lack permission to read it.")
                                .arg(componentTitle(component));
    return standing;
}

} // namespace

Standing worse(const Standing &one, const Standing &other)
{
    Standing worst = urgency(other.state) > urgency(one.state) ? other : one;
    worst.grounds = one.grounds + other.grounds;
    return worst;
}

Standing connectionStanding(const FleetEntry &entry)
{
    const QString word = stateWord(entry);
    const QString problem = visibleText(maskedText(entry.problem.message));
    return {visualState(entry),
            word,
            {problem.isEmpty() ? ScreensTr::tr("Connection: %1.").arg(word)
                               : ScreensTr::tr("Connection: %1. %2").arg(word, problem)}};
}

QString operatorText(const NodeClock &clock)
{
    if (!clock.gone.isEmpty())
        return ScreensTr::tr("operator not running");
    return clock.pendingOperator.isEmpty() ? QString() : ScreensTr::tr("operator pod pending");
}

QString clockText(const NodeClock &clock, Basis basis)
{
    QStringList parts{ScreensTr::tr("%1 of %2 nodes done").arg(clock.done()).arg(clock.total),
                      restText(clock), operatorText(clock)};
    parts.removeAll(QString());
    const QString counts = parts.join(QStringLiteral(" · "));
    return basis == Basis::Labels
               ? ScreensTr::tr("%1: %2, by node labels only: pods are not read yet")
                     .arg(componentTitle(clock.component), counts)
               : ScreensTr::tr("%1: %2", "component: counts").arg(componentTitle(clock.component), counts);
}

QString clocksText(const NodeClocks &clocks)
{
    QStringList texts;
    for (const NodeClock &clock : clocks.components)
        texts << clockText(clock, clocks.basis);
    return texts.join(QStringLiteral("; "));
}

Standing nodesStanding(const NodeClocks &clocks)
{
    if (clocks.basis == Basis::Nothing)
        return clocks.refusal ? Standing{VisualState::Unknown,
                                         ScreensTr::tr("nodes unknown"),
                                         {refusalText(*clocks.refusal)}}
                              : Standing{VisualState::Unknown,
                                         ScreensTr::tr("reading nodes"),
                                         {ScreensTr::tr("Rollout: unknown, the nodes are being read.")}};
    if (clocks.components.isEmpty() && !clocks.unread.isEmpty())
        return unreadStanding(clocks);
    const bool isEvident = clocks.basis == Basis::Evidence;
    Standing worst{isEvident ? VisualState::Skipped : VisualState::Unknown,
                   isEvident ? QString() : ScreensTr::tr("checking", "nodes"),
                   {}};
    for (const NodeClock &clock : clocks.components)
        worst = worse(
            worst,
            {stateOf(clock, clocks.basis), wordOf(clock, clocks.basis), {clockText(clock, clocks.basis)}});
    for (const NodeClock &clock : clocks.components)
        for (const QString &sentence : {clock.gone, clock.pendingOperator})
            if (!sentence.isEmpty())
                worst.grounds << sentence;
    if (clocks.components.isEmpty())
        worst.grounds << (isEvident ? ScreensTr::tr("Rollout: no node is in a driver rollout.")
                                    : ScreensTr::tr("Rollout: unknown, pods and DaemonSets are being read."));
    worst.grounds << unreadStanding(clocks).grounds;
    return worst;
}

bool areAllDone(const NodeClocks &clocks)
{
    return clocks.unread.isEmpty() && nodesStanding(clocks).state == VisualState::Done;
}

Standing findingsStanding(const FindingsSource *source)
{
    if (source && source->problem())
        return {VisualState::Unknown,
                ScreensTr::tr("findings unknown"),
                {ScreensTr::tr("Findings: unknown. %1")
                     .arg(visibleText(maskedText(source->problem()->message)))}};
    if (!source || !source->hasLooked())
        return {VisualState::Unknown,
                ScreensTr::tr("checking", "findings"),
                {ScreensTr::tr("Findings: not checked yet.")}};
    const DiagnosisResult &result = source->result();
    const QString when = absoluteTimeText(result.extent.at);
    if (result.findings.isEmpty() && result.extent.at.addDuration(oldestAllClear) < source->now())
        return {VisualState::Unknown,
                ScreensTr::tr("checking", "findings"),
                {ScreensTr::tr("Findings: not checked since %1.").arg(when)}};
    if (result.findings.isEmpty())
        return result.notices.isEmpty()
                   ? Standing{VisualState::Done, {}, {ScreensTr::tr("Findings: none, checked %1.").arg(when)}}
                   : Standing{VisualState::Unknown,
                              ScreensTr::tr("partly checked"),
                              {ScreensTr::tr("Findings: none in what could be read, checked %1. %2")
                                   .arg(when, visibleText(maskedText(result.notices.join(u' '))))}};
    const QString count = ScreensTr::tr("%n finding(s)", nullptr, int(result.findings.size()));
    const bool hasCause =
        std::any_of(result.findings.cbegin(), result.findings.cend(),
                    [](const Finding &one) { return findingState(one) == VisualState::Failed; });
    return {hasCause ? VisualState::Failed : VisualState::Attention,
            count,
            {ScreensTr::tr("Findings: %1, checked %2.").arg(count, when)}};
}

Standing clusterStanding(const FleetEntry &entry, const RolloutSource *rollout,
                         const FindingsSource *findings)
{
    const Standing connection = connectionStanding(entry);
    const bool isRead = entry.state == State::Live || entry.state == State::Reconnecting;
    if (!isRead)
        return connection;
    return worse(worse(connection, nodesStanding(rollout ? rollout->clocks() : NodeClocks())),
                 findingsStanding(findings));
}

Standing releaseStanding(ReleaseStatus status, const QString &statusText, const NodeClocks &nodes)
{
    const Standing release{visualState(status), statusText, {ScreensTr::tr("Release: %1.").arg(statusText)}};
    if (nodes.basis == Basis::Evidence && nodes.components.isEmpty() && nodes.unread.isEmpty())
        return release;
    Standing rollout = nodesStanding(nodes);
    if (!nodes.unread.isEmpty()) // it brings them: whether all of it is well is unknown
        rollout = worse(rollout, {VisualState::Unknown, ScreensTr::tr("nodes unknown"), {}});
    Standing both = worse(release, rollout);
    both.word = ScreensTr::tr("%1 · %2", "release · nodes").arg(statusText, rollout.word);
    return both;
}

} // namespace chartroom
