// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/manual.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/manual_dialog.h"
#include "ui/pages/page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QListWidget>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QTextBlock>
#include <QTextBrowser>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_manual_dialog {

namespace {

struct ManualFixture : WindowFixture
{
    /// By its key, on the page that is shown.
    void openManual()
    {
        press(Qt::Key_F1);
        QTRY_VERIFY(manual());
        manual()->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), manual()); // not a window of its chain
        QTRY_VERIFY(text()->hasFocus());
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(manual()->focusWidget() ? manual()->focusWidget() : manual(), key, modifiers);
    }
    void choose(const QString &chapter) const
    {
        for (int row = 0; row < list()->count(); ++row)
            if (list()->item(row)->data(Qt::UserRole).toString() == chapter)
                list()->setCurrentRow(row);
        list()->setFocus();
        key(Qt::Key_Return);
    }
    [[nodiscard]] ManualDialog *manual() const { return window->findChild<ManualDialog *>(); }
    [[nodiscard]] QListWidget *list() const { return manual()->findChild<QListWidget *>(u"manualList"_s); }
    [[nodiscard]] QLineEdit *search() const { return manual()->findChild<QLineEdit *>(u"manualSearch"_s); }
    [[nodiscard]] QTextBrowser *text() const { return manual()->findChild<QTextBrowser *>(u"manualText"_s); }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        return manual()->findChild<QPushButton *>(QLatin1String(name));
    }
    /// The heading that the text stands at.
    [[nodiscard]] QString heading() const { return text()->textCursor().block().text(); }
    [[nodiscard]] QRect headingRect() const { return text()->cursorRect(text()->textCursor()); }
    [[nodiscard]] QMessageBox *box(const char *name) const
    {
        return window->findChild<QMessageBox *>(QLatin1String(name));
    }
    void trigger(const char *command) const
    {
        window->findChild<QAction *>(QLatin1String(command))->trigger();
    }
};

} // namespace

class ManualDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void f1OpensTheChapterOfEachPage();
    void aSearchLeadsToASection();
    void aLinkLeadsOnAndBack();
    void theListIsReachedByKeyboard();
    void bothThemesShowIt();
    void whatIsNewIsTheChangelog();
    void aReportIsCopiedAndSentNowhere();
    void filesAndAboutAreSaid();
};

void ManualDialogTest::f1OpensTheChapterOfEachPage()
{
    ManualFixture f;
    f.openWithAddons();
    f.fleet.addLive(QStringLiteral("prod-us")); // so that there is a page for several
    QSet<QString> chapters;
    const auto pages = f.window->findChildren<Page *>();
    for (const Page *page : pages) {
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.showPage(page->title());
        f.openManual();
        QCOMPARE(f.manual()->chapter(), page->chapter());
        const ManualChapter *chapter = manualChapter(page->chapter());
        QVERIFY2(chapter && chapter->part == ManualChapter::Part::Pages, qPrintable(page->title()));
        QVERIFY2(f.text()->toPlainText().startsWith(chapter->title), qPrintable(page->title()));
        QCOMPARE(f.list()->currentItem()->text(), chapter->title);
        chapters.insert(chapter->id);
        const QPointer<ManualDialog> manual = f.manual();
        f.key(Qt::Key_Escape);
        QTRY_VERIFY(!manual);
    }
    QCOMPARE(chapters.size(), pages.size());
    for (const ManualChapter &chapter : manualChapters())
        if (chapter.part == ManualChapter::Part::Pages)
            QVERIFY2(chapters.contains(chapter.id), qPrintable(chapter.id));
}

void ManualDialogTest::aSearchLeadsToASection()
{
    ManualFixture f;
    f.openWithAddons();
    f.openManual();
    f.key(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(f.search()->hasFocus());
    QTest::keyClicks(f.search(), u"bake clock"_s);
    QVERIFY(f.list()->item(0)->text().startsWith(u"The bake clock"));
    f.key(Qt::Key_Return);
    QVERIFY(f.manual()->isVisible());
    QCOMPARE(f.manual()->chapter(), u"matrix"_s);
    QCOMPARE(f.heading(), u"The bake clock"_s);
    QVERIFY(f.text()->verticalScrollBar()->value() > 0);
    QVERIFY2(f.text()->viewport()->rect().contains(f.headingRect()), "the heading is out of sight");
    f.key(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(f.search(), u"nosuchword"_s);
    QCOMPARE(f.list()->count(), 1);
    f.key(Qt::Key_Return);
    QCOMPARE(f.manual()->chapter(), u"matrix"_s);
    f.search()->clear();
    QVERIFY(f.list()->count() > manualChapters().size());
    QCOMPARE(f.list()->currentItem()->text(), manualChapter(u"matrix"_s)->title);
}

void ManualDialogTest::aLinkLeadsOnAndBack()
{
    ManualFixture f;
    f.openWithAddons();
    f.openManual();
    QVERIFY(!f.button("manualBack")->isEnabled());
    Q_EMIT f.text()->anchorClicked(QUrl(u"verbs.md#history"_s));
    QCOMPARE(f.manual()->chapter(), u"verbs"_s);
    QCOMPARE(f.heading(), u"history"_s);
    Q_EMIT f.text()->anchorClicked(QUrl(u"#ticket"_s));
    QCOMPARE(f.manual()->chapter(), u"verbs"_s);
    QCOMPARE(f.heading(), u"ticket"_s);
    for (const char *foreign : {"https://example.com/verbs.txt", "planted.md"})
        Q_EMIT f.text()->anchorClicked(QUrl(QLatin1String(foreign)));
    QCOMPARE(f.manual()->chapter(), u"verbs"_s);
    f.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(f.heading(), u"history"_s);
    f.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(f.manual()->chapter(), u"addons"_s);
    f.key(Qt::Key_Left, Qt::AltModifier); // there is no more
    QCOMPARE(f.manual()->chapter(), u"addons"_s);
    f.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(f.heading(), u"history"_s);
    QVERIFY(f.button("manualForward")->isEnabled());
    Q_EMIT f.text()->anchorClicked(QUrl(u"files.md"_s)); // what was forward is gone
    QVERIFY(!f.button("manualForward")->isEnabled());
}

void ManualDialogTest::theListIsReachedByKeyboard()
{
    ManualFixture f;
    f.openWithAddons();
    f.openManual();
    QVERIFY(f.text()->hasFocus());
    f.choose(u"exit-status"_s);
    QCOMPARE(f.manual()->chapter(), u"exit-status"_s);
    QVERIFY(f.manual()->isVisible());
    const auto widgets = f.manual()->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->objectName().startsWith(u"qt_"))
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

void ManualDialogTest::bothThemesShowIt()
{
    ManualFixture f;
    f.openWithAddons();
    f.openManual();
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        f.theme.setMode(mode);
        QTest::qWait(20);
        QCOMPARE(f.manual()->chapter(), u"addons"_s);
        const QImage shown = f.text()->viewport()->grab().toImage();
        QCOMPARE(shown.pixelColor(2, 2).rgb(), f.theme.color(Role::Surface).rgb());
    }
}

void ManualDialogTest::whatIsNewIsTheChangelog()
{
    ManualFixture f;
    f.openWithAddons();
    f.trigger("whatIsNew");
    QTRY_VERIFY(f.manual());
    QCOMPARE(f.manual()->chapter(), u"changelog"_s);
    f.trigger("manual"); // in the same dialog
    QCOMPARE(f.window->findChildren<ManualDialog *>().size(), 1);
    QCOMPARE(f.manual()->chapter(), u"addons"_s);
}

void ManualDialogTest::aReportIsCopiedAndSentNowhere()
{
    ManualFixture f;
    f.openWithAddons();
    QApplication::clipboard()->clear();
    const QStringList calls = f.fleet.calls;
    f.trigger("reportProblem");
    QTRY_VERIFY(f.box("reportBox"));
    QCOMPARE(f.box("reportBox")->detailedText(), QApplication::clipboard()->text());
    QVERIFY(QApplication::clipboard()->text().contains(QLatin1String(qVersion())));
    QCOMPARE(f.fleet.calls, calls);
    delete f.box("reportBox");
}

void ManualDialogTest::filesAndAboutAreSaid()
{
    ManualFixture f;
    f.openWithAddons();
    f.trigger("whereFilesAre");
    QTRY_VERIFY(f.box("filesBox"));
    QVERIFY(f.box("filesBox")->text().contains(u"chartroom.log"));
    QCOMPARE(f.box("filesBox")->textFormat(), Qt::PlainText);
    delete f.box("filesBox");
    f.trigger("about");
    QTRY_VERIFY(f.box("aboutBox"));
    QVERIFY(f.box("aboutBox")->text().contains(QLatin1String(qVersion())));
    delete f.box("aboutBox");
}

#include "tst_manual_dialog.moc"
} // namespace tst_manual_dialog

CHARTROOM_TEST(tst_manual_dialog, ManualDialogTest)
