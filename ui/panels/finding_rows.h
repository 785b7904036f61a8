// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"

#include <functional>

class QWidget;

namespace chartroom {

class Theme;

/// What was found about the thing that an inspector shows: a shape, what is wrong, and a button that leads
/// there. A widget without a parent.
[[nodiscard]] QWidget *findingRow(const Finding &finding, const Theme &theme,
                                  const std::function<void()> &show);

} // namespace chartroom
