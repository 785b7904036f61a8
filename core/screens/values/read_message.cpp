// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/read_message.h"

#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"

namespace chartroom {

PageMessage readMessage(ReadPhase phase, const Error &error, const QString &title)
{
    PageMessage message;
    switch (phase) {
    case ReadPhase::Ready:
        break;
    case ReadPhase::Idle:
        message.kind = PageMessage::Kind::NoReleases;
        message.state = VisualState::Waiting;
        message.title = ScreensTr::tr("No release selected");
        message.text =
            ScreensTr::tr("Choose one on the Add-ons page and press Enter, or select it in the list above.");
        break;
    case ReadPhase::Reading:
        message.kind = PageMessage::Kind::Connecting;
        message.state = VisualState::Moving;
        message.title = ScreensTr::tr("Reading…");
        break;
    case ReadPhase::Failed:
        message.kind =
            error.code == Error::Code::Forbidden ? PageMessage::Kind::Forbidden : PageMessage::Kind::Failed;
        message.state = error.code == Error::Code::Unsupported || error.code == Error::Code::NotFound
                            ? VisualState::Attention
                            : VisualState::Failed;
        message.title = title;
        message.text = visibleText(maskedText(error.message));
        message.details = visibleText(maskedText(error.detail), true);
        break;
    }
    return message;
}

PageMessage nothingSetMessage(Side::Kind kind, bool hasDefaults)
{
    PageMessage message;
    message.kind = PageMessage::Kind::NoMatch;
    message.state = VisualState::Done;
    switch (kind) {
    case Side::Kind::User:
        message.title = ScreensTr::tr("No values were set");
        message.text =
            hasDefaults
                ? ScreensTr::tr("The chart's defaults are in effect. The view Computed shows them.")
                : ScreensTr::tr("The chart's defaults are in effect. A recording does not contain them.");
        break;
    case Side::Kind::Default:
        message.title = ScreensTr::tr("The chart has no default values");
        message.text = ScreensTr::tr("The customized values are in effect.");
        break;
    case Side::Kind::Crds:
        message.state = VisualState::Skipped;
        message.title = ScreensTr::tr("The chart has no CRDs");
        message.text = ScreensTr::tr("Neither it nor a sub-chart has definitions in a folder crds. A "
                                     "template may still create some: see the manifest.");
        break;
    case Side::Kind::Readme:
        message.state = VisualState::Skipped;
        message.title = ScreensTr::tr("The chart has no README");
        message.text = ScreensTr::tr("There is no README.md in the archive of this version.");
        break;
    case Side::Kind::Changes:
        message.state = VisualState::Skipped;
        message.title = ScreensTr::tr("The chart has no change log");
        message.text =
            ScreensTr::tr("The archive of this version has neither a CHANGELOG.md nor the annotation "
                          "artifacthub.io/changes.");
        break;
    default:
        message.title = ScreensTr::tr("No values");
        message.text = ScreensTr::tr("No values were set, and the chart has no defaults.");
        break;
    }
    return message;
}

} // namespace chartroom
