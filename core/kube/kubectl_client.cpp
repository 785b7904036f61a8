// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_client.h"

#include "core/base/on_finished.h"
#include "core/kube/credentials.h"
#include "core/kube/kube_tr.h"

#include <QDir>

namespace chartroom {

KubectlClient::KubectlClient(QString program, QStringList kubeconfigs, QString context, CommandRunner *runner,
                             CredentialSource *signIn)
    : m_program(std::move(program))
    , m_kubeconfigs(std::move(kubeconfigs))
    , m_context(std::move(context))
    , m_runner(runner)
    , m_signIn(signIn)
{}

CommandLine KubectlClient::command(const QStringList &arguments, const Masked &input) const
{
    CommandLine command;
    command.program = m_program;
    command.arguments = QStringList{QStringLiteral("--context=") + m_context} + arguments;
    command.environment = {{QStringLiteral("KUBECONFIG"), m_kubeconfigs.join(QDir::listSeparator())}};
    command.input = input;
    return command;
}

QFuture<Result<CommandOutput>> KubectlClient::run(const QStringList &arguments, const Masked &input)
{
    if (m_program.isEmpty())
        return readyFuture(Result<CommandOutput>(failure(
            Error::Code::NotFound,
            KubeTr::tr("kubectl is not installed on this machine. Install it and add it to $PATH."))));
    if (const auto allowed = m_signIn ? m_signIn->permission() : Result<void>(); !allowed)
        return readyFuture(Result<CommandOutput>(tl::make_unexpected(allowed.error())));
    return m_runner->run(command(arguments, input));
}

} // namespace chartroom
