// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/upgrade_event.h"
#include "tests/core/history_samples.h"
#include "tests/support/test_main.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_upgrade_events {

using history_samples::at;
using history_samples::folded;
using history_samples::seen;
using history_samples::timesOf;
using history_samples::told;

namespace {

QJsonObject eventObject(const QString &message, const char *first, const char *last, int count)
{
    return {
        {QStringLiteral("involvedObject"), QJsonObject{{QStringLiteral("kind"), QStringLiteral("Node")},
                                                       {QStringLiteral("name"), QStringLiteral("gpu-001")}}},
        {QStringLiteral("reason"), QStringLiteral("GPUDriverUpgrade")},
        {QStringLiteral("message"), message},
        {QStringLiteral("firstTimestamp"), QString::fromLatin1(first)},
        {QStringLiteral("lastTimestamp"), QString::fromLatin1(last)},
        {QStringLiteral("count"), count}};
}

std::optional<UpgradeEvent> read(const QJsonObject &event)
{
    KubeObject object;
    object.json = QJsonDocument(event).toJson();
    return readUpgradeEvent(object);
}

} // namespace

/// What the Events of the upgrade controllers tell of a node, and what is lost where they are folded.
class TestUpgradeEvents : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anEventTellsWhenALabelCame();
    void anEventTellsThatTheNodeWasFoundCordoned();
    void anEventTellsThatTheRunWasAskedFor();
    void aNodeThatStaysCordonedIsDoneWhenItsMarkGoes();
    void aFoldedEventTellsOnlyWhatIsCertain();
    void whatFoldedEventsLostIsNoPartOfAnotherStep();
    void whereAsManyEventsAreToldAsAreLetThroughTheNewestMayBeMissing();
    void anotherEventTellsNothing();
};

void TestUpgradeEvents::anEventTellsWhenALabelCame()
{
    const auto event =
        read(eventObject(QStringLiteral("Successfully updated node state label to cordon-required"),
                         "2026-11-21T03:31:05Z", "2026-11-21T03:40:00Z", 2));
    QVERIFY(event);
    QCOMPARE(event->key, (TrackKey{QStringLiteral("gpu-001"), QStringLiteral("gpu")}));
    QCOMPARE(event->labels, (QList{told("cordon-required", 5), told("cordon-required", 540)}));
    const auto older =
        read(eventObject(QStringLiteral("Successfully updated node state label to [upgrade-done]"),
                         "2026-11-21T03:31:05Z", "2026-11-21T03:31:05Z", 1));
    QVERIFY(older);
    QCOMPARE(older->labels, QList{told("upgrade-done", 5)});
}

void TestUpgradeEvents::anEventTellsThatTheNodeWasFoundCordoned()
{
    const auto event = read(
        eventObject(QStringLiteral("Successfully updated node annotation to "
                                   "nvidia.com/gpu-driver-upgrade.node-initial-state.unschedulable=true"),
                    "2026-11-21T03:31:12Z", "2026-11-21T03:31:12Z", 1));
    QVERIFY(event);
    QCOMPARE(event->labels, QList{(ToldLabel{{}, at(12), true})});
    const QList<ToldLabel> labels{told("upgrade-required", 10), told("pod-restart-required", 20),
                                  told("upgrade-done", 60)};
    const auto heard = [&](bool isCordoned, int foundAt) {
        NodeHistory history;
        history.see(QStringLiteral("upgrade-done"), RolloutStep::Done, at(100), false);
        history.noteCordon(isCordoned, false);
        history.tell(labels + QList{ToldLabel{{}, at(foundAt), true}});
        return history.wasFoundCordoned();
    };
    QVERIFY(heard(true, 12));
    QVERIFY(!heard(false, 12)); // it was uncordoned since
    QVERIFY(!heard(true, 2));   // in an earlier run
}

void TestUpgradeEvents::anEventTellsThatTheRunWasAskedFor()
{
    const auto event = read(eventObject(QStringLiteral("Successfully updated node annotation to "
                                                       "nvidia.com/gpu-driver-upgrade-requested=null"),
                                        "2026-11-21T03:31:12Z", "2026-11-21T03:31:12Z", 1));
    QVERIFY(event);
    QCOMPARE(event->labels, QList{(ToldLabel{{}, at(12), false, true})});
    const auto heard = [&](const char *label, int askedAt) {
        NodeHistory history;
        history.see(QString::fromLatin1(label), readStep(QString::fromLatin1(label)), at(100), false);
        history.tell({told("upgrade-required", 10), told("drain-required", 20),
                      ToldLabel{{}, at(askedAt), false, true}});
        return history.wasRequested();
    };
    QVERIFY(heard("drain-required", 12));
    QVERIFY(!heard("drain-required", 2)); // an earlier run
    QVERIFY(!heard("upgrade-done", 12));  // it is over
}

void TestUpgradeEvents::aNodeThatStaysCordonedIsDoneWhenItsMarkGoes()
{
    // Two events more than other nodes have: what tells of the label has been folded into the last one.
    const auto event = read(
        eventObject(QStringLiteral("(combined from similar events): Successfully updated node annotation "
                                   "to nvidia.com/gpu-driver-upgrade.node-initial-state.unschedulable=null"),
                    "2026-11-21T03:31:30Z", "2026-11-21T03:32:00Z", 3));
    QVERIFY(event);
    QCOMPARE(event->labels, QList{folded("upgrade-done", 30, 60, 3)});
    NodeHistory history = seen({{"upgrade-done", 600}}); // Chartroom is started again
    QVERIFY(
        history.tell(QList{told("upgrade-required", 10), told("pod-restart-required", 20)} + event->labels));
    QCOMPARE(history.at(at(30))->step, RolloutStep::DriverRestart);
    QCOMPARE(history.at(at(61))->step, RolloutStep::Done);
    QCOMPARE(history.since(), at(60));
    QCOMPARE(history.runs().last().end, at(60));
}

void TestUpgradeEvents::aFoldedEventTellsOnlyWhatIsCertain()
{
    const QString message = QStringLiteral("Successfully updated node state label to cordon-required");
    const auto often = read(eventObject(message, "2026-11-21T03:31:05Z", "2026-11-21T03:40:00Z", 3));
    QVERIFY(often);
    QCOMPARE(often->labels, QList{folded("cordon-required", 5, 540, 3)});
    const auto combined = read(eventObject(QStringLiteral("(combined from similar events): ") + message,
                                           "2026-11-21T03:31:05Z", "2026-11-21T03:40:00Z", 2));
    QVERIFY(combined);
    QCOMPARE(combined->labels, QList{folded("cordon-required", 5, 540, 2)}); // the first was another message
}

/// What was between is lost: no step is as long as it seems, and none is the last one of a failed node.
void TestUpgradeEvents::whatFoldedEventsLostIsNoPartOfAnotherStep()
{
    const QList<ToldLabel> labels{told("cordon-required", 10), told("pod-restart-required", 20)};
    NodeHistory through = seen({{"upgrade-done", 600}});
    through.tell(labels + QList{told("uncordon-required", 59), told("upgrade-done", 60)});
    QCOMPARE(timesOf(through), QList<std::chrono::milliseconds>{50s});
    QVERIFY(through.intervals()[1].isEndKnown);
    NodeHistory lost = seen({{"upgrade-done", 600}});
    lost.tell(labels + QList{folded("upgrade-done", 30, 60, 3)});
    QCOMPARE(lost.since(), at(60)); // the last one is told
    QVERIFY(timesOf(lost).isEmpty());
    QVERIFY(!lost.intervals()[1].isEndKnown);
    NodeHistory rests = seen({{"upgrade-done", 600}});
    rests.tell({told("upgrade-done", 10), folded("upgrade-done", 30, 60, 3)});
    QCOMPARE(rests.placeOfCordon(at(40)).kind, CordonPlace::Kind::Unknown); // a whole run may be lost
    NodeHistory failed = seen({{"upgrade-failed", 600}});
    failed.tell(labels + QList{folded("upgrade-failed", 30, 60, 3)});
    QVERIFY(!failed.before());
    NodeHistory known = seen({{"upgrade-failed", 600}});
    known.tell(labels + QList{told("upgrade-failed", 60)});
    QCOMPARE(known.before(), RolloutStep::DriverRestart);
    NodeHistory untold = seen({{"upgrade-failed", 600}});
    untold.tell(labels);
    QVERIFY(!untold.before() && !untold.since().isValid());
}

/// client-go drops what a source tells of one object beyond 25 Events, and then lets one through in 5 min.
void TestUpgradeEvents::whereAsManyEventsAreToldAsAreLetThroughTheNewestMayBeMissing()
{
    const auto sinceOf = [](int others, int apart) {
        QList<ToldLabel> events{told("pod-restart-required", 0), told("upgrade-done", 1000)};
        for (int i = 0; i < others; ++i)
            events << told("", i * apart); // of no label
        NodeHistory history = seen({{"upgrade-done", 9000}});
        history.tell(events);
        return history.since();
    };
    QCOMPARE(sinceOf(22, 1), at(1000));
    QVERIFY(!sinceOf(24, 1).isValid()); // all at once
    QVERIFY(!sinceOf(40, 10).isValid());
    QCOMPARE(sinceOf(24, 300), at(1000)); // no more than are let through
}

void TestUpgradeEvents::anotherEventTellsNothing()
{
    const auto drained = read(eventObject(QStringLiteral("Successfully drained the node"),
                                          "2026-11-21T03:31:05Z", "2026-11-21T03:31:05Z", 4));
    QVERIFY(drained && drained->labels.size() == 1);
    QVERIFY(drained->labels[0].label.isEmpty()); // it counts among those that are let through
    QCOMPARE(drained->labels[0].count, 4);
    QVERIFY(!drained->labels[0].lostFrom.isValid());
    QJsonObject foreign = eventObject(QStringLiteral("Successfully updated node state label to upgrade-done"),
                                      "2026-11-21T03:31:05Z", "2026-11-21T03:31:05Z", 1);
    foreign[QStringLiteral("reason")] = QStringLiteral("Scheduled");
    QVERIFY(!read(foreign));
}

#include "tst_upgrade_events.moc"
} // namespace tst_upgrade_events

CHARTROOM_TEST(tst_upgrade_events, TestUpgradeEvents)
