// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/recovery_samples.h"
#include "tests/support/scripted_releases.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ways_back {

using recovery_samples::entry;
using recovery_samples::journalUntil;
using recovery_samples::kindsOf;
using recovery_samples::moment;
using recovery_samples::operation;
using recovery_samples::order;
using recovery_samples::release;

namespace {

using Kind = NextMove::Kind;

ReleaseBuilder revision(int number, const QString &status = u"deployed"_s)
{
    ReleaseBuilder builder;
    builder.namespaceName = u"tenant-a"_s;
    builder.revision = number;
    builder.status = status;
    return builder;
}

} // namespace

/// What the records of a release's revisions tell of who made them, and to which one a way leads back.
class WaysBackTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachRevisionTellsWhichOperationMadeIt()
    {
        ScriptedTransport transport;
        transport.answer(
            u"/api/v1/namespaces/tenant-a/secrets"_s,
            R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"items":[)"
            R"({"metadata":{"uid":"a","namespace":"tenant-a","name":"sh.helm.release.v1.gpu-operator.v1",)"
            R"("labels":{"owner":"helm","name":"gpu-operator","version":"1","status":"superseded","chartroom-operation":"first"}}},)"
            R"({"metadata":{"uid":"b","namespace":"tenant-a","name":"sh.helm.release.v1.gpu-operator.v2",)"
            R"("labels":{"owner":"helm","name":"gpu-operator","version":"2","status":"deployed"}}}]})");
        const ReleaseBuilder builder = revision(2);
        const QString newest = u"/api/v1/namespaces/tenant-a/secrets/"_s + builder.objectName();
        transport.answer(newest, builder.object());
        const auto reading = readTruth(&transport, release({}).key, this);
        QTRY_VERIFY(reading.isFinished());
        QVERIFY2(reading.result().has_value(),
                 reading.result() ? "" : qPrintable(reading.result().error().message));
        QCOMPARE(reading.result()->operations, (QHash<int, QString>{{1, u"first"_s}}));
        // It may go away in between: then the release is not gone.
        transport.answer(newest, Error{Error::Code::NotFound, u"No such secret."_s, {}, {}});
        const auto again = readTruth(&transport, release({}).key, this);
        QTRY_VERIFY(again.isFinished());
        QCOMPARE(again.result().error().code, Error::Code::Gone);
    }

    void faults45And46TheDoctorHasAWayOutOfEachState_data()
    {
        QTest::addColumn<QList<RevisionEntry>>("revisions");
        QTest::addColumn<QList<int>>("moves");
        using S = ReleaseStatus;
        const auto row = [](const char *name, const QList<RevisionEntry> &revisions,
                            const QList<Kind> &moves) {
            QList<int> kinds;
            for (const Kind kind : moves)
                kinds.append(int(kind));
            QTest::newRow(name) << revisions << kinds;
        };
        constexpr int days = 3 * 24 * 60;
        row("settled", {entry(2, S::Deployed), entry(1, S::Superseded)}, {});
        row("young", {entry(2, S::PendingUpgrade, 3), entry(1, S::Deployed)}, {Kind::Wait});
        row("cut upgrade", {entry(2, S::PendingUpgrade, days), entry(1, S::Deployed)}, {Kind::Rollback});
        row("cut rollback",
            {entry(3, S::PendingRollback, days), entry(2, S::Failed), entry(1, S::Superseded)},
            {Kind::Rollback});
        row("cut upgrade, nothing kept", {entry(9, S::PendingUpgrade, days)}, {Kind::ByHand});
        row("cut install", {entry(1, S::PendingInstall, days)}, {Kind::Uninstall});
        row("cut uninstall", {entry(1, S::Uninstalling, days)}, {Kind::Uninstall});
        row("failed over deployed", {entry(2, S::Failed), entry(1, S::Deployed)},
            {Kind::Upgrade, Kind::Rollback});
        row("failed at first", {entry(1, S::Failed)}, {Kind::Upgrade, Kind::Uninstall});
        row("failed twice at first", {entry(2, S::Failed), entry(1, S::Failed)},
            {Kind::Upgrade, Kind::Uninstall});
        row("failed rollback", {entry(2, S::Failed), entry(1, S::Superseded)},
            {Kind::Upgrade, Kind::Rollback});
        row("two deployed", {entry(1, S::Deployed), entry(0, S::Deployed)}, {Kind::Rollback});
        row("unclear", {entry(1, S::Unknown)}, {Kind::ByHand});
    }
    void faults45And46TheDoctorHasAWayOutOfEachState()
    {
        QFETCH(QList<RevisionEntry>, revisions);
        QFETCH(QList<int>, moves);
        const Release one = release(revisions);
        const QList<NextMove> found = movesFrom(situationOf(one, moment()), one);
        QCOMPARE(kindsOf(found), moves);
        for (const NextMove &move : found)
            QVERIFY(move.kind != Kind::Rollback || move.toRevision == 1);
    }

    void fault45WhoWroteTheCutRevisionLastIsTold()
    {
        ScriptedTransport transport;
        auto *server = new ScriptedReleases(&transport);
        server->put(revision(1));
        const ReleaseBuilder builder = revision(2, u"pending-upgrade"_s);
        server->put(builder);
        QByteArray object = builder.object();
        object.replace("\"metadata\":{",
                       "\"metadata\":{\"managedFields\":["
                       "{\"manager\":\"helm\",\"operation\":\"Update\",\"time\":\"2026-11-18T03:00:00Z\"},"
                       "{\"manager\":\"terraform-provider-helm\",\"operation\":\"Update\","
                       "\"time\":\"2026-11-18T03:02:00Z\"}],");
        transport.answer(u"/api/v1/namespaces/tenant-a/secrets/"_s + builder.objectName(), object);
        const auto reading = readWayBack(&transport, release({}).key, this);
        QTRY_VERIFY(reading.isFinished());
        QVERIFY(reading.result().has_value());
        QCOMPARE(
            recordEvidence(*reading.result()),
            QStringList{
                u"The record of revision 2 was last written by terraform-provider-helm at 2026-11-18T03:02:00Z."_s});
    }

    void fault47OnlyARevisionThatDecodesIsOfferedToGoBackTo_data()
    {
        QTest::addColumn<QList<int>>("damaged");
        QTest::addColumn<QList<int>>("unreadable");
        QTest::addColumn<int>("move");
        QTest::addColumn<int>("toRevision");
        QTest::newRow("all decode") << QList<int>{} << QList<int>{} << int(Kind::Rollback) << 3;
        QTest::newRow("the last does not") << QList<int>{3} << QList<int>{3} << int(Kind::Rollback) << 1;
        QTest::newRow("an older one does not") << QList<int>{1} << QList<int>{} << int(Kind::Rollback) << 3;
        QTest::newRow("none does") << QList<int>{1, 3} << QList<int>{3, 1} << int(Kind::ByHand) << 0;
    }
    void fault47OnlyARevisionThatDecodesIsOfferedToGoBackTo()
    {
        QFETCH(QList<int>, damaged);
        ScriptedTransport transport;
        auto *server = new ScriptedReleases(&transport);
        for (const ReleaseBuilder &builder :
             {revision(1, u"superseded"_s), revision(3), revision(4, u"failed"_s),
              revision(5, u"pending-upgrade"_s)}) { // revision 2 was pruned
            server->put(builder);
            if (damaged.contains(builder.revision))
                server->corrupt(builder, "@@@@");
        }
        const auto reading = readWayBack(&transport, release({}).key, this);
        QTRY_VERIFY(reading.isFinished());
        const Result<ReleaseTruth> found = reading.result();
        QVERIFY(found.has_value());
        QTEST(found->unreadable, "unreadable");
        QCOMPARE(recordEvidence(*found).size(), found->unreadable.size());
        OperationHeader ours = order();
        ours.plannedOn = 4;
        ReleaseTruth stored = *found;
        stored.operation = operation;
        const Recovery recovery = recoveryFrom(ours, journalUntil(u"Helm"_s), false, {}, stored, moment());
        QCOMPARE(recovery.moves.size(), 1);
        QTEST(int(recovery.moves[0].kind), "move");
        QTEST(recovery.moves[0].toRevision, "toRevision");
        for (const int number : found->unreadable)
            QVERIFY(recovery.known.join(u' ').contains(u"cannot roll back to revision %1"_s.arg(number)));
    }

    void fault47WhatCannotBeReadNowIsNotCalledDamaged()
    {
        ScriptedTransport transport;
        auto *server = new ScriptedReleases(&transport);
        server->put(revision(1));
        server->put(revision(2, u"failed"_s));
        const QString first = u"/api/v1/namespaces/tenant-a/secrets/"_s + revision(1).objectName();
        transport.answerOnce(first, Error{Error::Code::Unreachable, u"No route."_s, {}, {}});
        const auto reading = readWayBack(&transport, release({}).key, this);
        QTRY_VERIFY(reading.isFinished());
        QCOMPARE(reading.result().error().code, Error::Code::Unreachable);
    }
};

#include "tst_ways_back.moc"
} // namespace tst_ways_back

CHARTROOM_TEST(tst_ways_back, WaysBackTest)
