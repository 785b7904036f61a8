// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/release_verbs.h"

#include "app/diff_printout.h"
#include "core/base/on_finished.h"
#include "core/secrets/masked_values.h"

#include <algorithm>

namespace chartroom {

void HistoryVerb::print(const QList<ClusterSession *> &readable)
{
    ReleaseStore *store = readable.first()->releases();
    const auto key = findRelease(*store, invocation().release, invocation().namespaceName);
    if (!key) {
        fail(key.error());
        return;
    }
    const QList<RevisionEntry> entries = store->find(*key)->revisions;
    m_missing = entries.size();
    for (const RevisionEntry &entry : entries)
        m_revisions.append({entry, std::nullopt, {}});
    for (qsizetype i = 0; i < entries.size(); ++i) {
        onFinished(store->record(*key, entries[i]), this,
                   [this, i, store](const Result<ReleaseRecord> &record) {
                       HistoryRow &row = m_revisions[i];
                       if (record) {
                           row.record = *record;
                           if (const RevisionEntry *entry = store->entry(row.entry.uid))
                               row.entry = *entry; // the record's word by now
                           row.problem = row.entry.contradiction;
                           row.entry.date.deployed = record->lastDeployed;
                       } else {
                           row.problem = record.error().message;
                       }
                       --m_missing;
                       printWhenAllAreHere();
                   });
    }
}

void HistoryVerb::printWhenAllAreHere()
{
    if (m_missing > 0)
        return;
    std::stable_sort(m_revisions.begin(), m_revisions.end(), [](const HistoryRow &a, const HistoryRow &b) {
        return a.entry.revision > b.entry.revision;
    });
    for (const HistoryRow &row : std::as_const(m_revisions))
        if (!row.entry.contradiction.isEmpty())
            console().note(row.entry.contradiction);
    console().print(historyPrintout(m_revisions, invocation().reveal), invocation().format);
    end(Done);
}

ValuesVerb::ValuesVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_charts(charts)
{}

ValuesVerb::~ValuesVerb() = default;

void ValuesVerb::print(const QList<ClusterSession *> &readable)
{
    const auto key =
        findRelease(*readable.first()->releases(), invocation().release, invocation().namespaceName);
    if (!key) {
        fail(key.error());
        return;
    }
    m_sides = std::make_unique<ReleaseSides>(readable.first(), m_charts, invocation().repository);
    onFinished(m_sides->reader().read(*key, invocation().from), this, [this](const Result<SideText> &side) {
        if (side)
            printSide(*side);
        else
            fail(side.error());
    });
}

void ValuesVerb::printSide(const SideText &side)
{
    for (const QString &notice : side.notices)
        console().note(notice);
    Printout printout;
    printout.data = side.documents.value(0);
    if (!invocation().reveal) {
        const Value masked = maskedValues(printout.data);
        if (masked != printout.data)
            console().note(tr("What looks like a secret is masked; --reveal shows it."));
        printout.data = masked;
    }
    console().print(printout, invocation().format.value_or(OutputFormat::Yaml));
    end(Done);
}

DiffVerb::DiffVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_charts(charts)
{}

DiffVerb::~DiffVerb() = default;

void DiffVerb::print(const QList<ClusterSession *> &readable)
{
    const auto key =
        findRelease(*readable.first()->releases(), invocation().release, invocation().namespaceName);
    if (!key) {
        fail(key.error());
        return;
    }
    m_key = *key;
    m_sides = std::make_unique<ReleaseSides>(readable.first(), m_charts, invocation().repository);
    onFinished(m_sides->reader().read(m_key, invocation().from), this,
               [this](const Result<SideText> &side) { take(m_from, side); });
    onFinished(m_sides->reader().read(m_key, invocation().to), this,
               [this](const Result<SideText> &side) { take(m_to, side); });
}

void DiffVerb::take(std::optional<SideText> &place, const Result<SideText> &side)
{
    if (m_hasFailed)
        return;
    if (!side) {
        m_hasFailed = true;
        fail(side.error());
        return;
    }
    place = *side;
    if (m_from && m_to)
        printReport();
}

void DiffVerb::printReport()
{
    const auto comparison = compareSides(*m_from, *m_to, m_key.namespaceName, invocation().reveal);
    if (!comparison) {
        fail(comparison.error());
        return;
    }
    for (const QString &notice : comparison->notices)
        console().note(notice);
    const Comparison::Sameness sameness = comparison->sameness();
    const DiffReport report{m_key, *m_from, *m_to, *comparison};
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    const bool isExport =
        format == OutputFormat::Patch || format == OutputFormat::Markdown || format == OutputFormat::Html;
    if (isExport)
        console().data(diffExport(report, format, invocation().reveal));
    else if (format == OutputFormat::Table && sameness != Comparison::Sameness::Different)
        console().note((sameness == Comparison::Sameness::Equal
                            ? tr("%1 and %2 are equal.")
                            : tr("Whether %1 and %2 are equal is unknown."))
                           .arg(sideText(m_from->side), sideText(m_to->side)));
    else
        console().print(diffPrintout(report, invocation().reveal), format);
    switch (sameness) {
    case Comparison::Sameness::Equal:
        return end(Done);
    case Comparison::Sameness::Different:
        return end(Found);
    case Comparison::Sameness::Unknown:
        break;
    }
    end(NotDone);
}

} // namespace chartroom
