// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <memory>
#include <optional>
#include <string_view>

namespace chartroom {

/// Reads the lines of a recording one after the other. A line has GzipLines::padding() readable bytes behind
/// its end.
class EventLineReader
{
public:
    EventLineReader();
    ~EventLineReader();
    Q_DISABLE_COPY_MOVE(EventLineReader)

    /// From now on a line is damaged too where it is broken in what nobody reads of it here; this takes
    /// several times as long.
    void readThoroughly();

    /// Damaged when it is no first line of a recording, Unsupported for an unknown major version.
    [[nodiscard]] Result<RecordingHeader> header(std::string_view line);

    enum class Verdict {
        Event,
        Unknown, ///< sound, but it says nothing that this program knows
        Damaged,
    };
    /// What `out` holds views of lives until the next call.
    [[nodiscard]] Verdict event(std::string_view line, RecordingEvents::Line &out);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// `why` ends the sentence.
[[nodiscard]] tl::unexpected<Error> noRecording(const QString &why, const QString &detail = {});

} // namespace chartroom
