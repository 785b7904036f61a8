// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/rollout_fixture.h"

#include <QAbstractButton>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_rollout_messages {

/// What the page of rollouts says where not all can be shown.
class RolloutMessagesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutARolloutItSaysWhatWouldBeHere();
    void whileNodesAreListedItSaysSo();
    void whileReleasesAreReadNoneIsMissing();
    void whatMayNotBeReadIsSaidAboveTheRows();
    void podsThatCannotBeReadAreNoEmptyNode();
    void nodesThatMayNotBeReadAreNoClusterWithoutARollout();
    void theBoardIsAsOldAsItsNodes();
    void releasesThatMayNotBeReadHideNoRollout();
    void whatMayNotBeReadIsNoClusterWithoutARollout();
};

void RolloutMessagesTest::withoutARolloutItSaysWhatWouldBeHere()
{
    RolloutFixture f;
    f.openRollout();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No driver rollout on prod-eu"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("starts a rollout")));
    QVERIFY(!f.board()->isVisible());
}

void RolloutMessagesTest::whileNodesAreListedItSaysSo()
{
    RolloutFixture f;
    f.fleet.addLive(prod);
    f.source()->setComplete(false);
    f.openRollout();
    QCOMPARE(f.label("messageTitle"), QStringLiteral("Reading the nodes of prod-eu"));
    fillMidWindow(*f.source());
    QTRY_VERIFY(f.board()->isVisible());
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("being read")));
    QCOMPARE(f.page()->summary().value_or(QString()), QStringLiteral("nodes are being read"));
    QVERIFY(!f.texts("nodeClock").contains(QStringLiteral("of 16")));
    f.source()->setComplete(true);
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("9 of 16")));
}

void RolloutMessagesTest::whileReleasesAreReadNoneIsMissing()
{
    RolloutFixture f;
    f.openMidWindow();
    QTRY_VERIFY(f.texts("nodeClock").contains(QStringLiteral("9 of 16")));
    QList<ReleaseKey> others = f.fleet.source(prod)->keys();
    others.removeOne(ShownRelease().key());
    f.fleet.source(prod)->remove(others);
    ShownRelease unread;
    unread.chart = QStringLiteral("gpu-operator");
    unread.decoded = false;
    f.fleet.source(prod)->put(unread);
    QTRY_VERIFY(f.texts("releaseClock").contains(QStringLiteral("being read")));
    f.fleet.source(prod)->remove({unread.key()});
    QTRY_VERIFY(f.texts("releaseClock").contains(QStringLiteral("no release of its operator can be read")));
}

void RolloutMessagesTest::whatMayNotBeReadIsSaidAboveTheRows()
{
    RolloutFixture f;
    f.openMidWindow();
    f.source()->setNotices({QStringLiteral("The state of poddisruptionbudgets is unknown: forbidden")});
    const auto labels = f.page()->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible() && label->text().contains(QStringLiteral("poddisruptionbudgets"));
    }));
}

/// Fault 23.
void RolloutMessagesTest::podsThatCannotBeReadAreNoEmptyNode()
{
    RolloutFixture f;
    f.openMidWindow();
    f.source()->setKnowsTenants(false);
    f.page()->showNode(QStringLiteral("gpu-001"));
    QVERIFY(f.texts("nodePanel")
                .contains(QStringLiteral("Unknown: not all of its pods and their claims could be read.")));
    QVERIFY(!f.texts("nodePanel").contains(QStringLiteral("No pod with GPUs")));
}

/// Fault 23: no rows would look like nothing to do.
void RolloutMessagesTest::nodesThatMayNotBeReadAreNoClusterWithoutARollout()
{
    RolloutFixture f;
    f.openRollout();
    f.source()->setRefusal(Error{Error::Code::Forbidden, QStringLiteral("You may not list nodes."), {}, {}});
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("You lack permission to read the nodes of prod-eu"));
    const auto buttons = f.page()->findChildren<QAbstractButton *>();
    QVERIFY(std::any_of(buttons.cbegin(), buttons.cend(), [](const QAbstractButton *button) {
        return button->isVisible() && button->text().contains(QStringLiteral("etry"));
    }));
    f.source()->setRefusal({});
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("No driver rollout on prod-eu"));
}

/// Releases that nobody touches say nothing of how old the board is.
void RolloutMessagesTest::theBoardIsAsOldAsItsNodes()
{
    RolloutFixture f;
    f.openRollout();
    FleetEntry entry = f.fleet.entry(prod);
    entry.dataAge = std::chrono::seconds(18);
    f.fleet.put(entry);
    QCOMPARE(f.label("dataAge"), QStringLiteral("nodes 0 s old"));
    f.press(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(f.label("dataAge"), QStringLiteral("data 18 s old"));
}

/// Fault 23: where the nodes are asks for no release.
void RolloutMessagesTest::releasesThatMayNotBeReadHideNoRollout()
{
    RolloutFixture f;
    f.openRollout();
    FleetEntry entry = f.fleet.entry(prod);
    entry.state = ClusterSession::State::Failed;
    entry.dataAge = {};
    entry.problem = {Error::Code::Forbidden, QStringLiteral("You may not list Secrets."), {}, {}};
    f.fleet.put(entry);
    QCOMPARE(f.label("messageTitle"), QStringLiteral("No driver rollout on prod-eu"));
    QCOMPARE(f.label("freshness"), QStringLiteral("refused"));
    f.source()->setRefusal(Error{Error::Code::Forbidden, QStringLiteral("You may not list nodes."), {}, {}});
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("You lack permission to read the nodes of prod-eu"));
    f.source()->setRefusal({});
    fillMidWindow(*f.source());
    QTRY_VERIFY(f.board()->isVisible());
}

void RolloutMessagesTest::whatMayNotBeReadIsNoClusterWithoutARollout()
{
    RolloutFixture f;
    f.openRollout();
    f.source()->setNotices({QStringLiteral("The state of pods is unknown: forbidden")});
    QTRY_COMPARE(f.label("messageTitle"), QStringLiteral("No driver rollout found on prod-eu"));
    QVERIFY(f.label("messageText").contains(QStringLiteral("may be in progress")));
}

#include "tst_rollout_messages.moc"
} // namespace tst_rollout_messages

CHARTROOM_TEST(tst_rollout_messages, RolloutMessagesTest)
