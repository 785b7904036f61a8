// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/played_recording.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/widgets/playback_bar.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_window_recording {

namespace {

QAction *command(const WindowFixture &f, const char *name)
{
    return f.window->findChild<QAction *>(QLatin1String(name));
}

void drop(QWidget *window, const QStringList &files, bool expected)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &file : files)
        urls.append(QUrl::fromLocalFile(file));
    data.setUrls(urls);
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(window, &enter);
    QCOMPARE(enter.isAccepted(), expected);
    if (!expected)
        return;
    QDropEvent dropped({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window, &dropped);
}

} // namespace

class WindowRecordingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordingIsPlayedUnderTheHeaderOfEveryPageAndAClusterIsNot();
    void thePlayingCommandsWorkFromAnywhere();
    void aClusterIsRecordedToTheChosenFile();
    void aRemarkGoesIntoWhatIsRecorded();
    void aRecordingThatCannotBeMadeSaysWhy();
    void closingTheWindowMakesTheRecordingWholeFirst();
    void aDroppedRecordingOpensAndOtherFilesDoNot();
    void howFarAFileIsReadIsSaidUntilItIsOpenOrRefused();
};

void WindowRecordingTest::aRecordingIsPlayedUnderTheHeaderOfEveryPageAndAClusterIsNot()
{
    WindowFixture f;
    PlayedRecording recording;
    f.openWithAddons();
    QVERIFY(!f.shows("playbackBar"));
    f.fleet.setPlayer(prod, &recording.player);
    QVERIFY(f.shows("playbackBar"));
    for (const char *page : {"page-addons", "page-values", "page-rollout"}) {
        command(f, page)->trigger();
        QVERIFY(f.shows("playbackBar"));
    }
    f.fleet.setPlayer(prod, nullptr);
    QVERIFY(!f.shows("playbackBar"));
}

void WindowRecordingTest::thePlayingCommandsWorkFromAnywhere()
{
    WindowFixture f;
    PlayedRecording recording;
    f.openWithAddons();
    QVERIFY(!command(f, "playPause")->isEnabled());
    f.fleet.setPlayer(prod, &recording.player);
    f.press(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(recording.player.isPlaying());
    f.press(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(!recording.player.isPlaying());
    command(f, "nextChange")->trigger();
    QCOMPARE(recording.player.position(), 10s);
    command(f, "nextNote")->trigger();
    QCOMPARE(recording.player.position(), 25s);
    command(f, "previousChange")->trigger();
    QCOMPARE(recording.player.position(), 10s);
    f.fleet.setPlayer(prod, nullptr);
}

void WindowRecordingTest::aClusterIsRecordedToTheChosenFile()
{
    WindowFixture f;
    f.openWithAddons();
    QVERIFY(command(f, "record")->isEnabled());
    QVERIFY(!command(f, "stopRecording")->isEnabled());
    command(f, "record")->trigger();
    auto *dialog = f.window->findChild<QFileDialog *>(QStringLiteral("recordDialog"));
    QVERIFY(dialog);
    const QString suggested = dialog->selectedFiles().value(0);
    QVERIFY2(suggested.endsWith(QStringLiteral("/prod-eu-2026-11-21-0331Z.chartroom")),
             qPrintable(suggested));
    const QString file = f.folder.filePath(QStringLiteral("night.chartroom"));
    Q_EMIT dialog->fileSelected(file);
    dialog->reject();
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("record prod-eu to ") + file});
    QVERIFY(f.shows("recordingBadge"));
    QVERIFY(!command(f, "record")->isEnabled());
    command(f, "stopRecording")->trigger();
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("stop recording prod-eu"));
    QVERIFY(!f.shows("recordingBadge"));
}

void WindowRecordingTest::aRemarkGoesIntoWhatIsRecorded()
{
    WindowFixture f;
    f.openWithAddons();
    QVERIFY(!command(f, "note")->isEnabled());
    f.fleet.record(prod, QStringLiteral("/tmp/x.chartroom"));
    command(f, "note")->trigger();
    auto *dialog = f.window->findChild<QInputDialog *>(QStringLiteral("noteDialog"));
    QVERIFY(dialog);
    dialog->setTextValue(QStringLiteral("  Support is on the line "));
    dialog->accept();
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("note prod-eu: Support is on the line"));
}

void WindowRecordingTest::aRecordingThatCannotBeMadeSaysWhy()
{
    WindowFixture f;
    f.openWithAddons();
    Q_EMIT f.fleet.recordingEnded(
        prod, {}, Error{Error::Code::File, QStringLiteral("/x.chartroom exists already."), {}, {}});
    auto *box = f.window->findChild<QMessageBox *>(QStringLiteral("errorBox"));
    QVERIFY(box);
    QCOMPARE(box->text(), QStringLiteral("/x.chartroom exists already."));
}

void WindowRecordingTest::closingTheWindowMakesTheRecordingWholeFirst()
{
    WindowFixture f;
    f.openWithAddons();
    f.fleet.record(prod, QStringLiteral("/tmp/x.chartroom"));
    f.window->close();
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("stop recording prod-eu"));
    QTRY_VERIFY(!f.window->isVisible());
}

void WindowRecordingTest::aDroppedRecordingOpensAndOtherFilesDoNot()
{
    WindowFixture f;
    f.openWithAddons();
    drop(f.window.get(), {QStringLiteral("/tmp/picture.png")}, false);
    drop(f.window.get(), {QStringLiteral("/tmp/night.chartroom"), QStringLiteral("/tmp/picture.png")}, true);
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("recording /tmp/night.chartroom")});
}

void WindowRecordingTest::howFarAFileIsReadIsSaidUntilItIsOpenOrRefused()
{
    WindowFixture f;
    f.openWithAddons();
    const auto *said = f.window->findChild<QLabel *>(QStringLiteral("opening"));
    QVERIFY(said);
    QCOMPARE(said->text(), QString());
    const QString name = QStringLiteral("night\u202E%2");
    Q_EMIT f.fleet.opening(name, 43);
    QCOMPARE(said->text(), QStringLiteral("Opening night\\u{202E}%2: 43 %"));
    QVERIFY(said->isVisible());
    Q_EMIT f.fleet.opened(name);
    QCOMPARE(said->text(), QString());
    Q_EMIT f.fleet.opening(name, 12);
    Q_EMIT f.fleet.openFailed(Error{Error::Code::Damaged, QStringLiteral("This is no recording."), {}, {}});
    QCOMPARE(said->text(), QString());
}

#include "tst_window_recording.moc"
} // namespace tst_window_recording

CHARTROOM_TEST(tst_window_recording, WindowRecordingTest)
