// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_parts.h"

#include "ui/theme/theme.h"

#include <QAbstractAxis>
#include <QChart>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>

namespace chartroom {

double placeOf(const QDateTime &time)
{
    return double(time.toMSecsSinceEpoch());
}

void appendStep(QList<QPointF> &line, double x, double y)
{
    if (!line.isEmpty())
        line.append({x, line.last().y()});
    line.append({x, y});
}

void showInLegend(QChart *chart, QLineSeries *line, bool isShown)
{
    const auto markers = chart->legend()->markers(line);
    for (QLegendMarker *marker : markers)
        marker->setVisible(isShown);
}

void markByLine(QChart *chart, const QList<QLineSeries *> &lines)
{
    for (QLineSeries *line : lines) {
        const auto markers = chart->legend()->markers(line);
        for (QLegendMarker *marker : markers)
            marker->setShape(QLegend::MarkerShapeFromSeries);
    }
}

void colourChart(QChart *chart, const Theme &theme)
{
    const QFont font = theme.secondaryFont();
    const auto axes = chart->axes();
    for (QAbstractAxis *axis : axes) {
        axis->setLabelsColor(theme.color(Role::Muted));
        axis->setLabelsFont(font);
        axis->setLinePen(QPen(theme.color(Role::Line), 1));
        axis->setGridLinePen(QPen(theme.color(Role::Line), 1));
    }
    chart->legend()->setFont(font);
    chart->legend()->setLabelColor(theme.color(Role::Muted));
}

} // namespace chartroom
