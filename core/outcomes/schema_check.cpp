// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/schema_check.h"

#include "core/base/document.h"
#include "core/helm/helm_number.h"
#include "core/outcomes/outcomes_tr.h"
#include "core/outcomes/schema_preparation.h"
#include "core/outcomes/value_adapter.h"
#include "core/secrets/value_path.h"

#include <algorithm>
#include <chrono>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

constexpr qint64 leastSteps = 50'000;
constexpr qint64 stepsEach = 60; // a node of the schema is read once, a value checked by a few
constexpr auto longestCheck = 5s;
constexpr auto longestSearch = 500ms; // for the places, once it is known that there are any

/// A place in the values and the library's words for it.
struct SchemaMismatch
{
    ValuePath path;
    QString words;
};

/// The library writes "<root>", "[key]", "[0]".
ValuePath readContext(const std::vector<std::string> &context, const Value &values)
{
    ValuePath path;
    Value here = values;
    for (size_t i = 1; i < context.size(); ++i) {
        const QString step = QString::fromStdString(context[i]).sliced(1).chopped(1);
        if (here.isList()) {
            const qsizetype index = step.toLongLong();
            path.append({PathStep::Kind::Index, {}, index});
            here = Value(here.list().value(index));
        } else {
            path.append({PathStep::Kind::Key, step, 0});
            here = here.at({step});
        }
    }
    return path;
}

QString quotedIn(const QString &words)
{
    return words.section(u'\'', -2, -2);
}

bool isUnknownSetting(const QString &words)
{
    return words.startsWith(u"Object contains a property"_s);
}

QString sentence(const QString &words)
{
    const auto says = [&words](const char *start) { return words.startsWith(QLatin1String(start)); };
    if (says("Value type not permitted"))
        return OutcomesTr::tr("The type does not match the chart's schema.");
    if (says("Missing required property"))
        return OutcomesTr::tr("The chart's schema requires %1 here.").arg(quotedIn(words));
    if (isUnknownSetting(words))
        return OutcomesTr::tr("The chart's schema does not contain this setting.");
    if (says("Failed to match against any enum") || says("Failed to match expected value"))
        return OutcomesTr::tr("The value is not one that the chart's schema allows.");
    if (says("Expected number greater"))
        return OutcomesTr::tr("The number is smaller than the chart's schema allows.");
    if (says("Expected number less"))
        return OutcomesTr::tr("The number is larger than the chart's schema allows.");
    if (says("String should be no fewer"))
        return OutcomesTr::tr("The text is shorter than the chart's schema allows.");
    if (says("String should be no more"))
        return OutcomesTr::tr("The text is longer than the chart's schema allows.");
    if (says("Array should"))
        return OutcomesTr::tr(
            "The list does not have the number of elements that the chart's schema requires.");
    if (says("Object should"))
        return OutcomesTr::tr("The map does not have the number of keys that the chart's schema requires.");
    if (says("Elements at indexes"))
        return OutcomesTr::tr("The chart's schema requires every element of the list to be different.");
    if (says("Missing dependency"))
        return OutcomesTr::tr("Given the other settings, the chart's schema requires %1 here.")
            .arg(quotedIn(words));
    return OutcomesTr::tr("The format does not match the chart's schema.");
}

/// The library reports each level on the way to a problem as well: those that lead to a deeper one are left
/// out.
QList<SchemaMismatch> deepest(QList<SchemaMismatch> findings)
{
    const QList<SchemaMismatch> all = findings;
    findings.removeIf([&all](const SchemaMismatch &finding) {
        return std::any_of(all.cbegin(), all.cend(), [&finding](const SchemaMismatch &other) {
            return finding.words.startsWith(u"Failed to validate"_s) &&
                   other.path.size() > finding.path.size() &&
                   other.path.mid(0, finding.path.size()) == finding.path;
        });
    });
    return findings;
}

qint64 nodesOf(const Value &value)
{
    qint64 nodes = 1;
    for (const Value &element : value.list())
        nodes += nodesOf(element);
    for (const Value &element : value.map())
        nodes += nodesOf(element);
    return nodes;
}

QList<SchemaMismatch> validate(const Value &schema, const Value &values)
{
    const qint64 steps = leastSteps + stepsEach * (nodesOf(schema) + nodesOf(values));
    CheckBudget::grant(steps, longestCheck);
    valijson::Schema compiled;
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(ValueAdapter(schema), compiled);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    const ValueAdapter target(values);
    if (validator.validate(compiled, target, nullptr))
        return {};
    // Once more for the places: the library carries each of them up through every level, which takes far
    // longer.
    CheckBudget::grant(steps, longestSearch);
    valijson::ValidationResults results;
    try {
        (void)validator.validate(compiled, target, &results);
    } catch (const CheckBudget::Spent &) {
        return {SchemaMismatch{}};
    }
    QList<SchemaMismatch> findings;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        SchemaMismatch finding{readContext(error.context, values), QString::fromStdString(error.description)};
        if (isUnknownSetting(finding.words))
            finding.path.append({PathStep::Kind::Key, quotedIn(finding.words), 0});
        findings.append(finding);
    }
    if (findings.isEmpty())
        findings.append(SchemaMismatch{}); // the schema is the word false
    return deepest(findings);
}

SchemaProblem problemAt(const SchemaMismatch &finding, const QStringList &above)
{
    ValuePath whole;
    for (const QString &key : above)
        whole.append({PathStep::Kind::Key, key, 0});
    whole += finding.path;
    SchemaProblem problem;
    for (const PathStep &step : std::as_const(whole)) {
        if (step.kind != PathStep::Kind::Key)
            break;
        problem.keys.append(step.text);
    }
    problem.path = pathText(whole);
    problem.text = sentence(finding.words);
    return problem;
}

void checkOne(const Chart &chart, const Value &values, const QStringList &above, SchemaVerdict &verdict)
{
    const auto unchecked = [&](const QString &why) {
        verdict.unchecked.append(
            OutcomesTr::tr("The values schema of %1 was not checked: %2.").arg(chart.metadata.name, why));
    };
    const auto schema = readJson(chart.schema);
    if (!schema) {
        unchecked(OutcomesTr::tr("it is not valid JSON"));
        return;
    }
    const PreparedSchema prepared = prepareSchema(helmNumbers(*schema), values);
    if (!prepared.refusal.isEmpty()) {
        unchecked(prepared.refusal);
        return;
    }
    try {
        const QList<SchemaMismatch> findings = validate(prepared.schema, values);
        QStringList seen;
        for (const SchemaMismatch &finding : findings) {
            const SchemaProblem problem = problemAt(finding, above);
            if (!seen.contains(problem.path))
                verdict.problems.append(problem);
            seen.append(problem.path);
        }
        if (findings.isEmpty() && !prepared.dropped.isEmpty())
            verdict.unchecked.append(
                OutcomesTr::tr("The values schema of %1 was checked without its keyword(s) %2.")
                    .arg(chart.metadata.name, prepared.dropped.join(u", "_s)));
    } catch (const std::exception &error) {
        unchecked(OutcomesTr::tr("it could not be read or takes too long (%1)")
                      .arg(QString::fromUtf8(error.what())));
    }
}

void check(const Chart &chart, const Value &values, const QStringList &above, SchemaVerdict &verdict)
{
    if (!chart.schema.isEmpty())
        checkOne(chart, values, above, verdict);
    for (const Chart &sub : chart.dependencies) {
        const Value below = values.at({sub.metadata.name});
        if (below.isMap())
            check(sub, below, above + QStringList(sub.metadata.name), verdict);
    }
}

} // namespace

SchemaVerdict checkSchemas(const Chart &chart, const Value &values)
{
    SchemaVerdict verdict;
    check(chart, values, {}, verdict);
    return verdict;
}

} // namespace chartroom
