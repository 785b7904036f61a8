// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/sealed_file.h"

#include <QFuture>
#include <QObject>

namespace chartroom {

/// The person's keyring, which holds the key that captures are sealed with. Asking may bring up the desktop's
/// own question to unlock it. Made by the composition root, outlives what asks it.
class Keyring : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    enum class Absent {
        Make, ///< a keyring without a key of ours gets one
        Tell  ///< NotFound then
    };
    /// The key. Errors: NotFound as above; any other: there is no keyring that can be used, with the reason
    /// as a sentence.
    [[nodiscard]] virtual QFuture<Result<SealingKey>> key(Absent absent) = 0;
};

} // namespace chartroom
