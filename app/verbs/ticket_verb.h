// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printing.h"
#include "app/verbs/session_verb.h"
#include "core/ticket/attachments.h"
#include "core/ticket/facts_operation.h"

namespace chartroom {

class ChartSources;
class ResponsibilityRules;

/// `ticket`: what Support needs to know, before, during or after a window; or
/// the next shift. Reads only; writes the attachments
/// and the table of replaced names where they are asked for. Ends with Done once it is written,
/// whatever it tells.
class TicketVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// What it borrows outlives it.
    struct Parts
    {
        ChartSources *charts = nullptr; ///< null when there are none
        const ResponsibilityRules *rules = nullptr;
        QString operations;        ///< the folder of the journals
        QList<Masked> credentials; ///< to be hidden word for word
        TicketPdf pdf = nullptr;   ///< null where none can be made
    };
    TicketVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts);

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    [[nodiscard]] Result<void> choose();
    void gather();
    void readEvents();
    void check();
    void compose();
    [[nodiscard]] Result<void> write(const Ticket &ticket, const TicketOptions &options);
    [[nodiscard]] Result<QByteArray> rendered(const RedactedDocument &ticket) const;

    Parts m_parts;
    ClusterSession *m_session = nullptr;
    std::optional<UpgradeDraft> m_draft;
    QList<ReleaseKey> m_releases;
    TicketFacts m_facts;
};

} // namespace chartroom
