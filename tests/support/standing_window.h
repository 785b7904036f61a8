// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recorded_transport.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"
#include "tests/support/resource_queries.h"

#include <QTest>

namespace chartroom::test {

/// A session's stores over a recording that stands at one moment.
struct StandingWindow
{
    /// What is known of the time before that moment.
    enum class Past {
        Recorded, ///< all that the recording holds
        Told,     ///< what the API tells at that moment: the program has just been started
    };

    StandingWindow(const std::shared_ptr<const Recording> &recording, std::chrono::milliseconds at,
                   Past known = Past::Recorded)
        : transport(recording)
        , clock(&transport)
        , past(recording, &transport)
        , nodes(&transport, all("/api/v1/nodes"), &clock, nullptr)
        , pods(&transport, all("/api/v1/pods"), &clock, nullptr)
        , rollout(&transport, &nodes, &pods, &clock, known == Past::Recorded ? &past : nullptr)
    {
        transport.seek(at);
        rollout.start();
    }

    void complete()
    {
        if (!QTest::qWaitFor([this] { return rollout.isComplete(); }, 20000))
            qFatal("the rollout never gets complete");
    }

    /// Of one component, once all is computed.
    Pace pace(const char *component)
    {
        complete();
        for (const Pace &pace : rollout.paces()) {
            if (pace.component == QLatin1String(component))
                return pace;
        }
        return {};
    }

    RecordedTransport transport;
    RecordingClock clock;
    RecordedHistory past;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;

private:
};

} // namespace chartroom::test
