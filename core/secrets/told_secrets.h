// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// Free text with "••••" in place of secrets that no name stands before with a colon or an equals sign: the
/// password among a command's arguments (docker login -p x, curl -u name:x, mysql -px), in a sentence (with
/// password x), in a netrc and the signature of a link. A word in a sentence has to have a digit in it: that
/// a password is required stays to be read. Takes time by the length of the text. `count` gets how many were
/// hidden now.
[[nodiscard]] QString withoutTold(const QString &text, int *count);

} // namespace chartroom
