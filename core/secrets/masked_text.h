// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace chartroom {

inline const QString dots = QStringLiteral("••••"); ///< in place of a secret

/// What a secret in free text was told by.
enum class SecretSign {
    Pem,      ///< a block of PEM
    UserPart, ///< user and password of a URL
    Assigned, ///< what is assigned to a name like password or token
    Scheme,   ///< what follows Bearer or Basic
    Token,    ///< a token known by its prefix
    Encoded,  ///< base64 of any of the others
    Random,   ///< long and random-looking
};

/// Free text (a manifest, notes, a log line, a server's sentence) with what looks like a secret in it
/// replaced by "••••": the user part of a URL, what is assigned to a name like password or token, PEM blocks,
/// tokens known by their prefix, long random-looking text and base64 of any of these (rule S11).
/// `found` gets one sign for each part that was hidden now.
[[nodiscard]] QString maskedText(const QString &text, QList<SecretSign> *found = nullptr);
/// The same, but for names of files that a person typed, which may look random: they stay where they stand as
/// words of their own. What is around each is masked by itself.
[[nodiscard]] QString maskedAroundPaths(const QString &text, const QStringList &paths);

} // namespace chartroom
