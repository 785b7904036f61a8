// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_runner.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/normal_window.h"
#include "tests/support/pdf_pages.h"
#include "tests/support/poisoned_ticket.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_browser {

namespace {

/// Gives out one page, and remembers what else was asked for.
class PageServer final : public QTcpServer
{
public:
    PageServer()
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { answer(*socket); });
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
    }

    [[nodiscard]] QString url(const QString &path) const
    {
        return u"http://127.0.0.1:%1/%2"_s.arg(serverPort()).arg(path);
    }

    QByteArray page;
    QStringList asked; ///< besides the page

private:
    void answer(QTcpSocket &socket)
    {
        const QByteArray request = socket.peek(64 * 1024);
        if (!request.contains("\r\n\r\n"))
            return;
        (void)socket.readAll();
        const QString path = QString::fromLatin1(request.split(' ').value(1));
        const bool isPage = path == u"/page";
        if (!isPage && path != u"/favicon.ico") // a browser asks for that by itself
            asked.append(path);
        const QByteArray body = isPage ? page : QByteArray();
        socket.write(
            (isPage ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 404 Not Found\r\n") +
            QByteArray("Content-Type: text/html; charset=utf-8\r\nConnection: close\r\nContent-Length: ") +
            QByteArray::number(body.size()) + "\r\n\r\n" + body);
        socket.disconnectFromHost();
    }
};

/// Whatever may run or load something in a page.
QString activeText(const PageServer &server)
{
    return u"</p></td></pre></title></style></section><script>document.title='ran'</script>"
           u"<img src=%1/image onerror=\"document.title='ran'\"><iframe src=%1/frame></iframe>"
           u"<svg onload=\"document.title='ran'\"></svg><link rel=stylesheet href=%1/sheet>"
           u"<style>body { background: url(%1/background) }</style><object data=%1/object></object>"
           u"<video src=%1/video></video><input autofocus onfocus=\"document.title='ran'\">"
           u"<a href=\"javascript:document.title='ran'\">x</a>"_s.arg(server.url(u"asked"_s));
}

/// All hostile texts in each place of a ticket.
RedactedDocument hostileTicket(const QString &active)
{
    QList<QString> texts{active};
    for (const auto &[name, text] : hostileTexts())
        texts.append(text);
    QList<TicketBlock> blocks;
    for (const QString &text : std::as_const(texts))
        blocks << TicketHeading{text} << TicketParagraph{text, true} << TicketParagraph{text, false}
               << TicketFactList{{{text, text}}} << TicketBullets{{text}}
               << TicketTable{{text, text}, {{text, text}}} << TicketQuote{text, text} << TicketCode{text};
    for (const TicketPhase phase : allTicketPhases)
        blocks += composeTicket(poisoned(phase, active), optionsOf(phase)).document.blocks();
    Redactor redactor({});
    return RedactedDocument({active, u"during"_s, ticketNow, blocks}, redactor);
}

/// How often each element begins.
QMap<QString, int> elements(const QString &html)
{
    static const QRegularExpression begin(u"<([a-z][a-z0-9]*)\\b"_s);
    QMap<QString, int> counts;
    for (auto it = begin.globalMatch(html); it.hasNext();)
        ++counts[it.next().captured(1)];
    return counts;
}

QString titleOf(const QString &html)
{
    static const QRegularExpression title(u"<title>(.*?)</title>"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    return title.match(html).captured(1);
}

} // namespace

/// A ticket in a real browser: fault 64. Skipped where none is at hand, or where it does not work.
class TestTicketBrowser final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const QString &name : {u"chromium"_s, u"chromium-browser"_s, u"google-chrome"_s})
            if (m_browser.isEmpty())
                m_browser = QStandardPaths::findExecutable(name);
        if (m_browser.isEmpty())
            QSKIP("No browser is at hand (chromium, google-chrome): the page was not loaded in one.");
        QVERIFY(m_server.listen(QHostAddress::LocalHost));
    }

    // S16: a text in the HTML of a ticket begins no element and loads nothing.
    void nothingOfATicketRunsOrLoads()
    {
        // First a page in which all of it does: else the browser would prove nothing.
        const QString active = activeText(m_server);
        m_server.page = "<!DOCTYPE html><html><head><title>not run</title></head><body><p>" +
                        active.toUtf8() + "</body></html>";
        const QString ran = loaded();
        if (titleOf(ran) != u"ran" || m_server.asked.isEmpty())
            QSKIP(qPrintable(u"The browser %1 does not work here, so the page was not loaded in it: %2"_s.arg(
                m_browser, m_problem)));
        m_works = true;
        m_server.asked.clear();

        const RedactedDocument ticket = hostileTicket(active);
        const QString policy =
            u"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            u"'unsafe-inline'\">\n"_s;
        const QString html = QString::fromUtf8(ticketHtml(ticket));
        QVERIFY(html.contains(policy));
        m_server.page = QString(html).remove(policy).toUtf8(); // the text has to be harmless without it
        const QString seen = loaded();
        QVERIFY2(!seen.isEmpty(), qPrintable(m_problem));
        QCOMPARE(m_server.asked, QStringList());
        QVERIFY2(titleOf(seen).contains(u"&lt;script&gt;"), qPrintable(titleOf(seen)));
        // No text has begun or ended an element.
        QCOMPARE(elements(seen), elements(QString::fromUtf8(m_server.page)));
        QVERIFY(elements(seen).value(u"td"_s) > 100);
        for (const QString &name : {u"script"_s, u"img"_s, u"iframe"_s, u"svg"_s, u"a"_s, u"input"_s})
            QCOMPARE(elements(seen).value(name), 0);
    }

    void aNormalWindowIsOnePageOnPaper_data()
    {
        QTest::addColumn<TicketFacts>("facts");
        QTest::addColumn<TicketPhase>("phase");
        QTest::newRow("a request with a plan") << normalRequest() << TicketPhase::Before;
        QTest::newRow("two nodes in trouble") << normalTrouble() << TicketPhase::During;
        QTest::newRow("what was done") << normalTrouble() << TicketPhase::After;
    }

    void aNormalWindowIsOnePageOnPaper()
    {
        if (!m_works)
            QSKIP("The browser does not work here, so nothing was printed by it.");
        QFETCH(TicketFacts, facts);
        QFETCH(TicketPhase, phase);
        m_server.page = ticketHtml(composeTicket(facts, optionsOf(phase)).document);
        QTemporaryDir home;
        const QString file = home.filePath(u"ticket.pdf"_s);
        (void)shown({u"--no-pdf-header-footer"_s, u"--print-to-pdf=%1"_s.arg(file)}, home);
        QFile pdf(file);
        QVERIFY2(pdf.open(QIODevice::ReadOnly), qPrintable(m_problem));
        QCOMPARE(pagesOf(pdf.readAll()), 1);
    }

private:
    /// The page, as the browser has it once nothing more is to come; "" with m_problem where it has none.
    QString loaded()
    {
        QTemporaryDir home;
        return shown({u"--virtual-time-budget=5000"_s, u"--dump-dom"_s}, home);
    }

    /// What the browser says when it does that with the page.
    QString shown(const QStringList &how, const QTemporaryDir &home)
    {
        CommandLine command;
        command.program = m_browser;
        command.arguments = {u"--headless"_s,
                             u"--no-sandbox"_s,
                             u"--disable-gpu"_s,
                             u"--no-first-run"_s,
                             u"--disable-background-networking"_s,
                             u"--disable-dev-shm-usage"_s,
                             u"--user-data-dir=%1"_s.arg(home.path())};
        command.arguments += how;
        command.arguments.append(m_server.url(u"page"_s));
        command.environment = {{u"HOME"_s, home.path()}};
        command.timeout = std::chrono::seconds(150);
        const QFuture<Result<CommandOutput>> run = m_runner.run(command);
        if (!QTest::qWaitFor([&run] { return run.isFinished(); }, 170'000)) {
            m_problem = u"it does not end"_s;
            return {};
        }
        const Result<CommandOutput> output = run.result();
        m_problem = output ? QString::fromUtf8(output->err.right(500)) : output.error().message;
        return output && output->exitCode == 0 ? QString::fromUtf8(output->out) : QString();
    }

    ProcessRunner m_runner;
    PageServer m_server;
    QString m_browser;
    QString m_problem;
    bool m_works = false; ///< a page was loaded in it, and did what it should not
};

#include "tst_ticket_browser.moc"
} // namespace tst_ticket_browser

CHARTROOM_TEST(tst_ticket_browser, TestTicketBrowser)
