// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/session_findings.h"
#include "core/rollout/recorded_history.h"
#include "core/rollout/rollout_store.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>
#include <QUrlQuery>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_session_findings {

namespace {

constexpr int patience = 30'000; ///< milliseconds; a look takes its time beside other work

/// Passes all on to a recording, counts the looks by their list of warnings, and can keep these back.
class WatchedTransport final : public Transport
{
public:
    explicit WatchedTransport(std::shared_ptr<const Recording> told)
        : recording(std::move(told))
    {}

    QFuture<Result<Response>> get(const Request &request) override
    {
        const bool isLook = request.query.queryItemValue(u"fieldSelector"_s).contains(u"Warning");
        looks += isLook ? 1 : 0;
        if (!isLook || !isHolding)
            return recording.get(request);
        held.emplace_back();
        held.back().start();
        return held.back().future();
    }
    WatchStream *watch(const Request &request, QObject *parent) override
    {
        return recording.watch(request, parent);
    }
    std::chrono::milliseconds clockSkew() const override { return recording.clockSkew(); }

    void release()
    {
        isHolding = false;
        for (auto &promise : held) {
            promise.addResult(failure(Error::Code::NotFound, u"There are none."_s));
            promise.finish();
        }
        held.clear();
    }

    RecordedTransport recording;
    int looks = 0;
    bool isHolding = false;
    std::vector<QPromise<Result<Response>>> held;
};

/// The driver of one of two nodes cannot be pulled from second 60 to 120.
std::shared_ptr<const Recording> badMinute()
{
    ToldWindow window;
    for (const QString &name : {u"gpu-a"_s, u"gpu-b"_s}) {
        NodeSample node;
        node.name = name;
        window.put(u"nodes"_s, node.object());
        PodSample driver = driverPod(name);
        window.put(u"pods"_s, driver.object());
        if (name == u"gpu-a")
            continue;
        window.put(u"pods"_s, driver.object(), 120);
        window.put(u"nodes"_s, node.object(),
                   120); // without a label: of no DaemonSet that is told, no driver is done
        driver.isReady = false;
        driver.waiting = u"ImagePullBackOff"_s;
        window.put(u"pods"_s, driver.object(), 60);
        node.labels = {{u"nvidia.com/gpu-driver-upgrade-state"_s, u"pod-restart-required"_s}};
        window.put(u"nodes"_s, node.object(), 60);
    }
    for (const QString &list :
         {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// The driver's upgrade of one node has failed at second 60; it is retried, and at second 120 the driver
/// cannot be pulled.
std::shared_ptr<const Recording> failedThenStuck()
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-b"_s;
    PodSample driver = driverPod(node.name);
    window.put(u"nodes"_s, node.object());
    window.put(u"pods"_s, driver.object());
    node.labels = {{u"nvidia.com/gpu-driver-upgrade-state"_s, u"upgrade-failed"_s}};
    window.put(u"nodes"_s, node.object(), 60);
    driver.isReady = false;
    window.put(u"pods"_s, driver.object(), 60);
    node.labels = {{u"nvidia.com/gpu-driver-upgrade-state"_s, u"pod-restart-required"_s}};
    window.put(u"nodes"_s, node.object(), 120);
    driver.waiting = u"ImagePullBackOff"_s;
    window.put(u"pods"_s, driver.object(), 120);
    for (const QString &list :
         {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// A pod of the CSI driver, which no rollout moves, cannot be pulled from second 60 to 120.
std::shared_ptr<const Recording> badPod()
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-a"_s;
    window.put(u"nodes"_s, node.object());
    PodSample pod;
    pod.name = u"crusoe-system/crusoe-csi-node-a"_s;
    pod.node = node.name;
    pod.ownerName = u"crusoe-csi-driver-node"_s;
    window.put(u"pods"_s, pod.object());
    window.put(u"pods"_s, pod.object(), 120);
    pod.isReady = false;
    pod.waiting = u"ImagePullBackOff"_s;
    window.put(u"pods"_s, pod.object(), 60);
    for (const QString &list :
         {u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// A node whose kubelet says from the start that it is not ready.
std::shared_ptr<const Recording> nodeNotReady()
{
    ToldWindow window;
    NodeSample node;
    node.name = u"gpu-a"_s;
    node.ready = u"False"_s;
    const QByteArray told = QJsonDocument(node.object()).toJson();
    window.put(u"nodes"_s, QJsonDocument::fromJson(
                               QByteArray(told).replace("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"))
                               .object());
    for (const QString &list : {u"pods"_s, u"daemonsets"_s, u"controllerrevisions"_s,
                                u"poddisruptionbudgets"_s, u"events"_s, u"releases"_s})
        window.tell(list);
    return window.recording();
}

/// Says that it is on the way until it is let arrive.
class HeldHistory final : public HistorySource
{
public:
    explicit HeldHistory(std::shared_ptr<const Recording> recording, RecordedTransport *transport)
        : m_recorded(std::move(recording), transport)
    {
        connect(&m_recorded, &HistorySource::moved, this, &HistorySource::moved);
        connect(&m_recorded, &HistorySource::left, this, &HistorySource::left);
        connect(&m_recorded, &HistorySource::arrived, this, &HistorySource::arrived);
    }
    QFuture<RolloutHistory> until(const QDateTime &moment) override { return m_recorded.until(moment); }
    [[nodiscard]] bool isOnTheWay() const override { return m_isOnTheWay; }

    void leave()
    {
        m_isOnTheWay = true;
        Q_EMIT left();
    }
    void arrive()
    {
        m_isOnTheWay = false;
        Q_EMIT arrived();
    }

private:
    RecordedHistory m_recorded;
    bool m_isOnTheWay = false;
};

/// A session over a recording that is looked at.
struct LookedAt
{
    /// `isLive`: nobody tells the session that it is a recording.
    explicit LookedAt(SessionFindings::Pauses pauses,
                      std::shared_ptr<const Recording> recording = badMinute(),
                      std::unique_ptr<Clock> clock = nullptr, bool isLive = false)
    {
        auto made = std::make_unique<WatchedTransport>(recording);
        transport = made.get();
        ClusterSession::Parts parts;
        auto held = std::make_unique<HeldHistory>(std::move(recording), &made->recording);
        way = held.get();
        if (!isLive)
            parts.past = std::move(held);
        parts.name = u"told"_s;
        parts.ownClock = clock ? std::move(clock) : std::make_unique<RecordingClock>(&made->recording);
        parts.clock = parts.ownClock.get();
        parts.transport = std::move(made);
        parts.rules = &rules;
        session = std::make_unique<ClusterSession>(std::move(parts));
        findings = std::make_unique<SessionFindings>(
            session.get(), Signatures::bundled().value_or(Signatures()), &rules, pauses, nullptr);
        session->start();
    }
    ~LookedAt() { findings.reset(); }

    /// Its first look is over, and the next ones wait to be released.
    [[nodiscard]] bool looksAndHolds() const
    {
        findings->start();
        const bool hasLooked = QTest::qWaitFor([this] { return findings->hasLooked(); }, patience);
        transport->isHolding = true;
        return hasLooked;
    }
    void seek(std::chrono::seconds to) const { transport->recording.seek(to); }
    [[nodiscard]] bool hasSettled() const
    {
        return transport->recording.isSettled() && session->rollout()->isSettled();
    }
    [[nodiscard]] QStringList found() const
    {
        QStringList signatures;
        for (const Finding &one : findings->result().findings)
            signatures.append(one.signature);
        return signatures;
    }

    const ResponsibilityRules rules = bundledRules();
    WatchedTransport *transport = nullptr;
    HeldHistory *way = nullptr;
    std::unique_ptr<ClusterSession> session;
    std::unique_ptr<SessionFindings> findings;
};

/// No pause at all, and no look without a change.
constexpr SessionFindings::Pauses atOnce{0ms, 0ms, 0ms, 0ms, 1h, 10s, 1h};

} // namespace

class SessionFindingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsReadBeforeTheStart()
    {
        LookedAt looked(atOnce);
        QTRY_COMPARE_WITH_TIMEOUT(looked.session->state(), ClusterSession::State::Live, patience);
        looked.findings->lookAgain();
        QCOMPARE(looked.transport->looks, 0);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QCOMPARE(looked.findings->result().extent.nodes, 2);
        QCOMPARE(looked.findings->result().extent.pods, 2);
        QCOMPARE(looked.findings->result().extent.at, looked.session->now());
        QCOMPARE(looked.found(), QStringList());
    }

    void whatChangesIsLookedAtAgain()
    {
        LookedAt looked(atOnce);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        looked.seek(120s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList(), patience);
    }

    void aPodThatChangesNoTrackIsLookedAtAgainOnceItHasSettled()
    {
        LookedAt looked(atOnce, badPod());
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QCOMPARE(looked.found(), QStringList());
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        looked.seek(120s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList(), patience);
        looked.seek(60s); // back, as a person does who looks for the moment
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
    }

    void aRecordingThatIsWoundBackDoesNotKnowWhatWasFoundLater()
    {
        LookedAt looked(atOnce);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        looked.transport->isHolding = true; // the next look takes its time
        const QSignalSpy changed(looked.findings.get(), &FindingsSource::changed);
        looked.seek(0s);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(looked.found(), QStringList());
        QVERIFY(!looked.findings->hasLooked()); // which is no all-clear
        looked.transport->release();
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
        QCOMPARE(looked.found(), QStringList());
    }

    void whereNothingChangedInBetweenItForgetsAllTheSame()
    {
        LookedAt looked(atOnce);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        looked.seek(90s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
        looked.seek(70s);
        QVERIFY(!looked.findings->hasLooked());
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QCOMPARE(looked.findings->result().extent.at, looked.session->now());
    }

    void whereARecordingStaysIsLookedAtWithoutARest_data()
    {
        QTest::addColumn<std::chrono::seconds>("to");
        QTest::newRow("back") << std::chrono::seconds(70);
        QTest::newRow("forward") << std::chrono::seconds(100);
    }
    void whereARecordingStaysIsLookedAtWithoutARest()
    {
        QFETCH(std::chrono::seconds, to);
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 1h});
        looked.findings->start();
        looked.seek(90s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
        looked.way->leave(); // before it moves, as a recording does that takes a while
        looked.seek(to);
        looked.way->arrive();
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
    }

    void whatNeverSettlesIsLeftToTheRound()
    {
        LookedAt looked({0ms, 1h, 0ms, 0ms, 1h}, badPod());
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        QCOMPARE(looked.transport->looks, before);
    }

    /// Its pods never come to rest, and the rest after the last look is long.
    void aChangeIsJudgedInTimeWhateverElseChanges()
    {
        LookedAt looked({0ms, 1h, 1h, 1h, 1h, 10s, 0ms}, badPod(), nullptr, true);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QVERIFY(looked.findings->judgedAt() > looked.findings->result().extent.at);
        looked.seek(120s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList(), patience);
        QCOMPARE(looked.transport->looks, before);
    }

    void aNodeInTroubleIsReadInTimeHoweverLongTheRest()
    {
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 0ms}, badMinute(), nullptr, true);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(looked.transport->looks > before, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().missing.filter(u"gpu-b"_s), QStringList(),
                                  patience);
    }

    void whereNobodyLooksChangesWait()
    {
        LookedAt looked(atOnce);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        looked.findings->setActive(false);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        QCOMPARE(looked.transport->looks, before);
        looked.findings->setActive(true);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
    }

    void aRestFollowsEachLookUnlessAPersonAsks()
    {
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 1h}, badMinute(), nullptr, true);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        QCOMPARE(looked.transport->looks, before);
        looked.findings->lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
    }

    void aNodesTroubleAndItsEndAreToldWithoutAnotherLook()
    {
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 1h}, badMinute(), nullptr, true);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        const int before = looked.transport->looks;
        const DiagnosisExtent extent = looked.findings->result().extent;
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QCOMPARE(looked.findings->result().extent, extent); // what was looked at is still that
        QCOMPARE(looked.findings->result().missing.filter(u"gpu-b"_s).size(), 1);
        looked.seek(120s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().notices, QStringList(), patience);
        QCOMPARE(looked.transport->looks, before);
    }

    void aTroubleThatTakesThePlaceOfAnotherIsToldWithoutAnotherLook()
    {
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 1h}, failedThenStuck(), nullptr, true);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(!looked.found().isEmpty(), patience);
        QVERIFY(!looked.found().contains(u"image-pull"_s));
        QVERIFY(looked.findings->judgedAt() > looked.findings->result().extent.at);
        looked.seek(120s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QCOMPARE(looked.transport->looks, before);
    }

    void whatIsAskedDuringALookFollowsItWithoutARest()
    {
        LookedAt looked({0ms, 0ms, 1h, 1h, 1h, 10s, 1h});
        looked.transport->isHolding = true;
        looked.findings->start();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, 1, patience);
        looked.seek(60s);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        looked.findings->lookAgain();
        QCOMPARE(looked.transport->looks, 1); // one at a time
        looked.transport->release();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
    }

    void whoAsksDoesNotWaitForALookThatNobodyAskedFor()
    {
        LookedAt looked({0ms, 0ms, 0ms, 1h, 1h, 10s, 1h}, badMinute(), nullptr, true);
        QVERIFY(looked.looksAndHolds());
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(looked.hasSettled(), patience);
        looked.findings->lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 2, patience);
        looked.findings->lookAgain(); // this one is awaited: there is no third beside it
        looked.transport->release();
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
    }

    void aLookAtAMomentThatIsLeftEnds_data()
    {
        QTest::addColumn<bool>("isAsked");
        QTest::newRow("the window's own") << false;
        QTest::newRow("that somebody waits for") << true;
    }
    void aLookAtAMomentThatIsLeftEnds()
    {
        QFETCH(bool, isAsked);
        LookedAt looked({0ms, 0ms, 0ms, 1h, 1h, 10s, 1h});
        QVERIFY(looked.looksAndHolds());
        const int before = looked.transport->looks;
        looked.seek(60s);
        if (isAsked)
            looked.findings->lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 1, patience);
        looked.way->leave();
        looked.seek(90s);
        looked.transport->release(); // nobody takes what it says
        looked.way->arrive();
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
        QCOMPARE(looked.transport->looks, before + 2);
    }

    void afterALookThatIsLeftTheNextWaitsForWhoStays()
    {
        LookedAt looked({1h, 1h, 0ms, 1h, 1h, 10s, 1h});
        QVERIFY(looked.looksAndHolds());
        const int before = looked.transport->looks;
        looked.findings->lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 1, patience);
        looked.way->leave();
        looked.way->arrive();
        QVERIFY(!QTest::qWaitFor([&] { return looked.transport->looks > before + 1; }, 300));
        looked.transport->release(); // nobody takes what it says
        looked.findings->lookAgain();
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 2, patience);
    }

    void whoPlaysFastSeesALookAllTheSame()
    {
        LookedAt looked({0ms, 0ms, 0ms, 1h, 1h, 0ms, 1h});
        QVERIFY(looked.looksAndHolds());
        const int before = looked.transport->looks;
        looked.seek(60s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.transport->looks, before + 1, patience);
        looked.way->leave();
        looked.way->arrive();
        looked.transport->release(); // it stays
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"image-pull"_s}, patience);
    }

    void nowAndThenItLooksUntoldWhereTimePasses()
    {
        LookedAt looked({0ms, 1h, 0ms, 0ms, 5ms});
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        looked.seek(30s); // at which nothing changed
        QTRY_COMPARE_WITH_TIMEOUT(looked.findings->result().extent.at, looked.session->now(), patience);
    }

    void whatIsOldEnoughIsLookedAtWithoutAChange()
    {
        auto own = std::make_unique<FakeClock>(QDateTime::fromString(u"2026-11-21T00:01:58Z"_s, Qt::ISODate));
        FakeClock *clock = own.get();
        LookedAt looked(atOnce, nodeNotReady(), std::move(own));
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked() && looked.hasSettled(), patience);
        QCOMPARE(looked.found(), QStringList()); // for less than two minutes
        QCOMPARE(looked.findings->result().next,
                 QDateTime::fromString(u"2026-11-21T00:02:00Z"_s, Qt::ISODate));
        clock->advance(3s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"node-not-ready"_s}, patience);
        QVERIFY(!looked.findings->result().next.isValid());
    }

    void whatIsNotYetOldEnoughIsWaitedForAgain()
    {
        auto own = std::make_unique<FakeClock>(
            QDateTime::fromString(u"2026-11-21T00:01:59.900Z"_s, Qt::ISODateWithMs));
        FakeClock *clock = own.get();
        LookedAt looked(atOnce, nodeNotReady(), std::move(own));
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked() && looked.hasSettled(), patience);
        QVERIFY(looked.findings->result().next.isValid());
        QTest::qWait(500); // longer than the timer, and the clock stood still
        QCOMPARE(looked.found(), QStringList());
        clock->advance(3s);
        QTRY_COMPARE_WITH_TIMEOUT(looked.found(), QStringList{u"node-not-ready"_s}, patience);
    }

    void whereReleasesCannotBeReadNodesAreLookedAtAllTheSame()
    {
        ToldWindow window;
        NodeSample node;
        node.name = u"gpu-a"_s;
        window.put(u"nodes"_s, node.object());
        for (const QString &list :
             {u"pods"_s, u"daemonsets"_s, u"controllerrevisions"_s, u"poddisruptionbudgets"_s, u"events"_s})
            window.tell(list);
        LookedAt looked(atOnce, window.recording());
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(looked.findings->hasLooked(), patience);
        QCOMPARE(looked.session->state(), ClusterSession::State::Failed);
        QCOMPARE(looked.findings->result().extent.nodes, 1);
    }

    void whereNodesCannotBeReadItSaysWhy()
    {
        ToldWindow window;
        window.tell(u"pods"_s);
        window.tell(u"releases"_s);
        LookedAt looked(atOnce, window.recording());
        const QSignalSpy changed(looked.findings.get(), &FindingsSource::changed);
        looked.findings->start();
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), patience);
        QVERIFY(looked.findings->problem().has_value());
        QVERIFY(!looked.findings->problem()->message.isEmpty());
        QVERIFY(!looked.findings->hasLooked());
    }
};

#include "tst_session_findings.moc"
} // namespace tst_session_findings

CHARTROOM_TEST(tst_session_findings, SessionFindingsTest)
