// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/missing_features.h"

#include "core/diagnosis/diagnosis_tr.h"

#include <algorithm>

namespace chartroom {

bool isOfFeatureDiscovery(const Pod &pod, const char *role)
{
    const bool isOfChart = pod.labels.contains("\"app.kubernetes.io/name\":\"node-feature-discovery\"") &&
                           pod.labels.contains(QByteArray("\"role\":\"") + role + '"');
    return isOfChart || pod.labels.contains(QByteArray("\"app\":\"nfd-") + role + '"');
}

QList<Statement> missingFeatures(const DiagnosisEvidence &evidence)
{
    const auto counted = std::find_if(evidence.counts.cbegin(), evidence.counts.cend(),
                                      [](const KindCount &one) { return one.kind == u"NodeFeature"; });
    if (counted == evidence.counts.cend() || counted->nodes.isEmpty())
        return {};
    Statement said;
    said.kind = StatementKind::Missing;
    said.operand = QStringLiteral("node-feature-discovery");
    QList<Statement> missing;
    bool hasMaster = false;
    bool hasWorker = false; // else its pods are named otherwise, or it was removed and left them behind
    for (const Pod &pod : evidence.pods) {
        if (evidence.isUnwanted())
            return {};
        hasMaster = hasMaster || isOfFeatureDiscovery(pod, "master");
        const bool isWorker = isOfFeatureDiscovery(pod, "worker");
        hasWorker = hasWorker || isWorker;
        if (pod.health != Pod::Health::Ready || counted->nodes.contains(pod.node) || !isWorker)
            continue;
        Statement one = said;
        one.node = pod.node;
        one.namespaceName = pod.namespaceName;
        one.instance = pod.instance;
        one.object = QStringLiteral("Node ") + pod.node;
        one.reason = QStringLiteral("nodeFeature");
        one.text = DiagnosisTr::tr("The node has no NodeFeature, although %1 is ready.")
                       .arg(pod.namespaceName + u'/' + pod.name);
        one.since = pod.readySince;
        missing.append(one);
    }
    if (hasMaster || !hasWorker)
        return missing;
    said.object = QStringLiteral("NodeFeature");
    said.reason = QStringLiteral("master");
    said.text = DiagnosisTr::tr("There are NodeFeatures, but no pod of nfd-master.");
    missing.append(said);
    return missing;
}

} // namespace chartroom
