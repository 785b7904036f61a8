// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/program_home.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight {

/// The preflight that `plan` prints, with the real helm, kubectl and API server: checks that fire and do not.
class PreflightTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ProgramHome> m_home;
    QJsonObject m_plan;

    /// Runs `plan` and keeps what it prints; its exit code.
    int plan(const QString &words, const QString &kubeconfig = {})
    {
        const Ran ran = run(
            QStringLiteral(CHARTROOM_PROGRAM),
            u"plan %1 -o json"_s.arg(words).split(u' ') +
                QStringList{u"--kubeconfig"_s, kubeconfig.isEmpty() ? m_sandbox->kubeconfig() : kubeconfig},
            m_home->environment(), 120);
        m_plan = QJsonDocument::fromJson(ran.out).object();
        if (m_plan.isEmpty())
            qWarning("%s", ran.err.constData());
        return ran.exitCode;
    }
    [[nodiscard]] QJsonObject finding(const QString &id) const
    {
        for (const QJsonValue &one : m_plan[u"findings"_s].toArray())
            if (one[u"id"_s] == id)
                return one.toObject();
        return {};
    }
    void compare(const char *id, const char *severity) const
    {
        const QJsonObject found = finding(QString::fromLatin1(id));
        QVERIFY2(found[u"severity"_s] == QLatin1String(severity), QJsonDocument(found).toJson().constData());
    }
    [[nodiscard]] bool kubectl(const QStringList &words) const
    {
        const Ran ran = m_sandbox->tool("kubectl", words);
        if (ran.exitCode != 0)
            qWarning("%s", ran.err.constData());
        return ran.exitCode == 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_home = std::make_unique<ProgramHome>(*m_sandbox);
        m_home->link(*m_sandbox, "kubectl", u"kubectl"_s);
        // The sandbox's helm has settings of its own.
        const Ran added = m_sandbox->tool(
            "helm4", {u"repo"_s, u"add"_s, u"--force-update"_s, u"sandbox"_s, m_sandbox->chartRepository()});
        QVERIFY2(added.exitCode == 0, added.err.constData());
    }

    void aPlainUpgradeHasNoSevereFinding()
    {
        QCOMPARE(plan(u"volcano-system/volcano --to 1.15.1"_s), 0);
        for (const char *id : {"helm", "rights", "revision", "pending", "managers", "recordSize", "chart",
                               "versionStep", "deprecated", "hooks", "dryRun", "leftovers"})
            compare(id, "ok");
        compare("oneAtATime", "warning"); // a killed helm left cluster-autoscaler pending
        compare("nodes", "note");
        QCOMPARE(m_plan[u"nodeImpact"_s][u"kind"_s].toString(), u"podsOnly"_s);
        compare("ownership", "note");
    }

    void aDriverUpgradeIsToldByTheDifference()
    {
        QCOMPARE(plan(u"nvidia-gpu-operator/gpu-operator --to v25.10.1 --set driver.version=595.1"_s), 1);
        QCOMPARE(m_plan[u"nodeImpact"_s][u"kind"_s].toString(), u"driverReload"_s);
        QCOMPARE(m_plan[u"nodeImpact"_s][u"component"_s].toString(), u"gpu"_s);
        QVERIFY(QJsonDocument(m_plan[u"nodeImpact"_s].toObject()).toJson().contains("spec.driver.version"));
        compare("nodes", "warning");
        compare("hooks", "note");
        compare("ownership", "severe"); // no ticket of Support is named
        compare("rights", "ok");
    }

    void aSkippedMajorVersionIsSevere()
    {
        (void)plan(u"nvidia-gpu-operator/gpu-operator --to v26.7.0"_s);
        compare("versionStep", "severe");
    }

    void aPendingReleaseIsSevere()
    {
        QCOMPARE(plan(u"crusoe-system/cluster-autoscaler --to 9.50.1"_s), 1);
        compare("pending", "severe");
    }

    void aFailedReleaseIsNotTakenForAContentOne()
    {
        (void)plan(u"ml-platform/my-gpu-operator --to v25.10.1"_s);
        QVERIFY(finding(u"pending"_s)[u"severity"_s].toString() != u"ok"_s);
    }

    // S17: with rights to read, the preflight works and names what is missing.
    void whoMayOnlyReadIsToldSo()
    {
        const Ran made = m_sandbox->ctl({u"kubeconfig"_s, u"--user"_s, u"reader"_s, u"--rbac"_s, u"full"_s});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const QString kubeconfig = QJsonDocument::fromJson(made.out)[u"kubeconfig"_s].toString();
        QCOMPARE(plan(u"volcano-system/volcano --to 1.15.1"_s, kubeconfig), 1);
        compare("rights", "severe");
        QVERIFY(
            finding(u"rights"_s)[u"evidence"_s].toArray().contains(u"create secrets in volcano-system"_s));
    }

    void aGitOpsMarkIsSevereWhileItIsThere()
    {
        const QStringList label{u"-n"_s, u"volcano-system"_s, u"label"_s, u"deployment"_s, u"--all"_s};
        QVERIFY(kubectl(label + QStringList{u"argocd.argoproj.io/instance=volcano"_s}));
        (void)plan(u"volcano-system/volcano --to 1.15.1"_s);
        compare("managers", "severe");
        QVERIFY(kubectl(label + QStringList{u"argocd.argoproj.io/instance-"_s}));
        (void)plan(u"volcano-system/volcano --to 1.15.1"_s);
        compare("managers", "ok");
    }

    void anAdmissionWarningIsShown()
    {
        const QString key = u"pod-security.kubernetes.io/warn"_s;
        QVERIFY(kubectl({u"label"_s, u"namespace"_s, u"volcano-system"_s, key + u"=restricted"_s}));
        (void)plan(u"volcano-system/volcano --to 1.15.1"_s);
        compare("dryRun", "warning");
        QVERIFY(kubectl({u"label"_s, u"namespace"_s, u"volcano-system"_s, key + u'-'}));
    }

    void theTableShowsTheFindingsToo()
    {
        for (const char *format : {"table", "md"}) {
            const Ran ran = run(QStringLiteral(CHARTROOM_PROGRAM),
                                {u"plan"_s, u"volcano-system/volcano"_s, u"--to"_s, u"1.15.1"_s, u"-o"_s,
                                 QString::fromLatin1(format), u"--kubeconfig"_s, m_sandbox->kubeconfig()},
                                m_home->environment(), 120);
            QVERIFY2(ran.exitCode == 0, ran.err.constData());
            QVERIFY2(ran.out.contains("Preflight\n"), ran.out.constData());
            QVERIFY2(ran.out.contains("note  nodes: "), ran.out.constData());
        }
    }
};

#include "tst_preflight.moc"
} // namespace tst_preflight

CHARTROOM_TEST(tst_preflight, PreflightTest)
