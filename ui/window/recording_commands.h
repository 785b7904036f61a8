// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QObject>

class QAction;
class QKeySequence;

namespace chartroom {

/// What the window does about recordings: making one of the shown cluster, opening one that is dropped on it,
/// and playing the shown one.
class RecordingCommands final : public QObject
{
    Q_OBJECT
public:
    /// The window owns it and its commands.
    RecordingCommands(const UiContext &context, QWidget *window);

    void setCluster(const QString &name);
    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildCommands();
    QAction *add(const char *name, const QString &text, const QString &icon, const QKeySequence &keys);
    void refresh();
    void chooseFile();
    void askForNote();

    UiContext m_context;
    QString m_cluster;
    QWidget *m_window;
    QList<QAction *> m_commands;
    QList<QAction *> m_playing; ///< for any recording
    QList<QAction *> m_noted;   ///< for one with notes
    QAction *m_record;
    QAction *m_note;
    QAction *m_stop;
};

} // namespace chartroom
