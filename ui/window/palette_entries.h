// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "ui/dialogs/command_palette.h"

namespace chartroom {

/// Clusters, commands that are enabled, and of the shown cluster its releases and nodes, each with what it
/// leads to. The commands outlive what is returned.
[[nodiscard]] QList<PaletteEntry> paletteEntries(const UiContext &context, const QList<QAction *> &commands,
                                                 const QList<ReleaseKey> &releases, const QStringList &nodes);

} // namespace chartroom
