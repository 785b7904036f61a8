// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace chartroom {

/// What a key says about the value under it.
enum class Secrecy {
    Open,   ///< nothing
    Scalar, ///< secret when it is text; a map under it is judged by its own keys
    Tree,   ///< everything under it is secret
};

/// imagePullSecrets -> image, pull, secrets; NGC_API_KEY -> ngc, api, key.
[[nodiscard]] QStringList wordsOf(const QString &key);
/// The last word says that the value only points at a secret, or sets how it is used.
[[nodiscard]] bool pointsElsewhere(const QStringList &words);
/// Of a key among values.
[[nodiscard]] Secrecy secrecyOfKey(const QString &key);
/// Whether what is assigned to this name in free text is hidden: "db.password", "DB_PASS", "--ngc-api-key".
[[nodiscard]] bool isSecretName(const QString &name);

} // namespace chartroom
