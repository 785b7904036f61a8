// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Which log to read: the last lines of one container.
struct LogRequest
{
    QString namespaceName;
    QString pod;
    QString container;       ///< "": the pod's only one, or its default
    bool isPrevious = false; ///< of its run before the present one

    friend bool operator==(const LogRequest &, const LogRequest &) = default;
};

/// What was read of it; masked (rule S11).
struct LogText
{
    LogRequest request;
    QString text;
};

} // namespace chartroom
