// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/viewport_width.h"

#include <QAbstractScrollArea>
#include <QResizeEvent>

namespace chartroom {

namespace {

class ViewportWatch final : public QObject
{
public:
    ViewportWatch(QAbstractScrollArea *view, std::function<void(int)> fit)
        : QObject(view)
        , m_view(view)
        , m_fit(std::move(fit))
    {
        view->viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Resize) {
            const auto *resized = static_cast<QResizeEvent *>(event);
            if (resized->size().width() != resized->oldSize().width())
                m_fit(resized->size().width());
        }
        if (event->type() == QEvent::FontChange) // once every part of the view has it
            QMetaObject::invokeMethod(
                this, [this] { m_fit(m_view->viewport()->width()); }, Qt::QueuedConnection);
        return false;
    }

private:
    QAbstractScrollArea *m_view;
    std::function<void(int)> m_fit;
};

} // namespace

void onViewportWidth(QAbstractScrollArea *view, std::function<void(int width)> fit)
{
    fit(view->viewport()->width());
    new ViewportWatch(view, std::move(fit));
}

} // namespace chartroom
