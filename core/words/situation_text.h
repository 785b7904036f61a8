// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_situation.h"

namespace chartroom {

/// What the situation is and what is safe to do next, in sentences; "" when there is nothing to say.
[[nodiscard]] QString situationText(const Release &release, const ReleaseSituation &situation);

/// What is wrong with revisions before the newest, in a few words for a list: "revisions 14, 12 deployed"; ""
/// for nothing. `now` by the server's clock.
[[nodiscard]] QString earlierRevisionsText(const Release &release, const QDateTime &now);

/// The heading of the values that are compared with the reference: "Now", or "In revision 3, deployed" where
/// they are not those of a deployed newest revision.
[[nodiscard]] QString comparedTitle(const Release &release);

/// That another revision is pending; "" unless the values that are compared are not the newest's.
[[nodiscard]] QString comparedText(const Release &release);

} // namespace chartroom
