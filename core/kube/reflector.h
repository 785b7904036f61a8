// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/object.h"
#include "core/kube/reflector_timing.h"
#include "core/kube/resource_query.h"
#include "core/kube/transport.h"

#include <memory>

namespace chartroom {

/// Mirrors one list of the API: chunked list, then a watch with bookmarks; resumes after a cut, lists again
/// after 410 without emptying, honours Retry-After, backs off 0.8-30 s with jitter. What it emits is always a
/// difference to what it emitted before, so a listener that applies every event has the server's list. Stops
/// for good only on stop() or destruction; after a 403 or 401 it keeps what it has, says so, and tries again
/// every 30 s. A connection that is dead without a sign is found by a small request after 20 s of silence
/// (fault 7). WatchList (sendInitialEvents) is not used, so a server without it is no case (fault 16).
class Reflector : public QObject
{
    Q_OBJECT
public:
    enum class State {
        Idle,         ///< before start() and after stop()
        Listing,      ///< first list under way, pages are being emitted
        Live,         ///< watch open
        Reconnecting, ///< cut; what was emitted stays and grows old
        Denied,       ///< 401 or 403; see lastError()
        Missing,      ///< 404: the kind is not served by this cluster (yet)
    };
    Q_ENUM(State)

    Reflector(Transport *transport, ResourceQuery query, const Clock *clock, QObject *parent = nullptr);
    Reflector(Transport *transport, ResourceQuery query, const Clock *clock, ReflectorTiming timing,
              QObject *parent = nullptr);
    ~Reflector() override;

    void start();
    void stop();
    /// Tries at once instead of waiting for the back-off.
    void retryNow();

    [[nodiscard]] State state() const;
    [[nodiscard]] const Error &lastError() const;
    /// When the server last proved this list to be current (list done, watch opened, event, bookmark, probe
    /// answered); null before the first time.
    [[nodiscard]] QDateTime lastContact() const;
    [[nodiscard]] bool hasSynced() const;
    /// The resource version of the last complete list; "" before the first.
    [[nodiscard]] QString listVersion() const;
    [[nodiscard]] const ResourceQuery &query() const;
    /// Events are there that go out with the next batch.
    [[nodiscard]] bool hasNews() const;
    /// Live events that a later one of the same object overtook before they were passed on (fault 21).
    [[nodiscard]] quint64 mergedEvents() const;

Q_SIGNALS:
    /// Before a page of a long list: how many objects this page and those behind it hold, about. For whoever
    /// keeps them: a table that grows with 50,000 objects in it holds the event loop.
    void sizeKnown(qsizetype count);
    /// Batches in the server's order, at most one every 100 ms while live (one of more than 250 events comes
    /// in parts, one each turn of the event loop); each page of the first list is one batch. A batch speaks
    /// of an object once.
    void eventsReceived(const QList<chartroom::ObjectEvent> &events);
    /// The first list, or a later one after 410, is complete.
    void synced();
    void stateChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace chartroom
