// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/outcomes.h"

#include "core/helm/helm_number.h"
#include "core/outcomes/advice.h"
#include "core/outcomes/helm_values.h"
#include "core/outcomes/outcomes_tr.h"
#include "core/outcomes/path_fates.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

Value mapOf(const Value &value)
{
    return value.isMap() ? value : Value(Value::Map());
}

Error refusal(const SchemaVerdict &verdict)
{
    QStringList details;
    for (const SchemaProblem &problem : verdict.problems)
        details.append(problem.path + u": "_s + problem.text);
    return {Error::Code::Invalid,
            OutcomesTr::tr(
                "Helm would reject this upgrade: the new chart's schema does not accept the values. %1")
                .arg(verdict.problems.first().text),
            details.join(u'\n'),
            {}};
}

Outcome outcome(const InstalledValues &installed, const Chart &target, const Value &edits, Strategy strategy,
                const HelmVersion &helm)
{
    const HelmUpgrade upgrade = helmUpgrade(installed, target, edits, strategy, helm);
    Outcome out{strategy, upgrade.stored, upgrade.computed, {}, upgrade.warnings, upgrade.problem};
    if (!out.problem.message.isEmpty())
        return out;
    const SchemaVerdict verdict = checkSchemas(upgrade.chart, upgrade.computed);
    out.warnings += verdict.unchecked;
    if (!verdict.problems.isEmpty())
        out.problem = refusal(verdict);

    Chart old = installed.chart;
    old.dependencies.clear();
    const Value nothing = Value(Value::Map());
    out.fates = pathFates({strategy, mapOf(helmNumbers(installed.userValues)), mapOf(helmSetNumbers(edits)),
                           upgrade.stored, helmComputedValues(old, nothing, helm).value_or(nothing),
                           helmDefaults(target, upgrade.computed, helm).value_or(nothing),
                           helmComputedValues(old, installed.userValues, helm).value_or(nothing),
                           upgrade.computed, verdict.problems});
    return out;
}

} // namespace

Outcomes outcomes(const InstalledValues &installed, const Chart &target, const Value &edits,
                  const HelmVersion &helm)
{
    Outcomes all;
    for (const Strategy strategy : allStrategies)
        all.all[size_t(strategy)] = outcome(installed, target, edits, strategy, helm);
    all.advice = adviceOn(all.all);
    return all;
}

} // namespace chartroom
