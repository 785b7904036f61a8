// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"

namespace chartroom {

/// Whose it is asks for words with Support before it is changed.
[[nodiscard]] bool needsCoordination(const Ownership &ownership);
/// What a person types to change a release that is the provider's, or that interrupts GPU workloads or the
/// nodes' network (rule S18): RELEASE@CONTEXT; "" where nothing has to be typed.
[[nodiscard]] QString confirmationPhrase(const Ownership &ownership, const QString &release,
                                         const QString &context);

} // namespace chartroom
