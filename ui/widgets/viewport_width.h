// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAbstractScrollArea;

namespace chartroom {

/// Calls `fit` with the width in pixels that the view has for its contents, now and whenever that is another
/// one: a view's own resize comes before its viewport's.
void onViewportWidth(QAbstractScrollArea *view, std::function<void(int width)> fit);

} // namespace chartroom
