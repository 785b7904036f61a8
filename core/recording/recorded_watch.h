// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"
#include "core/recording/seek_path.h"

#include <QFuture>
#include <QTimer>

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace chartroom {

class LoopSlice;

/// One open watch on a recording, led by its transport from moment to moment, forwards and back. It tells
/// only what differs, object by object: as a watch would that slept meanwhile. Nothing is told before open().
/// Of each object it keeps what was read of it last, so that the way back costs no reading, and of a few
/// thousand objects, such as nodes, many states more; at rest it reads ahead how the other end of the
/// recording looks.
class RecordedWatch final : public WatchStream
{
    Q_OBJECT
public:
    /// By slot from the resource's first on: the event that its object was told by, and the one it is told by
    /// at the other end of the recording.
    using Shown = std::vector<std::pair<qsizetype, qsizetype>>;

    /// Its reader has seen the first `seen` events. What `read`, if not null, makes of an object is told in
    /// place of its JSON.
    RecordedWatch(std::shared_ptr<const Recording> recording, RecordedQuery query, ObjectReader read,
                  qsizetype seen, QObject *parent);
    ~RecordedWatch() override;

    /// What its reader sees, found on the pool; for open().
    [[nodiscard]] QFuture<Shown> look() const;
    /// Does nothing once it has ended.
    void open(const Shown &shown);
    void stop() override;
    [[nodiscard]] ToldObjects told() const override;
    void end(const Error &error);
    /// It is open and has told all, or it has ended.
    [[nodiscard]] bool isThere() const { return m_hasEnded || (m_isOpen && m_isThere); }

    /// Its reader is to see the first `count` events next, whatever it was on the way to.
    void aim(qsizetype count);
    /// Goes towards there until the slice is over; what is left is then made on the pool, and told part by
    /// part, one each turn of the event loop. The last part tells a resource version. The reader may delete
    /// the watch meanwhile.
    void advance(const LoopSlice &slice);

Q_SIGNALS:
    /// isThere() became true.
    void arrived();

private:
    using Slot = RecordingIndex::Slot;
    /// Readings of an object, beside what it is told by. Most pods of a recording have no third state.
    static constexpr size_t leastKept = 2;
    static constexpr size_t mostKept = 8;
    [[nodiscard]] std::vector<Slot> changedBetween(qsizetype low, qsizetype high) const;
    [[nodiscard]] SeekPath seekPath() const;
    [[nodiscard]] SeekPath::Steps steps(size_t most);
    void take(SeekPath::Told &told, QList<ObjectEvent> &events);
    void tell(SeekPath::Part part);
    void tellNext();
    void goOnPool();
    void readAhead();

    std::shared_ptr<const Recording> m_recording;
    RecordedQuery m_query;
    ObjectReader m_read;
    Slot m_first = 0;
    std::vector<RecordedReading> m_told;   ///< by slot
    size_t m_kept = 1;                     ///< so many are kept of each
    std::vector<RecordedReading> m_before; ///< by slot, what it was told before that, the last first
    std::vector<Slot> m_open;              ///< where the reader may see another event
    size_t m_next = 0;                     ///< of m_open
    size_t m_ahead = 0;                    ///< of m_before, where it is read next
    qsizetype m_count;                     ///< where it is, or was when it set out
    qsizetype m_target;
    int m_aims = 0;  ///< parts of an earlier one are void
    int m_parts = 0; ///< on the pool, or made and not told yet
    std::deque<SeekPath::Part> m_made;
    QTimer m_turn; ///< until the next of them is told
    QTimer m_rest; ///< until it reads ahead
    bool m_isThere = true;
    bool m_isOpen = false;
    bool m_hasEnded = false;
};

} // namespace chartroom
