// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/charts/helm_chart_sources.h"
#include "core/process/process_runner.h"
#include "tests/integration/sandbox.h"

#include <QTemporaryDir>

#include <optional>

namespace chartroom::test {

/// The charts of a person whose helm knows the sandbox's repository. This test program is that person: the
/// helm that it runs finds the repository by its name, sandbox. All files are in one folder, gone with this
/// value.
class SandboxCharts
{
public:
    /// Ends the test program when helm cannot add the repository.
    explicit SandboxCharts(const Sandbox &sandbox);

    [[nodiscard]] HelmChartSources *sources() { return &*m_sources; }
    /// The folder of ChartCache.
    [[nodiscard]] QString cache() const { return filePath(QStringLiteral("cache")); }
    [[nodiscard]] QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    std::optional<HelmChartSources> m_sources;
};

} // namespace chartroom::test
