// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_plan_printout.h"

#include "app/command_line_tr.h"
#include "core/kube/gpu_count.h"
#include "core/secrets/masked_text.h"
#include "core/words/table_text.h"
#include "core/words/window_plan_report.h"

namespace chartroom {

namespace {

Value fitsValue(const PlannedWindow &planned)
{
    const QDateTime end = planned.window.end;
    if (!end.isValid())
        return {};
    if (!planned.expected.isValid() || planned.earliest > end)
        return Value(QStringLiteral("no"));
    const bool isSure = planned.latest.isValid() && planned.latest <= end;
    return Value(isSure ? QStringLiteral("yes") : QStringLiteral("maybe"));
}

Value agreedValue(const WindowPlan &window)
{
    if (!window.end.isValid())
        return {};
    return Value(Value::Map{{QStringLiteral("start"), timeOrNull(window.start)},
                            {QStringLiteral("end"), timeOrNull(window.end)}});
}

Value policyValue(const RolloutFacts &facts)
{
    const bool isOfUpgrade = facts.source == OperatorPolicy::Source::Upgrade;
    return Value(Value::Map{{QStringLiteral("kind"), Value(facts.policy->kind)},
                            {QStringLiteral("name"), Value(facts.policy->name)},
                            {QStringLiteral("source"),
                             Value(isOfUpgrade ? QStringLiteral("upgrade") : QStringLiteral("cluster"))}});
}

Value tenantsValue(const PlannedWindow &planned)
{
    Value::List tenants;
    for (const PlannedTenant &tenant : planned.tenants)
        tenants.append(
            Value(Value::Map{{QStringLiteral("namespace"), Value(tenant.namespaceName)},
                             {QStringLiteral("from"), timeOrNull(tenant.from)},
                             {QStringLiteral("nodes"), numberValue(tenant.nodes)},
                             {QStringLiteral("gpus"), numberValue(tenant.gpus.gpus)},
                             {QStringLiteral("gpuParts"), textOrNull(gpuPartsText(tenant.gpus))}}));
    return Value(tenants);
}

Value heldValue(const RolloutFacts &facts)
{
    Value::List held;
    for (const PlannedNode &node : facts.nodes)
        if (!node.hold.isEmpty())
            held.append(Value(Value::Map{{QStringLiteral("node"), Value(node.name)},
                                         {QStringLiteral("text"), Value(maskedText(node.hold))}}));
    return Value(held);
}

} // namespace

NodesPlan nodesPlan(const PreflightReport &preflight, const UpgradeDraft &draft, const QDateTime &now)
{
    NodesPlan plan;
    const RolloutFacts *facts = preflight.rollout ? &*preflight.rollout : nullptr;
    plan.why = windowPlanGap(preflight.impact, facts);
    if (facts)
        plan.facts = *facts;
    if (plan.why.isEmpty())
        plan.planned = plannedWindow(*facts, draft.policy, draft.window, draft.gpuFloor.value_or(0), now);
    return plan;
}

Value windowPlanValue(const NodesPlan &plan)
{
    static const PlannedWindow none;
    const bool isPlanned = plan.planned.has_value();
    const PlannedWindow &planned = isPlanned ? *plan.planned : none;
    const WindowPlan &window = planned.window;
    const auto count = [isPlanned](qint64 number) { return isPlanned ? numberValue(number) : Value(); };
    const bool hasFloor = window.gpuFloor > 0;
    return Value(Value::Map{
        {QStringLiteral("why"), textOrNull(maskedText(plan.why))},
        {QStringLiteral("component"), isPlanned ? textOrNull(plan.facts.component) : Value()},
        {QStringLiteral("nodes"), count(plan.facts.nodes.size())},
        {QStringLiteral("atOnce"), count(planned.plan.atOnce)},
        {QStringLiteral("policy"), isPlanned ? policyValue(plan.facts) : Value()},
        {QStringLiteral("start"), timeOrNull(planned.start)},
        {QStringLiteral("earliestEnd"), timeOrNull(planned.earliest)},
        {QStringLiteral("expectedEnd"), timeOrNull(planned.expected)},
        {QStringLiteral("latestEnd"), timeOrNull(planned.latest)},
        {QStringLiteral("lastSafeStart"), timeOrNull(planned.lastSafeStart)},
        {QStringLiteral("window"), agreedValue(window)},
        {QStringLiteral("fits"), fitsValue(planned)},
        {QStringLiteral("gpusTotal"), count(planned.gpusTotal)},
        {QStringLiteral("gpusNow"), count(gpusNow(plan.facts))},
        {QStringLiteral("gpusAtStart"), count(planned.plan.gpusNow)},
        {QStringLiteral("gpusAtLowest"), count(planned.gpus.allowed)},
        {QStringLiteral("gpusAtLowestWithOneMore"), count(planned.gpus.withOneMore)},
        {QStringLiteral("gpuFloor"), hasFloor ? numberValue(window.gpuFloor) : Value()},
        {QStringLiteral("keepsFloor"),
         hasFloor && !planned.isFloorUnknown ? Value(planned.keepsFloor) : Value()},
        {QStringLiteral("held"), isPlanned ? heldValue(plan.facts) : Value()},
        {QStringLiteral("tenants"), isPlanned ? tenantsValue(planned) : Value()},
        {QStringLiteral("withoutSlot"), count(planned.plan.left)},
        {QStringLiteral("waiting"), count(planned.waiting)},
        {QStringLiteral("assumptions"), isPlanned ? textList(planned.assumptions) : Value()},
    });
}

QString windowPlanText(const NodesPlan &plan, OutputFormat format)
{
    const bool isMarkdown = format == OutputFormat::Markdown;
    const auto line = [isMarkdown](const QString &text) {
        return (isMarkdown ? QStringLiteral("- ") + markdownText(maskedText(text)) : maskedText(text)) +
               u'\n';
    };
    const QString title =
        (isMarkdown ? QStringLiteral("## ") : QString()) + CommandLineTr::tr("Nodes and window") + u'\n';
    return title + (plan.planned ? windowPlanReport(*plan.planned, isMarkdown) : line(plan.why));
}

} // namespace chartroom
