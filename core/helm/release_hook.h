// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

namespace chartroom {

/// A hook of a release and its last run, as the record has it (helm/helm pkg/release/v1/hook.go@v4.3.1).
struct ReleaseHook
{
    QString kind; ///< Job, Pod, ...
    QString namespaceName;
    QString name;
    QStringList events; ///< pre-install, post-upgrade, test, ...; which of them it ran for is not recorded
    QStringList deletePolicies; ///< hook-succeeded, hook-failed; with none before-hook-creation
    bool isFailed = false;      ///< else it is recorded as running, or as follows
    /// Helm was told to end while it ran, and recorded the operation as failed (helm/helm
    /// pkg/action/upgrade.go handleContext, hooks.go execHook@v4.2.4).
    bool isUnknown = false;
    QDateTime started;   ///< UTC
    QDateTime completed; ///< UTC; invalid while it runs
    QString path = {};   ///< of its template in the chart

    /// Whether helm deletes what is left of an earlier run before it creates the object (helm/helm
    /// pkg/action/hooks.go execHook, deleteHookByPolicy@v4.2.4).
    [[nodiscard]] bool isDeletedBefore() const;
    /// Whether the description of its record says that its object could not be created (the same).
    [[nodiscard]] bool isRefused(const QString &description) const;

    friend bool operator==(const ReleaseHook &, const ReleaseHook &) = default;
};

/// Those that the revision ran and that failed, or run by the record, in its order. Helm records a hook as
/// running before it creates its object, and how it ended with the next hook or the end of the operation
/// (pkg/action/hooks.go execHook); an uninstall ends without that where a pre-delete hook fails
/// (uninstall.go Run@v4.2.4). A rollback copies the hooks of the revision that it goes back to with their
/// last runs (rollback.go prepareRollback): a run before the revision itself is none of its.
[[nodiscard]] QList<ReleaseHook> openHooks(const ReleaseRecord &record);

} // namespace chartroom
