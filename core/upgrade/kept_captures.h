// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/upgrade/sealed_file.h"

#include <QList>
#include <QStringList>

#include <chrono>
#include <optional>

class QSettings;

namespace chartroom {

/// What an operation's folder holds of the release's values as they were before it.
enum class KeptCapture {
    None,   ///< no capture was made, or it was removed
    Sealed, ///< encrypted
    Clear   ///< some of it unencrypted
};
[[nodiscard]] KeptCapture keptCapture(const QString &operationFolder);

/// Where nobody chose.
inline constexpr std::chrono::days defaultClearDays{14};
inline constexpr int mostClearDays = 3650;
/// How long captures in clear are kept after their operation has ended well, as a person chose.
[[nodiscard]] std::chrono::days clearCaptureDays(const QSettings &settings);
void setClearCaptureDays(QSettings &settings, std::chrono::days days);

/// Removes the capture of an operation that is not at work, and whatever else is in clear; the journal, whose
/// steps are masked, stays and notes it. Errors: NotFound without a journal, Throttled while a Chartroom or
/// its helm is at work on it, File.
[[nodiscard]] Result<void> removeCapture(const QString &operationFolder, const Clock &clock);

/// Writes the files of a capture in clear into a folder, mode 0600, for a person to restore from; the sealed
/// ones need the key. Gives their names. Errors: NotFound when there is no capture, or the key is another
/// one; Damaged, Unsupported, File.
[[nodiscard]] Result<QStringList> unsealCapture(const QString &operationFolder,
                                                const std::optional<SealingKey> &key, const QString &to);

/// What is lost with the key and what is not, a sentence or two.
[[nodiscard]] QString lostKeyText();

/// The end of what a crash, or a Chartroom that left its helm to itself, left in clear, of every operation
/// that nobody is at work on: what helm needed is removed and what it printed is masked; a capture in clear
/// is sealed where there is a key, and else removed `clearFor` after the operation ended well, or, where it
/// did not, a later one on the same release did. Errors, a sentence each, name what is left.
[[nodiscard]] QList<Error> tidyOperations(const QString &operations, const Clock &clock,
                                          std::chrono::days clearFor, const std::optional<SealingKey> &key);

} // namespace chartroom
