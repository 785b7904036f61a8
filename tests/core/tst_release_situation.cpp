// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/next_move.h"
#include "core/upgrade/pending_text.h"
#include "core/upgrade/preflight_checks.h"
#include "core/words/situation_text.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_situation {

namespace {

const QDateTime now = QDateTime::fromString(u"2026-11-21T03:31:00Z"_s, Qt::ISODate);

using Revisions = QList<std::pair<int, QString>>;

/// A release with these revisions, the newest first and changed `age` ago.
Release releaseOf(const Revisions &revisions, std::chrono::milliseconds age)
{
    Release release;
    for (const auto &[revision, status] : revisions) {
        RevisionEntry entry;
        entry.revision = revision;
        entry.status = releaseStatus(status);
        entry.statusText = status;
        entry.date.created = entry.date.written = now.addMSecs(-age.count());
        release.revisions.append(entry);
    }
    return release;
}

} // namespace

class ReleaseSituationTest : public QObject
{
    Q_OBJECT

    using Kind = ReleaseSituation::Kind;

private:
    static void proposesNothing(const Release &release)
    {
        const ReleaseSituation situation = situationOf(release, now);
        PreflightEvidence evidence;
        evidence.release = release;
        evidence.now = now;
        evidence.isClockKnown = true;
        const PreflightFinding upgrade = checkPending(evidence);
        evidence.toRevision = 1;
        const PreflightFinding rollback = checkPending(evidence);
        const QString said = situationText(release, situation) + u'\n' +
                             (situation.hasSeveralDeployed() ? severalDeployedAdvice(situation) : QString()) +
                             u'\n' + upgrade.whatToDo + u'\n' + rollback.whatToDo;
        const bool proposes = said.contains(u"helm rollback"_s) || said.contains(u"helm uninstall"_s) ||
                              said.contains(u"oll back to"_s) || said.contains(u"upgrade again"_s);
        const QList<NextMove> moves = movesFrom(situation, release);
        const QByteArray shown = said.toUtf8() + wayOnText(situation, release).toUtf8();
        for (const NextMove &move : moves) {
            QVERIFY2(wayOnText(situation, release).contains(move.text), shown.constData());
            QVERIFY2(!situation.isBusy() || move.kind == NextMove::Kind::Wait, shown.constData());
            QVERIFY2(!situation.mayBeAtWork() || !move.isWrite() || move.text.contains(u"ask first"_s),
                     shown.constData());
            QCOMPARE(move.needsReason, situation.mayBeAtWork() && (move.kind == NextMove::Kind::Rollback ||
                                                                   move.kind == NextMove::Kind::Wait));
        }
        if (!situation.isBusy())
            return;
        QCOMPARE(moves.size(), 1);
        QVERIFY2(!proposes, shown.constData());
        QCOMPARE(upgrade.severity, Severity::Severe);
        QCOMPARE(rollback.severity, Severity::Severe);
    }

private Q_SLOTS:
    void faults45And46EachSituationIsNamedWithItsNextStep_data()
    {
        QTest::addColumn<Revisions>("revisions");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<ReleaseSituation::Kind>("kind");
        QTest::addColumn<bool>("takesUpgrade");
        QTest::addColumn<QString>("says");
        const Revisions cut{{3, u"pending-upgrade"_s}, {2, u"deployed"_s}, {1, u"superseded"_s}};
        QTest::newRow("settled") << Revisions{{2, u"deployed"_s}, {1, u"superseded"_s}} << 3 << Kind::Settled
                                 << true << QString();
        QTest::newRow("upgraded for 3 min")
            << cut << 3 << Kind::AtWork << false << u"someone may be working on it"_s;
        QTest::newRow("upgraded for 3 d") << cut << 3 * 24 * 60 << Kind::UpgradeCut << false
                                          << u"for 3 d: the command was probably interrupted"_s;
        QTest::newRow("the way out") << cut << 3 * 24 * 60 << Kind::UpgradeCut << false
                                     << u"helm rollback to revision 2"_s;
        QTest::newRow("no way back") << Revisions{{3, u"pending-upgrade"_s}, {2, u"failed"_s}} << 600
                                     << Kind::UpgradeCut << false << u"cannot roll back"_s;
        QTest::newRow("a rollback that was cut")
            << Revisions{{4, u"pending-rollback"_s}, {3, u"failed"_s}, {1, u"superseded"_s}} << 600
            << Kind::UpgradeCut << false << u"helm rollback to revision 1"_s;
        QTest::newRow("installed for 3 d") << Revisions{{1, u"pending-install"_s}} << 3 * 24 * 60
                                           << Kind::InstallCut << false << u"helm uninstall removes"_s;
        QTest::newRow("installed now") << Revisions{{1, u"pending-install"_s}} << 1 << Kind::AtWork << false
                                       << u"pending-install for 60 s"_s;
        QTest::newRow("pending past helm's timeout")
            << Revisions{{3, u"pending-upgrade"_s}, {2, u"deployed"_s}} << 36 << Kind::AtWork << false
            << u"longer than helm waits by default"_s;
        QTest::newRow("uninstalled now")
            << Revisions{{1, u"uninstalling"_s}} << 1 << Kind::AtWork << false << u"uninstalling for 60 s"_s;
        QTest::newRow("uninstalled for long")
            << Revisions{{1, u"uninstalling"_s}} << 600 << Kind::UninstallCut << false
            << u"helm uninstall completes it"_s;
        QTest::newRow("failed over deployed")
            << Revisions{{7, u"failed"_s}, {6, u"deployed"_s}} << 600 << Kind::Failed << true
            << u"Revision 7 failed; revision 6 is still marked deployed"_s;
        QTest::newRow("failed over superseded")
            << Revisions{{7, u"failed"_s}, {5, u"superseded"_s}} << 600 << Kind::Failed << true
            << u"the last one that was deployed is revision 5"_s;
        QTest::newRow("failed at once") << Revisions{{1, u"failed"_s}} << 600 << Kind::Failed << true
                                        << u"upgrade starts from the failed one"_s;
        QTest::newRow("two deployed")
            << Revisions{{5, u"deployed"_s}, {3, u"deployed"_s}} << 600 << Kind::SeveralDeployed << true
            << u"Revisions 5, 3 are all marked deployed"_s;
        QTest::newRow("two deployed, the way out")
            << Revisions{{5, u"deployed"_s}, {3, u"deployed"_s}} << 600 << Kind::SeveralDeployed << true
            << u"roll back to revision 5, which helm uses"_s;
        QTest::newRow("history kept") << Revisions{{5, u"uninstalled"_s}} << 600 << Kind::Uninstalled << false
                                      << u"only its history is kept"_s;
        QTest::newRow("of another helm")
            << Revisions{{5, u"paused"_s}} << 600 << Kind::Unclear << true << u"marked “paused”"_s;
    }

    void faults45And46EachSituationIsNamedWithItsNextStep()
    {
        QFETCH(Revisions, revisions);
        QFETCH(int, minutes);
        QFETCH(ReleaseSituation::Kind, kind);
        QFETCH(bool, takesUpgrade);
        QFETCH(QString, says);
        const Release release = releaseOf(revisions, std::chrono::minutes(minutes));
        const ReleaseSituation situation = situationOf(release, now);
        QCOMPARE(int(situation.kind), int(kind));
        QCOMPARE(situation.takesUpgrade(), takesUpgrade);
        const QString text = situationText(release, situation);
        QVERIFY2(says.isEmpty() ? text.isEmpty() : text.contains(says), qPrintable(text));
        QVERIFY(!text.contains(u"kubectl delete")); // no record is ever deleted by hand
    }

    /// In each state of a release what changes it is proposed by nobody while somebody is likely to be at
    /// work, and never as if it were certain that nobody is.
    void nothingIsProposedWhileSomebodyMayBeAtWork_data()
    {
        QTest::addColumn<QString>("newest");
        for (const char *status : {"deployed", "failed", "pending-install", "pending-upgrade",
                                   "pending-rollback", "uninstalling", "uninstalled", "superseded", "paused"})
            QTest::newRow(status) << QString::fromLatin1(status);
    }
    void nothingIsProposedWhileSomebodyMayBeAtWork()
    {
        QFETCH(QString, newest);
        const QStringList below{u"deployed"_s, u"failed"_s, u"pending-upgrade"_s, u"pending-rollback"_s,
                                u"superseded"_s};
        const std::optional<std::chrono::milliseconds> ages[] = {1min, 2h, 48h, std::nullopt};
        for (const QString &second : below) {
            for (const QString &third : below) {
                for (const auto &age : ages) {
                    for (const auto &ageBelow : ages) {
                        Release release = releaseOf({{4, newest}, {3, second}, {2, third}}, 0min);
                        for (RevisionEntry &one : release.revisions) {
                            const auto &its = one.revision == 4 ? age : ageBelow;
                            one.date = {};
                            if (its)
                                one.date.created = one.date.written = now.addMSecs(-its->count());
                        }
                        proposesNothing(release);
                        if (QTest::currentTestFailed())
                            return;
                    }
                }
            }
        }
    }

    void fault47OnlyStoredRevisionsThatWereDeployedAreRollbackTargets()
    {
        const ReleaseSituation pruned = situationOf(
            releaseOf({{9, u"failed"_s}, {8, u"deployed"_s}, {5, u"failed"_s}, {4, u"superseded"_s}}, 1min),
            now);
        QCOMPARE(pruned.rollbackTargets, QList<int>({8, 4}));
        QCOMPARE(pruned.missing, QList<int>({7, 6}));
        const ReleaseSituation one = situationOf(releaseOf({{9, u"deployed"_s}}, 1min), now);
        QVERIFY(one.rollbackTargets.isEmpty());
        QVERIFY(one.missing.isEmpty());
    }

    void theYoungestSourceDecidesWhetherSomebodyMayBeAtWork_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<RevisionDate>("date");
        QTest::addColumn<ReleaseSituation::Kind>("kind");
        const QString pending = u"pending-upgrade"_s;
        const QString going = u"uninstalling"_s;
        const QDateTime old = now.addDays(-3);
        const QDateTime young = now.addSecs(-20);
        const QDateTime none;
        QTest::newRow("all old") << pending << RevisionDate{old, old, old} << Kind::UpgradeCut;
        QTest::newRow("helm's clock is behind") << pending << RevisionDate{old, young, young} << Kind::AtWork;
        QTest::newRow("helm's clock is ahead")
            << pending << RevisionDate{now.addDays(1), old, old} << Kind::AtWork;
        QTest::newRow("written since") << pending << RevisionDate{old, old, young} << Kind::AtWork;
        QTest::newRow("only the record's") << pending << RevisionDate{old, none, none} << Kind::UpgradeCut;
        QTest::newRow("none told") << pending << RevisionDate{} << Kind::AtWork;
        // The record of what is uninstalled keeps the date of its deployment.
        QTest::newRow("uninstalled now") << going << RevisionDate{old, old, young} << Kind::AtWork;
        QTest::newRow("uninstalled since when") << going << RevisionDate{old, old, none} << Kind::AtWork;
        QTest::newRow("uninstalled for long") << going << RevisionDate{old, old, old} << Kind::UninstallCut;
    }
    void theYoungestSourceDecidesWhetherSomebodyMayBeAtWork()
    {
        QFETCH(QString, status);
        QFETCH(RevisionDate, date);
        QFETCH(ReleaseSituation::Kind, kind);
        Release release = releaseOf({{3, status}, {2, u"deployed"_s}}, 0min);
        release.revisions.first().date = date;
        const ReleaseSituation situation = situationOf(release, now);
        QCOMPARE(int(situation.kind), int(kind));
        QVERIFY(!situationText(release, situation).isEmpty());
        if (kind == Kind::AtWork)
            QVERIFY(situationOf(release, now, allRevisions(release)).kind != Kind::AtWork);
        QCOMPARE(release.newest().date.shown(), date.deployed);
    }

    /// No helm waits for longer than a day.
    void aHelmWithALongTimeoutMayBeAtWorkForADay()
    {
        const auto situation = [](const char *status, std::chrono::minutes age) {
            return situationOf(releaseOf({{4, QString::fromLatin1(status)}, {3, u"deployed"_s}}, age), now);
        };
        QVERIFY(situation("pending-upgrade", 1min).mayBeAtWork());
        QVERIFY(situation("pending-upgrade", 23h).mayBeAtWork());
        QVERIFY(situation("uninstalling", 23h).mayBeAtWork());
        QVERIFY(!situation("pending-upgrade", 24h).mayBeAtWork());
        QVERIFY(!situation("failed", 1min).mayBeAtWork());
        QVERIFY(!situation("deployed", 1min).mayBeAtWork());
    }

    /// Helm rolls back over whoever is at work, and their helm goes on.
    void aHelmBelowTheNewestMayBeAtWork_data()
    {
        QTest::addColumn<Revisions>("revisions");
        QTest::addColumn<QList<int>>("over");
        QTest::addColumn<int>("atWork");
        QTest::addColumn<ReleaseSituation::Kind>("kind");
        const Revisions cut{{13, u"pending-rollback"_s}, {12, u"pending-upgrade"_s}, {11, u"deployed"_s}};
        const Revisions failed{{13, u"failed"_s}, {12, u"pending-upgrade"_s}, {11, u"deployed"_s}};
        QTest::newRow("none is ours") << cut << QList<int>{} << 13 << Kind::AtWork;
        QTest::newRow("the newest is ours") << cut << QList<int>{13} << 12 << Kind::AtWork;
        QTest::newRow("both are ours") << cut << QList<int>{13, 12} << 0 << Kind::UpgradeCut;
        QTest::newRow("below a failed one") << failed << QList<int>{} << 12 << Kind::AtWork;
        QTest::newRow("ours below a failed one") << failed << QList<int>{12} << 0 << Kind::Failed;
        QTest::newRow("below the deployed one")
            << Revisions{{14, u"failed"_s}, {13, u"deployed"_s}, {12, u"pending-upgrade"_s}} << QList<int>{}
            << 0 << Kind::Failed;
    }
    void aHelmBelowTheNewestMayBeAtWork()
    {
        QFETCH(Revisions, revisions);
        QFETCH(QList<int>, over);
        QFETCH(int, atWork);
        QFETCH(ReleaseSituation::Kind, kind);
        const Release release = releaseOf(revisions, 1min);
        const ReleaseSituation situation = situationOf(release, now, over);
        QCOMPARE(situation.atWork ? situation.atWork->revision : 0, atWork);
        QCOMPARE(int(situation.kind), int(kind));
        QCOMPARE(situationText(release, situation).contains(u"Revision 12 below the newest"_s), atWork == 12);
    }

    /// A rollback over it is deployed by now: when that helm goes on, two revisions are.
    void aHelmBelowTheDeployedOneMayStillRun()
    {
        const Revisions revisions{{14, u"deployed"_s}, {13, u"pending-upgrade"_s}, {12, u"superseded"_s}};
        const auto below = [&](std::chrono::minutes age, const QList<int> &over) {
            const Release release = releaseOf(revisions, age);
            const ReleaseSituation situation = situationOf(release, now, over);
            const bool isSaid = situationText(release, situation)
                                    .startsWith(u"Revision 13, which a later one replaced, is still "
                                                "pending-upgrade since about 2026-11-21 "_s);
            const bool isAllOfIt = situation.isBusy() == isSaid && situation.mayBeAtWork() == isSaid;
            return !isAllOfIt ? -1 : situation.below && isSaid ? situation.below->revision : 0;
        };
        QCOMPARE(below(1min, {}), 13);
        // Helm asks for the last revision and the deployed one: nothing destructive is offered.
        const Release replaced = releaseOf(revisions, 1min);
        const QList<NextMove> moves = movesFrom(situationOf(replaced, now), replaced);
        QCOMPARE(moves.size(), 1);
        QCOMPARE(int(moves.first().kind), int(NextMove::Kind::Wait));
        QVERIFY(moves.first().needsReason && !moves.first().text.contains(u"--reason"_s));
        QVERIFY(situationText(replaced, situationOf(replaced, now)).contains(u"nothing needs to be fixed"_s));
        QCOMPARE(below(1min, {13}), 0);
        QCOMPARE(below(61min, {}), 0); // by then its rollback was the way out of it
        const auto hasBelow = [](const Revisions &all) {
            return situationOf(releaseOf(all, 1min), now).below.has_value();
        };
        QVERIFY(!hasBelow({{14, u"deployed"_s}, {13, u"failed"_s}}));
        QVERIFY(!hasBelow({{14, u"pending-upgrade"_s}, {13, u"deployed"_s}}));
        QVERIFY(hasBelow({{14, u"failed"_s}, {13, u"superseded"_s}, {12, u"pending-rollback"_s}}));
        QVERIFY(!situationOf(releaseOf(revisions, 1min), {}).below); // the time of day is unknown
    }

    /// helm/helm pkg/action/upgrade.go@v3.22.0, @v4.3.1 prepareUpgrade
    void anUpgradeStartsFromTheNewestThatIsDeployed()
    {
        const auto base = [](const Revisions &revisions) {
            return upgradeBase(releaseOf(revisions, 1min).revisions);
        };
        QCOMPARE(base({{7, u"deployed"_s}, {6, u"superseded"_s}}), 7);
        QCOMPARE(base({{7, u"failed"_s}, {6, u"deployed"_s}}), 6);
        QCOMPARE(base({{8, u"failed"_s}, {7, u"failed"_s}, {6, u"deployed"_s}, {5, u"deployed"_s}}), 6);
        QCOMPARE(base({{2, u"failed"_s}, {1, u"failed"_s}}), 2);
        QCOMPARE(base({}), 0);
    }

    /// Its record tells of the newest revision, its label of those that Helm asks for.
    void aLabelThatContradictsItsRecordDecidesAsInHelm()
    {
        QList<RevisionEntry> revisions =
            releaseOf({{7, u"failed"_s}, {6, u"superseded"_s}, {5, u"deployed"_s}}, 1min).revisions;
        QCOMPARE(upgradeBase(revisions), 5);
        revisions[1].labelStatus = ReleaseStatus::Deployed;
        QCOMPARE(upgradeBase(revisions), 6);
        revisions[0].labelStatus = ReleaseStatus::Deployed;
        QCOMPARE(upgradeBase(revisions), 7);
        revisions[0] = releaseOf({{7, u"deployed"_s}}, 1min).revisions.first();
        revisions[0].labelStatus = ReleaseStatus::Failed;
        QCOMPARE(upgradeBase(revisions), 7);
        revisions.removeFirst();
        revisions[0].labelStatus.reset();
        revisions[1].labelStatus = ReleaseStatus::Superseded;
        QCOMPARE(upgradeBase(revisions), 6);
    }

    void aWayBackNamesTheOperationWhoseRecordStays()
    {
        const auto wayBack = [](const QString &status) {
            const Release release = releaseOf({{3, status}, {2, u"superseded"_s}}, 72h);
            const QList<NextMove> moves = movesFrom(situationOf(release, now), release);
            return moves.isEmpty() ? QString() : moves.last().text;
        };
        QVERIFY2(wayBack(u"failed"_s).contains(u"Helm's record of the failed operation stays"),
                 qPrintable(wayBack(u"failed"_s)));
        QVERIFY2(wayBack(u"pending-upgrade"_s).contains(u"record of the interrupted operation stays"),
                 qPrintable(wayBack(u"pending-upgrade"_s)));
        QVERIFY2(wayBack(u"uninstalled"_s).contains(u"record of the uninstallation stays"),
                 qPrintable(wayBack(u"uninstalled"_s)));
    }

    /// Of the deployed revisions a rollback supersedes all, an upgrade only one (helm/helm
    /// pkg/action/rollback.go performRollback, upgrade.go releasingUpgrade@v3.22.0, @v4.3.1).
    void onlyARollbackLeadsOutOfSeveralDeployed()
    {
        const auto way = [](const Revisions &revisions) {
            const Release release = releaseOf(revisions, 72h);
            const ReleaseSituation situation = situationOf(release, now);
            const QList<NextMove> moves = movesFrom(situation, release);
            const bool isRollback = moves.size() == 1 && moves.first().kind == NextMove::Kind::Rollback &&
                                    moves.first().toRevision == situation.wayBack &&
                                    moves.first().text.contains(u"are all marked deployed"_s);
            return isRollback ? situation.wayBack : 0;
        };
        QCOMPARE(way({{5, u"deployed"_s}, {3, u"deployed"_s}}), 5);
        QCOMPARE(way({{6, u"failed"_s}, {5, u"superseded"_s}, {4, u"deployed"_s}, {3, u"deployed"_s}}), 4);
        QCOMPARE(way({{6, u"pending-upgrade"_s}, {4, u"deployed"_s}, {3, u"deployed"_s}}), 4);
        QCOMPARE(way({{5, u"deployed"_s}, {3, u"superseded"_s}}), 0);
    }

    void withoutTheTimeOfDayNobodyIsGone()
    {
        const Release release = releaseOf({{3, u"pending-upgrade"_s}, {2, u"deployed"_s}}, 72h);
        QCOMPARE(int(situationOf(release, {}).kind), int(Kind::AtWork));
    }

    void aClockBehindTheClustersMakesNoNegativeAge()
    {
        const ReleaseSituation ahead = situationOf(releaseOf({{2, u"pending-upgrade"_s}}, -5min), now);
        QVERIFY(ahead.age == 0ms);
        QCOMPARE(int(ahead.kind), int(Kind::AtWork));
    }
};

#include "tst_release_situation.moc"
} // namespace tst_release_situation

CHARTROOM_TEST(tst_release_situation, ReleaseSituationTest)
