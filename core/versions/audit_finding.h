// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/compatibility.h"
#include "core/versions/matrix.h"
#include "core/versions/observation.h"
#include "core/versions/version_text.h"

namespace chartroom {

enum class AuditSeverity {
    Broken,  ///< cannot stay as it is
    Warning, ///< is likely not meant
    Unknown, ///< nobody is known to say; neither good nor bad
    Good,
};
[[nodiscard]] QString auditSeverityText(AuditSeverity severity); ///< broken | warning | unknown | good

/// What an audit found beside the versions themselves: whether they go together, and what was changed behind
/// the back of whoever keeps them.
struct AuditFinding
{
    QString kind; ///< stable: incompatible, unsupportedDriver, outOfRange, severalNfd, editedDaemonSet, ...
    AuditSeverity severity = AuditSeverity::Unknown;
    QString entry;          ///< of the matrix; "" for the cluster
    QStringList components; ///< keys
    QString text;           ///< one sentence
    QStringList objects;    ///< the evidence: what shows it
    QStringList nodes;
    QString source; ///< where the rule is from

    friend bool operator==(const AuditFinding &, const AuditFinding &) = default;
};

/// What of a node decides which ranges hold for it.
struct NodeTraits
{
    enum class Driver { Unknown, Built, Precompiled };

    QString system; ///< NodeFact::system
    bool hasGpu = false;
    Driver driver = Driver::Unknown; ///< as its driver pod's image says
};
/// By node.
[[nodiscard]] QMap<QString, NodeTraits> nodeTraits(const VersionFacts &facts);

/// Whether versions that run go together, as far as it is known. What the GPU Operator needs of nodes it
/// needs of those with GPUs; versions without nodes count for all of them. `entry` is that of a matrix whose
/// versions these are, "" for a cluster's own. A pure function.
[[nodiscard]] QList<AuditFinding> compatibilityFindings(const QList<Observation> &observations,
                                                        const QMap<QString, NodeTraits> &nodes,
                                                        const Compatibility &known,
                                                        const QString &entry = {});

/// A matrix's entry as if all of it ran.
[[nodiscard]] QList<Observation> asObservations(const MatrixEntry &entry);
/// The usual key of a matrix's component: firmware_cx7 for firmware.cx7, mofed for doca_driver.
[[nodiscard]] QString usualComponent(const QString &name);
/// The component that a matrix's value is compared with: what is written for DCGM is often the exporter's
/// version, which has dots behind its dash.
[[nodiscard]] QString observedComponent(const QString &name, const QString &version);
/// Whether something could be held against it: a version, or the name of an OS image with its number.
[[nodiscard]] bool isComparable(const QString &component, const QString &text);
/// compareSpellings(), or for an OS image the numbers in names that go together: Ubuntu 22.04 and Ubuntu
/// 22.04.5 LTS.
[[nodiscard]] VersionOrder compareVersions(const QString &component, const QString &expected,
                                           const QString &observed);
/// GPU Operator for gpu_operator.
[[nodiscard]] QString versionTitle(const QString &component);

/// Several instances of Node Feature Discovery, and drivers whose modules do not fit.
[[nodiscard]] QList<AuditFinding> clusterRuleFindings(const VersionFacts &facts, const Compatibility &known);
/// DaemonSets whose images are neither those of their release's manifest nor what their policy wants.
[[nodiscard]] QList<AuditFinding> editedDaemonSets(const VersionFacts &facts);

/// The versions of a component that a chart index lists.
struct PublishedVersions
{
    QString component;
    QString chart;
    QStringList versions;
    QString from; ///< the repository, and how old what is known of it is

    [[nodiscard]] bool lists(const QString &version) const;
};
/// Versions that nobody can install, because the index does not list them. Those in `problems` are known.
[[nodiscard]] QList<AuditFinding> publishedFindings(const VersionMatrix &matrix,
                                                    const QList<PublishedVersions> &published,
                                                    const QList<MatrixProblem> &problems);
/// Where two copies of the matrix differ; `label` and `otherLabel` name them.
[[nodiscard]] QList<AuditFinding> copyFindings(const VersionMatrix &matrix, const QString &label,
                                               const VersionMatrix &other, const QString &otherLabel);

} // namespace chartroom
