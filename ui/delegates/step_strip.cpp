// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/step_strip.h"

#include "ui/theme/palette.h"

#include <QPainter>

namespace chartroom {

namespace {

constexpr int segments = 7;
constexpr int width = 14;
constexpr int space = 2;
constexpr double low = 6;
constexpr double tall = 9;

void paintSegment(QPainter &painter, const QRectF &rect, const QColor &color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect, 1.5, 1.5);
}

void paintPresent(QPainter &painter, const QRectF &rect, const RolloutLane &lane, const Palette &palette,
                  double glow)
{
    const QColor ground = palette.color(Role::Surface);
    const QColor color = palette.color(lane.state);
    paintSegment(painter, rect, color);
    if (lane.state == VisualState::Failed) {
        painter.setPen(QPen(ground, 2));
        painter.drawLine(rect.center() + QPointF(-3, 5), rect.center() + QPointF(3, -5));
    } else if (lane.state == VisualState::Attention) {
        painter.fillRect(QRectF(rect.center().x() - 1, rect.top(), 2, rect.height()), ground);
    } else if (glow >= 0) {
        QColor light = ground;
        light.setAlphaF(0.55F);
        const double at = rect.left() - 4 + glow * (rect.width() + 4);
        painter.fillRect(QRectF(at, rect.top(), 4, rect.height()).intersected(rect), light);
    }
}

} // namespace

QSize stepStripSize()
{
    return {segments * width + (segments - 1) * space, int(tall)};
}

void paintStepStrip(QPainter &painter, const QPointF &leftCenter, const RolloutLane &lane,
                    const Palette &palette, double glow)
{
    const bool isDone = lane.verdict == Verdict::Done;
    const bool waits = lane.verdict == Verdict::Waiting || lane.verdict == Verdict::Skipped;
    const int present = isDone ? segments + 1 : waits ? 0 : lane.stage.value_or(0);
    QColor past = palette.color(Role::Done);
    past.setAlphaF(isDone ? 1.0F : 0.45F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 1; i <= segments; ++i) {
        const double height = i == present ? tall : low;
        const QRectF rect(leftCenter.x() + (i - 1) * (width + space), leftCenter.y() - height / 2, width,
                          height);
        if (i == present) {
            paintPresent(painter, rect, lane, palette, glow);
        } else if (i < present) {
            paintSegment(painter, rect, past);
        } else {
            painter.setPen(QPen(palette.color(Role::Waiting), 1));
            painter.setBrush(Qt::NoBrush);
            painter.setOpacity(0.45);
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 1.5, 1.5);
            painter.setOpacity(1);
        }
    }
    painter.restore();
}

} // namespace chartroom
