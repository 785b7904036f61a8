// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/helm/release.h"
#include "core/outcomes/outcomes.h"

#include <QMap>
#include <QTimeZone>

#include <chrono>
#include <optional>

namespace chartroom {

/// The chart to go to, pinned: another archive of the same version stops the run (fault 58).
struct ChartTarget
{
    QString name;
    QString repository; ///< the name in repositories.yaml; "" for an OCI registry
    QString url;
    QString version;
    QString digest; ///< sha256 of the archive, 64 lower-case hex digits

    /// As ChartSources takes it.
    [[nodiscard]] ChartOrigin source() const;

    friend bool operator==(const ChartTarget &, const ChartTarget &) = default;
};

/// What the upgrade changes of the operator's rollout policy; what is not set stays as it is.
struct PolicyChanges
{
    std::optional<int> maxParallelUpgrades; ///< nodes at once; 0: no limit
    QString maxUnavailable;                 ///< nodes, or a part such as 25%
    std::optional<bool> drain;
    std::optional<QString> jobSelector;             ///< pods whose end is waited for; "": none
    std::optional<std::chrono::seconds> jobTimeout; ///< 0: no limit

    [[nodiscard]] bool isEmpty() const { return *this == PolicyChanges(); }
    friend bool operator==(const PolicyChanges &, const PolicyChanges &) = default;
};

/// When it may run. `start` and `end` are moments in `zone`.
struct UpgradeWindow
{
    QDateTime start;
    QDateTime end;
    QByteArray zone; ///< by IANA: Europe/Berlin

    friend bool operator==(const UpgradeWindow &, const UpgradeWindow &) = default;
};

/// What a person wants done to one release, before anything is done. Pages and the command line only edit it;
/// the operation runs it as it stands.
struct UpgradeDraft
{
    QString context;
    ReleaseKey release;
    int plannedOn = 0; ///< the newest revision at that time; another one stops the run (fault 54)
    ChartTarget chart;
    Strategy strategy = Strategy::ResetThenReuse;
    Value edits{Value::Map{}}; ///< what -f would add: a map
    PolicyChanges policy;
    QString canary;               ///< the node that goes first; "" for none
    std::chrono::seconds bake{0}; ///< how long it is only watched afterwards; 0: not at all
    std::optional<UpgradeWindow> window;
    std::optional<int> gpuFloor; ///< GPUs that must stay in service; nothing: none was asked for
    QString supportReference;
    QString consent;                   ///< who agreed, and when, in words
    QMap<QString, QString> reasons;    ///< of overriding findings, by the finding's id
    std::chrono::seconds timeout{300}; ///< of helm for each wait

    /// `edits` with the policy changes in them, as far as the chart takes them as values.
    [[nodiscard]] Value values() const;

    friend bool operator==(const UpgradeDraft &, const UpgradeDraft &) = default;
};

/// Support's ticket, or why there is none: of an upgrade that is the reason for overriding the finding
/// "ownership", of a rollback one field for both.
[[nodiscard]] QString supportReferenceOf(const UpgradeDraft &draft);

/// A field that cannot stay as it is.
struct FieldIssue
{
    QString field; ///< as the draft's file names it: chart.digest, window.end, reasons.ID
    QString text;  ///< a sentence

    friend bool operator==(const FieldIssue &, const FieldIssue &) = default;
};

/// What is wrong with the draft by itself, in the order of its file; empty when it can be run. Names,
/// versions and sources are held to what Helm and Kubernetes accept, so that none can be taken for an option
/// or a path (fault 57). Says nothing about a cluster: that is the preflight's business.
[[nodiscard]] QList<FieldIssue> validate(const UpgradeDraft &draft);

/// Whether Kubernetes takes it as the name of a node or another object (RFC 1123, at most 253 characters).
[[nodiscard]] bool isObjectName(const QString &text);
/// Whether Helm takes it as a release's name (pkg/chartutil/validate_name.go@v3.22.0: at most 53).
[[nodiscard]] bool isReleaseName(const QString &text);

} // namespace chartroom
