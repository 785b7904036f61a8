// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/ticket_writers.h"
#include "core/words/window_plan.h"
#include "tests/support/fake_ticket_source.h"
#include "tests/support/loop_watch.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/support/zip_reader.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/tickets_page.h"
#include "ui/ticket/ticket_files.h"
#include "ui/ticket/ticket_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QScrollBar>
#include <QTabBar>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_tickets_page {

namespace {

/// A window over the add-ons and what a source tells of them.
struct TicketFixture : WindowFixture
{
    FakeTicketSource tickets;

    TicketFixture()
    {
        tickets.facts = factsDuring();
        tickets.suggested = {gpuOperatorRelease().release.key};
        ticketDrafts = folder.filePath(u"tickets"_s);
        qputenv("XDG_STATE_HOME", folder.path().toUtf8());
    }
    void openTickets()
    {
        openWithAddons();
        fleet.setTickets(u"prod-eu"_s, &tickets);
        press(Qt::Key_9, Qt::ControlModifier);
        QVERIFY(page()->isVisible());
    }
    void openTicket()
    {
        openTickets();
        QTRY_VERIFY2_WITH_TIMEOUT(shown().contains(u"gpu-011"), qPrintable(shown()), 60'000);
    }
    [[nodiscard]] TicketsPage *page() const { return window->findChild<TicketsPage *>(); }
    [[nodiscard]] TicketView *view() const { return window->findChild<TicketView *>(); }
    [[nodiscard]] QString shown() const { return view()->isVisible() ? view()->toPlainText() : QString(); }
    [[nodiscard]] QAction *command(const char *name) const
    {
        return window->findChild<QAction *>(QLatin1String(name));
    }
    [[nodiscard]] QAbstractButton *button(const char *name) const
    {
        return window->findChild<QAbstractButton *>(QLatin1String(name));
    }
    [[nodiscard]] QPlainTextEdit *edit(const char *name) const
    {
        return window->findChild<QPlainTextEdit *>(QLatin1String(name));
    }
    void choosePhase(int phase) const
    {
        window->findChild<QWidget *>(u"ticketPhase"_s)->findChildren<QAbstractButton *>().at(phase)->click();
    }
    void select(const QString &text) const
    {
        view()->moveCursor(QTextCursor::Start);
        QVERIFY(view()->find(text));
    }
    /// Answers the dialog that asks where to.
    void saveTo(const QString &file) const
    {
        command("ticketSave")->trigger();
        QFileDialog *dialog = nullptr;
        QTRY_VERIFY((dialog = page()->findChild<QFileDialog *>(u"ticketDialog"_s)));
        Q_EMIT dialog->fileSelected(file);
        dialog->close();
    }
    [[nodiscard]] static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

} // namespace

class TicketsPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    /// A whole ticket takes long to lay out, and whoever looks elsewhere would wait for it.
    void aThemeThatChangesElsewhereIsTakenOnceTheTicketIsSeen()
    {
        TicketFixture f;
        const auto looks = f.usualLooks();
        f.openTicket();
        f.showPage(u"Activity"_s);
        QTRY_VERIFY(!f.view()->isVisible());
        const QPointer<QTextDocument> before = f.view()->document();
        f.theme.setMode(Theme::Mode::Dark);
        QVERIFY(before);
        f.press(Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY(f.view()->isVisible());
        QVERIFY(!before);
        const QPointer<QTextDocument> dark = f.view()->document();
        f.theme.setMode(Theme::Mode::Light); // while it is seen, at once
        QVERIFY(!dark);
    }

    void withoutAClusterItSaysHowToGetOne()
    {
        TicketFixture f;
        f.open();
        f.press(Qt::Key_9, Qt::ControlModifier);
        QVERIFY(f.page()->isVisible());
        QVERIFY(f.message());
        QVERIFY(!f.command("ticketMarkdown")->isEnabled());
    }

    void whileItIsReadItSaysSo()
    {
        TicketFixture f;
        f.tickets.isSlow = true;
        f.openTickets();
        QTRY_COMPARE(f.label("messageTitle"), u"Reading the cluster"_s);
        QVERIFY(!f.command("ticketSave")->isEnabled());
        f.tickets.answer();
        QTRY_VERIFY(f.shown().contains(u"gpu-011"));
    }

    void aClusterThatFailsSaysWhyAndLeavesTheTicketThatWasMade()
    {
        TicketFixture f;
        f.openTicket();
        FleetEntry entry = f.fleet.entry(u"prod-eu"_s);
        entry.state = ClusterSession::State::Failed;
        entry.problem = {Error::Code::Unreachable, u"The server does not answer."_s, {}, {}};
        f.fleet.put(entry);
        QVERIFY(f.shown().contains(u"gpu-011"));
        TicketFixture g;
        g.fleet.put(entry);
        g.open();
        g.press(Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY(g.message());
        QVERIFY2(g.label("messageText").contains(u"The server does not answer."),
                 qPrintable(g.label("messageText")));
    }

    void itReadsWhenItIsLookedAtAndNotBefore()
    {
        TicketFixture f;
        f.openWithAddons();
        f.fleet.setTickets(u"prod-eu"_s, &f.tickets);
        QVERIFY(f.tickets.asked.isEmpty());
        f.press(Qt::Key_9, Qt::ControlModifier);
        QCOMPARE(f.tickets.asked.size(), 1);
        QTRY_VERIFY(f.shown().contains(u"gpu-011"));
        f.press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(!f.command("ticketPrint")->isEnabled()); // Ctrl+P is no ticket's on another page
        f.press(Qt::Key_9, Qt::ControlModifier);
        QCOMPARE(f.tickets.asked.size(), 2);
    }

    void thePreviewShowsTheTicketAndFollowsTheChoices()
    {
        TicketFixture f;
        f.openTicket();
        QVERIFY(f.shown().contains(u"Our request to Support"));
        QVERIFY(f.shown().contains(u"Could not resolve Linux kernel version"));
        f.button("part-questions")->click();
        QTRY_VERIFY(!f.shown().contains(u"Our request to Support"));
        f.edit("ticketRequest")->setPlainText(u"We need help tonight."_s);
        QTRY_VERIFY(f.shown().contains(u"We need help tonight."));
        f.choosePhase(3);
        QTRY_VERIFY(f.shown().startsWith(u"Handover of prod-eu"));
        QVERIFY(f.edit("ticketRequest")->toPlainText().isEmpty());
        QVERIFY(f.button("part-shift"));
        f.choosePhase(1);
        QCOMPARE(f.edit("ticketRequest")->toPlainText(), u"We need help tonight."_s);
    }

    // S14: the ticket on the screen holds no tag and no link of a text.
    void hostileTextIsShownLetterByLetter()
    {
        TicketFixture f;
        f.tickets.facts.tracks.last().blockers.first().text =
            u"<img src='file:///etc/passwd'><b>bold</b> [x](http://evil.example)"_s;
        f.openTicket();
        QVERIFY2(f.shown().contains(u"<img src='file:///etc/passwd'><b>bold</b>"), qPrintable(f.shown()));
        QVERIFY(!f.view()->toHtml().contains(u"<img"));
        QVERIFY(!f.view()->toHtml().contains(u"href"));
    }

    void whatIsSelectedIsHiddenAndOnlyAPersonShowsItAgain()
    {
        TicketFixture f;
        f.openTicket();
        QVERIFY(!f.command("ticketHide")->isEnabled());
        f.select(u"tenant-b/trainer"_s);
        QVERIFY(f.command("ticketHide")->isEnabled());
        f.command("ticketHide")->trigger();
        QTRY_VERIFY(!f.shown().contains(u"tenant-b/trainer"));
        QTRY_VERIFY2(f.label("ticketReport").contains(u"hid"), qPrintable(f.label("ticketReport")));
        f.command("ticketMarkdown")->trigger();
        QTRY_VERIFY(QApplication::clipboard()->text().contains(u"gpu-004"));
        QVERIFY(!QApplication::clipboard()->text().contains(u"tenant-b/trainer"));
        f.button("ticketShowAgain")->click();
        QTRY_VERIFY(f.shown().contains(u"tenant-b/trainer"));
    }

    void nothingIsHandedOutBeforeItIsHidden()
    {
        TicketFixture f;
        f.openTicket();
        QApplication::clipboard()->clear();
        f.select(u"tenant-b/trainer"_s);
        f.command("ticketHide")->trigger();
        f.command("ticketMarkdown")->trigger(); // at once: the ticket without it is not made yet
        QTRY_VERIFY(QApplication::clipboard()->text().contains(u"gpu-004"));
        QVERIFY(!QApplication::clipboard()->text().contains(u"tenant-b/trainer"));
    }

    // S11: preview, draft and clipboard are redacted.
    void secretsAreNeitherInThePreviewNorInTheDraftNorInTheClipboard()
    {
        TicketFixture f;
        f.tickets.facts.secrets.add(Masked("hunter2-canary-9"));
        f.tickets.facts.tracks.last().blockers.first().text = u"login with hunter2-canary-9 failed"_s;
        f.openTicket();
        f.edit("ticketQuestion")->setPlainText(u"Is hunter2-canary-9 wrong, or token: swordfish-canary?"_s);
        QTRY_VERIFY(f.shown().contains(u"wrong, or token"));
        f.command("ticketRichText")->trigger();
        const auto clipboard = [] {
            const QMimeData *data = QApplication::clipboard()->mimeData();
            return data->html() + data->text();
        };
        QTRY_VERIFY(clipboard().contains(u"wrong, or token"));
        f.view()->selectAll();
        f.page()->keepDraft();
        const QString drafts = QString::fromUtf8(TicketFixture::contents(
            f.ticketDrafts + u'/' + QDir(f.ticketDrafts).entryList(QDir::Files).value(0)));
        QVERIFY2(drafts.contains(u"wrong, or token"), qPrintable(drafts));
        for (const QString &text : {f.shown(), clipboard(), drafts, f.view()->toHtml()})
            QVERIFY2(!text.contains(u"canary"), qPrintable(text));
    }

    void richTextIsAPageWithPlainTextBesideIt()
    {
        TicketFixture f;
        f.openTicket();
        f.button("ticketRichTextButton")->click();
        QTRY_VERIFY(QApplication::clipboard()->mimeData()->hasHtml());
        QVERIFY(QApplication::clipboard()->mimeData()->html().contains(u"<h1>"));
        QVERIFY(QApplication::clipboard()->text().contains(u"gpu-011"));
    }

    void itIsSavedInEachFormat_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("Markdown") << u"a.md"_s << QByteArray("# ");
        QTest::newRow("HTML") << u"a.html"_s << QByteArray("<!DOCTYPE html>");
        QTest::newRow("text") << u"a.txt"_s << QByteArray("GPU driver");
        QTest::newRow("PDF") << u"a.PDF"_s << QByteArray("%PDF-");
        QTest::newRow("JSON") << u"a.json"_s << QByteArray("{");
        QTest::newRow("zip") << u"a.zip"_s << QByteArray("PK");
    }

    void itIsSavedInEachFormat()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, begin);
        TicketFixture f;
        f.openTicket();
        const QString file = f.folder.filePath(name);
        f.saveTo(file);
        QTRY_VERIFY2(TicketFixture::contents(file).startsWith(begin),
                     TicketFixture::contents(file).left(40).constData());
        QCOMPARE(QFile::permissions(file) & QFile::Permissions(0x0077), QFile::Permissions());
        if (name.endsWith(u"zip")) {
            QStringList names;
            for (const UnzippedFile &one : unzipped(TicketFixture::contents(file)))
                names.append(one.name);
            QVERIFY(names.contains(u"nodes.csv"));
        }
    }

    void aFileThatCannotBeWrittenIsSaid()
    {
        TicketFixture f;
        f.openTicket();
        f.saveTo(f.folder.filePath(u"no/such/folder/a.md"_s));
        QTRY_VERIFY(f.window->findChild<QMessageBox *>(u"errorBox"_s));
    }

    void theNameOfAFileHoldsNothingOfTheClusterThatLeadsElsewhere()
    {
        const Ticket ticket = composeTicket(factsDuring(), optionsOf(TicketPhase::During));
        QCOMPARE(ticketFileName(u"../a b/c"_s, ticket.document),
                 u"ticket-..-a-b-c-during-2026-11-21-2240Z"_s);
    }

    void theDraftSurvivesARestart()
    {
        TicketFixture f;
        f.openTicket();
        f.choosePhase(3);
        f.edit("ticketQuestion")->setPlainText(u"Call Ana by 02:30."_s);
        f.window->close();
        f.window.reset();
        f.open();
        f.press(Qt::Key_9, Qt::ControlModifier);
        QTRY_VERIFY2(f.shown().contains(u"Call Ana by 02:30."), qPrintable(f.shown()));
        QCOMPARE(f.edit("ticketQuestion")->toPlainText(), u"Call Ana by 02:30."_s);
    }

    void aNodeLeadsToItsTicketAndOneClickToAll()
    {
        TicketFixture f;
        f.openTickets();
        TicketRequest wish;
        wish.phase = TicketPhase::During;
        wish.nodes = {u"gpu-004"_s};
        f.window->openTicket(wish);
        QTRY_VERIFY(f.shown().contains(u"tenant-b/trainer"));
        QVERIFY(!f.shown().contains(u"Could not resolve"));
        QCOMPARE(f.label("ticketNodes"), u"Only the nodes gpu-004"_s);
        f.button("ticketAllNodes")->click();
        QTRY_VERIFY(f.shown().contains(u"Could not resolve"));
        QVERIFY(!f.shows("ticketNodes"));
    }

    void theChosenReleaseLeadsToItsTicketByKeyboard()
    {
        TicketFixture f;
        f.openWithAddons();
        f.fleet.setTickets(u"prod-eu"_s, &f.tickets);
        const ReleaseKey key{u"crusoe-system"_s, u"crusoe-csi-driver"_s, ReleaseStorage::Secret};
        f.table()->selectKey(key);
        f.press(Qt::Key_T, Qt::ControlModifier);
        QVERIFY(f.page()->isVisible());
        QCOMPARE(f.tickets.asked.last(), QList<ReleaseKey>{key});
        f.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(f.shown().startsWith(u"Handover of prod-eu"));
        f.press(Qt::Key_Escape);
        QVERIFY(!f.page()->isVisible());
    }

    void itCanBeWorkedByKeyboardAlone()
    {
        TicketFixture f;
        f.openTicket();
        f.page()->focusContent();
        QCOMPARE(f.window->focusWidget(), f.edit("ticketQuestion"));
        f.type("Can somebody call us?");
        f.press(Qt::Key_Tab);
        auto *first = qobject_cast<QCheckBox *>(f.window->focusWidget());
        QVERIFY(first);
        QCOMPARE(first->objectName(), u"part-request"_s);
        f.press(Qt::Key_Space);
        QTRY_VERIFY(!f.shown().contains(u"is blocked: "));
        QCOMPARE(f.window->focusWidget(), first); // the box stays under the keys
        QSet<QString> reached;
        for (int i = 0; i < 40; ++i) {
            reached.insert(f.window->focusWidget()->objectName());
            f.press(Qt::Key_Tab);
        }
        for (const char *name : {"ticketReleases", "ticketRequest", "ticketQuestion", "ticketAnonymous",
                                 "ticketView", "ticketMarkdownButton", "ticketSaveButton"})
            QVERIFY2(reached.contains(QLatin1String(name)), name);
        f.press(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(QApplication::clipboard()->text().contains(u"Can somebody call us?"));
    }

    void aNarrowWindowCutsNoButton()
    {
        TicketFixture f;
        f.openTicket();
        f.window->resize(960, 480);
        const auto *page = f.window->findChild<TicketsPage *>();
        const auto isWhole = [page](const QAbstractButton *button) {
            const QPoint end = button->mapTo(page, QPoint(button->width(), button->height()));
            return button->width() >= button->minimumSizeHint().width() && end.x() <= page->width();
        };
        QList<QAbstractButton *> buttons =
            page->findChild<QWidget *>(u"ticketPhase"_s)->findChildren<QAbstractButton *>();
        QCOMPARE(buttons.size(), 4);
        for (const char *name : {"ticketReadButton", "ticketMarkdownButton", "ticketSaveButton",
                                 "ticketPrintButton", "ticketHideButton"})
            buttons << page->findChild<QAbstractButton *>(QLatin1String(name));
        for (const QAbstractButton *button : std::as_const(buttons))
            QTRY_VERIFY2(isWhole(button), qPrintable(button->text()));
    }

    void whereAPersonReadsStaysWhileTheTicketChanges()
    {
        TicketFixture f;
        f.openTicket();
        f.window->resize(1000, 500);
        QTRY_VERIFY(f.view()->verticalScrollBar()->maximum() > 100);
        f.view()->verticalScrollBar()->setValue(80);
        f.edit("ticketQuestion")->setPlainText(u"Can somebody call us?"_s);
        QTRY_VERIFY(f.shown().contains(u"Can somebody call us?"));
        QCOMPARE(f.view()->verticalScrollBar()->value(), 80);
    }

    void aPlannedWindowStandsInIt()
    {
        TicketFixture f;
        const WindowPlan plan{ticketNow.addSecs(-2400), ticketNow.addSecs(12000), 0};
        f.settings.setValue(WindowPlan::settingsKey(u"prod-eu"_s), plan.toText());
        f.openTicket();
        QVERIFY2(f.shown().contains(u"2026-11-21 22:00 until 2026-11-22 02:00 UTC"), qPrintable(f.shown()));
    }

    void theLoopIsFreeWhileALargeTicketIsMade()
    {
        TicketFixture f;
        const NodeTrack failed = f.tickets.facts.tracks.last();
        for (int i = 0; i < 5000; ++i) {
            f.tickets.facts.tracks.append(failed);
            f.tickets.facts.tracks.last().node = u"gpu-%1"_s.arg(i + 100);
        }
        f.openTicket();
        LoopWatch watch;
        watch.start();
        f.edit("ticketQuestion")->setPlainText(u"Can somebody call us?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(f.shown().contains(u"Can somebody call us?"), 60'000);
        watch.stop();
        QVERIFY2(watch.longestWork() < std::chrono::milliseconds(100),
                 qPrintable(QString::number(watch.longestWork().count())));
    }
};

#include "tst_tickets_page.moc"
} // namespace tst_tickets_page

CHARTROOM_TEST(tst_tickets_page, TicketsPageTest)
