// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSslCertificate;

namespace chartroom {

/// Whether the certificate is for that host name or address, as kubectl and helm decide it: by its Subject
/// Alternative Names alone, where Qt takes the Common Name too (crypto/x509 verify.go@go1.24,
/// VerifyHostname).
[[nodiscard]] bool isCertificateFor(const QSslCertificate &certificate, const QString &host);

/// What to do about a certificate that is not for that host name or address.
[[nodiscard]] QString nameProblem(const QSslCertificate &certificate, const QString &host);

} // namespace chartroom
