// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/shown_setting.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;

namespace chartroom {

/// Copies the path, the value or the --set form of the setting that a person points at in a widget, by keys
/// and from its menu. Belongs to the widget; a hidden one copies nothing.
class CopyCommands final : public QObject
{
    Q_OBJECT
public:
    CopyCommands(QWidget *owner, std::function<ShownSetting()> current);

    [[nodiscard]] QList<QAction *> actions() const { return m_actions; }
    /// What can be copied of the setting of now, each as an action of the menu.
    void addTo(QMenu *menu) const;

private:
    std::function<ShownSetting()> m_current;
    QList<QAction *> m_actions; ///< in the order of the forms
};

} // namespace chartroom
