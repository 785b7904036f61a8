// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/recording/recorded_transport.h"

#include <QFuture>
#include <QTimer>

#include <array>

namespace chartroom {

/// Leads a recording's transport through its time: plays at a speed, stands, winds, and jumps from change to
/// change. All that reads through the transport follows, forwards and back.
class Player : public QObject
{
    Q_OBJECT
public:
    /// Seconds of the recording in one of ours.
    static constexpr std::array speeds{1, 10, 60, 300};

    /// A remark in the recording.
    struct Note
    {
        std::chrono::milliseconds at{0};
        QString text;
    };

    /// `clock` measures our own time; both outlive the player.
    Player(RecordedTransport *transport, const Clock *clock, QObject *parent = nullptr);

    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    [[nodiscard]] int speed() const { return m_speed; }
    [[nodiscard]] std::chrono::milliseconds position() const { return m_transport->position(); }
    [[nodiscard]] std::chrono::milliseconds duration() const;
    [[nodiscard]] QDateTime start() const; ///< UTC
    [[nodiscard]] QDateTime time() const;  ///< UTC, at the position
    [[nodiscard]] const QList<Note> &notes() const { return m_notes; }
    /// How many changes lie in each of so many equal parts of the recording, after what was there at its
    /// start. Counted on the pool: there may be hundreds of thousands.
    [[nodiscard]] QFuture<QList<int>> changeCounts(int parts) const;

    /// From the start when it stands at the end.
    void play();
    void pause();
    /// Any positive number; while playing it goes on from where it is.
    void setSpeed(int speed);
    void seek(std::chrono::milliseconds position);
    /// To the next moment at which an object changed (events of the API are remarks on changes, not counted);
    /// with a node's name, at which that node did. False, and nothing moves, when there is none.
    bool toNextChange(const QString &node = {});
    bool toPreviousChange(const QString &node = {});
    bool toNextNote();
    bool toPreviousNote();

Q_SIGNALS:
    void positionChanged();
    /// It began to play, stood still (also at the end), or plays at another speed.
    void stateChanged();

private:
    void tick();

    RecordedTransport *m_transport;
    const Clock *m_clock;
    QTimer m_timer;
    int m_speed = speeds[0];
    std::chrono::milliseconds m_lastTick{0};
    QList<Note> m_notes;
};

} // namespace chartroom
