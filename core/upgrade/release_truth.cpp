// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/release_truth.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/helm/release_record.h"
#include "core/helm/stored_revision.h"

#include <QCoreApplication>
#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseTruth)
};

using Revisions = Result<QList<RevisionEntry>>;

Revisions revisionsIn(const Result<Response> &answer, const ReleaseKey &key)
{
    if (!answer)
        return tl::make_unexpected(answer.error());
    const Result<ObjectPage> page = readPage(answer->body);
    if (!page)
        return tl::make_unexpected(page.error());
    QList<RevisionEntry> revisions;
    for (const KubeObject &object : page->items)
        if (const auto stored = readRevision(object, key.storage); stored && stored->key == key)
            revisions.append(stored->entry);
    if (revisions.isEmpty())
        return failure(
            Error::Code::NotFound,
            Text::tr("There is no release %1 in the namespace %2.").arg(key.name, key.namespaceName));
    std::sort(revisions.begin(), revisions.end(),
              [](const RevisionEntry &a, const RevisionEntry &b) { return a.revision > b.revision; });
    return revisions;
}

Result<ReleaseTruth> truthIn(const Result<Response> &answer, ReleaseStorage storage,
                             const QList<RevisionEntry> &revisions)
{
    if (!answer)
        return tl::make_unexpected(answer.error());
    Result<ReleaseRecord> record = decodeReleaseObject(answer->body, storage);
    if (!record)
        return tl::make_unexpected(record.error());
    ReleaseTruth truth;
    truth.revisions = revisions;
    truth.record = std::move(*record);
    truth.object = answer->body;
    if (const Result<Value> read = readJson(answer->body))
        truth.operation =
            read->at({QStringLiteral("metadata"), QStringLiteral("labels"), operationLabel.toString()})
                .toString();
    return truth;
}

} // namespace

const RevisionEntry *ReleaseTruth::find(int revision) const
{
    const auto found = std::find_if(revisions.cbegin(), revisions.cend(),
                                    [revision](const RevisionEntry &e) { return e.revision == revision; });
    return found == revisions.cend() ? nullptr : &*found;
}

QFuture<Result<ReleaseTruth>> readTruth(Transport *transport, const ReleaseKey &key, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Result<ReleaseTruth>>>();
    promise->start();
    const auto answer = [promise](Result<ReleaseTruth> truth) {
        promise->addResult(std::move(truth));
        promise->finish();
    };
    ResourceQuery query = releaseQuery(key.storage, key.namespaceName);
    query.labelSelector += QStringLiteral(",name=") + key.name;
    Request list;
    list.path = query.path;
    list.query = query.selectors();
    list.accept = query.listAccept();
    onFinished(transport->get(list), owner, [=](const Result<Response> &listed) {
        const Revisions revisions = revisionsIn(listed, key);
        if (!revisions)
            return answer(tl::make_unexpected(revisions.error()));
        Request get;
        get.path = recordPath(key, revisions->front().objectName);
        onFinished(transport->get(get), owner, [=](const Result<Response> &got) {
            onFinished(QtConcurrent::run(truthIn, got, key.storage, *revisions), owner, answer);
        });
    });
    return promise->future();
}

} // namespace chartroom
