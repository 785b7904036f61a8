// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/base/result.h"

namespace chartroom {

/// The key with which files are sealed: 32 bytes, in memory and in the person's keyring, never in a file of
/// ours.
class SealingKey
{
public:
    static constexpr qsizetype size = 32; // of AES-256

    /// A new one from OpenSSL's random generator. Error: Unsupported when that has no randomness.
    [[nodiscard]] static Result<SealingKey> make();
    /// Damaged unless these are `size` bytes.
    [[nodiscard]] static Result<SealingKey> of(const Masked &bytes);

    [[nodiscard]] const Masked &bytes() const { return m_bytes; }
    /// 8 bytes of a hash of it: tells one key from another and nothing of the key.
    [[nodiscard]] QByteArray id() const;

    friend bool operator==(const SealingKey &, const SealingKey &) = default;

private:
    explicit SealingKey(Masked bytes)
        : m_bytes(std::move(bytes))
    {}

    Masked m_bytes;
};

/// Encrypts a file's bytes with AES-256-GCM (NIST SP 800-38D) under a random nonce of 96 bits. What comes out
/// begins with a mark, the version of this format and the key's id; these and `label`, which says what the
/// file is and where it belongs, are authenticated with it. Errors: TooLarge, Unsupported.
[[nodiscard]] Result<QByteArray> seal(const QByteArray &bytes, const SealingKey &key, const QString &label);

/// Whether the bytes begin as those of a sealed file.
[[nodiscard]] bool isSealed(const QByteArray &bytes);

/// What seal() was given. Errors: Unsupported when a newer program wrote it, NotFound when another key sealed
/// it, Damaged when it is no sealed file, cut short, changed, or was sealed under another label.
[[nodiscard]] Result<QByteArray> unseal(const QByteArray &sealed, const SealingKey &key,
                                        const QString &label);

} // namespace chartroom
