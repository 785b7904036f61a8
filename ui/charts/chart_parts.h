// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QPointF>

class QAbstractAxis;
class QChart;
class QLineSeries;

namespace chartroom {

class Theme;

/// The place of a moment on a time axis.
[[nodiscard]] double placeOf(const QDateTime &time);
/// Between two points nothing changes: a step, not a slope.
void appendStep(QList<QPointF> &line, double x, double y);
void showInLegend(QChart *chart, QLineSeries *line, bool isShown);
/// In the legend a piece of the line, not a square.
void markByLine(QChart *chart, const QList<QLineSeries *> &lines);
/// Legend and axes.
void colourChart(QChart *chart, const Theme &theme);

} // namespace chartroom
