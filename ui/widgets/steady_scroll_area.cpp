// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steady_scroll_area.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QLayout>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace chartroom {

SteadyScrollArea::SteadyScrollArea(QWidget *parent)
    : QScrollArea(parent)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(0);
    connect(&m_settled, &QTimer::timeout, this, &SteadyScrollArea::remember);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (m_settled.isActive())
            return;
        if (value != 0)
            leaveTop();
        remember();
    });
}

void SteadyScrollArea::leaveTop()
{
    if (std::exchange(m_isAtTop, false))
        qApp->removeEventFilter(this);
}

void SteadyScrollArea::openAtTop()
{
    m_isAtTop = true;
    m_leastHeight = 0;
    keepHeight();
    verticalScrollBar()->setValue(0);
    qApp->installEventFilter(this); // what is typed goes to the widget that has the focus
}

bool SteadyScrollArea::event(QEvent *event)
{
    if (event->type() != QEvent::LayoutRequest)
        return QScrollArea::event(event);
    m_settled.start(); // before the range of the scroll bar changes
    keepHeight();
    const bool isHandled = QScrollArea::event(event);
    settle();
    return isHandled;
}

bool SteadyScrollArea::eventFilter(QObject *watched, QEvent *event)
{
    const QEvent::Type type = event->type();
    if (m_isAtTop && isVisible() &&
        (type == QEvent::KeyPress || type == QEvent::MouseButtonPress || type == QEvent::Wheel))
        leaveTop();
    const bool isLayout =
        watched == widget() && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize);
    if (!isLayout)
        return QScrollArea::eventFilter(watched, event);
    m_settled.start();
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    settle();
    return isHandled;
}

void SteadyScrollArea::resizeEvent(QResizeEvent *event)
{
    const QScopedValueRollback resizing(m_isResizing, true);
    m_settled.start();
    QScrollArea::resizeEvent(event);
}

void SteadyScrollArea::remember()
{
    if (!widget() || !isVisible())
        return;
    m_places.clear();
    const auto children = widget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget *child : children)
        if (!child->isHidden())
            m_places.append({child, child->mapTo(viewport(), QPoint()).y()});
    std::stable_sort(m_places.begin(), m_places.end(),
                     [](const Place &a, const Place &b) { return a.top < b.top; });
    const int scrolled = verticalScrollBar()->value();
    m_leastHeight = scrolled > 0 ? scrolled + viewport()->height() : 0;
    keepHeight();
}

/// A minimum that is set takes the place of the layout's, which keeps the parts from overlapping.
void SteadyScrollArea::keepHeight()
{
    if (!widget())
        return;
    const QLayout *layout = widget()->layout();
    const int needed = layout && m_leastHeight > 0 ? layout->totalMinimumSize().height() : 0;
    widget()->setMinimumHeight(std::max(m_leastHeight, needed));
}

const SteadyScrollArea::Place *SteadyScrollArea::anchor() const
{
    const int pointer = viewport()->mapFromGlobal(QCursor::pos()).y();
    const QWidget *focus = window()->focusWidget();
    const Place *first = nullptr;
    const Place *pointed = nullptr;
    const Place *focused = nullptr;
    for (const Place &place : m_places) {
        if (!place.widget || place.widget->isHidden())
            continue;
        const bool isInView = place.top >= 0 && place.top < viewport()->height();
        if (isInView && !first)
            first = &place;
        if (place.top <= pointer)
            pointed = &place;
        if (isInView && focus && (place.widget == focus || place.widget->isAncestorOf(focus)))
            focused = &place;
    }
    if (pointed && viewport()->underMouse())
        return pointed;
    return focused ? focused : first;
}

void SteadyScrollArea::settle()
{
    if (!isVisible() || m_isResizing)
        return;
    if (m_isAtTop)
        return verticalScrollBar()->setValue(0);
    if (const Place *kept = anchor()) {
        const int moved = kept->widget->mapTo(viewport(), QPoint()).y() - kept->top;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + moved);
    }
}

} // namespace chartroom
