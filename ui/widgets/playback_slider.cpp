// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/playback_slider.h"

#include "core/base/visible_text.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace chartroom {

namespace {

constexpr int knob = 6;       ///< its radius
constexpr int lineHeight = 4; ///< of the time line itself
constexpr int hill = 10;      ///< where most happens
constexpr int step = 10'000;  ///< ms, of an arrow key

} // namespace

PlaybackSlider::PlaybackSlider(const Theme *theme, QWidget *parent)
    : QAbstractSlider(parent)
    , m_theme(theme)
{
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Position in the recording"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PlaybackSlider::setMarks(const QList<Mark> &marks, const QList<int> &counts)
{
    if (marks == m_marks && counts == m_counts)
        return;
    m_marks = marks;
    m_counts = counts;
    update();
}

QSize PlaybackSlider::sizeHint() const
{
    return {400, 32};
}

QSize PlaybackSlider::minimumSizeHint() const
{
    return {120, 32};
}

double PlaybackSlider::xOf(int value) const
{
    const double room = width() - 2.0 * knob;
    return knob + (maximum() > 0 ? room * value / maximum() : 0);
}

int PlaybackSlider::valueAt(double x) const
{
    const double room = std::max(1.0, width() - 2.0 * knob);
    return int(std::lround(std::clamp((x - knob) / room, 0.0, 1.0) * maximum()));
}

void PlaybackSlider::seek(int value)
{
    value = std::clamp(value, 0, maximum());
    setValue(value);
    Q_EMIT sought(value);
}

void PlaybackSlider::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette &palette = m_theme->palette();
    const double middle = height() - 10.0;
    const double top = middle - lineHeight / 2.0;
    const int most = m_counts.isEmpty() ? 0 : *std::max_element(m_counts.cbegin(), m_counts.cend());
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.mark(Role::Moving));
    const double width = (xOf(maximum()) - xOf(0)) / std::max<qsizetype>(1, m_counts.size());
    for (int i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i] == 0)
            continue;
        // By the root: one change among hundreds is still seen.
        const double high = std::max(2.0, hill * std::sqrt(double(m_counts[i]) / most));
        painter.drawRect(QRectF(xOf(0) + i * width, top - high, std::max(1.0, width), high));
    }
    painter.setBrush(palette.color(Role::Line));
    painter.drawRoundedRect(QRectF(xOf(0), top, xOf(maximum()) - xOf(0), lineHeight), 2, 2);
    const double x = xOf(value());
    painter.setBrush(palette.color(Role::Accent));
    painter.drawRoundedRect(QRectF(xOf(0), top, x - xOf(0), lineHeight), 2, 2);
    painter.setBrush(palette.color(Role::Attention));
    for (const Mark &mark : std::as_const(m_marks)) {
        const double at = xOf(mark.at);
        QPainterPath flag;
        flag.addPolygon(QPolygonF({{at - 4, 2}, {at + 4, 2}, {at, 9}}));
        flag.closeSubpath();
        painter.drawPath(flag);
        painter.drawRect(QRectF(at - 0.5, 8, 1, top - 8));
    }
    painter.setPen(QPen(palette.color(hasFocus() ? Role::Text : Role::Surface), 2));
    painter.setBrush(palette.color(isEnabled() ? Role::Accent : Role::Muted));
    painter.drawEllipse(QPointF(x, middle), knob - 1.0, knob - 1.0);
}

void PlaybackSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(true);
    seek(valueAt(event->position().x()));
}

void PlaybackSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (isSliderDown())
        seek(valueAt(event->position().x()));
}

void PlaybackSlider::mouseReleaseEvent(QMouseEvent *)
{
    setSliderDown(false);
}

void PlaybackSlider::keyPressEvent(QKeyEvent *event)
{
    const int page = std::max(step, maximum() / 10);
    if (event->modifiers() & ~Qt::KeypadModifier) {
        event->ignore(); // jumps are the bar's
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        seek(value() - step);
        break;
    case Qt::Key_Right:
        seek(value() + step);
        break;
    case Qt::Key_PageUp:
        seek(value() - page);
        break;
    case Qt::Key_PageDown:
        seek(value() + page);
        break;
    case Qt::Key_Home:
        seek(0);
        break;
    case Qt::Key_End:
        seek(maximum());
        break;
    default:
        event->ignore();
    }
}

bool PlaybackSlider::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractSlider::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto near = std::find_if(m_marks.cbegin(), m_marks.cend(), [&](const Mark &mark) {
        return std::abs(xOf(mark.at) - help->pos().x()) <= knob;
    });
    if (near == m_marks.cend())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(visibleText(near->text, true)), this);
    return true;
}

} // namespace chartroom
