// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace chartroom {

/// See Backoff.
struct BackoffLimits
{
    std::chrono::milliseconds initial{800};
    std::chrono::milliseconds cap{std::chrono::seconds(30)};
    std::chrono::milliseconds resetAfter{std::chrono::minutes(2)};
};

/// How a Reflector waits. The defaults are for clusters; tests shorten them.
struct ReflectorTiming
{
    BackoffLimits backoff;
    std::chrono::milliseconds batch{100}; ///< between two batches of live events
    qsizetype batchSize = 250; ///< events of one batch; what is left follows when the event loop had its turn
    std::chrono::milliseconds probeAfter{std::chrono::seconds(20)};   ///< silence before the server is probed
    std::chrono::milliseconds answerWithin{std::chrono::seconds(10)}; ///< for a probe and for opening a watch
    std::chrono::milliseconds watchIdle{std::chrono::seconds(75)};    ///< bookmarks come about once a minute
    std::chrono::milliseconds deniedRetry{std::chrono::seconds(30)};  ///< after 401, 403 and 404
    std::chrono::milliseconds retryAfterCap{std::chrono::seconds(60)}; ///< the longest Retry-After obeyed
    std::chrono::milliseconds shortWatch{
        std::chrono::seconds(1)}; ///< a watch over before, without a line, failed
    quint32 seed = 0;             ///< of the jitter; 0 takes a random one
};

} // namespace chartroom
