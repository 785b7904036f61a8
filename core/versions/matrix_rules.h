// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix.h"

namespace chartroom {

/// The releases of one component as far as they are known, from resources/versions/releases.yaml.
struct KnownReleases
{
    QString component; ///< gpu_operator
    QStringList lines; ///< majors in their order: 24.3, 24.6, 24.9, 25.3, ...
    QStringList exact; ///< every release of these lines, without the v; empty where not all are known
    QString source;    ///< where it was read
    QString date;      ///< when, yyyy-MM-dd
};

[[nodiscard]] Result<QList<KnownReleases>> readKnownReleases(const QByteArray &yaml);
/// Those that ship with the program.
[[nodiscard]] const QList<KnownReleases> &knownReleases();

/// What no single value shows: versions that never existed, skipped majors, more than one component in one
/// step, a canary without a node, a rollback that is newer. Pairs that do not go together are the audit's. In
/// the order of the document.
[[nodiscard]] QList<MatrixProblem> matrixRules(const VersionMatrix &matrix,
                                               const QList<KnownReleases> &releases = knownReleases());
/// matrix.problems() and matrixRules(), by line.
[[nodiscard]] QList<MatrixProblem> allMatrixProblems(const VersionMatrix &matrix);

} // namespace chartroom
