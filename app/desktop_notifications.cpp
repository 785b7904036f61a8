// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop_notifications.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QGuiApplication>

namespace chartroom {

void DesktopNotifications::tell(const QString &title, const QString &text)
{
    // Without an address the library would start a bus of its own, and wait for it.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return;
    const QString service = QStringLiteral("org.freedesktop.Notifications");
    QDBusMessage call = QDBusMessage::createMethodCall(
        service, QStringLiteral("/org/freedesktop/Notifications"), service, QStringLiteral("Notify"));
    const uint replaces = 0;
    const int serversOwnTimeout = -1;
    // The body may be read as markup, the summary never is.
    call << QGuiApplication::applicationDisplayName() << replaces << QGuiApplication::desktopFileName()
         << title << text.toHtmlEscaped() << QStringList()
         << QVariantMap{{QStringLiteral("desktop-entry"), QGuiApplication::desktopFileName()}}
         << serversOwnTimeout;
    QDBusConnection::sessionBus().send(call); // the answer is of no interest
}

} // namespace chartroom
