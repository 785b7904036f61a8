// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/slot_overrun.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace chartroom {

int gpusWithOneMore(const PlanInput &input, int atOnce)
{
    QList<int> gpus;
    for (const PlannedNode &node : input.nodes)
        gpus.append(node.gpus);
    std::sort(gpus.begin(), gpus.end(), std::greater<>());
    const qsizetype away = atOnce > 0 ? std::min<qsizetype>(atOnce + 1, gpus.size()) : 0;
    return input.gpusElsewhere + std::accumulate(gpus.cbegin() + away, gpus.cend(), 0);
}

} // namespace chartroom
