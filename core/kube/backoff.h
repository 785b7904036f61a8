// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/reflector_timing.h"

#include <QRandomGenerator>

#include <chrono>
#include <optional>

namespace chartroom {

/// How long to wait before the next try: 0.8 s, doubled with every failure, each with up to its own length of
/// jitter on top and never over 30 s; starts over after 2 minutes without a failure (k8s.io/client-go
/// tools/cache/reflector.go@v0.36, wait.Backoff). The base stops at half the cap, so that many clusters at
/// the cap still do not try in step (fault 9).
class Backoff
{
public:
    Backoff(BackoffLimits limits, quint32 seed);

    /// The wait after one more failure; `now` is Clock::elapsed().
    [[nodiscard]] std::chrono::milliseconds next(std::chrono::milliseconds now);

private:
    BackoffLimits m_limits;
    QRandomGenerator m_random;
    std::chrono::milliseconds m_base;
    std::optional<std::chrono::milliseconds> m_lastFailure;
};

} // namespace chartroom
