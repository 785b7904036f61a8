// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// chartroom(1) of the tables of verbs and options, in the man macros of roff (groff_man(7)).
[[nodiscard]] QString manualPage();

} // namespace chartroom
