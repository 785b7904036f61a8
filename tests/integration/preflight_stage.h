// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/helm_chart_sources.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/rollback_operation.h"
#include "tests/integration/fabric_charts.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/sandbox_session.h"

#include <QTemporaryDir>

namespace chartroom::test {

/// A rollout's sandbox, held still: its operators are paused, so that what a test changes stays as it is.
/// In it are the release preflight/fabric of the FabricCharts, whose revision 1 has another image and a hook,
/// and 2 is as it is now, and crusoe-system/crusoe-watch-agent; the GPU operator's revision 1 is as it is now
/// but for the driver. What a preflight needs beside a plan, and the plans that nothing speaks against.
class PreflightStage
{
public:
    explicit PreflightStage(const Sandbox &sandbox);

    /// False, with a warning in the log, when something of it does not come about.
    [[nodiscard]] bool prepare();
    /// All as it was.
    [[nodiscard]] bool clear();

    /// Another image, and nothing else: no node is touched.
    [[nodiscard]] UpgradeDraft fabric(const QString &version = QStringLiteral("1.1.0"));
    /// A new driver for all GPU nodes, agreed on with Support.
    [[nodiscard]] UpgradeDraft drivers(const QString &version = QStringLiteral("v25.10.1"));
    /// An add-on that Crusoe manages, and nobody was asked.
    [[nodiscard]] UpgradeDraft managed();

    static constexpr int gpuFloor = 90; ///< of 128, of which 32 may be away at a time
    [[nodiscard]] Result<PreflightReport> judge(UpgradeDraft draft, ClusterSession *session);
    /// Of a rollback of what the draft upgrades.
    [[nodiscard]] Result<PreflightReport> judgeBack(const UpgradeDraft &draft, int toRevision,
                                                    ClusterSession *session);

    [[nodiscard]] ClusterSession *session() const { return m_session->get(); }
    /// The session of somebody else, or with another helm; null when it does not get to see the release.
    [[nodiscard]] std::unique_ptr<SandboxSession> sessionOf(const SandboxSession::As &as,
                                                            const ReleaseKey &release) const;
    /// A user whom RBAC allows what the rules say, as YAML, and nothing else.
    [[nodiscard]] SandboxSession::As user(const QString &name, const QByteArray &rules) const;
    /// A helm that says this version and fails at all else.
    [[nodiscard]] SandboxSession::As helmOf(const QByteArray &version) const;

    [[nodiscard]] bool kubectl(const QStringList &words) const;
    /// Helm takes over all fields of its release again, and no revision is left of that.
    [[nodiscard]] bool takeFieldsBack() const;
    /// The objects as helm would have applied them.
    [[nodiscard]] bool applyAsHelm(const QByteArray &objects) const;
    /// `kubectl VERB -f` with these objects: apply, delete.
    [[nodiscard]] bool kubectl(const QString &verb, const QByteArray &objects) const;
    [[nodiscard]] const Sandbox &sandbox() const { return m_sandbox; }

private:
    [[nodiscard]] UpgradeDraft draft(const ReleaseKey &release, const ChartTarget &chart);
    [[nodiscard]] static Result<PreflightReport> reportOf(PreflightOperation &preflight);
    [[nodiscard]] bool installFabric() const;
    [[nodiscard]] bool helm(const char *program, const QStringList &words) const;

    const Sandbox &m_sandbox;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    QString m_fabricUrl;
    std::unique_ptr<HelmChartSources> m_charts;
    std::unique_ptr<SandboxSession> m_session;
    std::optional<KeptRecords> m_drivers;
};

} // namespace chartroom::test
