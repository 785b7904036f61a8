// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console_consent.h"

#include "app/command_line_tr.h"

namespace chartroom {

ConsoleConsent::ConsoleConsent(ExecConsent *stored, Console *console, bool allowsAll)
    : m_stored(stored)
    , m_console(console)
    , m_allowsAll(allowsAll)
{}

bool ConsoleConsent::isAllowed(const ExecRequest &request) const
{
    if (m_stored->isAllowed(request))
        return true;
    if (m_named.contains(request))
        return m_allowsAll;
    m_named.append(request);
    if (!m_allowsAll) {
        m_console->problem(
            {Error::Code::NeedsConsent,
             CommandLineTr::tr("To sign in, %1 wants to run: %2. Add --allow-exec to allow that from now on.")
                 .arg(request.kubeconfig, request.display()),
             {},
             {}});
        return false;
    }
    m_console->note(
        CommandLineTr::tr("Allowed from now on for %1: %2").arg(request.kubeconfig, request.display()));
    if (const auto remembered = m_stored->allow(request); !remembered)
        m_console->problem(remembered.error());
    return true;
}

Result<void> ConsoleConsent::allow(const ExecRequest &request)
{
    return m_stored->allow(request);
}

} // namespace chartroom
