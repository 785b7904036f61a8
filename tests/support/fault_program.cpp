// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fault_program.h"

#include <QFile>
#include <QJsonDocument>

namespace chartroom::test {

namespace {

constexpr int forABuild = 300'000; // ms; only the first time on a machine
constexpr int forAStart = 20'000;

/// The path of the program, or "" with the reason in `problem`.
QString builtProgram(QString &problem)
{
    QProcess build;
    build.setStandardInputFile(QProcess::nullDevice());
    build.start(QStringLiteral(CHARTROOM_FAULTSERVER_BUILD), {});
    if (build.waitForFinished(forABuild) && build.exitCode() == 0)
        return QString::fromUtf8(build.readAllStandardOutput()).trimmed();
    problem = build.errorString() + QString::fromUtf8(build.readAllStandardError());
    return {};
}

} // namespace

FaultProgram::FaultProgram(const QJsonArray &rules, const QStringList &arguments)
{
    QFile script(m_folder.filePath(QStringLiteral("script.json")));
    if (!script.open(QIODevice::WriteOnly) ||
        script.write(QJsonDocument(QJsonObject{{QStringLiteral("rules"), rules}}).toJson()) < 0) {
        m_problem = script.errorString();
        return;
    }
    script.close();
    static const QString program = builtProgram(m_problem);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program, QStringList{QStringLiteral("--exit-with-stdin"), QStringLiteral("--script"),
                                         script.fileName()} +
                                 arguments);
    while (!m_process.canReadLine() && m_process.waitForReadyRead(forAStart)) {
    }
    const QJsonObject line = QJsonDocument::fromJson(m_process.readLine()).object();
    m_kubeconfig = line[QStringLiteral("kubeconfig")].toString();
    const Kubeconfig all = loadKubeconfig({m_kubeconfig}, true);
    if (const KubeContext *found = all.find(all.currentContext))
        m_context = *found;
    else if (m_problem.isEmpty())
        m_problem = QStringLiteral("The fault server does not start: ") + m_process.errorString();
}

FaultProgram::~FaultProgram()
{
    m_process.closeWriteChannel();
    m_process.waitForFinished(forAStart);
}

} // namespace chartroom::test
