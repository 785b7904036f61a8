// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/kept_records.h"
#include "tests/integration/preflight_stage.h"

#include <QProcess>

namespace chartroom::test {

/// Another person's helm upgrade of preflight/fabric that hangs in its hook.
class HangingUpgrade
{
public:
    explicit HangingUpgrade(const PreflightStage &stage)
        : m_stage(stage)
    {}

    bool start()
    {
        m_kept = std::make_unique<KeptRecords>(
            m_stage.sandbox(),
            ReleaseKey{QStringLiteral("preflight"), QStringLiteral("fabric"), ReleaseStorage::Secret});
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("KUBECONFIG"), m_stage.sandbox().kubeconfig());
        m_helm.setProcessEnvironment(environment);
        m_helm.start(m_stage.sandbox().text("helm4"),
                     {QStringLiteral("upgrade"), QStringLiteral("fabric"),
                      QStringLiteral("fabric/fabric-agent"), QStringLiteral("--version"),
                      QStringLiteral("1.0.0"), QStringLiteral("-n"), QStringLiteral("preflight"),
                      QStringLiteral("--reuse-values"), QStringLiteral("--set"),
                      QStringLiteral("hook=true")});
        return m_helm.waitForStarted();
    }
    bool end()
    {
        m_helm.kill();
        return m_helm.waitForFinished() && m_kept->restore() &&
               m_stage.kubectl({QStringLiteral("delete"), QStringLiteral("job"),
                                QStringLiteral("fabric-hook"), QStringLiteral("-n"),
                                QStringLiteral("preflight"), QStringLiteral("--ignore-not-found")});
    }

private:
    const PreflightStage &m_stage;
    QProcess m_helm;
    std::unique_ptr<KeptRecords> m_kept;
};

} // namespace chartroom::test
