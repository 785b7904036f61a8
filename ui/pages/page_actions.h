// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/page_message.h"

#include <QList>

class QAction;

namespace chartroom {

/// The window's actions that a page offers where it has nothing else to show. Borrowed; null before the
/// window has set them.
struct PageActions
{
    QAction *retry = nullptr;
    QAction *connect = nullptr;
    QAction *allow = nullptr;
    QAction *openKubeconfig = nullptr;
    QAction *openBundled = nullptr; ///< null without a bundled recording
    QAction *describe = nullptr;    ///< what is chosen
    QAction *clearFilter = nullptr; ///< the page's own

    /// What to do about a message of this kind, the likeliest first.
    [[nodiscard]] QList<QAction *> offeredFor(PageMessage::Kind kind) const;
};

} // namespace chartroom
