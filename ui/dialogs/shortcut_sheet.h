// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;

namespace chartroom {

class Theme;

/// `?`: every action with its keys, and the keys of the tables.
class ShortcutSheet final : public QDialog
{
    Q_OBJECT
public:
    ShortcutSheet(const QList<QAction *> &actions, const Theme *theme, QWidget *parent);
};

} // namespace chartroom
