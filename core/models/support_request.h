// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/models/fleet.h"
#include "core/responsibility/ownership.h"
#include "core/upgrade/preflight_operation.h"

namespace chartroom {

/// What the request to Support is about.
struct SupportRequest
{
    FleetEntry cluster;
    Release release;
    Ownership ownership;
    UpgradeDraft draft;
    std::optional<PreflightReport> report;
};

/// The question to Support before an upgrade, as Markdown to paste: what, whose, from where to where, which
/// nodes, when, and what the preflight found. Masked; times in the window's zone and UTC.
[[nodiscard]] QString supportRequestText(const SupportRequest &request);

} // namespace chartroom
