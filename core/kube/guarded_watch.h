// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/reflector_timing.h"
#include "core/kube/resource_query.h"
#include "core/kube/transport.h"

#include <QRandomGenerator>
#include <QTimer>

namespace chartroom {

/// One watch at a time that cannot be dead without being noticed: after a silence it asks the server for one
/// object, and gives the watch up when no answer comes (fault 7). After close() it is silent.
class GuardedWatch : public QObject
{
    Q_OBJECT
public:
    GuardedWatch(Transport *transport, ResourceQuery query, const Clock *clock, const ReflectorTiming &timing,
                 quint32 seed, QObject *parent);
    ~GuardedWatch() override;

    /// Watches from `resourceVersion` on, with bookmarks, for 5 to 10 minutes.
    void open(const QString &resourceVersion);
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// See WatchStream::told; of the last one while none is open.
    [[nodiscard]] WatchStream::ToldObjects told() const { return m_isOpen ? m_stream->told() : m_told; }

Q_SIGNALS:
    void opened();
    void linesReceived(const QList<QByteArray> &lines);
    void objectsReceived(const QList<chartroom::ObjectEvent> &events, const QString &resourceVersion);
    /// The server answered a probe: nothing new there.
    void proved();
    /// The watch is over. `ordinary`: it had lived well and ended as watches do, by the server's watch
    /// timeout or by a silence; open the next one at once (fault 6).
    void ended(const chartroom::Error &error, bool ordinary);

private:
    void streamOpened();
    void streamSpoke();
    void streamStopped(const Error &error);
    void wentSilent();
    void probe();

    Transport *m_transport;
    ResourceQuery m_query;
    const Clock *m_clock;
    ReflectorTiming m_timing;
    QRandomGenerator m_random;
    WatchStream *m_stream = nullptr;
    WatchStream::ToldObjects m_told; ///< by the last one that was open
    QFuture<Result<Response>> m_probe;
    QTimer m_silence; ///< until the server must have said something
    std::chrono::milliseconds m_openedAt{0};
    bool m_isOpen = false;
    bool m_hadLines = false;
    bool m_probing = false;
};

} // namespace chartroom
