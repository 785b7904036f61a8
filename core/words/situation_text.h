// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_situation.h"

namespace chartroom {

/// What the situation is and what is safe to do next, in sentences; "" when there is nothing to say.
[[nodiscard]] QString situationText(const Release &release, const ReleaseSituation &situation);

} // namespace chartroom
