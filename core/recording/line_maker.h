// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"
#include "core/recording/kind_feed.h"
#include "core/recording/recording_event.h"

#include <QByteArray>
#include <QHash>
#include <QList>

namespace chartroom {

/// What is still to be written: a line that is ready, or an object that is to be filtered first.
struct WaitingLine
{
    std::chrono::milliseconds at{0};
    const RecordedKind *kind = nullptr; ///< null: `line` is ready
    RecordingEvent::Type type = RecordingEvent::Type::Note;
    KubeObject object;
    QByteArray line;
    QByteArray apiVersion = {}; ///< of an object that does not say it, as in lists of the API's own kinds
};

/// Makes the lines of a recording, one batch after the other, and leaves out changes of which nothing is
/// kept, such as a heartbeat. Used by one thread at a time.
class LineMaker
{
public:
    [[nodiscard]] QByteArray lines(const QList<WaitingLine> &batch);
    /// Made so far.
    [[nodiscard]] int count() const { return m_count; }

private:
    [[nodiscard]] QByteArray objectLineOf(const WaitingLine &waiting);
    [[nodiscard]] bool isNews(const WaitingLine &waiting, const QByteArray &object);

    QHash<QString, size_t> m_states; ///< as they were written last, by uid
    int m_count = 0;
};

} // namespace chartroom
