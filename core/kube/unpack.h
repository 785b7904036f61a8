// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace chartroom {

/// Unpacks a gzip body and checks its trailer, which Qt does not (fault 18). TooLarge as soon as more than
/// `maxBytes` come out, so a bomb costs no memory (fault 20); Damaged when it ends early or anything but gzip
/// follows.
/// A pure function for the pool.
[[nodiscard]] Result<QByteArray> unpackedBody(const QByteArray &gzip, qint64 maxBytes);

/// The answer is larger than allowed, as a sentence.
[[nodiscard]] Error tooLargeError(qint64 maxBytes);

} // namespace chartroom
