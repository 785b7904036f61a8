// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_store.h"
#include "tests/support/test_main.h"

#include <QStringList>
#include <QTest>
#include <QTimer>

using namespace chartroom;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_pace_store {

namespace {

/// Says who asks for what is so now.
struct Asked
{
    explicit Asked(QStringList *all, const QString &name)
        : store([this, all, name]() -> std::optional<PaceEvidence> {
            all->append(name);
            if (!isComplete)
                return std::nullopt;
            NodeTrack track;
            track.component = QString::number(moment);
            PaceEvidence evidence;
            evidence.tracks = {{std::make_shared<const NodeTrack>(track)}};
            return evidence;
        })
    {}
    [[nodiscard]] bool isReady()
    {
        store.start();
        return QTest::qWaitFor([this] { return store.isReady(); }, 20'000);
    }

    bool isComplete = true;
    int moment = 0;
    PaceStore store;
};

/// Two that were ready before; who of them asks first from then on.
struct Race
{
    Race(const QString &one, const QString &other)
        : first(&asked, one)
        , second(&asked, other)
    {}
    [[nodiscard]] bool isReady()
    {
        const bool isReady = first.isReady() && second.isReady();
        asked.clear();
        return isReady;
    }

    QStringList asked;
    Asked first;
    Asked second;
};

} // namespace

class PaceStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDriverPodThatLoadsIsComparedWithThoseOfTheOtherNodes()
    {
        PaceStore store([]() -> std::optional<PaceEvidence> {
            PaceEvidence evidence;
            evidence.now = QDateTime(QDate(2026, 11, 21), QTime(4, 0), Qt::UTC);
            for (const std::chrono::seconds time : {60s, 70s, 80s}) {
                NodeTrack track;
                track.node = QString::number(time.count());
                track.component = u"gpu"_s;
                track.verdict = Verdict::Done;
                track.times.loading = time;
                evidence.tracks.append({std::make_shared<const NodeTrack>(track)});
            }
            return evidence;
        });
        store.start();
        const std::optional<std::chrono::milliseconds> usual(70s);
        QTRY_COMPARE(store.usualReload(u"gpu"_s), usual);
        QVERIFY(!store.usualReload(u"ib"_s));
    }

    void whatIsOfAnotherMomentIsAskedForFirst()
    {
        Race race(u"touched"_s, u"wound"_s);
        QVERIFY(race.isReady());
        auto &[asked, touched, seeking] = race;
        touched.store.touch();
        seeking.store.touch(); // a timer that runs is made shorter
        seeking.store.noteSeek();
        QTRY_COMPARE(asked, (QStringList{u"wound"_s, u"touched"_s}));
    }

    void itStaysOfAnotherMomentUntilAllIsComplete()
    {
        Race race(u"touched"_s, u"wound"_s);
        QVERIFY(race.isReady());
        auto &[asked, touched, seeking] = race;
        seeking.isComplete = false;
        seeking.store.noteSeek();
        QTRY_COMPARE(asked, QStringList{u"wound"_s});
        touched.store.touch();
        seeking.store.touch();
        QTRY_COMPARE(asked, (QStringList{u"wound"_s, u"wound"_s, u"touched"_s}));
    }

    void whoWindsOnIsAskedLaterButIsAsked()
    {
        Race race(u"rests"_s, u"winds on"_s);
        QVERIFY(race.isReady());
        auto &[asked, rests, windsOn] = race;
        QTimer hand;
        connect(&hand, &QTimer::timeout, &windsOn.store, &PaceStore::noteSeek);
        windsOn.store.noteSeek();
        rests.store.noteSeek();
        hand.start(50);
        QTRY_COMPARE(asked, (QStringList{u"rests"_s, u"winds on"_s}));
    }

    void whatIsUsualAtAnotherMomentIsFollowedAtOnce()
    {
        Race race(u"touched"_s, u"wound"_s);
        QVERIFY(race.isReady());
        auto &[asked, touched, seeking] = race;
        connect(&seeking.store, &PaceStore::changed, &seeking.store, &PaceStore::touch);
        seeking.moment = 1;
        touched.store.touch();
        seeking.store.noteSeek();
        QTRY_COMPARE(asked, (QStringList{u"wound"_s, u"wound"_s, u"touched"_s}));
    }

    /// One-shot verbs read it once: it must not count a node as moving that its track calls stuck.
    void itIsReadyWithTheVerdictsThatItsOwnTimesBring()
    {
        const QDateTime begin(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);
        PaceEvidence evidence;
        evidence.now = begin.addSecs(3600);
        QList<NodeTrack> tracks;
        for (const QString &node : {u"gpu-001"_s, u"gpu-002"_s, u"gpu-013"_s}) {
            NodeTrack track;
            track.node = node;
            track.component = u"gpu"_s;
            int at = 0;
            for (const QString &label : {u"upgrade-required"_s, u"cordon-required"_s,
                                         u"pod-restart-required"_s, u"upgrade-done"_s}) {
                track.step = readStep(label);
                if (node == u"gpu-013" && track.step == RolloutStep::Done)
                    continue;
                track.label = label;
                evidence.histories.see({{node, u"gpu"_s}, label, track.step}, begin.addSecs(at += 60), true);
            }
            track.step = readStep(track.label);
            track.verdict = track.step == RolloutStep::Done ? Verdict::Done : Verdict::Moving;
            tracks << track;
        }
        bool hasUsual = false; // the tracks know it
        PaceStore store([&]() -> std::optional<PaceEvidence> {
            tracks.last().verdict = hasUsual ? Verdict::Stuck : Verdict::Moving;
            evidence.tracks.clear();
            for (const NodeTrack &track : std::as_const(tracks))
                evidence.tracks << QList<SharedTrack>{std::make_shared<const NodeTrack>(track)};
            return evidence;
        });
        connect(&store, &PaceStore::changed, &store, [&] {
            hasUsual = store.usual(u"gpu"_s, RolloutStep::DriverRestart).has_value();
            store.touch();
        });
        std::optional<Pace> read;
        connect(&store, &PaceStore::ready, &store, [&] { read = *store.find(u"gpu"_s); });
        store.start();
        QTRY_VERIFY(read);
        QVERIFY(hasUsual);
        QCOMPARE(read->held, 1);
        QCOMPARE(read->moving, 0);
        QCOMPARE(read->eta.without, QStringList{u"gpu-013"_s});
        QVERIFY(!read->eta.earliest.isValid());
    }

    /// After a rollback no node of it tells yet how long a step takes.
    void aStepThatNoNodeOfThisRolloutLeftIsComparedWithTheRolloutBefore()
    {
        const QDateTime begin(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);
        const QStringList way{u"upgrade-required"_s, u"cordon-required"_s, u"pod-restart-required"_s,
                              u"upgrade-done"_s};
        PaceEvidence evidence;
        evidence.now = begin.addSecs(5000);
        for (const QString &node : {u"gpu-001"_s, u"gpu-002"_s, u"gpu-003"_s}) {
            const bool isLast = node == u"gpu-003";
            NodeTrack track;
            track.node = node;
            track.component = u"gpu"_s;
            int at = 0;
            for (const QString &label : isLast ? way + way.first(3) : way) {
                at = label == way.first() && at > 0 ? 4000 : at + 20; // an hour after the rollout before
                track.label = label;
                track.step = readStep(label);
                evidence.histories.see({{node, u"gpu"_s}, label, track.step}, begin.addSecs(at), true);
            }
            track.verdict = isLast ? Verdict::Moving : Verdict::Done;
            evidence.tracks << QList<SharedTrack>{std::make_shared<const NodeTrack>(track)};
        }
        PaceStore store([&]() -> std::optional<PaceEvidence> { return evidence; });
        store.start();
        QTRY_VERIFY(store.find(u"gpu"_s));
        QCOMPARE(store.usual(u"gpu"_s, RolloutStep::DriverRestart),
                 std::optional<std::chrono::milliseconds>(20s));
        QVERIFY(!store.usual(u"gpu"_s, RolloutStep::Validate));
        const Pace pace = *store.find(u"gpu"_s);
        QCOMPARE(pace.earlierSteps.value(RolloutStep::DriverRestart).samples, 3);
        QCOMPARE(pace.steps.value(RolloutStep::DriverRestart).samples, 0);
        QCOMPARE(pace.node.samples, 0); // the forecast is of this rollout alone
        QCOMPARE(pace.eta.samples, 0);
    }

    void nothingIsAskedAfterTheStop()
    {
        Race race(u"stopped"_s, u"other"_s);
        QVERIFY(race.isReady());
        auto &[asked, stopped, other] = race;
        stopped.store.stop();
        stopped.store.noteSeek();
        other.store.touch();
        QTRY_COMPARE(asked, QStringList{u"other"_s});
    }
};

#include "tst_pace_store.moc"
} // namespace tst_pace_store

CHARTROOM_TEST(tst_pace_store, PaceStoreTest)
