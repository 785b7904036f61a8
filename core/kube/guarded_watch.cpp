// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/guarded_watch.h"

#include "core/base/on_finished.h"

namespace chartroom {

GuardedWatch::GuardedWatch(Transport *transport, ResourceQuery query, const Clock *clock,
                           const ReflectorTiming &timing, quint32 seed, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_query(std::move(query))
    , m_clock(clock)
    , m_timing(timing)
    , m_random(seed)
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &GuardedWatch::wentSilent);
}

GuardedWatch::~GuardedWatch()
{
    close();
}

void GuardedWatch::open(const QString &resourceVersion)
{
    close();
    Request request;
    request.path = m_query.path;
    request.accept = m_query.watchAccept();
    request.timeout = m_timing.watchIdle;
    request.reader = m_query.reader;
    request.query = m_query.selectors();
    request.query.addQueryItem(QStringLiteral("resourceVersion"), resourceVersion);
    request.query.addQueryItem(QStringLiteral("allowWatchBookmarks"), QStringLiteral("true"));
    request.query.addQueryItem(QStringLiteral("timeoutSeconds"), QString::number(m_random.bounded(300, 601)));
    m_stream = m_transport->watch(request, this);
    connect(m_stream, &WatchStream::opened, this, &GuardedWatch::streamOpened);
    connect(m_stream, &WatchStream::linesReceived, this, [this](const QList<QByteArray> &lines) {
        streamSpoke();
        Q_EMIT linesReceived(lines);
    });
    connect(m_stream, &WatchStream::objectsReceived, this,
            [this](const QList<ObjectEvent> &events, const QString &version) {
                streamSpoke();
                Q_EMIT objectsReceived(events, version);
            });
    connect(m_stream, &WatchStream::stopped, this, &GuardedWatch::streamStopped);
    m_silence.start(m_timing.answerWithin);
}

void GuardedWatch::close()
{
    m_silence.stop();
    m_probe.cancel();
    m_told = told();
    m_isOpen = m_hadLines = m_probing = false;
    if (!m_stream)
        return;
    WatchStream *old = std::exchange(m_stream, nullptr);
    old->disconnect(this);
    old->stop();
    old->deleteLater();
}

void GuardedWatch::streamOpened()
{
    m_isOpen = true;
    m_openedAt = m_clock->elapsed();
    m_silence.start(m_timing.probeAfter);
    Q_EMIT opened();
}

void GuardedWatch::streamSpoke()
{
    if (!m_isOpen)
        streamOpened();
    m_hadLines = true;
    m_probing = false;
    m_probe.cancel();
    m_silence.start(m_timing.probeAfter);
}

void GuardedWatch::streamStopped(const Error &error)
{
    const bool livedWell = m_hadLines || (m_isOpen && m_clock->elapsed() - m_openedAt >= m_timing.shortWatch);
    close();
    const bool expected = error.code == Error::Code::Cancelled || error.code == Error::Code::Timeout;
    Q_EMIT ended(error, livedWell && expected);
}

void GuardedWatch::wentSilent()
{
    if (m_isOpen && !m_probing) {
        probe();
        return;
    }
    close();
    Q_EMIT ended({Error::Code::Timeout,
                  tr("The API server does not respond; the data shown may be outdated."),
                  {},
                  {}},
                 false);
}

void GuardedWatch::probe()
{
    Request request;
    request.path = m_query.path;
    request.accept = m_query.listAccept();
    request.query = m_query.selectors();
    request.query.addQueryItem(QStringLiteral("limit"), QStringLiteral("1"));
    request.timeout = m_timing.answerWithin;
    m_probing = true;
    m_silence.start(m_timing.answerWithin);
    m_probe = m_transport->get(request);
    onFinished(m_probe, this, [this](const Result<Response> &answer) {
        if (!std::exchange(m_probing, false))
            return;
        if (!answer) {
            close();
            Q_EMIT ended(answer.error(), false);
            return;
        }
        m_silence.start(m_timing.probeAfter);
        Q_EMIT proved();
    });
}

} // namespace chartroom
