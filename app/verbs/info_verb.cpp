// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/info_verb.h"

#include "app/command_line_tr.h"
#include "core/base/on_finished.h"
#include "core/charts/chart_cache.h"
#include "core/kube/exec_plugin.h"
#include "core/kube/kubeconfig.h"
#include "core/process/program_search.h"
#include "core/responsibility/rules.h"
#include "core/secrets/log.h"
#include "core/upgrade/journal.h"

#include <QJsonDocument>

namespace chartroom {

using namespace Qt::StringLiterals;

InfoVerb::InfoVerb(Invocation invocation, Console *console, CommandRunner *runner)
    : m_invocation(std::move(invocation))
    , m_console(console)
    , m_runner(runner)
    , m_helm{findProgram(u"helm"_s), {}, {}}
    , m_kubectl{findProgram(u"kubectl"_s), {}, {}}
    , m_client(m_helm.path, {}, runner, nullptr)
{}

void InfoVerb::start()
{
    onFinished(m_client.version(), this, [this](const Result<HelmVersion> &version) {
        if (version)
            m_helm.version = version->text;
        else
            m_helm.problem = version.error().message;
        askKubectl();
    });
}

void InfoVerb::askKubectl()
{
    if (m_kubectl.path.isEmpty()) {
        m_kubectl.problem = CommandLineTr::tr("kubectl is not installed on this machine. Install it and add "
                                              "it to $PATH; pausing a rollout needs it.");
        return print();
    }
    CommandLine asking;
    asking.program = m_kubectl.path;
    asking.arguments = {u"version"_s, u"--client"_s, u"-o"_s, u"json"_s};
    asking.timeout = std::chrono::seconds(15);
    onFinished(m_runner->run(asking), this, [this](const Result<CommandOutput> &output) {
        if (output)
            m_kubectl.version =
                QJsonDocument::fromJson(output->out)[u"clientVersion"][u"gitVersion"].toString();
        if (!output)
            m_kubectl.problem = output.error().message;
        else if (m_kubectl.version.isEmpty())
            m_kubectl.problem = CommandLineTr::tr("kubectl did not print its version.");
        print();
    });
}

Value InfoVerb::valueOf(const Tool &tool)
{
    return Value(Value::Map{{u"path"_s, textOrNull(tool.path)},
                            {u"version"_s, textOrNull(tool.version)},
                            {u"problem"_s, textOrNull(tool.problem)}});
}

QString InfoVerb::textOf(const Tool &tool)
{
    if (!tool.problem.isEmpty())
        return tool.problem;
    return tool.version.isEmpty() ? tool.path : u"%1 (%2)"_s.arg(tool.version, tool.path);
}

std::optional<InfoVerb::Tool> InfoVerb::pluginOf(const KubeContext *context)
{
    if (!context || context->authKind() != AuthKind::Exec)
        return {};
    const Result<ExecRequest> request = pluginRequest(*context);
    return request ? Tool{request->program, {}, {}} : Tool{{}, {}, request.error().message};
}

void InfoVerb::print()
{
    const QStringList files = kubeconfigFiles(m_invocation.kubeconfig);
    const Kubeconfig kubeconfig = loadKubeconfig(files, !m_invocation.kubeconfig.isEmpty());
    const QString name = m_invocation.contexts.value(0, kubeconfig.currentContext);
    const KubeContext *used = kubeconfig.find(name);
    const std::optional<Tool> plugin = pluginOf(used);
    const QString transport =
        m_invocation.access == SessionFactory::Access::Kubectl ? u"kubectl"_s : u"native"_s;
    const QList<std::pair<QString, QString>> folders{
        {u"log"_s, stateFolder() + u"/chartroom.log"_s}, {u"state"_s, stateFolder()},
        {u"operations"_s, operationsFolder()},           {u"rules"_s, ResponsibilityRules::userFilePath()},
        {u"chartCache"_s, chartCacheFolder()},
    };
    Printout printout;
    printout.columns = {{u"NAME"_s}, {u"VALUE"_s, 0, Column::Fit::Below}};
    QString context = name;
    if (name.isEmpty())
        context = CommandLineTr::tr("none");
    else if (!used)
        context = CommandLineTr::tr("%1, which the kubeconfig does not have").arg(name);
    printout.rows = {{u"chartroom"_s, QStringLiteral(CHARTROOM_VERSION)},
                     {u"qt"_s, QString::fromLatin1(qVersion())},
                     {u"helm"_s, textOf(m_helm)},
                     {u"kubectl"_s, textOf(m_kubectl)},
                     {u"kubeconfig"_s, files.join(u", "_s)},
                     {u"context"_s, context},
                     {u"transport"_s, transport}};
    if (plugin)
        printout.rows.append({u"credentialPlugin"_s, textOf(*plugin)});
    Value::Map places;
    for (const auto &[what, path] : folders) {
        places.insert(what, Value(path));
        printout.rows.append({what, path});
    }
    printout.data = Value(Value::Map{{u"version"_s, Value(QStringLiteral(CHARTROOM_VERSION))},
                                     {u"qt"_s, Value(QString::fromLatin1(qVersion()))},
                                     {u"helm"_s, valueOf(m_helm)},
                                     {u"kubectl"_s, valueOf(m_kubectl)},
                                     {u"credentialPlugin"_s, plugin ? valueOf(*plugin) : Value()},
                                     {u"kubeconfig"_s, textList(files)},
                                     {u"context"_s, textOrNull(name)},
                                     {u"transport"_s, Value(transport)},
                                     {u"folders"_s, Value(places)}});
    for (const Error &problem : kubeconfig.problems)
        m_console->problem(problem);
    m_console->print(printout, m_invocation.format);
    Q_EMIT finished(Done);
}

} // namespace chartroom
