// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"

namespace chartroom {

/// A finding for a ticket or a chat, as it was at `now`. Text from the cluster is escaped: nothing in it is
/// read as markup.
[[nodiscard]] QString markdownFinding(const Finding &finding, const QString &cluster, const QDateTime &now);

/// "certain", "likely", "a guess": how sure the meaning is, translated.
[[nodiscard]] QString confidenceWord(Confidence confidence);
/// "InfiniBand driver waits for it on gpu-011: Init:0/1", with how many objects say so where it is more.
[[nodiscard]] QString consequenceText(const Consequence &consequence);

} // namespace chartroom
