// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exit_code.h"
#include "app/verbs/capture_verb.h"
#include "core/base/moments.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/helm_process.h"
#include "tests/core/recover_fixture.h"
#include "tests/support/invariants.h"
#include "tests/support/labelled_nodes.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_recover_verb {

class RecoverVerbTest : public QObject, private RecoverFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { m_verb.reset(); }

    void fault53AHelmThatEndsWhileTheClusterAnswersHasNotDoneNothing()
    {
        cutInHelm();
        CommandLine sleeping;
        sleeping.program = u"/bin/sleep"_s;
        sleeping.arguments = {u"60"_s};
        sleeping.environment = {{operationVariable.toString(), m_id}};
        std::unique_ptr<CommandStream> helm(m_runner.stream(sleeping, nullptr));
        QTRY_VERIFY(findHelm(m_id).isRunning());
        m_transport->hold();
        start();
        QTRY_COMPARE(m_transport->heldCount(), 1);
        helm.reset(); // it stores its revision after the server has answered
        QTRY_VERIFY(!findHelm(m_id).isRunning());
        m_transport->release();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"end"_s].isNull(), m_printed.constData());
        QCOMPARE(entries[0][u"moves"_s][0][u"move"_s].toString(), u"wait"_s);
        QVERIFY(isStillOpen());
    }

    /// Whoever's helm: once it was looked for, what it stored is read.
    void whatAHelmStoresAsItIsLookedForIsNotOverlooked_data()
    {
        QTest::addColumn<bool>("isAsked"); // for the release; else it is that of an open journal
        QTest::newRow("the release") << true;
        QTest::newRow("an operation of this machine") << false;
    }
    void whatAHelmStoresAsItIsLookedForIsNotOverlooked()
    {
        QFETCH(bool, isAsked);
        if (isAsked)
            m_asked = u"tenant-a/gpu-operator"_s;
        else
            cutInHelm();
        replaceBy(u"pending-upgrade"_s);
        const ReleaseKey key{u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        m_transport->answer(leaseRequest(key).path, [this](const Request &) -> Result<Response> {
            put(3, u"deployed"_s);
            return failure(Error::Code::NotFound, u"There is no lease."_s);
        });
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"known"_s][0].toString().contains(u"deployed"_s), m_printed.constData());
        QVERIFY(!m_printed.contains("rollback"));
    }

    /// One timeout is all that a cluster that is away costs.
    void aClusterThatDoesNotAnswerIsAskedOnce_data()
    {
        QTest::addColumn<bool>("isAsked");         // for the release; else it is that of an open journal
        QTest::addColumn<int>("requests");         // at once
        QTest::newRow("the release") << true << 2; // in Secrets and in ConfigMaps
        QTest::newRow("an operation of this machine") << false << 1;
    }
    void aClusterThatDoesNotAnswerIsAskedOnce()
    {
        QFETCH(bool, isAsked);
        QFETCH(int, requests);
        if (isAsked)
            m_asked = u"tenant-a/gpu-operator"_s;
        else
            cutInHelm();
        for (const QString &kind : {u"secrets"_s, u"configmaps"_s})
            m_transport->answer(u"/api/v1/namespaces/tenant-a/"_s + kind,
                                Error{Error::Code::Timeout, u"It does not answer."_s, {}, {}});
        m_transport->hold();
        start();
        QTRY_COMPARE(m_transport->heldCount(), requests);
        m_transport->release();
        QCOMPARE(told().size(), isAsked ? 0 : 1);
        QVERIFY2(m_printed.contains("It does not answer."), m_printed.constData());
        QCOMPARE(m_transport->gets().size(), requests);
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(isAsked ? NoAccess : Found));
    }

    void whoElseIsAtWorkIsAskedOnlyWhereThatCounts_data()
    {
        QTest::addColumn<bool>("isBegun"); // the helm of the operation
        QTest::newRow("pending") << true;
        QTest::newRow("never started") << false;
    }
    void whoElseIsAtWorkIsAskedOnlyWhereThatCounts()
    {
        QFETCH(bool, isBegun);
        std::unique_ptr<Journal> journal = begunJournal();
        if (isBegun)
            write(*journal, u"Helm"_s);
        journal.reset();
        replaceBy(u"pending-upgrade"_s);
        start();
        QCOMPARE(told().size(), 1);
        const ReleaseKey key{u"tenant-a"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
        QCOMPARE(m_transport->getCount(leaseRequest(key).path), isBegun ? 1 : 0);
        QCOMPARE(m_transport->getCount(u"/api/v1/namespaces/tenant-a/secrets"_s), isBegun ? 2 : 1);
    }

    void fault53WhatChartroomWroteBeforeItDiedIsNotOverlooked()
    {
        std::unique_ptr<Journal> journal = begunJournal();
        m_transport->hold();
        start();
        QTRY_COMPARE(m_transport->heldCount(), 1);
        write(*journal, u"Helm"_s);
        journal.reset();
        m_transport->release();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"end"_s].isNull(), m_printed.constData());
        QVERIFY(isStillOpen());
    }

    void whatWasCutAndThenMendedIsToldOnceMoreAndClosed()
    {
        cutInHelm();
        put(3, u"pending-upgrade"_s);
        put(4, u"deployed"_s); // by the rollback that recover named
        start();
        QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"end"_s].isString(), m_printed.constData());
        QVERIFY(!isStillOpen());
        m_verb.reset();
        connectSession();
        start();
        QCOMPARE(told().size(), 0);
    }

    /// It was cut after helm had ended well: what runs is told until somebody has checked it.
    void whatWasNotVerifiedIsToldUntilItIsChecked_data()
    {
        QTest::addColumn<bool>("isChecked"); // else another revision was deployed since
        QTest::newRow("checked by a person") << true;
        QTest::newRow("changed since") << false;
    }
    void whatWasNotVerifiedIsToldUntilItIsChecked()
    {
        QFETCH(bool, isChecked);
        write(*begunJournal(
                  m_id, {{u"kind"_s, Value(u"rollback"_s)}, {u"toRevision"_s, Value(Value::Number{u"1"_s})}}),
              u"Helm"_s);
        const auto putOurs = [this] {
            put(2, u"superseded"_s);
            ReleaseBuilder builder;
            builder.namespaceName = u"tenant-a"_s;
            builder.revision = 3;
            builder.description = u"Rollback to 1"_s;
            m_releases->put(builder);
        };
        qsizetype bytes = 0;
        for (int time = 0; time < 3; ++time) {
            m_verb.reset();
            connectSession();
            putOurs();
            start();
            const QJsonArray entries = told();
            QCOMPARE(entries.size(), 1);
            QVERIFY2(entries[0][u"verifying"_s].toBool(), m_printed.constData());
            QVERIFY(m_printed.contains("--close"));
            QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
            QVERIFY(!isStillOpen());
            QVERIFY(awaitsCheck(*readJournal(folder())));
            const qsizetype now = bytesOf(folder() + u"/journal"_s).size();
            QVERIFY(time == 0 || now == bytes); // it is noted once
            bytes = now;
        }
        m_verb.reset();
        if (isChecked) {
            Invocation invocation;
            invocation.verb = VerbName::Recover;
            invocation.release = m_id;
            invocation.close = true;
            QVERIFY(CaptureVerb::isMeantBy(invocation));
            for (const int status : {int(Done), int(exitCode(Error{Error::Code::Invalid, {}, {}, {}}))}) {
                CaptureVerb close(invocation, m_console.get(), &m_clock, nullptr, operations());
                const QSignalSpy finished(&close, &Verb::finished);
                close.start();
                QCOMPARE(finished.at(0).at(0).toInt(), status);
            }
            QVERIFY(!wasVerified(*readJournal(folder())));
        }
        connectSession();
        putOurs();
        if (!isChecked)
            put(4, u"deployed"_s);
        start();
        QCOMPARE(told().size(), isChecked ? 0 : 1);
        QVERIFY(!awaitsCheck(*readJournal(folder())));
    }

    /// A colleague's helm was killed, or is at work: this machine has no journal of it.
    void whatIsPendingBySomebodyElseIsFound_data()
    {
        QTest::addColumn<QString>("status3"); // "": there is none
        QTest::addColumn<QString>("status4");
        QTest::addColumn<bool>("isYoung"); // half an hour old
        QTest::addColumn<bool>("isFound");
        QTest::newRow("settled") << QString() << QString() << false << false;
        QTest::newRow("pending") << u"pending-upgrade"_s << QString() << false << true;
        QTest::newRow("being uninstalled") << u"uninstalling"_s << QString() << false << true;
        QTest::newRow("mended since") << u"pending-upgrade"_s << u"deployed"_s << false << false;
        QTest::newRow("below the deployed one") << u"pending-upgrade"_s << u"deployed"_s << true << true;
        QTest::newRow("below a failed one") << u"pending-upgrade"_s << u"failed"_s << true << true;
    }
    void whatIsPendingBySomebodyElseIsFound()
    {
        QFETCH(QString, status3);
        QFETCH(QString, status4);
        QFETCH(bool, isYoung);
        QFETCH(bool, isFound);
        const QDateTime then = m_clock.now();
        const auto back = qScopeGuard([this, then] { m_clock.advance(timeBetween(m_clock.now(), then)); });
        if (isYoung)
            m_clock.advance(timeBetween(then, QDateTime({2026, 8, 1}, {8, 30}, Qt::UTC)));
        if (!status3.isEmpty())
            put(3, status3);
        if (!status4.isEmpty())
            put(4, status4);
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), isFound ? 1 : 0);
        if (isFound) {
            QVERIFY(entries[0][u"operation"_s].isNull());
            QCOMPARE(entries[0][u"context"_s].toString(), u"cmk"_s);
            QCOMPARE(entries[0][u"namespace"_s].toString(), u"tenant-a"_s);
            QCOMPARE(entries[0][u"release"_s].toString(), u"gpu-operator"_s);
            QCOMPARE(entries[0][u"pending"_s].toString(), status3);
            const QString words = u": revision 3, %1 since "_s.arg(status3);
            QVERIFY2(entries[0][u"known"_s][0].toString().contains(words), m_printed.constData());
            QVERIFY(entries[0][u"end"_s].isNull());
            QCOMPARE(entries[0][u"moves"_s].toArray(), QJsonArray()); // the release has to be asked for
        }
        QVERIFY2(m_printed.contains("No operation of this machine was cut off."), m_printed.constData());
        QCOMPARE(m_printed.contains("chartroom recover tenant-a/gpu-operator --context cmk"), isFound);
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(isFound ? Found : Done));
    }

    /// The window has a field for it: its move says no option.
    void theOptionForTheReasonIsSaidWhereSomebodyMayBeAtWork()
    {
        const QDateTime then = m_clock.now();
        const auto back = qScopeGuard([this, then] { m_clock.advance(timeBetween(m_clock.now(), then)); });
        m_clock.advance(timeBetween(then, QDateTime({2026, 8, 1}, {8, 30}, Qt::UTC)));
        m_asked = u"tenant-a/gpu-operator"_s;
        put(2, u"superseded"_s);
        put(3, u"pending-upgrade"_s);
        start();
        const QJsonValue move = told()[0][u"moves"_s][0];
        QCOMPARE(move[u"move"_s].toString(), u"wait"_s);
        QVERIFY2(move[u"text"_s].toString().endsWith(u"It is given with --reason pending=TEXT."_s),
                 m_printed.constData());
    }

    /// Of the cluster only the namespace tenant-a may be listed.
    void whatIsPendingIsFoundWhereOnlyANamespaceMayBeListed_data()
    {
        QTest::addColumn<QString>("status3");
        QTest::addColumn<QString>("context"); // its namespace
        QTest::addColumn<QString>("named");   // with -n
        QTest::addColumn<int>("code");
        const QString open = u"pending-upgrade"_s;
        QTest::newRow("pending in the context's") << open << u"tenant-a"_s << QString() << int(Found);
        QTest::newRow("pending in that of -n") << open << QString() << u"tenant-a"_s << int(Found);
        QTest::newRow("nothing known elsewhere") << QString() << u"tenant-a"_s << QString() << int(NotDone);
        QTest::newRow("nothing asked elsewhere") << QString() << QString() << u"tenant-a"_s << int(Done);
        QTest::newRow("nothing listed") << open << u"tenant-b"_s << QString() << int(NoAccess);
        QTest::newRow("another one asked") << open << u"tenant-a"_s << u"tenant-b"_s << int(NoAccess);
    }
    void whatIsPendingIsFoundWhereOnlyANamespaceMayBeListed()
    {
        QFETCH(QString, status3);
        QFETCH(QString, context);
        QFETCH(QString, named);
        QFETCH(int, code);
        m_contextNamespace = context;
        m_namespace = named;
        connectSession();
        if (!status3.isEmpty())
            put(3, status3);
        m_releases->allowOnly({u"tenant-a"_s}, false);
        start();
        QCOMPARE(told().size(), code == Found ? 1 : 0);
        QVERIFY2(m_finished->at(0).at(0).toInt() == code, m_printed.constData());
        QCOMPARE(m_printed.contains("chartroom recover tenant-a/gpu-operator --context cmk"), code == Found);
        const bool isAll = named == u"tenant-a";
        QCOMPARE(m_printed.contains("kept in Secrets are pending"), !isAll);
        QCOMPARE(m_printed.contains("outside namespace tenant-a"),
                 !isAll && (code == Found || code == NotDone));
    }

    void whatIsPendingIsFoundWhereOneKindOfRecordMayNotBeListed()
    {
        put(3, u"pending-upgrade"_s);
        m_transport->answer(u"/api/v1/configmaps"_s,
                            Error{Error::Code::Forbidden, u"configmaps is forbidden"_s, {}, {}});
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries[0][u"pending"_s].toString(), u"pending-upgrade"_s);
        QVERIFY(m_printed.contains("chartroom recover tenant-a/gpu-operator --context cmk"));
        QVERIFY(m_printed.contains("kept in ConfigMaps are pending"));
        QVERIFY(!m_printed.contains("kept in Secrets are pending"));
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
    }

    void aJournalThatCannotBeJudgedIsFound_data()
    {
        QTest::addColumn<QString>("step"); // of the line behind the damaged first one; "": none
        QTest::addColumn<bool>("isNoFile");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("helm was begun") << u"Helm"_s << false << true;
        QTest::newRow("nodes were held back") << u"Hold"_s << false << true;
        QTest::newRow("the release was only read") << u"Check"_s << false << false;
        QTest::newRow("nothing else") << QString() << false << false;
        QTest::newRow("it cannot be opened") << QString() << true << true;
    }
    void aJournalThatCannotBeJudgedIsFound()
    {
        QFETCH(QString, step);
        QFETCH(bool, isNoFile);
        QFETCH(bool, isFound);
        std::unique_ptr<Journal> journal = begunJournal();
        if (!step.isEmpty())
            write(*journal, step);
        journal.reset();
        QFile file(folder() + u"/journal"_s);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        text[10] = '~';
        file.resize(0);
        file.seek(0);
        file.write(text);
        file.close();
        if (isNoFile) {
            QVERIFY(file.remove());
            QVERIFY(QDir().mkpath(file.fileName()));
        }
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), isFound ? 1 : 0);
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(isFound ? Found : Done));
        if (isFound) {
            QCOMPARE(entries[0][u"operation"_s].toString(), m_id);
            QVERIFY(entries[0][u"unknown"_s][0].toString().startsWith(folder()));
        }
        QCOMPARE(m_printed.contains("No operation of this machine was cut off."), !isFound);
    }

    void aDamagedLineThatWasHelmsIsNotTakenForNothingDone()
    {
        std::unique_ptr<Journal> journal = begunJournal();
        const qsizetype before = bytesOf(folder() + u"/journal"_s).size();
        write(*journal, u"Helm"_s);
        journal.reset();
        QFile file(folder() + u"/journal"_s);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(before + 10) && file.write("~") == 1);
        file.close();
        put(3, u"pending-upgrade"_s);
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1);
        QVERIFY2(entries[0][u"end"_s].isNull(), m_printed.constData());
        QVERIFY(!m_printed.contains("never started"));
        QVERIFY(isStillOpen());
    }

    void fault48AReleaseIsFoundWhereverItIsStored_data()
    {
        QTest::addColumn<ReleaseStorage>("storage");
        QTest::addColumn<QStringList>("kubeconfigs");
        QTest::addColumn<QString>("command");
        const QString uninstall = u"helm uninstall portal --namespace tenant-a --kube-context cmk"_s;
        QTest::newRow("secrets") << ReleaseStorage::Secret << QStringList() << uninstall;
        QTest::newRow("config maps") << ReleaseStorage::ConfigMap << QStringList()
                                     << u"HELM_DRIVER=configmap "_s + uninstall;
        QTest::newRow("another kubeconfig")
            << ReleaseStorage::Secret << QStringList{u"/lab"_s} << u"KUBECONFIG=/lab "_s + uninstall;
    }
    void fault48AReleaseIsFoundWhereverItIsStored()
    {
        QFETCH(ReleaseStorage, storage);
        QFETCH(QStringList, kubeconfigs);
        m_kubeconfigs = kubeconfigs;
        connectSession();
        ReleaseBuilder builder;
        builder.namespaceName = u"tenant-a"_s;
        builder.name = u"portal"_s;
        builder.status = u"pending-install"_s;
        builder.storage = storage;
        m_releases->put(builder);
        m_asked = u"tenant-a/portal"_s;
        start();
        const QJsonArray entries = told();
        QVERIFY2(entries.size() == 1, m_printed.constData());
        QTEST(entries[0][u"moves"_s][0][u"command"_s].toString(), "command");
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
    }

    /// Else "revision 3 is the newest, deployed" is all that is said of one that nobody has verified.
    void whatWasCutOffIsToldWhereItsReleaseIsAskedFor_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("its release") << u"tenant-a/gpu-operator"_s << true;
        QTest::newRow("another release") << u"tenant-a/portal"_s << false;
    }
    void whatWasCutOffIsToldWhereItsReleaseIsAskedFor()
    {
        QFETCH(QString, asked);
        QFETCH(bool, isTold);
        cutInHelm();
        put(3, u"pending-upgrade"_s);
        ReleaseBuilder builder;
        builder.namespaceName = u"tenant-a"_s;
        builder.name = u"portal"_s;
        m_releases->put(builder);
        m_asked = asked;
        start();
        const QJsonArray entries = told();
        QVERIFY2(isAmong(entries) == isTold, m_printed.constData());
        QCOMPARE(entries.size(), isTold ? 2 : 1);
        QCOMPARE(m_finished->at(0).at(0).toInt(), isTold ? int(Found) : int(Done));
    }

    void aReleaseThatIsNowhereIsAnError()
    {
        m_asked = u"tenant-a/none"_s;
        start();
        QCOMPARE(told().size(), 0);
        QCOMPARE(m_finished->size(), 1);
        QVERIFY2(m_printed.count("Release none does not exist") == 1, m_printed.constData());
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(NotDone));
    }

    void nodesThatAreHeldBackAreNamedWhoeverHoldsThem()
    {
        std::unique_ptr<Journal> journal = begunJournal();
        write(*journal, u"Hold"_s);
        journal.reset();
        const QByteArray nodes = nodeItem(u"gpu-2"_s, u"chartroom-"_s + m_id) + ',' +
                                 nodeItem(u"gpu-3"_s, u"chartroom-20261121t220000z-0000000b"_s) + ',';
        m_transport->answer(u"/api/v1/nodes"_s, [nodes](const Request &request) -> Result<Response> {
            const bool isGpu = request.query.queryItemValue(u"labelSelector"_s).contains(u"gpu");
            return jsonResponse("{\"items\":[" + (isGpu ? nodes.chopped(1) : QByteArray()) + "]}");
        });
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[0][u"heldNodes"_s].toArray(), QJsonArray{u"gpu-2"_s});
        QCOMPARE(entries[0][u"end"_s].toString(), u"notStarted"_s); // helm was not, and so it is closed
        const QJsonArray moves = entries[0][u"moves"_s].toArray();
        QCOMPARE(moves.last()[u"move"_s].toString(), u"unhold"_s);
        QVERIFY(
            moves.last()[u"command"_s].toString().endsWith(u"recover %1 --unhold --context cmk"_s.arg(m_id)));
        QCOMPARE(entries[1][u"heldNodes"_s].toArray(), QJsonArray{u"gpu-3"_s}); // of another machine
        QVERIFY(entries[1][u"unknown"_s][0].toString().contains(u"no journal"_s));
    }

    void whatIsPendingIsToldBeforeWhatEnded_data()
    {
        QTest::addColumn<QString>("pending");
        QTest::addColumn<QString>("ended");
        QTest::newRow("the older") << u"20261121t220000z-00000001"_s << u"20261121t230000z-00000002"_s;
        QTest::newRow("the newer") << u"20261121t230000z-00000002"_s << u"20261121t220000z-00000001"_s;
    }
    void whatIsPendingIsToldBeforeWhatEnded()
    {
        QFETCH(QString, pending);
        QFETCH(QString, ended);
        put(3, u"pending-upgrade"_s); // nobody's, and thus open
        write(*begunJournal(pending), u"Helm"_s);
        begunJournal(ended).reset(); // helm was never started
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[0][u"operation"_s].toString(), pending);
        QVERIFY2(entries[0][u"end"_s].isNull(), m_printed.constData());
        QVERIFY2(entries[0][u"known"_s][0].toString().contains(u"pending-upgrade"_s), m_printed.constData());
        QCOMPARE(entries[1][u"operation"_s].toString(), ended);
        QCOMPARE(entries[1][u"end"_s].toString(), u"notStarted"_s);
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
    }

    void aNodeThatIsHeldBackByNobodyKnowsWhomIsNamed()
    {
        std::unique_ptr<Journal> journal = begunJournal();
        write(*journal, u"Hold"_s, {{u"nodes"_s, Value(Value::List{Value(u"gpu-2"_s)})}});
        write(*journal, u"Finish"_s, {{u"end"_s, Value(u"done"_s)}});
        journal.reset();
        const QByteArray nodes =
            nodeItem(u"gpu-2"_s, u"ancient-changes"_s) + ',' + nodeItem(u"gpu-7"_s, u"ancient-changes"_s);
        m_transport->answer(u"/api/v1/nodes"_s, [nodes](const Request &request) -> Result<Response> {
            const bool isGpu = request.query.queryItemValue(u"labelSelector"_s).contains(u"gpu");
            return jsonResponse("{\"items\":[" + (isGpu ? nodes : QByteArray()) + "]}");
        });
        start();
        const QJsonArray entries = told();
        QCOMPARE(entries.size(), 1); // no operation of this machine wrote gpu-7
        QCOMPARE(entries[0][u"operation"_s].toString(), m_id);
        QVERIFY2(entries[0][u"unknown"_s][0].toString().startsWith(u"gpu-2: the label"_s),
                 m_printed.constData());
        QCOMPARE(entries[0][u"heldNodes"_s].toArray(), QJsonArray());
        QCOMPARE(m_finished->at(0).at(0).toInt(), int(Found));
    }

    void whatAHelmPrintedBeforeIsShownWithoutItsSecrets_data()
    {
        QTest::addColumn<int>("format");
        for (const auto &[name, format] :
             {std::pair("json", OutputFormat::Json), std::pair("table", OutputFormat::Table),
              std::pair("yaml", OutputFormat::Yaml)})
            QTest::newRow(name) << int(format);
    }
    void whatAHelmPrintedBeforeIsShownWithoutItsSecrets() // rule S22
    {
        QFETCH(int, format);
        cutInHelm();
        QFile out(helmOutputFile(folder()));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("Release has been upgraded\n\x1b[31mpassword: " + planted + "\n");
        out.close();
        replaceBy(u"deployed"_s);
        start(OutputFormat(format));
        (void)told();
        QCOMPARE(m_finished->size(), 1);
        QVERIFY2(m_printed.contains("Release has been upgraded"), m_printed.constData());
        QVERIFY(m_printed.contains("••••") && !m_printed.contains('\x1b'));
        Invariants::tellsNothing(QString::fromUtf8(m_printed));
        QVERIFY(!isStillOpen());
        QVERIFY(!bytesOf(helmOutputFile(folder())).contains(planted)); // it is closed now
        QVERIFY(!bytesOf(folder() + u"/journal"_s).contains(planted));
    }
};

#include "tst_recover_verb.moc"
} // namespace tst_recover_verb

CHARTROOM_TEST(tst_recover_verb, RecoverVerbTest)
