// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/release_verbs.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/helm/masked_values.h"

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
        onFinished(store->record(*key, entries[i].revision), this,
                   [this, i](const Result<ReleaseRecord> &record) {
                       if (record)
                           m_revisions[i].record = *record;
                       else
                           m_revisions[i].problem = record.error().message;
                       --m_missing;
                       printWhenAllAreHere();
                   });
    }
}

void HistoryVerb::printWhenAllAreHere()
{
    if (m_missing > 0)
        return;
    console().data(rendered(historyPrintout(m_revisions, invocation().reveal),
                            invocation().format.value_or(OutputFormat::Table), console().style().isColored));
    end(Done);
}

void ValuesVerb::print(const QList<ClusterSession *> &readable)
{
    ReleaseStore *store = readable.first()->releases();
    const auto key = findRelease(*store, invocation().release, invocation().namespaceName);
    if (!key) {
        fail(key.error());
        return;
    }
    const int revision = invocation().revision.value_or(store->find(*key)->newest().revision);
    onFinished(store->record(*key, revision), this,
               [this](const Result<ReleaseRecord> &record) { printRecord(record); });
}

void ValuesVerb::printRecord(const Result<ReleaseRecord> &record)
{
    if (!record) {
        fail(record.error());
        return;
    }
    Value values = record->userValues;
    if (invocation().kind == ValuesKind::Default) {
        const Result<Value> defaults =
            record->chartValuesJson.isEmpty()
                ? failure(Error::Code::NotFound, tr("The chart's own values are not stored here; a recording "
                                                    "keeps the user's values only."))
                : readJson(record->chartValuesJson);
        if (!defaults) {
            fail(defaults.error());
            return;
        }
        values = *defaults;
    }
    if (!invocation().reveal) {
        const Value masked = maskedValues(values);
        if (masked != values)
            console().note(tr("What looks like a secret is masked; --reveal shows it."));
        values = masked;
    }
    Printout printout;
    printout.data = values;
    console().data(rendered(printout, invocation().format.value_or(OutputFormat::Yaml), false));
    end(Done);
}

} // namespace chartroom
