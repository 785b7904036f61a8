// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pdf_pages.h"
#include "tests/support/ticket_samples.h"
#include "ui/ticket/ticket_pdf.h"
#include "ui/ticket/ticket_sheet.h"

#include <QTest>
#include <QTextDocument>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

RedactedDocument documentOf(const TicketFacts &facts, TicketPhase phase)
{
    return composeTicket(facts, optionsOf(phase)).document;
}

} // namespace

/// The ticket on paper.
class TestTicketPdf final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNormalWindowIsOnePage_data()
    {
        QTest::addColumn<TicketPhase>("phase");
        for (const TicketPhase phase : allTicketPhases)
            QTest::newRow(qPrintable(ticketPhaseText(phase))) << phase;
    }

    void aNormalWindowIsOnePage()
    {
        QFETCH(TicketPhase, phase);
        const QByteArray pdf = ticketPdf(documentOf(factsOf(phase), phase));
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QCOMPARE(pagesOf(pdf), 1);
    }

    void aLongTicketGoesOnOnFurtherPages()
    {
        TicketFacts facts = factsDuring();
        for (int i = 0; i < 80; ++i) {
            Diagnosis finding;
            finding.component = u"Finding %1"_s.arg(i);
            finding.quote = u"line\n"_s.repeated(40);
            facts.findings.append(finding);
        }
        QVERIFY(pagesOf(ticketPdf(documentOf(facts, TicketPhase::During))) > 3);
    }

    void theDateInTheFileIsTheTickets()
    {
        const QByteArray pdf = ticketPdf(documentOf(factsDuring(), TicketPhase::During));
        QVERIFY2(pdf.contains("/CreationDate (D:20261121224000Z)"),
                 pdf.mid(pdf.indexOf("/CreationDate"), 60).constData());
        // With the date in place the offsets still hold.
        const qsizetype start = pdf.lastIndexOf("startxref");
        QVERIFY(start > 0);
        const qsizetype table = pdf.mid(start + 9, 24).trimmed().split('\n').first().toLongLong();
        QCOMPARE(pdf.mid(table, 4), QByteArray("xref"));
    }

    void theSameTicketGivesTheSameFile()
    {
        const RedactedDocument ticket = documentOf(factsDuring(), TicketPhase::During);
        QCOMPARE(ticketPdf(ticket), ticketPdf(ticket));
    }

    /// Fault 64.
    void hostileTextDoesNothing()
    {
        TicketFacts facts = factsDuring();
        for (NodeTrack &track : facts.tracks)
            track.blockers = {{u"driverPod"_s,
                               u"<img src=file:///etc/passwd><a href=http://evil.example>x</a> \x1b[31m"_s}};
        facts.cluster.name = u"<script>alert(1)</script> https://evil.example"_s;
        const QString pdf = withoutStreams(ticketPdf(documentOf(facts, TicketPhase::During)));
        for (const char *active :
             {"/URI", "/JavaScript", "/JS", "/Launch", "/EmbeddedFile", "/Type /Annot\n", "/OpenAction"})
            QVERIFY2(!pdf.contains(QLatin1String(active)), active);
        QVERIFY(!pdf.contains(u"/Subtype /Image"));
    }

    /// Rule S11: what stands in the file is packed; it is written from this.
    void secretsAreNotPrinted()
    {
        for (const TicketPhase phase : allTicketPhases) {
            TicketFacts facts = factsOf(phase);
            facts.releases.first().notes.first().text = u"password=canary7Zw-kEND"_s;
            for (NodeTrack &track : facts.tracks)
                track.blockers = {{u"driverPod"_s, u"https://bob:canary7Zw-kEND@mirror.example/x"_s}};
            Diagnosis finding;
            finding.quote = u"Authorization: Bearer canary7Zw-kEND-padded"_s;
            facts.findings = {finding};
            QTextDocument sheet;
            writeSheet(sheet, documentOf(facts, phase), {});
            QVERIFY2(!sheet.toPlainText().contains(u"canary7"), qPrintable(sheet.toPlainText()));
            QVERIFY(sheet.toPlainText().contains(u"••••"));
        }
    }

    void aTicketOfNothingIsAPage() { QCOMPARE(pagesOf(ticketPdf(RedactedDocument())), 1); }
};

QTEST_MAIN(TestTicketPdf)
#include "tst_ticket_pdf.moc"
