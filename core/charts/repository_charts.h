// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/repository_indexes.h"

#include <QObject>

#include <functional>

namespace chartroom {

/// Charts of HTTP repositories: from the cache, from what Helm itself has pulled, else fetched. An archive is
/// used only when its sha256 is the digest of the index, where the index gives one, and when it is the chart
/// that was asked for. Handlers run on this object's thread, never once it is destroyed.
class RepositoryCharts final : public QObject
{
    Q_OBJECT
public:
    using Handler = std::function<void(const Result<Chart> &)>;

    RepositoryCharts(HelmSettings settings, ChartCache cache, RepositoryIndexes *indexes,
                     RepositoryTiming timing, QObject *parent);

    /// Errors: NotFound, Damaged, those of RepositoryDownload.
    void get(const HelmRepository &repository, const QString &chart, const QString &version,
             const Handler &handler);

private:
    struct Wanted;

    void look(const std::shared_ptr<Wanted> &wanted, std::chrono::milliseconds maxAge);
    void readCached(const std::shared_ptr<Wanted> &wanted, const Error &otherwise);
    void download(const std::shared_ptr<Wanted> &wanted);
    void accept(const std::shared_ptr<Wanted> &wanted, const QString &fresh, const QString &sha256);

    HelmSettings m_settings;
    ChartCache m_cache;
    RepositoryIndexes *m_indexes;
    RepositoryTiming m_timing;
};

} // namespace chartroom
