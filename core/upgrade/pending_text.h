// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

namespace chartroom {

/// "pending-upgrade since 2026-11-21T03:31:00Z"; of a revision that is not pending its status alone.
[[nodiscard]] QString statusText(const RevisionEntry &revision);

/// Of one that ReleaseSituation::below names, the same for preflight, recover and pages: a sentence.
[[nodiscard]] QString belowText(const RevisionEntry &revision);

} // namespace chartroom
