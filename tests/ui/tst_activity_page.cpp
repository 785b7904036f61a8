// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/base/translator.h"
#include "core/screens/activity/activity_model.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/ui/activity_fixture.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QHelpEvent>
#include <QSpinBox>
#include <QToolTip>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_activity_page {

class ActivityPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void withoutOperationsItSaysWhatWouldBeHere()
    {
        ActivityFixture f;
        f.openActivity();
        QTRY_COMPARE(f.label("messageTitle"), u"No operations by Chartroom yet"_s);
    }

    void whatAnotherProgramDoesAppearsWhileThePageIsShown()
    {
        ActivityFixture f;
        f.openActivity();
        QTRY_COMPARE(f.label("messageTitle"), u"No operations by Chartroom yet"_s);
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"done"_s);
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        QVERIFY(f.operationsTable()->isVisible());
    }

    void operationsAreListedTheNewestFirstAndReadByKeyboard()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, u"done"_s);
        f.put(u"20261121t040000z-bbbbbbbb"_s, u"rollback"_s, {u"Lease"_s}, u"notStarted"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 2);
        QTRY_COMPARE(f.label("activityTitle"), u"Rollback of crusoe-csi-driver to revision 2"_s);
        f.operationsTable()->setFocus();
        f.press(Qt::Key_Down);
        QCOMPARE(f.label("activityTitle"), u"Upgrade of crusoe-csi-driver to 0.5.0"_s);
        QCOMPARE(f.label("activityText"), u"Revision 4 is deployed."_s);
        QVERIFY(f.says(u"helm upgrade"_s));
        QVERIFY(f.says(u"Helm is done"_s));
        QVERIFY(f.says(u" · Run helm · "_s)); // no name of the journal's
    }

    void aPauseIsNoUpgrade()
    {
        ActivityEntry entry;
        entry.order.release.name = u"ClusterPolicy/cluster-policy"_s;
        entry.order.kind = OperationKind::Pause;
        QCOMPARE(activityTitle(entry), u"Pausing the rollout of ClusterPolicy/cluster-policy"_s);
        entry.order.kind = OperationKind::Resume;
        QCOMPARE(activityTitle(entry), u"Resuming the rollout of ClusterPolicy/cluster-policy"_s);
    }

    void aChangeOfValuesIsNamedByThem()
    {
        ActivityEntry entry;
        entry.order.release.name = u"gpu-operator"_s;
        entry.order.kind = OperationKind::Upgrade;
        entry.order.version = u"v26.3.3"_s;
        entry.journal = changeJournal(u"v26.3.3"_s);
        QCOMPARE(activityTitle(entry), u"Change of gpu-operator v26.3.3: driver.version 580.126.20"_s);
        entry.journal = changeJournal(u"v25.10.1"_s);
        QCOMPARE(activityTitle(entry), u"Upgrade of gpu-operator to v26.3.3"_s);
    }

    void howLongItTookIsSaidToTheSecond()
    {
        ActivityEntry entry;
        entry.order.started = operationStart;
        entry.ended = operationStart.addSecs(3 * 60 + 57);
        ActivityModel model;
        model.setEntries({entry});
        QCOMPARE(model.index(0, int(ActivityColumn::Took)).data().toString(), u"3 m 57 s"_s);
    }

    void theFilterFindsAnOperation()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"done"_s);
        f.put(u"20261121t040000z-bbbbbbbb"_s, u"rollback"_s, {u"Lease"_s}, u"failed"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 2);
        f.press(Qt::Key_Slash);
        f.type("rollback");
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        f.type("xx");
        QTRY_COMPARE(f.label("messageTitle"), u"No operation matches"_s);
        f.press(Qt::Key_Escape);
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 2);
    }

    void resultsAreWholeAndWhatWasDoneTakesTheFreeWidth()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"notStarted"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        const auto *table = f.operationsTable();
        const auto index = [&](ActivityColumn column) { return table->model()->index(0, int(column)); };
        const auto wanted = [&](ActivityColumn column) {
            return table->itemDelegate()->sizeHint(QStyleOptionViewItem(), index(column)).width();
        };
        const auto width = [&](ActivityColumn column) { return table->columnWidth(int(column)); };
        for (const ActivityColumn whole : {ActivityColumn::Begun, ActivityColumn::Result})
            QTRY_VERIFY2(width(whole) >= wanted(whole), qPrintable(QString::number(width(whole))));
        int others = 0;
        for (int column = 0; column < activityColumnCount; ++column)
            others += column == int(ActivityColumn::What) ? 0 : table->columnWidth(column);
        QCOMPARE(width(ActivityColumn::What), table->viewport()->width() - others);
    }

    void aNarrowWindowCutsNeitherTheTitleNorTheResult()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"notStarted"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        f.window->resize(960, 480);
        const auto *table = f.operationsTable();
        const int result = int(ActivityColumn::Result);
        QTRY_VERIFY(table->columnViewportPosition(result) + table->columnWidth(result) <=
                    table->viewport()->width());
        const auto *page = f.window->findChild<ActivityPage *>();
        const auto labels = page->findChildren<QLabel *>();
        const auto title = std::find_if(labels.cbegin(), labels.cend(), [](const QLabel *one) {
            return one->text() == u"Operations on this machine";
        });
        QVERIFY(title != labels.cend());
        QTRY_VERIFY((*title)->width() >= (*title)->sizeHint().width());
        const QAbstractButton *again = f.button("activityReload");
        QTRY_VERIFY(again->width() >= again->sizeHint().width());
        QTRY_VERIFY(again->mapTo(page, QPoint(again->width(), 0)).x() <= page->width());
    }

    void columnsFollowTheSizeOfTheText()
    {
        ActivityFixture f;
        const auto looks = f.usualLooks();
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"notStarted"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        const auto *table = f.operationsTable();
        const QModelIndex result = table->model()->index(0, int(ActivityColumn::Result));
        const int before = table->columnWidth(result.column());
        f.theme.setTextScale(150);
        QTRY_VERIFY(table->columnWidth(result.column()) > before);
        QTRY_VERIFY(table->columnWidth(result.column()) >=
                    table->itemDelegate()->sizeHint(QStyleOptionViewItem(), result).width());
    }

    void aCutCellSaysItsWholeTextInTheToolTip()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"notStarted"_s);
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        auto *table = f.operationsTable();
        const auto toolTip = [&](ActivityColumn column) {
            const QPoint place = table->visualRect(table->model()->index(0, int(column))).center();
            QHelpEvent event(QEvent::ToolTip, place, table->viewport()->mapToGlobal(place));
            QApplication::sendEvent(table->viewport(), &event);
            return QToolTip::text();
        };
        QCOMPARE(toolTip(ActivityColumn::Result), QString());
        table->setColumnWidth(int(ActivityColumn::Result), 60);
        QVERIFY(toolTip(ActivityColumn::Result).contains(u"nothing changed"));
        table->setColumnWidth(int(ActivityColumn::What), 60);
        QVERIFY(toolTip(ActivityColumn::What).contains(u"Upgrade of crusoe-csi-driver to 0.5.0"));
    }

    void anOperationIsCopiedAsMarkdown()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, u"done"_s);
        f.openActivity();
        QTRY_VERIFY(f.button("copyActivity")->isVisible());
        f.button("copyActivity")->click();
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains(u"2026-11-21 03:00:00 UTC"_s), qPrintable(text));
        QVERIFY2(text.contains(u"    helm upgrade crusoe-csi-driver"_s), qPrintable(text));
        QVERIFY2(text.contains(u"| Helm |"_s), qPrintable(text));
    }

    void nodesThatAreHeldBackAreLetGoFromHere()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Hold"_s, u"Helm"_s}, u"done"_s);
        f.upgrades.held = QList<HeldNode>{{u"gpu-2"_s, DriverKind::Gpu, id}};
        f.openActivity();
        QTRY_VERIFY(f.button("unholdNodes")->isVisible());
        QVERIFY(f.says(u"gpu-1 is the canary node; 1 node is on hold: gpu-2."_s));
        QVERIFY(!f.button("unholdNodes")->isEnabled()); // nobody knows how gpu-1 is
        f.window->findChild<QLineEdit *>(u"unholdReason"_s)->setFocus();
        f.type("it is fine");
        f.button("unholdNodes")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(f.button("confirmUnhold")->isVisible());
        f.button("confirmUnhold")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(f.says(u"No node is on hold by it."_s));
        QVERIFY(!f.button("unholdNodes")->isVisible());
        QCOMPARE(f.upgrades.unheld.last().reason, u"it is fine"_s);
    }

    void whoIsHeldBackIsNotGuessedWhereTheClusterCannotBeRead()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s, u"Hold"_s, u"Helm"_s}, u"done"_s);
        f.upgrades.held = failure(Error::Code::Unreachable, u"It does not answer."_s);
        f.openActivity();
        QTRY_VERIFY(f.says(u"Which nodes still wait for gpu-1"_s));
        QVERIFY(!f.button("unholdNodes")->isVisible());
    }

    /// As after `chartroom upgrade --yes`, which exits while the nodes follow.
    void howTheNodesWentOnSinceIsSeenHere()
    {
        ActivityFixture f;
        ShownRelease shown;
        f.namespaceName = shown.namespaceName;
        f.release = shown.name;
        f.areVerified = false;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, u"done"_s);
        const auto before = readJournal(f.operations + u'/' + id);
        f.openActivity();
        f.fleet.source(prod)->put(shown);
        FakeRolloutSource *rollout = f.fleet.rolloutSource(prod);
        rollout->setComplete(true);
        ShownTrack track;
        track.verdict = Verdict::Moving;
        rollout->put(track);
        QTRY_VERIFY(f.says(u"Revision 4 is deployed; as of "_s));
        QTRY_VERIFY(f.says(u"GPU driver: 0 of 1 nodes done"_s));
        // The column, the panel and the filter have one word for it.
        const auto isCalled = [&f](const QString &word) {
            const QAbstractItemModel *model = f.operationsTable()->model();
            const QVariant told = model->index(0, int(ActivityColumn::Result)).data(Qt::AccessibleTextRole);
            return told.toString() == word && f.says(u"Result: "_s + word);
        };
        QTRY_VERIFY(isCalled(u"deployed, not verified"_s));
        track.verdict = Verdict::Failed;
        rollout->put(track);
        QTRY_VERIFY(isCalled(u"deployed, but not as planned"_s));
        track.verdict = Verdict::Done;
        rollout->put(track);
        QTRY_VERIFY(f.says(u"GPU driver: 1 of 1 nodes done"_s));
        QTRY_VERIFY(isCalled(u"deployed, nodes done since"_s));
        auto *filter = f.window->findChild<QLineEdit *>(u"activityFilter"_s);
        filter->setText(u"nodes done since"_s);
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        filter->setText(u"not verified"_s);
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 0);
        filter->clear();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 1);
        f.operationsTable()->selectRow(0);
        QTRY_VERIFY(isCalled(u"deployed, nodes done since"_s));
        shown.revision = 5;
        f.fleet.source(prod)->put(shown);
        QTRY_VERIFY(isCalled(u"deployed, not verified"_s));
        QTRY_VERIFY(f.says(u"Revision 5 is newer: the nodes follow it, not revision 4."_s));
        FleetEntry lost = f.fleet.entry(prod);
        lost.state = ClusterSession::State::Reconnecting;
        f.fleet.put(lost);
        QTRY_VERIFY(f.says(u"Unknown: prod-eu is not connected."_s));
        const auto after = readJournal(f.operations + u'/' + id);
        QVERIFY(before && after);
        QVERIFY(before->records == after->records); // to look writes nothing
    }

    void whatWasSavedIsRemovedFromHereByKeyboard()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Capture"_s, u"Helm"_s}, u"done"_s);
        const QString capture = f.operations + u'/' + id + u"/capture"_s;
        QVERIFY(makePrivateFolder(capture));
        QVERIFY(writePrivateFile(capture + u"/values.yaml"_s, "password: hunter2\n"));
        f.openActivity();
        QTRY_VERIFY(f.button("removeCapture")->isVisible());
        QVERIFY(f.says(u"unencrypted in "_s + capture));
        QVERIFY(f.says(u"14 days"_s));
        auto *days = f.window->findChild<QSpinBox *>(u"clearCaptureDays"_s);
        days->setValue(3); // a setting, which is said at once and kept
        QVERIFY(f.says(u"3 days"_s));
        QVERIFY(clearCaptureDays(f.settings) == std::chrono::days(3));
        f.button("removeCapture")->setFocus();
        f.press(Qt::Key_Space);
        QVERIFY(f.button("keepCapture")->hasFocus());
        QVERIFY(QFile::exists(capture + u"/values.yaml"_s)); // it is asked first
        f.press(Qt::Key_Space);
        QVERIFY(!f.button("confirmRemoveCapture")->isVisible());
        QVERIFY(f.button("removeCapture")->hasFocus());
        f.press(Qt::Key_Space);
        f.button("confirmRemoveCapture")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(f.says(u"of the release was removed"_s));
        QVERIFY(!QFile::exists(capture));
        QVERIFY(!f.button("removeCapture")->isVisible());
        QVERIFY(f.says(u"Helm"_s)); // the journal's steps stay
    }

    void whatIsEncryptedIsSaidToBe()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Capture"_s, u"Helm"_s}, u"done"_s);
        const QString capture = f.operations + u'/' + id + u"/capture"_s;
        QVERIFY(makePrivateFolder(capture));
        QVERIFY(writePrivateFile(capture + u"/values.yaml.sealed"_s, "chartroom-sealed"));
        f.openActivity();
        QTRY_VERIFY(f.says(u"encrypted, with a key in your keyring"_s));
        QVERIFY(f.button("removeCapture")->isVisible());
    }

    void aJournalThatCannotBeReadHidesNoOther()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s}, u"done"_s);
        const QString folder = f.operations + u"/20261121t050000z-cccccccc"_s;
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + u"/journal"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no journal\n") > 0);
        file.close();
        f.openActivity();
        QTRY_COMPARE(f.operationsTable()->model()->rowCount(), 2);
        QTRY_COMPARE(f.label("activityTitle"), u"20261121t050000z-cccccccc"_s);
        QVERIFY(!f.label("activityText").isEmpty());
    }
};

#include "tst_activity_page.moc"
} // namespace tst_activity_page

CHARTROOM_TEST(tst_activity_page, ActivityPageTest)
