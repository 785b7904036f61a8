// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_writers {

namespace {

QByteArray written(const QString &format, const RedactedDocument &ticket)
{
    if (format == u"html")
        return ticketHtml(ticket);
    if (format == u"txt")
        return ticketText(ticket);
    return format == u"json" ? ticketJson(ticket) : ticketMarkdown(ticket);
}

RedactedDocument redacted(const QString &title, const QList<TicketBlock> &blocks)
{
    Redactor redactor({});
    const QDateTime at(QDate(2026, 11, 21), QTime(3, 31), Qt::UTC);
    return RedactedDocument({title, u"during"_s, at, blocks}, redactor);
}

/// One of each.
RedactedDocument sample()
{
    return redacted(u"A ticket"_s,
                    {TicketParagraph{u"First."_s, true}, TicketHeading{u"Facts"_s},
                     TicketFactList{{{u"Cluster"_s, u"prod-eu"_s}, {u"As of"_s, u"now"_s}}},
                     TicketBullets{{u"one"_s, u"two"_s}},
                     TicketTable{{u"Node"_s, u"State"_s}, {{u"gpu-1"_s, u"done"_s}, {u"gpu-2"_s, u"lost"_s}}},
                     TicketQuote{u"log of x"_s, u"line 1\nline 2"_s}, TicketCode{u"helm list"_s}});
}

/// The text in every place that a text can have.
RedactedDocument everywhere(const QString &text)
{
    return redacted(text,
                    {TicketParagraph{text, true}, TicketHeading{text}, TicketParagraph{text, false},
                     TicketFactList{{{text, text}}}, TicketBullets{{text}},
                     TicketTable{{text, text}, {{text, text}}}, TicketQuote{text, text}, TicketCode{text}});
}

/// What stands outside of fenced code.
QString outsideFences(const QString &markdown)
{
    QString out;
    QString fence;
    for (const QString &line : markdown.split(u'\n')) {
        const QString ticks = line.left(line.indexOf(QRegularExpression(u"[^`]|\\z"_s)));
        if (fence.isEmpty() && ticks.size() >= 3)
            fence = ticks;
        else if (!fence.isEmpty() && line == fence)
            fence.clear();
        else if (fence.isEmpty())
            out += line + u'\n';
    }
    return fence.isEmpty() ? out : QString();
}

} // namespace

/// The formats of a ticket.
class TestTicketWriters final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void markdownIsReadable()
    {
        QCOMPARE(QString::fromUtf8(ticketMarkdown(sample())), uR"(# A ticket

**First.**

## Facts

- **Cluster:** prod-eu
- **As of:** now

- one
- two

| Node | State |
| --- | --- |
| gpu-1 | done |
| gpu-2 | lost |

log of x

```
line 1
line 2
```

```
helm list
```
)"_s);
    }

    void plainTextIsReadable()
    {
        QCOMPARE(QString::fromUtf8(ticketText(sample())), uR"(A ticket
========

First.

Facts
-----

Cluster:  prod-eu
As of:    now

* one
* two

Node   State
-----  -----
gpu-1  done
gpu-2  lost

log of x
    line 1
    line 2

    helm list
)"_s);
    }

    void aTableThatIsTooWideForALineIsAList()
    {
        const QString wide = u"word "_s.repeated(30).trimmed();
        const QString text = QString::fromUtf8(
            ticketText(redacted(u"T"_s, {TicketTable{{u"Node"_s, u"Known"_s}, {{u"gpu-1"_s, wide}}}})));
        QVERIFY2(text.contains(u"* gpu-1\n  Known: word word"_s), qPrintable(text));
        for (const QString &line : text.split(u'\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }

    /// Each line of a text is indented by the longest name; a name of thousands of characters would make the
    /// ticket grow with its square.
    void aVeryWideNameDoesNotIndentTheOthers()
    {
        const QString wide = u"name"_s.repeated(1000);
        const QString text = QString::fromUtf8(ticketText(redacted(
            u"T"_s, {TicketFactList{{{u"Cluster"_s, u"prod"_s}, {wide, u"word "_s.repeated(1000)}}}})));
        QVERIFY2(text.contains(u"\nCluster:  prod\n"_s), qPrintable(text.left(200)));
        QVERIFY2(text.contains(wide + u":\n          word word"_s), qPrintable(text.left(200)));
        QVERIFY2(text.size() < 11'000, qPrintable(QString::number(text.size())));
    }

    void jsonSaysTheSame()
    {
        const Result<Value> read = readJson(ticketJson(sample()));
        QVERIFY(read);
        QCOMPARE(read->at({u"chartroomTicket"_s}).scalarText(), u"1"_s);
        QCOMPARE(read->at({u"title"_s}).toString(), u"A ticket"_s);
        QCOMPARE(read->at({u"phase"_s}).toString(), u"during"_s);
        QCOMPARE(read->at({u"at"_s}).toString(), u"2026-11-21T03:31:00Z"_s);
        QStringList kinds;
        const Value::List blocks = read->at({u"blocks"_s}).list();
        for (const Value &block : blocks)
            kinds.append(block.at({u"kind"_s}).toString());
        QCOMPARE(kinds, (QStringList{u"paragraph"_s, u"heading"_s, u"facts"_s, u"bullets"_s, u"table"_s,
                                     u"quote"_s, u"code"_s}));
        QCOMPARE(blocks[4].at({u"rows"_s}).list().value(1).list().value(1).toString(), u"lost"_s);
        QCOMPARE(blocks[5].at({u"text"_s}).toString(), u"line 1\nline 2"_s);
    }

    void htmlIsAPageOnItsOwnThatLoadsAndRunsNothing()
    {
        const QString html = QString::fromUtf8(ticketHtml(sample()));
        QVERIFY(html.startsWith(u"<!DOCTYPE html>"));
        QVERIFY(html.endsWith(u"</html>\n"));
        QVERIFY(html.contains(u"<title>A ticket</title>"));
        QVERIFY(html.contains(u"default-src 'none'"));
        QVERIFY(html.contains(u"@media print"));
        QVERIFY(html.contains(u"<p class=\"strong\">First.</p>"));
        QVERIFY(html.contains(u"<tr><td>gpu-2</td><td>lost</td></tr>"));
        for (const QString &active :
             {u"<script"_s, u"<img"_s, u"<link"_s, u"href="_s, u"src="_s, u"url("_s, u"@import"_s})
            QVERIFY2(!html.contains(active, Qt::CaseInsensitive), qPrintable(active));
    }

    /// A word is broken where it would not fit into any column, and "gpu-011" never.
    void onlyLongWordsAreBrokenInTables()
    {
        const QString html = QString::fromUtf8(ticketHtml(
            redacted(u"T"_s, {TicketTable{{u"Node"_s, u"What"_s},
                                          {{u"gpu-011"_s, u"nvidia-gpu-operator/nvidia-driver-x7k2p"_s}}}})));
        QVERIFY(html.contains(u"<td>gpu-011</td><td class=\"long\">nvidia-gpu-operator/"));
    }

    void shortFactsStandSideBySide()
    {
        TicketFactList list{{{u"Cluster"_s, u"prod-eu"_s},
                             {u"Nodes"_s, u"16"_s},
                             {u"Kubernetes"_s, u"v1.36.3"_s},
                             {u"Project"_s, u"p"_s}}};
        const auto html = [&list] { return QString::fromUtf8(ticketHtml(redacted(u"T"_s, {list}))); };
        QVERIFY(html().contains(u"<dl class=\"short\">"));
        list.facts.first().second = QString(41, u'x');
        QVERIFY(!html().contains(u"<dl class=\"short\">"));
    }

    /// On paper, what has room in half of a page stands in two columns.
    void partsOfFewWordsAreColumnsOnPaper()
    {
        const TicketTable wide{{u"A"_s, u"B"_s, u"C"_s, u"D"_s}, {QStringList(4, u"word "_s.repeated(5))}};
        const TicketTable narrow{{u"A"_s, u"B"_s, u"C"_s, u"D"_s}, {QStringList(4, u"word"_s)}};
        const QString html = QString::fromUtf8(
            ticketHtml(redacted(u"T"_s, {TicketParagraph{u"P"_s, true}, TicketHeading{u"H1"_s}, narrow,
                                         TicketHeading{u"H2"_s}, wide, TicketHeading{u"H3"_s}, narrow})));
        QVERIFY(html.contains(u"column-span: all"));
        for (const QString &part :
             {u"<section class=\"wide\">\n<p class=\"strong\">P"_s, u"<section class=\"wide\">\n<h2>H1"_s,
              u"<section class=\"wide\">\n<h2>H2"_s, u"<section>\n<h2>H3"_s})
            QVERIFY2(html.contains(part), qPrintable(part));
    }

    void theSameDocumentGivesTheSameBytes_data() { formats(); }
    void theSameDocumentGivesTheSameBytes()
    {
        QFETCH(QString, format);
        const QByteArray bytes = written(format, sample());
        QCOMPARE(written(format, sample()), bytes);
        QVERIFY(bytes.endsWith('\n'));
        QVERIFY(!bytes.contains('\r'));
    }

    void aDocumentOfNothingIsWritten_data() { formats(); }
    void aDocumentOfNothingIsWritten()
    {
        QFETCH(QString, format);
        QVERIFY(!written(format, RedactedDocument()).isEmpty());
    }

    /// Fault 64.
    void hostileTextIsInert_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto &[name, text] : hostileTexts())
            QTest::newRow(name) << text;
    }

    // S15, S16: text in a ticket is inert in each format.
    void hostileTextIsInert()
    {
        QFETCH(QString, text);
        const RedactedDocument ticket = everywhere(text);
        const auto isShown = [](const QString &all) {
            return std::all_of(all.cbegin(), all.cend(), [](QChar c) { return c == u'\n' || isVisible(c); });
        };
        const QString plain = QString::fromUtf8(ticketText(ticket));
        QVERIFY(isShown(plain));
        const QString json = QString::fromUtf8(ticketJson(ticket));
        QVERIFY(isShown(json));
        QVERIFY(readJson(json.toUtf8()));
        const QString html = QString::fromUtf8(ticketHtml(ticket));
        QVERIFY(isShown(html));
        static const QRegularExpression strange(
            u"<(?!/?(?:html|head|meta|title|style|body|section|h1|h2|p|ul|li|dl|dt|dd|table|thead|tbody|tr|th|td|pre)\\b|!DOCTYPE)"_s);
        QVERIFY2(!html.contains(strange), qPrintable(html));
        // Tags of ours have no attribute but these.
        static const QRegularExpression attribute(
            u"<[a-z0-9]+ (?!class=\"(?:strong|source|long|short|wide)\">|charset|http-equiv|name|lang)"_s);
        QVERIFY2(!html.contains(attribute), qPrintable(html));
        const QString markdown = QString::fromUtf8(ticketMarkdown(ticket));
        QVERIFY(isShown(markdown));
        const QString open = outsideFences(markdown);
        QVERIFY2(!open.isEmpty(), qPrintable(markdown));
        // Every sign that begins something is escaped, but for those that the writer puts itself.
        static const QRegularExpression bare(
            u"(?<!\\\\)(?:\\\\\\\\)*(?:[<>\\[\\]`~]|&(?=[a-z#])|_|://|www\\.)"_s);
        QVERIFY2(!open.contains(bare), qPrintable(open));
        for (const QString &line : open.split(u'\n'))
            QVERIFY2(
                !line.contains(QRegularExpression(u"\\A(?:- )?(?:=+|-{2,}|\\d+[.)] .*|[+*] .*| {4}.*)\\z"_s)),
                qPrintable(line));
    }

    void aHugeTextIsCut()
    {
        const QByteArray markdown =
            ticketMarkdown(redacted(u"T"_s, {TicketQuote{u"notes"_s, u"word "_s.repeated(1'000'000)}}));
        QVERIFY(markdown.size() < 70'000);
    }

private:
    static void formats()
    {
        QTest::addColumn<QString>("format");
        for (const char *format : {"md", "html", "txt", "json"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }
};

#include "tst_ticket_writers.moc"
} // namespace tst_ticket_writers

CHARTROOM_TEST(tst_ticket_writers, TestTicketWriters)
