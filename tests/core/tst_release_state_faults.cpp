// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a release and its values may be when it is changed (faults 41 to 50), each with the invariants I3 to
// I6 behind it. Where a state only stops an upgrade, tst_upgrade_operation has it (faults 45 to 47).
#include "core/base/document.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_state_faults {

namespace {

using End = OperationResult::End;

} // namespace

class ReleaseStateFaultsTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    /// It is ten seconds since what the scripted cluster stores was stored.
    void beYoung()
    {
        const QDateTime stored = QDateTime::fromSecsSinceEpoch(1785571200);
        m_clock.advance(std::chrono::milliseconds(m_clock.now().msecsTo(stored.addSecs(10))));
    }

private Q_SLOTS:
    void init() { setUp(plantedValues()); }
    void cleanup() { tearDown(); }

    void fault41ARecordThatDoesNotFitIsToldAndNothingElseIsTried()
    {
        startUpgrade();
        QVERIFY(helmRuns());
        endHelm(u"Error: UPGRADE FAILED: create: failed to create: Secret "
                "\"sh.helm.release.v1.gpu-operator.v3\" is invalid: data: Too long: must have at most "
                "1048576 bytes"_s);
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        QVERIFY2(told.text.contains(u"Too long"_s), qPrintable(told.text));
        QCOMPARE(m_watch.ran.size(), 1);
        holdInvariants(told);
    }

    void faults42And43ARecordThatCannotBeReadIsNotUpgraded_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QString>("says");
        const ReleaseBuilder good = revision(2, u"deployed"_s, u"v25.10.1"_s);
        QTest::newRow("42 a bomb") << packed(QByteArray(70 * 1024 * 1024, ' '), ReleaseStorage::Secret)
                                   << u"64 MiB"_s;
        QTest::newRow("43 no base64") << QByteArray("@@@@") << u"base64"_s;
        QTest::newRow("43 cut") << good.dataRelease().first(good.dataRelease().size() / 8 * 4) << QString();
        QTest::newRow("43 no release") << packed("[]", ReleaseStorage::Secret) << QString();
        QTest::newRow("43 deep") << packed(QByteArray(100'000, '['), ReleaseStorage::Secret) << QString();
    }
    void faults42And43ARecordThatCannotBeReadIsNotUpgraded()
    {
        QFETCH(QByteArray, stored);
        QFETCH(QString, says);
        m_releases->corrupt(revision(2, u"deployed"_s, u"v25.10.1"_s), stored);
        startUpgrade();
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        QVERIFY2(told.text.contains(says), qPrintable(told.text));
        QVERIFY(m_watch.ran.isEmpty());
        holdInvariants(told);
    }

    void fault44ARecordThatItsLabelsContradictIsNotUpgraded_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("status");
        QTest::newRow("the revision") << 1 << u"deployed"_s;
        QTest::newRow("a status that helm does not upgrade") << 2 << u"pending-upgrade"_s;
    }
    void fault44ARecordThatItsLabelsContradictIsNotUpgraded()
    {
        QFETCH(int, number);
        QFETCH(QString, status);
        m_releases->corrupt(revision(2, u"deployed"_s, u"v25.10.1"_s),
                            revision(number, status, u"v25.10.1"_s).dataRelease());
        startUpgrade();
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        QVERIFY2(told.text.contains(u"labels"_s), qPrintable(told.text));
        QVERIFY(m_watch.ran.isEmpty());
        holdInvariants(told);
    }

    void fault44HelmGoesByTheRecordsStatus()
    {
        m_releases->corrupt(revision(2, u"deployed"_s, u"v25.10.1"_s),
                            revision(2, u"failed"_s, u"v25.10.1"_s).dataRelease());
        startUpgrade();
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v26.3.0"_s));
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        holdInvariants(told);
    }

    void fault45AnOldPendingRevisionIsLeftByARollback()
    {
        m_releases->put(revision(1, u"deployed"_s, u"v25.3.0"_s));
        m_releases->put(revision(2, u"pending-upgrade"_s, u"v25.10.1"_s));
        startRollback(1);
        QVERIFY(helmRuns());
        store(revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        holdInvariants(told);
    }

    void fault45ARollbackDoesNotRunOverSomebodyElsesHelm_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("reason");
        QTest::newRow("an upgrade") << u"pending-upgrade"_s << QString();
        QTest::newRow("a rollback") << u"pending-rollback"_s << QString();
        QTest::newRow("an uninstallation") << u"uninstalling"_s << QString();
        QTest::newRow("with a reason") << u"pending-upgrade"_s << u"Ben's machine is off."_s;
    }
    void fault45ARollbackDoesNotRunOverSomebodyElsesHelm()
    {
        QFETCH(QString, status);
        QFETCH(QString, reason);
        beYoung();
        m_releases->put(revision(1, u"deployed"_s, u"v25.3.0"_s));
        m_releases->put(revision(2, status, u"v25.10.1"_s, u"Rollback to 1"_s));
        RollbackRequest order{draft().release, 2, 1, std::chrono::seconds(300), u"It hangs."_s};
        order.reasons[u"pending"_s] = reason;
        start(std::make_unique<RollbackOperation>(parts(), order));
        if (!reason.isEmpty()) {
            QVERIFY(helmRuns());
            store(revision(3, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
            endHelm();
        }
        const OperationResult told = result();
        QVERIFY2((told.end == End::Done) == !reason.isEmpty(), qPrintable(told.text));
        QCOMPARE(m_watch.ran.size(), reason.isEmpty() ? 0 : 1);
        if (reason.isEmpty()) {
            QVERIFY(told.end == End::NotStarted);
            QVERIFY2(told.text.contains(u"Revision 2 is %1 since "_s.arg(status)), qPrintable(told.text));
            QVERIFY(told.text.contains(u"--reason pending=TEXT"_s));
        }
        holdInvariants(told);
    }

    void fault45WhatAnOperationOfOursLeftIsGoneBackFromAtOnce_data()
    {
        QTest::addColumn<bool>("isUpgrade");
        QTest::addColumn<bool>("knowsIt");
        QTest::newRow("an upgrade") << true << true;
        QTest::newRow("a rollback") << false << true;
        QTest::newRow("another machine's upgrade") << true << false;
        QTest::newRow("another machine's rollback") << false << false;
    }
    void fault45WhatAnOperationOfOursLeftIsGoneBackFromAtOnce()
    {
        QFETCH(bool, isUpgrade);
        QFETCH(bool, knowsIt);
        beYoung();
        if (isUpgrade)
            startUpgrade();
        else
            startRollback(1);
        QVERIFY(helmRuns());
        store(revision(3, isUpgrade ? u"pending-upgrade"_s : u"pending-rollback"_s, u"v26.3.0"_s,
                       isUpgrade ? u"Preparing upgrade"_s : u"Rollback to 1"_s),
              isUpgrade);
        endHelm(); // killed
        QVERIFY(result().end == End::Unknown);
        if (!knowsIt)
            QVERIFY(QFile::rename(m_operation->folder(), m_home->filePath(u"elsewhere"_s)));
        startRollback(1, 3);
        if (knowsIt) {
            QVERIFY(helmRuns());
            store(revision(4, u"deployed"_s, u"v25.3.0"_s, u"Rollback to 1"_s), false);
            endHelm();
        }
        const OperationResult told = result();
        QVERIFY2(told.end == (knowsIt ? End::Done : End::NotStarted), qPrintable(told.text));
        QCOMPARE(m_watch.ran.size(), knowsIt ? 2 : 1);
        holdInvariants(told);
    }

    void fault48AReleaseThatIsStoredElsewhereIsNoRelease()
    {
        m_releases->remove(revision(1, u"superseded"_s, u"v25.3.0"_s));
        m_releases->remove(revision(2, u"deployed"_s, u"v25.10.1"_s)); // SQL, or Helm 2
        startUpgrade();
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        QVERIFY2(told.text.contains(u"does not exist"_s), qPrintable(told.text));
        QVERIFY(m_watch.ran.isEmpty());
        holdInvariants(told);
    }

    void fault48AReleaseInConfigMapsIsUpgradedWhereItIs()
    {
        for (int number : {1, 2}) {
            ReleaseBuilder builder =
                revision(number, number == 2 ? u"deployed"_s : u"superseded"_s, u"v25.10.1"_s);
            m_releases->remove(builder);
            builder.storage = ReleaseStorage::ConfigMap;
            m_releases->put(builder);
        }
        UpgradeDraft wish = draft();
        wish.release.storage = ReleaseStorage::ConfigMap;
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        QVERIFY(m_watch.lines[0].environment.contains({u"HELM_DRIVER"_s, u"configmap"_s}));
        endHelm(u"Error: UPGRADE FAILED: no such host"_s);
        const OperationResult told = result();
        QVERIFY2(told.end == End::NotStarted, qPrintable(told.text));
        holdInvariants(told);
    }

    void fault49ValuesReachHelmWithTheirTypes()
    {
        const Result<Value> edits =
            readYaml("a: \"yes\"\nb: \"014\"\nc: 9007199254740993\nd: \"1e3\"\ne: true\nf: \"\\tx\"\n");
        QVERIFY(edits.has_value());
        UpgradeDraft wish = draft();
        wish.edits = *edits;
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        const QByteArray file = bytesOf(runFolder(m_operation->folder()) + u"/values.yaml"_s);
        QCOMPARE(*readYaml(file), *edits);
        QVERIFY2(file.contains("c: 9007199254740993\n"), file.constData());
        ReleaseBuilder made = revision(3, u"deployed"_s, u"v26.3.0"_s);
        made.userValues.insert(u"a"_s, true); // Helm is told the text, and stores it as such
        store(made);
        endHelm();
        const OperationResult told = result();
        QVERIFY(told.end == End::Done);
        QVERIFY2(told.problems.join(u' ').contains(u"The value at a differs from the planned one"_s),
                 qPrintable(told.problems.join(u' ')));
        holdInvariants(told);
    }

    void fault50WhatReuseMakesOfTheValuesIsHeldAgainstWhatWasPlanned_data()
    {
        QTest::addColumn<bool>("isLost");
        QTest::newRow("as planned") << false;
        QTest::newRow("one is lost") << true;
    }
    void fault50WhatReuseMakesOfTheValuesIsHeldAgainstWhatWasPlanned()
    {
        QFETCH(bool, isLost);
        m_charts.held.values = *readYaml("driver: {version: '595', extra: true}");
        UpgradeDraft wish = draft();
        wish.strategy = Strategy::Reuse;
        start(std::make_unique<UpgradeOperation>(parts(), wish));
        QVERIFY(helmRuns());
        QVERIFY(m_watch.lines[0].arguments.contains(u"--reuse-values"_s));
        ReleaseBuilder made = revision(3, u"deployed"_s, u"v26.3.0"_s);
        if (isLost)
            made.userValues.remove(u"registry"_s);
        store(made);
        endHelm();
        const OperationResult told = result();
        QVERIFY2(told.end == End::Done, qPrintable(told.text));
        QCOMPARE(told.problems.isEmpty(), !isLost);
        QVERIFY(!isLost || told.problems.first().contains(u"registry"_s));
        holdInvariants(told);
    }
};

#include "tst_release_state_faults.moc"
} // namespace tst_release_state_faults

CHARTROOM_TEST(tst_release_state_faults, ReleaseStateFaultsTest)
