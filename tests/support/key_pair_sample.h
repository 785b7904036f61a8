// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

namespace chartroom::test {

/// A self-signed certificate with its key, made on the spot.
struct KeyPairSample
{
    enum class Kind { Rsa, Ec, Ed25519 };
    QByteArray certificate;    ///< PEM
    QByteArray key;            ///< PEM, PKCS#8
    QByteArray traditionalKey; ///< PEM, PKCS#1 or SEC 1
    QByteArray encryptedKey;   ///< PEM, PKCS#8 with a passphrase

    /// `lifetime` from now; negative for one that has expired.
    [[nodiscard]] static KeyPairSample make(Kind kind, std::chrono::seconds lifetime = std::chrono::hours(1));
};

} // namespace chartroom::test
