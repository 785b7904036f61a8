// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/release_truth.h"
#include "core/upgrade/sealed_file.h"

#include <QFuture>
#include <QStringList>

#include <chrono>
#include <optional>

namespace chartroom {

/// How what a capture holds of a release's values is kept.
struct CaptureKeeping
{
    std::optional<SealingKey> key; ///< sealed with it; nothing: in clear
    QString why;                   ///< without a key: why there is none, a sentence
    std::chrono::days clearFor{0}; ///< without a key: how long after its operation has ended well
};

/// That, for a person to read before it is done: sentences. `folder` is where it will be.
[[nodiscard]] QString keepingText(const CaptureKeeping &keeping, const QString &folder);

/// Why there is no key where the program was built without keyrings.
[[nodiscard]] QString noKeyringText();

/// The files of a capture that hold values of the release, and may hold secrets: sealed with ".sealed" behind
/// the name.
[[nodiscard]] const QStringList &secretCaptureFiles();
[[nodiscard]] QString sealedName(const QString &file);

/// Seals one of them; the label binds it to its operation.
[[nodiscard]] Result<QByteArray> sealCaptured(const QByteArray &bytes, const SealingKey &key,
                                              const QString &operation, const QString &file);
[[nodiscard]] Result<QByteArray> unsealCaptured(const QByteArray &bytes, const SealingKey &key,
                                                const QString &operation, const QString &file);
/// What RESTORE.txt says of sealed files.
[[nodiscard]] QString sealedRestoreText(const QString &operation);

/// Saves what is needed to go back by hand into a folder of its own, mode 0700, files 0600: the values and
/// the manifest of the newest revision, its record as the API has it, the history, what the nodes say of
/// drivers and cordons, the images that run in the namespace, and RESTORE.txt, which says how. The first
/// three hold the values unmasked, because masked ones restore nothing, and are sealed from their first byte
/// where there is a key. Nodes and pods that may not be listed are left out and said so in RESTORE.txt.
/// `folder` is that of the capture inside the operation's. Gives the files' names. Errors: File, and those of
/// seal().
[[nodiscard]] QFuture<Result<QStringList>>
captureRelease(Transport *transport, const ReleaseKey &key, const ReleaseTruth &truth, const QString &context,
               const QString &folder, const std::optional<SealingKey> &sealing, QObject *owner);

} // namespace chartroom
