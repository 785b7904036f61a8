// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_operation.h"
#include "tests/support/invariants.h"
#include "tests/support/test_main.h"
#include "tests/support/upgrade_bench.h"

#include <QDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_matrix_operation {

using End = OperationResult::End;

namespace {

const QString mapPath = u"/api/v1/namespaces/ops/configmaps/gpu-version-matrix"_s;
const QByteArray before = "current_production: {cuda: '12.6'}\n";
const QByteArray after = "current_production: {cuda: '12.8'}\n";

QByteArray configMap(const QByteArray &text, int version)
{
    const Value metadata(Value::Map{{u"name"_s, Value(u"gpu-version-matrix"_s)},
                                    {u"namespace"_s, Value(u"ops"_s)},
                                    {u"resourceVersion"_s, Value(QString::number(version))}});
    return writeJson(
        Value(Value::Map{{u"metadata"_s, metadata},
                         {u"data"_s, Value(Value::Map{{u"matrix.yaml"_s, Value(QString::fromUtf8(text))}})}}),
        0);
}

} // namespace

/// The matrix goes back into its ConfigMap as all that is written to a cluster: shown first, under the lease,
/// in the journal before and after.
class MatrixOperationTest : public QObject, public UpgradeBench
{
    Q_OBJECT

    std::unique_ptr<MatrixOperation> m_write;
    std::unique_ptr<QSignalSpy> m_prepared;
    QByteArray m_refusal; ///< of an apply; "" for none
    bool m_isTryRefused = false;
    bool m_isStored = true; ///< an apply that is not refused

    [[nodiscard]] Result<CommandOutput> applied(const CommandLine &command)
    {
        const bool isTried = command.arguments.contains(u"--dry-run=server"_s);
        const bool isForced = command.arguments.contains(u"--force-conflicts"_s);
        if (!m_refusal.isEmpty() && isTried == m_isTryRefused && !isForced)
            return CommandOutput{1, {}, m_refusal};
        if (!isTried && m_isStored)
            m_transport->answer(mapPath, configMap(after, 72));
        return CommandOutput{0, configMap(after, 72), {}};
    }
    void start()
    {
        MatrixWriteRequest order{u"promote"_s,
                                 {u"ops"_s, u"gpu-version-matrix"_s, u"matrix.yaml"_s, u"71"_s, after},
                                 {{u"current_production"_s, u"cuda"_s, u"12.6"_s, u"12.8"_s}},
                                 {u"audit clean"_s}};
        m_write = std::make_unique<MatrixOperation>(parts(), order);
        m_prepared = std::make_unique<QSignalSpy>(m_write.get(), &MatrixOperation::prepared);
        m_finished = std::make_unique<QSignalSpy>(m_write.get(), &MatrixOperation::finished);
        m_write->start();
    }
    [[nodiscard]] JournalContents matrixJournal() const
    {
        return readJournal(m_write->folder()).value_or(JournalContents());
    }
    [[nodiscard]] bool isHeld() const { return !m_cupboard.holder().isEmpty(); }
    void holdInvariants() { UpgradeBench::holdInvariants(result(), m_write->folder()); }

private Q_SLOTS:
    void init()
    {
        m_write.reset();
        setUp();
        m_refusal.clear();
        m_isTryRefused = false;
        m_isStored = true;
        m_transport->answer(mapPath, configMap(before, 71));
        m_runner->answer = [this, lease = m_runner->answer](const CommandLine &command) {
            return command.arguments.contains(u"apply"_s) ? applied(command) : lease(command);
        };
    }
    void cleanup() { m_write.reset(); }

    void whatIsShownIsRunUnderTheLeaseAndJournaled()
    {
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        QVERIFY(!QDir(m_write->folder()).exists());
        QCOMPARE(m_cupboard.written, 0);
        const QString shown = m_prepared->at(0).at(0).toString();
        QVERIFY(!shown.contains(u"--force-conflicts"_s));
        m_write->confirm();
        QVERIFY2(result().end == End::Done, qPrintable(result().text));
        QCOMPARE(m_write->resourceVersion(), u"72"_s);
        QVERIFY(!m_write->problem());
        QStringList applies;
        for (const CommandLine &command : std::as_const(m_runner->commands))
            if (command.arguments.contains(u"apply"_s))
                applies << command.display();
        QCOMPARE(applies.size(), 2); // tried, and done
        QCOMPARE(applies.last(), shown);
        QCOMPARE(m_cupboard.written, 2);
        QVERIFY(!isHeld());
        const JournalContents journal = matrixJournal();
        QVERIFY(journal.records.first().kind == JournalRecord::Kind::Intent);
        const Value &data = journal.records.first().data;
        QCOMPARE(data.at({u"changes"_s}).list().first().at({u"after"_s}).toString(), u"12.8"_s);
        QCOMPARE(data.at({u"resourceVersion"_s}).toString(), u"71"_s);
        QVERIFY(endIn(journal) == End::Done);
        QCOMPARE(operationHeaderIn(journal)->kind, OperationKind::Matrix);
        holdInvariants();
    }

    void whatAPersonWroteByHandIsTakenOverAsShown()
    {
        m_refusal = "error: Apply failed with 1 conflict: conflict with \"kubectl-edit\" using v1: .data.k";
        m_isTryRefused = true;
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        QVERIFY(m_prepared->at(0).at(0).toString().contains(u"--force-conflicts"_s));
        m_write->confirm();
        QVERIFY(result().end == End::Done);
        holdInvariants();
    }

    void whatAnotherManagerKeepsIsRefusedBeforeAnythingIsWritten()
    {
        m_refusal =
            "error: Apply failed with 1 conflict: conflict with \"argocd-controller\" using v1: .data";
        m_isTryRefused = true;
        start();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_prepared->isEmpty());
        QVERIFY(m_write->problem() && m_write->problem()->code == Error::Code::Forbidden);
        QVERIFY(!QDir(m_write->folder()).exists());
        QCOMPARE(m_cupboard.written, 0);
    }

    void nobodyWritesWhileAnotherIsAtWork()
    {
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        ReleaseLease other(parts().kubectl, &m_clock, std::chrono::milliseconds(0),
                           {u"ops"_s, u"gpu-version-matrix"_s, {}}, {u"ben"_s, u"other"_s, 1});
        const QFuture<Result<void>> taken = other.take();
        QTRY_VERIFY(taken.isFinished());
        m_write->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY2(result().text.contains(u"ben@other"_s), qPrintable(result().text));
        QVERIFY(m_write->problem() && m_write->problem()->code == Error::Code::Throttled);
    }

    void whatSomebodyWroteInBetweenStays()
    {
        m_refusal =
            "Error from server (Conflict): Operation cannot be fulfilled on configmaps: the object has "
            "been modified";
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        m_write->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_write->problem() && m_write->problem()->code == Error::Code::Throttled);
        QCOMPARE(m_write->resourceVersion(), QString());
        QVERIFY(!isHeld());
        QVERIFY(endIn(matrixJournal()) == End::NotStarted);
        holdInvariants();
    }

    void theTruthIsReadWhateverKubectlSays()
    {
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        m_refusal = "error: connection lost";
        m_transport->answer(mapPath, configMap(after, 73));
        m_write->confirm();
        QVERIFY(result().end == End::Done);
        QCOMPARE(m_write->resourceVersion(), u"73"_s);
        QCOMPARE(result().problems.size(), 1);
        m_write.reset();

        m_refusal.clear();
        m_isStored = false; // kubectl says done, and the ConfigMap has another text
        m_transport->answer(mapPath, configMap(before, 74));
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        m_write->confirm();
        QVERIFY(result().end == End::NotStarted);
        QVERIFY(m_write->problem() && m_write->problem()->code == Error::Code::Throttled);
    }

    void oneThatWasCutOffIsLookedAtAgain()
    {
        start();
        QTRY_COMPARE(m_prepared->size(), 1);
        m_runner->holds = true;
        m_write->confirm();
        QTRY_VERIFY(!matrixJournal().records.isEmpty());
        const QString folder = m_write->folder();
        m_write.reset();
        const auto journal = readJournal(folder);
        QVERIFY(journal && isOpen(*journal));
        const Recovery recovery = recoveryFrom(*operationHeaderIn(*journal), *journal, false, {},
                                               failure(Error::Code::NotFound, {}), m_clock.now());
        QCOMPARE(recovery.moves.size(), 1);
        QVERIFY(recovery.moves.first().kind == NextMove::Kind::PlanAgain);
        QVERIFY2(recovery.unknown.join(u' ').contains(u"the ConfigMap was written"_s),
                 qPrintable(recovery.unknown.join(u' ')));
    }
};

#include "tst_matrix_operation.moc"
} // namespace tst_matrix_operation

CHARTROOM_TEST(tst_matrix_operation, MatrixOperationTest)
