// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/verb.h"
#include "core/helm/helm_client.h"

#include <optional>

namespace chartroom {

struct KubeContext;

/// `info`: the program's version, the tools that were found, the kubeconfig and context in use, and where
/// files are. Runs helm and kubectl only for their versions and connects to no cluster. JSON: {version, qt,
/// helm, kubectl and credentialPlugin {path, version, problem}, kubeconfig[], context, transport, folders
/// {log, state, operations, rules, chartCache}}; what is not there is null. The plugin is that of the context
/// in use, which is not run.
class InfoVerb final : public Verb
{
public:
    /// What it borrows outlives it.
    InfoVerb(Invocation invocation, Console *console, CommandRunner *runner);
    void start() override;

private:
    void askKubectl();
    void print();

    /// A program that was looked for.
    struct Tool
    {
        QString path;
        QString version;
        QString problem;
    };
    [[nodiscard]] static Value valueOf(const Tool &tool);
    [[nodiscard]] static QString textOf(const Tool &tool);
    /// None where the context signs in without one.
    [[nodiscard]] static std::optional<Tool> pluginOf(const KubeContext *context);

    Invocation m_invocation;
    Console *m_console;
    CommandRunner *m_runner;
    Tool m_helm;
    Tool m_kubectl;
    HelmClient m_client;
};

} // namespace chartroom
