// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/value_shift.h"

#include "core/base/visible_text.h"
#include "core/compare/installed_values.h"
#include "core/compare/shown_text.h"
#include "core/diff/value_diff.h"
#include "core/outcomes/helm_values.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

QString lineOf(const ValueChange &change)
{
    const ValueChange masked = maskedChange(change);
    const auto shown = [](const Value &value) {
        const QString line = valueLine(value);
        return line.isEmpty() ? UpgradeTr::tr("not set") : line;
    };
    return QStringLiteral("%1: %2 → %3")
        .arg(visibleText(masked.path), shown(masked.before), shown(masked.after));
}

/// As the templates of that revision's chart saw them.
Result<Value> valuesInForce(const ReleaseRecord &record, const HelmVersion &helm)
{
    const Result<InstalledValues> installed = installedValues(record);
    return installed ? helmComputedValues(installed->chart, installed->userValues, helm)
                     : tl::make_unexpected(installed.error());
}

} // namespace

ValueShift valueShift(const Outcome &outcome)
{
    ValueShift shift;
    for (const PathFate &fate : outcome.fates) {
        const bool isSame = fate.before == fate.after;
        const QString line = lineOf({ValueChange::Kind::Changed, fate.path, fate.before, fate.after});
        if (fate.isEdit) {
            shift.edits.append(line);
            shift.sameEdits += isSame ? 1 : 0;
            if (!isSame)
                shift.moved.append(line);
        } else if (!isSame) {
            shift.others.append(line);
        }
    }
    return shift;
}

ValueShift valueShift(const ReleaseRecord &before, const ReleaseRecord &after, const HelmVersion &helm)
{
    const auto asMap = [](const Value &values) { return values.isNull() ? Value(Value::Map()) : values; };
    const Result<Value> then = valuesInForce(after, helm);
    const Result<Value> today = valuesInForce(before, helm);
    const bool areKnown = today && then;
    ValueShift shift;
    shift.areDefaultsUnknown = !areKnown;
    for (const ValueChange &change : changedSettings(asMap(areKnown ? *today : before.userValues),
                                                     asMap(areKnown ? *then : after.userValues)))
        shift.others.append(lineOf(change));
    return shift;
}

QString chartStepText(const QString &from, const QString &to)
{
    const QString target = to.isEmpty() ? UpgradeTr::tr("unknown", "version of a chart") : visibleText(to);
    if (from.isEmpty())
        return UpgradeTr::tr("The chart goes to %1.").arg(target);
    return from == to ? UpgradeTr::tr("The chart stays at %1.").arg(target)
                      : UpgradeTr::tr("The chart goes from %1 to %2.").arg(visibleText(from), target);
}

} // namespace chartroom
