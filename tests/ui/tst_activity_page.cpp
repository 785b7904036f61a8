// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/base/translator.h"
#include "core/process/process_identity.h"
#include "core/screens/activity/activity_model.h"
#include "core/upgrade/journal.h"
#include "core/words/relative_time.h"
#include "tests/support/fake_upgrades.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/activity_page.h"
#include "ui/pages/upgrade_page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QHelpEvent>
#include <QProcess>
#include <QSpinBox>
#include <QTableView>
#include <QToolTip>

#include <sys/wait.h>
#include <unistd.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_activity_page {

namespace {

using Kind = JournalRecord::Kind;

const QDateTime start(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);

/// Journals of operations in a temporary folder.
struct ActivityFixture : WindowFixture
{
    FakeUpgrades upgrades;
    ProcessIdentity process = ProcessIdentity::ofThisProcess(); ///< that starts the operations
    QString namespaceName = u"crusoe-system"_s;                 ///< of the release
    QString release = u"crusoe-csi-driver"_s;

    ActivityFixture() { operations = folder.filePath(u"operations"_s); }

    [[nodiscard]] static Value text(const QString &words) { return Value(words); }
    /// As far as `steps` go; `end` "" leaves it open.
    void put(const QString &id, const QString &kind, const QStringList &steps, const QString &end)
    {
        auto journal = Journal::create(operations + u'/' + id);
        QVERIFY(journal);
        const auto write = [&](Kind what, const QString &step, int second, Value::Map data) {
            QVERIFY((*journal)->append({what, step, start.addSecs(second), Value(data)}));
        };
        int second = 0;
        for (const QString &step : steps) {
            Value::Map data{{u"text"_s, text(u"About to "_s + step)}};
            if (second == 0) {
                data.insert(u"operation"_s, text(id));
                data.insert(u"kind"_s, text(kind));
                data.insert(u"context"_s, text(u"prod-eu"_s));
                data.insert(u"namespace"_s, text(namespaceName));
                data.insert(u"release"_s, text(release));
                data.insert(u"storage"_s, text(u"secret"_s));
                data.insert(u"plannedOn"_s, Value(Value::Number{u"3"_s}));
                data.insert(u"version"_s, text(u"0.5.0"_s));
                data.insert(u"chart"_s, text(u"gpu-operator"_s));
                data.insert(u"canary"_s, text(u"gpu-1"_s));
                data.insert(u"toRevision"_s, Value(Value::Number{u"2"_s}));
                data.insert(u"holder"_s, text(u"anna@laptop (process 1)"_s));
                data.insert(u"process"_s, text(process.text()));
                data.insert(u"commands"_s, Value(Value::List{text(u"helm upgrade crusoe-csi-driver"_s)}));
            }
            write(Kind::Intent, step, second++, data);
            if (!end.isEmpty() || step != steps.last())
                write(Kind::Outcome, step, second++,
                      {{u"text"_s, text(step + u" is done"_s)}, {u"end"_s, text(u"done"_s)}});
        }
        if (!end.isEmpty())
            write(Kind::Outcome, u"Finish"_s, second,
                  {{u"end"_s, text(end)}, {u"text"_s, text(u"Revision 4 is deployed."_s)}});
    }
    void openActivity()
    {
        openWithAddons();
        fleet.setUpgrades(u"prod-eu"_s, &upgrades);
        showPage(u"Activity"_s);
        QVERIFY(window->findChild<ActivityPage *>()->isVisible());
    }
    [[nodiscard]] QTableView *operationsTable() const
    {
        return window->findChild<QTableView *>(u"activityTable"_s);
    }
    [[nodiscard]] QAbstractButton *button(const char *name) const
    {
        return window->findChild<QAbstractButton *>(QLatin1String(name));
    }
    [[nodiscard]] bool says(const QString &part) const
    {
        const auto labels = window->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            return label->isVisible() && label->text().contains(part);
        });
    }
};

} // namespace

class ActivityPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void withoutOperationsItSaysWhatWouldBeHere()
    {
        ActivityFixture f;
        f.openActivity();
        QTRY_COMPARE(f.label("messageTitle"), u"No operations yet"_s);
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
        entry.order.started = start;
        entry.ended = start.addSecs(3 * 60 + 57);
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
            return strip->isVisible() ? strip->findChild<QLabel *>(u"bannerText"_s)->text() : QString();
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
        const OwnRun own{u"prod-eu"_s, key, u"Roll crusoe-csi-driver back to revision 3"_s, start};
        const auto banner = [&f] {
            return f.window->findChild<QWidget *>(u"cutOff"_s)->findChild<QLabel *>(u"bannerText"_s)->text();
        };
        f.openOperations->setOwnRuns({own});
        QVERIFY2(banner().endsWith(ownRunText(own)), qPrintable(banner()));
        QVERIFY(ownRunText(own).contains(absoluteTimeText(start)));
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
        QVERIFY(!f.button("confirmCheck")->isVisible());
        const QString journal = f.operations + u'/' + id;
        f.button("closeJournal")->click();
        QTRY_VERIFY(f.button("confirmCheck")->isVisible());
        QTRY_COMPARE(f.openOperations->all().size(), 1);
        QTRY_VERIFY(awaitsCheck(f.openOperations->all().first().entry.journal));
        QVERIFY(!f.button("closeJournal")->isVisible());
        const CutOperation cut = f.openOperations->all().first();
        const auto *strip = f.window->findChild<QWidget *>(u"cutOff"_s);
        QVERIFY(strip->isVisible());
        QCOMPARE(strip->findChild<QLabel *>(u"bannerText"_s)->text(), cutHeadline(cut));
        QVERIFY(cutHeadline(cut).contains(u"not verified"));
        f.button("confirmCheck")->setFocus();
        f.press(Qt::Key_Space);
        QTRY_VERIFY(!strip->isVisible());
        QVERIFY(!isUnsettled(*readJournal(journal)));
        QTRY_VERIFY(!f.button("confirmCheck")->isVisible());
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
