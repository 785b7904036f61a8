// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/process_runner.h"
#include "core/recording/recording_reader.h"
#include "core/screens/versions/matrix_history_controller.h"
#include "core/screens/versions/versions_controller.h"
#include "core/screens/versions/versions_model.h"
#include "core/session/session_factory.h"
#include "core/versions/session_versions.h"
#include "core/words/audit_report.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_versions_source.h"
#include "tests/support/no_consent.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_versions_controller {

namespace {

const QByteArray planned = "next_planned:\n  gpu_operator: \"v26.3.3\"\n  kubernetes: \"v1.34.1\"\n";

struct Bench
{
    QTemporaryDir home;
    FakeVersionsSource source;
    VersionsController controller;

    void connectTo() { controller.setCluster(u"prod-eu"_s, &source); }
    [[nodiscard]] bool isSeen()
    {
        return QTest::qWaitFor([this] { return controller.hasReview() && !controller.isLooking(); }, 20'000);
    }
    [[nodiscard]] QString write(const QString &name, const QByteArray &text) const
    {
        QFile file(home.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    [[nodiscard]] VersionRow row(const QString &title) const
    {
        for (const VersionRow &row : controller.table().rows)
            if (row.title == title)
                return row;
        return {};
    }
};

MatrixConfigMap configMap(const QByteArray &text)
{
    MatrixConfigMap map;
    map.uid = u"uid-map"_s;
    map.namespaceName = u"gpu-ops"_s;
    map.name = MatrixConfigMap::usualName.toString();
    map.resourceVersion = u"7"_s;
    map.texts.insert(u"matrix.yaml"_s, QString::fromUtf8(text));
    return map;
}

} // namespace

class VersionsControllerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLookedAtByItself()
    {
        Bench b;
        b.controller.look();
        QVERIFY(!b.controller.isLooking());
        b.connectTo();
        QCOMPARE(b.source.looks, 0);
        QVERIFY(!b.controller.hasReview());
    }

    void whatRunsIsShownWithoutAMatrix()
    {
        Bench b;
        b.connectTo();
        b.controller.look();
        QVERIFY(b.controller.isLooking());
        QVERIFY(b.isSeen());
        QVERIFY(!b.controller.review().matrix);
        const VersionRow driver = b.row(u"GPU driver"_s);
        QCOMPARE(driver.groups.size(), 2);
        QCOMPARE(driver.groups[0].version, u"580.105.08"_s);
        QCOMPARE(driver.groups[0].nodes.size(), 14);
        QCOMPARE(driver.groups[1].nodes, (QStringList{gpuNode(1), gpuNode(3)}));
        QCOMPARE(driver.state, VisualState::Attention);
        QVERIFY(!driver.proofs.isEmpty());
        QCOMPARE(b.row(u"GPU Operator"_s).state, VisualState::Skipped); // never green without a matrix
    }

    /// The labels of the driver stay when its pods are gone.
    void whatOnlyALabelReportsIsNotCalledRunning_data()
    {
        QTest::addColumn<bool>("hasPods");
        QTest::newRow("its pods are ready") << true;
        QTest::newRow("it has no pods") << false;
    }
    void whatOnlyALabelReportsIsNotCalledRunning()
    {
        QFETCH(bool, hasPods);
        Bench b;
        if (!hasPods)
            b.source.seen->facts.pods.removeIf(
                [](const PodFact &pod) { return pod.component == u"gpu_driver"; });
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        const VersionRow driver = b.row(u"GPU driver"_s);
        QCOMPARE(driver.groups.size(), 2);
        QCOMPARE(driver.sentence.contains(u"unknown"), !hasPods);
        QCOMPARE(driver.sentence.contains(u"It is running"), hasPods);
    }

    void aRecordingThatIsWoundBackDoesNotKnowLaterVersions()
    {
        Bench b;
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        b.controller.forgetAfter(b.source.seen->at);
        QVERIFY(b.controller.hasReview());
        b.controller.forgetAfter(b.source.seen->at.addSecs(-1));
        QVERIFY(!b.controller.hasReview());
        QVERIFY(b.controller.table().rows.isEmpty());
        b.controller.look();
        QVERIFY(b.isSeen());
    }

    void theMatrixOfTheClusterCountsWhereNoFileIsChosen()
    {
        Bench b;
        b.source.seen->configMaps = {configMap(usualMatrix + planned)};
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        QCOMPARE(b.controller.configMap(), u"gpu-ops/gpu-version-matrix"_s);
        QVERIFY(b.controller.review().matrix);
        QCOMPARE(b.row(u"GPU Operator"_s).state, VisualState::Done);
        QCOMPARE(b.row(u"GPU Operator"_s).entries[2], u"v26.3.3"_s);
        QCOMPARE(b.row(u"GPU driver"_s).word, u"nodes differ"_s);
        QVERIFY(b.controller.review().upgradePath->next());
        b.controller.choose(b.write(u"mine.yaml"_s, usualMatrix));
        QVERIFY(b.isSeen());
        QVERIFY(b.controller.review().audit.label.endsWith(u"mine.yaml"_s));
        QVERIFY(b.row(u"GPU Operator"_s).entries[2].isEmpty());
    }

    void aMatrixThatCannotBeReadLeavesWhatRuns()
    {
        Bench b;
        b.source.seen->configMaps = {configMap(usualMatrix)};
        b.connectTo();
        b.controller.choose(b.home.filePath(u"gone.yaml"_s));
        b.controller.look();
        QVERIFY(b.isSeen());
        QVERIFY(!b.controller.matrixProblem().message.isEmpty());
        QVERIFY(!b.controller.review().matrix); // not the ConfigMap in the place of what was asked for
        QVERIFY(!b.controller.table().rows.isEmpty());
        b.controller.choose({});
        QVERIFY(b.isSeen());
        QVERIFY(b.controller.matrixProblem().message.isEmpty());
        QVERIFY(b.controller.review().matrix);
    }

    void aLookThatFailsKeepsWhatWasSeen()
    {
        Bench b;
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        const VersionTable before = b.controller.table();
        b.source.seen = failure(Error::Code::Forbidden, u"Nodes may not be listed."_s);
        b.controller.look();
        QTRY_VERIFY(!b.controller.isLooking());
        QCOMPARE(b.controller.problem().code, Error::Code::Forbidden);
        QVERIFY(b.controller.table() == before);
        b.source.seen = driftingVersions();
        b.controller.look();
        QVERIFY(b.isSeen());
        QVERIFY(b.controller.problem().message.isEmpty());
    }

    void theNewestLookCounts()
    {
        Bench b;
        b.connectTo();
        b.source.isSlow = true;
        b.controller.look();
        b.controller.look(); // the first one is cancelled with that
        QCOMPARE(b.source.looks, 2);
        b.source.answer();
        QVERIFY(b.isSeen());
        b.controller.look();
        b.controller.setCluster(u"prod-us"_s, nullptr);
        b.source.answer();
        QVERIFY(!b.controller.hasReview());
        QVERIFY(!b.controller.isLooking());
        QCOMPARE(b.controller.cluster(), u"prod-us"_s);
    }

    void whatRunsBecomesAMatrixThatNothingDriftsFrom()
    {
        Bench b;
        b.source.seen->facts = usualCluster(4);
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        QSignalSpy written(&b.controller, &VersionsController::written);
        QSignalSpy failed(&b.controller, &VersionsController::failed);
        b.controller.writeMatrix(b.home.filePath(u"no-folder/matrix.yaml"_s));
        QTRY_COMPARE(failed.size(), 1);
        b.controller.writeMatrix(b.home.filePath(u"matrix.yaml"_s));
        QTRY_COMPARE(written.size(), 1);
        b.controller.choose(written.first().first().toString());
        QVERIFY(b.isSeen());
        QVERIFY(b.controller.review().matrix);
        QVERIFY(b.controller.review().audit.isClean());
        QVERIFY(auditMarkdown(b.controller.review().audit, b.controller.review().upgradePath)
                    .startsWith(u"## "_s));
    }

    void aStepIsPlannedWithTheReleaseThatBringsIt()
    {
        Bench b;
        b.source.seen->facts = usualCluster(4);
        b.source.seen->configMaps = {configMap(usualMatrix + planned)};
        b.source.seen->published = {
            {u"gpu_operator"_s, u"gpu-operator"_s, {u"v26.3.3"_s, u"v25.10.1"_s}, u"index"_s}};
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        const UpgradePath &upgradePath = *b.controller.review().upgradePath;
        QCOMPARE(upgradePath.steps.size(), 2);
        const Result<StepPlan> plan = planOfStep(*upgradePath.next(), b.controller.seen());
        QVERIFY2(plan.has_value(), plan ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->release, u"gpu-operator"_s);
        QCOMPARE(plan->version, u"v26.3.3"_s);
        const Result<StepPlan> cluster = planOfStep(upgradePath.steps[1], b.controller.seen());
        QVERIFY(!cluster);
        QVERIFY(cluster.error().message.contains(u"No Helm release"_s));
    }

    /// The Network Operator's chart has no v in front; an index that is not known cannot say so.
    void aVersionIsSpelledAsTheChartThatRuns()
    {
        SeenVersions seen;
        seen.facts = usualCluster(1);
        UpgradePathStep step;
        step.group = MatrixGroup::NetworkOperator;
        step.state = UpgradePathStep::State::Next;
        step.moves = {{u"network_operator"_s, u"25.10.0"_s, u"v26.4.1"_s}};
        QCOMPARE(planOfStep(step, seen)->version, u"26.4.1"_s);
        step.state = UpgradePathStep::State::Baking;
        QVERIFY(!planOfStep(step, seen));
    }

    void aLaterLookOfTheSameRowsChangesCellsOnly()
    {
        Bench b;
        VersionsModel model;
        const QAbstractItemModelTester tester(&model);
        b.source.seen->configMaps = {configMap(usualMatrix + planned)};
        b.connectTo();
        b.controller.look();
        QVERIFY(b.isSeen());
        model.setTable(b.controller.table());
        QVERIFY(model.rowCount() > 8);
        const QModelIndex driver = model.find(u"component gpu_driver"_s);
        QCOMPARE(model.rowCount(driver), 2);
        QCOMPARE(model.index(1, int(VersionColumn::Observed), driver).data().toString(), u"580.95.05"_s);
        const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        b.source.seen->facts.nodes[5].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        b.controller.look();
        QVERIFY(b.isSeen());
        model.setTable(b.controller.table());
        QCOMPARE(resets.size(), 0);
        QVERIFY(!changes.isEmpty());
        QVERIFY(
            model.index(1, 0, model.find(u"component gpu_driver"_s)).data().toString().startsWith(u"3:"_s));
    }

    void aFileAtARevisionIsThatOneAndHasAHistory()
    {
        const MatrixRepository repository;
        const QString first = repository.commit(matrixPath, usualMatrix, "what runs");
        QByteArray later = usualMatrix;
        later.replace("580.105.08", "580.126.20");
        const QString second = repository.commit(matrixPath, later, "a newer driver");
        Bench b;
        b.connectTo();
        b.controller.choose(repository.file(matrixPath) + u'@' + first);
        b.controller.look();
        QVERIFY(b.isSeen());
        QCOMPARE(b.row(u"GPU driver"_s).entries[0], u"580.105.08"_s);
        QVERIFY(b.controller.git());
        b.controller.choose(repository.file(matrixPath) + u'@' + second);
        QVERIFY(b.isSeen());
        QCOMPARE(b.row(u"GPU driver"_s).entries[0], u"580.126.20"_s);

        MatrixHistoryController history({*b.controller.git()});
        history.read();
        QTRY_VERIFY(history.diff());
        QCOMPARE(history.revisions().size(), 3);
        QCOMPARE(revisionTitle(history.revisions().first()), u"a newer driver"_s);
        QCOMPARE(history.diff()->added, 1);
        QCOMPARE(history.diff()->removed, 1);
        history.compare({}, history.commit(2)); // the first of all, with nothing
        QTRY_VERIFY(!history.isReading());
        QCOMPARE(history.diff()->removed, 0);
        QVERIFY(history.diff()->added > 10);
        history.compare(first, u"main~1"_s);
        QTRY_VERIFY(!history.isReading());
        QCOMPARE(history.diff()->added + history.diff()->removed, 0);
    }

    /// Over the real parts: two of 16 nodes still have the old driver at the end of the bundled recording.
    void theBundledRecordingTellsWhichNodesAreLeftBehind()
    {
        const auto recording = loadRecording(u"bundled"_s);
        QVERIFY(recording);
        const ResponsibilityRules rules = bundledRules();
        FakeClock clock;
        ProcessRunner runner;
        NoConsent consent;
        SessionFactory factory({&runner, &consent, &rules, &clock});
        const auto session = factory.forRecording(*recording, (*recording)->duration());
        session->start();
        ObservationOperation::Parts parts;
        parts.session = session.get();
        SessionVersions versions(parts, u"/nowhere"_s, &rules);
        Bench b;
        b.controller.setCluster(session->name(), &versions);
        b.controller.look(); // before anything is listed
        constexpr int patience = 60'000;
        QVERIFY(QTest::qWaitFor([&] { return b.controller.hasReview(); }, patience));
        const VersionRow driver = b.row(u"GPU driver"_s);
        QCOMPARE(driver.groups.size(), 2);
        QCOMPARE(driver.groups[0].nodes.size(), 14);
        QCOMPARE(driver.groups[1].nodes.size(), 2);
        QCOMPARE(b.row(u"GPU Operator"_s).observed, u"v25.10.1"_s);
        b.controller.setCluster({}, nullptr);
    }
};

#include "tst_versions_controller.moc"
} // namespace tst_versions_controller

CHARTROOM_TEST(tst_versions_controller, VersionsControllerTest)
