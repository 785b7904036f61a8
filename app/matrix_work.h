// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "core/versions/chosen_matrix.h"
#include "core/versions/matrix_commit.h"
#include "core/versions/way.h"

namespace chartroom {

/// The only ConfigMap of a list, as kubectl prints it.
[[nodiscard]] Result<MatrixSource> readMatrixConfigMaps(const QByteArray &list);

/// What a promotion or a rollback would write.
struct MatrixPlan
{
    MatrixEdit edit{VersionMatrix()};
    MatrixCommit commit;  ///< for a ConfigMap or a file only its texts count
    QList<WayGate> gates; ///< of a promotion, by the cluster; empty where that was not looked at
};
/// Invalid with what to type when the document says of what is to be promoted that it cannot be.
[[nodiscard]] Result<MatrixPlan> planMatrix(const Invocation &invocation, const MatrixSource &source,
                                            const QDateTime &now);

/// A commit, or a file that is in no Git repository; not a ConfigMap. For the pool.
[[nodiscard]] Result<MatrixCommitted> writeMatrix(const MatrixSource &source, const MatrixPlan &plan);

} // namespace chartroom
