// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>

namespace chartroom::test {

using namespace Qt::StringLiterals;

ChartroomProgram::ChartroomProgram(const Sandbox &sandbox, const char *helm, QString program)
    : m_home(sandbox)
    , m_program(std::move(program))
    , m_kubeconfig(sandbox.kubeconfig())
{
    QFile::remove(m_home.filePath(u"bin/helm"_s));
    m_home.link(sandbox, helm, u"helm"_s);
    m_home.link(sandbox, "kubectl", u"kubectl"_s);
    // The sandbox's helm has settings of its own.
    const Ran added = sandbox.tool(
        helm, {u"repo"_s, u"add"_s, u"--force-update"_s, u"sandbox"_s, sandbox.chartRepository()});
    if (added.exitCode != 0)
        qFatal("the repository cannot be added: %s", added.err.constData());
}

QString ChartroomProgram::operations() const
{
    return m_home.filePath(u"XDG_STATE_HOME/chartroom/operations"_s);
}

QStringList ChartroomProgram::onItsCluster(const QStringList &arguments) const
{
    return arguments + QStringList{u"--kubeconfig"_s, m_kubeconfig};
}

Ran ChartroomProgram::run(const QStringList &arguments) const
{
    return test::run(m_program, onItsCluster(arguments), m_home.environment(), 300);
}

QJsonDocument ChartroomProgram::json(const QStringList &arguments, int *exitCode) const
{
    const Ran ran = run(arguments + QStringList{u"-o"_s, u"json"_s});
    if (exitCode)
        *exitCode = ran.exitCode;
    const QJsonDocument printed = QJsonDocument::fromJson(ran.out);
    if (printed.isNull())
        qWarning("%s", (ran.out + ran.err).constData());
    return printed;
}

QStringList reasonsFor(const QJsonObject &shown)
{
    QStringList reasons;
    const QJsonArray findings = shown[u"findings"_s].toArray();
    for (const QJsonValue finding : findings)
        if (finding[u"severity"_s] == u"severe"_s)
            reasons << u"--reason"_s << finding[u"id"_s].toString() + u"=a sandbox"_s;
    return reasons;
}

} // namespace chartroom::test
