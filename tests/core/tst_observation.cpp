// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/support/version_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_observation {

namespace {

Observation seen(const VersionFacts &facts, QStringView component)
{
    const QList<Observation> all = observe(facts);
    const Observation *found = observationOf(all, component);
    return found ? *found : Observation();
}

bool isToldBy(const ObservedVersion &version, VersionSource source)
{
    return std::any_of(version.evidence.cbegin(), version.evidence.cend(),
                       [source](const VersionEvidence &evidence) { return evidence.source == source; });
}

template<typename Fact>
Fact readFact(const KubeObject &object)
{
    const Result<Fact> fact = Fact::read(object);
    if (!fact)
        qFatal("%s", qPrintable(fact.error().message));
    return *fact;
}

} // namespace

class ObservationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodesThatDifferAreGroupsWithTheirNames()
    {
        VersionFacts facts = usualCluster();
        for (const int node : {3, 11})
            facts.nodes[node].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        const Observation driver = seen(facts, u"gpu_driver");
        QCOMPARE(driver.versions.size(), 2);
        QCOMPARE(driver.versions[0].version, u"580.105.08"_s);
        QCOMPARE(driver.versions[0].nodes.size(), 14);
        QCOMPARE(driver.versions[1].version, u"580.95.05"_s);
        QCOMPARE(driver.versions[1].nodes, (QStringList{u"gpu-003"_s, u"gpu-011"_s}));
        QVERIFY(isToldBy(driver.versions[0], VersionSource::NodeLabel));
        QVERIFY(isToldBy(driver.versions[0], VersionSource::PodImage));
        QCOMPARE(driver.remarks.size(), 1); // the pods there run another image than is loaded
        QVERIFY2(driver.remarks[0].text.contains(u"gpu-003, gpu-011"), qPrintable(driver.remarks[0].text));
        QCOMPARE(driver.wanted, u"580.105.08"_s);
    }

    void aNodeThatDoesNotSayIsNamed()
    {
        VersionFacts facts = usualCluster(2);
        facts.nodes[1].labels.clear();
        for (PodFact &pod : facts.pods)
            if (pod.node == gpuNode(1))
                pod.isReady = false;
        for (const QStringView component : {QStringView(u"gpu_driver"), QStringView(u"device_plugin")}) {
            const Observation observation = seen(facts, component);
            QCOMPARE(observation.versions.size(), 1);
            QCOMPARE(observation.versions[0].nodes, QStringList{gpuNode(0)});
            QCOMPARE(observation.untold, QStringList{gpuNode(1)});
        }
    }

    void imagesLoseTheirSuffixes()
    {
        QCOMPARE(imageVersion(u"nvcr.io/nvidia/driver:580.82.07-ubuntu22.04"_s), u"580.82.07"_s);
        QCOMPARE(imageVersion(u"x/doca-driver:doca3.2.0-25.10-1.2.8.0-2-ubuntu22.04-amd64"_s),
                 u"doca3.2.0-25.10-1.2.8.0-2"_s);
        QCOMPARE(imageVersion(u"x/dcgm-exporter:4.4.2-4.7.0-distroless"_s), u"4.4.2-4.7.0"_s);
        QCOMPARE(imageVersion(u"registry:5000/x@sha256:0123"_s), u""_s);
        QCOMPARE(plainVersion(u"sha256:0123"_s), u""_s);
    }

    void theReleaseWhosePolicyIsObeyedCounts()
    {
        VersionFacts facts = usualCluster(2);
        ReleaseFact other = facts.releases.first();
        other.namespaceName = u"ml-platform"_s;
        other.name = u"my-gpu-operator"_s;
        other.chartVersion = u"v24.9.1"_s;
        facts.releases.prepend(other);
        const Observation gpu = seen(facts, u"gpu_operator");
        QCOMPARE(gpu.single(), u"v25.10.1"_s);
        QVERIFY(isToldBy(gpu.versions[0], VersionSource::HelmRelease));
        QVERIFY(isToldBy(gpu.versions[0], VersionSource::PodImage));
        QVERIFY(std::any_of(gpu.remarks.cbegin(), gpu.remarks.cend(), [](const VersionEvidence &remark) {
            return remark.object == u"Release ml-platform/my-gpu-operator";
        }));
    }

    void aReleaseThatNeverRanDoesNotCount()
    {
        VersionFacts facts = usualCluster(2);
        facts.releases[0].chartVersion = u"v26.7.0"_s;
        facts.releases[0].isRunning = false;
        const Observation gpu = seen(facts, u"gpu_operator");
        QCOMPARE(gpu.single(), u"v25.10.1"_s); // what its pods run
        QVERIFY(std::any_of(gpu.remarks.cbegin(), gpu.remarks.cend(), [](const VersionEvidence &remark) {
            return remark.source == VersionSource::FailedRelease;
        }));
    }

    void operatorsOfOpenShiftAreToldByTheirClusterServiceVersion()
    {
        VersionFacts facts;
        const QByteArray json =
            R"({"metadata":{"name":"gpu-operator-certified.v24.9.0","namespace":"nvidia-gpu-operator"%1},
                "spec":{"version":"24.9.0","displayName":"NVIDIA GPU Operator"},
                "status":{"phase":"Succeeded"}})";
        QByteArray plain = json;
        facts.operators << readFact<OperatorFact>(kubeObject(
            u"gpu-operator-certified.v24.9.0"_s, plain.replace("%1", ""), u"nvidia-gpu-operator"_s));
        QByteArray copied = json;
        copied.replace("%1", R"(,"labels":{"olm.copiedFrom":"nvidia-gpu-operator"})");
        facts.operators << readFact<OperatorFact>(
            kubeObject(u"gpu-operator-certified.v24.9.0"_s, copied, u"default"_s));
        facts.operators << readFact<OperatorFact>(kubeObject(
            u"sriov-network-operator.v4.18.0-202502"_s,
            R"({"spec":{"version":"4.18.0-202502"},"status":{"phase":"Installing"}})", u"openshift-sriov"_s));
        QVERIFY(facts.operators[1].isCopied);
        const Observation gpu = seen(facts, u"gpu_operator");
        QCOMPARE(gpu.single(), u"24.9.0"_s);
        QCOMPARE(gpu.versions[0].evidence.size(), 1);
        QCOMPARE(gpu.versions[0].evidence[0].object,
                 u"ClusterServiceVersion nvidia-gpu-operator/gpu-operator-certified.v24.9.0"_s);
        const Observation sriov = seen(facts, u"sriov_operator"); // not there yet
        QVERIFY(sriov.versions.isEmpty());
        QCOMPARE(sriov.remarks.size(), 1);
    }

    void openShiftsVersionIsTheOneThatWasInstalledToItsEnd()
    {
        VersionFacts facts;
        facts.openShift.versions << readFact<ClusterVersionFact>(kubeObject(u"version"_s, R"({
            "metadata":{"name":"version"},
            "status":{"desired":{"version":"4.17.5"},
              "history":[{"state":"Partial","version":"4.17.5"},{"state":"Completed","version":"4.16.23"},
                         {"state":"Completed","version":"4.16.20"}],
              "conditions":[{"type":"Progressing","status":"True"}]}})"));
        const Observation openshift = seen(facts, u"openshift");
        QCOMPARE(openshift.single(), u"4.16.23"_s);
        QCOMPARE(openshift.wanted, u"4.17.5"_s);
        QCOMPARE(openshift.remarks.size(), 1);
    }

    void aPolicySaysWhatItsOperatorIsToBring()
    {
        const PolicyFact policy = readFact<PolicyFact>(kubeObject(u"cluster-policy"_s, R"({
            "kind":"ClusterPolicy","metadata":{"name":"cluster-policy","annotations":{
              "meta.helm.sh/release-name":"gpu-operator",
              "meta.helm.sh/release-namespace":"nvidia-gpu-operator"}},
            "spec":{"driver":{"version":"580.126.20","kernelModuleType":"proprietary"},
                    "toolkit":{"version":"v1.18.1"},"dcgm":{"enabled":false,"version":"4.4.2-1-ubuntu22.04"},
                    "gds":{"enabled":true,"version":"2.26.6"}},
            "status":{"state":"notReady","conditions":[
              {"type":"Error","status":"True","message":"states not ready: [state-driver]"}]}})"));
        QCOMPARE(policy.versions, (QMap<QString, QString>{{u"container_toolkit"_s, u"v1.18.1"_s},
                                                          {u"gds"_s, u"2.26.6"_s},
                                                          {u"gpu_driver"_s, u"580.126.20"_s}}));
        QCOMPARE(policy.releaseName, u"gpu-operator"_s);
        QCOMPARE(policy.stateText, u"states not ready: [state-driver]"_s);
        QCOMPARE(policy.openModules, std::optional(false));
        QVERIFY(policy.isInUse);
        const PolicyFact ignored = readFact<PolicyFact>(
            kubeObject(u"other"_s, R"({"kind":"ClusterPolicy","spec":{},"status":{"state":"ignored"}})"));
        QVERIFY(!ignored.isInUse);
        const PolicyFact nic = readFact<PolicyFact>(kubeObject(
            u"nic-cluster-policy"_s,
            R"({"kind":"NicClusterPolicy","spec":{"ofedDriver":{"version":"doca3.2.0-25.10-1.2.8.0-2"}},
                "status":{"state":"ready"}})"));
        QVERIFY(nic.isInUse);
        QVERIFY(!readFact<PolicyFact>(
                     kubeObject(u"second"_s, R"({"kind":"NicClusterPolicy","spec":{"ofedDriver":{}}})"))
                     .isInUse);
        QCOMPARE(nic.versions.value(u"mofed"_s), u"doca3.2.0-25.10-1.2.8.0-2"_s);
        const PolicyFact pool = readFact<PolicyFact>(kubeObject(
            u"pool-a"_s,
            R"({"kind":"NicNodePolicy","spec":{"ofedDriver":{"version":"doca3.4.0-26.04-0.8.6.0-0"}},
                "status":{"state":"ready"}})"));
        QVERIFY(pool.isInUse);
        QCOMPARE(pool.versions.value(u"mofed"_s), u"doca3.4.0-26.04-0.8.6.0-0"_s);
        const PolicyFact leaving = readFact<PolicyFact>(kubeObject(
            u"cluster-policy"_s,
            R"({"kind":"ClusterPolicy","spec":{"driver":{"version":"1.2","useNvidiaDriverCRD":true}}})"));
        QVERIFY(leaving.versions.isEmpty());
    }

    void nodeFeatureDiscoveryTellsTheKernelToo()
    {
        VersionFacts facts = usualCluster(2);
        facts.features << readFact<NodeFeatureFact>(kubeObject(gpuNode(0), R"({
            "metadata":{"labels":{"nfd.node.kubernetes.io/node-name":"gpu-000"}},
            "spec":{"labels":{"feature.node.kubernetes.io/kernel-version.full":"5.15.0-153-generic",
                              "feature.node.kubernetes.io/cpu-model.id":"1"}}})",
                                                               u"nvidia-gpu-operator"_s));
        facts.features << NodeFeatureFact{
            u"nvidia-gpu-operator"_s,
            gpuNode(1),
            gpuNode(1),
            {{u"feature.node.kubernetes.io/kernel-version.full"_s, u"5.15.0-140-generic"_s}}};
        QCOMPARE(facts.features[0].labels.size(), 1);
        const Observation kernel = seen(facts, u"kernel");
        QCOMPARE(kernel.single(), u"5.15.0-153-generic"_s);
        QVERIFY(isToldBy(kernel.versions[0], VersionSource::NodeInfo));
        QVERIFY(isToldBy(kernel.versions[0], VersionSource::NodeFeature));
        QCOMPARE(kernel.remarks.size(), 1); // gpu-001 was not looked at since
        QCOMPARE(kernel.remarks[0].object, u"Node gpu-001"_s);
    }

    void firmwareIsToldByALabelACardOrAReport()
    {
        VersionFacts facts = usualCluster(3);
        QVERIFY(!observationOf(observe(facts), u"firmware_cx7"));
        facts.nodes[0].labels.insert(u"chartroom.github.io/version.firmware_cx7"_s, u"28.40.1000"_s);
        facts.devices << readFact<NicDeviceFact>(kubeObject(u"gpu-001-1021-x"_s, R"({
            "status":{"node":"gpu-001","type":"1021","firmwareVersion":"28.40.1000","psid":"MT_0000000838"}})",
                                                            u"nvidia-network-operator"_s));
        const Result<ReportFact> report = ReportFact::read(
            "cluster: {nccl: 2.22.3}\nnodes:\n  gpu-002: {firmware_cx7: 28.42.1000}\n", u"report.yaml"_s);
        QVERIFY(report.has_value());
        facts.report = *report;
        const Observation firmware = seen(facts, u"firmware_cx7");
        QCOMPARE(firmware.versions.size(), 2);
        QCOMPARE(firmware.versions[0].version, u"28.40.1000"_s);
        QVERIFY(isToldBy(firmware.versions[0], VersionSource::NodeLabel));
        QVERIFY(isToldBy(firmware.versions[0], VersionSource::NicDevice));
        QCOMPARE(firmware.versions[1].nodes, QStringList{gpuNode(2)});
        QCOMPARE(seen(facts, u"nccl").single(), u"2.22.3"_s);
        const Result<ReportFact> wrong = ReportFact::read("nodes: {a: [1]}\n", u"report.yaml"_s);
        QVERIFY(!wrong.has_value());
        QVERIFY2(wrong.error().message.startsWith(u"report.yaml:1:"_s), qPrintable(wrong.error().message));
    }

    void anApiServerOfAnotherVersionIsAVersionOfItsOwn()
    {
        VersionFacts facts = usualCluster(2);
        QCOMPARE(seen(facts, u"kubernetes").single(), u"v1.33.4"_s);
        facts.serverVersion = u"v1.34.1"_s;
        const Observation kubernetes = seen(facts, u"kubernetes");
        QCOMPARE(kubernetes.versions.size(), 2);
        QVERIFY(kubernetes.versions[1].nodes.isEmpty());
    }

    void theSriovOperatorSaysHowFarItIs()
    {
        VersionFacts facts = usualCluster(2);
        PodFact daemon = podFact(u"sriov_operator"_s, gpuNode(0), u"x/sriov-network-operator:v1.6.0"_s);
        facts.pods << daemon;
        facts.sriovNodes = {{u"sriov"_s, gpuNode(0), u"Succeeded"_s, {}},
                            {u"sriov"_s, gpuNode(1), u"Failed"_s, {}}};
        const Observation sriov = seen(facts, u"sriov_operator");
        QCOMPARE(sriov.single(), u"v1.6.0"_s);
        QCOMPARE(sriov.remarks.size(), 2);
    }

    void theOrderOfWhatWasReadDoesNotMatter()
    {
        VersionFacts facts = usualCluster();
        facts.nodes[5].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        const QList<Observation> once = observe(facts);
        std::reverse(facts.nodes.begin(), facts.nodes.end());
        std::reverse(facts.pods.begin(), facts.pods.end());
        const QList<Observation> again = observe(facts);
        QCOMPARE(again.size(), once.size());
        for (qsizetype i = 0; i < once.size(); ++i) {
            QCOMPARE(again[i].component, once[i].component);
            QCOMPARE(again[i].versions.size(), once[i].versions.size());
            for (qsizetype v = 0; v < once[i].versions.size(); ++v) {
                QCOMPARE(again[i].versions[v].version, once[i].versions[v].version);
                QCOMPARE(again[i].versions[v].nodes, once[i].versions[v].nodes);
            }
        }
    }
};

#include "tst_observation.moc"
} // namespace tst_observation

CHARTROOM_TEST(tst_observation, ObservationTest)
