// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/diff/value_diff.h"
#include "core/helm/helm_client.h"
#include "core/helm/set_syntax.h"
#include "core/process/process_runner.h"
#include "tests/integration/program_home.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_compare {

namespace {

const QString space = u"nvidia-gpu-operator"_s;
const QString release = u"gpu-operator"_s;

} // namespace

/// `diff`, `values` and `plan` as built, against the real helm of both majors and kubectl on the sandbox.
class CompareTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ProgramHome> m_home;
    QString m_kubeconfig;

    [[nodiscard]] Ran chartroom(const QString &words, const QStringList &more = {}) const
    {
        return run(QStringLiteral(CHARTROOM_PROGRAM),
                   words.split(u' ', Qt::SkipEmptyParts) + QStringList{u"--kubeconfig"_s, m_kubeconfig} +
                       more,
                   m_home->environment());
    }
    [[nodiscard]] QJsonObject diff(const QString &from, const QString &to, int *exitCode = nullptr) const
    {
        const Ran ran =
            chartroom(u"diff %1/%2 -o json --reveal --from %3 --to %4"_s.arg(space, release, from, to));
        if (exitCode)
            *exitCode = ran.exitCode;
        if (ran.exitCode > 1)
            qWarning("%s", ran.err.constData());
        return QJsonDocument::fromJson(ran.out).object();
    }
    [[nodiscard]] Ran kubectl(const QStringList &words) const { return m_sandbox->tool("kubectl", words); }
    /// The manager of a drifted path, "" when the path has not drifted.
    [[nodiscard]] QString managerOf(const QString &kind, const QString &path) const
    {
        const QJsonObject found = diff(u"manifest"_s, u"live"_s);
        for (const QJsonValue &object : found[u"objects"_s].toArray())
            if (object[u"kind"_s] == kind)
                for (const QJsonValue &one : object[u"paths"_s].toArray())
                    if (one[u"path"_s] == path)
                        return one[u"manager"_s].toString();
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_home = std::make_unique<ProgramHome>(*m_sandbox);
        m_kubeconfig = m_sandbox->kubeconfig();
    }
    void init() { m_kubeconfig = m_sandbox->kubeconfig(); }

    void eachRevisionIsWhatHelmGives_data()
    {
        QTest::addColumn<QString>("major");
        QTest::addColumn<int>("revision");
        for (const QString &major : {u"helm3"_s, u"helm4"_s})
            for (int revision = 1; revision <= 4; ++revision)
                QTest::addRow("%s revision %d", qPrintable(major), revision) << major << revision;
    }
    void eachRevisionIsWhatHelmGives()
    {
        QFETCH(QString, major);
        QFETCH(int, revision);
        const auto helm = [&](const QStringList &words) {
            return m_sandbox
                ->tool(major.toLatin1().constData(),
                       words +
                           QStringList{release, u"-n"_s, space, u"--revision"_s, QString::number(revision)})
                .out;
        };
        for (const auto &[side, text] :
             {std::pair(u"user"_s, helm({u"get"_s, u"values"_s, u"-o"_s, u"yaml"_s})),
              std::pair(u"rev"_s, helm({u"get"_s, u"values"_s, u"-a"_s, u"-o"_s, u"yaml"_s})),
              std::pair(u"manifest"_s, helm({u"get"_s, u"manifest"_s}))}) {
            QVERIFY(!text.isEmpty());
            int code = -1;
            const QJsonObject found = diff(u"%1:%2"_s.arg(side).arg(revision),
                                           u"file:"_s + m_home->write(u"helm.yaml"_s, text), &code);
            QVERIFY2(code == 0 && found[u"equal"_s].toBool(), QJsonDocument(found).toJson().constData());
        }
    }

    void revisionsDifferWhereHelmSaysSo()
    {
        const auto values = [&](const char *revision) {
            return *readYaml(
                m_sandbox
                    ->tool("helm3", {u"get"_s, u"values"_s, release, u"-n"_s, space, u"--revision"_s,
                                     QString::fromLatin1(revision), u"-o"_s, u"yaml"_s})
                    .out);
        };
        int code = -1;
        const QJsonObject found = diff(u"user:1"_s, u"user:4"_s, &code);
        QCOMPARE(code, 1);
        QStringList paths;
        for (const QJsonValue &change : found[u"changes"_s].toArray())
            paths.append(change[u"path"_s].toString());
        QStringList expected;
        for (const ValueChange &change : changedSettings(values("1"), values("4")))
            expected.append(change.path);
        QVERIFY(!expected.isEmpty());
        QCOMPARE(paths, expected);
        QCOMPARE(chartroom(u"diff %1/%2 --from user:2 --to user:2"_s.arg(space, release)).exitCode, 0);
        QCOMPARE(chartroom(u"diff %1/%2 --from user:99 --to user:2"_s.arg(space, release)).exitCode, 4);
    }

    void anUntouchedReleaseHasNotDrifted_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"kube-system/cilium", "kube-system/coredns", "nvidia-network-operator/network-operator",
              "nvidia-gpu-operator/gpu-operator", "crusoe-system/crusoe-csi-driver",
              "crusoe-system/crusoe-watch-agent", "crusoe-system/registry-token-rotator",
              "monitoring/kube-prometheus-stack", "monitoring/grafana-operator", "volcano-system/volcano",
              "tenant-a/tenant-portal", "legacy/legacy-exporter"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void anUntouchedReleaseHasNotDrifted()
    {
        QFETCH(QString, name);
        const Ran ran = chartroom(u"diff %1 --from manifest --to live"_s.arg(name));
        QVERIFY2(ran.exitCode == 0, (ran.out + ran.err).constData());
    }

    void aPatchedDeploymentShowsThePathAndItsManager()
    {
        QCOMPARE(kubectl({u"-n"_s, space, u"patch"_s, u"deployment"_s, release, u"--type=merge"_s, u"-p"_s,
                          u"{\"metadata\":{\"labels\":{\"team\":\"night\"}},\"spec\":{\"replicas\":3}}"_s})
                     .exitCode,
                 0);
        QCOMPARE(managerOf(u"Deployment"_s, u"spec.replicas"_s), u"kubectl-patch"_s);
        QCOMPARE(managerOf(u"Deployment"_s, u"metadata.labels.team"_s), u"kubectl-patch"_s);
        const Ran patch = chartroom(u"diff %1/%2 -o patch --from manifest --to live"_s.arg(space, release));
        QCOMPARE(patch.exitCode, 1);
        QVERIFY2(patch.out.contains("+  replicas: 3\n"), patch.out.constData());
        QVERIFY(!patch.out.contains("resourceVersion"));
        QCOMPARE(kubectl({u"-n"_s, space, u"patch"_s, u"deployment"_s, release, u"--type=merge"_s, u"-p"_s,
                          u"{\"metadata\":{\"labels\":{\"team\":null}},\"spec\":{\"replicas\":1}}"_s})
                     .exitCode,
                 0);
    }

    void anEditedCustomResourceShowsThePathAndItsManager()
    {
        const QString editor = m_home->write(
            u"edit.sh"_s, "#!/bin/sh\nsed -i 's/^  driver:$/  driver:\\n    handMade: true/' \"$1\"\n");
        QVERIFY(QFile::setPermissions(editor, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QString policy =
            QString::fromUtf8(kubectl({u"get"_s, u"clusterpolicies"_s, u"-o"_s, u"name"_s}).out)
                .split(u'\n')
                .first()
                .trimmed();
        QVERIFY(!policy.isEmpty());
        const QString version =
            QString::fromUtf8(kubectl({u"get"_s, policy, u"-o"_s, u"jsonpath={.spec.driver.version}"_s}).out);
        const auto patchDriver = [&](const QString &fields) {
            return kubectl({u"patch"_s, policy, u"--type=merge"_s, u"-p"_s,
                            u"{\"spec\":{\"driver\":{%1}}}"_s.arg(fields)})
                .exitCode;
        };
        QCOMPARE(patchDriver(u"\"version\":\"999.1\""_s), 0);
        QCOMPARE(managerOf(u"ClusterPolicy"_s, u"spec.driver.version"_s), u"kubectl-patch"_s);
        qputenv("KUBE_EDITOR", editor.toLocal8Bit());
        const Ran edited = kubectl({u"edit"_s, policy});
        qunsetenv("KUBE_EDITOR");
        QVERIFY2(edited.exitCode == 0, edited.err.constData());
        QVERIFY2(edited.out.contains("edited"), (edited.out + edited.err).constData());
        QCOMPARE(managerOf(u"ClusterPolicy"_s, u"spec.driver.handMade"_s), u"kubectl-edit"_s);
        QCOMPARE(patchDriver(u"\"version\":\"%1\",\"handMade\":null"_s.arg(version)), 0);
    }

    void whatMayNotBeReadIsANotice()
    {
        const Ran made = m_sandbox->ctl(
            {u"kubeconfig"_s, u"--user"_s, u"compare-reader"_s, u"--rbac"_s, u"namespace="_s + space});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        m_kubeconfig = QJsonDocument::fromJson(made.out)[u"kubeconfig"_s].toString();
        QCOMPARE(kubectl({u"config"_s, u"set-context"_s, u"--current"_s, u"--namespace"_s, space,
                          u"--kubeconfig"_s, m_kubeconfig})
                     .exitCode,
                 0);
        const Ran ran =
            chartroom(u"diff %1/%2 -n %1 -o json --from manifest --to live"_s.arg(space, release));
        QVERIFY2(ran.exitCode == 1 || ran.exitCode == 4, ran.err.constData()); // never known to be equal
        QVERIFY(!QJsonDocument::fromJson(ran.out)[u"equal"_s].toBool());
        QVERIFY2(ran.err.contains("Reading ClusterPolicy objects is forbidden."), ran.err.constData());
        for (const QJsonValue &object : QJsonDocument::fromJson(ran.out)[u"objects"_s].toArray())
            QVERIFY(object[u"kind"_s] != u"ClusterPolicy"_s);
    }

    void anOutcomeIsWhatHelmWouldStore_data()
    {
        QTest::addColumn<QString>("strategy");
        for (const Strategy strategy : allStrategies)
            QTest::newRow(qPrintable(strategyText(strategy))) << strategyText(strategy);
    }
    void anOutcomeIsWhatHelmWouldStore()
    {
        QFETCH(QString, strategy);
        const Ran ours = chartroom(
            u"values %1/%2 -o json --reveal --kind outcome:%3@v25.10.1"_s.arg(space, release, strategy));
        QVERIFY2(ours.exitCode == 0, ours.err.constData());
        const Ran theirs = m_sandbox->tool(
            "helm4", {u"upgrade"_s, release, release, u"-n"_s, space, u"--repo"_s,
                      m_sandbox->chartRepository(), u"--version"_s, u"v25.10.1"_s,
                      strategyFlag(*readStrategy(strategy)), u"--dry-run=server"_s, u"-o"_s, u"json"_s});
        QVERIFY2(theirs.exitCode == 0, theirs.err.constData());
        const Value stored = readJson(theirs.out)->at({u"config"_s});
        QCOMPARE(writeJson(*readJson(ours.out)), writeJson(stored.isNull() ? Value(Value::Map{}) : stored));
    }

    void aPlanNamesTheCommandAndTheRecommendation()
    {
        const Ran ran =
            chartroom(u"plan %1/%2 --to v25.10.1 --set driver.version=595.1 -o json"_s.arg(space, release));
        QVERIFY2(ran.exitCode == 1, ran.err.constData()); // nobody at Support was asked
        const QJsonObject plan = QJsonDocument::fromJson(ran.out).object();
        QCOMPARE(plan[u"outcomes"_s].toArray().size(), 3);
        QVERIFY(!plan[u"recommended"_s].toString().isEmpty());
        const QString command = plan[u"commands"_s].toArray()[0].toString();
        QVERIFY2(command.contains(u"helm upgrade gpu-operator sandbox/gpu-operator --namespace "),
                 qPrintable(command));
        QVERIFY(command.contains(u"--version v25.10.1 --"));
        QCOMPARE(plan[u"outcomes"_s][2][u"stored"_s][u"driver"_s][u"version"_s].toString(), u"595.1"_s);
    }

    void aDryRunGoesThroughStandardInput_data() { majors(); }
    void aDryRunGoesThroughStandardInput()
    {
        QFETCH(QString, major);
        ProcessRunner runner;
        HelmClient helm(m_sandbox->text(major.toLatin1().constData()),
                        {{m_sandbox->kubeconfig()}, m_sandbox->context()}, &runner, nullptr);
        const Ran pulled =
            m_sandbox->tool("helm4", {u"pull"_s, release, u"--repo"_s, m_sandbox->chartRepository(),
                                      u"--version"_s, u"v25.10.1"_s, u"-d"_s, m_home->path()});
        QVERIFY2(pulled.exitCode == 0, pulled.err.constData());
        HelmUpgradeRequest wish;
        wish.release = {space, release, ReleaseStorage::Secret};
        wish.chart = m_home->filePath(u"gpu-operator-v25.10.1.tgz"_s);
        wish.values = *readYaml("driver: {version: '595.2'}\n");
        std::optional<Result<ReleaseRecord>> got;
        onFinished(helm.dryRun(wish), this, [&got](const Result<ReleaseRecord> &record) { got = record; });
        QTRY_VERIFY_WITH_TIMEOUT(got.has_value(), 60'000);
        QVERIFY2(got->has_value(), *got ? "" : qPrintable(got->error().detail));
        QCOMPARE((*got)->userValues.at({u"driver"_s, u"version"_s}).toString(), u"595.2"_s);
        QVERIFY((*got)->manifest.contains("595.2"));
        QCOMPARE(QJsonDocument::fromJson(
                     m_sandbox->tool("helm4", {u"status"_s, release, u"-n"_s, space, u"-o"_s, u"json"_s})
                         .out)[u"version"_s]
                     .toInt(),
                 4);
    }

    void setIsReadAsHelmReadsIt_data() { majors(); }
    void setIsReadAsHelmReadsIt()
    {
        QFETCH(QString, major);
        const QString chart = m_home->filePath(u"empty-"_s + major);
        QVERIFY(QDir().mkpath(chart + u"/templates"_s));
        m_home->write(u"empty-%1/Chart.yaml"_s.arg(major), "apiVersion: v2\nname: empty\nversion: 1.0.0\n");
        for (const char *argument : {"a=1,b=true,c=null,d=1.5,e=007,f=", "a.b.c=x,a.b.d={1,two,null}",
                                     "l[0]=x,l[3]=y", "l[1][2].a=b", "n.nvidia\\.com/gpu\\.present=true",
                                     "a=x\\,y,b=x\\=y", "l[0].a=1,l[0].b=2", "a={}", "a=b=c", "a[0].b=",
                                     "big=9223372036854775807,over=9223372036854775808,plus=+7,minus=-012",
                                     "a={x,y}b=c", "t=TRUE,n=Null"}) {
            const Ran ran = m_sandbox->tool(major.toLatin1().constData(),
                                            {u"install"_s, u"x"_s, chart, u"--dry-run=client"_s, u"-o"_s,
                                             u"json"_s, u"--set"_s, QString::fromLatin1(argument)});
            QVERIFY2(ran.exitCode == 0, ran.err.constData());
            const auto ours = withSetArgument({}, QString::fromLatin1(argument));
            QVERIFY2(ours.has_value(), argument);
            QCOMPARE(writeJson(*ours, 0), writeJson(readJson(ran.out)->at({u"config"_s}), 0));
        }
        for (const char *argument :
             {"a", "a,b=1", "a=b,,,c=d", "l[-1]=x", "a.b", "a={1,2", "a=1,a.b=2", "l[x]=1"}) {
            QVERIFY(
                m_sandbox
                    ->tool(major.toLatin1().constData(), {u"install"_s, u"x"_s, chart, u"--dry-run=client"_s,
                                                          u"--set"_s, QString::fromLatin1(argument)})
                    .exitCode != 0);
            QVERIFY2(!withSetArgument({}, QString::fromLatin1(argument)), argument);
        }
    }

private:
    void majors()
    {
        QTest::addColumn<QString>("major");
        QTest::newRow("helm 3") << u"helm3"_s;
        QTest::newRow("helm 4") << u"helm4"_s;
    }
};

#include "tst_compare.moc"
} // namespace tst_compare

CHARTROOM_TEST(tst_compare, CompareTest)
