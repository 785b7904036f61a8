// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/kube/gpu_count.h"
#include "core/rollout/window_fit.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// What is left of the window from now on; nothing when it is over.
std::optional<milliseconds> timeLeft(const UpgradeWindow &window, const QDateTime &now)
{
    const milliseconds left = timeBetween(std::max(window.start, now), window.end);
    return left > 0ms ? std::optional(left) : std::nullopt;
}

/// What the policy alone tells: how much of the window each round of nodes has.
QString roundsText(qsizetype nodes, int atOnce, milliseconds left)
{
    const qsizetype rounds = std::max<qsizetype>(1, (nodes + atOnce - 1) / atOnce);
    return UpgradeTr::tr("By the policy there are %1 rounds, and the window has %2 for each.")
        .arg(rounds)
        .arg(minutesText(left / rounds));
}

/// How long the nodes take, and what that rests on.
QStringList rangeLines(const PlanInput &input, const RolloutPlan &plan, milliseconds left)
{
    const ForecastRange &range = *plan.range;
    const QString times =
        range.latest ? UpgradeTr::tr("%1 to %2", "time per node")
                           .arg(minutesText(range.earliest), minutesText(*range.latest))
                     : UpgradeTr::tr("at least %1", "time per node").arg(minutesText(range.earliest));
    if (const qsizetype seen = input.times.seen.size(); seen > 0)
        return {UpgradeTr::tr("Based on %1 nodes seen before: %2.").arg(seen).arg(times)};
    return {UpgradeTr::tr("No node time has been observed yet. Assumed per node, from the operator's own "
                          "time limits: %1 at best, %2 typically. All take %3.")
                .arg(minutesText(input.times.least), minutesText(input.times.expected), times),
            roundsText(input.nodes.size(), plan.atOnce, left)};
}

PreflightFinding windowFinding(WindowFit fit, bool isAssumed, const RolloutPlan &plan,
                               const QStringList &lines)
{
    const QString unblock = UpgradeTr::tr("Make unavailable nodes available, and unblock the blocked nodes.");
    if (!plan.held.isEmpty() && (fit == WindowFit::Maybe || fit == WindowFit::Yes))
        return finding("window", Severity::Warning, UpgradeTr::tr("The rollout %1.").arg(expectedText(plan)),
                       lines, unblock);
    const QString shorter =
        UpgradeTr::tr("Extend the window, upgrade more nodes in parallel, or select fewer nodes.");
    switch (fit) {
    case WindowFit::Never:
        return finding("window", Severity::Warning,
                       UpgradeTr::tr("The nodes do not complete in the current state."), lines, unblock);
    case WindowFit::No:
        return finding("window", Severity::Severe, UpgradeTr::tr("The nodes take longer than the window."),
                       lines, shorter);
    case WindowFit::Maybe:
        return finding("window", Severity::Warning,
                       UpgradeTr::tr("The nodes may take longer than the window."), lines, shorter);
    case WindowFit::Yes:
        break;
    }
    if (isAssumed)
        return finding("window", Severity::Note,
                       UpgradeTr::tr("The nodes fit into the window, by assumed node times."), lines);
    return finding("window", Severity::Ok, UpgradeTr::tr("The nodes fit into the window."), lines);
}

/// Whether what is to be done fits into what is left of the window.
PreflightFinding fitFinding(const PreflightEvidence &evidence, milliseconds left)
{
    const QString unknown = UpgradeTr::tr("Whether the nodes fit into the window is unknown.");
    const NodeImpact impact = nodeImpact(evidence);
    if (!impact.mayTouchDrivers())
        return finding("window", Severity::Ok, UpgradeTr::tr("No node has to be upgraded."));
    if (!impact.off.isEmpty())
        return finding("window", Severity::Ok, UpgradeTr::tr("No node is emptied."), {impact.off});
    if (!evidence.tracks)
        return unknownFinding("window", unknown, evidence.tracks.error());
    const RolloutFacts facts = rolloutFacts(evidence, impact.component);
    if (!facts.policy)
        return finding("window", Severity::Unknown, unknown, {policyGap(facts)});
    const PlanInput input = firstInput(facts, evidence.draft.policy);
    if (input.nodes.isEmpty())
        return finding("window", Severity::Ok, UpgradeTr::tr("No node has to be upgraded."));
    const RolloutPlan plan = planRollout(input);
    QStringList lines{UpgradeTr::tr("%1 nodes, %2 at a time; the window has %3.")
                          .arg(input.nodes.size())
                          .arg(plan.atOnce)
                          .arg(minutesText(left)),
                      termsSourceText(facts, evidence.draft.policy)};
    if (input.nodes.size() < facts.nodes.size())
        lines << UpgradeTr::tr("That is only %1, the canary node; the others are on hold by a label, and "
                               "need a window when you release them.")
                     .arg(facts.canary);
    if (!plan.held.isEmpty())
        lines << UpgradeTr::tr("Currently blocked, and not counted: %1.").arg(shortList(plan.held, 8));
    if (plan.atOnce <= 0)
        lines << UpgradeTr::tr("No node would start in the current state.");
    else if (plan.range)
        lines << rangeLines(input, plan, left);
    return windowFinding(windowFit(plan, left), input.times.seen.isEmpty(), plan, lines);
}

/// What is said of a window that is yet to begin, beside what fits into it.
PreflightFinding earlyFinding(const PreflightEvidence &evidence, PreflightFinding fit)
{
    fit.evidence.prepend(UpgradeTr::tr("The window starts at %1; do not run it before.")
                             .arg(evidence.draft.window->start.toString(Qt::ISODate)));
    if (fit.severity == Severity::Ok)
        fit.severity = Severity::Note;
    return fit;
}

} // namespace

PreflightFinding checkCapacity(const PreflightEvidence &evidence)
{
    const QString unknown = UpgradeTr::tr("The number of GPUs available is unknown.");
    const NodeImpact impact = nodeImpact(evidence);
    if (!impact.mayTouchDrivers())
        return finding("capacity", Severity::Ok, UpgradeTr::tr("Every GPU stays available."));
    if (!impact.off.isEmpty())
        return finding("capacity", Severity::Ok, UpgradeTr::tr("Every GPU stays available."), {impact.off});
    if (!evidence.nodes)
        return unknownFinding("capacity", unknown, evidence.nodes.error());
    if (!evidence.tracks)
        return unknownFinding("capacity", unknown, evidence.tracks.error());
    const RolloutFacts facts = rolloutFacts(evidence, impact.component);
    if (!facts.policy)
        return finding("capacity", Severity::Unknown, unknown, {policyGap(facts)});
    const GpuMinimum minimum = gpuMinimum(facts, evidence.draft.policy);
    QStringList lines{
        UpgradeTr::tr("%1 GPUs available now, at minimum %2 with %3 of %4 nodes unavailable at a time.")
            .arg(gpusNow(facts))
            .arg(gpuMinimumText(minimum))
            .arg(slotsOf(planInput(facts, evidence.draft.policy)))
            .arg(facts.nodes.size()),
        termsSourceText(facts, evidence.draft.policy)};
    if (minimum.isRange())
        lines << UpgradeTr::tr("The operator may temporarily start one node more than allowed: %1 GPUs then.")
                     .arg(minimum.withOneMore);
    if (!evidence.draft.gpuFloor)
        return finding("capacity", Severity::Note,
                       UpgradeTr::tr("No capacity floor is set (minimum GPUs available)."), lines);
    const std::optional<bool> keepsFloor =
        keepsGpuFloor(minimum.allowed, *evidence.draft.gpuFloor, facts.hasGpuParts);
    if (!keepsFloor)
        return finding("capacity", Severity::Unknown, unknown,
                       lines << UpgradeTr::tr("Some nodes offer parts of GPUs (MIG slices, shares or "
                                              "partitions), which are not counted as GPUs."));
    if (!*keepsFloor)
        return finding(
            "capacity", Severity::Severe,
            UpgradeTr::tr("Fewer than %1 GPUs would stay available.").arg(*evidence.draft.gpuFloor), lines,
            UpgradeTr::tr("Upgrade fewer nodes in parallel, or agree on a lower capacity floor."));
    return finding("capacity", Severity::Ok,
                   (minimum.withOneMore < *evidence.draft.gpuFloor
                        ? UpgradeTr::tr("At least %1 GPUs stay available, unless the operator starts one "
                                        "node more than allowed.")
                        : UpgradeTr::tr("At least %1 GPUs stay available."))
                       .arg(*evidence.draft.gpuFloor),
                   lines);
}

PreflightFinding checkWindowStart(const PreflightEvidence &evidence)
{
    const QDateTime &start = evidence.draft.window->start;
    const QStringList lines{UpgradeTr::tr("It starts at %1.").arg(start.toString(Qt::ISODate))};
    if (!evidence.now.isValid())
        return finding("windowStart", Severity::Unknown,
                       UpgradeTr::tr("Whether the window has started is unknown."), lines);
    if (evidence.now < start)
        return finding("windowStart", Severity::Severe, UpgradeTr::tr("The window has not started yet."),
                       lines, UpgradeTr::tr("Wait for it, or agree on another window."));
    return finding("windowStart", Severity::Ok, UpgradeTr::tr("The window has started."), lines);
}

PreflightFinding checkWindow(const PreflightEvidence &evidence)
{
    if (!evidence.draft.window)
        return finding("window", Severity::Note, UpgradeTr::tr("No window is set."));
    const UpgradeWindow &window = *evidence.draft.window;
    if (!evidence.now.isValid())
        return unknownFinding("window", UpgradeTr::tr("Whether the nodes fit into the window is unknown."),
                              notAsked().value());
    const auto left = timeLeft(window, evidence.now);
    if (!left)
        return finding("windowEnd", Severity::Severe, UpgradeTr::tr("The window has ended."),
                       {UpgradeTr::tr("It ended at %1.").arg(window.end.toString(Qt::ISODate))},
                       UpgradeTr::tr("Agree on another window."));
    const PreflightFinding fit = fitFinding(evidence, *left);
    return evidence.now < window.start ? earlyFinding(evidence, fit) : fit;
}

} // namespace chartroom
