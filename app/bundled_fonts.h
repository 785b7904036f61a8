// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace chartroom {

/// Makes the fonts of the portable bundle known (share/chartroom/fonts, see installer/bundle.sh): the system
/// it is unpacked on may have none. Needs a QGuiApplication. Elsewhere that folder does not exist, and
/// nothing happens.
void addBundledFonts();

} // namespace chartroom
