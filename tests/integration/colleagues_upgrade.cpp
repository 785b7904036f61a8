// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/colleagues_upgrade.h"

#include <QJsonDocument>
#include <QTest>

namespace chartroom::test {

using namespace Qt::StringLiterals;

ColleaguesUpgrade::ColleaguesUpgrade(const Sandbox &sandbox, const ReleaseKey &release)
    : m_sandbox(sandbox)
    , m_release(release)
    , m_kept(sandbox, release)
    , m_helm(sandbox.text("helm3"), sandbox.kubeconfig())
{}

bool ColleaguesUpgrade::start(const QString &chart, const QString &version)
{
    const QString folder = m_helm.hangingChart(m_sandbox.chartRepository(), chart, version);
    if (folder.isEmpty())
        return false;
    m_helm.start(m_process, {u"upgrade"_s, m_release.name, folder, u"-n"_s, m_release.namespaceName,
                             u"--reuse-values"_s});
    return m_process.waitForStarted() &&
           QTest::qWaitFor([this] { return pendingRevision() > 0 || !isRunning(); }, 60'000) && isRunning();
}

int ColleaguesUpgrade::pendingRevision() const
{
    const QByteArray found = m_sandbox.get(
        u"/api/v1/namespaces/"_s + m_release.namespaceName +
        u"/secrets?labelSelector=owner%3Dhelm,status%3Dpending-upgrade,name%3D"_s + m_release.name);
    const QJsonValue first = QJsonDocument::fromJson(found)[u"items"_s][0];
    return first[u"metadata"_s][u"labels"_s][u"version"_s].toString().toInt();
}

bool ColleaguesUpgrade::setBack(const QDateTime &then) const
{
    return chartroom::test::setBack(m_sandbox, m_release, pendingRevision(), then);
}

bool ColleaguesUpgrade::end()
{
    m_process.kill();
    const bool hasEnded = m_process.state() == QProcess::NotRunning || m_process.waitForFinished();
    return hasEnded && m_kept.restore() &&
           m_sandbox
                   .tool("kubectl", {u"delete"_s, u"job"_s, m_release.name + u"-hook"_s, u"-n"_s,
                                     m_release.namespaceName, u"--ignore-not-found"_s, u"--wait=false"_s})
                   .exitCode == 0;
}

} // namespace chartroom::test
