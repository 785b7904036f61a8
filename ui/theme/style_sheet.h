// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

class Palette;

/// The application's style sheet: spacing, hairlines and corners over the platform's style. Widgets choose a
/// look by the dynamic property `look` ("panel", "bar", "primary", "quiet", "banner", ...).
[[nodiscard]] QString styleSheet(const Palette &palette);

} // namespace chartroom
