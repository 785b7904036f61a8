// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix_source.h"
#include "core/versions/upgrade_path.h"

namespace chartroom {

/// What one look at a cluster found of its versions, before any matrix is held against it.
struct SeenVersions
{
    VersionFacts facts;
    QList<PublishedVersions> published;
    QList<MatrixConfigMap> configMaps;     ///< those that hold a matrix, by namespace
    std::optional<Error> configMapProblem; ///< why it is not known whether there is one
    QList<Bake> bakes;                     ///< the newest first
    QList<BakeTrouble> troubles;           ///< what is found to be wrong, or why that is not known
    QDateTime at;                          ///< by the cluster's clock
};

/// What it is to be held against.
struct ReviewRequest
{
    std::optional<VersionMatrix> matrix;
    QString label;
    QString entry;              ///< "" for current_production
    bool takesConfigMap = true; ///< of the cluster: as the matrix where none is given, else as a copy of it
};

/// What a cluster runs, judged, and the way from there.
struct VersionReview
{
    VersionAudit audit;
    std::optional<VersionMatrix> matrix;    ///< that it was judged by
    std::optional<UpgradePath> upgradePath; ///< nothing without a matrix
    QStringList remarks;                    ///< why a ConfigMap was not taken, in sentences
    /// Why what was asked for could not be compared: an entry that is not there, a ConfigMap that cannot be
    /// read. Nothing where there is truly no matrix.
    std::optional<Error> problem;
};

/// A pure function for the pool. The cluster's ConfigMap counts only where it is the only one. Errors: those
/// of Compatibility::bundled().
[[nodiscard]] Result<VersionReview> reviewVersions(const SeenVersions &seen, const ReviewRequest &wish);

/// What the wizard is to be filled with for a step.
struct StepPlan
{
    QString namespaceName;
    QString release;
    QString version;                             ///< of the chart, as its index spells it
    QList<std::pair<QString, QString>> settings; ///< driver.version and what it is to be
    QString canary;                              ///< the node that goes first; "" for none
    std::chrono::seconds bake{0};
    QStringList open; ///< sentences: what has to be set by hand
};
/// Error: Unsupported with why the step is not the upgrade of a release, or not now.
[[nodiscard]] Result<StepPlan> planOfStep(const UpgradePathStep &step, const SeenVersions &seen);

} // namespace chartroom
