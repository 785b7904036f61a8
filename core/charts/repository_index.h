// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/chart.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QSet>

class QIODevice;

namespace chartroom {

/// One version of a chart in an index (helm/helm pkg/repo/index.go@v3.22.0, ChartVersion).
struct IndexEntry
{
    ChartMetadata metadata; ///< less dependencies and annotations
    QStringList urls;       ///< as written: absolute, or relative to the repository
    QString digest;         ///< sha256, lower-case hex; empty when the index gives none
    QDateTime created;      ///< UTC; invalid when the index does not say
};

struct RepositoryIndex
{
    QMap<QString, QList<IndexEntry>> charts; ///< those asked for that are there; newest first
    int unusable = 0; ///< versions left out because Helm would leave them out, or over a cap
};

/// Caps for a hostile index (rule S7).
struct IndexLimits
{
    qint64 maxBytes = 512 * 1024 * 1024;
    qsizetype maxVersionBytes = 1024 * 1024;
    int maxVersions = 50'000; ///< of all charts asked for
};

/// Reads the index of a chart repository, YAML or JSON, and keeps only the charts asked for: memory is that
/// of their versions, whatever the size of the index. Errors: Invalid when it is no index, TooLarge, File. A
/// pure function for the pool.
[[nodiscard]] Result<RepositoryIndex> readRepositoryIndex(QIODevice &index, const QSet<QString> &charts,
                                                          const IndexLimits &limits = {});
/// The same of a file. NotFound when there is none.
[[nodiscard]] Result<RepositoryIndex> readRepositoryIndex(const QString &path, const QSet<QString> &charts,
                                                          const IndexLimits &limits = {});

} // namespace chartroom
