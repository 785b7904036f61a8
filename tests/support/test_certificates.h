// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace chartroom::test {

/// A certificate with its EC key, both PEM.
struct TestCertificate
{
    QByteArray certificate;
    QByteArray key;
};

/// A self-signed authority, made anew for each test program.
[[nodiscard]] TestCertificate makeAuthority(const QString &name = QStringLiteral("test authority"));

/// A certificate from `authority`. `subjectAltName` in OpenSSL's words: "DNS:localhost,IP:127.0.0.1".
[[nodiscard]] TestCertificate
makeCertificate(const TestCertificate &authority, const QString &name, const QByteArray &subjectAltName,
                const QDateTime &expires = QDateTime::currentDateTimeUtc().addDays(1));

} // namespace chartroom::test
