// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/secrets/secret_texts.h"

#include <QStringList>

namespace chartroom {

/// Where that is what helm prints: so that a helm that outlives Chartroom can print until it is done, and the
/// next start can show it. As printed and in runFolder() while helm runs, masked and in the operation's
/// folder from then on.
[[nodiscard]] QString helmOutputFile(const QString &folder);

/// Puts the values whose secrets helm may print into runFolder(), which is there. Error: File.
[[nodiscard]] Result<void> keepSecrets(const QString &folder, const Value &values);

/// The secrets that helm was given or found, as far as they are still kept: those of keepSecrets(), and of
/// what older versions left. For a helm whose program is gone.
[[nodiscard]] SecretTexts secretsIn(const QString &folder);

/// One line as it may be shown.
[[nodiscard]] QString shownHelmLine(const QByteArray &line, const SecretTexts &secrets = {});

/// The last of what helm printed, errors behind the rest, as it may be shown; empty when there is none.
[[nodiscard]] QStringList helmOutput(const QString &folder, const SecretTexts &secrets = {});

/// Once helm is gone: keeps what it printed, masked and cut to a mebibyte each, and removes runFolder() with
/// all that is in clear there. Error: File, naming what is left in clear.
[[nodiscard]] Result<void> settleHelmOutput(const QString &folder, const SecretTexts &secrets = {});

} // namespace chartroom
