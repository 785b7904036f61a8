// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/helm/helm_client.h"
#include "core/kube/kubectl_transport.h"
#include "core/upgrade/rollback_operation.h"
#include "core/upgrade/upgrade_operation.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/sandbox_charts.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade {

namespace {

const QString chartName = u"tenant-portal"_s;
const QString releaseName = u"portal-under-change"_s;

} // namespace

/// An upgrade and a rollback of one release by real helm, both majors, against what helm says of it
/// afterwards.
class UpgradeTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    SystemClock m_clock;
    ProcessRunner m_runner;
    std::unique_ptr<KubectlTransport> m_transport;
    std::unique_ptr<KubectlClient> m_kubectl;
    std::optional<SandboxCharts> m_charts;

    [[nodiscard]] static QString spaceOf(const QString &major) { return u"upgrade-"_s + major; }
    [[nodiscard]] InstalledRelease release(const QString &major) const
    {
        return {*m_sandbox, {spaceOf(major), releaseName, ReleaseStorage::Secret}};
    }
    [[nodiscard]] ChartOrigin source() const
    {
        return {u"sandbox"_s, m_sandbox->chartRepository(), chartName, ChartOrigin::Sureness::Likely, {}};
    }
    [[nodiscard]] OperationParts parts(const QString &major, HelmClient *helm)
    {
        OperationParts parts;
        parts.runner = &m_runner;
        parts.transport = m_transport.get();
        parts.helm = helm;
        parts.kubectl = m_kubectl.get();
        parts.charts = m_charts->sources();
        parts.clock = &m_clock;
        parts.access = {
            m_sandbox->text(major.toLatin1().constData()), {m_sandbox->kubeconfig()}, m_sandbox->context()};
        parts.holder = LeaseHolder::ofThisProcess();
        parts.chartCache = m_charts->cache();
        parts.folder = m_charts->filePath(u"operations"_s);
        return parts;
    }
    [[nodiscard]] OperationResult ran(ReleaseOperation &operation)
    {
        QSignalSpy finished(&operation, &ReleaseOperation::finished);
        operation.start();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 100'000))
            return {OperationResult::End::Unknown, u"the test waited in vain"_s, 0, {}};
        return finished[0][0].value<OperationResult>();
    }
    [[nodiscard]] Result<Chart> fetched(const QString &version)
    {
        QFuture<Result<Chart>> future = m_charts->sources()->chart(source(), version);
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 30'000))
            return failure(Error::Code::Timeout, u"the test waited in vain"_s);
        return future.takeResult();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_charts.emplace(*m_sandbox);
        const QStringList kubeconfigs{m_sandbox->kubeconfig()};
        m_transport = std::make_unique<KubectlTransport>(m_sandbox->text("kubectl"), kubeconfigs,
                                                         m_sandbox->context(), &m_runner, &m_clock);
        m_kubectl = std::make_unique<KubectlClient>(m_sandbox->text("kubectl"), kubeconfigs,
                                                    m_sandbox->context(), &m_runner, nullptr);
    }

    void aReleaseGoesUpAndBackAndLosesNothing_data()
    {
        QTest::addColumn<QString>("major");
        QTest::newRow("helm 3") << u"helm3"_s;
        QTest::newRow("helm 4") << u"helm4"_s;
    }
    void aReleaseGoesUpAndBackAndLosesNothing()
    {
        QFETCH(QString, major);
        const QByteArray program = major.toLatin1();
        const Ran installed =
            m_sandbox->tool(program.constData(),
                            {u"install"_s, releaseName, chartName, u"--repo"_s, m_sandbox->chartRepository(),
                             u"--version"_s, u"2.3.0"_s, u"-n"_s, spaceOf(major), u"--create-namespace"_s,
                             u"--set"_s, u"replicas=3,ingress.host=a.example"_s});
        QVERIFY2(installed.exitCode == 0, installed.err.constData());
        const Value before = release(major).values();
        const Result<Chart> chart = fetched(u"2.4.1"_s);
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        HelmClient helm(m_sandbox->text(program.constData()),
                        {{m_sandbox->kubeconfig()}, m_sandbox->context()}, &m_runner, nullptr);

        UpgradeDraft draft;
        draft.context = m_sandbox->context();
        draft.release = {spaceOf(major), releaseName, ReleaseStorage::Secret};
        draft.plannedOn = 1;
        draft.chart = {chartName, u"sandbox"_s, m_sandbox->chartRepository(), u"2.4.1"_s, chart->digest};
        draft.edits = Value(Value::Map{{u"replicas"_s, Value(Value::Number{u"4"_s})}});
        QCOMPARE(validate(draft).size(), 0);
        UpgradeOperation upgrade(parts(major, &helm), draft);
        const OperationResult up = ran(upgrade);
        QVERIFY2(up.end == OperationResult::End::Done, qPrintable(up.text));
        QCOMPARE(up.problems, QStringList());
        QCOMPARE(up.revision, 2);
        Value::Map planned = before.map();
        planned.insert(u"replicas"_s, Value(Value::Number{u"4"_s}));
        QVERIFY(release(major).values() == Value(planned));

        RollbackOperation back(parts(major, &helm), {draft.release, 2, 1, std::chrono::seconds(300), {}});
        const OperationResult down = ran(back);
        QVERIFY2(down.end == OperationResult::End::Done, qPrintable(down.text));
        QCOMPARE(down.problems, QStringList());
        QCOMPARE(down.revision, 3);
        QVERIFY(release(major).values() == before);

        // A plan of before is not run any more.
        UpgradeOperation late(parts(major, &helm), draft);
        QVERIFY(ran(late).end == OperationResult::End::NotStarted);
    }

    void cleanupTestCase()
    {
        for (const char *major : {"helm3", "helm4"}) {
            const QString space = spaceOf(QString::fromLatin1(major));
            QCOMPARE(m_sandbox->tool(major, {u"uninstall"_s, releaseName, u"-n"_s, space}).exitCode, 0);
            QVERIFY(m_sandbox->removeNamespaces({space}));
        }
    }
};

#include "tst_upgrade.moc"
} // namespace tst_upgrade

CHARTROOM_TEST(tst_upgrade, UpgradeTest)
