// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/palette.h"

#include <QRectF>

class QPainter;

namespace chartroom {

/// Draws a state's shape into the largest square centred in `rect`: done disc with a check, moving ring with
/// an arc, waiting ring, attention triangle, failed octagon with a cross, unknown ring with a question mark,
/// skipped dash. `turn` (0 to 1) is where the arc of a moving ring begins.
void paintState(QPainter &painter, const QRectF &rect, VisualState state, const Palette &palette,
                double turn = 0);

} // namespace chartroom
