// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/upgrade_target.h"

#include "app/command_line_tr.h"
#include "app/verbs/session_verb.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/helm/helm_client.h"
#include "core/helm/helm_number.h"
#include "core/helm/release_situation.h"
#include "core/helm/set_syntax.h"
#include "core/helm/values_file.h"

#include <QtConcurrentRun>

#include <memory>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 4LL * 1024 * 1024;

/// As the upgrade will write them: all of it goes to helm in a values file.
Result<Value> editsOf(const QStringList &files, const QStringList &setArguments, int helmMajor)
{
    QList<Value> values;
    for (const QString &file : files) {
        const Result<QByteArray> bytes = readPlainFile(file, maxFileBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        const Result<Value> read = readValuesFile(*bytes, helmMajor);
        if (!read)
            return failure(read.error().code,
                           CommandLineTr::tr("%1 holds no values: %2").arg(file, read.error().message));
        values.append(*read);
    }
    const Result<Value> edits = editsFrom(values, setArguments);
    return edits ? helmNumbers(*edits) : edits;
}

} // namespace

UpgradeDraft UpgradeTarget::draft(const QString &context, Strategy strategy) const
{
    UpgradeDraft draft;
    draft.context = context;
    draft.release = release;
    draft.plannedOn = newest;
    draft.chart = {record.chartName, found.source.repository, found.source.url, version, found.chart.digest};
    draft.strategy = strategy;
    draft.edits = edits;
    draft.canary = canary;
    draft.bake = bake;
    draft.gpuFloor = gpuFloor;
    draft.timeout = timeout.value_or(draft.timeout);
    return draft;
}

QFuture<Result<UpgradeTarget>> findTarget(const Invocation &invocation, ClusterSession *session,
                                          ChartSources *charts, QObject *owner)
{
    const Result<ReleaseKey> key =
        findRelease(*session->releases(), invocation.release, invocation.namespaceName);
    if (!key)
        return readyFuture(Result<UpgradeTarget>(tl::make_unexpected(key.error())));
    if (!charts || !session->helm())
        return readyFuture(Result<UpgradeTarget>(
            failure(Error::Code::Unsupported,
                    CommandLineTr::tr("A plan needs the chart's repository, which a recording "
                                      "has not."))));
    const auto promise = std::make_shared<QPromise<Result<UpgradeTarget>>>();
    promise->start();
    const auto answer = [promise](Result<UpgradeTarget> target) {
        promise->addResult(std::move(target));
        promise->finish();
    };
    ReleaseStore *store = session->releases();
    const QList<RevisionEntry> revisions = store->find(*key)->revisions;
    const auto withRecord = [=, key = *key](const ReleaseRecord &record, const HelmVersion &helm) {
        const auto reading =
            QtConcurrent::run(editsOf, invocation.valuesFiles, invocation.setArguments, helm.major);
        onFinished(reading, owner, [=](const Result<Value> &edits) {
            if (!edits)
                return answer(tl::make_unexpected(edits.error()));
            onFinished(ChartLookup::find(charts, session->name(), record, invocation.toText, owner,
                                         invocation.repository),
                       owner, [=, edits = *edits](const Result<FoundChart> &found) {
                           if (!found)
                               return answer(tl::make_unexpected(found.error()));
                           answer(UpgradeTarget{key, revisions.front().revision, record, edits,
                                                invocation.toText, *found, invocation.canary, invocation.bake,
                                                invocation.gpuFloor, invocation.helmTimeout});
                       });
        });
    };
    onFinished(store->record(*key, upgradeBase(revisions)), owner, [=](const Result<ReleaseRecord> &record) {
        if (!record)
            return answer(tl::make_unexpected(record.error()));
        onFinished(session->helm()->version(), owner,
                   [withRecord, record = *record](const Result<HelmVersion> &version) {
                       withRecord(record, version.value_or(assumedHelm()));
                   });
    });
    return promise->future();
}

} // namespace chartroom
