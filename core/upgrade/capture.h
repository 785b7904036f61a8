// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/release_truth.h"

#include <QFuture>

namespace chartroom {

/// Saves what is needed to go back by hand into a folder of its own, mode 0700, files 0600: the values and
/// the manifest of the newest revision, its record as the API has it, the history, what the nodes say of
/// drivers and cordons, the images that run in the namespace, and RESTORE.txt, which says how. The values and
/// the record are open, because masked ones restore nothing. Nodes and pods that may not be listed are left
/// out and said so in RESTORE.txt. Gives the files' names. Errors: File.
[[nodiscard]] QFuture<Result<QStringList>> captureRelease(Transport *transport, const ReleaseKey &key,
                                                          const ReleaseTruth &truth, const QString &context,
                                                          const QString &folder, QObject *owner);

} // namespace chartroom
