// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_plan.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_matrix_plan {

namespace {

const QDateTime now({2026, 11, 22}, {4, 0}, Qt::UTC);

Result<MatrixPlan> planOf(const ChosenMatrix &source, const MatrixRequest &wish = {})
{
    return planMatrix(wish, source, now);
}

} // namespace

/// What a promotion would write, before it is written.
class MatrixPlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTrialSaysAllAndWritesNothing()
    {
        const MatrixRepository repository;
        const QString tip = repository.commit(matrixPath, seedMatrix(), "again");
        repository.stage(u"README"_s, "changed\n");
        const auto source = readChosenMatrix(repository.file(matrixPath), true);
        QVERIFY(source);
        auto plan = planOf(*source);
        QVERIFY(plan);
        const auto tried = tryWriteMatrix(*source, *plan);
        QVERIFY(tried);
        QCOMPARE(tried->branch, u"main"_s);
        QCOMPARE(tried->author, u"Anna Berg <anna@example.com>"_s);
        QVERIFY(tried->commit.isEmpty() && tried->tag.isEmpty());
        QVERIFY(tried->notes.join(u' ').contains(u"(README)"_s));
        QCOMPARE(gitIdText(git_commit_id(gitCommitOf(repository.get(), {})->get())), tip);
        QVERIFY(!gitCommitOf(repository.get(), plan->commit.tag));
        QCOMPARE(readFile(repository.file(matrixPath)), seedMatrix());
        plan->commit.tag = u"no good"_s;
        QVERIFY(tryWriteMatrix(*source, *plan).error().code == Error::Code::Invalid);
        repository.commit(matrixPath, seedMatrix() + "# more\n", "somebody");
        plan->commit.tag.clear();
        QVERIFY(tryWriteMatrix(*source, *plan).error().code == Error::Code::Throttled);
    }

    void eachKindOfErrorIsOneGate()
    {
        const QList<UpgradePathGate> gates = documentGates(matrixOf(seedMatrix()));
        QCOMPARE(gates.size(), 1);
        QCOMPARE(gates.first().id, u"unknownVersion"_s);
        QVERIFY(gates.first().text.startsWith(u"Line 37: "_s));
        QVERIFY(documentGates(matrixOf(usualMatrix)).isEmpty());
    }

    void aReasonOpensTheWayAndIsKept()
    {
        const QList<UpgradePathGate> gates{{u"failedNodes"_s, true, u"No node has failed."_s},
                                           {u"bake"_s, false, u"It has not baked."_s},
                                           {u"oneComponent"_s, false, u"It moves several."_s}};
        const QMap<QString, QString> reasons{{u"bake"_s, u"tried elsewhere"_s}, {u"oneComponent"_s, u"  "_s}};
        QCOMPARE(gateEvidence(gates, reasons),
                 (QStringList{u"failedNodes: No node has failed."_s,
                              u"override of bake: tried elsewhere (It has not baked.)"_s}));
        QCOMPARE(gatesInTheWay(gates, reasons), QList<UpgradePathGate>{gates[2]});
        QCOMPARE(gateEvidence({{clusterGate, false, {}}}, {{clusterGate, u"a test"_s}}),
                 QStringList{u"no cluster was checked: a test"_s});
    }
};

#include "tst_matrix_plan.moc"
} // namespace tst_matrix_plan

CHARTROOM_TEST(tst_matrix_plan, MatrixPlanTest)
