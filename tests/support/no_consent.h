// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/exec_consent.h"

namespace chartroom::test {

/// A person who allows no plugin.
class NoConsent final : public ExecConsent
{
public:
    [[nodiscard]] bool isAllowed(const ExecRequest & /*request*/) const override { return false; }
    [[nodiscard]] Result<void> allow(const ExecRequest & /*request*/) override { return {}; }
};

} // namespace chartroom::test
