// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/matrix_printout.h"
#include "app/versions_printout.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

template<typename Item, typename Make>
Value listOf(const QList<Item> &items, Make make)
{
    Value::List list;
    for (const Item &item : items)
        list.append(make(item));
    return Value(list);
}

Value lineOrNull(int number)
{
    return number > 0 ? numberValue(number) : Value();
}

Value evidenceValue(const VersionEvidence &evidence)
{
    return Value(Value::Map{{u"source"_s, Value(versionSourceText(evidence.source))},
                            {u"object"_s, textOrNull(evidence.object)},
                            {u"text"_s, Value(evidence.text)}});
}

Value::Map observedMap(const ObservedVersion &observed)
{
    return {{u"version"_s, Value(observed.version)},
            {u"nodes"_s, textList(observed.nodes)},
            {u"evidence"_s, listOf(observed.evidence, evidenceValue)}};
}

Value groupValue(const AuditGroup &group)
{
    Value::Map map = observedMap(group.observed);
    map.insert(u"asExpected"_s, Value(group.isExpected()));
    map.insert(u"canary"_s, Value(group.isCanary));
    return Value(map);
}

Value rowValue(const AuditRow &row)
{
    return Value(Value::Map{{u"name"_s, Value(row.name)},
                            {u"component"_s, Value(row.component)},
                            {u"title"_s, Value(versionTitle(row.component))},
                            {u"group"_s, Value(matrixGroupText(row.group))},
                            {u"expected"_s, Value(row.expected)},
                            {u"line"_s, lineOrNull(row.place.line)},
                            {u"column"_s, lineOrNull(row.place.column)},
                            {u"verdict"_s, Value(auditVerdictText(row.verdict))},
                            {u"text"_s, Value(row.text)},
                            {u"observed"_s, listOf(row.groups, groupValue)},
                            {u"untold"_s, textList(row.untold)},
                            {u"wanted"_s, textOrNull(row.wanted)},
                            {u"wantedEvidence"_s, listOf(row.wantedBy, evidenceValue)},
                            {u"remarks"_s, listOf(row.remarks, evidenceValue)}});
}

Value unlistedValue(const Observation &observation)
{
    return Value(Value::Map{
        {u"component"_s, Value(observation.component)},
        {u"title"_s, Value(versionTitle(observation.component))},
        {u"observed"_s, listOf(observation.versions,
                               [](const ObservedVersion &observed) { return Value(observedMap(observed)); })},
        {u"untold"_s, textList(observation.untold)}});
}

Value findingValue(const AuditFinding &finding)
{
    return Value(Value::Map{{u"kind"_s, Value(finding.kind)},
                            {u"severity"_s, Value(auditSeverityText(finding.severity))},
                            {u"entry"_s, textOrNull(finding.entry)},
                            {u"components"_s, textList(finding.components)},
                            {u"text"_s, Value(finding.text)},
                            {u"objects"_s, textList(finding.objects)},
                            {u"nodes"_s, textList(finding.nodes)},
                            {u"source"_s, textOrNull(finding.source)}});
}

Value problemValue(const MatrixProblem &problem)
{
    return Value(Value::Map{{u"kind"_s, Value(problem.kind)},
                            {u"severity"_s, Value(matrixSeverityText(problem.severity))},
                            {u"entry"_s, textOrNull(problem.entry)},
                            {u"component"_s, textOrNull(problem.component)},
                            {u"text"_s, Value(problem.text)},
                            {u"line"_s, lineOrNull(problem.place.line)},
                            {u"column"_s, lineOrNull(problem.place.column)}});
}

Value gateValue(const UpgradePathGate &gate)
{
    return Value(Value::Map{
        {u"id"_s, Value(gate.id)}, {u"open"_s, Value(gate.isOpen)}, {u"text"_s, Value(gate.text)}});
}

Value clockValue(const BakeClock &clock)
{
    return Value(Value::Map{{u"state"_s, Value(bakeStateText(clock.state))},
                            {u"text"_s, Value(clock.text)},
                            {u"begun"_s, clock.bake ? timeOrNull(clock.bake->begun) : Value()},
                            {u"until"_s, clock.bake ? timeOrNull(clock.bake->until()) : Value()},
                            {u"interruptions"_s, textList(clock.interruptions)}});
}

Value moveValue(const UpgradePathMove &move)
{
    return Value(Value::Map{{u"component"_s, Value(move.component)},
                            {u"from"_s, textOrNull(move.from)},
                            {u"to"_s, Value(move.to)}});
}

Value stepValue(const UpgradePathStep &step)
{
    return Value(Value::Map{{u"group"_s, Value(matrixGroupText(step.group))},
                            {u"title"_s, Value(matrixGroupTitle(step.group))},
                            {u"state"_s, Value(upgradePathStateText(step.state))},
                            {u"moves"_s, listOf(step.moves, moveValue)},
                            {u"onTheWay"_s, Value(step.isOnTheWay)},
                            {u"gates"_s, listOf(step.gates, gateValue)},
                            {u"bake"_s, clockValue(step.clock)}});
}

Value upgradePathValue(const std::optional<UpgradePath> &upgradePath)
{
    if (!upgradePath)
        return {};
    return Value(Value::Map{{u"entry"_s, textOrNull(upgradePath->entry)},
                            {u"steps"_s, listOf(upgradePath->steps, stepValue)},
                            {u"promote"_s, listOf(upgradePath->promote, gateValue)},
                            {u"mayPromote"_s, Value(upgradePath->mayPromote())}});
}

} // namespace

QString matrixGroupText(MatrixGroup group)
{
    switch (group) {
    case MatrixGroup::GpuOperator:
        return u"gpuOperator"_s;
    case MatrixGroup::NetworkOperator:
        return u"networkOperator"_s;
    case MatrixGroup::Firmware:
        return u"firmware"_s;
    case MatrixGroup::Cluster:
        return u"cluster"_s;
    case MatrixGroup::SriovOperator:
        return u"sriovOperator"_s;
    case MatrixGroup::Other:
        break;
    }
    return u"other"_s;
}

Value auditValue(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath)
{
    QStringList notices = audit.notices;
    if (!audit.uncompared.isEmpty())
        notices << audit.uncompared;
    const bool isUnasked = audit.entry.isEmpty() && audit.uncompared.isEmpty();
    const bool isUnknown = isUnasked || (!audit.hasTrouble() && !audit.unread.isEmpty());
    return Value(Value::Map{{u"cluster"_s, Value(audit.cluster)},
                            {u"at"_s, timeOrNull(audit.at)},
                            {u"matrix"_s, textOrNull(audit.label)},
                            {u"entry"_s, textOrNull(audit.entry)},
                            {u"clean"_s, isUnknown ? Value() : Value(audit.isClean())},
                            {u"unread"_s, textList(audit.unread)},
                            {u"components"_s, listOf(audit.rows, rowValue)},
                            {u"unlisted"_s, listOf(audit.unlisted, unlistedValue)},
                            {u"findings"_s, listOf(audit.findings, findingValue)},
                            {u"problems"_s, listOf(audit.problems, problemValue)},
                            {u"way"_s, upgradePathValue(upgradePath)},
                            {u"notices"_s, textList(notices)}});
}

} // namespace chartroom
