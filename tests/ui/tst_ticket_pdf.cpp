// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/ticket_samples.h"
#include "ui/ticket/ticket_pdf.h"

#include <QRegularExpression>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

/// What is packed says nothing by its bytes.
QString withoutStreams(const QByteArray &pdf)
{
    static const QRegularExpression stream(u"\\bstream\\r?\\n.*?endstream"_s,
                                           QRegularExpression::DotMatchesEverythingOption);
    return QString::fromLatin1(pdf).remove(stream);
}

int pagesOf(const QByteArray &pdf)
{
    static const QRegularExpression page(u"/Type\\s*/Page\\b(?!s)"_s);
    int pages = 0;
    for (auto it = page.globalMatch(withoutStreams(pdf)); it.hasNext(); it.next())
        ++pages;
    return pages;
}

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

    void aTicketOfNothingIsAPage() { QCOMPARE(pagesOf(ticketPdf(RedactedDocument())), 1); }
};

QTEST_MAIN(TestTicketPdf)
#include "tst_ticket_pdf.moc"
