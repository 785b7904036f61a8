// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/rollout_lane.h"

#include <QSize>

class QPainter;
class QPointF;

namespace chartroom {

class Palette;

/// The seven steps of a driver's rollout as segments. Each kind has its own height or cut besides its colour:
/// past ones are low, the present one is tall, stuck has a gap in its middle, failed a notch across, what is
/// to come is a hollow frame.
[[nodiscard]] QSize stepStripSize();
/// `glow` (0 to 1) is where a moving segment's highlight is; below 0 there is none.
void paintStepStrip(QPainter &painter, const QPointF &leftCenter, const RolloutLane &lane,
                    const Palette &palette, double glow = -1);

} // namespace chartroom
