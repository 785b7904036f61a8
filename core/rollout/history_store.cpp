// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/history_store.h"

#include "core/base/free_soon.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/kube/paged_list.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/upgrade_event.h"

#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// A label that changed while nobody looked for longer than this changed at a time that is not known.
constexpr auto longestBlink = 10s;

/// An hour of a big cluster's Events may be long; nobody waits longer for it.
constexpr auto longestWait = 5s;

ResourceQuery eventsOf(DriverKind kind)
{
    return {QStringLiteral("/api/v1/events"),
            {},
            QStringLiteral("reason=") + driverKeys(kind).eventReason,
            false,
            500};
}

using Told = QHash<TrackKey, QList<ToldLabel>>;

Told toldBy(const QList<KubeObject> &events)
{
    Told told;
    for (const KubeObject &event : events) {
        if (const auto read = readUpgradeEvent(event))
            told[read->key] += read->labels;
    }
    return told;
}

/// What is another one, came or went: wound back, a node may have had no history yet.
QList<TrackKey> changesBetween(const RolloutHistory &old, const RolloutHistory &fresh)
{
    QList<TrackKey> changed;
    for (auto node = fresh.nodes().cbegin(); node != fresh.nodes().cend(); ++node) {
        const auto known = old.nodes().constFind(node.key());
        if (known == old.nodes().cend() || *known != *node)
            changed << node.key();
    }
    for (auto node = old.nodes().cbegin(); node != old.nodes().cend(); ++node) {
        if (!fresh.nodes().contains(node.key()))
            changed << node.key();
    }
    return changed;
}

} // namespace

struct HistoryStore::Private
{
    /// One driver's Events, page by page.
    struct Reading
    {
        DriverKind kind;
        std::unique_ptr<PagedList> list;
        Told told;
        int parsing = 0; ///< pages on the pool
        bool isListed = false;
        bool isOver = true;
    };

    Private(Transport *kube, HistorySource *past, const Clock *wallClock, HistoryStore *owner)
        : transport(kube)
        , source(past)
        , clock(wallClock)
        , q(owner)
    {}

    void ask();
    void compare(const RolloutHistory &fresh);
    void take(RolloutHistory fresh, const QList<TrackKey> &changed);
    void readEvents();
    void begin(Reading &reading);
    void parse(Reading &reading, const QList<KubeObject> &page);
    void finish(Reading &reading);
    void giveUp();

    Transport *transport;
    HistorySource *source;
    const Clock *clock;
    RolloutHistory history;
    QDateTime lastLook;
    QDateTime changedAt; ///< of the batch under way; invalid: not known
    bool isStarted = false;
    bool isAsking = false;
    bool isAskedAgain = false;
    bool knowsNodes = false;
    std::vector<std::unique_ptr<Reading>> readings;
    QTimer wait;
    QString notice;
    HistoryStore *q;
};

HistoryStore::HistoryStore(Transport *transport, HistorySource *source, const Clock *clock, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(transport, source, clock, this))
{
    d->wait.setSingleShot(true);
    connect(&d->wait, &QTimer::timeout, this, [this] { d->giveUp(); });
    if (source)
        connect(source, &HistorySource::moved, this, [this] { d->ask(); });
}

HistoryStore::~HistoryStore() = default;

void HistoryStore::start()
{
    d->isStarted = true;
    if (d->source)
        d->ask();
}

void HistoryStore::stop()
{
    d->isStarted = false;
    d->knowsNodes = false;
    d->readings.clear();
    d->wait.stop();
}

/// One question at a time; the newest moment wins.
void HistoryStore::Private::ask()
{
    if (!isStarted)
        return;
    isAskedAgain = isAsking;
    if (std::exchange(isAsking, true))
        return;
    onFinished(source->until(clock->now()), q, [this](const RolloutHistory &fresh) { compare(fresh); });
}

/// Thousands of nodes, each with all its steps: on the pool.
void HistoryStore::Private::compare(const RolloutHistory &fresh)
{
    const auto compared = QtConcurrent::run(changesBetween, history, fresh);
    onFinished(compared, q, [this, fresh](const QList<TrackKey> &changed) { take(fresh, changed); });
}

void HistoryStore::Private::take(RolloutHistory fresh, const QList<TrackKey> &changed)
{
    isAsking = false;
    std::swap(history, fresh);
    freeSoon(std::move(fresh)); // which is the old one now
    if (!changed.isEmpty())
        Q_EMIT q->changed(changed);
    if (std::exchange(isAskedAgain, false))
        ask();
    else
        Q_EMIT q->ready();
}

void HistoryStore::nodesAreKnown()
{
    if (!d->isStarted || std::exchange(d->knowsNodes, true))
        return;
    d->readEvents();
}

void HistoryStore::Private::readEvents()
{
    if (source || !isStarted || history.nodes().isEmpty())
        return;
    readings.clear();
    for (const DriverKind kind : {DriverKind::Gpu, DriverKind::InfiniBand}) {
        const QString component = componentText(kind);
        const auto &nodes = history.nodes();
        const bool isDriven = std::any_of(nodes.keyBegin(), nodes.keyEnd(),
                                          [&](const TrackKey &key) { return key.component == component; });
        if (!isDriven)
            continue;
        readings.push_back(std::make_unique<Reading>());
        readings.back()->kind = kind;
        begin(*readings.back());
    }
    wait.start(longestWait);
}

void HistoryStore::Private::begin(Reading &reading)
{
    reading.isOver = false;
    reading.list = std::make_unique<PagedList>(transport, eventsOf(reading.kind), nullptr);
    PagedList *list = reading.list.get();
    connect(list, &PagedList::pageRead, list, [this, &reading](const auto &page) { parse(reading, page); });
    connect(list, &PagedList::restarted, list, [&reading] { reading.told.clear(); });
    connect(list, &PagedList::finished, list, [this, &reading] {
        reading.isListed = true;
        finish(reading);
    });
    connect(list, &PagedList::failed, list, [this, &reading](const Error &error) {
        const bool isOffered = error.code != Error::Code::NotFound && error.code != Error::Code::Unsupported;
        if (isOffered)
            notice = tr("The history of the nodes is unknown: %1").arg(error.message);
        reading.isListed = true;
        finish(reading);
    });
    list->begin({});
}

void HistoryStore::Private::parse(Reading &reading, const QList<KubeObject> &page)
{
    ++reading.parsing;
    onFinished(QtConcurrent::run(toldBy, page), reading.list.get(), [this, &reading](const Told &told) {
        --reading.parsing;
        for (auto one = told.cbegin(); one != told.cend(); ++one)
            reading.told[one.key()] += one.value();
        finish(reading);
    });
}

void HistoryStore::Private::finish(Reading &reading)
{
    if (!reading.isListed || reading.parsing > 0 || std::exchange(reading.isOver, true))
        return;
    const std::chrono::milliseconds skew = transport->clockSkew();
    QList<TrackKey> changed;
    for (auto one = reading.told.begin(); one != reading.told.end(); ++one) {
        for (ToldLabel &label : one.value())
            label.moveBy(-skew);
        if (history.tell(one.key(), one.value(), lastLook))
            changed << one.key();
    }
    reading.told.clear();
    if (!changed.isEmpty())
        Q_EMIT q->changed(changed);
    if (q->isReady())
        Q_EMIT q->ready();
}

void HistoryStore::Private::giveUp()
{
    if (!q->isReady())
        notice = tr("The operators' Events are many or slow; the start times of steps appear later.");
    Q_EMIT q->ready();
}

bool HistoryStore::isReady() const
{
    if (d->source)
        return !d->isAsking;
    const bool isRead = std::all_of(d->readings.begin(), d->readings.end(),
                                    [](const auto &reading) { return reading->isOver; });
    return isRead || !d->wait.isActive();
}

QStringList HistoryStore::notices() const
{
    return d->notice.isEmpty() ? QStringList() : QStringList(d->notice);
}

void HistoryStore::look()
{
    const QDateTime now = d->clock->now();
    const std::chrono::milliseconds away = d->lastLook.isValid() ? timeBetween(d->lastLook, now) : -1ms;
    const bool wasLooking = away >= 0ms && away <= longestBlink;
    if (!wasLooking && d->knowsNodes) // the Events may tell what was missed
        QTimer::singleShot(0, this, [this] { d->readEvents(); });
    d->lastLook = now;
    d->changedAt = wasLooking ? now : QDateTime();
}

void HistoryStore::keepLooking()
{
    d->lastLook = d->clock->now();
}

void HistoryStore::see(const Sighting &sighting, bool isFirst)
{
    if (d->source)
        return;
    if (isFirst)
        d->history.forget(sighting.key);
    const bool isExact = !isFirst && d->changedAt.isValid();
    d->history.see(sighting, d->lastLook, isExact);
}

void HistoryStore::forget(const TrackKey &key)
{
    if (!d->source)
        d->history.lose(key, d->clock->now());
}

const RolloutHistory &HistoryStore::all() const
{
    return d->history;
}

const NodeHistory &HistoryStore::node(const TrackKey &key) const
{
    return d->history.node(key);
}

} // namespace chartroom
