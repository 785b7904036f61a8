// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/window_plan_text.h"

#include "core/base/visible_text.h"
#include "core/models/pace_text.h"
#include "core/models/relative_time.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

struct WindowPlanTexts // the translation context
{
    Q_DECLARE_TR_FUNCTIONS(WindowPlanTexts)
};

QString timeText(milliseconds time)
{
    const auto minutes = std::chrono::round<std::chrono::minutes>(time).count();
    if (minutes < 90)
        return durationText(time);
    return WindowPlanTexts::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

/// What people read off: in the window's zone, and in UTC.
class Moments
{
public:
    explicit Moments(const std::optional<UpgradeWindow> &window)
        : m_zone(window ? QTimeZone(window->zone) : QTimeZone::systemTimeZone())
    {
        if (!m_zone.isValid())
            m_zone = QTimeZone::utc();
    }

    [[nodiscard]] QString text(const QDateTime &time) const
    {
        const QDateTime there = time.toTimeZone(m_zone);
        const QString face = there.toString(QStringLiteral("ddd HH:mm"));
        if (there.offsetFromUtc() == 0)
            return face + QStringLiteral(" UTC");
        return WindowPlanTexts::tr("%1 %2 (%3 UTC)")
            .arg(face, QString::fromLatin1(m_zone.id()), time.toUTC().toString(QStringLiteral("HH:mm")));
    }

private:
    QTimeZone m_zone;
};

/// How the sentences of one plan come about.
class Telling
{
public:
    Telling(const RolloutFacts &facts, const PolicyChanges &changes,
            const std::optional<UpgradeWindow> &window, PlannedWindow &planned)
        : m_facts(facts)
        , m_policy(*termsWith(facts, changes))
        , m_input(planInput(facts, changes))
        , m_source(termsSourceText(facts, changes))
        , m_moments(window)
        , m_planned(planned)
    {}

    void judge()
    {
        const RolloutPlan &plan = m_planned.plan;
        const QDateTime end = m_planned.window.end;
        if (!m_planned.expected.isValid()) {
            m_planned.state = VisualState::Failed;
            m_planned.headline =
                plan.atOnce > 0
                    ? WindowPlanTexts::tr("It stops before the end: held nodes keep every slot.")
                    : WindowPlanTexts::tr("No node starts: what is away already uses up maxUnavailable.");
            return;
        }
        const QString took = timeText(*plan.expected);
        if (end.isValid() && m_planned.earliest > end) {
            m_planned.state = VisualState::Failed;
            m_planned.headline =
                WindowPlanTexts::tr("About %1, which does not fit into the window.").arg(took);
        } else if (end.isValid() && (!m_planned.latest.isValid() || m_planned.latest > end)) {
            m_planned.state = VisualState::Attention;
            m_planned.headline =
                WindowPlanTexts::tr("About %1, which may not fit into the window.").arg(took);
        } else if (end.isValid()) {
            m_planned.state = VisualState::Done;
            m_planned.headline = WindowPlanTexts::tr("About %1, which fits into the window.").arg(took);
        } else {
            m_planned.state = VisualState::Unknown;
            m_planned.headline = WindowPlanTexts::tr("About %1 from its start; no window is set.").arg(took);
        }
        if (!m_planned.keepsFloor || (!plan.held.isEmpty() && m_planned.state == VisualState::Done))
            m_planned.state = m_planned.keepsFloor ? VisualState::Attention : VisualState::Failed;
    }

    void tell()
    {
        const RolloutPlan &plan = m_planned.plan;
        const auto moment = [this](const QDateTime &time, const QString &otherwise) {
            return time.isValid() ? m_moments.text(time) : otherwise;
        };
        m_planned.lines << WindowPlanTexts::tr("Ends: earliest %1, expected %2, latest %3.")
                               .arg(moment(m_planned.earliest, WindowPlanTexts::tr("never", "an end")),
                                    moment(m_planned.expected, WindowPlanTexts::tr("never", "an end")),
                                    moment(m_planned.latest, WindowPlanTexts::tr("nobody can tell")));
        if (m_planned.lastSafeStart.isValid())
            m_planned.lines << lastStart();
        m_planned.lines << gpuText();
        if (plan.left > 0)
            m_planned.lines << WindowPlanTexts::tr("%n node(s) never get a slot.", nullptr, plan.left);
        qsizetype shown = 0;
        for (const PlannedNode &node : m_input.nodes) {
            if (node.hold.isEmpty() || shown == mostHolds)
                continue;
            ++shown;
            m_planned.lines << visibleText(WindowPlanTexts::tr("%1 is held: %2").arg(node.name, node.hold));
        }
        if (plan.held.size() > shown)
            m_planned.lines << WindowPlanTexts::tr("%n more node(s) are held.", nullptr,
                                                   int(plan.held.size() - shown));
    }

    void assume()
    {
        QStringList &said = m_planned.assumptions;
        said << slotText() << m_source << paceText();
        if (!m_policy.jobSelector.isEmpty())
            said << jobText();
        if (!m_planned.plan.held.isEmpty())
            said << WindowPlanTexts::tr(
                "A held node keeps its slot until somebody acts; the earliest end has "
                "it freed in time.");
        if (!m_facts.areHoldsKnown)
            said << WindowPlanTexts::tr("What would hold nodes back is not known: none is counted as held.");
        said << WindowPlanTexts::tr(
            "The operator takes nodes in no order that is known before: here by name, "
            "those cordoned already first. A node's GPUs are away from its slot until "
            "it is done.");
    }

private:
    static constexpr qsizetype mostHolds = 4;

    [[nodiscard]] QString lastStart() const
    {
        const QString when = m_moments.text(m_planned.lastSafeStart);
        return m_planned.lastSafeStart >= m_planned.start
                   ? WindowPlanTexts::tr("Last safe start: %1.").arg(when)
                   : WindowPlanTexts::tr("The last safe start was at %1, before the window.").arg(when);
    }

    [[nodiscard]] QString gpuText() const
    {
        const RolloutPlan &plan = m_planned.plan;
        const QString counts = WindowPlanTexts::tr("GPUs available: %1 now, %2 at worst")
                                   .arg(plan.gpusNow)
                                   .arg(plan.gpusAtWorst);
        const int floor = m_planned.window.gpuFloor;
        if (floor <= 0)
            return counts + u'.';
        return m_planned.keepsFloor
                   ? WindowPlanTexts::tr("%1; the floor of %2 holds.").arg(counts).arg(floor)
                   : WindowPlanTexts::tr("%1, which is under the floor of %2.").arg(counts).arg(floor);
    }

    [[nodiscard]] QString slotText() const
    {
        const auto away = std::count_if(m_input.nodes.cbegin(), m_input.nodes.cend(),
                                        [](const PlannedNode &node) { return node.isAway(); });
        QStringList limits;
        limits << (m_input.maxParallel > 0
                       ? WindowPlanTexts::tr("maxParallelUpgrades %1").arg(m_input.maxParallel)
                       : WindowPlanTexts::tr("maxParallelUpgrades 0, which is no limit"));
        if (m_input.maxUnavailable)
            limits << WindowPlanTexts::tr("maxUnavailable %1, which is %2")
                          .arg(visibleText(m_policy.maxUnavailable))
                          .arg(*m_input.maxUnavailable);
        if (away > 0)
            limits << WindowPlanTexts::tr("%1 cordoned or not ready already").arg(away);
        return WindowPlanTexts::tr("%1 of %2 nodes at a time (%3).")
            .arg(m_planned.plan.atOnce)
            .arg(m_input.nodes.size())
            .arg(limits.join(QStringLiteral(", ")));
    }

    [[nodiscard]] QString paceText() const
    {
        const NodeTimes &times = m_input.times;
        if (times.seen.isEmpty())
            return WindowPlanTexts::tr("No node was seen going through before. Assumed for each: %1 at best, "
                                       "%2 expected, %3 at worst, by the operator's own time limits.")
                .arg(timeText(times.least), timeText(times.expected), timeText(times.most));
        const auto [least, most] = std::minmax_element(times.seen.cbegin(), times.seen.cend());
        return WindowPlanTexts::tr("A node takes as long as %n node(s) seen going through before: %1.",
                                   nullptr, int(times.seen.size()))
            .arg(rangeText(*least, *most));
    }

    [[nodiscard]] QString jobText() const
    {
        const QString selector = visibleText(m_policy.jobSelector);
        if (!m_input.times.jobs)
            return WindowPlanTexts::tr(
                       "Pods that match %1 are waited for without a limit: there is no latest "
                       "end. The others count no wait.")
                .arg(selector);
        return WindowPlanTexts::tr("Pods that match %1 are waited for up to %2 a node: the latest end counts "
                                   "all of it, the others none.")
            .arg(selector, timeText(*m_input.times.jobs));
    }

    const RolloutFacts &m_facts;
    DriverPolicy m_policy;
    PlanInput m_input;
    QString m_source;
    Moments m_moments;
    PlannedWindow &m_planned;
};

} // namespace

QString windowPlanGap(const NodeImpact &impact, const RolloutFacts *facts)
{
    if (!impact.mayTouchDrivers())
        return WindowPlanTexts::tr("It touches no driver: no node has to be gone through.");
    if (!facts && impact.component.isEmpty() && !impact.why.isEmpty())
        return WindowPlanTexts::tr("Nobody can tell which nodes it reaches: %1").arg(visibleText(impact.why));
    if (!facts)
        return WindowPlanTexts::tr("Which nodes it reaches could not be read.");
    if (facts->nodes.isEmpty())
        return WindowPlanTexts::tr("It reaches no node.");
    if (!facts->policy)
        return WindowPlanTexts::tr("No upgrade policy was found for this driver, so nobody can tell how its "
                                   "nodes would go.");
    return {};
}

PlannedWindow plannedWindow(const RolloutFacts &facts, const PolicyChanges &changes,
                            const std::optional<UpgradeWindow> &window, int gpuFloor, const QDateTime &now)
{
    PlannedWindow planned;
    planned.plan = planRollout(planInput(facts, changes));
    const bool isSet = window && window->start.isValid() && window->end > window->start;
    if (isSet)
        planned.window = {window->start.toUTC(), window->end.toUTC(), gpuFloor};
    planned.window.gpuFloor = gpuFloor;
    planned.start = isSet ? std::max(planned.window.start, now) : now;
    planned.keepsFloor = planned.plan.gpusAtWorst >= gpuFloor;
    const auto after = [&planned](milliseconds time) { return planned.start.addMSecs(time.count()); };
    if (planned.plan.expected)
        planned.expected = after(*planned.plan.expected);
    if (const auto &range = planned.plan.range) {
        planned.earliest = after(range->earliest);
        if (range->latest) {
            planned.latest = after(*range->latest);
            if (isSet)
                planned.lastSafeStart = planned.window.end.addMSecs(-range->latest->count());
        }
    }
    Telling telling(facts, changes, isSet ? window : std::nullopt, planned);
    telling.judge();
    telling.tell();
    telling.assume();
    return planned;
}

} // namespace chartroom
