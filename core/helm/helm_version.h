// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// The version of a helm program. What helm makes of values depends on it.
struct HelmVersion
{
    QString text; ///< v3.22.0; empty: the newest known of its major
    int major = 0;
};

/// The version whose rules count where no helm program tells its own.
[[nodiscard]] inline HelmVersion assumedHelm()
{
    return {{}, 4};
}

} // namespace chartroom
