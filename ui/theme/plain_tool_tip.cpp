// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/plain_tool_tip.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QToolTip>
#include <QWidget>

namespace chartroom {

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p style=\"white-space:pre-wrap\">%1</p>").arg(text.toHtmlEscaped());
}

PlainToolTips::PlainToolTips(QObject *parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool PlainToolTips::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !object->isWidgetType())
        return false;
    auto *widget = static_cast<QWidget *>(object);
    if (widget->toolTip().isEmpty())
        return false;
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(widget->toolTip()), widget,
                       {}, widget->toolTipDuration());
    return true;
}

} // namespace chartroom
