// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/operator_status.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/diagnosis_tr.h"
#include "core/secrets/masked_text.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

constexpr qsizetype longestTrouble = 400;

/// Those of nodes that are gone are old: nfd-gc removes them as the nodes go, and once an hour
/// (kubernetes-sigs/node-feature-discovery pkg/nfd-gc/nfd-gc.go@v0.19.0).
KindCount withGoneNodes(KindCount count, const ObjectMap<Node> &nodes)
{
    QSet<QString> gone = count.nodes;
    for (const Node &node : nodes)
        gone.remove(node.name);
    if (!gone.isEmpty() && !nodes.isEmpty())
        count.states.insert(DiagnosisTr::tr("of nodes that are gone", "NodeFeatures"), int(gone.size()));
    count.nodes.clear();
    return count;
}

QList<OperatorStatus::Trouble> troublesOf(const QStringList &kinds, const DiagnosisEvidence &evidence)
{
    QList<OperatorStatus::Trouble> troubles;
    for (const ResourceStatus &one : evidence.resources) {
        if (!kinds.contains(one.kind) || one.complaints.isEmpty())
            continue;
        const ResourceStatus::Complaint &first = one.complaints.first();
        troubles.append(
            {visibleText(one.fullName()),
             visibleText(maskedText(complaintText(one, first, evidence.counts)), false, longestTrouble),
             first.since});
    }
    const auto rank = [](const OperatorStatus::Trouble &one) {
        return std::tuple(!one.since.isValid(), one.since, one.object);
    };
    std::sort(troubles.begin(), troubles.end(),
              [rank](const auto &a, const auto &b) { return rank(a) < rank(b); });
    return troubles;
}

} // namespace

QList<OperatorStatus> operatorStatuses(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    QList<OperatorStatus> all;
    for (const Operand &operand : signatures.operands()) {
        OperatorStatus status;
        int inTrouble = 0;
        for (const KindCount &count : evidence.counts) {
            if (!operand.kinds.contains(count.kind))
                continue;
            inTrouble += count.inTrouble;
            status.kinds.append(withGoneNodes(count, evidence.nodes));
        }
        if (status.kinds.isEmpty())
            continue;
        status.operand = operand.id;
        status.name = operand.name;
        for (const OwnedRelease &release : evidence.releases)
            if (operand.charts.contains(release.chart))
                status.releases.append(visibleText(release.key.namespaceName + u'/' + release.key.name));
        status.troubles = troublesOf(operand.kinds, evidence);
        status.troubles.resize(std::min(status.troubles.size(), OperatorStatus::mostTroubles));
        status.others = inTrouble - int(status.troubles.size());
        all.append(status);
    }
    return all;
}

QString countText(const KindCount &count)
{
    QStringList states;
    for (auto state = count.states.cbegin(); state != count.states.cend(); ++state)
        states.append(visibleText(state.key()) + u' ' + QString::number(*state));
    const QString all = count.kind + QStringLiteral(": ") + QString::number(count.all);
    return states.isEmpty() ? all : QStringLiteral("%1 (%2)").arg(all, states.join(QStringLiteral(", ")));
}

} // namespace chartroom
