// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/responsibility/rules.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/rollback_operation.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/scripted_releases.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_preflight_operation {

namespace {

const char *manifest =
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {n: \"%1\"}\n---\n"
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: portal}\nspec: {replicas: %1}\n";

ReleaseBuilder portal(const QString &version)
{
    ReleaseBuilder builder;
    builder.name = u"portal"_s;
    builder.namespaceName = u"tenant-a"_s;
    builder.chartName = u"portal"_s;
    builder.chartVersion = version;
    builder.manifest = QString::fromLatin1(manifest).arg(version.left(1));
    return builder;
}

const char *policyDocument =
    "---\napiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: cluster-policy}\n"
    "spec: {driver: {version: \"%1.0\", upgradePolicy: {autoUpgrade: true, "
    "maxParallelUpgrades: %1}}}\n";

QByteArray kinds(const char *plural, const char *kind, bool isNamespaced = true)
{
    return R"({"kind":"APIResourceList","groupVersion":"x","resources":[{"name":")" + QByteArray(plural) +
           R"(","namespaced":)" + (isNamespaced ? "true" : "false") + R"(,"kind":")" + kind + R"("}]})";
}

/// Lists in each other: more of them than any JSON here may have.
QJsonArray nested(int levels)
{
    QJsonArray whole;
    for (int i = 0; i < levels; ++i)
        whole = QJsonArray{QJsonValue(whole)};
    return whole;
}

/// As the first manifest left it, or the second one, and a hand since.
const QByteArray inCluster =
    R"({"apiVersion":"nvidia.com/v1","kind":"ClusterPolicy","metadata":{"name":"cluster-policy","uid":"7"},
        "spec":{"driver":{"version":"1.0","upgradePolicy":{"autoUpgrade":true,"maxParallelUpgrades":1,
        "drain":{"enable":true}}}}})";

} // namespace

/// The preflight over a scripted cluster, a fake helm and a fake kubectl.
class TestPreflightOperation final : public QObject
{
    Q_OBJECT

    FakeClock m_clock;
    const ResponsibilityRules m_rules = bundledRules();
    std::unique_ptr<FakeRunner> m_runner;
    FakeChartSources m_charts;
    std::unique_ptr<ClusterSession> m_session;
    QString m_deniedVerb;
    QString m_more; ///< of the manifest, by the version
    QJsonArray m_hooks;
    bool m_isUpgraded = false;
    bool m_isAmdForbidden = false;
    bool m_isCut = false; ///< a rollback from there to the first revision, before it did anything
    QByteArray m_leases = listAnswer({}, u"10"_s);
    std::optional<Result<PreflightReport>> m_report;

    CommandOutput helm(const CommandLine &command) const
    {
        if (command.arguments.first() == u"version")
            return {0, "v4.3.1", {}};
        return {0, made(u"2.0.0"_s).json(), {}};
    }

    [[nodiscard]] ReleaseBuilder made(const QString &version) const
    {
        ReleaseBuilder builder = portal(version);
        if (!m_more.isEmpty())
            builder.manifest += m_more.arg(version.left(1));
        builder.hooks = m_hooks;
        return builder;
    }

    CommandOutput kubectl(const CommandLine &command) const
    {
        if (command.arguments.contains(u"apply"_s))
            return {0, "configmap/settings",
                    "Warning: portal is old\nWarning: resource configmaps/settings is missing the "
                    "kubectl.kubernetes.io/last-applied-configuration annotation which is required\n"};
        QByteArray answers;
        const Value asked = *readJson(command.input.reveal());
        for (const Value &item : asked.at({u"items"_s}).list()) {
            Value::Map review = item.map();
            const bool isDenied =
                item.at({u"spec"_s, u"resourceAttributes"_s, u"verb"_s}).toString() == m_deniedVerb;
            review.insert(u"status"_s, Value(Value::Map{{u"allowed"_s, Value(!isDenied)}}));
            answers += writeYaml(Value(review)) + "---\n";
        }
        return {0, answers, {}};
    }

    void makeSession(const QString &program = u"/opt/"_s)
    {
        auto transport = std::make_unique<ScriptedTransport>();
        auto *releases = new ScriptedReleases(transport.get());
        if (m_isUpgraded) {
            ReleaseBuilder newest = made(u"2.0.0"_s);
            newest.revision = 2;
            newest.userValues = QJsonObject{{u"n"_s, 2}};
            releases->put(newest);
        }
        ReleaseBuilder first = made(u"1.0.0"_s);
        if (m_isUpgraded)
            first.userValues = QJsonObject{{u"n"_s, 1}};
        if (m_isCut) {
            ReleaseBuilder cut = first;
            cut.revision = 3;
            cut.status = u"pending-rollback"_s;
            releases->put(cut);
        }
        first.status = m_isUpgraded ? u"superseded"_s : u"deployed"_s;
        releases->put(first);
        for (const char *path : {"/api/v1/nodes", "/api/v1/pods", "/apis/apps/v1/daemonsets",
                                 "/apis/apps/v1/controllerrevisions", "/apis/policy/v1/poddisruptionbudgets"})
            transport->answer(QString::fromLatin1(path), listAnswer({}, u"10"_s));
        if (m_isAmdForbidden)
            transport->answer(u"/apis/amd.com/v1alpha1/deviceconfigs"_s,
                              Error{Error::Code::Forbidden, u"deviceconfigs is forbidden"_s, {}, {}});
        transport->answer(u"/apis/coordination.k8s.io/v1/leases"_s, m_leases);
        transport->answer(u"/version"_s, R"({"gitVersion":"v1.36.3"})");
        transport->answer(u"/api/v1"_s, kinds("configmaps", "ConfigMap"));
        transport->answer(u"/apis/apps/v1"_s, kinds("deployments", "Deployment"));
        transport->answer(u"/apis/nvidia.com/v1"_s, kinds("clusterpolicies", "ClusterPolicy", false));
        QByteArray policy = inCluster;
        if (m_isUpgraded)
            policy.replace("1.0", "2.0").replace("Upgrades\":1", "Upgrades\":2");
        transport->answer(u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s, policy);
        transport->answer(u"/apis/nvidia.com/v1/clusterpolicies"_s, listAnswer({policy}, u"10"_s));
        transport->answer(u"/api/v1/namespaces/tenant-a/configmaps/settings"_s,
                          R"({"metadata":{"name":"settings"},"data":{"n":"1"}})");
        ClusterSession::Parts parts;
        parts.name = u"cmk"_s;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        const QString helmProgram = program.isEmpty() ? QString() : program + u"helm"_s;
        parts.helm = std::make_unique<HelmClient>(helmProgram, HelmClient::Access{{u"/k"_s}, u"cmk"_s},
                                                  m_runner.get(), nullptr);
        parts.kubectl =
            std::make_unique<KubectlClient>(program.isEmpty() ? QString() : program + u"kubectl"_s,
                                            QStringList{u"/k"_s}, u"cmk"_s, m_runner.get(), nullptr);
        parts.transport = std::move(transport);
        m_session = std::make_unique<ClusterSession>(std::move(parts));
        m_session->start();
        QTRY_COMPARE(m_session->releases()->state(), ReleaseStore::State::Complete);
        QTRY_COMPARE(m_session->serverVersion(), u"v1.36.3"_s);
    }

    static UpgradeDraft toTwo()
    {
        UpgradeDraft draft;
        draft.release = {u"tenant-a"_s, u"portal"_s, ReleaseStorage::Secret};
        draft.plannedOn = 1;
        draft.chart = {u"portal"_s, u"sandbox"_s, {}, u"2.0.0"_s, QString(64, u'a')};
        return draft;
    }

    std::unique_ptr<PreflightOperation> operation(int toRevision = 0)
    {
        const PreflightOperation::Sources sources{m_session.get(), toRevision ? nullptr : &m_charts, {}, {}};
        auto made = toRevision
                        ? std::make_unique<PreflightOperation>(
                              sources, RollbackRequest{toTwo().release, 2, toRevision, 300s, u"It fails."_s})
                        : std::make_unique<PreflightOperation>(sources, toTwo());
        m_report.reset();
        connect(made.get(), &PreflightOperation::finished, this, [this, operation = made.get()] {
            QVERIFY(!m_report);
            m_report = operation->report();
        });
        return made;
    }

    PreflightFinding found(const char *id)
    {
        for (const PreflightFinding &one : m_report.value()->findings)
            if (one.id == QLatin1String(id))
                return one;
        return {};
    }

private Q_SLOTS:
    void init()
    {
        m_deniedVerb.clear();
        m_more.clear();
        m_hooks = {};
        m_isUpgraded = false;
        m_isCut = false;
        m_isAmdForbidden = false;
        m_leases = listAnswer({}, u"10"_s);
        m_session.reset();
        m_runner = std::make_unique<FakeRunner>();
        m_runner->answer = [this](const CommandLine &command) -> Result<CommandOutput> {
            return command.program == u"/opt/helm" ? helm(command) : kubectl(command);
        };
        m_charts.putSource(u"sandbox"_s);
        m_charts.putChart(u"sandbox"_s, u"2.0.0"_s, "driver: {enabled: true}");
        makeSession();
    }

    void itGathersWhatIsJudgedStepByStep()
    {
        const auto preflight = operation();
        QSignalSpy steps(preflight.get(), &PreflightOperation::progressChanged);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QVERIFY(m_report->has_value());
        QCOMPARE((*m_report)->findings.size(), 24);
        QCOMPARE(steps.size(), 10);
        for (const char *id : {"helm", "rights", "revision", "pending", "managers", "recordSize", "values",
                               "deprecated", "crds", "hooks", "oneAtATime"})
            QVERIFY2(
                found(id).severity == Severity::Ok,
                qPrintable(QLatin1String(id) + u": "_s + found(id).sentence + found(id).evidence.join(u';')));
        QCOMPARE(found("dryRun").evidence, QStringList{u"portal is old"_s});
        QCOMPARE((*m_report)->impact.kind, NodeImpact::Kind::PodsOnly);
        QCOMPARE((*m_report)->impact.lines, QStringList{u"Deployment portal: spec.replicas: 1 -> 2"_s});
    }

    void aRollbackIsHeldToWhatHelmKeepsOfItsTarget()
    {
        m_isUpgraded = true;
        m_more = QString::fromLatin1(policyDocument);
        makeSession();
        const auto preflight = operation(1);
        QSignalSpy steps(preflight.get(), &PreflightOperation::progressChanged);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QVERIFY(m_report->has_value());
        const NodeImpact &impact = (*m_report)->impact;
        QCOMPARE(impact.kind, NodeImpact::Kind::DriverReload);
        QCOMPARE(impact.component, u"gpu"_s);
        QVERIFY2(impact.lines.contains(u"ClusterPolicy cluster-policy: spec.driver.version: 2.0 -> 1.0"_s),
                 qPrintable(impact.lines.join(u'\n')));
        QVERIFY((*m_report)->rollout.has_value());
        QCOMPARE(found("target").severity, Severity::Ok);
        QCOMPARE(found("revision").severity, Severity::Ok);
        QCOMPARE(found("rights").severity, Severity::Ok);
        QCOMPARE(found("dryRun").evidence, QStringList{u"portal is old"_s});
        QCOMPARE(found("values").id, QString()); // nothing is computed anew
        // Helm is asked for its version alone; the server is asked for what Helm keeps.
        QStringList programs;
        QList<Value> sent;
        for (const CommandLine &command : std::as_const(m_runner->commands)) {
            programs << command.program;
            if (command.arguments.contains(u"apply"_s))
                sent = readYamlDocuments(command.input.reveal()).value();
        }
        QCOMPARE(programs.count(u"/opt/helm"_s), 1);
        QVERIFY(!sent.isEmpty());
        QCOMPARE(sent.last().at({u"spec"_s, u"driver"_s, u"version"_s}).toString(), u"1.0"_s);
        QCOMPARE(steps.size(), 8);
    }

    void aCommandToTypeHasTheKubeconfigOfTheSession()
    {
        m_more = QString::fromLatin1(policyDocument).replace(u"%1.0"_s, u"3.0"_s);
        makeSession();
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        const QString lines = found("unapplied").evidence.join(u'\n');
        QVERIFY2(lines.contains(u"KUBECONFIG=/k kubectl "_s) && lines.contains(u" patch "_s),
                 qPrintable(lines));
    }

    void theValuesOfACutRollbackAreThoseSinceTheDeployedRevision_data()
    {
        QTest::addColumn<bool>("isCut");
        QTest::addColumn<int>("since");
        QTest::newRow("deployed") << false << 0;
        QTest::newRow("pending") << true << 2;
    }
    void theValuesOfACutRollbackAreThoseSinceTheDeployedRevision()
    {
        QFETCH(bool, isCut);
        m_isUpgraded = true;
        m_isCut = isCut;
        makeSession();
        const auto preflight = operation(1);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        const std::optional<ValueShift> shift = (*m_report)->values;
        QVERIFY(shift.has_value());
        QCOMPARE(shift->others, QStringList{u"n: 2 → 1"_s});
        QTEST(shift->since, "since");
    }

    void aRollbackIsHeldToTheChartOfItsTarget()
    {
        m_isUpgraded = true;
        makeSession();
        m_charts.putChart(u"sandbox"_s, u"1.0.0"_s, "driver: {enabled: true}");
        PreflightOperation preflight({m_session.get(), &m_charts, {}, {}},
                                     RollbackRequest{toTwo().release, 2, 1, 300s, u"It fails."_s});
        QSignalSpy over(&preflight, &PreflightOperation::finished);
        preflight.start();
        QTRY_COMPARE_WITH_TIMEOUT(over.size(), 1, 30'000);
        m_report = preflight.report();
        QCOMPARE(found("versionStep").severity, Severity::Warning);
        QVERIFY(found("versionStep").sentence.startsWith(u"This is a downgrade to an older chart."));
        QCOMPARE(found("crds").severity, Severity::Ok);
    }

    void theHooksOfTheRevisionThatItGoesBackToAreNamed_data()
    {
        QTest::addColumn<QString>("event");
        QTest::addColumn<Severity>("severity");
        QTest::newRow("before a rollback") << u"pre-rollback"_s << Severity::Note;
        QTest::newRow("after a rollback") << u"post-rollback"_s << Severity::Note;
        QTest::newRow("of an upgrade") << u"pre-upgrade"_s << Severity::Ok;
    }
    void theHooksOfTheRevisionThatItGoesBackToAreNamed()
    {
        QFETCH(QString, event);
        QFETCH(Severity, severity);
        m_isUpgraded = true;
        m_hooks = {QJsonObject{
            {u"name"_s, u"migrate"_s},
            {u"kind"_s, u"ConfigMap"_s},
            {u"events"_s, QJsonArray{event}},
            {u"manifest"_s,
             u"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: migrate, namespace: other}\n"_s}}};
        makeSession();
        m_deniedVerb = u"watch"_s; // which a hook alone asks for
        const auto preflight = operation(1);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("hooks").severity, severity);
        const bool runs = severity == Severity::Note;
        QCOMPARE(found("hooks").evidence,
                 runs ? QStringList{u"ConfigMap migrate: %1, weight 0"_s.arg(event)} : QStringList());
        QCOMPARE(found("rights").evidence,
                 runs ? QStringList{u"watch configmaps in other"_s} : QStringList());
    }

    void hooksThatCannotBeReadAreNotKnown()
    {
        m_isUpgraded = true;
        m_hooks = {QJsonObject{{u"name"_s, u"x"_s}, {u"deep"_s, nested(300)}}};
        makeSession();
        const auto preflight = operation(1);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("target").severity, Severity::Ok);
        for (const char *id : {"hooks", "dryRun", "nodes"})
            QVERIFY2(found(id).severity == Severity::Unknown, id);
    }

    void aRevisionThatIsNotKeptIsNoWayBack() // fault 47
    {
        m_isUpgraded = true;
        makeSession();
        const auto preflight = operation(7);
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("target").severity, Severity::Severe);
        for (const char *id : {"dryRun", "nodes", "blockers"})
            QVERIFY2(found(id).severity == Severity::Unknown, id);
        QCOMPARE((*m_report)->impact.kind, NodeImpact::Kind::Unknown);
    }

    void everyCommandOnlyReadsOrRehearses()
    {
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(m_runner->commands.size(), 4);
        for (const CommandLine &command : std::as_const(m_runner->commands)) {
            const QStringList &words = command.arguments;
            if (words.contains(u"create"_s)) {
                for (const Value &item : readJson(command.input.reveal())->at({u"items"_s}).list())
                    QCOMPARE(item.at({u"kind"_s}).toString(), u"SelfSubjectAccessReview"_s);
            } else {
                QVERIFY(words.contains(u"version"_s) || words.contains(u"--dry-run=server"_s));
            }
            QVERIFY(command.program == u"/opt/helm" || words.first() == u"--context=cmk");
            QVERIFY(!command.display().contains(u"settings"_s));
        }
        const CommandLine apply = m_runner->commands.last();
        const QList<Value> sent = readYamlDocuments(apply.input.reveal()).value();
        QVERIFY(!sent.isEmpty());
        for (const Value &item : sent)
            QCOMPARE(item.at({u"metadata"_s, u"namespace"_s}).toString(), u"tenant-a"_s);
    }

    void helmRehearsesTheArchiveThatIsPlannedWith()
    {
        const QTemporaryDir folder;
        const QByteArray archive("the archive of the plan");
        const QString path = ChartCache(folder.path()).archivePath(u"http://a"_s, u"portal"_s, u"2.0.0"_s);
        QVERIFY(writePrivateFile(path, archive));
        const auto rehearsed = [&](const QByteArray &planned) -> QStringList {
            UpgradeDraft draft = toTwo();
            draft.chart.url = u"http://a"_s;
            draft.chart.digest =
                QString::fromLatin1(QCryptographicHash::hash(planned, QCryptographicHash::Sha256).toHex());
            PreflightOperation preflight({m_session.get(), &m_charts, {}, folder.path()}, draft);
            QSignalSpy over(&preflight, &PreflightOperation::finished);
            preflight.start();
            if (!QTest::qWaitFor([&over] { return over.size() == 1; }, 30'000))
                return {};
            QStringList words;
            for (const CommandLine &command : std::as_const(m_runner->commands))
                if (command.program == u"/opt/helm" && command.arguments.first() == u"upgrade")
                    words = command.arguments;
            return words;
        };
        QStringList words = rehearsed(archive);
        QCOMPARE(words.value(2), path);
        QVERIFY(!words.contains(u"--version"_s));
        words = rehearsed("another one");
        QCOMPARE(words.value(2), u"sandbox/portal"_s);
        QCOMPARE(words.value(words.indexOf(u"--version"_s) + 1), u"2.0.0"_s);
    }

    void theRightsAskedForAreThoseOfTheDifference()
    {
        m_deniedVerb = u"patch"_s;
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        const PreflightFinding rights = found("rights");
        QCOMPARE(rights.severity, Severity::Severe);
        QCOMPARE(rights.evidence,
                 (QStringList{u"patch configmaps in tenant-a"_s, u"patch deployments.apps in tenant-a"_s}));
    }

    void whenTheServerAppliesAlsoWhatStaysIsPatched()
    {
        PlannedObjects planned;
        planned.after = {*readYaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}")};
        const QHash<QString, ServedKinds> served{
            {u"v1"_s, ServedKinds{{{u"ConfigMap"_s, {u"configmaps"_s, true}}}}}};
        const auto asks = [&](const QString &right) {
            const AccessQuestions questions =
                accessQuestions(planned, {u"tenant-a"_s, u"portal"_s, ReleaseStorage::Secret}, served);
            return std::any_of(questions.asked.cbegin(), questions.asked.cend(),
                               [&right](const AccessReview &one) { return one.text() == right; });
        };
        QVERIFY(asks(u"get configmaps in tenant-a"_s));
        QVERIFY(!asks(u"patch configmaps in tenant-a"_s));
        planned.isAppliedByServer = true;
        QVERIFY(asks(u"patch configmaps in tenant-a"_s));
    }

    void anotherReleaseInWorkIsFoundByItsLease()
    {
        m_leases = listAnswer(
            {QByteArray(R"({"metadata":{"name":"chartroom-cilium","namespace":"kube-system","uid":"1"},
                "spec":{"holderIdentity":"anna@laptop","acquireTime":"NOW","renewTime":"NOW",
                "leaseDurationSeconds":60}})")
                 .replace("NOW", m_clock.now().toString(Qt::ISODateWithMs).toUtf8())},
            u"10"_s);
        makeSession();
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("oneAtATime").severity, Severity::Warning); // no driver is touched
        QVERIFY(found("oneAtATime").evidence.first().startsWith(u"kube-system/cilium: anna@laptop"_s));
    }

    void theTermsOfTheOperatorAreThoseThatTheUpgradeSends()
    {
        m_more = QString::fromLatin1(policyDocument);
        makeSession();
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        const std::optional<RolloutFacts> &facts = (*m_report)->rollout;
        QVERIFY(facts && facts->policy);
        QCOMPARE(facts->source, OperatorPolicy::Source::Upgrade);
        QCOMPARE(facts->policy->maxParallel, 2);
        QVERIFY(facts->policy->drains); // a hand's change, which helm leaves alone
    }

    void whoMayNotReadAmdsConfigsKnowsNvidiasPolicies()
    {
        m_more = QString::fromLatin1(policyDocument);
        m_isAmdForbidden = true;
        makeSession();
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("unavailable").severity, Severity::Ok);
    }

    void withoutProgramsWhatTheyTellIsUnknown()
    {
        makeSession({});
        const auto preflight = operation();
        preflight->start();
        QTRY_VERIFY_WITH_TIMEOUT(m_report, 30'000);
        QCOMPARE(found("helm").severity, Severity::Severe);
        for (const char *id : {"rights", "recordSize", "hooks", "dryRun", "nodes", "blockers", "capacity"})
            QVERIFY2(found(id).severity == Severity::Unknown, id);
    }

    void aCancelledPreflightSaysSoOnce()
    {
        m_runner->holds = true;
        const auto preflight = operation();
        preflight->start();
        QTRY_COMPARE(m_runner->commands.size(), 1);
        preflight->cancel();
        QVERIFY(m_report && !*m_report);
        QCOMPARE(m_report->error().code, Error::Code::Cancelled);
        QTRY_VERIFY(m_runner->isCancelled(0));
        preflight->cancel();
        m_runner->release();
        QTest::qWait(0);
        QCOMPARE(m_runner->commands.size(), 1);
    }
};

#include "tst_preflight_operation.moc"
} // namespace tst_preflight_operation

CHARTROOM_TEST(tst_preflight_operation, TestPreflightOperation)
