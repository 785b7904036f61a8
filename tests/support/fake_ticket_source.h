// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/ticket/ticket_source.h"

#include <QPromise>

#include <memory>

namespace chartroom::test {

/// A TicketSource that tells what a test says, at once or when it is told to.
class FakeTicketSource final : public TicketSource
{
public:
    TicketFacts facts;
    QList<ReleaseKey> suggested;
    Result<QList<TicketEvent>> eventsRead{QList<TicketEvent>()};
    bool isSlow = false;            ///< readings are open until answer()
    QList<QList<ReleaseKey>> asked; ///< by reading

    [[nodiscard]] QList<ReleaseKey> suggestion() const override { return suggested; }
    [[nodiscard]] QFuture<TicketFacts> read(const QList<ReleaseKey> &releases) override
    {
        asked.append(releases);
        if (!isSlow)
            return readyFuture(facts);
        m_open = std::make_unique<QPromise<TicketFacts>>();
        m_open->start();
        return m_open->future();
    }
    [[nodiscard]] QFuture<Result<QList<TicketEvent>>> events() override { return readyFuture(eventsRead); }

    void answer()
    {
        m_open->addResult(facts);
        m_open->finish();
        m_open.reset();
    }

private:
    std::unique_ptr<QPromise<TicketFacts>> m_open;
};

} // namespace chartroom::test
