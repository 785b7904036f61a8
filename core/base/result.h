// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <chrono>
#include <tl/expected.hpp>

namespace chartroom {

/// What went wrong, as a value. `message` is one translated sentence for a person: what failed and what to
/// try. `detail` is the raw text for the log and the Details pane. Neither may hold a secret. Tests match on
/// `code`.
struct Error
{
    enum class Code {
        Cancelled,     ///< the caller gave up; shown nowhere
        Invalid,       ///< input that cannot be used: a file, an argument, a name
        NotFound,      ///< 404, a missing file, a missing revision
        Unreachable,   ///< no connection: refused, no route, name not resolved, closed half-way
        Timeout,       ///< nothing came for as long as the request allows
        Tls,           ///< certificate or handshake refused
        Unauthorized,  ///< 401: sign in again
        Forbidden,     ///< 403: signed in, not allowed
        Gone,          ///< 410: the resource version is no longer kept by the server
        Throttled,     ///< 429, or 503 with Retry-After: `retryAfter` says how long
        Server,        ///< any other 5xx
        NotKubernetes, ///< an answer that no API server gives: HTML, text, a redirect
        TooLarge,      ///< over a cap of ours: response, inflated record, file
        Damaged,       ///< truncated, torn, bad encoding, wrong types
        Unsupported,   ///< understood, and not handled by this build
        NeedsConsent,  ///< a person has to allow it first (an exec credential plugin)
        Process,       ///< a child process failed
        File,          ///< reading or writing a file failed
    };
    Code code = Code::Invalid;
    QString message;
    QString detail;
    std::chrono::milliseconds retryAfter{0}; ///< set with Throttled, else 0
};

template<typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an Error from a function that returns a Result.
[[nodiscard]] inline tl::unexpected<Error> failure(Error::Code code, QString message, QString detail = {})
{
    return tl::make_unexpected(Error{code, std::move(message), std::move(detail), {}});
}

} // namespace chartroom

Q_DECLARE_METATYPE(chartroom::Error)
