// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/standing.h"

#include "core/base/masked_text.h"
#include "core/base/visible_text.h"
#include "core/models/cluster_list_model.h"
#include "core/models/findings_model.h"
#include "core/models/findings_source.h"
#include "core/models/models_tr.h"
#include "core/models/relative_time.h"
#include "core/models/rollout_lane.h"
#include "core/models/rollout_source.h"
#include "core/models/rollout_summary.h"

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
    if (has(Verdict::Stuck) || has(Verdict::Slow) || clock.doubted > 0)
        return VisualState::Attention;
    if (has(Verdict::Moving))
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
    if (clock.count(Verdict::Slow) > 0)
        return ModelsTr::tr("%1 slow", "nodes").arg(clock.count(Verdict::Slow));
    if (clock.doubted > 0)
        return ModelsTr::tr("%1 contradicted", "nodes").arg(clock.doubted);
    if (!clock.isUnderWay() && clock.count(Verdict::NotKnown) > 0)
        return ModelsTr::tr("%1 unknown", "nodes").arg(clock.count(Verdict::NotKnown));
    if (!clock.isUnderWay() && basis != Basis::Evidence)
        return ModelsTr::tr("checking", "nodes");
    return ModelsTr::tr("%1 of %2 nodes").arg(clock.done()).arg(clock.total);
}

QString refusalText(const Error &refusal)
{
    return refusal.code == Error::Code::Forbidden
               ? ModelsTr::tr("Rollout: unknown, you lack permission to list nodes.")
               : ModelsTr::tr("Rollout: unknown, the nodes could not be read: %1")
                     .arg(visibleText(maskedText(refusal.message)));
}

/// Of the components of which nothing is known; `clocks` names some.
Standing unreadStanding(const NodeClocks &clocks)
{
    Standing standing{VisualState::Unknown, ModelsTr::tr("nodes unknown"), {}};
    for (const QString &component : clocks.unread)
        standing.grounds << ModelsTr::tr("Rollout of %1: unknown, you lack permission to read it.")
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
            {problem.isEmpty() ? ModelsTr::tr("Connection: %1.").arg(word)
                               : ModelsTr::tr("Connection: %1. %2").arg(word, problem)}};
}

QString clockText(const NodeClock &clock, Basis basis)
{
    QStringList parts{ModelsTr::tr("%1 of %2 nodes done").arg(clock.done()).arg(clock.total),
                      restText(clock)};
    if (clock.doubted > 0)
        parts << ModelsTr::tr("%1 contradicted", "nodes").arg(clock.doubted);
    parts.removeAll(QString());
    const QString counts = parts.join(QStringLiteral(" · "));
    return basis == Basis::Labels
               ? ModelsTr::tr("%1: %2, by node labels alone: pods are not read yet")
                     .arg(componentTitle(clock.component), counts)
               : ModelsTr::tr("%1: %2", "component: counts").arg(componentTitle(clock.component), counts);
}

Standing nodesStanding(const NodeClocks &clocks)
{
    if (clocks.basis == Basis::Nothing)
        return clocks.refusal ? Standing{VisualState::Unknown,
                                         ModelsTr::tr("nodes unknown"),
                                         {refusalText(*clocks.refusal)}}
                              : Standing{VisualState::Unknown,
                                         ModelsTr::tr("reading nodes"),
                                         {ModelsTr::tr("Rollout: unknown, the nodes are being read.")}};
    if (clocks.components.isEmpty() && !clocks.unread.isEmpty())
        return unreadStanding(clocks);
    const bool isEvident = clocks.basis == Basis::Evidence;
    Standing worst{isEvident ? VisualState::Skipped : VisualState::Unknown,
                   isEvident ? QString() : ModelsTr::tr("checking", "nodes"),
                   {}};
    for (const NodeClock &clock : clocks.components)
        worst = worse(
            worst,
            {stateOf(clock, clocks.basis), wordOf(clock, clocks.basis), {clockText(clock, clocks.basis)}});
    if (clocks.components.isEmpty())
        worst.grounds << (isEvident ? ModelsTr::tr("Rollout: no node is in a driver rollout.")
                                    : ModelsTr::tr("Rollout: unknown, pods and DaemonSets are being read."));
    worst.grounds << unreadStanding(clocks).grounds;
    return worst;
}

Standing findingsStanding(const FindingsSource *source)
{
    if (source && source->problem())
        return {
            VisualState::Unknown,
            ModelsTr::tr("findings unknown"),
            {ModelsTr::tr("Findings: unknown. %1").arg(visibleText(maskedText(source->problem()->message)))}};
    if (!source || !source->hasLooked())
        return {VisualState::Unknown,
                ModelsTr::tr("checking", "findings"),
                {ModelsTr::tr("Findings: not checked yet.")}};
    const DiagnosisResult &result = source->result();
    const QString when = absoluteTimeText(result.extent.at);
    if (result.findings.isEmpty() && result.extent.at.addDuration(oldestAllClear) < source->now())
        return {VisualState::Unknown,
                ModelsTr::tr("checking", "findings"),
                {ModelsTr::tr("Findings: not checked since %1.").arg(when)}};
    if (result.findings.isEmpty())
        return result.notices.isEmpty()
                   ? Standing{VisualState::Done, {}, {ModelsTr::tr("Findings: none, checked %1.").arg(when)}}
                   : Standing{VisualState::Unknown,
                              ModelsTr::tr("partly checked"),
                              {ModelsTr::tr("Findings: none in what could be read, checked %1. %2")
                                   .arg(when, visibleText(maskedText(result.notices.join(u' '))))}};
    const QString count = ModelsTr::tr("%n finding(s)", nullptr, int(result.findings.size()));
    const bool hasCause =
        std::any_of(result.findings.cbegin(), result.findings.cend(),
                    [](const Diagnosis &one) { return findingState(one) == VisualState::Failed; });
    return {hasCause ? VisualState::Failed : VisualState::Attention,
            count,
            {ModelsTr::tr("Findings: %1, checked %2.").arg(count, when)}};
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
    const Standing release{visualState(status), statusText, {ModelsTr::tr("Release: %1.").arg(statusText)}};
    if (nodes.basis == Basis::Evidence && nodes.components.isEmpty() && nodes.unread.isEmpty())
        return release;
    Standing rollout = nodesStanding(nodes);
    if (!nodes.unread.isEmpty()) // it brings them: whether all of it is well is unknown
        rollout = worse(rollout, {VisualState::Unknown, ModelsTr::tr("nodes unknown"), {}});
    Standing both = worse(release, rollout);
    both.word = ModelsTr::tr("%1 · %2", "release · nodes").arg(statusText, rollout.word);
    return both;
}

} // namespace chartroom
