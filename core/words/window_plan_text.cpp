// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/window_plan_text.h"

#include "core/base/moments.h"
#include "core/base/visible_text.h"
#include "core/kube/gpu_count.h"
#include "core/rollout/operator_limits.h"
#include "core/rollout/window_fit.h"
#include "core/upgrade/bake.h"
#include "core/words/pace_text.h"
#include "core/words/relative_time.h"
#include "core/words/window_moments.h"
#include "core/words/words_tr.h"

#include <QHash>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// How the sentences of one plan come about.
class Telling
{
public:
    /// `later` is of the nodes that are held back.
    Telling(const RolloutFacts &facts, const PolicyChanges &changes,
            const std::optional<UpgradeWindow> &window, const RolloutPlan &later, const QDateTime &now,
            PlannedWindow &planned)
        : m_facts(facts)
        , m_policy(*termsWith(facts, changes))
        , m_input(firstInput(facts, changes))
        , m_walk(planned.waiting > 0 ? restInput(facts, changes) : m_input)
        , m_later(later)
        , m_source(termsSourceText(facts, changes))
        , m_moments(window)
        , m_now(now)
        , m_planned(planned)
    {}

    void judge()
    {
        const RolloutPlan &plan = m_planned.plan;
        const QDateTime end = m_planned.window.end;
        if (const QString ended = windowEndedText(m_planned.window, m_now); !ended.isEmpty()) {
            m_planned.state = VisualState::Failed;
            m_planned.headline = ended + u'.';
            if (!plan.expected)
                m_planned.headline += u' ' + stopText();
            return;
        }
        if (!plan.expected) {
            m_planned.state = VisualState::Failed;
            m_planned.headline = stopText();
            return;
        }
        if (end.isValid()) {
            judgeFit(windowFit(plan, timeBetween(m_planned.start, end)));
        } else {
            m_planned.state = VisualState::Unknown;
            m_planned.headline = WordsTr::tr("About %1 from its start; no window is set.")
                                     .arg(plannedTimeText(*plan.expected));
        }
        if (!plan.held.isEmpty())
            m_planned.headline =
                WordsTr::tr("It does not finish while %n node(s) are blocked. Without blocked nodes: %1",
                            nullptr, int(plan.held.size()))
                    .arg(m_planned.headline);
        if (m_planned.waiting > 0)
            m_planned.headline = visibleText(WordsTr::tr("%1 is the canary node.").arg(m_facts.canary)) +
                                 u' ' + m_planned.headline;
        const bool isTight = !plan.held.isEmpty() || m_planned.gpus.withOneMore < m_planned.window.gpuFloor;
        if (!m_planned.keepsFloor || (isTight && m_planned.state == VisualState::Done))
            m_planned.state = m_planned.keepsFloor || m_planned.isFloorUnknown ? VisualState::Attention
                                                                               : VisualState::Failed;
        if (m_policy.autoUpgrade)
            return;
        m_planned.headline = visibleText(offText(m_policy)) + u' ' +
                             WordsTr::tr("Once the operator upgrades drivers: %1").arg(m_planned.headline);
        if (m_planned.state == VisualState::Done)
            m_planned.state = VisualState::Attention;
    }

    void tell()
    {
        const RolloutPlan &plan = m_planned.plan;
        const auto moment = [this](const std::optional<milliseconds> &time, const QString &otherwise) {
            return time ? m_moments.text(laterBy(m_planned.start, *time)) : otherwise;
        };
        if (m_facts.toGo > 0 && m_facts.toGo < m_facts.nodes.size())
            m_planned.lines << againText();
        const auto earliest = plan.range ? std::optional(plan.range->earliest) : std::nullopt;
        const auto latest = plan.range ? plan.range->latest : std::nullopt;
        const bool isWhole = plan.held.isEmpty() || !plan.expected;
        m_planned.lines << (isWhole ? WordsTr::tr("Finish: earliest %1, expected %2, latest %3.")
                                    : WordsTr::tr("Finish: earliest %1; of the nodes that are not blocked "
                                                  "expected %2, latest %3. The rest does not finish until it "
                                                  "is unblocked."))
                               .arg(moment(earliest, WordsTr::tr("never", "an end")),
                                    moment(plan.expected, WordsTr::tr("never", "an end")),
                                    plan.expected ? moment(latest, WordsTr::tr("unknown"))
                                                  : WordsTr::tr("never", "an end"));
        if (m_planned.lastSafeStart.isValid())
            m_planned.lines << lastStart();
        if (m_policy.isOfAmd())
            m_planned.lines << evictionText(m_policy);
        if (!m_policy.jobSelector.isEmpty() && plan.latestWithoutJobs && !isOpen())
            m_planned.lines << jobEffect();
        if (m_planned.waiting > 0)
            m_planned.lines << waitingText();
        m_planned.lines << gpuText();
        if (!m_planned.tenants.isEmpty())
            m_planned.lines << tenantText();
        if (plan.left > 0)
            m_planned.lines << WordsTr::tr("%n node(s) never get a slot.", nullptr, plan.left);
        qsizetype shown = 0;
        for (const PlannedNode &node : m_input.nodes) {
            if (node.hold.isEmpty() || shown == mostHolds)
                continue;
            ++shown;
            m_planned.lines << visibleText(WordsTr::tr("%1 is blocked: %2").arg(node.name, node.hold));
        }
        if (plan.held.size() > shown)
            m_planned.lines << WordsTr::tr("%n more node(s) are blocked.", nullptr,
                                           int(plan.held.size() - shown));
    }

    void assume()
    {
        QStringList &said = m_planned.assumptions;
        said << slotText() << m_source << paceText();
        if (!m_policy.jobSelector.isEmpty())
            said << jobText();
        if (!m_planned.plan.held.isEmpty() && m_input.failsAfter)
            said << WordsTr::tr("A blocked node fails after %1 and gives its slot back; it counts against %2 "
                                "until it is retried. The earliest finish assumes that it is unblocked in "
                                "time.")
                        .arg(plannedTimeText(*m_input.failsAfter), m_policy.unavailableKey());
        else if (!m_planned.plan.held.isEmpty())
            said << WordsTr::tr("A blocked node keeps its slot until it is unblocked; the earliest finish "
                                "assumes that this happens in time.");
        if (m_facts.underWay > 0)
            said << WordsTr::tr("%n node(s) are in progress now, and planned as if they were available.",
                                nullptr, m_facts.underWay);
        if (!m_facts.areHoldsKnown)
            said << WordsTr::tr("What would block nodes is unknown; none is counted as blocked.");
        if (m_planned.gpus.isRange())
            said << WordsTr::tr("While a new driver pod is unscheduled, the operator does not count its "
                                "node, and may start one more than allowed: %1 GPUs then.")
                        .arg(m_planned.gpus.withOneMore);
        said << (m_policy.isOfAmd()
                     ? WordsTr::tr("The order in which the operator takes nodes is unknown in advance: here "
                                   "by name. A node's GPUs are unavailable from its slot until it is done.")
                     : WordsTr::tr("The order in which the operator takes nodes is unknown in advance: here "
                                   "by name, nodes that are already cordoned first. A node's GPUs are "
                                   "unavailable from its slot until it is done."));
    }

private:
    static constexpr qsizetype mostHolds = 4;
    static constexpr qsizetype mostTenants = 6;

    void judgeFit(WindowFit fit)
    {
        QString took = plannedTimeText(*m_planned.plan.expected);
        if (m_input.times.seen.isEmpty())
            took = WordsTr::tr("%1 by assumed node times", "how long a rollout takes").arg(took);
        if (fit == WindowFit::Yes) {
            m_planned.state = VisualState::Done;
            m_planned.headline = WordsTr::tr("About %1, which fits into the window.").arg(took);
        } else if (fit == WindowFit::Maybe) {
            m_planned.state = VisualState::Attention;
            m_planned.headline = WordsTr::tr("About %1, which may not fit into the window.").arg(took);
        } else {
            m_planned.state = VisualState::Failed;
            m_planned.headline = WordsTr::tr("About %1, which does not fit into the window.").arg(took);
        }
    }

    /// A rollout is on its way, and the plan is not about what is left of it.
    [[nodiscard]] QString againText() const
    {
        return WordsTr::tr(
                   "Nodes still to go in the present rollout: %1 of %2 (GPUs available now: %3). This "
                   "plan is of the whole rollout, from a start with all nodes.")
            .arg(m_facts.toGo)
            .arg(m_facts.nodes.size())
            .arg(gpusNow(m_facts));
    }

    /// Why no node more is done.
    [[nodiscard]] QString stopText() const
    {
        if (m_policy.isOfAmd())
            return m_planned.plan.atOnce > 0
                       ? WordsTr::tr("It stops before the end: blocked nodes fail, and failed nodes are not "
                                     "retried automatically.")
                       : WordsTr::tr("No node starts: nodes are cordoned or not ready, or failed nodes use "
                                     "up maxUnavailableNodes.");
        if (m_planned.plan.atOnce > 0)
            return WordsTr::tr("It stops before the end: blocked nodes keep every slot.");
        return m_input.maxParallel > 0 && m_input.slotsKept() >= m_input.maxParallel
                   ? WordsTr::tr("No node starts: failed or blocked nodes keep every slot.")
                   : WordsTr::tr("No node starts: unavailable nodes already use up maxUnavailable.");
    }

    [[nodiscard]] QString lastStart() const
    {
        const QString when = m_moments.text(m_planned.lastSafeStart);
        if (m_planned.lastSafeStart >= m_planned.start)
            return WordsTr::tr("Last safe start: %1.").arg(when);
        return m_planned.lastSafeStart < m_planned.window.start
                   ? WordsTr::tr("The last safe start was at %1, before the window.").arg(when)
                   : WordsTr::tr("The last safe start was at %1; that time has passed.").arg(when);
    }

    [[nodiscard]] QString waitingText() const
    {
        QStringList said{
            WordsTr::tr("%n node(s) are on hold by a label until you release them, and are not in this plan.",
                        nullptr, m_planned.waiting)};
        if (m_facts.bake > 0s)
            said << WordsTr::tr("It bakes for %1 first.").arg(bakeText(m_facts.bake));
        said << (m_later.expected
                     ? WordsTr::tr("They then take about %1.").arg(plannedTimeText(*m_later.expected))
                     : WordsTr::tr("In the current state they would stop before the end."));
        return said.join(u' ');
    }

    [[nodiscard]] QString gpuText() const
    {
        const RolloutPlan &plan = m_planned.plan;
        int shown = plan.gpusNow;
        for (const PlanPoint &point : plan.course)
            shown = std::min(shown, point.gpus);
        const QString minimum = gpuMinimumText(m_planned.gpus);
        const QString counts =
            shown > m_planned.gpus.allowed
                ? WordsTr::tr("GPUs available: %1 at the start, %2 in the expected course, %3 at minimum")
                      .arg(plan.gpusNow)
                      .arg(shown)
                      .arg(minimum)
                : WordsTr::tr("GPUs available: %1 at the start, %2 at minimum")
                      .arg(plan.gpusNow)
                      .arg(minimum);
        const int floor = m_planned.window.gpuFloor;
        if (floor <= 0)
            return counts + u'.';
        if (m_planned.isFloorUnknown)
            return WordsTr::tr("%1; whether the capacity floor of %2 is kept is unknown: parts of GPUs (MIG "
                               "slices, shares or partitions) are not counted as GPUs.")
                .arg(counts)
                .arg(floor);
        if (!m_planned.keepsFloor)
            return WordsTr::tr("%1, which is below the capacity floor of %2.").arg(counts).arg(floor);
        return (m_planned.gpus.withOneMore >= floor
                    ? WordsTr::tr("%1; the capacity floor of %2 is kept.")
                    : WordsTr::tr("%1; the capacity floor of %2 is kept unless the operator starts one node "
                                  "more than allowed."))
            .arg(counts)
            .arg(floor);
    }

    /// What waiting for jobs costs, at the worst.
    [[nodiscard]] QString jobEffect() const
    {
        const milliseconds without = *m_planned.plan.latestWithoutJobs;
        const auto &latest = m_planned.plan.range->latest;
        if (!latest)
            return WordsTr::tr("Without waiting for jobs the latest finish would be %1.")
                .arg(m_moments.text(laterBy(m_planned.start, without)));
        return WordsTr::tr("Waiting for jobs moves the latest finish by up to %1.")
            .arg(plannedTimeText(std::max(0ms, *latest - without)));
    }

    [[nodiscard]] QString tenantText() const
    {
        QStringList said;
        for (const PlannedTenant &tenant :
             m_planned.tenants.first(std::min(mostTenants, m_planned.tenants.size())))
            said << WordsTr::tr("%1 (%2 from %3)", "namespace (GPUs from time)")
                        .arg(visibleText(tenant.namespaceName), gpuAmountText(tenant.gpus),
                             m_moments.clock(tenant.from));
        if (m_planned.tenants.size() > mostTenants)
            said << WordsTr::tr("%n more namespace(s)", nullptr, int(m_planned.tenants.size() - mostTenants));
        return WordsTr::tr("Namespaces that lose GPUs, in this order: %1.")
            .arg(said.join(QStringLiteral(", ")));
    }

    [[nodiscard]] QString slotText() const
    {
        const int failed =
            int(std::count_if(m_walk.nodes.cbegin(), m_walk.nodes.cend(),
                              [](const PlannedNode &node) { return node.isLeftAlone && node.hasFailed; }));
        const int away = m_walk.away() + m_walk.leftAlone() - 2 * failed;
        QStringList limits;
        limits << (m_walk.maxParallel > 0 ? WordsTr::tr("maxParallelUpgrades %1").arg(m_walk.maxParallel)
                                          : WordsTr::tr("maxParallelUpgrades 0 (no limit)"));
        if (m_walk.maxUnavailable)
            limits << WordsTr::tr("%1 %2, which is %3", "maxUnavailable")
                          .arg(m_policy.unavailableKey(), visibleText(m_policy.maxUnavailable))
                          .arg(*m_walk.maxUnavailable);
        if (away > 0)
            limits << WordsTr::tr("%1 cordoned or not ready already").arg(away);
        if (const int kept = m_walk.slotsKept(); kept > 0)
            limits << WordsTr::tr("%n slot(s) kept by failed or blocked nodes", nullptr, kept);
        if (failed > 0)
            limits << WordsTr::tr("%n failed node(s) without a slot", nullptr, failed);
        return WordsTr::tr("%1 of %2 nodes at a time (%3).")
            .arg(m_planned.atOnce)
            .arg(m_walk.nodes.size())
            .arg(limits.join(QStringLiteral(", ")));
    }

    [[nodiscard]] QString paceText() const
    {
        const NodeTimes &times = m_input.times;
        if (times.seen.isEmpty())
            return assumedText();
        const auto [least, most] = std::minmax_element(times.seen.cbegin(), times.seen.cend());
        const int count = int(times.seen.size());
        QString said =
            m_facts.timesFrom.isEmpty()
                ? WordsTr::tr("Time per node, based on %n node(s) observed before: %1.", nullptr, count)
                      .arg(rangeText(*least, *most))
                : WordsTr::tr("Time per node, based on %n node(s) in the recording %1: %2.", nullptr, count)
                      .arg(visibleText(m_facts.timesFrom), rangeText(*least, *most));
        if (const int stuck = m_facts.seen.stuck; stuck > 0)
            said += u' ' + WordsTr::tr("%n node(s) that were stuck are left out.", nullptr, stuck);
        if (times.changeover >= 1s)
            said +=
                u' ' +
                WordsTr::tr("A free slot waits %1 for its next node.").arg(plannedTimeText(times.changeover));
        return said;
    }

    /// Nothing was seen, and by the policy a node may take for ever.
    [[nodiscard]] bool isOpen() const { return m_input.times.seen.isEmpty() && waitsWithoutLimit(m_policy); }

    [[nodiscard]] QString assumedText() const
    {
        const NodeTimes &times = m_input.times;
        if (isOpen())
            return WordsTr::tr("No node time has been observed yet. Assumed per node: %1 at best, %2 "
                               "expected; the operator waits without a limit for pods to end (timeoutSeconds "
                               "0): there is no latest finish.")
                .arg(plannedTimeText(times.least), plannedTimeText(times.expected));
        return WordsTr::tr("No node time has been observed yet. Assumed per node: %1 at best, %2 expected, "
                           "%3 at worst, based on the operator's own time limits.")
                   .arg(plannedTimeText(times.least), plannedTimeText(times.expected),
                        plannedTimeText(times.most)) +
               u' ' +
               WordsTr::tr("A free slot may wait %1 for the operator's next reconcile: the latest finish "
                           "includes it, the others do not.")
                   .arg(plannedTimeText(times.beat));
    }

    [[nodiscard]] QString jobText() const
    {
        const QString selector = visibleText(m_policy.jobSelector);
        if (m_policy.jobTimeout == 0s)
            return WordsTr::tr("Waiting for pods that match %1 has no time limit: there is no latest finish. "
                               "The other estimates include no wait.")
                .arg(selector);
        return WordsTr::tr("Waiting for pods that match %1 takes up to %2 per node: the latest finish "
                           "includes all of it, the others none.")
            .arg(selector, plannedTimeText(m_policy.jobTimeout));
    }

    const RolloutFacts &m_facts;
    DriverPolicy m_policy;
    PlanInput m_input; ///< of what goes by itself
    PlanInput m_walk;  ///< of those that the operator's slots are for
    const RolloutPlan &m_later;
    QString m_source;
    WindowMoments m_moments;
    QDateTime m_now;
    PlannedWindow &m_planned;
};

/// Who is on the nodes, in the order in which these go.
QList<PlannedTenant> tenantsHit(const RolloutFacts &facts, const PlanInput &input, const RolloutPlan &plan,
                                const QDateTime &start)
{
    const auto isBefore = [](const auto &one, const auto &other) { return one.node < other.node; };
    QHash<QString, qsizetype> places;
    QList<PlannedTenant> hit;
    for (const NodeTurn &turn : plan.turns) {
        const TenantGpus wanted{input.nodes[turn.node].name, {}, {}};
        const auto [from, to] =
            std::equal_range(facts.tenants.cbegin(), facts.tenants.cend(), wanted, isBefore);
        for (auto tenant = from; tenant != to; ++tenant) {
            const auto place = places.constFind(tenant->namespaceName);
            if (place == places.cend()) {
                places.insert(tenant->namespaceName, hit.size());
                hit.append({tenant->namespaceName, laterBy(start, turn.at), 1, tenant->gpus});
            } else {
                ++hit[*place].nodes;
                hit[*place].gpus += tenant->gpus;
            }
        }
    }
    return hit;
}

} // namespace

PlannedWindow plannedWindow(const RolloutFacts &facts, const PolicyChanges &changes,
                            const std::optional<UpgradeWindow> &window, int gpuFloor, const QDateTime &now)
{
    PlannedWindow planned;
    const PlanInput first = firstInput(facts, changes);
    planned.plan = planRollout(first);
    planned.maxParallel = first.maxParallel;
    const PlanInput rest = restInput(facts, changes);
    const RolloutPlan later = planRollout(rest);
    planned.waiting = int(rest.nodes.size());
    const bool isSet = window && window->start.isValid() && window->end > window->start;
    if (isSet)
        planned.window = {window->start.toUTC(), window->end.toUTC(), gpuFloor};
    planned.window.gpuFloor = gpuFloor;
    planned.start = isSet ? std::max(planned.window.start, now) : now;
    planned.gpusTotal = facts.gpusTotal;
    planned.gpus = gpuMinimum(facts, changes, planned.start == now);
    const std::optional<bool> keepsFloor = keepsGpuFloor(planned.gpus.allowed, gpuFloor, facts.hasGpuParts);
    planned.keepsFloor = keepsFloor.value_or(false);
    planned.isFloorUnknown = !keepsFloor;
    planned.atOnce = planned.waiting > 0 ? later.atOnce : planned.plan.atOnce;
    const auto after = [&planned](milliseconds time) { return laterBy(planned.start, time); };
    const bool isBlocked = !planned.plan.held.isEmpty();
    if (planned.plan.expected && !isBlocked)
        planned.expected = after(*planned.plan.expected);
    if (const auto &range = planned.plan.range) {
        planned.earliest = after(range->earliest);
        if (range->latest && !isBlocked) {
            planned.latest = after(*range->latest);
            if (isSet)
                planned.lastSafeStart = laterBy(planned.window.end, -*range->latest);
        }
    }
    planned.tenants = tenantsHit(facts, first, planned.plan, planned.start);
    Telling telling(facts, changes, isSet ? window : std::nullopt, later, now, planned);
    telling.judge();
    telling.tell();
    telling.assume();
    return planned;
}

QString nodeEffectText(const NodeImpact &impact, const std::optional<DriverPolicy> &policy)
{
    if (!impact.off.isEmpty())
        return visibleText(impact.off);
    switch (impact.kind) {
    case NodeImpact::Kind::None:
        return WordsTr::tr("Nothing that runs on nodes changes.");
    case NodeImpact::Kind::PodsOnly:
        return WordsTr::tr("Pods are recreated; no driver is affected and no node is emptied.");
    case NodeImpact::Kind::DriverRestart:
        return WordsTr::tr("Driver pods are recreated with the same driver.");
    case NodeImpact::Kind::DriverReload:
        return WordsTr::tr("Nodes are cordoned, the driver is unloaded and reloaded, and GPU workloads on "
                           "them end.") +
               u' ' + evictionText(policy);
    case NodeImpact::Kind::NicDriver:
        return WordsTr::tr("The network cards' driver is reloaded. Where Ethernet uses the same cards, a "
                           "node may go offline.");
    case NodeImpact::Kind::Unknown:
        break;
    }
    return WordsTr::tr("The effect on nodes is unknown: %1").arg(visibleText(impact.why));
}

QString windowPlanGap(const NodeImpact &impact, const RolloutFacts *facts)
{
    if (!impact.mayTouchDrivers())
        return WordsTr::tr("It affects no driver: no node has to be upgraded.");
    if (!impact.off.isEmpty())
        return visibleText(impact.off);
    if (!facts && impact.component.isEmpty() && !impact.why.isEmpty())
        return WordsTr::tr("Which nodes it affects is unknown: %1").arg(visibleText(impact.why));
    if (!facts)
        return WordsTr::tr("Which nodes it affects could not be read.");
    return windowPlanGap(*facts);
}

QString windowPlanGap(const RolloutFacts &facts)
{
    if (facts.nodes.isEmpty())
        return WordsTr::tr("It affects no node.");
    if (!facts.policy)
        return policyGap(facts);
    // A person has to take the nodes one by one: there is no order to plan.
    return facts.policy->isOfAmd() && !facts.policy->autoUpgrade ? visibleText(offText(*facts.policy))
                                                                 : QString();
}

} // namespace chartroom
