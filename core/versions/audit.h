// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/audit_finding.h"
#include "core/versions/matrix_component.h"
#include "core/versions/version_text.h"

#include <QDateTime>

namespace chartroom {

enum class AuditVerdict {
    Match,
    Drift,         ///< other than expected, and neither older nor newer
    Mixed,         ///< nodes differ
    Ahead,         ///< what runs is newer
    Behind,        ///< what runs is older
    Unknown,       ///< nothing tells
    NotObservable, ///< nothing can tell: firmware and NCCL, unless a label, an object or a report does
};
[[nodiscard]] QString auditVerdictText(AuditVerdict verdict); ///< match | drift | mixed | ...
/// Something is not as the matrix has it.
[[nodiscard]] bool isDrift(AuditVerdict verdict);

/// What some nodes run, or the cluster as a whole.
struct AuditGroup
{
    ObservedVersion observed;
    VersionOrder order = VersionOrder::Equal; ///< of what is expected to it
    bool isCanary = false;                    ///< the canary alone, with what the canary is to have

    [[nodiscard]] bool isExpected() const
    {
        return isCanary || order == VersionOrder::Equal || order == VersionOrder::Within;
    }
};

/// One component of the matrix, expected and observed.
struct AuditRow
{
    QString name;       ///< as the matrix has it
    QString component;  ///< its usual key
    QString observedAs; ///< whose versions were looked at: the exporter's, where that is written for DCGM
    MatrixGroup group = MatrixGroup::Other;
    QString expected;
    MatrixPlace place;
    AuditVerdict verdict = AuditVerdict::Unknown;
    QString text;             ///< a sentence
    QList<AuditGroup> groups; ///< the one with the most nodes first
    QStringList untold;       ///< nodes that have it and do not say which
    QString wanted;           ///< what its operator is told to bring
    QList<VersionEvidence> wantedBy;
    QList<VersionEvidence> remarks;
};

/// What an audit needs.
struct AuditParts
{
    VersionFacts facts;
    std::optional<VersionMatrix> matrix;
    QString label;                     ///< of the matrix: a path, a repository and branch, a ConfigMap
    QString entry;                     ///< "" for current_production
    std::optional<VersionMatrix> copy; ///< another copy that should be the same, such as the ConfigMap
    QString copyLabel;
    Compatibility known;
    QList<PublishedVersions> published;
    QDateTime at;
};

/// What a cluster was found to run, beside what its matrix says.
struct VersionAudit
{
    QString cluster;
    QDateTime at;
    QString label;
    QString entry;                ///< "" without a matrix
    QList<AuditRow> rows;         ///< in the order of the matrix
    QList<Observation> unlisted;  ///< what runs and is not in the matrix
    QList<Observation> observed;  ///< all
    QStringList nodes;            ///< of the cluster
    QList<AuditFinding> findings; ///< the worst first
    QList<MatrixProblem> problems;
    QStringList notices;
    /// Why nothing could be compared though it was meant to be, a sentence: such an audit is not clean. ""
    /// where something was, and without a matrix.
    QString uncompared;

    /// Components that are unknown, where not all of the cluster could be read: they may well drift.
    QStringList unread;

    /// Nothing drifts, nothing is broken, and nothing that may is unread. What nothing in a cluster tells
    /// does not count.
    [[nodiscard]] bool isClean() const { return unread.isEmpty() && !hasTrouble(); }
    /// Something drifts, is broken, or could not be compared at all.
    [[nodiscard]] bool hasTrouble() const;
    [[nodiscard]] int count(AuditVerdict verdict) const;
    [[nodiscard]] int count(AuditSeverity severity) const;
};

/// Deterministic, and a pure function for the pool. An entry that the matrix does not have gives no rows.
[[nodiscard]] VersionAudit auditVersions(const AuditParts &parts);

/// What can be done about each drift and each broken finding, a sentence each; none where it is clean.
[[nodiscard]] QStringList auditAdvice(const VersionAudit &audit);

/// A matrix of what runs now, as YAML with the evidence beside each value. It audits clean where nodes are
/// alike; what most of them run is taken where they differ, which is noted, since an audit will find it.
/// Error: NotFound where nothing can be told.
[[nodiscard]] Result<QByteArray> matrixOfWhatRuns(const VersionAudit &audit);
/// The components of such a matrix in which nodes differ, and what is to be said of them.
[[nodiscard]] QStringList mixedComponents(const VersionAudit &audit);
[[nodiscard]] QString mixedNotice(const QStringList &components);

} // namespace chartroom
