// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace chartroom {

class Theme;

/// Holds a field so high that `lines` of its text are seen, at least `usual`, also after the text size
/// changes.
void keepLines(QWidget *well, const Theme *theme, int lines, int usual);

} // namespace chartroom
