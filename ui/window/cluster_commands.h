// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QKeySequence>
#include <QObject>

namespace chartroom {

/// What the window does about the connection of the shown cluster, and how it comes to further ones.
class ClusterCommands final : public QObject
{
    Q_OBJECT
public:
    /// The window owns it and its commands.
    ClusterCommands(const UiContext &context, QWidget *window);

    void setCluster(const QString &name);
    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }
    /// Those that pages offer.
    [[nodiscard]] PageActions offered() const;

private:
    QAction *add(const char *name, const QString &text, const QString &icon = {},
                 const QList<QKeySequence> &keys = {});
    void refresh();
    void chooseFile(bool isRecording);

    UiContext m_context;
    QString m_cluster;
    QWidget *m_window;
    QList<QAction *> m_commands;
    QAction *m_connect;
    QAction *m_disconnect;
    QAction *m_retry;
    QAction *m_allow;
    QAction *m_openKubeconfig;
    QAction *m_openBundled;
};

} // namespace chartroom
