// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exit_code.h"

namespace chartroom {

ExitCode exitCode(const Error &error)
{
    switch (error.code) {
    case Error::Code::Invalid:
        return WrongUsage;
    case Error::Code::Unreachable:
    case Error::Code::Timeout:
    case Error::Code::Tls:
    case Error::Code::Unauthorized:
    case Error::Code::Forbidden:
    case Error::Code::Gone:
    case Error::Code::Server:
    case Error::Code::NotKubernetes:
    case Error::Code::NeedsConsent:
        return NoAccess;
    case Error::Code::Cancelled:
        return Interrupted;
    case Error::Code::NotFound:
    case Error::Code::Throttled: // the server is busy, or somebody else is at work
    case Error::Code::TooLarge:
    case Error::Code::Damaged:
    case Error::Code::Unsupported:
    case Error::Code::Process:
    case Error::Code::File:
        break;
    }
    return NotDone;
}

} // namespace chartroom
