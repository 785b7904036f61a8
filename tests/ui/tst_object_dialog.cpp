// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/object_controller.h"
#include "tests/support/loop_watch.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"
#include "tests/ui/rollout_fixture.h"
#include "ui/dialogs/object_dialog.h"
#include "ui/dialogs/shortcut_sheet.h"
#include "ui/editor/code_view.h"
#include "ui/editor/yaml_pane.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/widgets/log_view.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_object_dialog {

namespace {

constexpr std::chrono::milliseconds frame{16};
const QString space = u"nvidia-gpu-operator"_s;
const QString pod = u"nvidia-driver-daemonset-x7k2p"_s; ///< of headersFinding()
const QString podPath = u"/api/v1/namespaces/%1/pods/%2"_s.arg(space, pod);
const QString logPath = podPath + u"/log"_s;
const QString eventsPath = u"/api/v1/namespaces/%1/events"_s.arg(space);

QByteArray podJson()
{
    return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"nvidia-driver-daemonset-x7k2p\","
           "\"namespace\":\"nvidia-gpu-operator\",\"uid\":\"u-1\"},\"spec\":{\"nodeName\":\"gpu-011\","
           "\"containers\":[{\"name\":\"nvidia-driver-ctr\",\"image\":\"driver\",\"env\":[{\"name\":"
           "\"DB_PASSWORD\",\"value\":\"hunter2hunter2\"}]},{\"name\":\"sidecar\"}]},\"status\":{"
           "\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"ContainersNotReady\"}],"
           "\"containerStatuses\":[{\"name\":\"nvidia-driver-ctr\",\"ready\":false,\"restartCount\":12},"
           "{\"name\":\"sidecar\",\"ready\":true}]}}";
}

QByteArray eventsJson()
{
    return "{\"kind\":\"EventList\",\"metadata\":{},\"items\":[{\"type\":\"Warning\",\"reason\":\"BackOff\","
           "\"message\":\"restarting\",\"lastTimestamp\":\"2026-11-21T03:00:00Z\",\"involvedObject\":{"
           "\"kind\":\"Pod\",\"namespace\":\"nvidia-gpu-operator\",\"name\":\"nvidia-driver-daemonset-"
           "x7k2p\","
           "\"uid\":\"u-1\"}}]}";
}

struct ObjectFixture : RolloutFixture
{
    ScriptedTransport transport;

    ObjectFixture()
    {
        fleet.addLive(prod);
        fleet.setTransport(prod, &transport);
        transport.answer(podPath, podJson());
        transport.answer(eventsPath, eventsJson());
    }
    ~ObjectFixture() { window.reset(); }

    void openFinding()
    {
        fillWithAddons(*fleet.source(prod));
        open();
        showPage(u"Findings"_s);
        fleet.findingsSource(prod)->found({headersFinding()});
        QTRY_VERIFY(window->findChild<FindingsPage *>()->selected());
        describe();
    }
    /// By its key, on whatever page is shown; waits for what is read.
    void describe()
    {
        press(Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY(dialog());
        dialog()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog()));
        QTRY_VERIFY(!dialog()->controller()->isReading());
    }
    void openLog()
    {
        key(Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(stream());
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(dialog()->focusWidget() ? dialog()->focusWidget() : dialog(), key, modifiers);
    }
    [[nodiscard]] ObjectDialog *dialog() const { return window->findChild<ObjectDialog *>(); }
    [[nodiscard]] ScriptedWatch *stream() const { return transport.liveWatch(logPath); }
    [[nodiscard]] QString text(const char *view) const
    {
        return dialog()->findChild<CodeView *>(QLatin1String(view))->pane()->text();
    }
    [[nodiscard]] QString said(const char *label) const
    {
        return dialog()->findChild<QLabel *>(QLatin1String(label))->text();
    }
    [[nodiscard]] QCheckBox *box(const char *name) const
    {
        return dialog()->findChild<QCheckBox *>(QLatin1String(name));
    }
    [[nodiscard]] QTabBar *tabs() const { return dialog()->findChild<QTabBar *>(u"objectTabs"_s); }
    [[nodiscard]] LogModel *lines() const { return dialog()->controller()->log(); }
    [[nodiscard]] QTableView *table() const { return dialog()->findChild<LogView *>()->table(); }
};

} // namespace

class ObjectDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFindingsObjectIsDescribed();
    void aNodeLeadsToItsDriversPod();
    void anAddonLeadsToItsPolicyFirst();
    void anotherObjectIsChosen();
    void whatIsForbiddenOrGoneIsSaid();
    void ofARecordingThereAreNoLogs();
    void theKeyIsOnTheSheetAndInTheMenus();
    void withoutASelectionASentenceSaysSo();
    void aHundredThousandLinesAreSearchedByKeyboard();
    void theLogIsFollowedByItsKey();
    void thePreviousRunIsRead();
    void bothThemesShowIt();
    void theLogIsThatOfTheChosenContainer();
    void aClusterThatDisconnectsIsSaid();
    void aDisconnectEndsTheReading();
};

void ObjectDialogTest::aFindingsObjectIsDescribed()
{
    ObjectFixture f;
    f.openFinding();
    QTRY_VERIFY(f.text("objectText").contains(u"ContainersNotReady"));
    QVERIFY(f.text("objectText").contains(u"BackOff"));
    QVERIFY(f.dialog()->controller()->objects().contains(ObjectRef{u"v1"_s, u"Node"_s, {}, u"gpu-011"_s}));
    f.key(Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(f.text("objectYaml").contains(u"DB_PASSWORD"));
    QVERIFY(!f.text("objectYaml").contains(u"hunter2"));
    QVERIFY(!f.dialog()->focusWidget()->accessibleName().isEmpty());
    const QPointer<ObjectDialog> dialog = f.dialog();
    f.key(Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
}

void ObjectDialogTest::aNodeLeadsToItsDriversPod()
{
    ObjectFixture f;
    fillMidWindow(*f.source());
    f.openRollout();
    QTRY_VERIFY(f.board()->isVisible());
    f.awaitNode();
    const QString node = f.window->findChild<NodePanel *>()->node();
    f.describe();
    const QList<ObjectRef> &objects = f.dialog()->controller()->objects();
    QCOMPARE(objects.first().kind, u"Pod"_s);
    QVERIFY2(objects.first().name.endsWith(u'-' + node), qPrintable(objects.first().name));
    QCOMPARE(objects.last(), (ObjectRef{u"v1"_s, u"Node"_s, {}, node}));
}

void ObjectDialogTest::anAddonLeadsToItsPolicyFirst()
{
    ObjectFixture f;
    fillWithAddons(*f.fleet.source(prod));
    f.open();
    QTRY_VERIFY(!f.window->findChild<AddonsPage *>()->selected().name.isEmpty());
    const ReleaseKey key = f.window->findChild<AddonsPage *>()->selected();
    f.fleet.source(prod)->setManifest(key,
                                      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: operator\n"
                                      "---\napiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata:\n"
                                      "  name: cluster-policy\n");
    f.describe();
    QCOMPARE(f.dialog()->controller()->objects(),
             (QList<ObjectRef>{{u"nvidia.com/v1"_s, u"ClusterPolicy"_s, {}, u"cluster-policy"_s},
                               {u"apps/v1"_s, u"Deployment"_s, key.namespaceName, u"operator"_s}}));
}

void ObjectDialogTest::anotherObjectIsChosen()
{
    ObjectFixture f;
    f.transport.answer(u"/api/v1/nodes/gpu-011"_s,
                       "{\"kind\":\"Node\",\"metadata\":{\"name\":\"gpu-011\"},\"status\":{}}");
    f.openFinding();
    auto *choice = f.dialog()->findChild<QWidget *>(u"describedObject"_s);
    choice->setFocus();
    f.key(Qt::Key_Down);
    QCOMPARE(f.dialog()->controller()->current(), 1);
    QTRY_VERIFY(!f.dialog()->controller()->isReading());
    QTRY_VERIFY(f.text("objectText").contains(u"gpu-011"));
    QVERIFY(f.said("objectTitle").contains(u"Node gpu-011"));
    QVERIFY(!f.tabs()->isTabEnabled(ObjectDialog::Log));
    QVERIFY(!f.tabs()->tabToolTip(ObjectDialog::Log).isEmpty());
}

void ObjectDialogTest::whatIsForbiddenOrGoneIsSaid()
{
    for (const auto &[code, word] :
         {std::pair(Error::Code::Forbidden, u"get pods"_s), std::pair(Error::Code::NotFound, pod)}) {
        ObjectFixture f;
        f.transport.answer(podPath, Error{code, u"the server's words"_s, {}, {}});
        f.openFinding();
        QVERIFY2(f.said("objectMessage").contains(word), qPrintable(f.said("objectMessage")));
        QTRY_VERIFY(f.text("objectText").contains(u"BackOff")); // its events are there
        QVERIFY(!f.tabs()->isTabEnabled(ObjectDialog::Yaml));
        QVERIFY2(f.tabs()->tabToolTip(ObjectDialog::Log).contains(word),
                 qPrintable(f.tabs()->tabToolTip(ObjectDialog::Log)));
    }
    ObjectFixture f;
    f.transport.refuseWatches(logPath, Error{Error::Code::Forbidden, u"no"_s, {}, {}});
    f.openFinding();
    f.key(Qt::Key_3, Qt::ControlModifier);
    QTRY_VERIFY(f.said("logMessage").contains(u"get pods/log"));
}

void ObjectDialogTest::ofARecordingThereAreNoLogs()
{
    ObjectFixture f;
    FleetEntry entry = f.fleet.entry(prod);
    entry.isRecording = true;
    f.fleet.put(entry);
    f.openFinding();
    QVERIFY(!f.said("objectMessage").isEmpty());
    QVERIFY(!f.tabs()->isTabEnabled(ObjectDialog::Log));
    f.key(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(f.tabs()->currentIndex(), int(ObjectDialog::Description));
    QCOMPARE(f.transport.watchCount(logPath), 0);
}

void ObjectDialogTest::theKeyIsOnTheSheetAndInTheMenus()
{
    ObjectFixture f;
    f.open();
    auto *describe = f.window->findChild<QAction *>(u"describe"_s);
    QVERIFY(f.window->findChild<ReleaseTable *>()->actions().contains(describe));
    f.window->findChild<QAction *>(u"shortcuts"_s)->trigger();
    const auto *sheet = f.window->findChild<ShortcutSheet *>();
    QVERIFY(sheet);
    const auto labels = sheet->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(),
                        [](const QLabel *label) { return label->text() == u"Ctrl+D"; }));
    delete sheet;
}

void ObjectDialogTest::withoutASelectionASentenceSaysSo()
{
    ObjectFixture f;
    f.open();
    f.press(Qt::Key_D, Qt::ControlModifier);
    QTRY_VERIFY(f.window->findChild<QMessageBox *>(u"errorBox"_s));
    QVERIFY(!f.dialog());
    delete f.window->findChild<QMessageBox *>(u"errorBox"_s);
}

void ObjectDialogTest::aHundredThousandLinesAreSearchedByKeyboard()
{
    ObjectFixture f;
    f.openFinding();
    f.openLog();
    QCOMPARE(f.stream()->parameter(u"container"_s), u"nvidia-driver-ctr"_s); // the one in trouble
    QList<QList<QByteArray>> chunks(50);
    for (int i = 0; i < 100'000; ++i)
        chunks[i / 2000].append("2026-11-29T12:00:00.000000000Z line " + QByteArray::number(i) +
                                (i % 10'000 == 5 ? " FATAL: no headers, token=hunter2hunter2" : " ok"));
    LoopWatch watch;
    watch.start();
    for (const QList<QByteArray> &chunk : std::as_const(chunks)) {
        f.stream()->push(chunk);
        QTest::qWait(1);
    }
    f.stream()->end();
    QTRY_COMPARE_WITH_TIMEOUT(f.lines()->rowCount(), 100'000, 60'000);
    QTest::qWait(20);
    // The end is in view, as kubectl logs leaves it.
    QCOMPARE(f.table()->indexAt(QPoint(4, f.table()->viewport()->height() - 4)).row(), 99'999);
    f.key(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(f.dialog()->focusWidget(), u"fatal"_s);
    QTRY_COMPARE(f.said("logFound"), u"1 of 10"_s);
    QCOMPARE(f.table()->currentIndex().row(), 5);
    f.key(Qt::Key_F3);
    QCOMPARE(f.table()->currentIndex().row(), 10'005);
    f.key(Qt::Key_Return);
    QCOMPARE(f.table()->currentIndex().row(), 20'005);
    f.key(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(f.table()->currentIndex().row(), 10'005);
    QCOMPARE(f.said("logFound"), u"2 of 10"_s);
    watch.stop();
    VERIFY_WORK(watch.longestWork(), frame * 3);
    f.key(Qt::Key_Escape); // leaves the search, not the dialog
    QVERIFY(f.dialog() && f.dialog()->isVisible());
    QCOMPARE(f.dialog()->focusWidget(), f.table());
    f.key(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(u"line 10005 FATAL"));
    QVERIFY(!QApplication::clipboard()->text().contains(u"hunter2"));
    f.key(Qt::Key_T);
    QVERIFY(f.lines()->text(5).startsWith(u"2026-11-29T12:00:00"));
}

void ObjectDialogTest::theLogIsFollowedByItsKey()
{
    ObjectFixture f;
    f.openFinding();
    f.openLog();
    f.stream()->push("2026-11-29T12:00:01.000000000Z one");
    f.stream()->end();
    QTRY_COMPARE(f.lines()->rowCount(), 1);
    f.key(Qt::Key_F);
    QTRY_VERIFY(f.stream());
    QCOMPARE(f.stream()->parameter(u"follow"_s), u"true"_s);
    QVERIFY(f.box("logFollow")->isChecked());
    f.stream()->push("2026-11-29T12:00:02.000000000Z two");
    QTRY_COMPARE(f.lines()->rowCount(), 2);
    f.key(Qt::Key_F);
    QVERIFY(!f.box("logFollow")->isChecked());
    QVERIFY(!f.stream());
    f.key(Qt::Key_F);
    QTRY_VERIFY(f.stream());
    f.stream()->end({Error::Code::Unreachable, u"broken"_s, {}, {}});
    QTRY_VERIFY(f.said("logMessage").contains(u"broken"));
    QVERIFY(!f.box("logFollow")->isChecked());
}

void ObjectDialogTest::thePreviousRunIsRead()
{
    ObjectFixture f;
    f.openFinding();
    f.openLog();
    f.stream()->end();
    f.transport.refuseWatches(logPath,
                              Error{Error::Code::Invalid, u"previous container not found"_s, {}, {}});
    f.key(Qt::Key_P);
    QTRY_VERIFY(f.said("logMessage").contains(u"previous container not found"));
    QVERIFY(f.box("logPrevious")->isChecked());
    QVERIFY(!f.box("logFollow")->isEnabled());
}

void ObjectDialogTest::bothThemesShowIt()
{
    ObjectFixture f;
    f.openFinding();
    f.openLog();
    f.stream()->push(QByteArray("a line of text"));
    f.stream()->end();
    QTRY_COMPARE(f.lines()->rowCount(), 1);
    QList<QColor> grounds;
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        f.theme.setMode(mode);
        QTest::qWait(20);
        const QImage shown = f.table()->viewport()->grab().toImage();
        const QColor ground = shown.pixelColor(shown.width() - 4, shown.height() - 4);
        QCOMPARE(ground.rgb(), f.theme.color(Role::Surface).rgb());
        double best = 0;
        for (int x = 0; x < shown.width() / 2; ++x)
            for (int y = 0; y < std::min(30, shown.height()); ++y)
                best = std::max(best, contrast(shown.pixelColor(x, y), ground));
        QVERIFY2(best >= 4.5, qPrintable(QString::number(best)));
        grounds.append(ground);
    }
    QVERIFY(grounds.first() != grounds.last());
}

void ObjectDialogTest::theLogIsThatOfTheChosenContainer()
{
    ObjectFixture f;
    f.openFinding();
    f.openLog();
    QCOMPARE(f.stream()->parameter(u"container"_s), u"nvidia-driver-ctr"_s);
    f.stream()->push("2026-11-29T12:00:01.000000000Z one");
    f.stream()->end();
    QTRY_COMPARE(f.lines()->rowCount(), 1);
    f.key(Qt::Key_1, Qt::ControlModifier);
    f.key(Qt::Key_F5);
    QTRY_VERIFY(!f.dialog()->controller()->isReading());
    f.key(Qt::Key_3, Qt::ControlModifier); // the same one: what was read stays
    QCOMPARE(f.transport.watchCount(logPath), 1);
    f.key(Qt::Key_1, Qt::ControlModifier);
    f.transport.answer(podPath, podJson().replace("nvidia-driver-ctr", "another-ctr"));
    f.key(Qt::Key_F5);
    QTRY_VERIFY(!f.dialog()->controller()->isReading());
    f.openLog();
    QCOMPARE(f.stream()->parameter(u"container"_s), u"another-ctr"_s);
    QCOMPARE(f.lines()->rowCount(), 0);
}

void ObjectDialogTest::aClusterThatDisconnectsIsSaid()
{
    ObjectFixture f;
    auto gone = std::make_unique<ScriptedTransport>();
    gone->answer(podPath, podJson());
    gone->answer(eventsPath, eventsJson());
    f.fleet.setTransport(prod, gone.get());
    f.openFinding();
    f.fleet.setTransport(prod, nullptr);
    gone.reset();
    QVERIFY(!f.said("objectMessage").isEmpty());
    QTRY_VERIFY(f.text("objectText").contains(u"ContainersNotReady"));
    f.key(Qt::Key_F5); // what was read before stays
    QVERIFY(!f.dialog()->controller()->isReading());
    QVERIFY(!f.dialog()->controller()->description().problem);
    f.dialog()->controller()->show(1);
    QTRY_VERIFY(f.dialog()->controller()->description().problem);
    QCOMPARE(f.dialog()->controller()->description().problem->code, Error::Code::Unreachable);

    f.dialog()->controller()->show(0);
    QTRY_VERIFY(f.dialog()->controller()->description().problem);
    f.fleet.setTransport(prod, &f.transport);
    f.fleet.put(f.fleet.entry(prod)); // it is connected again
    QTRY_VERIFY(!f.dialog()->controller()->description().problem);
    QVERIFY(f.said("objectMessage").isEmpty());
}

void ObjectDialogTest::aDisconnectEndsTheReading()
{
    auto gone = std::make_unique<ScriptedTransport>();
    gone->hold();
    ObjectController controller({[&gone] { return gone.get(); },
                                 {{u"v1"_s, u"Pod"_s, space, pod}},
                                 false,
                                 [] { return QDateTime::currentDateTimeUtc(); }});
    controller.show(0);
    QVERIFY(controller.isReading());
    gone.reset();
    QTRY_VERIFY(!controller.isReading());
    QVERIFY(controller.description().problem);
    QCOMPARE(controller.description().problem->code, Error::Code::Unreachable);
}

#include "tst_object_dialog.moc"
} // namespace tst_object_dialog

CHARTROOM_TEST(tst_object_dialog, ObjectDialogTest)
