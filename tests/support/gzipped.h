// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace chartroom::test {

/// One gzip member (RFC 1952).
[[nodiscard]] QByteArray gzipped(const QByteArray &bytes);

} // namespace chartroom::test
