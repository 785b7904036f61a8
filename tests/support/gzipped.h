// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/gzip.h"

namespace chartroom::test {

/// The text that the first bytes of a gzip file give, read by zlib alone; one member after the other.
[[nodiscard]] QByteArray inflatedPrefix(const QByteArray &gzip);

} // namespace chartroom::test
