// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exit_code.h"

namespace chartroom {

ExitCode exitCode(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unreachable:
    case Error::Code::Timeout:
    case Error::Code::Tls:
    case Error::Code::Unauthorized:
    case Error::Code::Forbidden:
    case Error::Code::Gone:
    case Error::Code::Throttled:
    case Error::Code::Server:
    case Error::Code::NotKubernetes:
    case Error::Code::NeedsConsent:
        return NoAccess;
    case Error::Code::Cancelled:
        return Interrupted;
    case Error::Code::Invalid:
    case Error::Code::NotFound:
    case Error::Code::TooLarge:
    case Error::Code::Damaged:
    case Error::Code::Unsupported:
    case Error::Code::Process:
    case Error::Code::File:
        break;
    }
    return Found;
}

ExitCode comparingExitCode(const Error &error)
{
    const ExitCode code = exitCode(error);
    return code == Found ? WrongUsage : code;
}

} // namespace chartroom
