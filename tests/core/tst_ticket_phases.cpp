// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

/// The request in one sentence.
QString sentenceOf(const TicketFacts &facts, TicketPhase phase)
{
    const Ticket ticket = composeTicket(facts, optionsOf(phase));
    return std::get<TicketParagraph>(ticket.document.blocks().first()).text;
}

/// After a window that nobody's journal tells of: one node is on its way, one waits.
TicketFacts factsOfAnOpenRollout()
{
    TicketFacts facts = factsAfter();
    facts.operation.reset();
    facts.tracks[2].verdict = Verdict::Moving;
    facts.tracks[3].verdict = Verdict::Waiting;
    const QDateTime start = ticketNow.addSecs(-3600);
    facts.window = UpgradeWindow{start, start.addSecs(2LL * 3600), "Europe/Berlin"};
    return facts;
}

} // namespace

/// That each phase of a window is told as what it is.
class TicketPhasesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aWindowIsOverWhenItsEndIsPastAndNotBefore()
    {
        const QString nodes = u"the nodes are not through: GPU driver 580.82.07 → 580.105.08: 3 of 5 done, "
                              u"1 moving, 1 waiting."_s;
        TicketFacts facts = factsOfAnOpenRollout();
        QCOMPARE(sentenceOf(facts, TicketPhase::After),
                 u"The window on prod-eu is not over yet; "_s + nodes);
        facts.now = facts.window->end;
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"The window on prod-eu is over; "_s + nodes);
        facts.window.reset(); // nobody can say then
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"So far on prod-eu: "_s + nodes);
        facts.tracks.clear();
        QCOMPARE(sentenceOf(facts, TicketPhase::After), u"What was done on prod-eu."_s);
    }
};

QTEST_GUILESS_MAIN(TicketPhasesTest)
#include "tst_ticket_phases.moc"
