// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/secret_texts.h"

#include <QStringList>

namespace chartroom {

/// What helm prints, in a file of the operation's folder: so that a helm that outlives Chartroom can print
/// until it is done, and the next start can show it. As printed while helm runs, masked from then on.
[[nodiscard]] QString helmOutputFile(const QString &folder);

/// The secrets that helm was given or found, as far as the operation's folder still holds them: of the values
/// file, and of the release as it was before. For a helm whose program is gone.
[[nodiscard]] SecretTexts secretsIn(const QString &folder);

/// One line as it may be shown.
[[nodiscard]] QString shownHelmLine(const QByteArray &line, const SecretTexts &secrets = {});

/// The last of what helm printed, errors behind the rest, as it may be shown; empty when there is none.
[[nodiscard]] QStringList helmOutput(const QString &folder, const SecretTexts &secrets = {});

/// Masks the files and cuts them to a mebibyte each, once helm is gone.
void settleHelmOutput(const QString &folder, const SecretTexts &secrets = {});

} // namespace chartroom
