// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/kube/discovering_transport.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "core/screens/objects/describe_operation.h"
#include "core/screens/objects/object_text.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_object_description {

namespace {

const ObjectRef driverPod{u"v1"_s, u"Pod"_s, u"ops"_s, u"driver-a"_s};
const ObjectRef driverSet{u"apps/v1"_s, u"DaemonSet"_s, u"ops"_s, u"driver"_s};
const QString podPath = u"/api/v1/namespaces/ops/pods/driver-a"_s;
const QString setPath = u"/apis/apps/v1/namespaces/ops/daemonsets/driver"_s;
const QString eventsPath = u"/api/v1/namespaces/ops/events"_s;
const QDateTime noon(QDate(2026, 11, 29), QTime(12, 0), Qt::UTC);

QByteArray podJson(const QByteArray &name = "driver-a", bool isReady = false)
{
    return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
           R"(","namespace":"ops","uid":"u-1",
"creationTimestamp":"2026-11-29T10:00:00Z","labels":{"app":"driver"},"managedFields":[{"manager":"kubelet"}],
"ownerReferences":[{"kind":"DaemonSet","name":"driver","controller":true}]},
"spec":{"nodeName":"gpu-01","containers":[{"name":"ctr","image":"driver:580",
"env":[{"name":"NGC_API_KEY","value":"hunter2hunter2"}]}],"initContainers":[{"name":"init","image":"i"}]},
"status":{"phase":"Running","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"not ready: token=hunter2hunter2","lastTransitionTime":"2026-11-29T11:30:00Z"}],
"containerStatuses":[{"name":"ctr","ready":)" +
           (isReady ? "true" : "false") +
           R"(,"restartCount":12,"state":{"waiting":{"reason":"CrashLoopBackOff"}},
"lastState":{"terminated":{"reason":"Error","exitCode":1}}}]}})";
}

QByteArray eventJson(const QByteArray &reason, const QByteArray &last, const QByteArray &uid = "u-1",
                     const QByteArray &name = "driver-a")
{
    return R"({"metadata":{"name":"e"},"type":"Warning","reason":")" + reason +
           R"(","message":"password=hunter2hunter2 refused","count":3,"source":{"component":"kubelet"},
"lastTimestamp":")" +
           last + R"(","involvedObject":{"kind":"Pod","namespace":"ops","name":")" + name + R"(","uid":")" +
           uid + R"("}})";
}

QByteArray listJson(const QByteArrayList &items, const QByteArray &goesOn = {})
{
    return R"({"kind":"List","metadata":{"resourceVersion":"1","continue":")" + goesOn + R"("},"items":[)" +
           items.join(',') + "]}";
}

Error refused(Error::Code code)
{
    return {code, u"the server's words"_s, {}, {}};
}

} // namespace

class ObjectDescriptionTest : public QObject
{
    Q_OBJECT

private:
    ObjectDescription describe(Transport &transport, const ObjectRef &object,
                               DescribeOperation::Options options = {})
    {
        DescribeOperation operation(&transport, object, options, nullptr);
        ObjectDescription found;
        bool isOver = false;
        connect(&operation, &DescribeOperation::finished, &operation,
                [&](const ObjectDescription &description) {
                    found = description;
                    isOver = true;
                });
        operation.start();
        [&] { QTRY_VERIFY(isOver); }();
        return found;
    }

private Q_SLOTS:
    void anObjectIsToldWithConditionsAndEvents()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(eventsPath, listJson({eventJson("Older", "2026-11-29T11:00:00Z"),
                                               eventJson("Newer", "2026-11-29T11:50:00Z")}));
        const ObjectDescription pod = describe(transport, driverPod);
        QVERIFY(!pod.problem && !pod.eventsProblem);
        QCOMPARE(pod.owner, u"DaemonSet driver"_s);
        QCOMPARE(pod.node, u"gpu-01"_s);
        QCOMPARE(pod.conditions.size(), 1);
        QCOMPARE(pod.conditions.first().since, QDateTime(QDate(2026, 11, 29), QTime(11, 30), Qt::UTC));
        QCOMPARE(pod.events.size(), 2);
        QCOMPARE(pod.events.first().reason, u"Newer"_s);
        QCOMPARE(pod.containers.size(), 2);
        QCOMPARE(pod.containers.first().state, u"waiting: CrashLoopBackOff"_s);
        QCOMPARE(pod.containers.first().lastState, u"terminated: Error (exit code 1)"_s);
        QCOMPARE(pod.containers.first().restarts, 12);
        QVERIFY(pod.containers.last().isInit);
        QVERIFY(readYaml(pod.yaml.toUtf8()).has_value());
        QVERIFY(!pod.yaml.contains(u"managedFields"));
        // Only what was asked for: by kind and name, and capped.
        for (const Request &request : transport.gets()) {
            if (request.path != eventsPath)
                continue;
            QCOMPARE(request.query.queryItemValue(u"fieldSelector"_s, QUrl::FullyDecoded),
                     u"involvedObject.kind=Pod,involvedObject.name=driver-a"_s);
            QVERIFY(request.query.queryItemValue(u"limit"_s).toInt() > 0);
        }
        const QString text = objectText(pod, noon);
        QVERIFY(text.indexOf(u"ContainersNotReady") < text.indexOf(u"Newer"));
        QVERIFY(text.indexOf(u"Newer") < text.indexOf(u"Older"));
        QVERIFY(text.indexOf(u"Older") < text.indexOf(u"CrashLoopBackOff"));
    }

    void noSecretIsToldAnywhere()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(eventsPath, listJson({eventJson("Failed", "2026-11-29T11:00:00Z")}));
        const ObjectDescription pod = describe(transport, driverPod);
        QVERIFY(pod.yaml.contains(u"NGC_API_KEY"));
        QVERIFY(!pod.yaml.contains(u"hunter2"));
        QCOMPARE(pod.events.size(), 1);
        QVERIFY(!objectText(pod, noon).contains(u"hunter2"));
    }

    void eventsOfAnEarlierPodOfThatNameAreNotIts()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(eventsPath,
                         listJson({eventJson("Its", "2026-11-29T11:00:00Z"),
                                   eventJson("Old", "2026-11-29T09:00:00Z", "u-0"),
                                   eventJson("Other", "2026-11-29T11:00:00Z", "u-2", "driver-b")}));
        const ObjectDescription pod = describe(transport, driverPod);
        QCOMPARE(pod.events.size(), 1);
        QCOMPARE(pod.events.first().reason, u"Its"_s);
    }

    void anObjectIsToldInTheVersionInWhichItWasRead()
    {
        auto script = std::make_unique<ScriptedTransport>();
        script->answer(u"/apis/nvidia.com"_s, R"({"versions":[{"version":"v2"}]})");
        script->answer(u"/apis/nvidia.com/v2/clusterpolicies/p"_s,
                       R"({"apiVersion":"nvidia.com/v2","kind":"ClusterPolicy","metadata":{"name":"p"},
"status":{"phase":"a word of v2"}})");
        DiscoveringTransport transport(std::move(script));
        const ObjectDescription policy = describe(transport, *namedObject(u"ClusterPolicy p"_s, {}));
        QVERIFY(!policy.problem);
        const QString text = objectText(policy, noon);
        QVERIFY(text.contains(u"nvidia.com/v2") && !text.contains(u"nvidia.com/v1"));
        QVERIFY(text.contains(u"a word of v2"));
    }

    void whereReadingIsForbiddenTheMissingPermissionIsNamed()
    {
        ScriptedTransport transport;
        transport.answer(setPath, refused(Error::Code::Forbidden));
        transport.answer(eventsPath, refused(Error::Code::Forbidden));
        const ObjectDescription set = describe(transport, driverSet);
        QVERIFY(set.problem && set.eventsProblem);
        QCOMPARE(set.problem->code, Error::Code::Forbidden);
        QVERIFY(set.problem->message.contains(u"get daemonsets.apps"));
        QVERIFY(set.problem->message.contains(u"ops"));
        QVERIFY(set.eventsProblem->message.contains(u"list events"));
        const QString text = objectText(set, noon);
        QVERIFY(text.contains(set.problem->message));
        QVERIFY(text.contains(set.eventsProblem->message));
    }

    void anObjectThatIsGoneKeepsItsEvents()
    {
        ScriptedTransport transport;
        transport.answer(podPath, refused(Error::Code::NotFound));
        transport.answer(eventsPath, listJson({eventJson("Killing", "2026-11-29T11:00:00Z")}));
        const ObjectDescription pod = describe(transport, driverPod);
        QVERIFY(pod.problem);
        QCOMPARE(pod.problem->code, Error::Code::NotFound);
        QVERIFY(pod.yaml.isEmpty());
        QCOMPARE(pod.events.size(), 1);
        QVERIFY(objectText(pod, noon).contains(u"Killing"));
    }

    void withoutEventsASentenceSaysSo()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(eventsPath, listJson({}));
        const ObjectDescription pod = describe(transport, driverPod);
        QVERIFY(pod.events.isEmpty() && !pod.eventsProblem);
        const QString text = objectText(pod, noon);
        const QString events = text.mid(text.indexOf(u"Events"));
        QVERIFY(!events.section(u'\n', 1, 1).trimmed().isEmpty());
        QVERIFY(!events.contains(u"Last seen"));
    }

    void moreEventsThanAreKeptIsSaid()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        QByteArrayList items;
        for (qsizetype i = 0; i < ObjectDescription::mostEvents + 1; ++i)
            items.append(eventJson("One", "2026-11-29T11:00:00Z"));
        transport.answer(eventsPath, listJson(items));
        ObjectDescription pod = describe(transport, driverPod);
        QCOMPARE(pod.events.size(), ObjectDescription::mostEvents);
        QVERIFY(pod.hasMoreEvents);
        transport.answer(eventsPath, listJson({items.first()}, "token"));
        pod = describe(transport, driverPod);
        QVERIFY(pod.hasMoreEvents);
    }

    void aRecordingIsSearchedWithoutASelector()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(eventsPath, [](const Request &request) -> Result<Response> {
            if (request.query.hasQueryItem(u"fieldSelector"_s))
                return tl::make_unexpected(refused(Error::Code::Unsupported));
            return jsonResponse(listJson({eventJson("Its", "2026-11-29T11:00:00Z"),
                                          eventJson("Other", "2026-11-29T11:00:00Z", "u-2", "driver-b")}));
        });
        const ObjectDescription pod = describe(transport, driverPod);
        QVERIFY(!pod.eventsProblem);
        QCOMPARE(pod.events.size(), 1);
    }

    void aWorkloadHasTheContainersOfItsPods()
    {
        ScriptedTransport transport;
        const QString podsPath = u"/api/v1/namespaces/ops/pods"_s;
        transport.answer(setPath, R"({"metadata":{"name":"driver","namespace":"ops"},"spec":{"selector":{
"matchLabels":{"app":"driver"},"matchExpressions":[{"key":"tier","operator":"In","values":["a","b"]}]}}})");
        transport.answer(eventsPath, listJson({}));
        transport.answer(podsPath, listJson({podJson("driver-a", true), podJson("driver-b")}));
        ObjectDescription set = describe(transport, driverSet);
        QCOMPARE(set.containers.size(), 4);
        QCOMPARE(set.containers.first().pod, u"driver-b"_s); // in trouble
        QCOMPARE(set.containers.first().log(true), (LogRequest{u"ops"_s, u"driver-b"_s, u"ctr"_s, true}));
        QCOMPARE(transport.gets().last().query.queryItemValue(u"labelSelector"_s, QUrl::FullyDecoded),
                 u"app=driver,tier in (a,b)"_s);
        QVERIFY(set.yaml.contains(u"kind: DaemonSet")); // as a recording's items do not say
        transport.answer(podsPath, refused(Error::Code::Forbidden));
        set = describe(transport, driverSet);
        QVERIFY(set.podsProblem);
        QVERIFY(set.podsProblem->message.contains(u"list pods"));
    }

    void aWorkloadSaysHowManyOfItsPodsAreShown_data()
    {
        QTest::addColumn<QByteArray>("pods");
        QTest::addColumn<bool>("hasMore");
        QTest::addColumn<bool>("hasNone");
        QTest::newRow("all") << listJson({podJson()}) << false << false;
        QTest::newRow("a page") << listJson({podJson()}, "token") << true << false;
        QTest::newRow("an empty page") << listJson({}, "token") << true << false;
        QTest::newRow("none") << listJson({}) << false << true;
    }
    void aWorkloadSaysHowManyOfItsPodsAreShown()
    {
        QFETCH(QByteArray, pods);
        ScriptedTransport transport;
        transport.answer(setPath, R"({"metadata":{"name":"driver","namespace":"ops"},
"spec":{"selector":{"matchLabels":{"app":"driver"}}}})");
        transport.answer(eventsPath, listJson({}));
        transport.answer(u"/api/v1/namespaces/ops/pods"_s, pods);
        const ObjectDescription set = describe(transport, driverSet);
        QTEST(set.hasMorePods, "hasMore");
        const QString text = objectText(set, noon);
        QTEST(text.contains(u"There are more pods"), "hasMore");
        QTEST(text.contains(u"It has no pods."), "hasNone");
    }

    /// A pod has no list of pods, and of pods that cannot be listed none is said not to be there.
    void whereNoPodsWereReadNoneAreSaidToBeMissing()
    {
        ScriptedTransport transport;
        transport.answer(podPath, podJson());
        transport.answer(setPath, R"({"metadata":{"name":"driver","namespace":"ops"},
"spec":{"selector":{"matchLabels":{"app":"driver"}}}})");
        transport.answer(eventsPath, listJson({}));
        transport.answer(u"/api/v1/namespaces/ops/pods"_s, refused(Error::Code::Forbidden));
        for (const ObjectRef &object : {driverPod, driverSet})
            QVERIFY(!objectText(describe(transport, object), noon).contains(u"It has no pods."));
    }

    void findingsNameObjects()
    {
        QCOMPARE(namedObject(u"Pod ops/driver-a"_s, {}), driverPod);
        QCOMPARE(namedObject(u"DaemonSet driver"_s, u"ops"_s), driverSet);
        const auto policy = namedObject(u"ClusterPolicy cluster-policy"_s, u"ops"_s);
        QVERIFY(policy);
        QCOMPARE(objectPlace(*policy)->path, u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s);
        for (const QString &text : {u"Release ops/x"_s, u"Pod ops/.."_s, u"Pod a/b/../c?x"_s, u"Node "_s,
                                    u"Pod driver-a"_s, u"Node gpu-01%2f"_s, u"Secret ops/x"_s})
            QVERIFY2(!namedObject(text, {}), qPrintable(text));
    }

    void ofAManifestThePolicyIsFirst()
    {
        const ObjectRef deployment{u"apps/v1"_s, u"Deployment"_s, u"ops"_s, u"operator"_s};
        const ObjectRef policy{u"nvidia.com/v1"_s, u"ClusterPolicy"_s, {}, u"cluster-policy"_s};
        const ObjectRef stranger{u"kyverno.io/v1"_s, u"ClusterPolicy"_s, {}, u"require-labels"_s};
        const ObjectRef service{u"v1"_s, u"Service"_s, u"ops"_s, u"metrics"_s};
        QCOMPARE(describedObjects({service, deployment, stranger, policy, deployment}, u"ops"_s),
                 (QList<ObjectRef>{policy, deployment}));
    }

    void aRecordedObjectIsDescribedAndHasNoLog()
    {
        const auto loaded =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(loaded);
        RecordedTransport transport(*loaded);
        transport.seek((*loaded)->duration());
        const ObjectRef recorded{u"apps/v1"_s, u"DaemonSet"_s, u"nvidia-gpu-operator"_s,
                                 u"gpu-feature-discovery"_s};
        DescribeOperation::Options options;
        options.isRecording = true;
        const ObjectDescription set = describe(transport, recorded, options);
        QVERIFY2(!set.problem, set.problem ? qPrintable(set.problem->message) : "");
        QVERIFY(!set.eventsProblem && !set.podsProblem);
        QCOMPARE(set.owner, u"ClusterPolicy cluster-policy"_s);
        QVERIFY(set.yaml.contains(u"kind: DaemonSet"));
        const ObjectDescription gone = describe(transport, driverPod, options);
        QVERIFY(gone.problem);
        QVERIFY(gone.problem->message.contains(u"recording"));
        std::optional<Error> noLog;
        WatchStream *lines = transport.lines({}, this);
        connect(lines, &WatchStream::stopped, lines, [&](const Error &error) { noLog = error; });
        QTRY_VERIFY(noLog);
        QCOMPARE(noLog->code, Error::Code::Unsupported);
        delete lines;
    }

    void withoutAConnectionASentenceSaysSo()
    {
        DescribeOperation operation(nullptr, driverPod);
        QSignalSpy finished(&operation, &DescribeOperation::finished);
        operation.start();
        QTRY_COMPARE(finished.size(), 1);
        const auto description = finished.first().first().value<ObjectDescription>();
        QVERIFY(description.problem);
        QCOMPARE(description.problem->code, Error::Code::Unreachable);
    }
};

#include "tst_object_description.moc"
} // namespace tst_object_description

CHARTROOM_TEST(tst_object_description, ObjectDescriptionTest)
