// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <utility>

namespace chartroom {

/// An item of a top-level list in the user's file, key by key.
using UserFileItem = QList<std::pair<QByteArray, QString>>;

/// The file's text with one more item at the end of the block list `list`, which is made if it is missing.
/// The text is edited, not written anew, so that what a person wrote stays, comments too; the caller reads
/// it back to prove the edit.
[[nodiscard]] QByteArray withUserFileItem(const QByteArray &file, const QByteArray &list,
                                          const UserFileItem &item);

/// Changes the user's file, which is made if need be: readable by its owner only, replaced as a whole, never
/// through a symbolic link, one program at a time (rule S12). Errors: File, and those of `change`; the file
/// is then as it was. Waits for the disk: call it on the pool.
[[nodiscard]] Result<void>
changeUserFile(const QString &path, const std::function<Result<QByteArray>(const QByteArray &)> &change);

} // namespace chartroom
