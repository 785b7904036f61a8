// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/value_shift.h"

#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/diff/value_diff.h"
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

ValueShift valueShift(const Value &before, const Value &after)
{
    const auto asMap = [](const Value &values) { return values.isNull() ? Value(Value::Map()) : values; };
    ValueShift shift;
    for (const ValueChange &change : changedSettings(asMap(before), asMap(after)))
        shift.others.append(lineOf(change));
    return shift;
}

} // namespace chartroom
