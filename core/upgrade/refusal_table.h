// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

namespace chartroom {

/// A refusal that is known: how it is told, what it means and the way out. Texts hold {object}, {kind},
/// {name}, {namespace}, {field}, {1} to {4} (of `words`), {upgrade} (or roll back), commands ({delete},
/// {orphan}, {pods}, {get}, {wait}, {crds}, {adopt}, {dropApplied}, {webhooks}, {webhookPods},
/// {helmUpgrade}) and what is looked up ({comesWith}, {served}, {managers}, {managerNames}). A row without
/// kinds, reason and field is about the whole text, another about one cause of it.
struct RefusalRow
{
    enum class When {
        Always,
        JobEnded,
        JobRuns,
        NamespaceComes, ///< the upgrade itself creates the namespace {1}
        ByKubectl,      ///< in the dry run by client-side apply, which kubectl does for helm
        ByServer,       ///< helm applies server-side
    };
    enum class Effect {
        Refused,   ///< so will helm's upgrade be
        Unproven,  ///< only the dry run meets it: what the server says of the object is unknown
        OtherHelm, ///< the helm at hand does not meet it
    };
    const char *id;
    const char *kinds;  ///< in lower case, a space between; "" any
    const char *reason; ///< of the Status or the cause; "" any
    const char *field;  ///< a pattern, from the field's begin; "" any
    const char *words;  ///< a pattern on what the server says
    When when;
    Effect effect;
    const char *meaning; ///< not yet translated
    const char *wayOut;
    const char *source; ///< of the server's words
};

/// The first that fits counts.
[[nodiscard]] std::span<const RefusalRow> refusalRows();

/// "it was removed in Kubernetes 1.25; use batch/v1" for an API version of Kubernetes' own that is gone; ""
/// for another.
[[nodiscard]] QString removedApiText(const QString &apiVersion, const QString &kind);

} // namespace chartroom
