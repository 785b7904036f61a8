// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "core/kube/exec_consent.h"

namespace chartroom {

/// Consent without a prompt: what was allowed before, and with --allow-exec what is asked now, remembered.
/// Says each time exactly what would run or is allowed to.
class ConsoleConsent final : public ExecConsent
{
public:
    /// Both outlive this.
    ConsoleConsent(ExecConsent *stored, Console *console, bool allowsAll);

    [[nodiscard]] bool isAllowed(const ExecRequest &request) const override;
    [[nodiscard]] Result<void> allow(const ExecRequest &request) override;

private:
    ExecConsent *m_stored;
    Console *m_console;
    bool m_allowsAll;
    mutable QList<ExecRequest> m_named;
};

} // namespace chartroom
