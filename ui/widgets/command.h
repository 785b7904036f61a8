// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;

namespace chartroom {

/// An action of `owner` for menus, the palette and its keys, found by its name. `icon` is one of
/// resources/icons; the palette shows it, menus have none.
[[nodiscard]] QAction *newCommand(QObject *owner, const char *name, const QString &text, const QString &icon,
                                  const QList<QKeySequence> &keys = {});
[[nodiscard]] QString commandIcon(const QAction &command);

} // namespace chartroom
