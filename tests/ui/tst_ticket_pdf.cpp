// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/normal_window.h"
#include "tests/support/pdf_pages.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "ui/ticket/sheet_rows.h"
#include "ui/ticket/ticket_pdf.h"
#include "ui/ticket/ticket_sheet.h"

#include <QFontDatabase>
#include <QRegularExpression>
#include <QTest>
#include <QTextDocument>
#include <QTextOption>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_pdf {

namespace {

RedactedDocument documentOf(const TicketFacts &facts, TicketPhase phase)
{
    return composeTicket(facts, optionsOf(phase)).document;
}

/// The one that this machine prints in, and the widest that a desktop has where Inter is missing.
QStringList faces()
{
    const QString widest = u"DejaVu Sans"_s;
    return QFontDatabase::families().contains(widest) ? QStringList{{}, widest} : QStringList{{}};
}

/// Sections of one heading and one block each.
QList<TicketBlock> sections(int count)
{
    QList<TicketBlock> blocks;
    for (int i = 0; i < count; ++i)
        blocks << TicketHeading{u"H"_s} << TicketParagraph{u"P"_s};
    return blocks;
}

QList<SheetBlock> heights(const QList<double> &of)
{
    QList<SheetBlock> blocks;
    for (const double height : of)
        blocks.append({height, true});
    return blocks;
}

using Rows = QList<SheetRow>;

} // namespace

/// The ticket on paper.
class TestTicketPdf final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNormalWindowIsOnePage_data()
    {
        QTest::addColumn<TicketFacts>("facts");
        QTest::addColumn<TicketPhase>("phase");
        QTest::addColumn<QString>("face");
        for (const TicketPhase phase : allTicketPhases)
            QTest::newRow(qPrintable(ticketPhaseText(phase))) << factsOf(phase) << phase << QString();
        for (const QString &face : faces()) {
            const auto row = [&face](const char *name) -> QTestData & {
                return QTest::addRow("%s, %s", name, face.isEmpty() ? "own face" : qPrintable(face));
            };
            row("a request with a plan") << normalRequest() << TicketPhase::Before << face;
            row("two nodes in trouble") << normalTrouble() << TicketPhase::During << face;
            row("what was done") << normalTrouble() << TicketPhase::After << face;
            row("a shift's end") << normalTrouble() << TicketPhase::Handover << face;
        }
    }

    void aNormalWindowIsOnePage()
    {
        QFETCH(TicketFacts, facts);
        QFETCH(TicketPhase, phase);
        QFETCH(QString, face);
        const QByteArray pdf = ticketPdf(documentOf(facts, phase), {QPageSize::A4, face});
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.trimmed().endsWith("%%EOF"));
        QCOMPARE(pagesOf(pdf), 1);
    }

    /// Nothing is left out for it, and what is read first stays first.
    void partsBesideEachOtherSayTheSame()
    {
        const auto words = [](const RedactedDocument &ticket, const Rows &rows) {
            QTextDocument sheet;
            (void)writeSheet(sheet, ticket, {}, rows);
            return sheet.toPlainText().split(QRegularExpression(u"\\s+"_s), Qt::SkipEmptyParts);
        };
        const RedactedDocument ticket = documentOf(normalRequest(), TicketPhase::Before);
        Rows rows; // each block beside the next
        for (qsizetype i = 0; i < ticket.blocks().size(); i += 2)
            rows.append({i, i + 1, std::min(i + 2, ticket.blocks().size())});
        QCOMPARE(words(ticket, rows), words(ticket, {}));
        QVERIFY(words(ticket, {}).size() > 300);
    }

    void partsStandBesideEachOtherWhereThatSavesHeight()
    {
        // The first part is read before all; of the others the second and third are as high as one of them.
        const QList<TicketBlock> blocks = sections(3);
        const QList<SheetBlock> whole = heights({10, 50, 10, 50, 10, 50});
        QCOMPARE(sheetRows(blocks, whole, heights({10, 60, 10, 60, 10, 60}), 10),
                 (Rows{{0, 2, 2}, {2, 4, 6}}));
        // They say too much for half a page.
        QCOMPARE(sheetRows(blocks, whole, heights({10, 120, 10, 120, 10, 120}), 10),
                 (Rows{{0, 2, 2}, {2, 4, 4}, {4, 6, 6}}));
        // A table of the third has no room there.
        QList<SheetBlock> half = heights({10, 60, 10, 60, 10, 60});
        half.last().fits = false;
        QCOMPARE(sheetRows(blocks, whole, half, 10), (Rows{{0, 2, 2}, {2, 4, 4}, {4, 6, 6}}));
        QCOMPARE(sheetRows({}, {}, {}, 10), Rows());
    }

    void aPartMayBeInTwoHalves()
    {
        QList<TicketBlock> blocks = sections(1);
        blocks << TicketHeading{u"H"_s} << TicketBullets{{u"B"_s}} << TicketParagraph{u"Assumptions:"_s}
               << TicketBullets{{u"B"_s}};
        QCOMPARE(sheetRows(blocks, heights({10, 10, 10, 80, 10, 80}), heights({10, 10, 10, 90, 10, 90}), 10),
                 (Rows{{0, 2, 2}, {2, 3, 3}, {3, 4, 6}}));
    }

    /// A word that is wider than the page would be cut off at its edge.
    void nothingIsWiderThanThePage()
    {
        const QString word(400, u'x');
        Redactor redactor({});
        const RedactedDocument ticket(
            {word,
             u"during"_s,
             ticketNow,
             {TicketParagraph{word, false}, TicketBullets{{word}}, TicketFactList{{{word, word}}},
              TicketTable{{u"A"_s, word}, {{word, word}}}, TicketQuote{word, word}}},
            redactor);
        const auto fits = [&ticket](QTextOption::WrapMode mode) {
            QTextDocument sheet;
            sheet.setDefaultTextOption([mode] {
                QTextOption option;
                option.setWrapMode(mode);
                return option;
            }());
            sheet.setTextWidth(500);
            const QList<int> starts = writeSheet(sheet, ticket, {});
            const QList<SheetBlock> blocks = measuredBlocks(sheet, starts);
            return std::count_if(blocks.cbegin(), blocks.cend(),
                                 [](const SheetBlock &block) { return block.fits; });
        };
        QCOMPARE(fits(QTextOption::WordWrap), 0);
        QCOMPARE(fits(QTextOption::WrapAtWordBoundaryOrAnywhere), ticket.blocks().size());
        QCOMPARE(pagesOf(ticketPdf(ticket)), 1);
    }

    void aLongTicketGoesOnOnFurtherPages()
    {
        TicketFacts facts = factsDuring();
        for (int i = 0; i < 80; ++i) {
            Finding finding;
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
            track.blockers = {{NoteKind::DriverPod,
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
                track.blockers = {{NoteKind::DriverPod, u"https://bob:canary7Zw-kEND@mirror.example/x"_s}};
            Finding finding;
            finding.quote = u"Authorization: Bearer canary7Zw-kEND-padded"_s;
            facts.findings = {finding};
            QTextDocument sheet;
            (void)writeSheet(sheet, documentOf(facts, phase), {});
            QVERIFY2(!sheet.toPlainText().contains(u"canary7"), qPrintable(sheet.toPlainText()));
            QVERIFY(sheet.toPlainText().contains(u"••••"));
        }
    }

    void aTicketOfNothingIsAPage() { QCOMPARE(pagesOf(ticketPdf(RedactedDocument())), 1); }
};

#include "tst_ticket_pdf.moc"
} // namespace tst_ticket_pdf

CHARTROOM_TEST(tst_ticket_pdf, TestTicketPdf)
