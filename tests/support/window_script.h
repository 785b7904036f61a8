// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <chrono>
#include <memory>

namespace chartroom::test {

/// A driver upgrade as it might be: an operator in a few lines that takes nodes into its slots and walks them
/// through the labels of the real one, written as a recording.
struct WindowScript
{
    int nodes = 16;
    int parallel = 4; ///< maxParallelUpgrades; 0: no limit
    QString maxUnavailable = QStringLiteral("100%");
    std::chrono::seconds load{60}; ///< median of what a driver needs
    double spread = 0.3;           ///< deviation of its logarithm
    double laterPace = 1;          ///< that much longer for the second half of the nodes
    std::chrono::seconds beat{0};  ///< the operator only looks so often once a driver is loaded
    int failing = 0;               ///< nodes that fail and keep their slot
    int stuck = 0;                 ///< nodes that stay in pod deletion for ever
    quint32 seed = 1;
};

/// What came of it.
struct ScriptedWindow
{
    std::shared_ptr<const Recording> recording;
    std::chrono::milliseconds start{0}; ///< the first node was queued
    std::chrono::milliseconds end{0};   ///< the last one that gets through was done

    [[nodiscard]] std::chrono::milliseconds third() const { return start + (end - start) / 3; }
};
[[nodiscard]] ScriptedWindow scriptedWindow(const WindowScript &script);

} // namespace chartroom::test
