// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/safe_stop.h"
#include "core/screens/objects/chosen_objects.h"
#include "core/screens/rollout/node_report.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_news.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/recovery.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/ui/rollout_fixture.h"
#include "ui/context/notifications.h"
#include "ui/panels/node_panel.h"
#include "ui/widgets/banner.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_rollout_page {

namespace {

struct Told final : Notifications
{
    void tell(const QString &title, const QString &) override { titles << title; }
    QStringList titles;
};

} // namespace

/// What the page of rollouts says in each state, of the chosen node and of the window, and to whom.
class RolloutPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theShownClusterIsReadWhateverPageIsInFront();
    void theTwoClocksStandSideBySide();
    void troubleIsOnTopAndExplained();
    void markupFromAClusterIsShownAsText();
    void aFilterThatMatchesNothingOffersToClearIt();
    void theKeyboardAloneFindsAndCopiesANode();
    void copiedCommandsNameNothingThatIsNoName();
    void aRowCopiesItsNameAndItsKubectl();
    void theNodeBesideTheRowsOutlivesThem();
    void aPlannedWindowIsSetByKeyboardAndKept();
    void aFloorIsUnknownWhereThereArePartsOfGpusBesides();
    void theWindowOfAnOperationIsThatOfItsRollout();
    void whoIsHitNextIsSaid();
    void theTimelineOfANodeIsListed();
    void troubleIsToldToWhoLooksElsewhere();
    void aRolloutThatNobodyLooksAtIsListenedTo();
    void aClusterThatIsDisconnectedShowsNoOldBoard();
    void aRecordingOffersAKubeconfigInsteadOfARetry();
    void aPausedRolloutIsSaidAndResumed();
    void onesOwnRunningUpgradeKeepsNobodyFromPausing();
    void aRolloutIsPausedOnlyWhereASwitchCanBeSet();
    void pausingNamesTheNodesThatStayCordoned();
    void thePauseDialogIsReadWholeWithManyLongNames();
};

namespace {

/// In the middle of a rollout, with the GPU operator's policy.
struct PauseFixture : RolloutFixture
{
    FakeUpgrades upgrades;

    void openLed(bool isOn)
    {
        fleet.addLive(prod);
        fleet.setUpgrades(prod, &upgrades);
        fillMidWindow(*source());
        setSwitch(isOn);
        openRollout();
        QTRY_VERIFY(board()->isVisible());
    }
    void setSwitch(bool isOn) const
    {
        DriverPolicy policy = clusterPolicy();
        policy.autoUpgrade = isOn;
        source()->setPolicy(QStringLiteral("gpu"), policy);
    }
    [[nodiscard]] QAction *action() const
    {
        return window->findChild<QAction *>(QStringLiteral("pauseRollout"));
    }
};

} // namespace

void RolloutPageTest::aPausedRolloutIsSaidAndResumed()
{
    PauseFixture f;
    f.openLed(false);
    QTRY_COMPARE(f.label("rolloutPaused"),
                 QStringLiteral("Rollout paused (autoUpgrade is off): ClusterPolicy cluster-policy"));
    QVERIFY(f.action()->isEnabled());
    f.action()->trigger();
    const QPointer<QDialog> dialog = f.window->findChild<QDialog *>(QStringLiteral("pauseDialog"));
    QVERIFY(dialog);
    const auto button = [&](const char *name) {
        return dialog->findChild<QAbstractButton *>(QLatin1String(name));
    };
    const auto said = [&](const char *name) {
        return dialog->findChild<QLabel *>(QLatin1String(name))->text().remove(QChar(0x200b));
    };
    button("pauseNodes")->click();
    QVERIFY(f.upgrades.paused.isEmpty()); // without a reason nothing is asked for
    dialog->findChild<QLineEdit *>()->setText(QStringLiteral("CS-1"));
    button("pauseNodes")->click();
    QTRY_VERIFY(button("confirmPause")->isVisible());
    QVERIFY(said("pauseCommand").contains(QStringLiteral("\"autoUpgrade\":true")));
    const auto isWhole = [&](const char *name) {
        const auto *label = dialog->findChild<QLabel *>(QLatin1String(name));
        const QWidget *view = dialog->findChild<QScrollArea *>()->viewport();
        return label->height() >= label->heightForWidth(label->width()) &&
               label->mapTo(view, QPoint(label->width(), label->height())).y() <= view->height();
    };
    QTRY_VERIFY(isWhole("pauseCommand"));
    QTRY_VERIFY(isWhole("pauseText"));
    button("confirmPause")->click();
    dialog->reject();
    QVERIFY(dialog->isVisible()); // what runs is not cut off
    QTRY_VERIFY2(said("pauseText").startsWith(QStringLiteral("Resumed: ")), qPrintable(said("pauseText")));
    const PauseRequest asked = f.upgrades.paused.last();
    QVERIFY(!asked.pauses);
    QCOMPARE(asked.kind, QStringLiteral("ClusterPolicy"));
    QCOMPARE(asked.reason, QStringLiteral("CS-1"));
    QCOMPARE(asked.release.name, QStringLiteral("gpu-operator"));
    dialog->reject();
    QTRY_VERIFY(!dialog);
    f.setSwitch(true);
    Q_EMIT f.source()->pacesChanged();
    QTRY_VERIFY(!f.shows("rolloutPaused"));
}

void RolloutPageTest::onesOwnRunningUpgradeKeepsNobodyFromPausing()
{
    PauseFixture f;
    f.operations = f.folder.filePath(QStringLiteral("operations"));
    const QString id = QStringLiteral("20261121t030000z-00000001");
    const auto journal = Journal::create(f.operations + u'/' + id); // open while it runs
    QVERIFY(journal);
    const auto text = [](const char *said) { return Value(QString::fromLatin1(said)); };
    QVERIFY((*journal)->append(
        {JournalRecord::Kind::Intent, QStringLiteral("Lease"), f.clock.now(),
         Value(Value::Map{{QStringLiteral("operation"), Value(id)},
                          {QStringLiteral("kind"), text("upgrade")},
                          {QStringLiteral("context"), Value(prod)},
                          {QStringLiteral("namespace"), text("nvidia-gpu-operator")},
                          {QStringLiteral("release"), text("gpu-operator")},
                          {QStringLiteral("process"), Value(ProcessIdentity::ofThisProcess().text())}})}));
    f.openLed(true);
    QTRY_VERIFY(f.action()->isEnabled());
    f.action()->trigger();
    const auto *dialog = f.window->findChild<QDialog *>(QStringLiteral("pauseDialog"));
    QVERIFY(dialog);
    dialog->findChild<QLineEdit *>()->setText(QStringLiteral("gpu-011 fails"));
    dialog->findChild<QAbstractButton *>(QStringLiteral("pauseNodes"))->click();
    QCOMPARE(f.upgrades.paused.size(), 1);
    QCOMPARE(f.upgrades.paused.last().release.namespaceName, QStringLiteral("nvidia-gpu-operator"));
    QCOMPARE(f.upgrades.paused.last().during, id);
}

void RolloutPageTest::pausingNamesTheNodesThatStayCordoned()
{
    PauseFixture f;
    f.openLed(true);
    Pace pace;
    pace.component = QStringLiteral("gpu");
    pace.leftCordoned = {QStringLiteral("gpu-004"), QStringLiteral("gpu-008")};
    f.source()->setPace(pace);
    QTRY_VERIFY(f.action()->isEnabled());
    f.action()->trigger();
    const auto *dialog = f.window->findChild<QDialog *>(QStringLiteral("pauseDialog"));
    QVERIFY(dialog);
    const QString text = dialog->findChild<QLabel *>(QStringLiteral("pauseText"))->text();
    QVERIFY2(text.contains(leftCordonedText(pace)), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("gpu-004, gpu-008")), qPrintable(text));
}

void RolloutPageTest::thePauseDialogIsReadWholeWithManyLongNames()
{
    PauseFixture f;
    const auto looks = f.usualLooks();
    f.openLed(true);
    f.theme.setTextScale(140);
    f.window->resize(960, 480);
    Pace pace;
    pace.component = QStringLiteral("gpu");
    for (int i = 0; i < 30; ++i)
        pace.leftCordoned << QStringLiteral("gpu-%1.fleet.eu-north-1.compute.internal.example").arg(100 + i);
    f.source()->setPace(pace);
    QTRY_VERIFY(f.action()->isEnabled());
    f.action()->trigger();
    const auto *dialog = f.window->findChild<QDialog *>(QStringLiteral("pauseDialog"));
    QVERIFY(dialog);
    const auto *what = dialog->findChild<QLabel *>(QStringLiteral("pauseText"));
    QVERIFY2(what->text().contains(QStringLiteral("and 22 more")), qPrintable(what->text()));
    const auto *area = dialog->findChild<QScrollArea *>();
    QTRY_VERIFY(what->height() >= what->heightForWidth(what->width()));
    QTRY_VERIFY(what->mapTo(area->viewport(), QPoint(what->width(), 0)).x() <= area->viewport()->width());
    QTRY_VERIFY(area->widget()->height() <= area->viewport()->height() ||
                area->verticalScrollBar()->isVisible());
    const auto *leave = dialog->findChild<QAbstractButton *>(QStringLiteral("closePause"));
    QTRY_VERIFY(dialog->rect().contains(QRect(leave->mapTo(dialog, QPoint()), leave->size())));
}

void RolloutPageTest::aRolloutIsPausedOnlyWhereASwitchCanBeSet()
{
    PauseFixture f;
    f.openLed(true);
    QVERIFY(!f.shows("rolloutPaused"));
    QTRY_VERIFY(f.action()->text().startsWith(QStringLiteral("Pau&se rollout")));
    QVERIFY(f.action()->isEnabled());
    f.fleet.setUpgrades(prod, nullptr);
    QTRY_VERIFY(!f.action()->isEnabled());
    QVERIFY(f.action()->toolTip().contains(QStringLiteral("not connected")));

    RolloutFixture other; // no policy
    FakeUpgrades upgrades;
    other.fleet.addLive(prod);
    other.fleet.setUpgrades(prod, &upgrades);
    fillMidWindow(*other.source());
    other.openRollout();
    const auto *action = other.window->findChild<QAction *>(QStringLiteral("pauseRollout"));
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(QStringLiteral("unknown")));
}

void RolloutPageTest::theShownClusterIsReadWhateverPageIsInFront()
{
    const QString other = QStringLiteral("prod-us");
    RolloutFixture f;
    f.fleet.addLive(prod);
    f.fleet.addLive(other);
    f.open();
    QCOMPARE(f.source()->starts(), 1);
    QCOMPARE(f.fleet.findingsSource(prod)->starts(), 1);
    QCOMPARE(f.fleet.rolloutSource(other)->starts(), 0); // what nobody opened costs nothing
    QCOMPARE(f.fleet.findingsSource(other)->starts(), 0);
    f.window->showCluster(other);
    QCOMPARE(f.fleet.rolloutSource(other)->starts(), 1);
    QCOMPARE(f.fleet.findingsSource(other)->starts(), 1);
}

void RolloutPageTest::theTwoClocksStandSideBySide()
{
    RolloutFixture f;
    f.openMidWindow();
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("9 of 16")));
    QVERIFY(f.texts("releaseClock").contains(QStringLiteral("deployed")));
    QVERIFY(f.texts("releaseClock").contains(QStringLiteral("revision 4")));
    QVERIFY(f.texts("nodeClock").contains(QStringLiteral("1\u00a0stuck")));
    QVERIFY(f.texts("gpusAvailable").contains(QStringLiteral("96 of 128")));
    QCOMPARE(f.label("rolloutTitle"), QStringLiteral("GPU driver 580.82.07 → 580.105.08"));
    QCOMPARE(
        f.label("summary"),
        QStringLiteral(
            "16 node(s)   9 done · 2 moving · 2 waiting · 1 skipped · 1 failed · 1 stuck · 1 contradicted"));
}

void RolloutPageTest::troubleIsOnTopAndExplained()
{
    RolloutFixture f;
    f.openMidWindow();
    QCOMPARE(f.nodes().first(2), (QStringList{QStringLiteral("gpu-011"), QStringLiteral("gpu-004")}));
    QTRY_COMPARE(f.label("nodeTitle"), QStringLiteral("gpu-011"));
    QVERIFY(f.texts("nodePanel").contains(QStringLiteral("Could not resolve Linux kernel version")));
    f.board()->selectNode(QStringLiteral("gpu-004"));
    const QString said = f.texts("nodePanel");
    for (const char *expected : {"evicting · stuck", "tenant-b/trainer", "StatefulSet trainer", "8 GPU(s)",
                                 "nvidia.com/gpu-driver-upgrade-state=pod-deletion-required",
                                 "580.82.07 → 580.105.08", "InfiniBand driver"})
        QVERIFY2(said.contains(QString::fromUtf8(expected)), qPrintable(said));
}

// S14: text of a cluster is shown as plain text.
void RolloutPageTest::markupFromAClusterIsShownAsText()
{
    RolloutFixture f;
    f.openMidWindow();
    ShownTrack track;
    track.node = QStringLiteral("<b>gpu</b>");
    track.label = QStringLiteral("<img src=x>");
    track.verdict = Verdict::Failed;
    track.blocker = QStringLiteral("<i>why</i>");
    f.source()->put(track);
    QTRY_VERIFY(f.nodes().contains(track.node));
    f.page()->showNode(track.node);
    QVERIFY(f.texts("nodePanel").contains(track.blocker));
    const auto labels = f.window->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void RolloutPageTest::aFilterThatMatchesNothingOffersToClearIt()
{
    RolloutFixture f;
    f.openMidWindow();
    f.press(Qt::Key_Slash);
    f.type("zebra");
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No node matches “zebra”"));
    const auto buttons = f.message()->findChildren<QAbstractButton *>();
    for (QAbstractButton *button : buttons)
        if (button->text() == QStringLiteral("Clear the filter"))
            button->click();
    QVERIFY(f.board()->isVisible());
    QCOMPARE(f.nodes().size(), 16);
}

void RolloutPageTest::theKeyboardAloneFindsAndCopiesANode()
{
    RolloutFixture f;
    f.openMidWindow();
    f.press(Qt::Key_Slash);
    f.type("budget");
    QCOMPARE(f.nodes(), QStringList{QStringLiteral("gpu-004")});
    f.press(Qt::Key_Return);
    QTRY_VERIFY(f.board()->hasFocus());
    QTRY_COMPARE(f.label("nodeTitle"), QStringLiteral("gpu-004"));
    f.press(Qt::Key_C, Qt::ControlModifier);
    const QString copied = QApplication::clipboard()->text();
    for (const char *expected :
         {"**gpu-004** · prod-eu · 2026-11-21 03:31:00 UTC", "evicting · stuck", "blocked by",
          "kubectl --context prod-eu describe node gpu-004",
          "kubectl --context prod-eu logs --all-containers --tail=200 -n nvidia-gpu-operator",
          "tenant: tenant-b/StatefulSet trainer, 8 GPU(s)"})
        QVERIFY2(copied.contains(QString::fromUtf8(expected)), qPrintable(copied));
    f.press(Qt::Key_Escape);
    QCOMPARE(f.nodes().size(), 16);
    f.press(Qt::Key_Escape);
    QVERIFY(!f.shows("nodePanel"));
    f.press(Qt::Key_Return);
    QVERIFY(f.shows("nodePanel"));
}

void RolloutPageTest::copiedCommandsNameNothingThatIsNoName()
{
    NodeReport report;
    report.node = QStringLiteral("gpu-1; rm -rf ~");
    report.context = QStringLiteral("prod eu'");
    QVERIFY(kubectlCommands(report).isEmpty());
    report.node = QStringLiteral("gpu-1");
    ShownTrack track;
    track.verdict = Verdict::Failed;
    NodeTrack failed = track.build();
    failed.driverPod = QStringLiteral("ns/$(reboot)");
    report.tracks = {failed};
    const QString commands = kubectlCommands(report).join(u'\n');
    QVERIFY(!commands.contains(QStringLiteral("reboot")));
    QVERIFY2(commands.startsWith(QStringLiteral("kubectl --context 'prod eu'\\''' describe node gpu-1")),
             qPrintable(commands));
    report.kubeconfigs = {QStringLiteral("/lab")};
    const QStringList elsewhere = kubectlCommands(report);
    QVERIFY(std::all_of(elsewhere.cbegin(), elsewhere.cend(), [](const QString &line) {
        return line.startsWith(QStringLiteral("KUBECONFIG=/lab kubectl "));
    }));
    report.tracks[0].evidence = QStringList{QStringLiteral("<img src=x> `code` # no heading\n```")};
    const QString markdown = markdownReport(report);
    QVERIFY2(markdown.contains(QStringLiteral("\\<img src=x\\> \\`code\\` \\# no heading")),
             qPrintable(markdown));
    QCOMPARE(markdown.count(QStringLiteral("\n```")), 2);
}

void RolloutPageTest::aRowCopiesItsNameAndItsKubectl()
{
    RolloutFixture f;
    f.openMidWindow();
    const auto action = [&f](const char *name) {
        return f.board()->findChild<QAction *>(QLatin1String(name));
    };
    for (const char *name : {"copyName", "copyKubectl"})
        QVERIFY2(f.board()->actions().contains(action(name)), name);
    f.board()->setCurrentIndex(f.board()->model()->index(0, 0));
    const QString node = f.nodes().first();
    action("copyName")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), node);
    action("copyKubectl")->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("kubectl get node/%1 --context prod-eu").arg(node));
    const auto get = [](const QString &name, const QString &context, const QStringList &files) {
        return kubectlGet(
            {QStringLiteral("apps/v1"), QStringLiteral("DaemonSet"), QStringLiteral("gpu-operator"), name},
            context, files);
    };
    const QString driver = QStringLiteral("driver");
    const QString line =
        QStringLiteral("kubectl get daemonset.apps/driver -n gpu-operator --context 'prod eu'");
    QCOMPARE(get(driver, QStringLiteral("prod eu"), {}), line);
    QCOMPARE(get(driver, QStringLiteral("prod eu"), {QDir::home().filePath(QStringLiteral(".kube/config"))}),
             line);
    qputenv("KUBECONFIG", "/elsewhere"); // the shell's, where the window was told to use the usual file
    const QString told =
        get(driver, QStringLiteral("prod eu"), {QDir::home().filePath(QStringLiteral(".kube/config"))});
    qunsetenv("KUBECONFIG");
    QVERIFY2(told.startsWith(QLatin1String("KUBECONFIG=")) && told.endsWith(line), qPrintable(told));
    QCOMPARE(get(driver, QStringLiteral("prod eu"), {QStringLiteral("/a b"), QStringLiteral("/c")}),
             QStringLiteral("KUBECONFIG='/a b:/c' ") + line);
    // What a terminal would run is copied of names only.
    for (const char *name : {"driver\n", "-o", "x\x1b[2J", ""})
        QCOMPARE(get(QString::fromLatin1(name), prod, {}), QString());
    QCOMPARE(get(driver, QStringLiteral("prod\nrm"), {}), QString());
    f.fleet.files = {QStringLiteral("/lab")};
    action("copyKubectl")->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("KUBECONFIG=/lab kubectl get node/%1 --context prod-eu").arg(node));
    // kubectl reads no recording.
    FleetEntry entry = f.fleet.entry(prod);
    entry.isRecording = true;
    f.fleet.put(entry);
    QApplication::clipboard()->setText(QStringLiteral("before"));
    action("copyKubectl")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
}

void RolloutPageTest::theNodeBesideTheRowsOutlivesThem()
{
    RolloutFixture f;
    f.openMidWindow();
    auto *panel = f.window->findChild<NodePanel *>();
    auto rows = std::make_unique<RolloutModel>(f.source());
    QTRY_COMPARE(rows->rowCount(), 16);
    panel->show(rows.get(), prod, QStringLiteral("gpu-004"));
    QCOMPARE(f.label("nodeTitle"), QStringLiteral("gpu-004"));
    Q_EMIT rows->rowsChanged();
    rows.reset(); // as when the cluster is left, before the node is shown anew
    QTRY_VERIFY(f.texts("nodePanel").contains(QStringLiteral("Select a node")));
}

void RolloutPageTest::aPlannedWindowIsSetByKeyboardAndKept()
{
    RolloutFixture f;
    f.openMidWindow();
    fillMidWindowPast(*f.source());
    QTRY_VERIFY(f.texts("timeLeft").contains(QStringLiteral("12–20 min")));
    auto *button = f.window->findChild<QPushButton *>(QStringLiteral("rolloutWindow"));
    button->setFocus();
    f.press(Qt::Key_Space);
    QPointer<QDialog> dialog = f.window->findChild<QDialog *>(QStringLiteral("windowDialog"));
    QTRY_VERIFY(dialog && dialog->isVisible());
    dialog->findChild<QSpinBox *>()->setValue(100);
    QTest::keyClick(dialog->findChild<QSpinBox *>(), Qt::Key_Return);
    QTRY_COMPARE(button->text(), QStringLiteral("Window: until 05:31"));
    QVERIFY(f.texts("timeLeft").contains(QStringLiteral("within the window (ends 05:31)")));
    QVERIFY(f.texts("gpusAvailable").contains(QStringLiteral("below the capacity floor of 100")));
    QCOMPARE(f.settings.value(QStringLiteral("rollout/window/prod-eu")).toString(),
             QStringLiteral("2026-11-21T03:31:00Z/2026-11-21T05:31:00Z/100"));
    QTRY_VERIFY(!dialog);
    button->setFocus();
    f.press(Qt::Key_Space);
    QTRY_VERIFY((dialog = f.window->findChild<QDialog *>(QStringLiteral("windowDialog"))));
    dialog->findChild<QPushButton *>(QStringLiteral("removeWindow"))->click();
    QTRY_COMPARE(button->text(), QStringLiteral("Window…"));
    QVERIFY(!f.texts("gpusAvailable").contains(QStringLiteral("floor")));
}

void RolloutPageTest::aFloorIsUnknownWhereThereArePartsOfGpusBesides()
{
    RolloutFixture f;
    f.openMidWindow();
    f.source()->setGpuParts(gpusAsked("nvidia.com/mig-1g.5gb", 14));
    ShownTrack stuck;
    stuck.node = QStringLiteral("gpu-004");
    stuck.label = QStringLiteral("drain-required");
    stuck.verdict = Verdict::Stuck;
    f.source()->put(stuck);
    QTRY_VERIFY(f.texts("gpusAvailable").contains(QStringLiteral("14 of 14 MIG slices")));
    f.window->findChild<QPushButton *>(QStringLiteral("rolloutWindow"))->click();
    QPointer<QDialog> dialog = f.window->findChild<QDialog *>(QStringLiteral("windowDialog"));
    QTRY_VERIFY(dialog && dialog->isVisible());
    dialog->findChild<QSpinBox *>()->setValue(1000);
    QTest::keyClick(dialog->findChild<QSpinBox *>(), Qt::Key_Return);
    QTRY_VERIFY(f.texts("gpusAvailable")
                    .contains(QStringLiteral(
                        "whether the capacity floor of 1000 is kept is unknown: parts of GPUs")));
    QVERIFY(!f.texts("gpusAvailable").contains(QStringLiteral("below the capacity floor")));
}

void RolloutPageTest::theWindowOfAnOperationIsThatOfItsRollout()
{
    const QTemporaryDir folder;
    RolloutFixture f;
    f.operations = folder.path();
    const auto text = [](const char *words) { return Value(QString::fromLatin1(words)); };
    const auto journal = Journal::create(folder.filePath(QStringLiteral("20261121t030000z-aaaaaaaa")));
    QVERIFY(journal);
    QVERIFY(
        (*journal)->append({JournalRecord::Kind::Intent, QStringLiteral("Lease"), f.clock.now(),
                            Value(Value::Map{{QStringLiteral("operation"), text("20261121t030000z-aaaaaaaa")},
                                             {QStringLiteral("kind"), text("upgrade")},
                                             {QStringLiteral("context"), text("prod-eu")},
                                             {QStringLiteral("namespace"), text("nvidia-gpu-operator")},
                                             {QStringLiteral("release"), text("gpu-operator")},
                                             {QStringLiteral("storage"), text("secret")},
                                             {QStringLiteral("windowStart"), text("2026-11-21T03:00:00Z")},
                                             {QStringLiteral("windowEnd"), text("2026-11-21T03:20:00Z")},
                                             {QStringLiteral("timeZone"), text("UTC")}})}));
    f.openMidWindow();
    auto *button = f.window->findChild<QPushButton *>(QStringLiteral("rolloutWindow"));
    QTRY_COMPARE(button->text(), QStringLiteral("Window: ended 03:20"));
    button->click();
    QVERIFY(f.texts("windowDialog").contains(QStringLiteral("The window ended at 03:20, ")));
}

void RolloutPageTest::whoIsHitNextIsSaid()
{
    RolloutFixture f;
    f.openMidWindow();
    QTRY_VERIFY(f.texts("gpusAvailable").contains(QStringLiteral("next: tenant-a/inference (8")));
}

void RolloutPageTest::theTimelineOfANodeIsListed()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    fillMidWindow(*f.source());
    fillMidWindowPast(*f.source());
    f.openRollout();
    QTRY_COMPARE(f.board()->model() ? f.board()->model()->rowCount() : 0, 16);
    QTRY_VERIFY(f.board()->isVisible());
    f.awaitNode();
    f.page()->showNode(QStringLiteral("gpu-001"));
    const QString said = f.texts("nodePanel");
    for (const char *expected : {"validating", "driver reload", "2 m 29 s", "cordoning"})
        QVERIFY2(said.contains(QString::fromUtf8(expected)), qPrintable(said));
}

void RolloutPageTest::aRolloutThatNobodyLooksAtIsListenedTo()
{
    Told told;
    RolloutFixture f;
    f.notifications = &told;
    const QString resting = QStringLiteral("a-resting-one");
    const QString other = QStringLiteral("prod-us");
    for (const QString &name : {resting, other})
        f.fleet.addLive(name);
    fillAllDone(*f.fleet.rolloutSource(resting));
    fillMidWindow(*f.fleet.rolloutSource(other));
    f.fleet.current = prod;
    f.openWithAddons(); // and stays there
    QWidget elsewhere;
    elsewhere.show();
    elsewhere.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&elsewhere));
    QTRY_COMPARE(f.fleet.rolloutSource(other)->starts(), 1);
    QCOMPARE(f.fleet.rolloutSource(resting)->starts(), 0); // costs nothing
    auto *news = f.page()->findChild<RolloutNews *>();
    QVERIFY(news);
    QTRY_VERIFY(news->isListening());
    ShownTrack track;
    track.node = QStringLiteral("gpu-007");
    track.label = QStringLiteral("upgrade-failed");
    track.verdict = Verdict::Failed;
    f.fleet.rolloutSource(other)->put(track);
    QTRY_COMPARE(told.titles, QStringList{QStringLiteral("prod-us: gpu-007: failed")});
}

void RolloutPageTest::troubleIsToldToWhoLooksElsewhere()
{
    Told told;
    RolloutFixture f;
    f.notifications = &told;
    f.openMidWindow();
    const auto fail = [&](const char *node) {
        ShownTrack track;
        track.node = QString::fromLatin1(node);
        track.label = QStringLiteral("upgrade-failed");
        track.verdict = Verdict::Failed;
        f.source()->put(track);
    };
    auto *news = f.page()->findChild<RolloutNews *>();
    QSignalSpy heard(news, &RolloutNews::told);
    QTRY_VERIFY(news->isListening());
    QWidget elsewhere;
    elsewhere.show();
    elsewhere.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&elsewhere));
    fail("gpu-007");
    QTRY_COMPARE(told.titles, QStringList{QStringLiteral("gpu-007: failed")});
    f.window->findChild<QAction *>(QStringLiteral("notifyRollout"))->setChecked(false);
    fail("gpu-008");
    QTRY_COMPARE(heard.size(), 2);
    f.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
    f.window->findChild<QAction *>(QStringLiteral("notifyRollout"))->setChecked(true);
    fail("gpu-012");
    QTRY_COMPARE(heard.size(), 3);
    QCOMPARE(told.titles.size(), 1); // switched off, then looking on
}

void RolloutPageTest::aClusterThatIsDisconnectedShowsNoOldBoard()
{
    RolloutFixture f;
    f.openMidWindow();
    f.fleet.dropRollout(prod);
    FleetEntry entry = f.fleet.entry(prod);
    entry.state = ClusterSession::State::Off;
    f.fleet.put(entry);
    QVERIFY(!f.board()->isVisible());
    QCOMPARE(f.label("messageTitle"), QStringLiteral("prod-eu is not connected"));
}

void RolloutPageTest::aRecordingOffersAKubeconfigInsteadOfARetry()
{
    RolloutFixture f;
    f.openMidWindow();
    FleetEntry entry = f.fleet.entry(prod);
    entry.isRecording = true;
    f.fleet.put(entry);
    const auto *banner = f.page()->findChild<Banner *>();
    QTRY_VERIFY(banner->isVisible());
    QCOMPARE(banner->findChild<QPushButton *>()->text(), QStringLiteral("Open a kubeconfig…"));
}

#include "tst_rollout_page.moc"
} // namespace tst_rollout_page

CHARTROOM_TEST(tst_rollout_page, RolloutPageTest)
