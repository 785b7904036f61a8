// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_store.h"
#include "tests/support/test_main.h"

#include <QStringList>
#include <QTest>
#include <QTimer>

using namespace chartroom;
using namespace Qt::StringLiterals;

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
        return QTest::qWaitFor([this] { return store.isReady(); });
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
