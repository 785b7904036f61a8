// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/version_range.h"
#include "core/outcomes/helm_chart.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// Text of a scalar as Go's %v prints it, for the paths of import-values.
QString goText(const Value &value)
{
    return value.isNull() ? u"<nil>"_s : value.scalarText();
}

bool fits(const HelmChart &chart, const Requirement &requirement)
{
    return chart.metadata->name == requirement.name &&
           isCompatibleRange(requirement.written.version, chart.metadata->version);
}

} // namespace

void HelmRules::processDependencies(HelmChart &chart, const Table *values)
{
    enable(chart, values, {});
    importValues(chart);
}

HelmChartPointer HelmRules::aliased(const HelmChart &chart, const Requirement &requirement) const
{
    const auto found = std::find_if(chart.dependencies.cbegin(), chart.dependencies.cend(),
                                    [&requirement](const auto &sub) { return fits(*sub, requirement); });
    if (found == chart.dependencies.cend())
        return {};
    auto copy = std::make_shared<HelmChart>(**found);
    copy->metadata = std::make_shared<HelmChartMetadata>(*copy->metadata);
    if (m_helmMajor >= 4) {
        for (std::shared_ptr<Requirement> &entry : copy->metadata->requirements)
            entry = std::make_shared<Requirement>(*entry);
        for (HelmChartPointer &sub : copy->dependencies)
            sub = std::make_shared<HelmChart>(*sub);
    }
    if (!requirement.written.alias.isEmpty())
        copy->metadata->name = requirement.written.alias;
    return copy;
}

/// Sub-charts that no entry of Chart.yaml names come first, then one for each entry.
void HelmRules::chooseSubcharts(HelmChart &chart)
{
    const Requirements &requirements = chart.metadata->requirements;
    QList<HelmChartPointer> chosen;
    for (const HelmChartPointer &sub : std::as_const(chart.dependencies)) {
        if (std::none_of(requirements.cbegin(), requirements.cend(),
                         [&sub](const auto &requirement) { return fits(*sub, *requirement); }))
            chosen.append(sub);
    }
    for (const std::shared_ptr<Requirement> &requirement : requirements) {
        if (const HelmChartPointer sub = aliased(chart, *requirement))
            chosen.append(sub);
        if (!requirement->written.alias.isEmpty())
            requirement->name = requirement->written.alias;
    }
    chart.dependencies = chosen;
}

void HelmRules::enable(HelmChart &chart, const Table *values, const QString &path)
{
    if (chart.metadata->requirements.isEmpty())
        return;
    chooseSubcharts(chart);
    Requirements &requirements = chart.metadata->requirements;
    for (const std::shared_ptr<Requirement> &requirement : std::as_const(requirements))
        requirement->enabled = true;
    Table *inForce = this->values(chart, values, Tables::Mode::Coalesce);
    applyTags(requirements, inForce);
    applyConditions(requirements, inForce, path);

    QStringList disabled;
    for (const std::shared_ptr<Requirement> &requirement : std::as_const(requirements)) {
        if (!requirement->enabled)
            disabled.append(requirement->name);
    }
    chart.dependencies.removeIf([&](const auto &sub) { return disabled.contains(sub->metadata->name); });
    requirements.removeIf([&](const auto &requirement) { return disabled.contains(requirement->name); });
    // With the values of the whole chart, not those below the sub-chart's name: so does Helm.
    for (const HelmChartPointer &sub : std::as_const(chart.dependencies))
        enable(*sub, inForce, path + sub->metadata->name + u'.');
}

void HelmRules::applyTags(const Requirements &requirements, Table *values)
{
    Table *tags = tableAt(values, u"tags"_s);
    if (!tags)
        return;
    for (const std::shared_ptr<Requirement> &requirement : requirements) {
        bool anyOn = false;
        bool anyOff = false;
        for (const QString &tag : requirement->written.tags) {
            const auto found = tags->cells.constFind(tag);
            if (found == tags->cells.cend())
                continue;
            const Value *value = std::get_if<Value>(&*found);
            if (!value || value->kind() != Value::Kind::Bool)
                m_tables.warn(
                    u"Warning: Tag '%1' for chart %2 returned non-bool value"_s.arg(tag, requirement->name));
            else
                (value->toBool() ? anyOn : anyOff) = true;
        }
        requirement->enabled = anyOn || !anyOff;
    }
}

void HelmRules::applyConditions(const Requirements &requirements, Table *values, const QString &path)
{
    for (const std::shared_ptr<Requirement> &requirement : requirements) {
        const QStringList conditions = requirement->written.condition.trimmed().split(u',');
        for (const QString &condition : conditions) {
            const Value *value = condition.isEmpty() ? nullptr : valueAt(values, path + condition);
            if (value && value->kind() == Value::Kind::Bool) {
                requirement->enabled = value->toBool();
                break;
            }
            if (value)
                m_tables.warn(u"Warning: Condition path '%1' for chart %2 returned non-bool value"_s.arg(
                    condition, requirement->name));
        }
    }
}

void HelmRules::importValues(HelmChart &chart)
{
    for (const HelmChartPointer &sub : std::as_const(chart.dependencies))
        importValues(*sub);
    importOwn(chart);
}

void HelmRules::importOwn(HelmChart &chart)
{
    if (chart.metadata->requirements.isEmpty())
        return;
    Table *merged = values(chart, nullptr, Tables::Mode::Merge);
    Table *imported = m_tables.create();
    for (const std::shared_ptr<Requirement> &requirement : std::as_const(chart.metadata->requirements)) {
        const QList<Value> wishes =
            std::exchange(requirement->imported, true) ? QList<Value>() : requirement->written.importValues;
        for (const Value &wish : wishes) {
            if (!wish.isMap() && !wish.isString())
                continue;
            const QString child =
                wish.isMap() ? goText(wish.at({u"child"_s})) : u"exports."_s + wish.toString();
            const QString parent = wish.isMap() ? goText(wish.at({u"parent"_s})) : u"."_s;
            Table *table = tableAt(merged, requirement->name + u'.' + child);
            if (!table) {
                m_tables.warn(
                    u"Warning: ImportValues missing table from chart %1: %2"_s.arg(requirement->name, child));
                continue;
            }
            if (table->cells.isEmpty())
                table = m_tables.create();
            const QStringList keys = parent == u"." ? QStringList() : parent.split(u'.');
            for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
                Table *around = m_tables.create();
                around->cells.insert(*key, table);
                table = around;
            }
            // The sub-chart's own tables, not copies: a second import into the same place changes them too.
            imported = m_tables.lay(imported, table, {}, Tables::Mode::Merge);
        }
    }
    chart.values = m_tables.lay(m_tables.deepCopy(merged), imported, {}, Tables::Mode::Merge);
}

} // namespace chartroom
