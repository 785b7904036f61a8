// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/reflector.h"

#include "core/kube/backoff.h"
#include "core/kube/event_batches.h"
#include "core/kube/guarded_watch.h"
#include "core/kube/object_mirror.h"
#include "core/kube/paged_list.h"
#include "core/kube/server_status.h"

#include <QRandomGenerator>
#include <QTimer>

namespace chartroom {

using namespace std::chrono_literals;

struct Reflector::Private
{
    Private(Reflector *reflector, Transport *t, ResourceQuery r, const Clock *c, ReflectorTiming ti);

    void connectNow();
    void beginList();
    void takeLines(const QList<QByteArray> &lines);
    [[nodiscard]] bool takeLine(const QByteArray &line);
    void takeObjects(const QList<ObjectEvent> &events, const QString &version);
    void watchEnded(const Error &error, bool ordinary);
    void watchFailed(const Error &error);
    void listFinished(const QString &version);
    void listFailed(const Error &error);
    void listAgain(QString version);
    void failed(const Error &error);
    void wait(std::chrono::milliseconds delay);
    void contact();
    void setState(State next, const Error &error = {});

    Reflector *q;
    Transport *transport;
    ResourceQuery query;
    const Clock *clock;
    ReflectorTiming timing;
    QRandomGenerator random;
    Backoff backoff;
    ObjectMirror mirror;
    EventBatches batches;
    PagedList *list;
    GuardedWatch *watch;
    QTimer retry; ///< until the next try

    State state = State::Idle;
    Error lastError;
    QDateTime lastContact;
    bool running = false;
    bool synced = false;
    bool listPaused = false;  ///< failed half-way; goes on where it was
    bool isOnLongWay = false; ///< of a recording; its parts are passed on as they come
    bool isTold = false;      ///< what is known: by the watch, which remembers it instead of the mirror
    bool progress = true;     ///< the server said something new since the last list
    QString resourceVersion;  ///< of the newest thing applied; "" asks for a list first
    QString listVersion;      ///< of the last complete list
    QString notOlderThan;     ///< for that list
    QString damagedAt;        ///< resource version at which a line was unreadable before
};

Reflector::Private::Private(Reflector *reflector, Transport *t, ResourceQuery r, const Clock *c,
                            ReflectorTiming ti)
    : q(reflector)
    , transport(t)
    , query(std::move(r))
    , clock(c)
    , timing(ti)
    , random(ti.seed ? ti.seed : QRandomGenerator::global()->generate())
    , backoff(ti.backoff, random.generate())
    , batches(ti, [reflector](const QList<ObjectEvent> &events) { Q_EMIT reflector->eventsReceived(events); })
    , list(new PagedList(t, query, reflector))
    , watch(new GuardedWatch(t, query, c, timing, random.generate(), reflector))
{
    retry.setSingleShot(true);
    retry.setTimerType(Qt::PreciseTimer); // a coarse one can be early, and Retry-After is a lower bound
    connect(&retry, &QTimer::timeout, q, [this] { connectNow(); });
    connect(list, &PagedList::pageRead, q, [this](const QList<KubeObject> &items) {
        if (!synced)
            setState(State::Listing);
        batches.passOn(mirror.applyPage(items));
    });
    connect(list, &PagedList::sizeKnown, q, [this](qsizetype count) {
        mirror.reserve(count);
        Q_EMIT q->sizeKnown(count);
    });
    connect(list, &PagedList::restarted, q, [this] { beginList(); });
    connect(list, &PagedList::finished, q, [this](const QString &version) { listFinished(version); });
    connect(list, &PagedList::failed, q, [this](const Error &error) { listFailed(error); });
    connect(watch, &GuardedWatch::opened, q, [this] {
        contact();
        setState(State::Live);
    });
    connect(watch, &GuardedWatch::linesReceived, q,
            [this](const QList<QByteArray> &lines) { takeLines(lines); });
    connect(watch, &GuardedWatch::objectsReceived, q,
            [this](const auto &events, const QString &version) { takeObjects(events, version); });
    connect(watch, &GuardedWatch::proved, q, [this] { contact(); });
    connect(watch, &GuardedWatch::ended, q,
            [this](const Error &error, bool ordinary) { watchEnded(error, ordinary); });
}

void Reflector::Private::connectNow()
{
    if (std::exchange(isOnLongWay, false))
        resourceVersion.clear(); // what was told of a way not gone to its end belongs to no moment
    if (!resourceVersion.isEmpty()) {
        watch->open(resourceVersion);
        return;
    }
    if (state == State::Idle)
        setState(synced ? State::Reconnecting : State::Listing);
    if (std::exchange(listPaused, false)) {
        list->resume();
        return;
    }
    beginList();
    list->begin(notOlderThan);
}

void Reflector::Private::beginList()
{
    if (std::exchange(isTold, false))
        mirror.recall(watch->told()());
    mirror.beginList();
}

void Reflector::Private::listFinished(const QString &version)
{
    resourceVersion = version;
    listVersion = version;
    progress = false;
    synced = true;
    contact();
    batches.passOn(mirror.endList());
    if (running)
        Q_EMIT q->synced();
    if (running)
        watch->open(resourceVersion);
}

void Reflector::Private::listFailed(const Error &error)
{
    if (error.code == Error::Code::Gone || isTooLargeResourceVersion(error))
        notOlderThan.clear();
    else
        listPaused = true;
    // A second 404 in a row from a list once seen: the kind is gone, and its objects with it.
    if (error.code == Error::Code::NotFound && state == State::Missing && mirror.size() > 0) {
        beginList();
        batches.passOn(mirror.endList());
    }
    if (running)
        failed(error);
}

void Reflector::Private::takeLines(const QList<QByteArray> &lines)
{
    for (const QByteArray &line : lines)
        if (!takeLine(line))
            return;
    contact();
}

/// Only a recording tells objects, and tells only what differs. A short way comes at once, with a version,
/// and waits for the next batch like any news. A long one comes in parts, and they are passed on like the
/// pages of a list.
void Reflector::Private::takeObjects(const QList<ObjectEvent> &events, const QString &version)
{
    progress = true;
    if (!version.isEmpty())
        resourceVersion = version;
    if (!std::exchange(isTold, true))
        mirror.forget();
    contact();
    const bool goesOn = version.isEmpty();
    if (std::exchange(isOnLongWay, goesOn) || goesOn)
        return batches.passOn(events);
    batches.append(events);
}

/// False when the line ended this watch.
bool Reflector::Private::takeLine(const QByteArray &text)
{
    Result<WatchLine> line = readWatchLine(text);
    if (!line || line->kind == WatchLine::Kind::Error) {
        watch->close();
        if (line) {
            watchFailed(line->error);
        } else if (std::exchange(damagedAt, resourceVersion) == resourceVersion) {
            listAgain({}); // the same event again: only a list gets past it
        } else {
            failed(line.error());
        }
        return false;
    }
    progress = true;
    resourceVersion = line->object.resourceVersion;
    if (line->kind != WatchLine::Kind::Bookmark) { // which moves only the resource version (fault 15)
        using Type = ObjectEvent::Type;
        const Type type = line->kind == WatchLine::Kind::Deleted ? Type::Deleted : Type::Modified;
        batches.append(mirror.apply({ObjectEvent{type, std::move(line->object)}}));
    }
    return true;
}

void Reflector::Private::watchEnded(const Error &error, bool ordinary)
{
    if (ordinary)
        connectNow();
    else if (error.code == Error::Code::Cancelled)
        failed(
            {Error::Code::Unreachable, tr("The API server ended the watch immediately; retrying."), {}, {}});
    else
        watchFailed(error);
}

void Reflector::Private::watchFailed(const Error &error)
{
    switch (error.code) {
    case Error::Code::Gone: // asked for that version once and got nowhere: the newest is what is left
        listAgain(progress || notOlderThan.isEmpty() ? resourceVersion : QString());
        break;
    case Error::Code::TooLarge: // one event over our cap; a list has more room
    case Error::Code::Invalid:
        listAgain({});
        break;
    default:
        if (isTooLargeResourceVersion(error))
            listAgain({});
        else
            failed(error);
    }
}

void Reflector::Private::listAgain(QString version)
{
    resourceVersion.clear();
    notOlderThan = std::move(version);
    listPaused = false;
    setState(State::Reconnecting);
    if (std::exchange(progress, false))
        connectNow();
    else
        wait(backoff.next(clock->elapsed()));
}

void Reflector::Private::failed(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unauthorized:
    case Error::Code::Forbidden:
    case Error::Code::NeedsConsent:
        setState(State::Denied, error);
        wait(timing.deniedRetry);
        break;
    case Error::Code::NotFound:
        setState(State::Missing, error);
        resourceVersion.clear();
        notOlderThan.clear();
        listPaused = false;
        wait(timing.deniedRetry);
        break;
    default:
        setState(State::Reconnecting, error);
        wait(error.retryAfter > 0ms ? std::min(error.retryAfter, timing.retryAfterCap)
                                    : backoff.next(clock->elapsed()));
    }
}

void Reflector::Private::wait(std::chrono::milliseconds delay)
{
    if (running)
        retry.start(delay);
}

void Reflector::Private::contact()
{
    lastContact = clock->now();
}

void Reflector::Private::setState(State next, const Error &error)
{
    const bool changed = state != next || lastError.message != error.message;
    state = next;
    lastError = error;
    if (changed)
        Q_EMIT q->stateChanged();
}

Reflector::Reflector(Transport *transport, ResourceQuery query, const Clock *clock, QObject *parent)
    : Reflector(transport, std::move(query), clock, ReflectorTiming(), parent)
{}

Reflector::Reflector(Transport *transport, ResourceQuery query, const Clock *clock, ReflectorTiming timing,
                     QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, transport, std::move(query), clock, timing))
{}

Reflector::~Reflector()
{
    d->running = false;
    d->list->cancel();
    d->watch->close();
}

void Reflector::start()
{
    if (std::exchange(d->running, true))
        return;
    d->batches.resume();
    d->connectNow();
}

void Reflector::stop()
{
    if (!std::exchange(d->running, false))
        return;
    d->retry.stop();
    d->batches.hold();
    d->list->cancel();
    d->listPaused = false;
    d->watch->close();
    d->setState(State::Idle);
}

void Reflector::retryNow()
{
    if (d->retry.isActive()) {
        d->retry.stop();
        d->connectNow();
    }
}

Reflector::State Reflector::state() const
{
    return d->state;
}

const Error &Reflector::lastError() const
{
    return d->lastError;
}

QDateTime Reflector::lastContact() const
{
    return d->lastContact;
}

bool Reflector::hasSynced() const
{
    return d->synced;
}

QString Reflector::listVersion() const
{
    return d->listVersion;
}

const ResourceQuery &Reflector::query() const
{
    return d->query;
}

bool Reflector::hasNews() const
{
    return !d->batches.isEmpty();
}

quint64 Reflector::mergedEvents() const
{
    return d->batches.merged();
}

} // namespace chartroom
