// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_store.h"

#include "core/base/on_finished.h"
#include "core/helm/known_changes.h"
#include "core/helm/record_queue.h"
#include "core/helm/reference_cache.h"
#include "core/helm/release_situation.h"
#include "core/helm/revision_mirrors.h"
#include "core/helm/revision_table.h"
#include "core/helm/stored_revision.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto betweenDeltas = 100ms;

/// What was fetched of a release, so that nothing is fetched twice.
struct Fetched
{
    QString recordUid;
    QString recordVersion;
};

/// The user values of a deployed revision, while the newest one is pending.
struct DeployedValues
{
    QString uid;                         ///< of the revision
    std::optional<Result<Value>> values; ///< nothing while they are read
};

} // namespace

struct ReleaseStore::Private
{
    Private(ReleaseStore *store, Transport *transport, const Clock *clock, const QString &contextNamespace);

    void received(ReleaseStorage storage, const QList<ObjectEvent> &events);
    void sourceChanged(ReleaseStorage storage, RevisionMirror::State now);
    void wishFor(const ReleaseKey &key);
    void wishForDates(const Release &release);
    void fetched(const QList<FetchedRecord> &records);
    void keepRecord(Release &release, const StoredRecord &stored);
    void keepDate(const ReleaseKey &key, const StoredRecord &stored);
    void correct(const StoredRecord &stored);
    void recheck(const ReleaseKey &key);
    void compare(Release &release);
    void readDeployed(const ReleaseKey &key, const RevisionEntry &entry);
    void compared(const ReleaseKey &key, const QString &uid, int pinned, Divergence divergence);
    void touch(const ReleaseKey &key);
    void flush();
    void updateState();
    [[nodiscard]] State currentState() const;
    [[nodiscard]] bool isRead() const;

    ReleaseStore *q;
    RevisionMirrors sources;
    RecordQueue queue;
    RevisionTable table;
    QHash<ReleaseKey, Fetched> have;
    QHash<ReleaseKey, DeployedValues> deployed;
    QHash<ReleaseKey, QString> comparedOf; ///< uid of the revision that is, or is being, compared
    QSet<QString> dated;                   ///< uids of the revisions that wishForDates() has asked for
    ReferenceCache references;
    int pinning = 0; ///< counts what was pinned, so that no comparison with an older file is kept
    QSet<ReleaseKey> preferred;
    QSet<ReleaseStorage> complete; ///< kinds whose metadata was listed in full once
    QSet<ReleaseKey> published;    ///< what releasesChanged() has told
    QSet<ReleaseKey> dirty;
    QTimer flushTimer;
    QElapsedTimer sinceFlush;
    State state = State::Idle;
    QString toldProblem; ///< the last error's sentence when stateChanged() was last emitted
};

ReleaseStore::Private::Private(ReleaseStore *store, Transport *transport, const Clock *clock,
                               const QString &contextNamespace)
    : q(store)
    , sources(transport, clock, contextNamespace, nullptr)
    , queue(transport, nullptr)
{
    connect(&sources, &RevisionMirrors::eventsReceived, q,
            [this](ReleaseStorage storage, const QList<ObjectEvent> &events) { received(storage, events); });
    connect(&sources, &RevisionMirrors::stateChanged, q,
            [this](ReleaseStorage storage, RevisionMirror::State now) { sourceChanged(storage, now); });
    connect(&queue, &RecordQueue::fetched, q,
            [this](const QList<FetchedRecord> &records) { fetched(records); });
    connect(&queue, &RecordQueue::asked, q, [this](const ReleaseKey &key, const StoredRecord &stored) {
        keepDate(key, stored);
        correct(stored);
        updateState();
    });
    connect(&queue, &RecordQueue::stalledChanged, q, [this] { updateState(); });
    flushTimer.setSingleShot(true);
    connect(&flushTimer, &QTimer::timeout, q, [this] { flush(); });
}

void ReleaseStore::Private::received(ReleaseStorage storage, const QList<ObjectEvent> &events)
{
    const bool all = complete.contains(storage);
    const QSet<ReleaseKey> touched = table.apply(events, storage);
    for (const ReleaseKey &key : touched) {
        recheck(key);
        if (all || preferred.contains(key) || !table.find(key))
            wishFor(key);
        for (const RevisionEntry &entry : table.outdated(key))
            if (entry.uid != table.find(key)->newest().uid) // that one is wished for
                (void)queue.fetch(key, entry.objectName);
        touch(key);
    }
    updateState();
}

void ReleaseStore::Private::sourceChanged(ReleaseStorage storage, RevisionMirror::State now)
{
    if (sources.isListed(storage) && !complete.contains(storage)) {
        complete.insert(storage);
        for (const ReleaseKey &key : table.keys()) {
            if (key.storage == storage)
                wishFor(key);
        }
    }
    if (now == RevisionMirror::State::Live)
        queue.retryNow();
    updateState();
}

/// Asks for what this release lacks: the record of its newest revision, and revision 1 to compare it with.
void ReleaseStore::Private::wishFor(const ReleaseKey &key)
{
    Release *release = table.find(key);
    if (!release) {
        queue.forget(key, RecordUse::Newest);
        queue.forget(key, RecordUse::Reference);
        have.remove(key);
        deployed.remove(key);
        comparedOf.remove(key);
        references.forget(key);
        return;
    }
    wishForDates(*release);
    const Fetched &known = have[key];
    const ResourceQuery list = sources.listOf(key.storage, key.namespaceName);
    const RevisionEntry &newest = release->newest();
    if (known.recordUid != newest.uid || known.recordVersion != newest.resourceVersion)
        queue.want({key, RecordUse::Newest, newest, list});
    if (const RevisionEntry *first = references.missing(*release))
        queue.want({key, RecordUse::Reference, *first, list});
    else if ((!storedRevision(*release, 1) && !references.pinned(key)) ||
             comparedOf.value(key, comparedRevision(*release).uid) != comparedRevision(*release).uid)
        compare(*release); // it may have been there before, or another revision counts now
}

/// Of a pending revision below the newest people are told since when, as `helm history` tells it: once.
void ReleaseStore::Private::wishForDates(const Release &release)
{
    for (const RevisionEntry &entry : release.revisions) {
        const bool isAsked = entry.uid == release.newest().uid || dated.contains(entry.uid);
        if (!isPending(entry.status) || !entry.isSinceRough() || isAsked)
            continue;
        dated.insert(entry.uid);
        (void)queue.fetch(release.key, entry.objectName);
    }
}

void ReleaseStore::Private::fetched(const QList<FetchedRecord> &records)
{
    for (const FetchedRecord &got : records) {
        Release *release = table.find(got.key);
        if (!release)
            continue;
        const bool isNewest = got.use == RecordUse::Newest;
        if (isNewest && release->newest().uid != got.stored.uid)
            continue;
        if (isNewest)
            keepRecord(*release, got.stored);
        else
            references.keepFirst(got.key, got.stored);
        keepDate(got.key, got.stored);
        if (isNewest)
            recheck(got.key);
        else
            correct(got.stored);
        touch(got.key);
        release = table.find(got.key);
        if (release)
            compare(*release);
    }
    updateState();
}

void ReleaseStore::Private::keepRecord(Release &release, const StoredRecord &stored)
{
    Fetched &known = have[release.key];
    known.recordUid = stored.uid;
    known.recordVersion = stored.record ? stored.resourceVersion : release.newest().resourceVersion;
    if (stored.record) {
        release.record = *stored.record;
        release.recordProblem.clear();
    } else {
        release.record.reset();
        release.recordProblem = stored.record.error().message;
        release.divergence.reset();
    }
}

void ReleaseStore::Private::keepDate(const ReleaseKey &key, const StoredRecord &stored)
{
    if (stored.record && table.keepDeployed(key, stored.uid, stored.record->lastDeployed))
        touch(key);
}

/// The record counts where its labels say otherwise: another revision may be the newest then, or the release
/// another one.
void ReleaseStore::Private::correct(const StoredRecord &stored)
{
    const QSet<ReleaseKey> touched = table.correct(stored);
    for (const ReleaseKey &key : touched) {
        wishFor(key);
        touch(key);
    }
}

/// The record may have come before what is known of its object now.
void ReleaseStore::Private::recheck(const ReleaseKey &key)
{
    const Release *release = table.find(key);
    const Fetched known = have.value(key);
    if (!release || !release->record || known.recordUid != release->newest().uid ||
        known.recordVersion != release->newest().resourceVersion)
        return;
    correct({known.recordUid, known.recordVersion, *release->record});
    if (Release *now = table.find(key); now && now->newest().uid == known.recordUid)
        now->recordProblem = now->newest().contradiction;
}

/// The user values of comparedRevision() against the reference.
void ReleaseStore::Private::compare(Release &release)
{
    if (!release.record || have.value(release.key).recordUid != release.newest().uid)
        return;
    const std::optional<ReferenceCache::Reference> reference = references.of(release);
    if (!reference)
        return; // still to come
    if (!reference->from) {
        release.divergence = reference->unchanged;
        return;
    }
    const RevisionEntry &entry = comparedRevision(release);
    comparedOf.insert(release.key, entry.uid);
    Value values = release.record->userValues;
    if (entry.uid != release.newest().uid) {
        const DeployedValues known = deployed.value(release.key);
        if (known.uid != entry.uid)
            return readDeployed(release.key, entry);
        if (!known.values)
            return; // still to come
        if (!*known.values) {
            release.divergence = Divergence{{}, known.values->error().message, {}};
            return touch(release.key);
        }
        values = **known.values;
    } else if (!release.record->hasUserValues) {
        release.divergence = Divergence{{}, tr("The values of the newest revision were not recorded."), {}};
        return;
    }
    onFinished(QtConcurrent::run(knownChanges, *reference->from, values), q,
               [this, key = release.key, uid = release.newest().uid, of = entry.uid, pinned = pinning,
                divergence = reference->unchanged](KnownChanges &&found) {
                   if (comparedOf.value(key) == of)
                       compared(key, uid, pinned,
                                {divergence.reference, {}, std::move(found.changes), found.unknown});
               });
}

/// Seldom needed, and so by itself.
void ReleaseStore::Private::readDeployed(const ReleaseKey &key, const RevisionEntry &entry)
{
    deployed.insert(key, {entry.uid, {}});
    onFinished(queue.fetch(key, entry.objectName), q,
               [this, key, uid = entry.uid, revision = entry.revision](const Result<ReleaseRecord> &record) {
                   const auto asked = deployed.find(key);
                   if (asked == deployed.end() || asked->uid != uid)
                       return;
                   const QString why =
                       tr("The values of revision %1, which is deployed, are unknown: %2")
                           .arg(QString::number(revision),
                                record ? tr("They were not recorded.") : record.error().message);
                   asked->values = record && record->hasUserValues
                                       ? Result<Value>(record->userValues)
                                       : failure(record ? Error::Code::NotFound : record.error().code, why);
                   if (Release *release = table.find(key))
                       compare(*release);
               });
}

void ReleaseStore::Private::compared(const ReleaseKey &key, const QString &uid, int pinned,
                                     Divergence divergence)
{
    Release *release = table.find(key);
    if (!release || release->newest().uid != uid || pinned != pinning)
        return;
    release->divergence = std::move(divergence);
    touch(key);
}

void ReleaseStore::Private::touch(const ReleaseKey &key)
{
    dirty.insert(key);
    if (flushTimer.isActive())
        return;
    const auto past = sinceFlush.isValid() ? std::chrono::milliseconds(sinceFlush.elapsed()) : betweenDeltas;
    flushTimer.start(std::max(betweenDeltas - past, std::chrono::milliseconds(0)));
}

void ReleaseStore::Private::flush()
{
    flushTimer.stop();
    ReleaseDelta delta;
    for (const ReleaseKey &key : std::as_const(dirty)) {
        const bool exists = table.find(key) != nullptr;
        if (exists)
            (published.contains(key) ? delta.changed : delta.added).append(key);
        else if (published.contains(key))
            delta.removed.append(key);
    }
    dirty.clear();
    for (const ReleaseKey &key : std::as_const(delta.added))
        published.insert(key);
    for (const ReleaseKey &key : std::as_const(delta.removed))
        published.remove(key);
    sinceFlush.start();
    if (!delta.isEmpty())
        Q_EMIT q->releasesChanged(delta);
}

ReleaseStore::State ReleaseStore::Private::currentState() const
{
    switch (sources.state()) {
    case RevisionMirror::State::Idle:
        return State::Idle;
    case RevisionMirror::State::Denied:
        return State::Denied;
    case RevisionMirror::State::Failed:
        return State::Failed;
    case RevisionMirror::State::Reconnecting:
        return State::Reconnecting;
    case RevisionMirror::State::Connecting:
        return table.isEmpty() ? State::Connecting : State::Partial;
    case RevisionMirror::State::Live:
        break;
    }
    return isRead() ? State::Complete : State::Partial;
}

bool ReleaseStore::Private::isRead() const
{
    const auto isAskedFor = [this](ReleaseStorage storage) {
        return complete.contains(storage) || !sources.isListed(storage);
    };
    return sources.isListed() && isAskedFor(ReleaseStorage::Secret) &&
           isAskedFor(ReleaseStorage::ConfigMap) && queue.count(RecordUse::Newest) == 0;
}

void ReleaseStore::Private::updateState()
{
    const State now = currentState();
    const QString problem = q->lastError().message;
    if (now == state && problem == toldProblem)
        return;
    if (now == State::Complete)
        flush(); // whoever hears of Complete finds every row
    state = now;
    toldProblem = problem;
    Q_EMIT q->stateChanged();
}

ReleaseStore::ReleaseStore(Transport *transport, const Clock *clock, const QString &contextNamespace,
                           QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, transport, clock, contextNamespace))
{}

ReleaseStore::~ReleaseStore() = default;

void ReleaseStore::start()
{
    d->sources.start();
    d->updateState();
}

void ReleaseStore::stop()
{
    d->sources.stop();
    d->queue.clear();
    for (const ReleaseKey &key : d->table.keys())
        d->dirty.insert(key);
    d->table.clear();
    d->have.clear();
    d->deployed.clear();
    d->comparedOf.clear();
    d->dated.clear();
    d->references.clear();
    d->complete.clear();
    d->flush();
    d->updateState();
}

void ReleaseStore::retryNow()
{
    d->sources.retryNow();
    d->queue.retryNow();
}

ReleaseStore::State ReleaseStore::state() const
{
    return d->state;
}

bool ReleaseStore::isRead() const
{
    return d->isRead();
}

const Error &ReleaseStore::lastError() const
{
    const Error *problem = d->sources.problem();
    return problem ? *problem : d->queue.lastError();
}

bool ReleaseStore::hasNews() const
{
    return std::any_of(d->dirty.cbegin(), d->dirty.cend(), [this](const ReleaseKey &key) {
        return find(key) || d->published.contains(key); // not one that came and went between two tellings
    });
}

QDateTime ReleaseStore::lastContact() const
{
    return d->sources.lastContact();
}

QStringList ReleaseStore::notices() const
{
    return d->sources.notices() + d->references.problems(d->table.keys());
}

bool ReleaseStore::hides(ReleaseStorage storage, const QString &namespaceName) const
{
    return d->sources.hides(storage, namespaceName);
}

void ReleaseStore::setReferences(const QList<PinnedReference> &pinned)
{
    if (!d->references.pin(pinned))
        return;
    ++d->pinning;
    for (const ReleaseKey &key : d->table.keys()) {
        d->wishFor(key);
        d->compare(*d->table.find(key));
        d->touch(key);
    }
    Q_EMIT stateChanged();
}

std::optional<PinnedReference> ReleaseStore::pinnedReference(const ReleaseKey &key) const
{
    return d->references.pinned(key);
}

QList<ReleaseKey> ReleaseStore::keys() const
{
    return d->table.keys();
}

const Release *ReleaseStore::find(const ReleaseKey &key) const
{
    return std::as_const(d->table).find(key);
}

void ReleaseStore::prefer(const QList<ReleaseKey> &visible)
{
    d->preferred = QSet<ReleaseKey>(visible.cbegin(), visible.cend());
    d->queue.prefer(visible);
    for (const ReleaseKey &key : visible)
        d->wishFor(key);
}

QFuture<Result<ReleaseRecord>> ReleaseStore::record(const ReleaseKey &key, int revision)
{
    const Release *release = find(key);
    const RevisionEntry *entry = release ? storedRevision(*release, revision) : nullptr;
    if (!entry && release && revision > release->newest().revision)
        return readyFuture(Result<ReleaseRecord>(
            failure(Error::Code::NotFound, tr("Revision %1 of %2 does not exist: the newest is %3.")
                                               .arg(QString::number(revision), key.name,
                                                    QString::number(release->newest().revision)))));
    if (!entry)
        return readyFuture(Result<ReleaseRecord>(
            failure(Error::Code::NotFound,
                    tr("Revision %1 of %2 is no longer in the history.").arg(revision).arg(key.name))));
    return record(key, *entry);
}

const RevisionEntry *ReleaseStore::entry(const QString &uid) const
{
    return d->table.entryOf(uid);
}

QFuture<Result<ReleaseRecord>> ReleaseStore::record(const ReleaseKey &key, const RevisionEntry &entry)
{
    const Release *release = find(key);
    const Fetched known = d->have.value(key);
    if (release && release->record && known.recordUid == entry.uid &&
        known.recordVersion == entry.resourceVersion)
        return readyFuture(Result<ReleaseRecord>(*release->record));
    return d->queue.fetch(key, entry.objectName);
}

} // namespace chartroom
