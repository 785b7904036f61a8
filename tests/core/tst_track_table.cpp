// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/track_table.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_track_table {

namespace {

constexpr int node = 3; ///< its number

NodeTrack trackOf(const QString &component, const QString &label)
{
    NodeTrack track;
    track.node = u"gpu-0"_s;
    track.component = component;
    track.label = label;
    return track;
}

} // namespace

class TrackTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatCameWentOrIsDifferentIsToldAndNothingElse()
    {
        TrackTable table;
        const TrackKey gpu{u"gpu-0"_s, u"gpu"_s};
        const TrackKey ib{u"gpu-0"_s, u"ib"_s};
        QCOMPARE(changed(table, {trackOf(u"gpu"_s, u"one"_s), trackOf(u"ib"_s, u"one"_s)}),
                 (QList<TrackKey>{gpu, ib}));
        QCOMPARE(table.keys(), (QList<TrackKey>{gpu, ib}));
        const NodeTrack *before = table.find(node, u"ib"_s);
        QCOMPARE(changed(table, {trackOf(u"gpu"_s, u"two"_s), trackOf(u"ib"_s, u"one"_s)}),
                 QList<TrackKey>{gpu});
        QCOMPARE(table.find(node, u"gpu"_s)->label, u"two"_s);
        QCOMPARE(table.of(node).size(), 2);
        QCOMPARE(table.find(node, u"ib"_s), before); // the very same
        QCOMPARE(changed(table, {trackOf(u"gpu"_s, u"two"_s), trackOf(u"ib"_s, u"one"_s)}),
                 QList<TrackKey>());
        QCOMPARE(changed(table, {trackOf(u"ib"_s, u"one"_s)}), QList<TrackKey>{gpu});
        QCOMPARE(table.find(node, u"gpu"_s), nullptr);
        QCOMPARE(changed(table, {}), QList<TrackKey>{ib});
        QVERIFY(table.keys().isEmpty() && table.of(node).isEmpty() && !table.find(node, u"ib"_s));
        QVERIFY(table.of(-1).isEmpty() && !table.find(-1, u"ib"_s) && !table.find(99, u"ib"_s));
    }

    void aCopyStaysAsItWas()
    {
        TrackTable table;
        changed(table, {trackOf(u"gpu"_s, u"one"_s)});
        const SharedTracks copy = table.all();
        changed(table, {trackOf(u"gpu"_s, u"two"_s), trackOf(u"ib"_s, u"one"_s)});
        QCOMPARE(sortedTracks(copy), QList<NodeTrack>{trackOf(u"gpu"_s, u"one"_s)});
        QCOMPARE(sortedTracks(table.all()).size(), 2);
    }

    void whatIsReplacedIsGivenBack()
    {
        TrackTable table;
        changed(table, {trackOf(u"gpu"_s, u"one"_s)});
        const NodeTrack *before = table.find(node, u"gpu"_s);
        TrackTable::Change change = table.changeOf(node, shared({trackOf(u"gpu"_s, u"two"_s)}));
        QList<TrackKey> keys;
        table.take(change, keys);
        QCOMPARE(change.tracks.first().get(), before);
    }

private:
    static QList<SharedTrack> shared(const QList<NodeTrack> &tracks)
    {
        QList<SharedTrack> made;
        for (const NodeTrack &track : tracks)
            made.append(std::make_shared<const NodeTrack>(track));
        return made;
    }
    static QList<TrackKey> changed(TrackTable &table, const QList<NodeTrack> &fresh)
    {
        QList<TrackKey> keys;
        table.replace(node, shared(fresh), keys);
        return keys;
    }
};

#include "tst_track_table.moc"
} // namespace tst_track_table

CHARTROOM_TEST(tst_track_table, TrackTableTest)
