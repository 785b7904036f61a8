// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/credentials.h"
#include "core/kube/transport.h"
#include "core/process/command_runner.h"

namespace chartroom {

/// Reads a cluster's API through `kubectl get --raw`, for a user who wants it or for a sign-in the built-in
/// connection cannot do. It costs a process a request, and kubectl cannot be told to ask for metadata only:
/// whole objects travel and are cut down here. The kubectl of the user finds out about dead connections by
/// itself.
class KubectlTransport final : public Transport
{
    Q_OBJECT
public:
    /// `program` is an absolute path; `kubeconfigs` the files that make up the kubeconfig. `runner` and
    /// `signIn` must outlive this; with `signIn` nothing runs before its plugin is allowed, which kubectl
    /// would not ask for.
    KubectlTransport(QString program, QStringList kubeconfigs, QString context, CommandRunner *runner,
                     CredentialSource *signIn = nullptr, QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    /// Not known: kubectl prints no headers.
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override { return {}; }

private:
    [[nodiscard]] CommandLine command(const Request &request, const QUrlQuery &query) const;

    QString m_program;
    QStringList m_kubeconfigs;
    QString m_context;
    CommandRunner *m_runner;
    CredentialSource *m_signIn;
};

/// What kubectl's standard error says, as the Error the native transport would give
/// (k8s.io/kubectl pkg/cmd/util/helpers.go@v0.36 checkErr: "Error from server (Reason): message").
[[nodiscard]] Error kubectlError(const QByteArray &standardError);

/// A list with each item cut down to its metadata; the same for the object of a watch event. What is no list
/// or event comes back as it was.
[[nodiscard]] QByteArray listMetadata(const QByteArray &list);
[[nodiscard]] QByteArray eventMetadata(const QByteArray &line);

} // namespace chartroom
