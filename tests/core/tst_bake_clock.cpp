// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/recovery.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_path_samples.h"

#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_bake_clock {

namespace {

const QDateTime &now = wayNow;

/// What an operation that ended leaves.
struct Change
{
    QString id;
    QString kind = u"upgrade"_s;
    QString canary = {};
    int bakeSeconds = 48 * 3600;
    QString end = u"done"_s;
    QString version = u"v25.10.1"_s;
    QDateTime at = now.addDays(-1);
    QString context = u"cmk"_s;
};

class Journals
{
public:
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] bool keep(const Change &change) const
    {
        const auto journal = Journal::create(folder() + u'/' + change.id);
        const Value::Map order{{u"operation"_s, Value(change.id)},
                               {u"kind"_s, Value(change.kind)},
                               {u"context"_s, Value(change.context)},
                               {u"namespace"_s, Value(u"nvidia-gpu-operator"_s)},
                               {u"release"_s, Value(u"gpu-operator"_s)},
                               {u"chart"_s, Value(u"gpu-operator"_s)},
                               {u"version"_s, Value(change.version)},
                               {u"canary"_s, Value(change.canary)},
                               {u"plannedOn"_s, Value(Value::Number{u"5"_s})},
                               {u"bakeSeconds"_s, Value(Value::Number{QString::number(change.bakeSeconds)})}};
        using Kind = JournalRecord::Kind;
        return journal && (*journal)->append({Kind::Intent, u"Lease"_s, change.at, Value(order)}) &&
               (*journal)->append(
                   {Kind::Outcome, u"Finish"_s, change.at, Value(Value::Map{{u"end"_s, Value(change.end)}})});
    }
    [[nodiscard]] QList<Bake> bakes() const { return readBakes(folder(), u"cmk"_s); }
    /// As after a look that found this.
    [[nodiscard]] BakeClock seen(UpgradePathInput facts, bool isDiagnosed = true) const
    {
        facts.bakes = bakes();
        facts.bakes = noteBakes(folder(), facts, isDiagnosed);
        return bakeClock(MatrixGroup::GpuOperator, u"v25.10.1"_s, facts);
    }

private:
    QTemporaryDir m_folder;
};

UpgradePathInput factsAt(const QDateTime &at)
{
    UpgradePathInput facts;
    facts.now = at;
    return facts;
}

QString stateAt(const UpgradePathInput &facts)
{
    return bakeStateText(bakeClock(MatrixGroup::GpuOperator, u"25.10.1"_s, facts).state);
}

} // namespace

/// The two days in which a change is only watched, from the journals and from what is seen.
class BakeClockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theClockRunsIsInterruptedAndEnds()
    {
        QCOMPARE(stateAt(factsWith()), u"notStarted"_s);
        const QDateTime begun = now.addSecs(-24 * 3600);
        UpgradePathInput facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, begun)});
        QCOMPARE(stateAt(facts), u"running"_s);
        facts.troubles = {{begun.addSecs(-1), u"Was there before."_s}};
        QCOMPARE(stateAt(facts), u"running"_s);
        facts.troubles = {{begun.addSecs(60), u"Came since."_s}};
        QCOMPARE(stateAt(facts), u"interrupted"_s);
        facts.troubles.clear();
        facts.failed = {gpuNode(1)};
        QCOMPARE(stateAt(facts), u"interrupted"_s);
        facts.now = begun.addSecs(49 * 3600);
        QCOMPARE(stateAt(facts), u"interrupted"_s); // nobody knows since when it has failed
        facts.bakes.first().isSettled = true;
        QCOMPARE(stateAt(facts), u"over"_s); // somebody does: after it was seen to be over
        facts.bakes.first().isSettled = false;
        facts.now = begun.addDays(9);
        QCOMPARE(stateAt(facts), u"over"_s); // what fails so much later is another matter
        facts.troubles = {{begun.addSecs(60), u"Came while it ran."_s}};
        QCOMPARE(stateAt(facts), u"interrupted"_s);
        QCOMPARE(bakeStateText(bakeClock(MatrixGroup::GpuOperator, u"26.3.0"_s, facts).state),
                 u"notStarted"_s); // of another version
    }

    void aShorterBakeThanTwoDaysIsNotEnough()
    {
        Bake bake = bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600));
        bake.length = 1min;
        QCOMPARE(stateAt(factsWith({bake})), u"running"_s);
        bake.length = 72h;
        bake.begun = now.addSecs(-50 * 3600);
        QCOMPARE(stateAt(factsWith({bake})), u"running"_s); // a longer one counts in full
    }

    void aCanaryThatNobodySawDoneHasNotBaked()
    {
        Bake bake = bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-5));
        bake.canary = gpuNode(1);
        QCOMPARE(stateAt(factsWith({bake})), u"running"_s);
        bake.seeCanary(now.addDays(-3));
        QCOMPARE(stateAt(factsWith({bake})), u"over"_s);
    }

    void whatWasWrongMeanwhileIsNotForgotten()
    {
        const Journals journals;
        QVERIFY(journals.keep({u"a"_s}));
        const QDateTime begun = now.addDays(-1);
        UpgradePathInput broken = factsAt(begun.addSecs(4 * 3600));
        broken.failed = {gpuNode(1)};
        QCOMPARE(bakeStateText(journals.seen(broken).state), u"interrupted"_s);
        broken.now = begun.addSecs(40 * 3600);
        QCOMPARE(bakeStateText(journals.seen(broken).state), u"interrupted"_s);
        // It heals, and counts from when it was last seen broken.
        BakeClock clock = journals.seen(factsAt(begun.addSecs(49 * 3600)));
        QCOMPARE(bakeStateText(clock.state), u"running"_s);
        QCOMPARE(clock.bake->until(), begun.addSecs(88 * 3600));
        QVERIFY2(clock.text.contains(u"counts from there"), qPrintable(clock.text));
        // The preflight says the same.
        QCOMPARE(readRunningBakes(journals.folder(), u"cmk"_s, begun.addSecs(49 * 3600)).size(), 1);
        clock = journals.seen(factsAt(begun.addSecs(89 * 3600)));
        QCOMPARE(bakeStateText(clock.state), u"over"_s);
        broken.now = begun.addSecs(90 * 3600);
        QCOMPARE(bakeStateText(journals.seen(broken).state), u"over"_s); // it was seen over before
    }

    void whatHealedBetweenTwoLooksCountsToo()
    {
        const Journals journals;
        QVERIFY(journals.keep({u"a"_s}));
        const QDateTime begun = now.addDays(-1);
        NodeHistory history;
        const auto see = [&](const char *label, int hours) {
            const QString text = QString::fromLatin1(label);
            history.see(text, readStep(text), begun.addSecs(hours * 3600), true);
        };
        see("upgrade-done", -20);
        see("upgrade-failed", -10);
        see("upgrade-done", -9); // before the change
        see("upgrade-failed", 20);
        see("upgrade-done", 21);
        see("upgrade-failed", 66); // counted from there on, that is its time too
        see("upgrade-done", 67);
        see("upgrade-failed", 140); // when it was over
        see("upgrade-done", 141);
        UpgradePathInput facts = factsAt(begun.addSecs(70 * 3600));
        facts.healed = healedIn(gpuNode(1), history);
        QCOMPARE(facts.healed.size(), 4);
        const BakeClock clock = journals.seen(facts);
        QCOMPARE(bakeStateText(clock.state), u"running"_s);
        QCOMPARE(clock.bake->until(), begun.addSecs((67 + 48) * 3600));
        QVERIFY2(clock.text.contains(u"counts from there"), qPrintable(clock.text));
        QCOMPARE(readJournal(journals.folder() + u"/a"_s)->records.size(), 4);
        (void)journals.seen(facts);
        QCOMPARE(readJournal(journals.folder() + u"/a"_s)->records.size(), 4); // each is noted once
        facts.healed.clear(); // another program, that saw none of it, reads it in the journal
        facts.now = begun.addSecs(80 * 3600);
        QCOMPARE(bakeStateText(journals.seen(facts).state), u"running"_s);
        facts.healed = healedIn(gpuNode(1), history);
        facts.now = begun.addSecs(142 * 3600);
        QCOMPARE(bakeStateText(journals.seen(facts).state), u"over"_s);
    }

    void aNodeThatCameBackWasAway()
    {
        VersionFacts cluster = usualCluster(4);
        for (PodFact &pod : cluster.pods)
            pod.created = now.addDays(-30);
        for (NodeFact &node : cluster.nodes)
            node.readySince = now.addDays(-30).addSecs(5 * 60); // as it joined
        QVERIFY(healedNodes(cluster).isEmpty());
        cluster.nodes[2].readySince = now.addSecs(-3600);
        const QList<HealedTrouble> healed = healedNodes(cluster);
        QCOMPARE(healed.size(), 1);
        QCOMPARE(healed[0].at, now.addSecs(-3600));
        QVERIFY(healed[0].text.contains(gpuNode(2)));
        for (PodFact &pod : cluster.pods)
            if (pod.node == gpuNode(2))
                pod.created = now.addSecs(-3700); // it is new
        QVERIFY(healedNodes(cluster).isEmpty());
        cluster.pods.clear(); // nobody knows since when it is there
        QVERIFY(healedNodes(cluster).isEmpty());
    }

    void aPodThatWasRestartedSinceTheLookBeforeIsNamed()
    {
        VersionFacts cluster = usualCluster(2);
        const PodRestarts before = restartsIn(cluster);
        QVERIFY(restartedPods(cluster, before, now).isEmpty());
        for (PodFact &pod : cluster.pods)
            if (pod.component == u"gpu_operator" || pod.component == u"nfd" ||
                (pod.component == u"device_plugin" && pod.node == gpuNode(1)))
                ++pod.restarts;
        const QList<HealedTrouble> healed = restartedPods(cluster, before, now);
        QCOMPARE(healed.size(), 1);
        QVERIFY2(healed[0].text.contains(u"device_plugin-"_s + gpuNode(1)), qPrintable(healed[0].text));
        QCOMPARE(healed[0].at, now);
        QVERIFY(restartedPods(cluster, {}, now).isEmpty()); // the first look has none before it
    }

    void onlyWhoLookedAtAllSettlesABake()
    {
        const Journals journals;
        QVERIFY(journals.keep({.id = u"a"_s, .at = now.addDays(-3)}));
        QCOMPARE(bakeStateText(journals.seen(factsAt(now), false).state), u"over"_s);
        QVERIFY(!journals.bakes().first().isSettled);
        UpgradePathInput blind = factsAt(now);
        blind.troubles = {{{}, u"Nobody could look."_s, false}};
        QCOMPARE(bakeStateText(journals.seen(blind).state), u"interrupted"_s);
        QVERIFY(!journals.bakes().first().isSettled);
        QVERIFY(!journals.bakes().first().interrupted.isValid()); // that is no trouble of the stack
        QCOMPARE(bakeStateText(journals.seen(factsAt(now)).state), u"over"_s);
        QVERIFY(journals.bakes().first().isSettled);
    }

    /// A ClusterPolicy of another release that its operator ignores, and a driver that is not ours.
    void whatIsOfAnotherReleaseSpeaksAgainstNoChange()
    {
        Finding ignored;
        ignored.operand = ignored.concerns = u"gpu-policy"_s;
        ignored.component = u"ClusterPolicy"_s;
        ignored.objects = QStringList{u"ClusterPolicy ml-platform-policy"_s};
        ignored.meaning = u"The operator ignores this object."_s;
        ignored.sparesNodes = true;
        Finding others = ignored;
        others.meaning = u"It crashes."_s;
        others.sparesNodes = false;
        others.release = u"ml-platform/my-gpu-operator"_s;
        Bake bake = bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addSecs(-3600));
        bake.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        UpgradePathInput facts = factsWith({bake});
        facts.troubles = troublesIn({ignored, others});
        QCOMPARE(facts.troubles.size(), 2);
        facts.failed = {gpuNode(1)};
        facts.rolling[MatrixGroup::NetworkOperator] = {gpuNode(1)};
        QCOMPARE(stateAt(facts), u"running"_s);
        facts.rolling[MatrixGroup::GpuOperator] = {gpuNode(1)};
        QCOMPARE(stateAt(facts), u"interrupted"_s);
        facts.failed.clear();
        others.release = u"nvidia-gpu-operator/gpu-operator"_s;
        facts.troubles = troublesIn({others});
        QCOMPARE(stateAt(facts), u"interrupted"_s);
    }

    void whatStoodBeforeInTheSameWordsIsNoResult()
    {
        const QDateTime begun = now.addSecs(-3600);
        UpgradePathInput facts = factsWith({bakeOf(u"gpu"_s, u"v25.10.1"_s, begun)});
        QHash<QString, QDateTime> seen;
        const auto look = [&](const QDateTime &at) {
            facts.now = at;
            facts.troubles = {{{}, u"Its beginning is unknown."_s}};
            dateByLooks(facts.troubles, seen, at);
            return stateAt(facts);
        };
        (void)look(begun.addSecs(-600));
        QCOMPARE(look(begun.addSecs(600)), u"running"_s);
        seen.clear(); // nobody looked before
        QCOMPARE(look(begun.addSecs(600)), u"interrupted"_s);
        QCOMPARE(look(begun.addSecs(1200)), u"interrupted"_s);
    }

    void aNodeThatFailsWhileSomethingElseIsWrongIsNamed()
    {
        const Journals journals;
        QVERIFY(journals.keep({u"a"_s}));
        UpgradePathInput broken = factsAt(now);
        broken.troubles = {{now.addSecs(-60), u"It crashes."_s}};
        (void)journals.seen(broken);
        broken.now = now.addSecs(60);
        broken.failed = {gpuNode(11)};
        for (int i = 0; i < 3; ++i)
            (void)journals.seen(broken);
        const QList<JournalRecord> records = readJournal(journals.folder() + u"/a"_s)->records;
        QCOMPARE(records.size(), 4);
        const QString told = records.last().data.at({u"trouble"_s}).toString();
        QVERIFY2(told.contains(gpuNode(11)), qPrintable(told));
    }

    void aTroubleThatGoesOnIsNotNotedAtEachLook()
    {
        const Journals journals;
        QVERIFY(journals.keep({u"a"_s}));
        UpgradePathInput broken = factsAt(now);
        broken.failed = {gpuNode(1)};
        for (int i = 0; i < 5; ++i) {
            broken.now = broken.now.addSecs(60);
            QVERIFY(journals.seen(broken).state == BakeClock::State::Interrupted);
        }
        QCOMPARE(readJournal(journals.folder() + u"/a"_s)->records.size(), 3);
    }

    void whatCameAfterAChangeTakesItsPlace()
    {
        const Journals journals;
        QVERIFY(journals.keep({u"20261118-upgrade"_s}));
        QVERIFY(journals.keep({.id = u"20261117-other"_s, .context = u"lab"_s}));
        QCOMPARE(journals.bakes().size(), 1);
        QCOMPARE(journals.bakes().first().revision, 6);
        QVERIFY(journals.keep({.id = u"20261119-failed"_s, .end = u"notStarted"_s}));
        QCOMPARE(journals.bakes().size(), 1);
        QVERIFY(journals.keep({.id = u"20261120-rollback"_s, .kind = u"rollback"_s, .bakeSeconds = 0}));
        QVERIFY(journals.bakes().isEmpty());
        QVERIFY(journals.keep({.id = u"20261121-plain"_s, .bakeSeconds = 0}));
        QCOMPARE(journals.bakes().size(), 1); // nobody asked for a bake, and it is a change all the same
        QCOMPARE(journals.bakes().first().length, 0s);
    }

    void aRevisionThatTheJournalDoesNotKnowHasNotBaked()
    {
        Bake bake = bakeOf(u"gpu"_s, u"v25.10.1"_s, now.addDays(-5));
        bake.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        bake.revision = 6; // as in the cluster
        VersionFacts cluster = usualCluster(1);
        UpgradePathInput facts = factsWith({bake});
        facts.overtaken = overtakenBakes(facts.bakes, cluster.releases);
        QVERIFY(facts.overtaken.isEmpty());
        QCOMPARE(stateAt(facts), u"over"_s);
        cluster.releases[0].revision = 7; // somebody ran helm by hand
        facts.overtaken = overtakenBakes(facts.bakes, cluster.releases);
        QCOMPARE(stateAt(facts), u"notStarted"_s);
        const QString text = bakeClock(MatrixGroup::GpuOperator, {}, facts).text;
        QVERIFY2(text.contains(u"revision 7"), qPrintable(text));
        cluster.releases.removeFirst();
        QCOMPARE(overtakenBakes(facts.bakes, cluster.releases).size(), 1);
        QVERIFY(overtakenBakes(facts.bakes, {}).isEmpty()); // none could be read
    }
};

#include "tst_bake_clock.moc"
} // namespace tst_bake_clock

CHARTROOM_TEST(tst_bake_clock, BakeClockTest)
