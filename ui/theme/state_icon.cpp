// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/state_icon.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace chartroom {

namespace {

QPen roundPen(const QColor &color, double width)
{
    return {color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

QPolygonF octagon(double radius)
{
    QPolygonF polygon;
    for (int i = 0; i < 8; ++i) {
        const double angle = (i + 0.5) * std::numbers::pi / 4;
        polygon << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return polygon;
}

void paintFailed(QPainter &painter, const QColor &color, const QColor &sign)
{
    painter.setPen(roundPen(color, 1));
    painter.setBrush(color);
    painter.drawPolygon(octagon(6.7));
    painter.setPen(roundPen(sign, 1.8));
    painter.drawLine(QPointF(-2.3, -2.3), QPointF(2.3, 2.3));
    painter.drawLine(QPointF(-2.3, 2.3), QPointF(2.3, -2.3));
}

void paintAttention(QPainter &painter, const QColor &color, const QColor &sign)
{
    painter.setPen(roundPen(color, 1.8));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{{0, -5.6}, {6.1, 5.2}, {-6.1, 5.2}});
    painter.setPen(roundPen(sign, 1.7));
    painter.drawLine(QPointF(0, -2.0), QPointF(0, 1.4));
    painter.drawPoint(QPointF(0, 3.9));
}

void paintDone(QPainter &painter, const QColor &color, const QColor &sign)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(0, 0), 7, 7);
    painter.setPen(roundPen(sign, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{{-3.1, 0.2}, {-0.9, 2.5}, {3.2, -2.3}});
}

void paintMoving(QPainter &painter, const QColor &color, double turn)
{
    QColor faint = color;
    faint.setAlphaF(0.32F);
    const QRectF ring(-5.8, -5.8, 11.6, 11.6);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(roundPen(faint, 2));
    painter.drawEllipse(ring);
    painter.setPen(roundPen(color, 2));
    painter.drawArc(ring, int(16 * (90 - 360 * turn)), -16 * 120);
}

void paintUnknown(QPainter &painter, const QColor &color)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(roundPen(color, 1.6));
    painter.drawEllipse(QPointF(0, 0), 6, 6);
    QPainterPath hook(QPointF(-1.7, -1.4));
    hook.cubicTo({-1.7, -3.7}, {1.8, -3.7}, {1.8, -1.4});
    hook.cubicTo({1.8, 0.1}, {0, 0.1}, {0, 1.4});
    painter.setPen(roundPen(color, 1.4));
    painter.drawPath(hook);
    painter.drawPoint(QPointF(0, 3.4));
}

} // namespace

void paintState(QPainter &painter, const QRectF &rect, VisualState state, const Palette &palette, double turn)
{
    const double side = std::min(rect.width(), rect.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center());
    painter.scale(side / 16, side / 16);
    const QColor color = palette.color(state);
    const QColor sign = palette.color(palette.isDark() ? Role::Window : Role::Surface);
    switch (state) {
    case VisualState::Done:
        paintDone(painter, color, sign);
        break;
    case VisualState::Moving:
        paintMoving(painter, color, turn);
        break;
    case VisualState::Waiting:
        painter.setPen(roundPen(color, 1.8));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(0, 0), 5.8, 5.8);
        break;
    case VisualState::Attention:
        paintAttention(painter, color, sign);
        break;
    case VisualState::Failed:
        paintFailed(painter, color, sign);
        break;
    case VisualState::Unknown:
        paintUnknown(painter, color);
        break;
    case VisualState::Skipped:
        painter.setPen(roundPen(color, 2));
        painter.drawLine(QPointF(-4.5, 0), QPointF(4.5, 0));
        break;
    }
    painter.restore();
}

} // namespace chartroom
