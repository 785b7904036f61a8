// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/session_findings.h"
#include "tests/integration/program_home.h"
#include "tests/integration/sandbox_session.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <utility>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_findings_scenarios {

namespace {

/// A trouble that the sandbox can make (tests/sandbox/tool/troubles.go), and the one finding that it yields.
struct Scenario
{
    const char *trouble;
    const char *finding;
    const char *component;
    Owner owner;
    const char *quote; ///< is in it
};

constexpr Scenario scenarios[] = {
    {"kernel-headers", "kernel-headers-unresolved", "gpu-driver", Owner::Shared,
     "Could not resolve Linux kernel version"},
    {"kernel-unsupported", "driver-crash-loop", "gpu-driver", Owner::Shared, "make: *** "},
    {"package-mirror", "package-cache-fails", "gpu-driver", Owner::Shared, "Failed to update package cache"},
    {"driver-in-use", "driver-in-use", "gpu-driver", Owner::Shared, "driver is in use"},
    {"driver-manager", "driver-cleanup-blocked", "gpu-driver", Owner::Shared, "auto-drain and pod eviction"},
    {"driver-image", "image-pull", "gpu-driver", Owner::Shared, "driver:999.1-ubuntu22.04"},
    {"nvml-mismatch", "nvml-mismatch", "gpu-driver", Owner::Shared, "Driver/library version mismatch"},
    {"runtime-handler", "runtime-not-configured", "container-toolkit", Owner::Shared, "no runtime for"},
    {"runtime-handler-crio", "runtime-not-configured-crio", "container-toolkit", Owner::Shared,
     "failed to find runtime handler nvidia"},
    {"runtime-class", "runtime-class-missing", "gpu-operator", Owner::Shared, "RuntimeClass \"nvidia\""},
    {"plugin-down", "device-plugin-crash-loop", "device-plugin", Owner::Shared, "panic: runtime error"},
    {"plugin-no-gpus", "device-plugin-no-devices", "device-plugin", Owner::Shared, "No devices found."},
    {"gpu-fell-off", "xid", "device-plugin", Owner::Crusoe,
     "Xid=79 on Device=GPU-6f4b12aa-0f3b-4d0c-9c55-2f9a1a0d7e11"},
    {"fabric-manager", "fabric-manager", "validator", Owner::Shared, "system not yet initialized"},
    {"ofed-restart", "openibd-failed", "ofed-driver", Owner::Shared, "failed to restart openibd service"},
    {"ofed-held", "ofed-module-held", "ofed-driver", Owner::Shared, "Module nvidia_peermem is used"},
    {"ofed-storage", "ofed-storage-modules", "ofed-driver", Owner::Shared, "UNLOAD_STORAGE_MODULES"},
    {"rdma-missing", "rdma-missing", "rdma-plugin", Owner::Shared, "none are allocatable"},
    {"rdma-refused", "pod-refused", "rdma-plugin", Owner::Shared, "exceeded quota"},
    {"vfs-refused", "sriov-sync-failed", "sriov-daemon", Owner::Shared, "cannot allocate memory"},
    {"vfs-missing", "vfs-missing", "sriov-daemon", Owner::Shared, "4 of 8 virtual functions"},
    {"operator-values", "operator-crash-loop", "gpu-operator", Owner::Shared, "invalid value"},
    {"operator-memory", "out-of-memory", "network-operator", Owner::Shared, "back-off 5m0s restarting"},
    {"policy-refused", "policy-reconcile-failed", "nic-policy", Owner::Shared, "failed to create/update"},
    {"rollout-unscheduled", "unscheduled-driver-pods", "gpu-operator", Owner::Shared, "Unscheduled pods"},
    {"nfd-missing", "nfd-labels-missing", "gpu-policy", Owner::Shared, "NFD labels are missing"},
    {"nfd-not-run", "nfd-not-run", "node-feature-discovery", Owner::Shared, "nvidia.com/gpu.present"},
    {"no-node-fits", "operand-unschedulable", "gpu-monitoring", Owner::Shared, "didn't match Pod's node"},
    {"csi-unregistered", "csi-not-registered", "csi", Owner::Shared, "ssd.csi.crusoe.ai not found"},
    {"csi-down", "crash-loop", "csi", Owner::Shared, "could not read /etc/secrets"},
    {"csi-secret", "config-missing", "csi", Owner::Shared, "secret \"crusoe-secrets\" not found"},
    {"node-lost", "node-lost", "node", Owner::Crusoe, "Kubelet stopped posting node status"},
    {"node-lost-ofed", "node-lost-in-openibd-restart", "ofed-driver", Owner::Shared, "was lost in the step"},
    {"node-disk", "node-pressure", "node", Owner::Crusoe, "kubelet has disk pressure"},
    {"node-health", "gpu-health-check", "node", Owner::Crusoe, "Detected 2 NvLink errors"},
    {"budget", "disruption-budget", "gpu-driver", Owner::Customer, "tenant-b/trainer"},
    {"unmanaged-pod", "unmanaged-pod", "gpu-driver", Owner::Customer, "tenant-a/notebook has no controller"},
    {"admitted-early", "admitted-too-early", "workload", Owner::Shared, "no healthy devices present"},
    {"gpus-taken", "gpus-insufficient", "workload", Owner::Customer, "Insufficient nvidia.com/gpu"},
};

using Findings = QList<Finding>;

bool isExpected(const Finding &finding, const Scenario &scenario, const QStringList &nodes)
{
    return finding.signature == QLatin1String(scenario.finding) &&
           finding.operand == QLatin1String(scenario.component) && finding.nodes == nodes &&
           finding.owner == scenario.owner && finding.quote.contains(QLatin1String(scenario.quote));
}

QString textOf(const Findings &findings)
{
    QStringList lines;
    for (const Finding &one : findings)
        lines.append(u"%1 of %2 on [%3], %4: \"%5\" in %6, with %7 behind it"_s.arg(
            one.signature, one.operand, one.nodes.join(u' '), ownerText(one.owner), one.quote, one.where,
            QString::number(one.consequences.size())));
    return u"found: "_s + lines.join(u'\n');
}

} // namespace

/// Trouble of every kind in a real cluster: what is wrong comes first, and nothing is said to be wrong that
/// is not. The sandbox makes one after the other and takes each away again.
class FindingsScenariosTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ProgramHome> m_home;
    Signatures m_signatures;
    ResponsibilityRules m_rules;
    bool m_isTroubled = false;
    int m_first = 0;
    int m_false = 0;

    [[nodiscard]] QJsonObject ctl(const QStringList &words) const
    {
        const Ran ran = m_sandbox->ctl(words);
        if (ran.exitCode != 0)
            qWarning("%s", ran.err.constData());
        return QJsonDocument::fromJson(ran.out).object();
    }

    /// The nodes on which it is.
    [[nodiscard]] QStringList begin(const char *trouble)
    {
        m_isTroubled = true;
        const QJsonObject made = ctl({u"trouble"_s, QString::fromLatin1(trouble)});
        return made.isEmpty() ? QStringList(u"the trouble did not come about"_s)
                              : made[u"nodes"_s].toVariant().toStringList();
    }
    [[nodiscard]] bool mend()
    {
        m_isTroubled = false;
        return !ctl({u"mend"_s}).isEmpty();
    }

    /// Somebody who connects now, and sees what is there now.
    [[nodiscard]] std::unique_ptr<SandboxSession> connected() const
    {
        auto session = std::make_unique<SandboxSession>(*m_sandbox);
        const bool isThere = QTest::qWaitFor(
            [one = session->get()] {
                return one->isSettled() && one->nodes()->reflector().hasSynced() &&
                       one->releases()->state() == ReleaseStore::State::Complete;
            },
            60'000);
        return isThere ? std::move(session) : nullptr;
    }

    [[nodiscard]] Result<DiagnosisResult> diagnosisOf(ClusterSession *session) const
    {
        DiagnosisOperation operation(diagnosisParts(*session, m_signatures, m_rules));
        operation.start();
        if (!QTest::qWaitFor([&] { return operation.step() == DiagnosisOperation::Step::Over; }, 60'000))
            return failure(Error::Code::Timeout, u"the test waited in vain"_s);
        return operation.result();
    }

    /// Judges until it is as it should be, whenever something changes: controllers take their time.
    template<typename IsRight>
    [[nodiscard]] Findings findingsOf(ClusterSession *session, IsRight isRight) const
    {
        bool hasChanged = false;
        const auto note = [&hasChanged] { hasChanged = true; };
        QObject here;
        connect(session->rollout(), &RolloutStore::tracksChanged, &here, note);
        connect(session, &ClusterSession::podsChanged, &here, note);
        connect(session->nodes(), &NodeStore::objectsChanged, &here, note);
        const QDeadlineTimer patience(60'000);
        while (true) {
            const Result<DiagnosisResult> result = diagnosisOf(session);
            if (!result)
                qWarning("%s", qPrintable(result.error().message));
            for (const QString &notice : result.value_or(DiagnosisResult()).notices)
                qWarning("%s", qPrintable(notice));
            const Findings findings = result.value_or(DiagnosisResult()).findings;
            if ((result && isRight(findings)) || patience.hasExpired())
                return findings;
            // Events and the operators' resources are asked for, not watched.
            (void)QTest::qWaitFor([&] { return std::exchange(hasChanged, false); }, 200);
        }
    }

    /// Every list that is not as it should be, of those that are seen for a while after one was: what comes
    /// late is false all the same.
    template<typename IsRight>
    [[nodiscard]] QList<Findings> wrongLater(ClusterSession *session, IsRight isRight,
                                             std::chrono::milliseconds hold = 2s) const
    {
        bool hasChanged = false;
        const auto note = [&hasChanged] { hasChanged = true; };
        QObject here;
        connect(session->rollout(), &RolloutStore::tracksChanged, &here, note);
        connect(session, &ClusterSession::podsChanged, &here, note);
        connect(session->nodes(), &NodeStore::objectsChanged, &here, note);
        QList<Findings> wrong;
        const QDeadlineTimer deadline(hold);
        bool isLast = false;
        while (!isLast) {
            isLast = deadline.hasExpired();
            const Result<DiagnosisResult> result = diagnosisOf(session);
            if (result && !isRight(result->findings))
                wrong.append(result->findings);
            (void)QTest::qWaitFor([&] { return std::exchange(hasChanged, false) || deadline.hasExpired(); },
                                  500);
        }
        return wrong;
    }

    [[nodiscard]] Ran verb() const
    {
        return run(QStringLiteral(CHARTROOM_PROGRAM),
                   {u"findings"_s, u"-o"_s, u"json"_s, u"--kubeconfig"_s, m_sandbox->kubeconfig()},
                   m_home->environment(), 120);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_home = std::make_unique<ProgramHome>(*m_sandbox);
        const auto signatures = Signatures::bundled();
        QVERIFY(signatures);
        m_signatures = *signatures;
        m_rules = bundledRules();
    }

    void cleanup()
    {
        if (m_isTroubled)
            QVERIFY(mend());
    }

    void everyTroubleOfTheSandboxIsExpected()
    {
        QStringList expected;
        for (const Scenario &scenario : scenarios)
            expected.append(QString::fromLatin1(scenario.trouble));
        expected.sort();
        QCOMPARE(ctl({u"trouble"_s})[u"troubles"_s].toVariant().toStringList(), expected);
    }

    void nothingIsWrongInAHealthyCluster()
    {
        const auto session = connected();
        QVERIFY(session);
        const Findings findings =
            findingsOf(session->get(), [](const Findings &all) { return all.isEmpty(); });
        QVERIFY2(findings.isEmpty(), qPrintable(textOf(findings)));
        const QList<Findings> later = wrongLater(
            session->get(), [](const Findings &all) { return all.isEmpty(); }, 5s);
        m_false += int(later.size());
        QVERIFY2(later.isEmpty(), qPrintable(textOf(later.value(0))));
        const Ran ran = verb();
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QCOMPARE(QJsonDocument::fromJson(ran.out).array().size(), 0);
    }

    void whatIsWrongComesFirstAndAlone_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(scenarios)); ++i)
            QTest::newRow(scenarios[i].trouble) << i;
    }
    void whatIsWrongComesFirstAndAlone()
    {
        QFETCH(int, index);
        const Scenario &scenario = scenarios[index];
        QElapsedTimer time;
        time.start();
        const QStringList nodes = begin(scenario.trouble);
        const auto session = connected();
        QVERIFY(session);
        const auto isRight = [&](const Findings &all) {
            return all.size() == 1 && isExpected(all.first(), scenario, nodes);
        };
        const Findings findings = findingsOf(session->get(), isRight);
        const bool isFirst = !findings.isEmpty() && isExpected(findings.first(), scenario, nodes);
        m_first += isFirst ? 1 : 0;
        m_false += int(findings.size()) - (isFirst ? 1 : 0);
        QVERIFY2(isFirst && findings.size() == 1,
                 qPrintable(u"on [%1] "_s.arg(nodes.join(u' ')) + textOf(findings)));
        const qint64 found = time.elapsed();
        const QList<Findings> later = wrongLater(session->get(), isRight);
        m_false += int(later.size());
        QVERIFY2(later.isEmpty(), qPrintable(u"later, "_s + textOf(later.value(0))));
        QVERIFY(mend());
        const Findings left = findingsOf(session->get(), [](const Findings &all) { return all.isEmpty(); });
        m_false += int(left.size());
        QVERIFY2(left.isEmpty(), qPrintable(u"mended, and "_s + textOf(left)));
        qInfo("%s: found after %lld ms, over after %lld ms", scenario.trouble, found, time.elapsed());
    }

    /// Of what was before a kubelet may have warned rightly, some minutes ago.
    void aTroubleIsToldByItsOwnWarningsAlone()
    {
        const auto kubectl = [this](const QStringList &words) {
            return m_sandbox->tool("kubectl", QStringList{u"-n"_s, u"nvidia-gpu-operator"_s} + words);
        };
        const QString pod =
            QString::fromUtf8(kubectl({u"get"_s, u"pods"_s, u"-l"_s, u"app=nvidia-device-plugin-daemonset"_s,
                                       u"--field-selector"_s, u"spec.nodeName=gpu-001"_s, u"-o"_s,
                                       u"jsonpath={.items[0].metadata.name}"_s})
                                  .out);
        QVERIFY(!pod.isEmpty());
        const QDateTime now = QDateTime::currentDateTimeUtc();
        const QJsonObject event{
            {u"apiVersion"_s, u"v1"_s},
            {u"kind"_s, u"Event"_s},
            {u"metadata"_s, QJsonObject{{u"name"_s, u"before"_s}}},
            {u"involvedObject"_s, QJsonObject{{u"kind"_s, u"Pod"_s},
                                              {u"namespace"_s, u"nvidia-gpu-operator"_s},
                                              {u"name"_s, pod}}},
            {u"type"_s, u"Warning"_s},
            {u"reason"_s, u"FailedCreatePodSandBox"_s},
            {u"message"_s, u"failed to get sandbox runtime: no runtime for \"nvidia\" is configured"_s},
            {u"firstTimestamp"_s, now.addSecs(-600).toString(Qt::ISODate)},
            {u"lastTimestamp"_s, now.toString(Qt::ISODate)}};
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(QJsonDocument(event).toJson()) > 0 && file.flush());
        const Ran made = kubectl({u"create"_s, u"-f"_s, file.fileName()});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        const auto *scenario =
            std::find_if(std::begin(scenarios), std::end(scenarios), [](const Scenario &one) {
                return QLatin1String(one.trouble) == "runtime-handler-crio"_L1;
            });
        const QStringList nodes = begin(scenario->trouble);
        const auto session = connected();
        QVERIFY(session);
        const auto isRight = [&](const Findings &all) {
            return all.size() == 1 && isExpected(all.first(), *scenario, nodes);
        };
        const Findings findings = findingsOf(session->get(), isRight);
        QVERIFY2(isRight(findings), qPrintable(textOf(findings)));
    }

    void theProgramTellsTheSame()
    {
        const QStringList nodes = begin(scenarios[0].trouble);
        Ran ran;
        QJsonArray findings;
        for (QDeadlineTimer patience(60s); findings.size() != 1 && !patience.hasExpired();) {
            ran = verb();
            findings = QJsonDocument::fromJson(ran.out).array();
        }
        QVERIFY2(ran.exitCode == 1, ran.err.constData());
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings.first()[u"finding"_s].toString(), QLatin1String(scenarios[0].finding));
        QCOMPARE(findings.first()[u"nodes"_s].toVariant().toStringList(), nodes);
    }

    void cleanupTestCase()
    {
        qInfo("%d scenarios, %d first, %d false", int(std::size(scenarios)), m_first, m_false);
    }
};

#include "tst_findings_scenarios.moc"
} // namespace tst_findings_scenarios

CHARTROOM_TEST(tst_findings_scenarios, FindingsScenariosTest)
