// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/copy_commands.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <array>

namespace chartroom {

namespace {

struct Form
{
    const char *name;
    const char *title;
    const char *keys;
    std::optional<QString> (*text)(const ShownSetting &);
};

constexpr std::array forms{
    Form{"copyPath", QT_TRANSLATE_NOOP("chartroom::CopyCommands", "Copy the path"), "Ctrl+Shift+P",
         [](const ShownSetting &setting) {
             return setting.path.isEmpty() ? std::nullopt : std::optional(setting.path);
         }},
    Form{"copyValue", QT_TRANSLATE_NOOP("chartroom::CopyCommands", "Copy the value"), "Ctrl+Shift+V",
         [](const ShownSetting &setting) { return setting.valueText(); }},
    Form{"copySetForm", QT_TRANSLATE_NOOP("chartroom::CopyCommands", "Copy as --set"), "Ctrl+Shift+S",
         [](const ShownSetting &setting) { return setting.setText(); }},
};

void copy(const std::optional<QString> &text)
{
    if (text)
        QApplication::clipboard()->setText(*text);
}

} // namespace

CopyCommands::CopyCommands(QWidget *owner, std::function<ShownSetting()> current)
    : QObject(owner)
    , m_current(std::move(current))
{
    for (const Form &form : forms) {
        auto *action = new QAction(tr(form.title), this);
        action->setObjectName(QLatin1String(form.name));
        action->setShortcut(QKeySequence(QLatin1String(form.keys)));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, owner, text = form.text] {
            if (owner->isVisible())
                copy(text(m_current()));
        });
        owner->addAction(action);
        m_actions.append(action);
    }
}

void CopyCommands::addTo(QMenu *menu) const
{
    const ShownSetting setting = m_current();
    for (const Form &form : forms) {
        const std::optional<QString> text = form.text(setting);
        auto *action = new QAction(tr(form.title), menu);
        action->setShortcut(QKeySequence(QLatin1String(form.keys)));
        action->setEnabled(text.has_value());
        connect(action, &QAction::triggered, this, [text] { copy(text); });
        menu->addAction(action);
    }
}

} // namespace chartroom
