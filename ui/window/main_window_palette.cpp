// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "ui/dialogs/command_palette.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QHash>

namespace chartroom {

namespace {

/// The icon of resources/icons that stands for a command.
QString iconOf(const QAction &command)
{
    static const QHash<QString, QString> icons{
        {QStringLiteral("retry"), QStringLiteral("refresh")},
        {QStringLiteral("openKubeconfig"), QStringLiteral("open")},
        {QStringLiteral("openRecording"), QStringLiteral("recording")},
        {QStringLiteral("openBundled"), QStringLiteral("recording")},
        {QStringLiteral("record"), QStringLiteral("recording")},
        {QStringLiteral("playPause"), QStringLiteral("play")},
        {QStringLiteral("copyMarkdown"), QStringLiteral("copy")},
        {QStringLiteral("copyCsv"), QStringLiteral("copy")},
        {QStringLiteral("filter"), QStringLiteral("search")},
        {QStringLiteral("shortcuts"), QStringLiteral("keyboard")},
        {QStringLiteral("inspector"), QStringLiteral("columns")},
        {QStringLiteral("describe"), QStringLiteral("open")},
        {QStringLiteral("clusters"), QStringLiteral("cluster")},
        {QStringLiteral("page1"), QStringLiteral("addons")},
        {QStringLiteral("page2"), QStringLiteral("values")},
        {QStringLiteral("page3"), QStringLiteral("rollout")},
        {QStringLiteral("page4"), QStringLiteral("upgrade")},
        {QStringLiteral("upgrade"), QStringLiteral("upgrade")},
        {QStringLiteral("page5"), QStringLiteral("plan")},
        {QStringLiteral("page6"), QStringLiteral("layers")},
        {QStringLiteral("page7"), QStringLiteral("columns")},
        {QStringLiteral("page8"), QStringLiteral("finding")},
        {QStringLiteral("page9"), QStringLiteral("ticket")},
        {QStringLiteral("page10"), QStringLiteral("activity")},
        {QStringLiteral("versionsOpen"), QStringLiteral("open")},
        {QStringLiteral("versionsLook"), QStringLiteral("refresh")},
        {QStringLiteral("versionsCopy"), QStringLiteral("copy")},
        {QStringLiteral("versionsPlan"), QStringLiteral("upgrade")},
        {QStringLiteral("ticket"), QStringLiteral("ticket")},
        {QStringLiteral("ticketOfNode"), QStringLiteral("ticket")},
        {QStringLiteral("handover"), QStringLiteral("ticket")},
        {QStringLiteral("ticketMarkdown"), QStringLiteral("copy")},
        {QStringLiteral("ticketRichText"), QStringLiteral("copy")},
        {QStringLiteral("copyNode"), QStringLiteral("copy")},
        {QStringLiteral("copyFinding"), QStringLiteral("copy")},
        {QStringLiteral("copyPlan"), QStringLiteral("copy")},
        {QStringLiteral("quit"), QStringLiteral("close")},
    };
    return icons.value(command.objectName(), QStringLiteral("command"));
}

} // namespace

void MainWindow::openPalette()
{
    updateRollback();
    QList<PaletteEntry> entries;
    const QStringList clusters = m_context.fleet->names();
    for (const QString &name : clusters) {
        const bool recording = m_context.fleet->entry(name).isRecording;
        entries.append({visibleText(name), recording ? tr("recording") : tr("cluster"), QString(), QString(),
                        recording ? QStringLiteral("recording") : QStringLiteral("cluster"),
                        [this, name] { showCluster(name); }});
    }
    for (QAction *command : std::as_const(m_actions))
        if (command->isEnabled() && command != action("palette"))
            entries.append({command->text().remove(u'&').remove(u'…'), tr("command"), QString(),
                            command->shortcut().toString(QKeySequence::NativeText), iconOf(*command),
                            [command] { command->trigger(); }});
    const QList<ReleaseKey> releases = m_addons->releases();
    for (const ReleaseKey &key : releases)
        entries.append({visibleText(key.name), tr("release"), visibleText(key.namespaceName), QString(),
                        QStringLiteral("addons"), [this, key] { showRelease(key); }});
    for (const ReleaseKey &key : releases)
        entries.append({tr("%1: values").arg(visibleText(key.name)), tr("values"),
                        visibleText(key.namespaceName), QString(), QStringLiteral("values"),
                        [this, key] { showValues(key); }});
    for (const QString &node : m_rollout->nodes())
        entries.append({visibleText(node), tr("node"), QString(), QString(), QStringLiteral("rollout"),
                        [this, node] { showNode(node); }});
    m_palette->open(std::move(entries));
}

} // namespace chartroom
