// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/moments.h"
#include "core/base/result.h"
#include "core/kube/object.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>
#include <QUrlQuery>

#include <chrono>
#include <functional>
#include <optional>

namespace chartroom {

/// A read of the API: a path below the server's address with its query. Transports only read.
struct Request
{
    QString path; ///< "/api/v1/nodes"
    QUrlQuery query;
    QByteArray accept = "application/json";
    std::chrono::milliseconds timeout{
        std::chrono::seconds(30)};         ///< without a byte; a watch sets its idle limit
    qint64 maxBytes = 256LL * 1024 * 1024; ///< of the body after decompression
    ObjectReader reader = nullptr;         ///< for objectsReceived()
};

struct Response
{
    int status = 0;
    QByteArray body; ///< complete: length and gzip trailer were checked
    QByteArray contentType;
    std::optional<QDateTime> serverDate; ///< the Date header, UTC
    qint64 wireBytes = 0;                ///< body bytes as they came over the wire
};

/// The lines of one watch. Owned by its requester; deleting it or `stop()` ends the request.
class WatchStream : public QObject
{
    Q_OBJECT
public:
    /// The objects that its reader has been told of so far, without their JSON; made when it is called, on
    /// any thread.
    using ToldObjects = std::function<QList<KubeObject>()>;

    using QObject::QObject;
    virtual void stop() = 0;
    /// Of a stream that tells objects.
    [[nodiscard]] virtual ToldObjects told() const { return {}; }

Q_SIGNALS:
    /// The server accepted the watch; no event need have come yet.
    void opened(const QDateTime &serverDate);
    /// Whole lines, each one JSON watch event without the newline.
    void linesReceived(const QList<QByteArray> &lines);
    /// The same from a transport that has the objects at hand. `resourceVersion`: the reader has all up to
    /// there; "" while more is to come.
    void objectsReceived(const QList<chartroom::ObjectEvent> &events, const QString &resourceVersion);
    /// Exactly once. Code Cancelled: the stream ended cleanly (server's watch timeout, or stop()).
    void stopped(const chartroom::Error &error);
};

/// A stream that ends with `error` in the next turn of the event loop.
[[nodiscard]] WatchStream *refusedStream(const Error &error, QObject *parent);

/// How far a server's clock is ahead of ours, by the Date header of an answer that came at `ours`; `known` is
/// what the answers before told. A header is cut off to the second and older than its arrival: what is less
/// than two seconds from that, or from none, is the same. A rollout and a finding then tell the same moment
/// of an object, whenever each was read.
[[nodiscard]] std::chrono::milliseconds skewTold(std::optional<std::chrono::milliseconds> known,
                                                 const QDateTime &date, const QDateTime &ours);

/// A way to read one cluster's API. Kinds: native (own HTTP/2), kubectl (`kubectl get --raw`), recorded (a
/// file), scripted (tests). Any status outside 2xx is an Error with the server's Status message in it.
class Transport : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] virtual QFuture<Result<Response>> get(const Request &request) = 0;
    /// `request` without watch=1, which the transport adds.
    [[nodiscard]] virtual WatchStream *watch(const Request &request, QObject *parent) = 0;
    /// The lines of a body of text that may have no end, such as a container's log: linesReceived() gives
    /// them without their newline, also the last one where it has none; empty lines may be left out. Its
    /// `timeout` is how long it may be silent. Unsupported where the transport cannot.
    [[nodiscard]] virtual WatchStream *lines(const Request &request, QObject *parent);
    /// Server time minus ours by the Date headers, see skewTold() (fault 27).
    [[nodiscard]] virtual std::chrono::milliseconds clockSkew() const = 0;
    /// Whether clockSkew() rests on a time that the server told; 0 else.
    [[nodiscard]] virtual bool isClockKnown() const { return true; }
    /// The server is being asked for its time.
    [[nodiscard]] virtual bool isReadingClock() const { return false; }
    /// The version in which the custom resources at `path` are read, where the cluster does not serve the one
    /// that `path` names; "" else.
    [[nodiscard]] virtual QString otherVersion(const QString & /*path*/) const { return {}; }
    /// `ours` by the server's clock; invalid where that is unknown: nothing may be called expired then.
    [[nodiscard]] QDateTime serverTime(const QDateTime &ours) const
    {
        return isClockKnown() ? laterBy(ours, clockSkew()) : QDateTime();
    }
};

} // namespace chartroom
