// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette_entries.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "ui/context/navigator.h"
#include "ui/widgets/command.h"

#include <QAction>
#include <QCoreApplication>

namespace chartroom {

namespace {

struct PaletteTr
{
    Q_DECLARE_TR_FUNCTIONS(Palette)
};

} // namespace

QList<PaletteEntry> paletteEntries(const UiContext &context, const QList<QAction *> &commands,
                                   const QList<ReleaseKey> &releases, const QStringList &nodes)
{
    Navigator *navigator = context.navigator;
    QList<PaletteEntry> entries;
    for (const QString &name : context.fleet->names()) {
        const bool recording = context.fleet->entry(name).isRecording;
        entries.append({visibleText(name), recording ? PaletteTr::tr("recording") : PaletteTr::tr("cluster"),
                        QString(), QString(),
                        recording ? QStringLiteral("recording") : QStringLiteral("cluster"),
                        [navigator, name] { navigator->showCluster(name); }});
    }
    for (QAction *command : commands)
        if (command->isEnabled())
            entries.append({command->text().remove(u'&').remove(u'…'), PaletteTr::tr("command"), QString(),
                            command->shortcut().toString(QKeySequence::NativeText), commandIcon(*command),
                            [command] { command->trigger(); }});
    for (const ReleaseKey &key : releases)
        entries.append({visibleText(key.name), PaletteTr::tr("release"), visibleText(key.namespaceName),
                        QString(), QStringLiteral("addons"),
                        [navigator, key] { navigator->showRelease(key); }});
    for (const ReleaseKey &key : releases)
        entries.append({PaletteTr::tr("%1: values").arg(visibleText(key.name)), PaletteTr::tr("values"),
                        visibleText(key.namespaceName), QString(), QStringLiteral("values"),
                        [navigator, key] { navigator->showValues(key); }});
    for (const QString &node : nodes)
        entries.append({visibleText(node), PaletteTr::tr("node"), QString(), QString(),
                        QStringLiteral("rollout"), [navigator, node] { navigator->showNode(node); }});
    return entries;
}

} // namespace chartroom
