// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_actions.h"

namespace chartroom {

QList<QAction *> PageActions::offeredFor(PageMessage::Kind kind) const
{
    using Kind = PageMessage::Kind;
    QList<QAction *> actions;
    switch (kind) {
    case Kind::NoClusters:
        actions = {openBundled, openKubeconfig};
        break;
    case Kind::Off:
        actions = {connect};
        break;
    case Kind::Failed:
    case Kind::Forbidden:
        actions = {retry};
        break;
    case Kind::NeedsConsent:
        actions = {allow};
        break;
    case Kind::NoMatch:
        actions = {clearFilter};
        break;
    case Kind::NoReleases:
    case Kind::NoRollout:
    case Kind::NoFindings:
    case Kind::NoVersions:
    case Kind::Connecting:
    case Kind::None:
        break;
    }
    actions.removeAll(nullptr);
    return actions;
}

} // namespace chartroom
