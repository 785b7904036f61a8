// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/advice.h"

#include "core/outcomes/outcomes_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using Kind = PathFate::Kind;

const Outcome &of(const std::array<Outcome, 3> &outcomes, Strategy strategy)
{
    return outcomes[size_t(strategy)];
}

int count(const Outcome &outcome, Kind kind)
{
    return int(std::count_if(outcome.fates.cbegin(), outcome.fates.cend(),
                             [kind](const PathFate &fate) { return fate.kind == kind && !fate.isEdit; }));
}

bool isRefused(const Outcome &outcome)
{
    return !outcome.problem.message.isEmpty();
}

QString lostOverrides(int n)
{
    return OutcomesTr::tr("--reset-values would lose %n of your setting(s).", nullptr, n);
}

QString staleDefaults(const Outcome &reuse)
{
    const int stale = count(reuse, Kind::StaleDefault);
    const int missing = count(reuse, Kind::NewDefaultMissing);
    if (missing == 0)
        return OutcomesTr::tr("--reuse-values would keep %n default(s) of the old chart.", nullptr, stale);
    if (stale == 0)
        return OutcomesTr::tr("--reuse-values would leave %n new default(s) out.", nullptr, missing);
    return OutcomesTr::tr(
               "--reuse-values would keep %n default(s) of the old chart and lack %1 of the new ones.",
               nullptr, stale)
        .arg(missing);
}

Advice refusedByAll()
{
    return {Strategy::ResetThenReuse,
            OutcomesTr::tr("Helm would reject this upgrade with each of the three strategies: the values do "
                           "not match the new chart's schema. Correct the rejected values first; "
                           "--reset-then-reuse-values then keeps your settings and uses the new defaults."),
            {}};
}

/// The best that Helm accepts when it refuses your settings with the new defaults.
Advice avoidingRefusal(const std::array<Outcome, 3> &outcomes)
{
    const Outcome &reuse = of(outcomes, Strategy::Reuse);
    const Outcome &reset = of(outcomes, Strategy::Reset);
    if (!isRefused(reuse))
        return {Strategy::Reuse,
                OutcomesTr::tr("Helm would reject your settings with the new chart's defaults, but accepts "
                               "them with --reuse-values.") +
                    u' ' + staleDefaults(reuse),
                {}};
    return {Strategy::Reset,
            OutcomesTr::tr("Helm would reject your settings with the new chart.") + u' ' +
                lostOverrides(count(reset, Kind::LostOverride)),
            {}};
}

Advice chosen(const std::array<Outcome, 3> &outcomes)
{
    const Outcome &reuse = of(outcomes, Strategy::Reuse);
    const Outcome &merged = of(outcomes, Strategy::ResetThenReuse);
    const Outcome &reset = of(outcomes, Strategy::Reset);
    if (isRefused(reuse) && isRefused(merged) && isRefused(reset))
        return refusedByAll();
    if (isRefused(merged))
        return avoidingRefusal(outcomes);
    const int lost = count(reset, Kind::LostOverride);
    const QString second = lost > 0
                               ? lostOverrides(lost)
                               : OutcomesTr::tr("--reset-values would not lose any of your settings either.");
    if (!isRefused(reuse) && reuse.computed == merged.computed)
        return {Strategy::Reuse,
                OutcomesTr::tr("--reuse-values and --reset-then-reuse-values give the same values here.") +
                    u' ' + second,
                {}};
    const int kept = count(merged, Kind::Kept) + count(merged, Kind::TypeChanged);
    const QString first = kept > 0 ? OutcomesTr::tr("--reset-then-reuse-values keeps your %n setting(s) and "
                                                    "uses the new chart's defaults for the rest.",
                                                    nullptr, kept)
                                   : OutcomesTr::tr("--reset-then-reuse-values uses the new chart's "
                                                    "defaults, and you have no settings that it could lose.");
    const int behind = count(reuse, Kind::StaleDefault) + count(reuse, Kind::NewDefaultMissing);
    return {Strategy::ResetThenReuse, first + u' ' + (behind > 0 ? staleDefaults(reuse) : second), {}};
}

} // namespace

Advice adviceOn(const std::array<Outcome, 3> &outcomes)
{
    Advice advice = chosen(outcomes);
    const QList<PathFate> &fates = of(outcomes, advice.recommended).fates;
    const auto own = std::count_if(fates.cbegin(), fates.cend(), [](const PathFate &fate) {
        return fate.isEdit && !(fate.before == fate.after);
    });
    if (own > 0)
        advice.argument += u' ' + OutcomesTr::tr("Your edits also change %n value(s).", nullptr, int(own));
    if (advice.recommended != Strategy::Reuse)
        advice.vendor =
            isRefused(of(outcomes, Strategy::Reuse))
                ? OutcomesTr::tr("Crusoe recommends --reuse-values, so that the settings it provides are not "
                                 "overwritten; Helm would reject that here.")
                : OutcomesTr::tr("Crusoe recommends --reuse-values, so that the settings it provides are not "
                                 "overwritten; that also keeps the defaults of the old chart.");
    return advice;
}

} // namespace chartroom
