// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <utility>

namespace chartroom {

/// Text that must not be seen: a token, a password, a private key. It compares and copies, and prints as
/// dots; the bytes come out only through `reveal()`, which every reader of the code can search for.
class Masked
{
public:
    Masked() = default;
    explicit Masked(QByteArray secret)
        : m_secret(std::move(secret))
    {}

    [[nodiscard]] bool isEmpty() const { return m_secret.isEmpty(); }
    [[nodiscard]] const QByteArray &reveal() const { return m_secret; }
    /// What may be shown: "" or "••••".
    [[nodiscard]] QString toString() const { return m_secret.isEmpty() ? QString() : QStringLiteral("••••"); }

    friend bool operator==(const Masked &, const Masked &) = default;

private:
    QByteArray m_secret;
};

} // namespace chartroom
