// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/helm_oracle.h"
#include "tests/integration/sandbox.h"

namespace chartroom::test {

/// A chart as the helm command line gets it: a folder whose only template prints its values as notes.
struct ProbeChart
{
    Chart chart; ///< as Chartroom reads it
    QString folder;
};

/// Downloads a chart of the sandbox's repository, reads it with Chartroom's own reader and unpacks it into
/// `folder` without its templates. Nothing, with a warning in the log, when any of that fails.
[[nodiscard]] std::optional<ProbeChart> pullProbe(const Sandbox &sandbox, const QString &name,
                                                  const QString &version, const QString &folder);
/// Writes a chart into `folder`.
[[nodiscard]] std::optional<ProbeChart> writeProbe(const Chart &chart, const QString &folder);

/// One release of the command line: installed once, then asked about upgrades by `--dry-run=server`.
struct HelmRelease
{
    const Sandbox *sandbox = nullptr;
    int helmMajor = 4;
    QString name;
    QString folder; ///< for values files

    /// Installs, and gives what Chartroom reads from the record in the cluster.
    [[nodiscard]] std::optional<InstalledValues> install(const ProbeChart &chart,
                                                         const Value &userValues) const;
    [[nodiscard]] OracleAnswer dryRun(const ProbeChart &target, const Value &edits, Strategy strategy) const;

private:
    [[nodiscard]] Ran helm(const QStringList &arguments) const;
    [[nodiscard]] QString valuesFile(const QString &purpose, const Value &values) const;
};

} // namespace chartroom::test
