// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"

using namespace chartroom;
using namespace chartroom::test;

class MessageViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLikeliestAnswerHasTheKeyboard();
    void aProgramIsNotAllowedByEnterAlone();
};

void MessageViewTest::theLikeliestAnswerHasTheKeyboard()
{
    WindowFixture f;
    FleetEntry entry;
    entry.name = QStringLiteral("prod-eu");
    f.fleet.put(entry);
    f.open();
    f.press(Qt::Key_Return);
    QCOMPARE(f.fleet.calls, QStringList{QStringLiteral("connect prod-eu")});
    entry.state = ClusterSession::State::Failed;
    entry.problem = {Error::Code::Unreachable, QStringLiteral("Nobody answers."), {}, {}};
    f.fleet.put(entry);
    f.press(Qt::Key_Return);
    QCOMPARE(f.fleet.calls.last(), QStringLiteral("retry prod-eu"));
    fillWithAddons(*f.fleet.addLive(QStringLiteral("prod-eu")));
    QTRY_VERIFY(f.table()->hasFocus());
}

void MessageViewTest::aProgramIsNotAllowedByEnterAlone()
{
    WindowFixture f;
    FleetEntry entry;
    entry.name = QStringLiteral("prod-eu");
    f.fleet.put(entry);
    f.open();
    entry.state = ClusterSession::State::Failed;
    entry.problem = {Error::Code::NeedsConsent, QStringLiteral("It wants to run a program."), {}, {}};
    entry.credentialCommand = QStringLiteral("/usr/bin/crusoe token");
    f.fleet.put(entry);
    f.press(Qt::Key_Return);
    f.press(Qt::Key_Space);
    QCOMPARE(f.fleet.calls, QStringList());
}

QTEST_MAIN(MessageViewTest)
#include "tst_message_view.moc"
