// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <functional>
#include <memory>

class QIODevice;

namespace chartroom {

/// The most text that is unpacked.
inline constexpr qsizetype maxRecordingText = qsizetype(2) * 1024 * 1024 * 1024;

/// Called with the percentage of the file that is read, whenever it has grown; on the reader's thread.
using ReadProgress = std::function<void(int percent)>;

/// Reads a recording: gzip of JSON lines. Unknown fields, resources and types are kept or passed over; an
/// unknown major version is Unsupported. A file that ends early or is damaged from some byte on plays up to
/// there, and `notices` says so; Damaged only when not even the first line can be read, TooLarge over
/// `maxBytes` of text. A pure function for the pool.
[[nodiscard]] Result<Recording> readRecording(QByteArrayView gzip, qsizetype maxBytes = maxRecordingText);
[[nodiscard]] Result<Recording> readRecording(QIODevice *gzip, qsizetype maxBytes = maxRecordingText,
                                              const ReadProgress &progress = {});

/// The same from a file; the name `bundled` stands for the recording in the program.
[[nodiscard]] Result<std::shared_ptr<const Recording>> loadRecording(const QString &path,
                                                                     const ReadProgress &progress = {});

} // namespace chartroom
