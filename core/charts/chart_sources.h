// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart.h"
#include "core/helm/release.h"

#include <QFuture>
#include <QObject>

#include <optional>

namespace chartroom {

/// Where a chart can be had: a repository of the user's repositories.yaml, or an OCI registry path.
struct ChartOrigin
{
    enum class Sureness {
        Pinned,
        Digest,
        Likely,
        NameOnly,
        Unread, ///< the repository could not be asked whether it has the chart
    };
    QString repository; ///< the name in repositories.yaml; "" for OCI
    QString url;        ///< without the user part
    QString chart;      ///< the chart's name in it
    Sureness sureness = Sureness::NameOnly;
    QStringList reasons; ///< sentences: "The index lists 26.3.0 with the home that the release names."

    [[nodiscard]] bool isOci() const { return url.startsWith(QLatin1String("oci://")); }
    /// As helm takes it: repository/chart, oci://registry/path/chart.
    [[nodiscard]] QString argument() const;
};

/// One published version.
struct ChartVersion
{
    QString version;
    QString appVersion;
    QString kubeVersion;
    QString digest;
    QDateTime created; ///< UTC; invalid when the index does not say
    bool deprecated = false;
};

struct ChartVersions
{
    ChartOrigin source;
    QList<ChartVersion> versions; ///< newest first by semantic version
    QDateTime indexTime;          ///< UTC: when the index was fetched
    bool isFromCache = false;     ///< the source could not be asked; indexTime says how old it is
    QString notice;               ///< why not, a sentence
};

/// The charts that the user's Helm settings and cache give. The window and the verbs ask; how they are had is
/// the implementation's business. Nothing of the user's settings is ever written.
class ChartSources : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Where the chart of a cluster's release may come from, the surest first, and last those of which that
    /// is unknown. Empty list: no repository has it. Invalid when repositories.yaml cannot be read.
    [[nodiscard]] virtual QFuture<Result<QList<ChartOrigin>>> candidates(const QString &cluster,
                                                                         const ReleaseRecord &record) = 0;
    [[nodiscard]] virtual QFuture<Result<ChartVersions>> versions(const ChartOrigin &source) = 0;
    /// From the cache, else fetched, its digest compared with the index. NotFound, Unreachable, Damaged.
    [[nodiscard]] virtual QFuture<Result<Chart>> chart(const ChartOrigin &source, const QString &version) = 0;
    /// The person says which source a chart comes from; kept for the chart's name and the release of this
    /// cluster. Of releases elsewhere it makes the source likely.
    [[nodiscard]] virtual Result<void> pin(const QString &cluster, const ReleaseKey &key,
                                           const ChartOrigin &source) = 0;
};

/// The newest version, and the newest of the same major, see isSameMajor(); nullopt when there is none newer.
/// Pre-releases only count when `current` is one (Helm's --devel).
[[nodiscard]] std::optional<ChartVersion> newestVersion(const ChartVersions &versions,
                                                        const QString &current);
[[nodiscard]] std::optional<ChartVersion> newestOfMajor(const ChartVersions &versions,
                                                        const QString &current);

} // namespace chartroom
