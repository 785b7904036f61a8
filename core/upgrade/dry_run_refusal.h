// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_evidence.h"
#include "core/upgrade/preflight_finding.h"

namespace chartroom {

/// One refusal of the dry run, for people.
struct DryRunRefusal
{
    QString id; ///< of its row in the table; "" where none fits
    /// Severe: helm will meet it. Unknown: only the dry run meets it. Note: the helm at hand does not meet
    /// it.
    Severity severity = Severity::Severe;
    QString said;    ///< the server's words, without values that are long; of several fields a line each
    QString meaning; ///< a sentence, or one for each field
    QString wayOut;  ///< with the commands; "" where no row fits

    friend bool operator==(const DryRunRefusal &, const DryRunRefusal &) = default;
};

/// What the texts (a Status as JSON, or what kubectl and helm print of one) mean, by refusalRows(); each
/// refusal once. Namespaces and states of objects are those of evidence.live. A pure function.
[[nodiscard]] QList<DryRunRefusal> dryRunRefusals(const QStringList &said, const PreflightEvidence &evidence);

} // namespace chartroom
