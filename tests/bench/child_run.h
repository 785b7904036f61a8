// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <chrono>

namespace chartroom::test {

/// One run of a program, measured from outside. Blocks; for measuring programs only.
struct ChildRun
{
    bool started = false;
    int exitCode = -1;
    std::chrono::microseconds firstLine{0}; ///< from the start to the first whole line of output
    std::chrono::microseconds wall{0};
    std::chrono::microseconds processor{0}; ///< user and system
    qint64 peakBytes = 0;                   ///< resident
    QByteArray output;                      ///< standard output; standard error is passed through
};

[[nodiscard]] ChildRun runChild(const QString &program, const QStringList &arguments);

} // namespace chartroom::test
