// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/release_truth.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/helm/release_record.h"
#include "core/helm/release_situation.h"
#include "core/helm/stored_revision.h"
#include "core/upgrade/upgrade_tr.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

QString operationOf(const Value &object)
{
    return object.at({QStringLiteral("metadata"), QStringLiteral("labels"), operationLabel.toString()})
        .toString();
}

/// All of a release's records as their metadata tells them.
struct Listed
{
    QList<RevisionEntry> revisions;
    QHash<int, QString> operations;

    void add(const StoredRevision &stored, const KubeObject &object)
    {
        revisions.append(stored.entry);
        if (!object.json.contains(operationLabel.toLatin1()))
            return;
        if (const QString operation = operationOf(readJson(object.json).value_or(Value()));
            !operation.isEmpty())
            operations.insert(stored.entry.revision, operation);
    }
    void sort()
    {
        std::sort(revisions.begin(), revisions.end(),
                  [](const RevisionEntry &a, const RevisionEntry &b) { return a.revision > b.revision; });
    }
};

Result<Listed> revisionsIn(const Result<Response> &answer, const ReleaseKey &key)
{
    if (!answer)
        return tl::make_unexpected(answer.error());
    const Result<ObjectPage> page = readPage(answer->body);
    if (!page)
        return tl::make_unexpected(page.error());
    Listed listed;
    for (const KubeObject &object : page->items) {
        const auto stored = readRevision(object, key.storage);
        if (!stored || stored->key != key)
            continue;
        listed.add(*stored, object);
    }
    if (listed.revisions.isEmpty())
        return failure(
            Error::Code::NotFound,
            UpgradeTr::tr("Release %1 does not exist in the namespace %2.").arg(key.name, key.namespaceName));
    listed.sort();
    return listed;
}

Result<ReleaseTruth> truthIn(const Result<Response> &answer, const ReleaseKey &key, const Listed &listed)
{
    if (!answer && answer.error().code == Error::Code::NotFound)
        return failure(Error::Code::Gone,
                       UpgradeTr::tr("The newest revision was deleted while it was read."));
    if (!answer)
        return tl::make_unexpected(answer.error());
    Result<ReleaseRecord> record = decodeReleaseObject(answer->body, key.storage);
    if (!record)
        return tl::make_unexpected(record.error());
    ReleaseTruth truth;
    truth.revisions = listed.revisions;
    truth.operations = listed.operations;
    truth.revisions.front().date.deployed = record->lastDeployed;
    truth.record = std::move(*record);
    truth.object = answer->body;
    if (const Result<Value> read = readJson(answer->body)) {
        RevisionEntry &newest = truth.revisions.front();
        const QString version =
            read->at({QStringLiteral("metadata"), QStringLiteral("resourceVersion")}).toString();
        if (version == newest.resourceVersion) {
            const StoredRevision told = asRecorded({key, newest}, truth.record);
            // Helm goes by the record's status, and would write to the object of its name and revision.
            if (truth.record.name != key.name || truth.record.namespaceName != key.namespaceName ||
                truth.record.revision != newest.revision)
                return failure(Error::Code::Damaged, told.entry.contradiction);
            newest = told.entry;
        }
        truth.operation = operationOf(*read);
        truth.writer = lastOwner(*read);
    }
    return truth;
}

using TruthPromise = std::shared_ptr<QPromise<Result<ReleaseTruth>>>;

void answer(const TruthPromise &promise, Result<ReleaseTruth> truth)
{
    promise->addResult(std::move(truth));
    promise->finish();
}

std::optional<Error> problemOf(const Result<Response> &answer, ReleaseStorage storage)
{
    if (!answer)
        return answer.error();
    const Result<ReleaseRecord> record = decodeReleaseObject(answer->body, storage);
    return record ? std::nullopt : std::optional(record.error());
}

bool isForGood(const Error &error)
{
    return error.code == Error::Code::Damaged || error.code == Error::Code::TooLarge ||
           error.code == Error::Code::NotFound;
}

/// Until one decodes, or none is left.
void readTargets(Transport *transport, const ReleaseKey &key, QObject *owner, ReleaseTruth truth,
                 const TruthPromise &promise)
{
    const QList<int> targets = situationOf({key, truth.revisions, {}, {}, {}}, {}).rollbackTargets;
    if (targets.isEmpty())
        return answer(promise, std::move(truth));
    Request get;
    get.path = recordPath(key, truth.find(targets.first())->objectName);
    onFinished(transport->get(get), owner, [=](const Result<Response> &got) {
        const auto reading = QtConcurrent::run(problemOf, got, key.storage);
        onFinished(reading, owner, [=](const std::optional<Error> &problem) {
            if (!problem)
                return answer(promise, truth);
            if (!isForGood(*problem))
                return answer(promise, tl::make_unexpected(*problem));
            ReleaseTruth rest = truth;
            rest.unreadable.append(targets.first());
            rest.revisions.removeIf(
                [&targets](const RevisionEntry &entry) { return entry.revision == targets.first(); });
            readTargets(transport, key, owner, rest, promise);
        });
    });
}

Result<QList<UnsettledRelease>> unsettledIn(const Result<Response> &answer, ReleaseStorage storage)
{
    if (!answer)
        return tl::make_unexpected(answer.error());
    const Result<ObjectPage> page = readPage(answer->body);
    if (!page)
        return tl::make_unexpected(page.error());
    QHash<ReleaseKey, Listed> all;
    for (const KubeObject &object : page->items)
        if (const auto stored = readRevision(object, storage))
            all[stored->key].add(*stored, object);
    QList<UnsettledRelease> pending;
    for (auto one = all.begin(); one != all.end(); ++one) {
        if (std::none_of(one->revisions.cbegin(), one->revisions.cend(),
                         [](const RevisionEntry &entry) { return isPending(entry.status); }))
            continue;
        one->sort();
        pending.append({one.key(), one->revisions, one->operations});
    }
    return pending;
}

using UnsettledList = Result<QList<UnsettledRelease>>;

/// Of one namespace, or with "" of the whole cluster.
QFuture<UnsettledList> listUnsettled(Transport *transport, ReleaseStorage storage,
                                     const QString &namespaceName, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<UnsettledList>>();
    promise->start();
    const ResourceQuery query = releaseQuery(storage, namespaceName);
    Request list;
    list.path = query.path;
    list.query = query.selectors();
    list.accept = query.listAccept();
    onFinished(transport->get(list), owner, [=](const Result<Response> &answered) {
        onFinished(QtConcurrent::run(unsettledIn, answered, storage), owner,
                   [promise](const UnsettledList &found) {
                       promise->addResult(found);
                       promise->finish();
                   });
    });
    return promise->future();
}

void addUnsettled(UnsettledReleases &all, const UnsettledList &found)
{
    all.releases += found.value_or(QList<UnsettledRelease>());
    all.isAnyRead = all.isAnyRead || found;
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
    ResourceQuery query = releaseQuery(key.storage, key.namespaceName);
    query.labelSelector += QStringLiteral(",name=") + key.name;
    Request list;
    list.path = query.path;
    list.query = query.selectors();
    list.accept = query.listAccept();
    onFinished(transport->get(list), owner, [=](const Result<Response> &answered) {
        const Result<Listed> listed = revisionsIn(answered, key);
        if (!listed)
            return answer(promise, tl::make_unexpected(listed.error()));
        Request get;
        get.path = recordPath(key, listed->revisions.front().objectName);
        onFinished(transport->get(get), owner, [=](const Result<Response> &got) {
            onFinished(QtConcurrent::run(truthIn, got, key, *listed), owner,
                       [promise](Result<ReleaseTruth> truth) { answer(promise, std::move(truth)); });
        });
    });
    return promise->future();
}

QFuture<Result<ReleaseTruth>> readWayBack(Transport *transport, const ReleaseKey &key, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Result<ReleaseTruth>>>();
    promise->start();
    onFinished(readTruth(transport, key, owner), owner, [=](const Result<ReleaseTruth> &truth) {
        if (!truth)
            return answer(promise, truth);
        readTargets(transport, key, owner, *truth, promise);
    });
    return promise->future();
}

QFuture<UnsettledReleases> readUnsettled(Transport *transport, const UnsettledPlace &place, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<UnsettledReleases>>();
    promise->start();
    static constexpr std::array storages{ReleaseStorage::Secret, ReleaseStorage::ConfigMap};
    const auto all = std::make_shared<UnsettledReleases>();
    const auto open = std::make_shared<int>(int(storages.size()));
    const auto end = [=] {
        if (--*open > 0)
            return;
        std::sort(all->releases.begin(), all->releases.end(),
                  [](const UnsettledRelease &a, const UnsettledRelease &b) {
                      return std::tie(a.key.namespaceName, a.key.name) <
                             std::tie(b.key.namespaceName, b.key.name);
                  });
        promise->addResult(*all);
        promise->finish();
    };
    for (const ReleaseStorage storage : storages)
        onFinished(listUnsettled(transport, storage, place.only, owner), owner,
                   [=](const UnsettledList &found) {
                       addUnsettled(*all, found);
                       if (!found)
                           all->unread.append({storage, {}, found.error()});
                       const bool isForbidden = !found && found.error().code == Error::Code::Forbidden;
                       if (!isForbidden || !place.only.isEmpty() || place.instead.isEmpty())
                           return end();
                       const qsizetype unread = all->unread.size() - 1;
                       onFinished(listUnsettled(transport, storage, place.instead, owner), owner,
                                  [=](const UnsettledList &some) {
                                      addUnsettled(*all, some);
                                      if (some)
                                          all->unread[unread].except = place.instead;
                                      end();
                                  });
                   });
    return promise->future();
}

} // namespace chartroom
