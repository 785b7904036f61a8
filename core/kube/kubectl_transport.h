// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
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
                     const Clock *clock, CredentialSource *signIn = nullptr, QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    [[nodiscard]] WatchStream *lines(const Request &request, QObject *parent) override;
    /// By the Date header that kubectl prints when it is asked to be verbose; known by the first answer.
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override
    {
        return m_skew.value_or(std::chrono::milliseconds(0));
    }
    [[nodiscard]] bool isClockKnown() const override { return m_skew.has_value(); }
    [[nodiscard]] bool isReadingClock() const override { return m_isReadingClock; }

Q_SIGNALS:
    void clockRead();

private:
    [[nodiscard]] CommandLine command(const Request &request, const QUrlQuery &query) const;
    void readClock();

    QString m_program;
    QStringList m_kubeconfigs;
    QString m_context;
    CommandRunner *m_runner;
    const Clock *m_clock;
    CredentialSource *m_signIn;
    bool m_isReadingClock = false;
    std::optional<std::chrono::milliseconds> m_clockReadAt; ///< by Clock::elapsed()
    std::optional<std::chrono::milliseconds> m_skew;
};

/// What kubectl's standard error says, as the Error the native transport would give
/// (k8s.io/kubectl pkg/cmd/util/helpers.go@v0.36 checkErr: "Error from server (Reason): message").
[[nodiscard]] Error kubectlError(const QByteArray &standardError);

/// The Date header in what kubectl -v=8 prints about a request; invalid where there is none. All versions of
/// kubectl write the headers a line each (kubernetes/client-go transport/round_trippers.go@v0.20, @v0.36).
[[nodiscard]] QDateTime dateInTrace(const QByteArray &standardError);

/// A list with each item cut down to its metadata; the same for the object of a watch event. What is no list
/// or event comes back as it was.
[[nodiscard]] QByteArray listMetadata(const QByteArray &list);
[[nodiscard]] QByteArray eventMetadata(const QByteArray &line);

} // namespace chartroom
