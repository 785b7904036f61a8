// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/window_plan_report.h"

#include "core/secrets/masked_text.h"
#include "core/words/table_text.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr int fifth = 20; // percent

} // namespace

QString windowPlanIssue(const PolicyChanges &changes, const std::optional<UpgradeWindow> &window)
{
    UpgradeDraft draft;
    draft.chart.name = QStringLiteral("gpu-operator"); // which takes a policy
    draft.policy = changes;
    draft.window = window;
    for (const FieldIssue &issue : validate(draft))
        if (issue.field.startsWith(u"policy") || issue.field.startsWith(u"window."))
            return issue.text;
    return {};
}

PolicyChanges oneAtATime(PolicyChanges changes)
{
    changes.maxParallelUpgrades = 1;
    return changes;
}

PolicyChanges aFifthAtATime(PolicyChanges changes, const RolloutFacts &facts)
{
    if (facts.policy && facts.policy->driver == DriverKind::InfiniBand) { // which knows no maxUnavailable
        changes.maxParallelUpgrades = std::max(1, (int(facts.nodes.size()) * fifth + 99) / 100);
        return changes;
    }
    changes.maxParallelUpgrades = 0;
    changes.maxUnavailable = QStringLiteral("%1%").arg(fifth);
    return changes;
}

ComparedPlan comparedPlan(const QString &policy, const PlannedWindow &planned)
{
    const RolloutPlan &plan = planned.plan;
    ComparedPlan compared;
    compared.policy = policy;
    compared.state = planned.state;
    compared.expected = expectedText(plan);
    if (!planned.expected.isValid())
        compared.latest = WordsTr::tr("does not finish", "a rollout");
    else
        compared.latest = plan.range && plan.range->latest ? plannedTimeText(*plan.range->latest)
                                                           : WordsTr::tr("unknown", "the latest end");
    compared.fewestGpus =
        WordsTr::tr("%1 of %2", "GPUs").arg(gpuMinimumText(planned.gpus)).arg(planned.gpusTotal);
    return compared;
}

QString fitText(VisualState state)
{
    switch (state) {
    case VisualState::Done:
        return WordsTr::tr("fits");
    case VisualState::Attention:
        return WordsTr::tr("may not fit");
    case VisualState::Failed:
        return WordsTr::tr("does not fit");
    default:
        return WordsTr::tr("no window");
    }
}

QStringList comparedTitles()
{
    return {WordsTr::tr("Nodes in parallel"), WordsTr::tr("Duration, expected"),
            WordsTr::tr("Duration, at most", "it takes"), WordsTr::tr("Minimum GPUs")};
}

QString windowPlanReport(const PlannedWindow &planned, bool isMarkdown)
{
    QString text;
    const auto add = [&](const QString &said, const QString &indent = {}) {
        const QString hidden = maskedText(said);
        text += indent + (isMarkdown ? QStringLiteral("- ") + markdownText(hidden) : hidden) + u'\n';
    };
    add(planned.headline);
    for (const QString &line : planned.lines)
        add(line);
    add(WordsTr::tr("Assumptions:"));
    for (const QString &line : planned.assumptions)
        add(line, QStringLiteral("    "));
    return text;
}

QString windowPlanMarkdown(const QString &title, const PlannedWindow &planned,
                           const QList<ComparedPlan> &compared)
{
    QList<QStringList> rows;
    for (const ComparedPlan &one : compared)
        rows.append({one.policy, one.expected, one.latest, one.fewestGpus});
    QString text = QStringLiteral("## ") + markdownText(title) + QStringLiteral("\n\n") +
                   windowPlanReport(planned, true);
    if (!rows.isEmpty())
        text += u'\n' + markdownTable(comparedTitles(), rows);
    return text;
}

} // namespace chartroom
