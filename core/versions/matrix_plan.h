// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/chosen_matrix.h"
#include "core/versions/matrix_operation.h"
#include "core/versions/upgrade_path.h"

namespace chartroom {

struct VersionReview;

/// What somebody wants of a matrix.
struct MatrixRequest
{
    enum class Kind { Promotion, Rollback };
    Kind kind = Kind::Promotion;
    QString to;           ///< of a rollback: a revision, such as a tag; "" for the entry rollback
    QStringList evidence; ///< lines for the message
    QString tag;          ///< "" for the usual one, which only a promotion has: stableTag()
    bool hasTag = true;
    QMap<QString, QString> reasons; ///< why in spite of it, by a gate's id
};
[[nodiscard]] QString matrixRequestText(MatrixRequest::Kind kind); ///< promote | rollback

/// What a promotion or a rollback would write.
struct MatrixPlan
{
    MatrixEdit edit{VersionMatrix()};
    MatrixCommit commit;          ///< for a ConfigMap or a file only its texts count
    QList<UpgradePathGate> gates; ///< of a promotion, by the cluster; empty where that was not looked at
};

/// The gate of a promotion that looked at no cluster: its id among the reasons.
inline constexpr QLatin1StringView clusterGate{"cluster"};
/// One closed gate for each kind of error that the document itself has in canary_testing; its id is the kind.
[[nodiscard]] QList<UpgradePathGate> documentGates(const VersionMatrix &matrix);
/// The cluster's word on a promotion: that of the document itself is documentGates().
[[nodiscard]] QList<UpgradePathGate> clusterGates(const VersionReview &review);
/// What a message tells of gates: what each says, or why in spite of it; nothing of one that is closed and
/// has no reason.
[[nodiscard]] QStringList gateEvidence(const QList<UpgradePathGate> &gates,
                                       const QMap<QString, QString> &reasons);
/// "looked at prod-eu, 2026-11-22T04:00:00Z"
[[nodiscard]] QString lookEvidence(const QString &cluster, const QDateTime &at);
/// Those that are closed and have no reason.
[[nodiscard]] QList<UpgradePathGate> gatesInTheWay(const QList<UpgradePathGate> &gates,
                                                   const QMap<QString, QString> &reasons);

/// The edit and its commit; its evidence is what the document says of the canary, and the wish's. Gates are
/// not asked. Errors: those of promoted(), rolledBack() and matrixAt(). Reads the disk: for the pool.
[[nodiscard]] Result<MatrixPlan> planMatrix(const MatrixRequest &wish, const ChosenMatrix &source,
                                            const QDateTime &now);
/// What writeMatrix() would come to; nothing is written. For the pool.
[[nodiscard]] Result<MatrixCommitted> tryWriteMatrix(const ChosenMatrix &source, const MatrixPlan &plan);
/// A commit, or a file that is in no Git repository; not a ConfigMap. For the pool.
[[nodiscard]] Result<MatrixCommitted> writeMatrix(const ChosenMatrix &source, const MatrixPlan &plan);
/// Of a ConfigMap: what MatrixOperation is told.
[[nodiscard]] MatrixWriteRequest matrixWriteRequest(MatrixRequest::Kind kind, const ChosenMatrix &source,
                                                    const MatrixPlan &plan, bool takesOwnership);

} // namespace chartroom
