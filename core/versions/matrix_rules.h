// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix.h"

#include <optional>

namespace chartroom {

/// The versions of one component as far as they are known (resources/versions/releases.yaml).
struct KnownReleases
{
    QString component;       ///< gpu_operator
    QStringList lines;       ///< majors in their order: 24.3, 24.6, 24.9, 25.3, ...
    QStringList exact;       ///< versions within these lines
    bool isComplete = false; ///< `exact` has every one there is
    QString source;          ///< where it was read
    QString date;            ///< when, yyyy-MM-dd

    /// A version between the first and the last known one that is in no line, or not among `exact` though a
    /// later one of its line is.
    [[nodiscard]] bool isUnheardOf(const QString &version) const;
    /// Newer than each known one of its line, which is not the newest: it may have come since these were
    /// read.
    [[nodiscard]] bool isNewerPatch(const QString &version) const;
    /// How many lines lie between two versions, 0 for neighbours; nothing when a line is not known.
    [[nodiscard]] std::optional<int> linesBetween(const QString &a, const QString &b) const;
};

/// Errors: Invalid, Unsupported for a newer form of the file.
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
