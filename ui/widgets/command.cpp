// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/command.h"

#include <QAction>

namespace chartroom {

QAction *newCommand(QObject *owner, const char *name, const QString &text, const QString &icon,
                    const QList<QKeySequence> &keys)
{
    auto *command = new QAction(text, owner);
    command->setObjectName(QLatin1String(name));
    command->setShortcuts(keys);
    command->setData(icon);
    return command;
}

QString commandIcon(const QAction &command)
{
    const QString icon = command.data().toString();
    return icon.isEmpty() ? QStringLiteral("command") : icon;
}

} // namespace chartroom
