// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix.h"
#include "core/versions/matrix_source.h"

#include <optional>

namespace chartroom {

/// A matrix that somebody chose, and what it takes to write it back or to read its history.
struct ChosenMatrix
{
    MatrixText text;
    VersionMatrix matrix;
    std::optional<MatrixGitPlace> git;  ///< where it is in Git
    std::optional<MatrixConfigMap> map; ///< where it is in a ConfigMap
    QString file;                       ///< else: the file
    std::optional<Error> gitProblem;    ///< why it is not in Git though there is a repository
};

/// FILE, or FILE@REVISION of the repository that it is in. `isWritten`: of a file in Git the one that is
/// committed, which a commit is made on; one that was never committed there, or whose repository cannot be
/// read, is refused then, and not written without Git. Errors: those of readMatrixFile(), readMatrixFromGit()
/// and VersionMatrix::read(), Invalid, Forbidden, Damaged. Reads the disk: for the pool.
[[nodiscard]] Result<ChosenMatrix> readChosenMatrix(const QString &words, bool isWritten);

/// One that is in a ConfigMap. Errors: those of MatrixConfigMap::matrix() and VersionMatrix::read(), but
/// Damaged for Invalid.
[[nodiscard]] Result<ChosenMatrix> chosenMatrixOf(const MatrixConfigMap &map);

/// The same document at another revision. Error: Invalid where it is not in Git. For the pool.
[[nodiscard]] Result<VersionMatrix> matrixAt(const ChosenMatrix &source, const QString &revision);

/// One side of a comparison of entries.
struct MatrixSide
{
    MatrixEntry entry;
    QString revision; ///< as given; "" for the source's own
};
/// ENTRY, ENTRY@REVISION or @REVISION, which means current_production then; `otherwise` for "".
[[nodiscard]] Result<MatrixSide> readMatrixSide(const ChosenMatrix &source, const QString &words,
                                                QStringView otherwise);

} // namespace chartroom
