// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal_width.h"

#include <algorithm>
#include <sys/ioctl.h>

namespace chartroom {

qsizetype terminalWidth(int file)
{
    constexpr qsizetype narrowest = 40;
    winsize size{};
    const bool isTerminal = ::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    const qsizetype columns = isTerminal ? size.ws_col : qEnvironmentVariableIntValue("COLUMNS");
    return columns > 0 ? std::max(narrowest, columns) : 0;
}

} // namespace chartroom
