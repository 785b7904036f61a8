// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/node_history.h"

namespace chartroom::test {

/// When the rollout of seenSteps() begins.
inline const QDateTime seenBegin = QDateTime::fromString(QStringLiteral("2026-11-21T02:13:00Z"), Qt::ISODate);

struct SeenStep
{
    const char *label;
    int second; ///< from seenBegin on
};

/// Of a node whose labels were all seen to come.
[[nodiscard]] inline NodeHistory seenSteps(const QList<SeenStep> &steps)
{
    NodeHistory history;
    for (const SeenStep &step : steps) {
        const QString label = QString::fromLatin1(step.label);
        history.see(label, readStep(label), seenBegin.addSecs(step.second), true);
    }
    return history;
}

/// Of one that went through in 195 seconds.
[[nodiscard]] inline NodeHistory seenThrough()
{
    return seenSteps({{"upgrade-done", -600},
                      {"upgrade-required", 0},
                      {"cordon-required", 10},
                      {"drain-required", 12},
                      {"pod-restart-required", 40},
                      {"validation-required", 160},
                      {"uncordon-required", 190},
                      {"upgrade-done", 195}});
}

} // namespace chartroom::test
