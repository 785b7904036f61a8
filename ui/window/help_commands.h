// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>

class QAction;

namespace chartroom {

class ManualDialog;

/// The manual, what is new, where files are kept, the report of a problem, and what the program is. None of
/// it calls anybody.
class HelpCommands final : public QObject
{
    Q_OBJECT
public:
    /// The window owns it and its commands.
    HelpCommands(const UiContext &context, QWidget *window);

    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }
    /// Of the page in front; the command "manual" opens it.
    void setChapter(const QString &id) { m_chapter = id; }

private:
    QAction *add(const char *name, const QString &text, const QList<QKeySequence> &keys = {});
    void openManual(const QString &chapter);
    void showFiles();
    void reportProblem();
    void showAbout();
    void say(const char *name, const QString &title, const QString &text, const QString &details = {});

    UiContext m_context;
    QWidget *m_window;
    QList<QAction *> m_commands;
    QString m_chapter;
    QPointer<ManualDialog> m_manual;
};

} // namespace chartroom
