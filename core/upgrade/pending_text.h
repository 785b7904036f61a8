// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_situation.h"

namespace chartroom {

/// "2026-11-21 03:31:00 UTC", "about 2026-11-21 03:31:04 UTC" where only the object's date is known, or "an
/// unknown time": the same for preflight, recover and pages.
[[nodiscard]] QString sinceText(const RevisionEntry &revision);

/// "pending-upgrade since 2026-11-21 03:31:00 UTC"; of a revision that is not pending its status alone.
[[nodiscard]] QString statusText(const RevisionEntry &revision);

/// Of one that ReleaseSituation::below names, the same for preflight, recover and pages: a sentence.
[[nodiscard]] QString belowText(const RevisionEntry &revision);

/// What becomes of its record where nobody is at work on it: a sentence, part of belowText().
[[nodiscard]] QString belowIsHarmlessText();

[[nodiscard]] QString revisionsText(const QList<int> &revisions); ///< "5, 2"

/// Of two and more revisions that are marked deployed, newest first: a sentence, the same for findings,
/// preflight, recover, tickets and pages.
[[nodiscard]] QString severalDeployedText(const QList<int> &deployed);

/// How one of them is left, `to` being ReleaseSituation::wayBack: a sentence.
[[nodiscard]] QString severalDeployedWayOut(int to);

/// Both; while somebody is likely to be at work the first alone.
[[nodiscard]] QString severalDeployedAdvice(const ReleaseSituation &situation);

} // namespace chartroom
