// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_evidence.h"

namespace chartroom {

/// A CustomResourceDefinition of the version that is upgraded to, and who takes it to the cluster. Helm
/// itself leaves the folder crds/ alone with an upgrade (helm/helm pkg/action/upgrade.go@v4.3.1).
struct ComingCrd
{
    enum class Way {
        Hook,     ///< a Job that runs before the upgrade names its file
        Manifest, ///< an object like any other: helm applies it first
        Nobody,
    };
    Value crd;
    Way way = Way::Nobody;
    QString hook; ///< its name

    [[nodiscard]] QString name() const; ///< clusterpolicies.nvidia.com
};

/// Those of the chart and of its sub-charts that are enabled, by the values that the upgrade would store.
struct ComingCrds
{
    QList<ComingCrd> crds;
    QStringList problems; ///< files that cannot be read
    QStringList
        unreadHooks; ///< names of hooks that apply something which is not in the chart's folders crds/

    /// Of that kind, in whatever group; null for none.
    [[nodiscard]] const ComingCrd *find(const QString &kind, const QString &version) const;
};
[[nodiscard]] ComingCrds comingCrds(const PreflightEvidence &evidence);

/// The schema of a CRD's version; null when it has no such version.
[[nodiscard]] Value crdSchema(const Value &crd, const QString &version);
/// The server drops nothing below it, see x-kubernetes-preserve-unknown-fields.
[[nodiscard]] bool keepsUnknown(const Value &schema);
/// Whether the schema knows the field, as an API server writes its path: spec.driver.env[0].name.
[[nodiscard]] bool knowsField(const Value &schema, const QString &path);

} // namespace chartroom
