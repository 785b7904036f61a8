// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/player.h"

#include "core/base/moments.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

/// As often as stores pass on what changed.
constexpr auto beat = 100ms;

/// With a node's name, whether that node changed.
bool isChangeOf(const RecordingEvents &events, qsizetype event, const QString &node)
{
    if (!RecordingEvent::isChange(events.type(event)))
        return false;
    const RecordingEvents::Identity &identity = events.identity(event);
    return node.isEmpty() ? identity.resource != u"events"
                          : identity.resource == u"nodes" && identity.name == node;
}

} // namespace

Player::Player(RecordedTransport *transport, const Clock *clock, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_clock(clock)
{
    m_timer.setInterval(beat);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::tick);
    connect(transport, &RecordedTransport::positionChanged, this, &Player::positionChanged);
    const RecordingEvents &events = transport->recording().events;
    for (qsizetype i = 0; i < events.size(); ++i)
        if (events.type(i) == RecordingEvent::Type::Note)
            m_notes.append({events.at(i), events[i].note});
}

std::chrono::milliseconds Player::duration() const
{
    return m_transport->recording().duration();
}

QDateTime Player::start() const
{
    return m_transport->recording().header.start;
}

QDateTime Player::time() const
{
    return laterBy(start(), position());
}

QFuture<QList<int>> Player::changeCounts(int parts) const
{
    return QtConcurrent::run([recording = m_transport->sharedRecording(), parts] {
        QList<int> counts(parts, 0);
        const RecordingEvents &events = recording->events;
        const qint64 all = recording->duration().count();
        for (qsizetype i = countAt(events, 0ms); i < events.size() && all > 0; ++i)
            if (isChangeOf(events, i, {}))
                ++counts[std::min<qint64>(events.at(i).count() * parts / all, parts - 1)];
        return counts;
    });
}

void Player::play()
{
    if (isPlaying())
        return;
    if (position() >= duration())
        seek(0ms);
    m_lastTick = m_clock->elapsed();
    m_timer.start();
    Q_EMIT stateChanged();
}

void Player::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    Q_EMIT stateChanged();
}

void Player::setSpeed(int speed)
{
    if (speed < 1 || speed == m_speed)
        return;
    if (isPlaying())
        tick(); // what has passed was played at the old one
    m_speed = speed;
    Q_EMIT stateChanged();
}

void Player::seek(std::chrono::milliseconds position)
{
    m_lastTick = m_clock->elapsed();
    m_transport->seek(position);
}

void Player::tick()
{
    const auto now = m_clock->elapsed();
    const auto passed = now - std::exchange(m_lastTick, now);
    m_transport->seek(position() + passed * m_speed);
    if (position() >= duration())
        pause();
}

bool Player::toNextChange(const QString &node)
{
    const RecordingEvents &events = m_transport->recording().events;
    for (qsizetype i = countAt(events, position()); i < events.size(); ++i) {
        if (isChangeOf(events, i, node)) {
            seek(events.at(i));
            return true;
        }
    }
    return false;
}

bool Player::toPreviousChange(const QString &node)
{
    if (position() <= 0ms)
        return false;
    const RecordingEvents &events = m_transport->recording().events;
    for (qsizetype i = countAt(events, position() - 1ms) - 1; i >= 0; --i) {
        if (isChangeOf(events, i, node)) {
            seek(events.at(i));
            return true;
        }
    }
    return false;
}

bool Player::toNextNote()
{
    const auto next = std::find_if(m_notes.cbegin(), m_notes.cend(),
                                   [this](const Note &note) { return note.at > position(); });
    if (next == m_notes.cend())
        return false;
    seek(next->at);
    return true;
}

bool Player::toPreviousNote()
{
    const auto previous = std::find_if(m_notes.crbegin(), m_notes.crend(),
                                       [this](const Note &note) { return note.at < position(); });
    if (previous == m_notes.crend())
        return false;
    seek(previous->at);
    return true;
}

} // namespace chartroom
