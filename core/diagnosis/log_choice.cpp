// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_choice.h"

#include "core/diagnosis/hook_run.h"
#include "core/diagnosis/missing_features.h"
#include "core/diagnosis/statements.h"

#include <QSet>

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

constexpr int mostAlike = 5;

/// Who can say why something is missing or not ready without being in trouble itself: what should have
/// brought it, and what the pod that is not ready waits for on its node.
struct Asked
{
    QSet<std::pair<QString, QString>> operands; ///< and the node that each is to be looked at on
    QSet<QString> components;                   ///< whose operators are to be looked at

    [[nodiscard]] bool isEmpty() const { return operands.isEmpty() && components.isEmpty(); }
    [[nodiscard]] bool contains(const Pod &pod, const Operand &operand) const
    {
        return operands.contains(std::pair(operand.id, pod.node)) ||
               (pod.ownerKind == u"ReplicaSet" && components.contains(operand.component));
    }
};

Asked whomToAsk(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    Asked asked;
    for (const Statement &said : statementsOf(evidence, signatures)) {
        const bool isOfPod = said.kind == StatementKind::Container || said.kind == StatementKind::Pod;
        if (!isOfPod && said.kind != StatementKind::Missing && said.kind != StatementKind::Condition)
            continue;
        const QList<SignatureMatch> matches = signatures.match(said, evidence.now);
        if (matches.isEmpty())
            continue;
        const Operand &operand = *signatures.operand(said.operand);
        if (said.kind == StatementKind::Missing)
            asked.operands.insert(std::pair(operand.id, said.node));
        else if (said.kind == StatementKind::Condition)
            asked.components.insert(operand.component);
        else if (signatures.signatures()[matches.first().index].bearing == Bearing::Symptom)
            for (const QString &awaited : operand.waitsFor)
                asked.operands.insert(std::pair(awaited, said.node));
    }
    return asked;
}

/// Those that may be read: in trouble, or asked what they know of another's.
QList<const Pod *> candidates(const DiagnosisEvidence &evidence, const Asked &asked)
{
    const QSet<QString> replaced = replacedPods(evidence);
    QList<const Pod *> sorted;
    for (const Pod &pod : evidence.pods) {
        if (!pod.node.isEmpty() && (!asked.isEmpty() || isTroubled(pod)) && !replaced.contains(pod.uid))
            sorted.append(&pod);
    }
    std::sort(sorted.begin(), sorted.end(), [](const Pod *a, const Pod *b) {
        return std::tie(a->namespaceName, a->name) < std::tie(b->namespaceName, b->name);
    });
    return sorted;
}

/// The container in trouble, or that is waited for, else the one that does the work.
QString containerToRead(const Pod &pod, const Operand &operand)
{
    if (!pod.reasonContainer.isEmpty())
        return pod.reasonContainer;
    return pod.waitingInit.isEmpty() ? operand.container : pod.waitingInit;
}

/// Nothing but the log of an nfd-master says that a NodeFeatureRule cannot be processed.
QList<LogRequest> ruleLog(const DiagnosisEvidence &evidence)
{
    const bool hasRules =
        std::any_of(evidence.counts.cbegin(), evidence.counts.cend(),
                    [](const KindCount &one) { return one.kind == u"NodeFeatureRule" && one.all > 0; });
    if (!hasRules)
        return {};
    for (const Pod &pod : evidence.pods)
        if (pod.health == Pod::Health::Ready && isOfFeatureDiscovery(pod, "master"))
            return {{pod.namespaceName, pod.name, {}, false}};
    return {};
}

} // namespace

QList<LogRequest> logsToRead(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    const Asked asked = whomToAsk(evidence, signatures);
    QHash<QStringList, int> alike; // operand, container, reason, and whose add-on it is
    QList<LogRequest> known;       // of those that a signature is looked for in
    QList<LogRequest> others;      // add-ons among them: what is looked for in every log singles none out
    for (const Pod *pod : candidates(evidence, asked)) {
        if (evidence.isUnwanted())
            break;
        const Operand &operand = *signatures.operand(operandIdOf(*pod, evidence, signatures));
        if (operand.id == Signatures::workload)
            continue;
        const bool isAddOn = operand.id == Signatures::addOn;
        const bool isKnown = !isAddOn && signatures.readsLogsOf(operand.id);
        const bool isRunning = pod->health == Pod::Health::Ready && pod->phase == u"Running";
        const bool isAsked = isKnown && isRunning && asked.contains(*pod, operand);
        // What never started has nothing to say; where a signature may be in it, that is tried.
        const bool mayTell = isKnown || pod->mostRestarts > 0 || pod->phase == u"Running";
        if (!isAsked && !(isTroubled(*pod) && mayTell))
            continue;
        const QString container = containerToRead(*pod, operand);
        const QString addOn = isAddOn ? pod->namespaceName + u'/' + pod->instance : QString();
        if (++alike[QStringList{operand.id, container, pod->reason, addOn}] > mostAlike)
            continue;
        QList<LogRequest> &requests = isKnown ? known : others;
        requests.append({pod->namespaceName, pod->name, container, false});
        if (pod->mostRestarts > 0)
            requests.append({pod->namespaceName, pod->name, container, true});
    }
    known += ruleLog(evidence);
    QList<LogRequest> chosen;
    for (const LogRequest &one : hookLogs(evidence) + known + others)
        if (!chosen.contains(one))
            chosen.append(one);
    return chosen;
}

} // namespace chartroom
