// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/charts/helm_settings.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>

namespace chartroom {

/// $XDG_CACHE_HOME/chartroom/charts, ~/.cache/chartroom/charts when that is unset or no absolute path.
[[nodiscard]] QString chartCacheFolder();

/// What is known of an index in the cache.
struct CachedIndex
{
    QString path;
    QByteArray etag;
    QByteArray lastModified;
    QDateTime fetched; ///< UTC: when the repository last confirmed it
};

/// The program's own folder of fetched indexes and chart archives: folder 0700, files 0600, names made of
/// hashes. Whatever is in it can be deleted at any time.
class ChartCache
{
public:
    explicit ChartCache(QString folder = chartCacheFolder())
        : m_folder(std::move(folder))
    {}

    [[nodiscard]] const QString &folder() const { return m_folder; }
    [[nodiscard]] Result<void> makeFolder() const;
    /// Removes what a killed program left half-way a day ago, and archives that nobody asked for in 90 days.
    void removeOld(const QDateTime &now) const;
    /// A path for a download, which nothing has yet.
    [[nodiscard]] QString freshPath() const;

    [[nodiscard]] std::optional<CachedIndex> index(const HelmRepository &repository) const;
    /// Takes a fetched file over. Error: File.
    [[nodiscard]] Result<CachedIndex> keepIndex(const HelmRepository &repository, const QString &fresh,
                                                CachedIndex index) const;
    /// The repository says that the index is still the one of now.
    [[nodiscard]] Result<CachedIndex> confirmIndex(const HelmRepository &repository, CachedIndex index) const;

    /// Where the archive of a version is, or would be.
    [[nodiscard]] QString archivePath(const QString &sourceUrl, const QString &chart,
                                      const QString &version) const;
    /// Says that an archive was used, so that removeOld() leaves it.
    static void markUsed(const QString &path);
    /// Takes a fetched archive over, replacing the one before. Error: File.
    [[nodiscard]] Result<void> keepArchive(const QString &fresh, const QString &path) const;

private:
    QString m_folder;
};

} // namespace chartroom
