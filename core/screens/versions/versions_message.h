// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/addons/page_message.h"

namespace chartroom {

class VersionsController;

/// What stands where the versions would be; of kind None where there are rows.
[[nodiscard]] PageMessage versionsMessage(const FleetEntry &entry, const VersionsController &versions);

/// What goes with the rows: what could not be read, why there is no matrix and what to do.
[[nodiscard]] QString versionsBanner(const VersionsController &versions);
/// The banner is about something that went wrong.
[[nodiscard]] bool isVersionsTrouble(const VersionsController &versions);

/// Which matrix it is, which entry and when it was audited; "" before anything was seen.
[[nodiscard]] QString versionsSubject(const VersionsController &versions);
/// "11 as expected, 2 differ, 1 broken · audited 04:13:05 UTC"
[[nodiscard]] QString versionsSummary(const VersionsController &versions);

} // namespace chartroom
