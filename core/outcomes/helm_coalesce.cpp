// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/helm/helm_number.h"
#include "core/outcomes/helm_chart.h"
#include "core/outcomes/outcomes_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

} // namespace

HelmChartPointer HelmRules::load(const Chart &source)
{
    auto chart = std::make_shared<HelmChart>();
    chart->metadata = std::make_shared<HelmChartMetadata>();
    chart->metadata->name = source.metadata.name;
    chart->metadata->version = source.metadata.version;
    for (const ChartDependency &written : source.metadata.dependencies)
        chart->metadata->requirements.append(
            std::make_shared<Requirement>(Requirement{written.name, written}));
    if (m_helmMajor >= 4 && source.laterProblem)
        throw *source.laterProblem;
    chart->values = m_tables.fromValue(helmNumbers(source.valuesFor(m_helmMajor)));
    chart->source = &source;
    for (const Chart &dependency : source.dependencies)
        chart->dependencies.append(load(dependency));
    return chart;
}

Chart HelmRules::toChart(const HelmChart &chart) const
{
    Chart out = *chart.source;
    out.metadata.name = chart.metadata->name;
    out.values = m_tables.toValue(chart.values);
    out.firstValues.reset();
    out.laterProblem.reset();
    out.dependencies.clear();
    for (const HelmChartPointer &dependency : chart.dependencies)
        out.dependencies.append(toChart(*dependency));
    return out;
}

Table *HelmRules::values(const HelmChart &chart, const Table *values, Tables::Mode mode)
{
    Table *copy = m_tables.deepCopy(values);
    layChart(chart, copy, {}, mode);
    return copy;
}

void HelmRules::layChart(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode)
{
    layOwnValues(chart, values, prefix, mode);
    laySubcharts(chart, values, prefix, mode);
}

void HelmRules::layOwnValues(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode)
{
    const QString place = joined(prefix, chart.metadata->name);
    const bool coalesces = mode == Tables::Mode::Coalesce;
    const bool dropsNullDefaults = coalesces && m_tables.dropsNullDefaults();
    const QMap<QString, Cell> defaults = m_tables.deepCopy(chart.values)->cells;
    for (auto it = defaults.cbegin(); it != defaults.cend(); ++it) {
        const QString &key = it.key();
        Table *ownTable = tableIn(*it);
        const auto given = values->cells.constFind(key);
        if (given == values->cells.cend()) {
            if (dropsNullDefaults && isNull(*it))
                continue;
            if (dropsNullDefaults && ownTable)
                m_tables.removeNulls(ownTable);
            values->cells.insert(key, *it);
        } else if (coalesces && isNull(*given)) {
            values->cells.remove(key);
        } else if (Table *table = tableIn(*given); table && ownTable) {
            const bool isSubchart =
                std::any_of(chart.dependencies.cbegin(), chart.dependencies.cend(),
                            [&key](const HelmChartPointer &sub) { return sub->metadata->name == key; });
            if (dropsNullDefaults && !isSubchart)
                m_tables.removeNulls(ownTable);
            m_tables.lay(table, ownTable, joined(place, key), isSubchart ? Tables::Mode::Merge : mode);
        } else if (table && !isNull(*it)) {
            m_tables.warn(u"warning: skipped value for %1: Not a table."_s.arg(joined(place, key)));
        }
    }
}

void HelmRules::laySubcharts(const HelmChart &chart, Table *values, const QString &prefix, Tables::Mode mode)
{
    for (const HelmChartPointer &sub : chart.dependencies) {
        const QString &name = sub->metadata->name;
        if (!values->cells.contains(name))
            values->cells.insert(name, m_tables.create());
        Table *own = tableIn(values->cells.value(name));
        if (!own)
            throw Error{
                Error::Code::Invalid,
                OutcomesTr::tr("%1 must be a map, because it contains the values of the sub-chart %1.")
                    .arg(name),
                u"type mismatch on %1"_s.arg(name),
                {}};
        const QString place = joined(prefix, chart.metadata->name);
        m_tables.layGlobals(own, values, place);
        layChart(*sub, own, place, mode);
    }
}

} // namespace chartroom
