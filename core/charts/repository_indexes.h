// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/charts/chart_cache.h"
#include "core/charts/repository_index.h"

#include <QFuture>
#include <QHash>
#include <QObject>

#include <chrono>
#include <functional>
#include <vector>

namespace chartroom {

/// How long to wait for repositories, and how old an index may be.
struct RepositoryTiming
{
    std::chrono::milliseconds silence{std::chrono::seconds(15)}; ///< without a byte
    std::chrono::milliseconds total{std::chrono::minutes(5)};    ///< for one file
    std::chrono::milliseconds asked{
        std::chrono::seconds(30)}; ///< an index confirmed since then is not asked for again
    std::chrono::milliseconds known{
        std::chrono::hours(24)}; ///< an index good enough to tell where a chart is from
};

/// What an index says of one chart, and how fresh that is.
struct IndexReading
{
    QList<IndexEntry> entries; ///< newest first; none when the chart is not listed
    QDateTime time;            ///< UTC: when the index was fetched or last confirmed
    bool isFromCache = false;  ///< the repository could not be asked
    QString notice;            ///< why not, and of when the index is
};

/// The indexes of chart repositories: fetched into the cache, asked again with their ETag, read on the pool.
/// When a repository cannot be asked, the cache answers, then the index that Helm fetched last. Many who ask
/// at once share one download. Handlers run on this object's thread, never once it is destroyed.
class RepositoryIndexes final : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<void(const Result<IndexReading> &)>;

    /// `clock` must outlive this.
    RepositoryIndexes(HelmSettings settings, ChartCache cache, const Clock *clock, RepositoryTiming timing,
                      QObject *parent);

    /// Reads what the index says of a chart; one that was confirmed within `maxAge` is not asked for again.
    /// Errors: those of RepositoryDownload, when no cache has an index; Invalid, TooLarge, File.
    void read(const HelmRepository &repository, const QString &chart, std::chrono::milliseconds maxAge,
              Handler handler);

private:
    struct Copy
    {
        QString path;
        QDateTime time;
        QString problem; ///< why the repository could not be asked
    };
    using Found = std::function<void(const Result<Copy> &)>;

    void find(const HelmRepository &repository, std::chrono::milliseconds maxAge, Found found);
    void download(const HelmRepository &repository, const QString &key);
    void check(const HelmRepository &repository, const QString &key, const QString &fresh,
               const CachedIndex &index);
    void fallBack(const HelmRepository &repository, const QString &key, const Error &error);
    void tell(const QString &key, const Result<Copy> &copy);
    void readCopy(const Copy &copy, const QString &chart, const Handler &handler);

    HelmSettings m_settings;
    ChartCache m_cache;
    const Clock *m_clock;
    RepositoryTiming m_timing;
    QHash<QString, std::vector<Found>> m_waiting; ///< by repository, while it is asked
    QHash<QString, QList<IndexEntry>> m_entries;  ///< read before, by file, time and chart
};

} // namespace chartroom
