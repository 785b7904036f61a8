// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/words/relative_time.h"
#include "tests/support/test_main.h"
#include "tests/ui/activity_fixture.h"
#include "ui/pages/upgrade_page.h"
#include "ui/panels/activity_panel.h"

#include <QApplication>
#include <QProcess>

#include <sys/wait.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_interrupted_operations {

/// Operations that were cut off: on the page Activity and wherever else they are told.
class InterruptedOperationsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void whatWasCutOffSaysWhatIsKnownAndWhatIsNot()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        f.openActivity();
        QTRY_VERIFY(f.says(u"Its result, because the cluster cannot be read"_s));
        QVERIFY(f.says(u"Check again when the cluster can be read"_s));
        QVERIFY(!f.button("closeJournal")->isVisible());
        QVERIFY(!f.says(u"done, but not"_s));
    }

    void whatEndedUnknownSaysWhatToDoUntilItIsSettled()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, u"unknown"_s);
        ReleaseTruth now;
        RevisionEntry newest;
        newest.revision = 3;
        newest.status = ReleaseStatus::Deployed;
        now.revisions = {newest};
        f.upgrades.said = now; // nothing came of helm
        f.openActivity();
        QTRY_VERIFY(f.button("closeJournal")->isVisible());
        f.button("closeJournal")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(!f.button("closeJournal")->isVisible());
        QVERIFY(readActivityEntry(f.operations + u'/' + id).end == OperationResult::End::NotStarted);
    }

    void noWayBackIsOfferedWhileAHelmMayBeAtWork_data()
    {
        QTest::addColumn<bool>("isHere");
        QTest::addColumn<bool>("isOtherSeen");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("its helm is gone") << true << false << true;
        QTest::newRow("its helm cannot be seen from here") << false << false << false;
        QTest::newRow("another helm runs") << true << true << false;
    }
    void noWayBackIsOfferedWhileAHelmMayBeAtWork()
    {
        QFETCH(bool, isHere);
        QFETCH(bool, isOtherSeen);
        QFETCH(bool, isOffered);
        ActivityFixture f;
        if (!isHere)
            f.process.machine = f.process.boot = u"of-another"_s;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        ReleaseTruth now;
        for (const auto &[revision, status] :
             {std::pair(4, ReleaseStatus::PendingUpgrade), std::pair(3, ReleaseStatus::Deployed)}) {
            RevisionEntry entry;
            entry.revision = revision;
            entry.status = status;
            now.revisions.append(entry);
        }
        now.operation = id;
        f.upgrades.said = now;
        if (isOtherSeen)
            f.upgrades.others.helm.process = HelmProcess{99, 7};
        f.openActivity();
        QTRY_VERIFY(f.says(isOffered ? u"Roll back to revision 3"_s : u"ait until it ends"_s));
        QTRY_COMPARE(f.button("activityRollback")->isVisible(), isOffered);
    }

    /// Two kubeconfigs give two clusters the same context name.
    void whatWasCutOffOnAnotherClusterOfThatNameIsNotOffered_data()
    {
        QTest::addColumn<QString>("noted"); // in the journal
        QTest::addColumn<QString>("seen");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("the same") << u"uid-a"_s << u"uid-a"_s << true;
        QTest::newRow("another") << u"uid-a"_s << u"uid-b"_s << false;
        QTest::newRow("it may not be read") << u"uid-a"_s << QString() << true;
        QTest::newRow("an older journal") << QString() << u"uid-b"_s << true;
    }
    void whatWasCutOffOnAnotherClusterOfThatNameIsNotOffered()
    {
        QFETCH(QString, noted);
        QFETCH(QString, seen);
        QFETCH(bool, isOffered);
        ActivityFixture f;
        f.clusterUid = noted;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        ReleaseTruth now;
        for (const auto &[revision, status] :
             {std::pair(4, ReleaseStatus::PendingUpgrade), std::pair(3, ReleaseStatus::Deployed)}) {
            RevisionEntry entry;
            entry.revision = revision;
            entry.status = status;
            now.revisions.append(entry);
        }
        now.operation = id;
        f.upgrades.said = now;
        f.openActivity();
        QTRY_VERIFY(f.button("activityRollback")->isVisible()); // which cluster it is was not read yet
        FleetEntry entry = f.fleet.entry(prod);
        entry.clusterUid = seen;
        f.fleet.put(entry);
        QTRY_COMPARE(f.openOperations->all().size(), isOffered ? 1 : 0);
        QTRY_COMPARE(f.button("activityRollback")->isVisible(), isOffered);
        QTRY_COMPARE(f.says(u"on another cluster with the same context name"_s), !isOffered);
        QVERIFY(!f.button("closeJournal")->isVisible());
        entry.clusterUid = noted; // the name is the other one's again
        f.fleet.put(entry);
        QTRY_COMPARE(f.openOperations->all().size(), 1);
    }

    void whatNeverBeganIsClosedFromHere()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Check"_s}, {});
        f.openActivity();
        QTRY_VERIFY(f.button("closeJournal")->isVisible());
        f.button("closeJournal")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(!f.button("closeJournal")->isVisible());
        QVERIFY(readActivityEntry(f.operations + u'/' + id).end == OperationResult::End::NotStarted);
    }

    /// A killed program that waits for its disk dies seconds later, and tells nobody.
    void whatIsCutOffWhileTheWindowIsOpenIsSaidToo()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        auto holder = Journal::reopen(f.operations + u'/' + id);
        QVERIFY(holder);
        f.open();
        QTRY_VERIFY(f.openOperations->isRead());
        QVERIFY(f.openOperations->all().isEmpty());
        holder->reset();
        QTRY_VERIFY_WITH_TIMEOUT(f.openOperations->all().size() == 1, 20'000);
    }

    /// Its threads may have the journal for seconds yet, and nobody has waited for it.
    void whatWasKilledIsSaidAtOnceThoughItsJournalIsStillHeld()
    {
        ActivityFixture f;
        const pid_t killed = ::fork();
        if (killed == 0)
            ::_exit(0);
        siginfo_t end = {};
        QCOMPARE(::waitid(P_PID, id_t(killed), &end, WEXITED | WNOWAIT), 0);
        f.process.pid = killed;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        auto holder = Journal::reopen(f.operations + u'/' + id);
        QVERIFY(holder);
        f.open();
        QTRY_VERIFY(f.openOperations->isRead());
        QCOMPARE(f.openOperations->all().size(), 1);
        const CutOperation cut = f.openOperations->all().first();
        QCOMPARE(cutWord(cut), u"interrupted"_s);
        QCOMPARE(cut.recovery.moves.size(), 1);
        QVERIFY(cut.recovery.moves.first().kind == NextMove::Kind::Wait && !cut.recovery.end);
        QTRY_VERIFY(f.window->findChild<ActivityPage *>()->isVisible());
        QTRY_VERIFY(f.says(cut.recovery.unknown.first()));
        QVERIFY(!f.button("closeJournal")->isVisible());
        holder->reset();
        QTRY_VERIFY_WITH_TIMEOUT(!f.openOperations->all().first().traces.isHeld, 20'000);
        QTRY_VERIFY(!f.says(cut.recovery.unknown.first()));
        QCOMPARE(::waitpid(killed, nullptr, 0), killed);
    }

    void whatSomebodyElseMendsIsSaidHereAsInTheBanner()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        const auto revision = [&f](int number, ReleaseStatus status) {
            RevisionEntry entry;
            entry.revision = number;
            entry.status = status;
            entry.date.created = f.clock.now();
            return entry;
        };
        ReleaseTruth now;
        now.revisions = {revision(4, ReleaseStatus::PendingUpgrade), revision(3, ReleaseStatus::Deployed)};
        now.operation = id;
        now.operations = {{4, id}};
        f.upgrades.said = now;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        QTRY_VERIFY(f.button("activityRollback")->isVisible());
        now.revisions = {revision(5, ReleaseStatus::Deployed), revision(4, ReleaseStatus::PendingUpgrade),
                         revision(3, ReleaseStatus::Superseded)};
        now.operation.clear();
        f.upgrades.said = now; // helm rollback, by hand
        f.openOperations->readAgain();
        QTRY_VERIFY(f.button("closeJournal")->isVisible());
        QVERIFY(!f.button("activityRollback")->isVisible());
    }

    void whatWasCutOffIsTheFirstThingOnScreenAndTheSameEverywhere()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        ReleaseTruth now;
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.statusText = u"pending-upgrade"_s;
        newest.date.created = f.clock.now();
        RevisionEntry before;
        before.revision = 3;
        before.status = ReleaseStatus::Deployed;
        before.statusText = u"deployed"_s;
        now.revisions = {newest, before};
        now.operation = id;
        f.upgrades.said = now;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        QTRY_VERIFY(f.window->findChild<ActivityPage *>()->isVisible());
        QTRY_COMPARE(f.label("activityTitle"), u"Upgrade of crusoe-csi-driver to 0.5.0"_s);
        QTRY_VERIFY(f.button("activityRollback")->isVisible());
        const auto isAsked = [&f] {
            const QList<CutOperation> &all = f.openOperations->all();
            return all.size() == 1 && !all.first().recovery.moves.isEmpty() &&
                   all.first().recovery.moves.first().kind == NextMove::Kind::Rollback;
        };
        QTRY_VERIFY(isAsked());
        const CutOperation cut = f.openOperations->all().first();
        QVERIFY(f.says(cut.recovery.moves.first().text)); // of the page Activity
        const auto banner = [&f](const char *name) {
            const auto *strip = f.window->findChild<QWidget *>(QLatin1String(name));
            return strip->isVisible()
                       ? strip->findChild<QLabel *>(u"bannerText"_s)->text().remove(QChar(0x200B))
                       : QString();
        };
        QCOMPARE(banner("cutOff"), cutHeadline(cut));
        QVERIFY(banner("cutOff").contains(cut.recovery.moves.first().text));
        for (const char *name : {"activityRollback", "closeJournal", "copyActivity", "saveActivity"}) {
            const QAbstractButton *button = f.button(name);
            if (!button->isVisible())
                continue;
            QVERIFY2(button->mapTo(f.window.get(), QPoint(button->width(), 0)).x() <= f.window->width(),
                     name);
            QTRY_VERIFY2(button->width() >= button->sizeHint().width(), name); // laid out after it is shown
        }
        const ReleaseKey key = cut.entry.order.release;
        f.window->showRelease(key);
        QTRY_COMPARE(f.label("inspectorProblem"), cutText(cut));
        QVERIFY(banner("cutOff") == cutHeadline(cut)); // over this page, too
        const auto status = [&f, &key] {
            const QAbstractItemModel *model = f.table()->model();
            for (int row = 0; row < model->rowCount(); ++row)
                if (model->index(row, 0).data().toString() == key.name)
                    return model->index(row, int(ReleaseColumn::Status)).data().toString();
            return QString();
        };
        QVERIFY2(status().endsWith(cutWord(cut)), qPrintable(status()));
        f.window->showUpgrade(key);
        QTRY_VERIFY(f.window->findChild<UpgradePage *>()->isVisible());
        QVERIFY(banner("cutOff") == cutHeadline(cut));
        QCOMPARE(banner("upgradeCutOff"), QString()); // two would take a third of a small window
        auto *others =
            f.window->findChild<QWidget *>(u"cutOff"_s)->findChild<QAbstractButton *>(u"bannerOthers"_s);
        QTRY_VERIFY(others->isVisible());
        others->click();
        QTRY_COMPARE(banner("upgradeCutOff"), cutText(cut));
        f.showPage(u"Activity"_s);
        f.showPage(u"Upgrade"_s);
        QTRY_COMPARE(banner("upgradeCutOff"), QString());
    }

    void anInterruptedOperationIsSaidWhereItsNodesAre()
    {
        ActivityFixture f;
        ShownRelease pending;
        f.namespaceName = pending.namespaceName;
        f.release = pending.name;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"rollback"_s, {u"Lease"_s, u"Helm"_s}, {});
        FakeReleaseSource &releases = *f.fleet.addLive(u"prod-eu"_s);
        fillWithAddons(releases);
        pending.chart = u"gpu-operator"_s;
        pending.revision = 5;
        pending.status = ReleaseStatus::PendingRollback;
        pending.deployed = 4;
        releases.put(pending, releases.ownership(pending.key()));
        fillMidWindow(*f.fleet.rolloutSource(u"prod-eu"_s));
        f.open();
        f.showPage(u"Rollout"_s);
        const auto *card = f.window->findChild<QWidget *>(u"releaseClock"_s);
        QTRY_VERIFY2(card->isVisible() && card->accessibleName().contains(u"pending-rollback, interrupted"_s),
                     qPrintable(card->accessibleName()));
    }

    void whatThisProgramRunsItselfIsNotWaitedForAsSomebodyElses()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.date.created = f.clock.now();
        RevisionEntry before;
        before.revision = 3;
        before.status = ReleaseStatus::Deployed;
        ReleaseTruth now;
        now.revisions = {newest, before};
        now.operation = id;
        f.upgrades.said = now;
        f.upgrades.others.helm.process = HelmProcess{99, 7}; // of that run
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        const auto isAsked = [&f] {
            const QList<CutOperation> &all = f.openOperations->all();
            return all.size() == 1 && !all.first().recovery.moves.isEmpty() &&
                   all.first().recovery.moves.first().text.contains(u"a second one");
        };
        QTRY_VERIFY(isAsked());
        const ReleaseKey key = f.openOperations->all().first().entry.order.release;
        const OwnRun own{u"prod-eu"_s, key, u"Roll crusoe-csi-driver back to revision 3"_s, operationStart};
        const auto banner = [&f] {
            return f.window->findChild<QWidget *>(u"cutOff"_s)
                ->findChild<QLabel *>(u"bannerText"_s)
                ->text()
                .remove(QChar(0x200B));
        };
        f.openOperations->setOwnRuns({own});
        QVERIFY2(banner().endsWith(ownRunText(own)), qPrintable(banner()));
        QVERIFY(ownRunText(own).contains(absoluteTimeText(operationStart)));
        f.window->showRelease(key);
        QTRY_VERIFY2(f.label("inspectorProblem").contains(ownRunText(own)),
                     qPrintable(f.label("inspectorProblem")));
        QCOMPARE(f.button("inspectorUpgrade")->text(), u"Show the operation"_s);
        f.openOperations->setOwnRuns({});
        const CutOperation cut = f.openOperations->all().first();
        QVERIFY(!cut.own);
        QCOMPARE(banner(), cutHeadline(cut));
        QTRY_COMPARE(f.label("inspectorProblem"), cutText(cut));
        QCOMPARE(f.button("inspectorUpgrade")->text(), u"Upgrade…"_s);
    }

    /// No release need change with it.
    void theEndOfItsHelmIsNoticed()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = ReleaseStatus::PendingUpgrade;
        newest.statusText = u"pending-upgrade"_s;
        newest.date.created = f.clock.now();
        RevisionEntry before;
        before.revision = 3;
        before.status = ReleaseStatus::Deployed;
        ReleaseTruth now;
        now.revisions = {newest, before};
        now.operation = id;
        f.upgrades.said = now;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        QProcess helm;
        QProcessEnvironment environment;
        environment.insert(u"CHARTROOM_OPERATION"_s, id);
        helm.setProcessEnvironment(environment);
        helm.start(u"/bin/sleep"_s, {u"60"_s});
        QVERIFY(helm.waitForStarted());
        f.open();
        const auto next = [&f] {
            const QList<CutOperation> &all = f.openOperations->all();
            return all.size() == 1 && !all.first().recovery.moves.isEmpty()
                       ? int(all.first().recovery.moves.first().kind)
                       : -1;
        };
        QTRY_COMPARE(next(), int(NextMove::Kind::Wait));
        helm.kill();
        QVERIFY(helm.waitForFinished());
        QTRY_COMPARE_WITH_TIMEOUT(next(), int(NextMove::Kind::Rollback), 20'000);
    }

    /// It was asked while the connection was being made; that answer never comes.
    void aConnectionThatBecomesLiveIsAskedAgain()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        f.upgrades.isSilent = true;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        FleetEntry entry = f.fleet.entry(u"prod-eu"_s);
        entry.state = ClusterSession::State::Connecting;
        f.fleet.put(entry);
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        const auto isUnread = [&f] {
            const QList<CutOperation> &all = f.openOperations->all();
            return all.size() == 1 && all.first().recovery.known.filter(u"Revision 3"_s).isEmpty();
        };
        QTRY_VERIFY(isUnread());
        ReleaseTruth now;
        RevisionEntry newest;
        newest.revision = 3;
        newest.status = ReleaseStatus::Deployed;
        newest.statusText = u"deployed"_s;
        now.revisions = {newest};
        f.upgrades.said = now;
        f.upgrades.isSilent = false;
        entry.state = ClusterSession::State::Live;
        f.fleet.put(entry);
        QTRY_VERIFY(!isUnread());
        const auto *strip = f.window->findChild<QWidget *>(u"cutOff"_s);
        const auto *label = strip->findChild<QLabel *>(u"bannerText"_s);
        QTRY_VERIFY2(!label->text().contains(u"when the cluster can be read"), qPrintable(label->text()));
    }

    void whatIsSettledIsNoLongerOnScreen()
    {
        ActivityFixture f;
        f.put(u"20261121t030000z-aaaaaaaa"_s, u"upgrade"_s, {u"Lease"_s, u"Check"_s}, {});
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        QTRY_VERIFY(f.button("closeJournal")->isVisible());
        const auto *strip = f.window->findChild<QWidget *>(u"cutOff"_s);
        QVERIFY(strip->isVisible());
        f.button("closeJournal")->click();
        QTRY_VERIFY(!strip->isVisible());
        QVERIFY(f.openOperations->all().isEmpty());
    }

    /// What the texts of an interrupted one ask for can be done where they lead.
    void theCheckThatIsAskedForIsOfferedAtOnce()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = ReleaseStatus::Deployed;
        newest.statusText = u"deployed"_s;
        ReleaseTruth now;
        now.revisions = {newest};
        now.operation = id;
        f.upgrades.said = now;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        QTRY_VERIFY(f.button("confirmCheck")->isVisible());
        QTRY_COMPARE(f.openOperations->all().size(), 1);
        QTRY_VERIFY(cutHeadline(f.openOperations->all().first()).contains(u"then confirm the check"));
        f.button("confirmCheck")->click();
        QTRY_VERIFY(f.openOperations->all().isEmpty());
        QCOMPARE(resultText(readActivityEntry(f.operations + u'/' + id)), u"deployed, checked by hand"_s);
        QTRY_VERIFY(!f.button("confirmCheck")->isVisible());
        QVERIFY(!f.button("closeJournal")->isVisible());
    }

    /// To close its journal is no check.
    void whatWasNotVerifiedStaysOnScreenUntilItIsChecked()
    {
        ActivityFixture f;
        const QString id = u"20261121t030000z-aaaaaaaa"_s;
        f.put(id, u"upgrade"_s, {u"Lease"_s, u"Helm"_s}, {});
        RevisionEntry newest;
        newest.revision = 4;
        newest.status = ReleaseStatus::Deployed;
        newest.statusText = u"deployed"_s;
        ReleaseTruth now;
        now.revisions = {newest};
        now.operation = id;
        f.upgrades.said = now;
        fillWithAddons(*f.fleet.addLive(u"prod-eu"_s));
        f.fleet.setUpgrades(u"prod-eu"_s, &f.upgrades);
        f.open();
        QTRY_VERIFY(f.button("closeJournal")->isVisible());
        QVERIFY(f.button("confirmCheck")->isVisible());
        const QString journal = f.operations + u'/' + id;
        f.button("closeJournal")->click();
        QTRY_VERIFY(f.button("confirmCheck")->isVisible());
        QTRY_COMPARE(f.openOperations->all().size(), 1);
        QTRY_VERIFY(awaitsCheck(f.openOperations->all().first().entry.journal));
        QVERIFY(!f.button("closeJournal")->isVisible());
        const CutOperation cut = f.openOperations->all().first();
        const auto *strip = f.window->findChild<QWidget *>(u"cutOff"_s);
        QVERIFY(strip->isVisible());
        QCOMPARE(strip->findChild<QLabel *>(u"bannerText"_s)->text().remove(QChar(0x200B)), cutHeadline(cut));
        QVERIFY(cutHeadline(cut).contains(u"not verified"));
        QVERIFY(f.button("confirmCheck")->toolTip().contains(u"Chartroom does not verify it"));
        f.button("confirmCheck")->setFocus();
        f.window->findChild<ActivityPanel *>()->show(readActivityEntry(journal)); // as each new look does
        QVERIFY(f.button("confirmCheck")->hasFocus());
        f.press(Qt::Key_Space);
        QTRY_VERIFY(!strip->isVisible());
        QVERIFY(!isUnsettled(*readJournal(journal)));
        QCOMPARE(resultText(readActivityEntry(journal)), u"deployed, checked by hand"_s);
        QTRY_VERIFY(!f.button("confirmCheck")->isVisible());
    }
};

#include "tst_interrupted_operations.moc"
} // namespace tst_interrupted_operations

CHARTROOM_TEST(tst_interrupted_operations, InterruptedOperationsTest)
