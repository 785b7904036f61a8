// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

namespace chartroom {

/// Whole GPUs that pods could be given, from one moment on; nothing is known of the time before.
struct GpuSample
{
    QDateTime time; ///< UTC
    int gpus = 0;

    friend bool operator==(const GpuSample &, const GpuSample &) = default;
};

} // namespace chartroom
