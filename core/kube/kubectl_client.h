// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/process/command_runner.h"

#include <QFuture>

#include <chrono>

namespace chartroom {

class CredentialSource;

/// Runs the kubectl program on one context, for what transports do not do: they only read. Arguments only,
/// never a shell; objects go through standard input. Borrows the runner and the sign-in.
class KubectlClient
{
public:
    /// `program` is an absolute path, "" when there is no kubectl; `signIn` says whether the context's
    /// credential program may run, null when there is none.
    KubectlClient(QString program, QStringList kubeconfigs, QString context, CommandRunner *runner,
                  CredentialSource *signIn);

    [[nodiscard]] const QStringList &kubeconfigs() const { return m_kubeconfigs; }
    /// The command with the context in front.
    [[nodiscard]] CommandLine command(const QStringList &arguments, const Masked &input = {}) const;
    /// A non-zero exit is a result. NotFound when there is no kubectl, NeedsConsent before a credential
    /// program may run.
    [[nodiscard]] QFuture<Result<CommandOutput>> run(const QStringList &arguments, const Masked &input = {});

private:
    QString m_program;
    QStringList m_kubeconfigs;
    QString m_context;
    CommandRunner *m_runner;
    CredentialSource *m_signIn;
};

} // namespace chartroom
