// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/responsibility/rules.h"

#include <QByteArrayView>

namespace chartroom {

/// Whether something agrees with a rule: Unknown when there is nothing to compare.
enum class Fit { Unknown, Matches, Differs };

/// Which component a release's chart speaks of, and what agrees with that component's recogniser.
struct Recognition
{
    const Component *component = nullptr; ///< never null once returned by recognise(); lives in the rules
    bool byChart = false;                 ///< the chart name is in the rule
    bool byOrigin = false;                ///< only home or sources are
    Fit origin = Fit::Unknown;
    Fit image = Fit::Unknown; ///< a mirror is no contradiction: Matches or Unknown only
    Fit namespaceFit = Fit::Unknown;
    Fit releaseName = Fit::Unknown;
    QString originText; ///< the home or source that agrees, else the first one stated
    QString imageText;
};

/// Finds the component of a decoded record; the rules' `otherwise` when none fits.
[[nodiscard]] Recognition recognise(const ReleaseRecord &record, const ResponsibilityRules &rules);

/// A host and path agree with a pattern when the pattern is the whole or ends at a path boundary. Scheme,
/// user, "www." and case of the host do not count.
[[nodiscard]] bool originMatches(QStringView url, QStringView pattern);

/// A repository agrees when it is the pattern or lies below it; tag and digest do not count.
[[nodiscard]] bool imageMatches(QStringView image, QStringView pattern);

/// The image references of a manifest, each once, at most 200.
[[nodiscard]] QStringList imagesOf(QByteArrayView manifest);

} // namespace chartroom
