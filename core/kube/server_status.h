// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>

namespace chartroom {

/// A metav1.Status as the API server sends it in error answers and in ERROR watch events
/// (k8s.io/apimachinery pkg/apis/meta/v1/types.go@v0.36 Status). All empty when the text was none.
struct ServerStatus
{
    int code = 0; ///< the HTTP status it stands for
    QString reason;
    QString message;
    int retryAfterSeconds = 0;
    QByteArray json; ///< as it came, at most 16 kB

    [[nodiscard]] bool isStatus() const { return code != 0 || !reason.isEmpty() || !message.isEmpty(); }
};

[[nodiscard]] ServerStatus readServerStatus(const QByteArray &json);

/// The Error a Status stands for; its JSON becomes the detail.
[[nodiscard]] Error errorFromStatus(const ServerStatus &status);

/// The token that goes on with a list after its own token has expired, or "": the server offers it in the
/// Status of that 410 (metadata.continue). The rest of the list then comes from a newer state than its
/// beginning.
[[nodiscard]] QString inconsistentContinue(const Error &error);

/// The server asked has not seen the resource version yet (k8s.io/apiserver pkg/storage/errors.go:
/// NewTooLargeResourceVersionError); happens behind a load balancer.
[[nodiscard]] bool isTooLargeResourceVersion(const Error &error);

/// Reads a Retry-After header: seconds or an HTTP date. 0 when absent or unreadable.
[[nodiscard]] std::chrono::milliseconds retryAfter(const QByteArray &header, const QDateTime &now);

/// Reads an HTTP date ("Sat, 21 Nov 2026 04:39:14 GMT"); null when it is none.
[[nodiscard]] QDateTime httpDate(const QByteArray &header);

} // namespace chartroom
