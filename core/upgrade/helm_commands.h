// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/command_runner.h"
#include "core/upgrade/draft.h"

namespace chartroom {

/// Which helm, on which cluster.
struct HelmAccess
{
    QString program; ///< absolute path
    QStringList kubeconfigs;
    QString context;
};

/// What both commands have beside their subject.
struct HelmRun
{
    QString operation;                 ///< goes on the new revision as a label, and into helm's environment
    std::chrono::seconds timeout{300}; ///< of each wait in helm
    int historyMax = 10;               ///< 0: no limit
};

/// `helm upgrade` of a staged archive; `valuesFile` is "" when nothing is added. The same arguments for Helm
/// 3 and 4: helm waits for hooks only, an upgrade is judged by the cluster (pkg/cmd/upgrade.go@v3.22.0,
/// @v4.3.1).
[[nodiscard]] CommandLine upgradeCommand(const HelmAccess &access, const HelmRun &run,
                                         const UpgradeDraft &draft, const QString &archive,
                                         const QString &valuesFile);

/// `helm rollback`, which knows no labels.
[[nodiscard]] CommandLine rollbackCommand(const HelmAccess &access, const HelmRun &run,
                                          const ReleaseKey &release, int toRevision);

/// The --history-max that loses nothing that helm without it would keep: $HELM_MAX_HISTORY, 10 when that is
/// unset, and more where more is stored.
[[nodiscard]] int keptHistory(qsizetype stored, const QString &environment);

/// The stored revisions that helm deletes before it stores the next one, oldest first: as many as are over
/// the limit, but never the one that is labelled deployed (helm/helm pkg/storage/storage.go@v3.22.0, @v4.3.1
/// Create, removeLeastRecent). `revisions` newest first; `historyMax` 0: no limit.
[[nodiscard]] QList<int> removedRevisions(const QList<RevisionEntry> &revisions, int historyMax);

} // namespace chartroom
