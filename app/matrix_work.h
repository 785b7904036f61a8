// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "core/versions/matrix_commit.h"
#include "core/versions/way.h"

#include <optional>

namespace chartroom {

/// A matrix that `versions diff`, `promote` or `rollback` works on, and what it takes to write it back.
struct MatrixSource
{
    MatrixText text;
    VersionMatrix matrix;
    std::optional<MatrixGitPlace> git;  ///< where it is in Git
    std::optional<MatrixConfigMap> map; ///< where it is in a ConfigMap
    QString file;                       ///< else: the file
};

/// FILE, or FILE@REVISION of the repository that it is in. `isWritten`: of a file in Git the one that is
/// committed, which a commit is made on. Reads the disk: for the pool.
[[nodiscard]] Result<MatrixSource> readMatrixSource(const QString &words, bool isWritten);
/// The only ConfigMap of a list, as kubectl prints it.
[[nodiscard]] Result<MatrixSource> readMatrixConfigMaps(const QByteArray &list);

/// One side of `versions diff`.
struct MatrixSide
{
    MatrixEntry entry;
    QString revision; ///< as given; "" for the source's own
};
/// ENTRY, ENTRY@REVISION or @REVISION, which means current_production then; `otherwise` for "".
[[nodiscard]] Result<MatrixSide> readMatrixSide(const MatrixSource &source, const QString &words,
                                                QStringView otherwise);

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
