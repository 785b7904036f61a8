// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/statement.h"

namespace chartroom {

/// What a diagnosis asks of a release. `now` by the server's clock.
[[nodiscard]] OwnedRelease::Standing standingOf(const Release &release, const QDateTime &now);

/// What the records of releases say of trouble: a newest revision that failed or is pending, one that is
/// pending below it, several that are deployed, and hooks that failed or have not ended. Helm has no lock but
/// the status. Where no revision is deployed it upgrades from a newest one that failed (helm/helm
/// pkg/action/upgrade.go prepareUpgrade@v3.22.0, @v4.3.1).
[[nodiscard]] QList<Statement> releaseStatements(const DiagnosisEvidence &evidence);

} // namespace chartroom
