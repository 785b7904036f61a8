// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/transport.h"
#include "core/recording/recorded_query.h"

#include <QDeadlineTimer>

#include <memory>
#include <vector>

namespace chartroom {

/// One open watch on a recording, led by its transport from moment to moment, forwards and back. It tells
/// only what differs, object by object: as a watch would that slept meanwhile. Nothing is told before open().
class RecordedWatch final : public WatchStream
{
    Q_OBJECT
public:
    /// Its reader has seen the first `seen` events.
    RecordedWatch(std::shared_ptr<const Recording> recording, RecordedQuery query, qsizetype seen,
                  QObject *parent);

    void open();
    void stop() override;
    void end(const Error &error);
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

    /// Its reader is to see the first `count` events next, whatever it was on the way to.
    void aim(qsizetype count);
    /// Goes on towards there; true once it is there, which is told with a resource version. The reader may
    /// delete the watch meanwhile.
    [[nodiscard]] bool advance(const QDeadlineTimer &deadline);

private:
    using Slot = RecordingIndex::Slot;
    void tell(Slot slot, QList<ObjectEvent> &events);

    std::shared_ptr<const Recording> m_recording;
    RecordedQuery m_query;
    Slot m_first = 0;
    std::vector<qsizetype> m_shown; ///< by slot from m_first on: the event that its object was told by
    std::vector<Slot> m_open;       ///< where the reader may see another event
    size_t m_next = 0;              ///< of m_open
    qsizetype m_count;              ///< where it is, or was when it set out
    qsizetype m_target;
    bool m_isThere = true;
    bool m_isOpen = false;
    bool m_hasEnded = false;
};

} // namespace chartroom
