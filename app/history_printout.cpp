// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history_printout.h"

#include "app/command_line_tr.h"
#include "app/diff_printout.h"
#include "core/helm/known_changes.h"
#include "core/secrets/masked_values.h"

namespace chartroom {

namespace {

using Changes = std::optional<KnownChanges>;

Changes changesOf(const HistoryRow &revision, const HistoryRow *before)
{
    const auto hasValues = [](const HistoryRow &row) { return row.record && row.record->hasUserValues; };
    if (!before || !hasValues(*before) || !hasValues(revision))
        return std::nullopt;
    return knownChanges(before->record->userValues, revision.record->userValues);
}

Value changesValue(const Changes &changes, bool reveal)
{
    if (!changes)
        return {};
    Value::List list;
    for (const ValueChange &found : changes->changes) {
        const ValueChange change = reveal ? found : maskedChange(found);
        list.append(Value(Value::Map{{QStringLiteral("path"), Value(change.path)},
                                     {QStringLiteral("kind"), Value(changeKindText(change.kind))},
                                     {QStringLiteral("before"), change.before},
                                     {QStringLiteral("after"), change.after}}));
    }
    return Value(list);
}

Value unknownValue(const Changes &changes)
{
    if (!changes)
        return {};
    QStringList paths;
    for (const QString &path : changes->unknown)
        paths.append(maskedPath(path));
    return textList(paths);
}

/// What changed, in the words of a table: versions first, then paths.
QString changesText(const HistoryRow &revision, const HistoryRow *before, const Changes &changes, bool reveal)
{
    if (revision.entry.revision == 1)
        return CommandLineTr::tr("first installed");
    if (!changes)
        return !revision.record ? revision.problem
               : !revision.record->hasUserValues
                   ? CommandLineTr::tr("unknown: its values were not recorded")
                   : CommandLineTr::tr("unknown: the revision before is not stored");
    QStringList parts;
    if (before->record->chartVersion != revision.record->chartVersion)
        parts << QStringLiteral("%1 -> %2").arg(before->record->chartVersion, revision.record->chartVersion);
    for (const ValueChange &change : changes->changes)
        parts << (reveal ? change.path : maskedPath(change.path));
    if (!changes->unknown.isEmpty())
        parts << unknownPathsText(changes->unknown);
    return parts.isEmpty() ? CommandLineTr::tr("same chart, same values") : parts.join(QStringLiteral(", "));
}

} // namespace

Printout historyPrintout(const QList<HistoryRow> &newestFirst, bool reveal)
{
    Printout printout;
    using Fit = Column::Fit;
    printout.columns = {{QStringLiteral("REVISION")},
                        {QStringLiteral("STATUS")},
                        {QStringLiteral("CHART"), 4, Fit::Cut},
                        {QStringLiteral("VERSION")},
                        {QStringLiteral("APP VERSION"), 3},
                        {QStringLiteral("UPDATED"), 2},
                        {QStringLiteral("CHANGED"), 0, Fit::Below, 15},
                        {QStringLiteral("DESCRIPTION"), 1, Fit::Below, 16}};
    Value::List list;
    for (qsizetype i = 0; i < newestFirst.size(); ++i) {
        const HistoryRow &revision = newestFirst[i];
        const HistoryRow *before = i + 1 < newestFirst.size() ? &newestFirst[i + 1] : nullptr;
        const Changes changes = changesOf(revision, before);
        const ReleaseRecord record = revision.record.value_or(ReleaseRecord());
        // A failed hook's message stands here.
        const QString description = reveal ? record.description : maskedText(record.description);
        const QDateTime updated = revision.entry.date.shown();
        list.append(Value(Value::Map{
            {QStringLiteral("revision"), numberValue(revision.entry.revision)},
            {QStringLiteral("status"), textOrNull(revision.entry.statusText)},
            {QStringLiteral("chart"), textOrNull(record.chartName)},
            {QStringLiteral("chartVersion"), textOrNull(record.chartVersion)},
            {QStringLiteral("appVersion"), textOrNull(record.appVersion)},
            {QStringLiteral("updated"), timeOrNull(updated)},
            {QStringLiteral("description"), textOrNull(description)},
            {QStringLiteral("changes"), changesValue(changes, reveal)},
            {QStringLiteral("unknownPaths"), unknownValue(changes)},
            {QStringLiteral("problem"), textOrNull(revision.problem)},
        }));
        printout.rows.append({QString::number(revision.entry.revision), revision.entry.statusText,
                              record.chartName, record.chartVersion, record.appVersion, timeText(updated),
                              changesText(revision, before, changes, reveal), description.simplified()});
    }
    printout.data = Value(list);
    return printout;
}

} // namespace chartroom
