// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace chartroom {

/// A script for bash, zsh or fish that completes verbs, options, their values and names of files, of the
/// tables of verbs and options. Contexts come from the kubeconfig when they are asked for. "" for another
/// shell.
[[nodiscard]] QString completionScript(const QString &shell);

} // namespace chartroom
