// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/rules.h"

namespace chartroom::test {

/// The rules of the program; ends the test program when they cannot be read.
inline ResponsibilityRules bundledRules()
{
    const Result<ResponsibilityRules> rules = ResponsibilityRules::bundled();
    if (!rules)
        qFatal("%s", qPrintable(rules.error().message));
    return *rules;
}

} // namespace chartroom::test
