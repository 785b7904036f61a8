// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace chartroom {

/// Replaces a file as a whole: written beside it with mode 0600 from the first byte, synced, renamed, and the
/// folder synced (rule S12). Refuses a symbolic link at `path`. Error: File; the old file is then untouched.
[[nodiscard]] Result<void> writePrivateFile(const QString &path, const QByteArray &bytes);

/// Reads a plain file (a link to one too), not a device or pipe. Errors: NotFound, File, TooLarge.
[[nodiscard]] Result<QByteArray> readPlainFile(const QString &path, qint64 maxBytes);

/// Makes the folder and its missing parents with mode 0700; one that exists stays as it is. Error: File.
[[nodiscard]] Result<void> makePrivateFolder(const QString &path);

} // namespace chartroom
