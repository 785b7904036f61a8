// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/api_version.h"
#include "core/kube/condition_type.h"
#include "core/kube/cordon_note.h"
#include "core/kube/gpu_count.h"
#include "core/kube/lenient_json.h"
#include "core/kube/node.h"
#include "core/kube/pod.h"
#include "core/kube/shared_text.h"
#include "core/recording/recording_line.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_kube_values {

namespace {

KubeObject object(const QByteArray &json)
{
    return {QStringLiteral("u1"), QStringLiteral("ns"), QStringLiteral("x"), QStringLiteral("7"), json};
}

std::shared_ptr<const CordonNote> cordonBy(const QString &manager, const QDateTime &at)
{
    return std::make_shared<const CordonNote>(CordonNote{manager, at});
}

} // namespace

class KubeValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anApiVersionIsOfAGroupOrOfTheCoreGroup_data()
    {
        QTest::addColumn<QString>("apiVersion");
        QTest::addColumn<QString>("group");
        QTest::addColumn<QString>("root");
        QTest::newRow("core") << QStringLiteral("v1") << QString() << QStringLiteral("/api/v1");
        QTest::newRow("apps") << QStringLiteral("apps/v1") << QStringLiteral("apps")
                              << QStringLiteral("/apis/apps/v1");
        QTest::newRow("custom") << QStringLiteral("nvidia.com/v1alpha1") << QStringLiteral("nvidia.com")
                                << QStringLiteral("/apis/nvidia.com/v1alpha1");
    }
    void anApiVersionIsOfAGroupOrOfTheCoreGroup()
    {
        QFETCH(QString, apiVersion);
        QFETCH(QString, group);
        QCOMPARE(apiGroupOf(apiVersion), group);
        const QByteArray raw = apiVersion.toLatin1();
        QVERIFY(apiGroupOf(raw) == group);
        QTEST(apiRootOf(apiVersion), "root");
    }

    void theTypeOfAConditionTellsWhichStatusIsBad_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isBad");
        for (const char *type : {"Error", "Degraded", "DrainDegraded", "Failed", "ReconcileFailed",
                                 "InvalidSpec", "NotificationPolicyLoopDetected", "NoMatchingInstance",
                                 "NoMatchingFolder", "FolderUIDMismatch"})
            QTest::newRow(type) << QString::fromLatin1(type) << true;
        for (const char *type : {"Ready", "Available", "Reconciled", "Progressing", "DrainComplete",
                                 "OFEDDriverReady", "Suspended", "DashboardSynchronized"})
            QTest::newRow(type) << QString::fromLatin1(type) << false;
    }
    void theTypeOfAConditionTellsWhichStatusIsBad()
    {
        QFETCH(QString, type);
        QTEST(isBadWhenTrue(type.toStdString()), "isBad");
    }
    void anObjectThatIsReadWithinAnotherLeavesTheOtherAlone()
    {
        const auto read =
            readFields<QStringList>(object(R"({"a":"outer","b":["x",7]})"), [](const auto &root) {
                QStringList found{root["a"].text()};
                const auto inner =
                    readFields<QString>(object(R"({"a":{"b":"inner, which is longer than the other"}})"),
                                        [](const auto &other) { return other["a"]["b"].text(); });
                found << inner.value_or(QString());
                root["b"].forEachItem([&found](const LenientJson &item) { found << item.text(); });
                return found;
            });
        QVERIFY(read.has_value());
        QCOMPARE(*read,
                 (QStringList{u"outer"_s, u"inner, which is longer than the other"_s, u"x"_s, u"7"_s}));
    }
    void whatIsMissingOrOfAnotherTypeReadsAsEmpty()
    {
        const ParsedJson parsed(R"({"none":null,"word":"1k","list":[1],"far":4294967296})");
        const LenientJson &root = parsed.root();
        QVERIFY(parsed.isJson());
        QVERIFY(root["word"].exists() && !root["none"].exists() && !root["gone"].exists());
        QVERIFY(!root["word"]["deeper"]["still"].exists());
        QCOMPARE(root["list"].text(), QString());
        QCOMPARE(root["word"].integer(), 0);
        QCOMPARE(root["word"].quantity(), 1000);
        QCOMPARE(root["far"].integer(), 0);
        QCOMPARE(root["list"].json(), QByteArray("[1]"));
        QVERIFY(root["gone"].json().isEmpty());

        const ParsedJson torn("{\"word\":");
        QVERIFY(!torn.isJson() && !torn.root().exists() && !torn.root()["word"].exists());
        QCOMPARE(torn.error(u"x"_s).code, Error::Code::Damaged);
    }

    void aNodeIsReadyOnlyWhenItsConditionSaysSo()
    {
        const auto ready =
            Node::read(object(R"({"status":{"conditions":[{"type":"MemoryPressure","status":"False"},
            {"type":"Ready","status":"True"}]}})"));
        QVERIFY(ready.has_value() && ready->ready);
        const auto silent =
            Node::read(object(R"({"status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"));
        QVERIFY(silent.has_value() && !silent->ready);
        QVERIFY(!Node::read(object("{}"))->ready);
    }

    void aNodeTellsWhoCordonedItAndWhen()
    {
        KubeObject told = object(R"({"spec":{"unschedulable":true}})");
        QCOMPARE(Node::read(told)->cordonedBy, QString());
        told.cordon = cordonBy(u"kubectl"_s, QDateTime({2026, 11, 21}, {3, 0}, Qt::UTC));
        QCOMPARE(Node::read(told)->cordonedBy, u"kubectl"_s);
        QVERIFY(Node::read(told)->isCordonedWithKubectl());
        QCOMPARE(Node::read(told)->cordonedAt, QDateTime({2026, 11, 21}, {3, 0}, Qt::UTC));
        told.json = R"({"spec":{"unschedulable":true,"taints":[
            {"key":"node.kubernetes.io/unschedulable","timeAdded":"2026-11-21T03:00:01Z"}]}})";
        QCOMPARE(Node::read(told)->cordonedAt, QDateTime({2026, 11, 21}, {3, 0, 1}, Qt::UTC));
        told.json = R"({"spec":{}})"; // uncordoned, and the field is still owned
        QCOMPARE(Node::read(told)->cordonedBy, QString());
        QVERIFY(!Node::read(told)->cordonedAt.isValid());
    }

    void aRecordingKeepsWhoCordonedANodeAndWhen_data()
    {
        QTest::addColumn<QString>("by");
        QTest::addColumn<QDateTime>("at");
        QTest::addColumn<QByteArray>("kept");
        QTest::newRow("alone") << u"kubectl"_s << QDateTime({2026, 11, 21}, {3, 0}, Qt::UTC)
                               << QByteArray(R"({"by":"kubectl","at":"2026-11-21T03:00:00Z"})");
        QTest::newRow("with other fields")
            << u"gpu-operator"_s << QDateTime() << QByteArray(R"({"by":"gpu-operator"})");
        QTest::newRow("quoted") << u"an \"odd\" one"_s << QDateTime()
                                << QByteArray("{\"by\":\"an \\\"odd\\\" one\"}");
    }
    void aRecordingKeepsWhoCordonedANodeAndWhen()
    {
        QFETCH(QString, by);
        QFETCH(QDateTime, at);
        QFETCH(QByteArray, kept);
        const auto recorded =
            recordableObject(R"({"spec":{"unschedulable":true}})", "v1", "Node", {}, cordonBy(by, at).get());
        QVERIFY(recorded);
        QVERIFY2(recorded->contains("\"chartroom\":{\"cordon\":" + kept + '}'), recorded->constData());
        const auto node = Node::read(object(*recorded));
        QCOMPARE(node->cordonedBy, by);
        QCOMPARE(node->cordonedAt, at);
    }

    void onlyConditionsThatAreNotWellAreKept()
    {
        const auto node = Node::read(object(R"({"status":{"conditions":[
            {"type":"MemoryPressure","status":"False"},
            {"type":"DiskPressure","status":"True","reason":"Full","message":"too full",
             "lastTransitionTime":"2026-11-22T01:00:00Z"},
            {"type":"Ready","status":"True"}]}})"));
        QCOMPARE(node->badConditions.size(), 1);
        QCOMPARE(node->badConditions.first().type, QStringLiteral("DiskPressure"));
        QCOMPARE(node->badConditions.first().message, QStringLiteral("too full"));
        QCOMPARE(node->badConditions.first().since, QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC));
        const auto silent =
            Node::read(object(R"({"status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"));
        QCOMPARE(silent->badConditions.size(), 1);
        QCOMPARE(silent->badConditions.first().status, QStringLiteral("Unknown"));
    }

    void aPodSaysWhyNoNodeTookItAndSinceWhenItIsNotReady()
    {
        const auto pod = Pod::read(object(R"({"status":{"phase":"Pending","conditions":[
            {"type":"PodScheduled","status":"False","message":"16 Insufficient nvidia.com/gpu"},
            {"type":"Ready","status":"False","lastTransitionTime":"2026-11-22T01:00:00Z"}]}})"));
        QCOMPARE(pod->notScheduledText, QStringLiteral("16 Insufficient nvidia.com/gpu"));
        QCOMPARE(pod->notReadySince, QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC));
        const auto well = Pod::read(object(R"({"status":{"phase":"Running","conditions":[
            {"type":"PodScheduled","status":"True"},{"type":"Ready","status":"True"}]}})"));
        QVERIFY(well->notScheduledText.isEmpty());
        QVERIFY(!well->notReadySince.isValid());
        const auto refused = Pod::read(object(R"({"status":{"phase":"Pending","conditions":[
            {"type":"PodScheduled","status":"False","lastTransitionTime":"2026-11-22T01:00:00Z"}]}})"));
        QCOMPARE(refused->notReadySince, QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC));
    }

    void aPodIsAsReadyAsKubectlShowsIt_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("ready");
        QTest::addColumn<int>("all");
        QTest::addColumn<bool>("isReady");
        const auto row = [](const char *name, const char *metadata, const char *spec, const char *status,
                            int ready, int all, bool isReady) {
            QTest::newRow(name) << QByteArray(R"({"metadata":{)") + metadata + R"(},"spec":{)" + spec +
                                       R"(},"status":{)" + status + "}}"
                                << ready << all << isReady;
        };
        const char *two = R"("containers":[{"name":"a"},{"name":"b"}])";
        const char *both = R"("phase":"Running","conditions":[{"type":"Ready","status":"True"}],)"
                           R"("containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}},)"
                           R"({"name":"b","ready":true,"state":{"running":{}}}])";
        row("running", "", two, both, 2, 2, true);
        row("being deleted", R"("deletionTimestamp":"2026-11-22T01:00:00Z")", two, both, 2, 2, true);
        row("that no kubelet has seen", "", two, R"("phase":"Pending")", 0, 2, false);
        row("on a lost node, or behind a readiness gate", "", two,
            R"("phase":"Running","conditions":[{"type":"Ready","status":"False"}],)"
            R"("containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}},)"
            R"({"name":"b","ready":true,"state":{"running":{}}}])",
            2, 2, false);
        row("one of two", "", two,
            R"("phase":"Running","containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}},)"
            R"({"name":"b","ready":false,"state":{"running":{}}}])",
            1, 2, false);
        row("a completed job's", "", R"("containers":[{"name":"a"}])",
            R"("phase":"Succeeded","containerStatuses":[{"name":"a","ready":false,)"
            R"("state":{"terminated":{"exitCode":0,"reason":"Completed"}}}])",
            0, 1, false);
        row("with a sidecar", "",
            R"("initContainers":[{"name":"s","restartPolicy":"Always"},{"name":"i"}],"containers":[{"name":"a"}])",
            R"("phase":"Running","initContainerStatuses":[{"name":"s","ready":true,"state":{"running":{}}},)"
            R"({"name":"i","ready":true,"state":{"terminated":{"exitCode":0}}}],)"
            R"("containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}}])",
            2, 2, true);
    }
    void aPodIsAsReadyAsKubectlShowsIt()
    {
        QFETCH(QByteArray, json);
        const auto pod = Pod::read(object(json));
        QVERIFY(pod.has_value());
        QTEST(pod->containersReady, "ready");
        QTEST(pod->containers, "all");
        QTEST(pod->isReady, "isReady");
    }

    void gpusAreCountedOnceForAllPages()
    {
        const auto node = [](const char *uid, const char *spec, const char *ready, int allocatable) {
            Node read = *Node::read(object(QByteArray(R"({"spec":{SPEC},"status":{"capacity":)"
                                                      R"({"nvidia.com/gpu":"8"},"allocatable":)"
                                                      R"({"nvidia.com/gpu":"MANY"},"conditions":)"
                                                      R"([{"type":"Ready","status":"READY"}]}})")
                                               .replace("SPEC", spec)
                                               .replace("READY", ready)
                                               .replace("MANY", QByteArray::number(allocatable))));
            read.uid = QString::fromLatin1(uid);
            return std::pair(read.uid, read);
        };
        const ObjectMap<Node> nodes{node("well", "", "True", 8), node("one broken", "", "True", 7),
                                    node("cordoned", R"("unschedulable":true)", "True", 8),
                                    node("not ready", "", "False", 8), node("no plugin", "", "True", 0)};
        QCOMPARE(gpuCount(nodes), (GpuCount{15, 40}));
    }

    void gpusOfBothVendorsCount()
    {
        const auto node = Node::read(object(R"({"spec":{"unschedulable":true},"status":{
            "capacity":{"nvidia.com/gpu":"8","cpu":"96"},"allocatable":{"nvidia.com/gpu":"0"}}})"));
        QCOMPARE(node->gpuCapacity, GpuAmount(8));
        QCOMPARE(node->gpuAllocatable, GpuAmount());
        QVERIFY(node->unschedulable && node->hasGpu());
        QCOMPARE(Node::read(object(R"({"status":{"capacity":{"amd.com/gpu":"4"}}})"))->gpuCapacity.gpus, 4);
        const auto instances = Node::read(object(R"({"status":{"capacity":
            {"nvidia.com/gpu":"0","nvidia.com/mig-1g.10gb":"7","nvidia.com/mig-3g.40gb":"2"},
            "allocatable":{"nvidia.com/mig-1g.10gb":"7","nvidia.com/mig-3g.40gb":"0"}}})"));
        QCOMPARE(instances->gpuCapacity.slices, 9);
        QCOMPARE(instances->gpuCapacity.gpus, 0);
        QCOMPARE(instances->gpuAllocatable.slices, 7);
        const auto parts = Node::read(object(R"({"status":{"capacity":
            {"nvidia.com/gpu.shared":"32","amd.com/cpx_nps4":"64","amd.com/other":"3"}}})"));
        QCOMPARE(parts->gpuCapacity.shares, 32);
        QCOMPARE(parts->gpuCapacity.partitions, 64);
        QCOMPARE(parts->gpuCapacity.gpus, 0);
        QCOMPARE(parts->gpuCapacity.devices, 96);
    }

    void partsOfGpusAreNoGpus_data()
    {
        QTest::addColumn<QByteArray>("labels");
        QTest::addColumn<QByteArray>("capacity");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("parts");
        const auto row = [](const char *name, const char *labels, const char *capacity, int gpus,
                            const QString &parts) {
            QTest::newRow(name) << QByteArray(labels) << QByteArray(capacity) << gpus << parts;
        };
        const char *shared = R"("nvidia.com/gpu.replicas":"4","nvidia.com/gpu.count":"8")";
        row("whole", "", R"("nvidia.com/gpu":"8")", 8, {});
        row("MIG mixed", "", R"("nvidia.com/gpu":"8","nvidia.com/mig-1g.10gb":"14")", 8,
            u"0 of 14 MIG slices"_s);
        row("MIG single", R"("nvidia.com/gpu.product":"NVIDIA-H100-80GB-HBM3-MIG-1g.10gb")",
            R"("nvidia.com/gpu":"56")", 0, u"0 of 56 MIG slices"_s);
        row("shared", shared, R"("nvidia.com/gpu":"32")", 8, {});
        row("shared, renamed", shared, R"("nvidia.com/gpu.shared":"32")", 8, {});
        row("shared, not told how", "", R"("nvidia.com/gpu.shared":"32")", 0, u"0 of 32 GPU shares"_s);
        row("shared slices", "", R"("nvidia.com/mig-1g.10gb.shared":"28")", 0, u"0 of 28 GPU shares"_s);
        row("thousands", "", R"("nvidia.com/gpu":"1k","nvidia.com/gpu.shared":"2k")", 1000,
            u"0 of 2000 GPU shares"_s);
        row("AMD, single", R"("amd.com/compute-memory-partition":"cpx_nps4")", R"("amd.com/gpu":"64")", 0,
            u"0 of 64 GPU partitions"_s);
        row("AMD, not parted", R"("amd.com/compute-memory-partition":"spx_nps1")", R"("amd.com/gpu":"8")", 8,
            {});
        row("AMD, mixed and not parted", "", R"("amd.com/spx_nps1":"8")", 8, {});
        row("AMD", "", R"("amd.com/gpu":"8","amd.com/cpx_nps4":"64")", 8, u"0 of 64 GPU partitions"_s);
    }

    void partsOfGpusAreNoGpus()
    {
        QFETCH(QByteArray, labels);
        QFETCH(QByteArray, capacity);
        const auto node = Node::read(object(QByteArray(R"({"metadata":{"labels":{LABELS}},"status":)"
                                                       R"({"capacity":{CAPACITY}}})")
                                                .replace("LABELS", labels)
                                                .replace("CAPACITY", capacity)));
        QVERIFY(node.has_value());
        ObjectMap<Node> nodes{{u"a"_s, *node}};
        const GpuCount count = gpuCount(nodes);
        QTEST(count.total.gpus, "gpus");
        QTEST(gpuPartsText(count), "parts");
    }

    void aFloorIsKeptByWholeGpusOnly()
    {
        QCOMPARE(keepsGpuFloor(8, 8, true), std::optional(true));
        QCOMPARE(keepsGpuFloor(7, 8, false), std::optional(false));
        QCOMPARE(keepsGpuFloor(7, 8, true), std::optional<bool>());
    }

    void aNodeThatAmdsOperatorHasTaintedGivesNoGpus()
    {
        const QByteArray json = R"({"spec":{"taints":[{"key":"TAINT","effect":"NoSchedule"}]},"status":{
            "allocatable":{"amd.com/gpu":"8"},"conditions":[{"type":"Ready","status":"True"}]}})";
        const auto with = [&](const char *taint) {
            return Node::read(object(QByteArray(json).replace("TAINT", taint).constData()))
                ->gpusForPods()
                .gpus;
        };
        QCOMPARE(with("amd-gpu-driver-upgrade"), 0);
        QCOMPARE(with("nvidia.com/gpu"), 8);
    }

    void aMomentIsTheOneThatIsWritten_data()
    {
        QTest::addColumn<QString>("written");
        for (const char *written :
             {"2026-08-01T12:34:56Z", "2024-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-08-01T24:00:00Z",
              "2026-08-01T12:34:56+02:00", "2026-08-01T12:34:56.789Z", "2026-08-01", "2026-08-01T12:34:5xZ",
              "soon", ""})
            QTest::newRow(written) << QString::fromLatin1(written);
    }

    void aMomentIsTheOneThatIsWritten()
    {
        QFETCH(QString, written);
        const QByteArray json =
            QByteArray(R"({"metadata":{"creationTimestamp":"at"}})").replace("at\"", written.toUtf8() + '"');
        QCOMPARE(Pod::read(object(json))->created, QDateTime::fromString(written, Qt::ISODate));
    }

    void wrongTypesReadAsAbsent()
    {
        const auto node = Node::read(object(R"({"spec":[],"status":{"capacity":"x","conditions":{"a":1}}})"));
        QVERIFY(node.has_value());
        QVERIFY(!node->hasGpu() && !node->ready);
    }

    void damagedJsonIsAnError()
    {
        const auto node = Node::read(object(R"({"spec":)"));
        QVERIFY(!node);
        QCOMPARE(node.error().code, Error::Code::Damaged);
    }

    void podHealthFollowsItsContainers_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("health");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const char *json, Pod::Health health, const char *reason = "") {
            QTest::newRow(name) << QByteArray(json) << int(health) << QString::fromLatin1(reason);
        };
        row("running and ready", R"({"status":{"phase":"Running","containerStatuses":[{"ready":true}]}})",
            Pod::Health::Ready);
        row("one of two ready",
            R"({"status":{"phase":"Running","containerStatuses":[{"ready":true},{"ready":false}]}})",
            Pod::Health::Starting);
        row("succeeded", R"({"status":{"phase":"Succeeded"}})", Pod::Health::Ready);
        row("pulling", R"({"status":{"phase":"Pending","containerStatuses":[
            {"state":{"waiting":{"reason":"ContainerCreating"}}}]}})",
            Pod::Health::Starting);
        row("crash loop", R"({"status":{"phase":"Running","containerStatuses":[
            {"restartCount":14,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}})",
            Pod::Health::Unhealthy, "CrashLoopBackOff");
        row("out of memory again and again", R"({"status":{"phase":"Running","containerStatuses":[
            {"restartCount":14,"lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled"}},
             "state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}})",
            Pod::Health::Unhealthy, "OOMKilled");
        row("init crash", R"({"status":{"phase":"Pending","initContainerStatuses":[
            {"state":{"waiting":{"reason":"CrashLoopBackOff"}}}],"containerStatuses":[
            {"state":{"waiting":{"reason":"PodInitializing"}}}]}})",
            Pod::Health::Unhealthy, "Init:CrashLoopBackOff");
        row("evicted", R"({"status":{"phase":"Failed","reason":"Evicted"}})", Pod::Health::Unhealthy,
            "Evicted");
        row("leaving",
            R"({"metadata":{"deletionTimestamp":"2026-11-21T03:31:00Z"},"status":{"phase":"Running",
            "containerStatuses":[{"ready":true}]}})",
            Pod::Health::Leaving);
        row("no status yet", R"({})", Pod::Health::Starting);
    }

    void podHealthFollowsItsContainers()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, health);
        QFETCH(QString, reason);
        const auto pod = Pod::read(object(json));
        QVERIFY(pod.has_value());
        QCOMPARE(int(pod->health), health);
        QCOMPARE(pod->reason, reason);
    }

    void onlyTheControllingOwnerCounts()
    {
        const auto pod = Pod::read(object(R"({"metadata":{"ownerReferences":[{"kind":"Node","name":"n"},
            {"kind":"DaemonSet","name":"cilium","controller":true}]}})"));
        QCOMPARE(pod->ownerKind, QStringLiteral("DaemonSet"));
        QCOMPARE(pod->ownerName, QStringLiteral("cilium"));
    }

    void equalTextsShareTheirCharacters()
    {
        const auto one = Pod::read(object(R"({"spec":{"nodeName":"gpu-017"}})"));
        const auto other = Pod::read(object(R"({"spec":{"nodeName":"gpu-017"}})"));
        QCOMPARE(one->node, QStringLiteral("gpu-017"));
        QCOMPARE(static_cast<const void *>(one->node.constData()),
                 static_cast<const void *>(other->node.constData()));
    }

    void textsOfManyKindsAreThemselves_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("e acute") << QByteArray("\xc3\xa9");
        QTest::newRow("what its bytes look like") << QByteArray("\xc3\x83\xc2\xa9");
        QTest::newRow("eight bytes") << QByteArray("gpu-0017");
        QTest::newRow("long") << QByteArray(200, 'a');
    }

    void textsOfManyKindsAreThemselves()
    {
        QFETCH(QByteArray, text);
        const std::string_view view(text.constData(), size_t(text.size()));
        for (int again = 0; again < 2; ++again) {
            QCOMPARE(sharedText(view), QString::fromUtf8(text));
            QCOMPARE(sharedBytes(view), text);
        }
        const QByteArray first = sharedBytes(view);
        QCOMPARE(sharedBytes(view).constData(), first.constData());
    }

    void textsThatDifferAreNeverTakenForOneAnother()
    {
        for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 10'000; ++i) {
                const QByteArray text = "node-" + QByteArray::number(i);
                const std::string_view view(text.constData(), size_t(text.size()));
                QCOMPARE(sharedText(view), QString::fromUtf8(text));
                QCOMPARE(sharedBytes(view), text);
            }
        }
    }

    void wholeNumbersMayBeWrittenAsTexts()
    {
        const auto pod = Pod::read(object(R"({"spec":{"containers":[{"resources":{"requests":
            {"nvidia.com/gpu":"2"},"limits":{"nvidia.com/gpu":4}}}]},
            "status":{"containerStatuses":[{"restartCount":99999999999},{"restartCount":3}]}})"));
        QCOMPARE(pod->gpus, 4);
        QCOMPARE(pod->restarts, 3);
    }

    void gpusOfAmdAreCountedApart()
    {
        const auto pod = Pod::read(object(R"({"spec":{"containers":[{"resources":{"requests":
            {"amd.com/gpu":8,"nvidia.com/mig-1g.10gb":1},"limits":{"amd.com/gpu":8}}}]}})"));
        QCOMPARE(pod->amdGpus, 8);
        QCOMPARE(pod->gpus, gpusAsked("nvidia.com/mig-1g.10gb", 1));
        QCOMPARE(pod->gpus.gpus, 0);
        const auto parts = Pod::read(object(R"({"spec":{"containers":[{"resources":{"requests":
            {"amd.com/cpx_nps4":2,"amd.com/other":1}}}]}})"));
        QCOMPARE(parts->amdGpus.partitions, 2);
        QCOMPARE(parts->amdGpus.devices, 2);
    }
};

#include "tst_kube_values.moc"
} // namespace tst_kube_values

CHARTROOM_TEST(tst_kube_values, KubeValuesTest)
