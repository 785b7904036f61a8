// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/pace_store.h"

#include <QStringList>
#include <QTest>
#include <QTimer>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

/// Says who asks for what is so now.
struct Asked
{
    explicit Asked(QStringList *all, const QString &name)
        : store([this, all, name]() -> std::optional<QList<PaceInput>> {
            all->append(name);
            if (!isComplete)
                return std::nullopt;
            return QList<PaceInput>();
        })
    {}
    [[nodiscard]] bool isReady()
    {
        store.start();
        return QTest::qWaitFor([this] { return store.isReady(); });
    }

    bool isComplete = true;
    PaceStore store;
};

} // namespace

class PaceStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsOfAnotherMomentIsAskedForFirst()
    {
        QStringList asked;
        Asked touched(&asked, u"touched"_s);
        Asked wound(&asked, u"wound"_s);
        QVERIFY(touched.isReady() && wound.isReady());
        asked.clear();
        touched.store.touch();
        wound.store.touch(); // a timer that runs is made shorter
        wound.store.wind();
        QTRY_COMPARE(asked, (QStringList{u"wound"_s, u"touched"_s}));
    }

    void itStaysOfAnotherMomentUntilAllIsComplete()
    {
        QStringList asked;
        Asked touched(&asked, u"touched"_s);
        Asked wound(&asked, u"wound"_s);
        QVERIFY(touched.isReady() && wound.isReady());
        asked.clear();
        wound.isComplete = false;
        wound.store.wind();
        QTRY_COMPARE(asked, QStringList{u"wound"_s});
        touched.store.touch();
        wound.store.touch();
        QTRY_COMPARE(asked, (QStringList{u"wound"_s, u"wound"_s, u"touched"_s}));
    }

    void whoWindsOnIsAskedLaterButIsAsked()
    {
        QStringList asked;
        Asked rests(&asked, u"rests"_s);
        Asked windsOn(&asked, u"winds on"_s);
        QVERIFY(rests.isReady() && windsOn.isReady());
        asked.clear();
        QTimer hand;
        connect(&hand, &QTimer::timeout, &windsOn.store, &PaceStore::wind);
        windsOn.store.wind();
        rests.store.wind();
        hand.start(50);
        QTRY_COMPARE(asked, (QStringList{u"rests"_s, u"winds on"_s}));
    }

    void nothingIsAskedAfterTheStop()
    {
        QStringList asked;
        Asked stopped(&asked, u"stopped"_s);
        Asked other(&asked, u"other"_s);
        QVERIFY(stopped.isReady() && other.isReady());
        stopped.store.stop();
        asked.clear();
        stopped.store.wind();
        other.store.touch();
        QTRY_COMPARE(asked, QStringList{u"other"_s});
    }
};

QTEST_GUILESS_MAIN(PaceStoreTest)
#include "tst_pace_store.moc"
