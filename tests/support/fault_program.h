// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/kubeconfig.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace chartroom::test {

/// The program tests/faultserver with a script, built when the user's cache has none; it ends with this.
class FaultProgram
{
public:
    /// Rules and arguments as tests/faultserver/README.md tells them.
    explicit FaultProgram(const QJsonArray &rules, const QStringList &arguments = {});
    ~FaultProgram();

    /// "" when it listens, else why not.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// How to reach it, with the token of `--token`.
    [[nodiscard]] KubeContext context() const { return m_context; }
    [[nodiscard]] QString kubeconfig() const { return m_kubeconfig; }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QString m_problem;
    QString m_kubeconfig;
    KubeContext m_context;
};

} // namespace chartroom::test
