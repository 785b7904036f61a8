// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/history_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_history_store {

namespace {

const QString events = QStringLiteral("/api/v1/events");
const TrackKey gpuKey{QStringLiteral("gpu-001"), QStringLiteral("gpu")};

Sighting sighting(const char *label)
{
    const QString text = QString::fromLatin1(label);
    return {gpuKey, text, readStep(text), false, false};
}

/// An operator's Event about gpu-001, as the API lists it.
QJsonObject labelEvent(const char *label, const QDateTime &at)
{
    const QString time = at.toUTC().toString(Qt::ISODate);
    const QString name = QStringLiteral("gpu-001.") + QString::fromLatin1(label);
    return {
        {QStringLiteral("metadata"), QJsonObject{{QStringLiteral("name"), name},
                                                 {QStringLiteral("uid"), name},
                                                 {QStringLiteral("resourceVersion"), QStringLiteral("7")}}},
        {QStringLiteral("involvedObject"), QJsonObject{{QStringLiteral("kind"), QStringLiteral("Node")},
                                                       {QStringLiteral("name"), gpuKey.node}}},
        {QStringLiteral("reason"), QStringLiteral("GPUDriverUpgrade")},
        {QStringLiteral("message"),
         QStringLiteral("Successfully updated node state label to ") + QString::fromLatin1(label)},
        {QStringLiteral("firstTimestamp"), time},
        {QStringLiteral("lastTimestamp"), time},
        {QStringLiteral("count"), 1}};
}

QByteArray listOf(const QList<QJsonObject> &items)
{
    QJsonArray array;
    for (const QJsonObject &item : items)
        array.append(item);
    return QJsonDocument(QJsonObject{{QStringLiteral("kind"), QStringLiteral("EventList")},
                                     {QStringLiteral("apiVersion"), QStringLiteral("v1")},
                                     {QStringLiteral("metadata"),
                                      QJsonObject{{QStringLiteral("resourceVersion"), QStringLiteral("9")}}},
                                     {QStringLiteral("items"), array}})
        .toJson();
}

/// Knows one history at every moment.
class ToldSource final : public HistorySource
{
public:
    [[nodiscard]] QFuture<RolloutHistory> until(const QDateTime &moment) override
    {
        ++asked;
        RolloutHistory history;
        if (knowsNode)
            history.see(sighting("upgrade-done"), moment, true);
        QPromise<RolloutHistory> promise;
        promise.start();
        promise.addResult(history);
        promise.finish();
        return promise.future();
    }
    [[nodiscard]] bool isOnTheWay() const override { return false; }
    int asked = 0;
    bool knowsNode = true;
};

struct LiveHistory
{
    LiveHistory() { store.start(); }

    void see(const char *label, bool isFirst)
    {
        store.look();
        store.see(sighting(label), isFirst);
    }
    [[nodiscard]] QDateTime since() const { return store.node(gpuKey).since(); }

    FakeClock clock;
    ScriptedTransport transport;
    HistoryStore store{&transport, nullptr, &clock};
};

} // namespace

class TestHistoryStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aChangeThatIsSeenHasItsMoment();
    void eventsTellWhatWasBeforeTheFirstLook();
    void eventsTellWhatChangedWhileNobodyLooked();
    void theServersClockIsNotOurs();
    void forbiddenEventsAreSaid();
    void aServerWithoutEventsIsNoNews();
    void onlyTheEventsOfDriversInUseAreAskedFor();
    void eventsTellWhereACordonedNodeWasWhoseLabelIsGone();
    void eventsTellOfNodesWithoutALabelToo();
    void aSourceTellsEverythingAndIsAskedAgainAfterAMove();
    void aHistoryThatWindingBackTookIsTold();
};

void TestHistoryStore::aChangeThatIsSeenHasItsMoment()
{
    LiveHistory live;
    live.see("cordon-required", true);
    QVERIFY(!live.since().isValid());
    live.clock.advance(3s);
    live.see("pod-restart-required", false);
    QCOMPARE(live.since(), live.clock.now());
}

void TestHistoryStore::eventsTellWhatWasBeforeTheFirstLook()
{
    LiveHistory live;
    const QDateTime now = live.clock.now();
    live.transport.answer(events, listOf({labelEvent("pod-restart-required", now.addSecs(-40)),
                                          labelEvent("cordon-required", now.addSecs(-60))}));
    live.see("pod-restart-required", true);
    QSignalSpy changed(&live.store, &HistoryStore::changed);
    live.store.nodesAreKnown();
    QVERIFY(!live.store.isReady());
    QTRY_VERIFY(live.store.isReady());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(live.since(), now.addSecs(-40));
    QCOMPARE(live.store.node(gpuKey).runs().last().taken, now.addSecs(-60));
    QVERIFY(live.store.notices().isEmpty());
}

void TestHistoryStore::eventsTellWhatChangedWhileNobodyLooked()
{
    LiveHistory live;
    live.transport.answer(events, listOf({}));
    live.see("cordon-required", true);
    live.store.nodesAreKnown();
    QTRY_VERIFY(live.store.isReady());
    const QDateTime meanwhile = live.clock.now().addSecs(30);
    live.transport.answer(events, listOf({labelEvent("upgrade-done", meanwhile)}));
    live.clock.advance(60s);
    live.see("upgrade-done", false);
    QVERIFY(!live.since().isValid());
    QTRY_COMPARE(live.since(), meanwhile);
}

void TestHistoryStore::theServersClockIsNotOurs()
{
    LiveHistory live;
    const QDateTime now = live.clock.now();
    live.transport.setClockSkew(600s);
    live.transport.answer(events, listOf({labelEvent("upgrade-done", now.addSecs(570))}));
    live.see("upgrade-done", true);
    live.store.nodesAreKnown();
    QTRY_COMPARE(live.since(), now.addSecs(-30));
}

void TestHistoryStore::forbiddenEventsAreSaid()
{
    LiveHistory live;
    live.transport.answer(events, Error{Error::Code::Forbidden, QStringLiteral("Not allowed."), {}, {}});
    live.see("upgrade-done", true);
    live.store.nodesAreKnown();
    QTRY_VERIFY(live.store.isReady());
    QCOMPARE(live.store.notices().size(), 1);
    QVERIFY(live.store.notices().first().contains(u"Not allowed."));
}

void TestHistoryStore::aServerWithoutEventsIsNoNews()
{
    LiveHistory live;
    live.see("upgrade-done", true);
    live.store.nodesAreKnown();
    QTRY_VERIFY(live.store.isReady());
    QVERIFY(live.store.notices().isEmpty());
}

void TestHistoryStore::onlyTheEventsOfDriversInUseAreAskedFor()
{
    LiveHistory live;
    live.transport.answer(events, listOf({}));
    live.store.nodesAreKnown();
    QVERIFY(live.store.isReady());
    QCOMPARE(live.transport.getCount(events), 0);
    LiveHistory driven;
    driven.transport.answer(events, listOf({}));
    driven.see("upgrade-done", true);
    driven.store.nodesAreKnown();
    QTRY_VERIFY(driven.store.isReady());
    QCOMPARE(driven.transport.getCount(events), 1);
    QCOMPARE(driven.transport.gets().last().query.queryItemValue(QStringLiteral("fieldSelector")),
             QStringLiteral("reason=GPUDriverUpgrade"));
}

/// The operator takes its labels away when autoUpgrade is switched off.
void TestHistoryStore::eventsTellWhereACordonedNodeWasWhoseLabelIsGone()
{
    LiveHistory live;
    const QDateTime now = live.clock.now();
    live.transport.answer(events, listOf({labelEvent("cordon-required", now.addSecs(-60)),
                                          labelEvent("pod-restart-required", now.addSecs(-40))}));
    Sighting cordoned = sighting("");
    cordoned.isCordoned = true;
    live.store.look();
    live.store.see(cordoned, true);
    live.store.nodesAreKnown();
    QTRY_COMPARE(live.store.node(gpuKey).before(), RolloutStep::DriverRestart);
    QCOMPARE(live.store.node(gpuKey).beforeSince(), now.addSecs(-40));
    QVERIFY(!live.since().isValid()); // when the label went nobody told
}

void TestHistoryStore::eventsTellOfNodesWithoutALabelToo()
{
    LiveHistory live;
    live.transport.answer(events, listOf({labelEvent("upgrade-done", live.clock.now().addSecs(-40))}));
    live.store.look();
    live.store.see(sighting(""), true);
    Sighting other = sighting("upgrade-required");
    other.key.node = QStringLiteral("gpu-002");
    live.store.see(other, true);
    QVERIFY(live.store.node(gpuKey).isEmpty());
    live.store.nodesAreKnown();
    QTRY_COMPARE(live.store.node(gpuKey).before(), RolloutStep::Done);
}

void TestHistoryStore::aSourceTellsEverythingAndIsAskedAgainAfterAMove()
{
    FakeClock clock;
    ScriptedTransport transport;
    ToldSource source;
    HistoryStore store(&transport, &source, &clock);
    store.start();
    QTRY_VERIFY(store.isReady());
    store.look();
    store.see(sighting("upgrade-failed"), true); // the source knows better
    QCOMPARE(store.node(gpuKey).intervals().last().step, RolloutStep::Done);
    clock.advance(5s);
    Q_EMIT source.moved();
    QVERIFY(!store.isReady());
    QTRY_COMPARE(store.node(gpuKey).since(), clock.now());
    QCOMPARE(source.asked, 2);
    QVERIFY(transport.gets().isEmpty());
}

/// Wound back to before a node's first step, the steps of later are gone, and who shows them is told.
void TestHistoryStore::aHistoryThatWindingBackTookIsTold()
{
    FakeClock clock;
    ScriptedTransport transport;
    ToldSource source;
    HistoryStore store(&transport, &source, &clock);
    store.start();
    QTRY_VERIFY(store.isReady());
    QSignalSpy changed(&store, &HistoryStore::changed);
    source.knowsNode = false;
    Q_EMIT source.moved();
    QTRY_VERIFY(store.isReady());
    QVERIFY(store.node(gpuKey).isEmpty());
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().value<QList<TrackKey>>(), QList<TrackKey>{gpuKey});
}

#include "tst_history_store.moc"
} // namespace tst_history_store

CHARTROOM_TEST(tst_history_store, TestHistoryStore)
