// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/state_label.h"

#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QTimer>

namespace chartroom {

namespace {

constexpr auto frame = std::chrono::milliseconds(50);
constexpr double turnPerFrame = 0.05;

} // namespace

StateLabel::StateLabel(const Theme *theme, int size, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_timer(new QTimer(this))
{
    setFixedSize(size, size);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(m_timer, &QTimer::timeout, this, [this] {
        m_turn = m_turn >= 1 ? 0 : m_turn + turnPerFrame;
        update();
    });
}

void StateLabel::setState(VisualState state, const QString &word)
{
    m_state = state;
    setAccessibleName(word);
    updateTimer();
    update();
}

void StateLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintState(painter, QRectF(rect()), m_state, m_theme->palette(), m_turn);
}

void StateLabel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateTimer();
}

void StateLabel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    updateTimer();
}

void StateLabel::updateTimer()
{
    const bool animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (m_state == VisualState::Moving && isVisible() && animated)
        m_timer->start(frame);
    else
        m_timer->stop();
}

} // namespace chartroom
