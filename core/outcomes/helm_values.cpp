// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/helm_values.h"

#include "core/helm/helm_number.h"
#include "core/outcomes/helm_chart.h"
#include "core/outcomes/outcomes_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// action.CheckDependencies, which the command line runs before the upgrade.
void checkSubcharts(const Chart &target)
{
    QStringList missing;
    for (const ChartDependency &wanted : target.metadata.dependencies) {
        if (std::none_of(target.dependencies.cbegin(), target.dependencies.cend(),
                         [&wanted](const Chart &sub) { return sub.metadata.name == wanted.name; }))
            missing.append(wanted.name);
    }
    if (!missing.isEmpty())
        throw Error{Error::Code::Invalid,
                    OutcomesTr::tr("The chart's folder charts/ lacks sub-charts that Chart.yaml names: %1.")
                        .arg(missing.join(u", "_s)),
                    {},
                    {}};
}

/// upgrade.go reuseValues: the values to store; with reuse the target's own defaults give way.
Table *storedValues(Tables &tables, HelmRules &rules, const InstalledValues &installed, HelmChart &target,
                    const Value &edits, Strategy strategy)
{
    Table *given = tables.fromValue(helmSetNumbers(edits.isMap() ? edits : Value(Value::Map())));
    if (strategy == Strategy::Reset)
        return given;
    Table *current = tables.fromValue(helmNumbers(installed.userValues));
    if (strategy == Strategy::Reuse) {
        Chart recorded = installed.chart;
        recorded.dependencies.clear(); // a record does not hold them
        const HelmChartPointer old = rules.load(recorded);
        target.values = rules.values(*old, current, Tables::Mode::Coalesce);
    }
    return tables.lay(given, current, {}, Tables::Mode::Coalesce);
}

} // namespace

HelmUpgrade helmUpgrade(const InstalledValues &installed, const Chart &target, const Value &edits,
                        Strategy strategy, const HelmVersion &helm)
{
    Tables tables(nullRules(helm));
    HelmRules rules(tables, helm);
    HelmUpgrade upgrade{edits, Value(Value::Map()), target, {}, {}};
    try {
        const HelmChartPointer chart = rules.load(target);
        const Table *stored = storedValues(tables, rules, installed, *chart, edits, strategy);
        upgrade.stored = tables.toValue(stored);
        checkSubcharts(target);
        rules.processDependencies(*chart, stored);
        upgrade.chart = rules.toChart(*chart);
        upgrade.computed = tables.toValue(rules.values(*chart, stored, Tables::Mode::Coalesce));
    } catch (const Error &error) {
        upgrade.problem = error;
    }
    upgrade.warnings = tables.warnings();
    upgrade.warnings.removeDuplicates(); // Helm coalesces several times over and repeats itself
    return upgrade;
}

Result<Value> helmComputedValues(const Chart &chart, const Value &userValues, const HelmVersion &helm)
{
    Tables tables(nullRules(helm));
    HelmRules rules(tables, helm);
    try {
        const HelmChartPointer loaded = rules.load(chart);
        return tables.toValue(
            rules.values(*loaded, tables.fromValue(helmNumbers(userValues)), Tables::Mode::Coalesce));
    } catch (const Error &error) {
        return tl::make_unexpected(error);
    }
}

Chart helmEnabledChart(const Chart &chart, const Value &userValues, const HelmVersion &helm)
{
    Tables tables(nullRules(helm));
    HelmRules rules(tables, helm);
    try {
        const HelmChartPointer loaded = rules.load(chart);
        rules.processDependencies(*loaded, tables.fromValue(helmNumbers(userValues)));
        return rules.toChart(*loaded);
    } catch (const Error &) {
        return chart;
    }
}

Result<Value> helmDefaults(const Chart &target, const Value &values, const HelmVersion &helm)
{
    Tables tables(nullRules(helm));
    HelmRules rules(tables, helm);
    try {
        const HelmChartPointer chart = rules.load(target);
        rules.processDependencies(*chart, tables.fromValue(values));
        return tables.toValue(rules.values(*chart, nullptr, Tables::Mode::Coalesce));
    } catch (const Error &error) {
        return tl::make_unexpected(error);
    }
}

} // namespace chartroom
