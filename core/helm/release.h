// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"
#include "core/helm/revision_date.h"
#include "core/secrets/value_change.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// Where Helm keeps the record: Secrets by default, ConfigMaps with HELM_DRIVER=configmap.
enum class ReleaseStorage { Secret, ConfigMap };

/// helm/helm pkg/release/common/status.go@v4.2.4; Unknown also stands for any other text (kept in
/// statusText).
enum class ReleaseStatus {
    Unknown,
    Deployed,
    Uninstalled,
    Superseded,
    Failed,
    Uninstalling,
    PendingInstall,
    PendingUpgrade,
    PendingRollback,
};

[[nodiscard]] ReleaseStatus releaseStatus(QStringView text);
[[nodiscard]] QString releaseStatusText(ReleaseStatus status);
/// Pending, or being uninstalled: its helm is at work, or was interrupted.
[[nodiscard]] bool isPending(ReleaseStatus status);

/// A release's identity within one cluster.
struct ReleaseKey
{
    QString namespaceName;
    QString name;
    ReleaseStorage storage = ReleaseStorage::Secret;

    friend bool operator==(const ReleaseKey &, const ReleaseKey &) = default;
};
[[nodiscard]] size_t qHash(const ReleaseKey &key, size_t seed = 0);

/// What the metadata of one release record says; known before any payload is fetched. Once it is, the
/// record's own name, revision and status count, as in `helm list` and `helm history` (helm/helm
/// pkg/storage/driver/secrets.go@v4.3.1, List and Query: the labels only select).
struct RevisionEntry
{
    QString uid;
    QString resourceVersion;
    QString objectName; ///< sh.helm.release.v1.NAME.vN
    int revision = 0;
    ReleaseStatus status = ReleaseStatus::Unknown;
    QString statusText; ///< as it is written there
    RevisionDate date;
    QString contradiction = {};                    ///< in what the labels differ from the record, a sentence
    std::optional<ReleaseStatus> labelStatus = {}; ///< of the labels, with a contradiction

    /// Whether Helm finds it when it asks for the deployed revision, which it does by label.
    [[nodiscard]] bool isLabelledDeployed() const
    {
        return labelStatus.value_or(status) == ReleaseStatus::Deployed;
    }

    /// Since when its status stands at the earliest; null where that is unknown. An uninstallation leaves the
    /// date of the deployment in the record (helm/helm pkg/action/uninstall.go@v3.22.0, @v4.3.1).
    [[nodiscard]] QDateTime changed() const
    {
        return status == ReleaseStatus::Uninstalling ? date.written : date.youngest();
    }
    /// The same as people are told it, by `helm history` to the second.
    [[nodiscard]] QDateTime since() const
    {
        return status == ReleaseStatus::Uninstalling ? date.written : date.shown();
    }
    /// Whether since() is the date of the object, which helm stores some seconds after the moment that its
    /// record, not read yet or unreadable, tells.
    [[nodiscard]] bool isSinceRough() const
    {
        return status != ReleaseStatus::Uninstalling && !date.deployed.isValid();
    }
};

/// The decoded payload without chart files. Parts that are large and seldom needed stay as JSON text.
struct ReleaseRecord
{
    QString name;
    QString namespaceName;
    int revision = 0;
    ReleaseStatus status = ReleaseStatus::Unknown;
    QString statusText;
    QString chartName;
    QString chartVersion;
    QString appVersion;
    QString chartHome;
    QStringList chartSources;
    QString chartIcon;
    bool chartDeprecated = false;
    QString description;
    QString notes;
    QDateTime firstDeployed; ///< UTC
    QDateTime lastDeployed;  ///< UTC
    QString applyMethod;     ///< "ssa", "csa" or "" (Helm 3: csa)
    Value userValues;        ///< `config`
    QByteArray
        chartValuesJson; ///< the chart's own defaults as JSON, sub-charts not merged; readJson() on use
    QByteArray manifest;
    QByteArray hooksJson; ///< a list, as JSON (helm/helm pkg/release/v1/hook.go@v4.3.1); readJson()
    /// Made of a recording, which has no room for the manifest, the chart's own values and secrets among the
    /// user's: those are masked there.
    bool isRecorded = false;
    bool hasUserValues = true;   ///< false: the recorder could not read them
    qsizetype storedBytes = 0;   ///< of data.release: an object takes 1 MiB of data
    qsizetype inflatedBytes = 0; ///< JSON
};

/// The release's user values against the reference; nothing is judged (product truth 5).
struct Divergence
{
    QString reference;  ///< a sentence part: "revision 1", "pinned file x.yaml"; empty when there is none
    QString unknownWhy; ///< when no reference can be had: why
    QList<ValueChange> changes;
    QStringList unknown = {}; ///< paths that are masked, as in a recording: they may differ too

    [[nodiscard]] bool known() const { return unknownWhy.isEmpty(); }
    /// Nothing differs; not so where that is unknown.
    [[nodiscard]] bool isNone() const { return known() && changes.isEmpty() && unknown.isEmpty(); }
};

/// A release as far as it is known now. Rows appear with labels only; `record` and the rest follow.
struct Release
{
    ReleaseKey key;
    QList<RevisionEntry> revisions;      ///< newest first; never empty
    std::optional<ReleaseRecord> record; ///< of the newest revision; until it is fetched, of the one before
    QString recordProblem;               ///< a sentence when the payload cannot be read (faults 42-44)
    std::optional<Divergence> divergence;

    [[nodiscard]] const RevisionEntry &newest() const { return revisions.front(); }
    /// Revision 1 is the newest. History may be pruned, yet a higher number means later changes of some kind.
    [[nodiscard]] bool neverUpgraded() const { return newest().revision == 1; }
};

} // namespace chartroom
