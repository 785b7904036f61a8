// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/reflector.h"
#include "tests/support/invariants.h"
#include "tests/support/patience.h"
#include "tests/support/scripted_cluster.h"

namespace chartroom::test {

using namespace std::chrono_literals;

inline const QString secrets = QStringLiteral("/api/v1/secrets");
using State = Reflector::State;

inline ReflectorTiming fast()
{
    ReflectorTiming timing;
    timing.backoff = {4ms, 40ms, 10s};
    timing.batch = 5ms;
    timing.deniedRetry = 30ms;
    timing.retryAfterCap = 60ms;
    timing.probeAfter = 10s;
    timing.seed = 7;
    return timing;
}

/// A reflector over a list in memory, and a listener that applies what it emits.
struct ReflectorBench
{
    explicit ReflectorBench(ReflectorTiming timing = fast(), int pageSize = 500)
        : cluster(&transport, secrets)
        , reflector(&transport, {secrets, QStringLiteral("owner=helm"), {}, true, pageSize}, &clock, timing)
    {
        QObject::connect(&reflector, &Reflector::eventsReceived, &applied, &AppliedSet::apply);
        QObject::connect(&reflector, &Reflector::synced, &applied,
                         [this] { atSync.append(applied.state()); });
        invariants.follow(&reflector);
        loop.start();
    }
    ~ReflectorBench() { assertInvariants(); }
    Q_DISABLE_COPY_MOVE(ReflectorBench)

    void fill(int count)
    {
        for (int i = 0; i < count; ++i)
            cluster.put(QStringLiteral("s%1").arg(i, 5, 10, QLatin1Char('0')));
    }
    [[nodiscard]] bool isCurrent() const
    {
        return applied.state() == cluster.state() && applied.violations() == 0;
    }
    [[nodiscard]] ScriptedWatch *watch() const { return transport.liveWatch(secrets); }

    void assertInvariants()
    {
        if (QTest::currentTestFailed())
            return;
        QCOMPARE(applied.violations(), 0);
        if (reflector.state() == State::Live && cluster.delivers())
            QTRY_COMPARE(applied.state(), cluster.state()); // I2
        Invariants::areFew(transport.gets().size() + transport.watchCount(secrets), mostRequests);
        loop.stop();
        Invariants::heldNoLoop(loop);
    }

    qsizetype mostRequests = 100;
    ScriptedTransport transport;
    ScriptedCluster cluster;
    FakeClock clock;
    Invariants invariants{&clock};
    Reflector reflector;
    AppliedSet applied;
    QList<QMap<QString, QString>> atSync;
    LoopWatch loop; ///< what the script itself takes counts too
};

inline Error cut()
{
    return {Error::Code::Unreachable, QStringLiteral("connection closed"), {}, {}};
}

} // namespace chartroom::test

/// Starts it and waits until the listener has the server's list.
#define GO_LIVE(bench)                                                                                       \
    (bench).reflector.start();                                                                               \
    QTRY_COMPARE((bench).reflector.state(), chartroom::Reflector::State::Live);                              \
    QVERIFY((bench).isCurrent())
