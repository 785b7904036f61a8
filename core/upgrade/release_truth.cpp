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

/// Those that are pending and of which only the object's date is known.
QStringList undated(const QList<RevisionEntry> &revisions)
{
    QStringList names;
    for (const RevisionEntry &entry : revisions)
        if (isPending(entry.status) && entry.isSinceRough())
            names.append(entry.objectName);
    return names;
}

struct Dated
{
    QDateTime deployed;    ///< null where it cannot be told
    bool isSilent = false; ///< the cluster does not answer: the others are not asked for
};

Dated datedIn(const Result<Response> &answer, ReleaseStorage storage)
{
    if (!answer)
        return {{},
                answer.error().code == Error::Code::Timeout ||
                    answer.error().code == Error::Code::Unreachable};
    const Result<ReleaseRecord> record = decodeReleaseObject(answer->body, storage);
    return {record ? record->lastDeployed : QDateTime(), false};
}

/// One by one: there are few.
void dateNext(Transport *transport, const ReleaseKey &key, QObject *owner, QList<RevisionEntry> revisions,
              QStringList names, const std::shared_ptr<QPromise<QList<RevisionEntry>>> &promise)
{
    if (names.isEmpty()) {
        promise->addResult(std::move(revisions));
        promise->finish();
        return;
    }
    const QString name = names.takeFirst();
    Request get;
    get.path = recordPath(key, name);
    onFinished(transport->get(get), owner, [=](const Result<Response> &got) {
        onFinished(QtConcurrent::run(datedIn, got, key.storage), owner, [=](const Dated &dated) {
            QList<RevisionEntry> known = revisions;
            for (RevisionEntry &entry : known)
                if (entry.objectName == name)
                    entry.date.deployed = dated.deployed;
            dateNext(transport, key, owner, known, dated.isSilent ? QStringList() : names, promise);
        });
    });
}

/// With the moments of their records, which `helm history` shows, for those that are pending. Where a record
/// cannot be read the date of its object stays.
QFuture<QList<RevisionEntry>> withDates(Transport *transport, const ReleaseKey &key,
                                        const QList<RevisionEntry> &revisions, QObject *owner)
{
    const auto promise = std::make_shared<QPromise<QList<RevisionEntry>>>();
    promise->start();
    dateNext(transport, key, owner, revisions, undated(revisions), promise);
    return promise->future();
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

using UnsettledPromise = std::shared_ptr<QPromise<UnsettledReleases>>;

/// Release by release.
void dateUnsettled(Transport *transport, QObject *owner, const std::shared_ptr<UnsettledReleases> &all,
                   qsizetype next, const UnsettledPromise &promise)
{
    if (next >= all->releases.size()) {
        promise->addResult(*all);
        promise->finish();
        return;
    }
    const UnsettledRelease &one = all->releases[next];
    onFinished(withDates(transport, one.key, one.revisions, owner), owner,
               [=](const QList<RevisionEntry> &dated) {
                   all->releases[next].revisions = dated;
                   dateUnsettled(transport, owner, all, next + 1, promise);
               });
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
        onFinished(withDates(transport, key, truth->revisions, owner), owner,
                   [=](const QList<RevisionEntry> &dated) {
                       ReleaseTruth known = *truth;
                       known.revisions = dated;
                       readTargets(transport, key, owner, known, promise);
                   });
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
        dateUnsettled(transport, owner, all, 0, promise);
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
