// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/disruption_budget.h"

#include "core/base/document.h"
#include "core/kube/lenient_json.h"

#include <algorithm>

namespace chartroom {

namespace {

bool holds(const Value &expression, const Value::Map &labels)
{
    const QString key = expression.at({QStringLiteral("key")}).toString();
    const QString relation = expression.at({QStringLiteral("operator")}).toString();
    const Value::List values = expression.at({QStringLiteral("values")}).list();
    const bool isAmong = labels.contains(key) && values.contains(labels.value(key));
    if (relation == u"In")
        return isAmong;
    if (relation == u"NotIn")
        return !isAmong;
    if (relation == u"Exists")
        return labels.contains(key);
    return relation == u"DoesNotExist" && !labels.contains(key);
}

/// As policy/v1 selects: an empty selector all pods of the namespace, none at all no pod.
bool isSelectedBy(const Value &selector, const Value::Map &labels)
{
    if (!selector.isMap())
        return false;
    const Value::Map wanted = selector.at({QStringLiteral("matchLabels")}).map();
    for (auto label = wanted.cbegin(); label != wanted.cend(); ++label) {
        if (!labels.contains(label.key()) || labels.value(label.key()) != label.value())
            return false;
    }
    const Value::List expressions = selector.at({QStringLiteral("matchExpressions")}).list();
    return std::all_of(expressions.cbegin(), expressions.cend(),
                       [&](const Value &expression) { return holds(expression, labels); });
}

/// kubernetes pkg/controller/disruption/disruption.go failSafe@v1.36.3: such a budget allows nothing.
QString problemOf(const LenientJson &status)
{
    QString problem;
    status["conditions"].forEachItem([&problem](const LenientJson &condition) {
        if (condition["type"].view() == "DisruptionAllowed" && condition["reason"].view() == "SyncFailed")
            problem = condition["message"].text();
    });
    return problem;
}

} // namespace

Result<DisruptionBudget> DisruptionBudget::read(const KubeObject &object)
{
    return readFields<DisruptionBudget>(object, [&](const LenientJson &root) {
        DisruptionBudget budget;
        budget.uid = object.uid;
        budget.namespaceName = object.namespaceName;
        budget.name = object.name;
        budget.selector = readJson(root["spec"]["selector"].json()).value_or(Value());
        budget.sparesUnready = root["spec"]["unhealthyPodEvictionPolicy"].text() != u"AlwaysAllow";
        const LenientJson status = root["status"];
        budget.allowed = status["disruptionsAllowed"].integer();
        budget.healthy = status["currentHealthy"].integer();
        budget.desired = status["desiredHealthy"].integer();
        budget.expected = status["expectedPods"].integer();
        budget.isBehind = status["observedGeneration"].integer() < root["metadata"]["generation"].integer();
        budget.problem = problemOf(status);
        return budget;
    });
}

bool DisruptionBudget::keeps(const Pod &pod) const
{
    const bool areEnoughHealthy = desired > 0 && healthy >= desired;
    if (!pod.isReady && (!sparesUnready || areEnoughHealthy))
        return false;
    return isBehind || allowed <= 0; // checkAndDecrement
}

QList<const DisruptionBudget *> budgetsOver(const Pod &pod, const QList<DisruptionBudget> &budgets)
{
    QList<const DisruptionBudget *> over;
    const bool needsNone = pod.deleting.isValid() || pod.phase == u"Pending" || pod.phase == u"Succeeded" ||
                           pod.phase == u"Failed";
    if (needsNone)
        return over;
    for (const DisruptionBudget &budget : budgets)
        if (budget.namespaceName == pod.namespaceName)
            over << &budget;
    if (over.isEmpty())
        return over;
    const Value::Map labels = readJson(pod.labels).value_or(Value()).map();
    over.removeIf([&](const DisruptionBudget *one) { return !isSelectedBy(one->selector, labels); });
    std::sort(over.begin(), over.end(), [](const DisruptionBudget *one, const DisruptionBudget *other) {
        return one->name < other->name;
    });
    return over;
}

} // namespace chartroom
