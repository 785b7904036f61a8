// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QEnterEvent>
#include <QLayout>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_message_view {

class MessageViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLikeliestAnswerHasTheKeyboard();
    void aProgramIsNotAllowedByEnterAlone();
    void underThePointerItsWordsCanBeSelectedAndStayInPlace();
    void aSentenceGetsTheRoomThatItNeedsAtEachWidth();
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

// S3: consent takes more than a stray key.
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

void MessageViewTest::underThePointerItsWordsCanBeSelectedAndStayInPlace()
{
    WindowFixture f;
    FleetEntry entry;
    entry.name = QStringLiteral("prod-eu");
    entry.state = ClusterSession::State::Failed;
    entry.problem = {
        Error::Code::Unreachable,
        QStringLiteral("Nobody answers at a-server-of-a-long-name.example.com:6443 although it was "
                       "asked three times; the API server may be down or restarting."),
        {},
        {}};
    f.fleet.put(entry);
    f.open();
    auto *words = f.message()->findChild<QLabel *>(QStringLiteral("messageText"));
    const QRect place = words->geometry();
    QVERIFY(place.height() > 2 * words->fontMetrics().height());
    QEnterEvent enter(QPointF(2, 2), QPointF(2, 2), QPointF(2, 2));
    QApplication::sendEvent(words, &enter);
    QVERIFY(words->textInteractionFlags() & Qt::TextSelectableByMouse);
    words->setSelection(0, 6);
    QCOMPARE(words->selectedText(), QStringLiteral("Nobody"));
    words->window()->layout()->activate();
    QCoreApplication::sendPostedEvents();
    QCOMPARE(words->geometry(), place);
}

void MessageViewTest::aSentenceGetsTheRoomThatItNeedsAtEachWidth()
{
    TextLabel label(QStringLiteral("The record of the release is read, and then its owner is said here."));
    label.setWordWrap(true);
    const auto fits = [&label] {
        for (int width = 400; width > 40; --width)
            if (label.heightForWidth(width) != label.QLabel::heightForWidth(width))
                return false;
        return true;
    };
    QVERIFY(fits());
    const int before = label.heightForWidth(200);
    QFont large = label.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    label.setFont(large);
    QVERIFY(label.heightForWidth(200) > before);
    QVERIFY(fits());
    const int larger = label.heightForWidth(200);
    label.setText(label.text() + label.text());
    QVERIFY(label.heightForWidth(200) > larger);
    QVERIFY(fits());
}

#include "tst_message_view.moc"
} // namespace tst_message_view

CHARTROOM_TEST(tst_message_view, MessageViewTest)
