// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/kube/native_transport.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fault_server.h"
#include "tests/support/invariants.h"

namespace chartroom::test {

/// The result of a get(), when it is there; whatever it is, the loop was not held for it and it tells
/// nothing.
struct Answer : QObject
{
    explicit Answer(const QFuture<Result<Response>> &future)
    {
        m_loop.start();
        onFinished(future, this, [this](Result<Response> r) {
            m_loop.stop();
            result = std::move(r);
            Invariants::heldNoLoop(m_loop);
            Invariants::tellsNothing(error());
        });
    }
    [[nodiscard]] bool isThere() const { return result.has_value(); }
    [[nodiscard]] Error error() const
    {
        return *result ? Error{Error::Code::Cancelled, {}, {}, {}} : result->error();
    }
    [[nodiscard]] const Response &response() const { return result->value(); }

    std::optional<Result<Response>> result;

private:
    LoopWatch m_loop;
};

/// What a watch said.
struct WatchLog : QObject
{
    explicit WatchLog(WatchStream *watched)
        : stream(watched)
    {
        QObject::connect(watched, &WatchStream::opened, this, [this] { ++opened; });
        QObject::connect(watched, &WatchStream::linesReceived, this,
                         [this](const QList<QByteArray> &l) { lines += l; });
        QObject::connect(watched, &WatchStream::stopped, this, [this](const Error &e) {
            stops.append(e);
            Invariants::tellsNothing(e);
        });
    }
    WatchStream *stream;
    int opened = 0;
    QList<QByteArray> lines;
    QList<Error> stops;
};

/// A native transport to a server of the test.
struct NativeBench
{
    explicit NativeBench(const KubeContext &context, NativeTiming timing = {})
        : source(context, nullptr, nullptr, &clock)
        , transport(context, &source, &clock, timing)
    {}

    [[nodiscard]] static KubeContext contextFor(const QString &server, const TestCertificate &authority = {},
                                                const QByteArray &token = {})
    {
        KubeContext context;
        context.name = QStringLiteral("test");
        context.clusterEntry.server = server;
        context.clusterEntry.certificateAuthorityData = authority.certificate;
        context.userEntry.token = Masked(token);
        return context;
    }
    [[nodiscard]] static Request request(const QString &path,
                                         std::chrono::milliseconds timeout = std::chrono::seconds(5))
    {
        Request request;
        request.path = path;
        request.timeout = timeout;
        return request;
    }

    FakeClock clock;
    CredentialSource source;
    NativeTransport transport;
};

/// A server of the test, without TLS, and a native transport to it.
struct ServerBench : FaultServer, NativeBench
{
    explicit ServerBench(NativeTiming timing = {})
        : NativeBench(contextFor(address()), timing)
    {}
    void answersAlways(const QByteArray &body)
    {
        onRequest([body](FaultConnection *c, const SeenRequest &) { c->answer(200, body); });
    }
    ~ServerBench() override { Invariants::areFew(requests().size(), 60); } // I8
};

inline const QString pods = QStringLiteral("/api/v1/pods");
inline const QByteArray emptyList = R"({"kind":"PodList","metadata":{"resourceVersion":"5"},"items":[]})";

} // namespace chartroom::test
