// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/charts/chart_cache.h"
#include "core/charts/chart_sources.h"
#include "core/process/command_runner.h"

#include <QObject>

#include <functional>

namespace chartroom {

/// Charts in OCI registries, through the user's helm program, which knows their sign-ins
/// (HELM_REGISTRY_CONFIG). Helm cannot list the versions of one: only the newest is found. Handlers run on
/// this object's thread, never once it is destroyed.
class OciCharts final : public QObject
{
    Q_OBJECT
public:
    /// `helm` is its absolute path, empty when there is none; `runner` and `clock` must outlive this.
    OciCharts(HelmSettings settings, ChartCache cache, QString helm, CommandRunner *runner,
              const Clock *clock, QObject *parent);

    /// Whether this is an address that can be given to helm.
    [[nodiscard]] static bool isAddress(const QString &url);

    /// Errors: Invalid, NotFound (also: no helm), Unauthorized, Unreachable, Process, Timeout.
    void versions(const ChartOrigin &source,
                  const std::function<void(const Result<ChartVersions> &)> &handler);
    /// From the cache, else pulled. Errors as above, and those of readChartArchive.
    void get(const ChartOrigin &source, const QString &version,
             const std::function<void(const Result<Chart> &)> &handler);

private:
    [[nodiscard]] Result<CommandLine> command(const ChartOrigin &source, QStringList arguments) const;
    void pull(const ChartOrigin &source, const QString &version, const QString &path,
              const std::function<void(const Result<Chart> &)> &handler);

    HelmSettings m_settings;
    ChartCache m_cache;
    QString m_helm;
    CommandRunner *m_runner;
    const Clock *m_clock;
};

} // namespace chartroom
