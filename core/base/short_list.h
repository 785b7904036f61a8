// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace chartroom {

/// "and 40 more", after the part of a list that is shown.
[[nodiscard]] QString andMore(qsizetype more);

/// "gpu-011, gpu-012 and 40 more".
[[nodiscard]] QString shortList(const QStringList &names, qsizetype shown = 4);

} // namespace chartroom
