// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/live/live_objects.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_live_objects {

using State = LiveObject::State;

namespace {

const QString coreKinds = u"/api/v1"_s;
const QString appsKinds = u"/apis/apps/v1"_s;
const QString policyKinds = u"/apis/nvidia.com/v1"_s;

QByteArray kinds(const QByteArray &items)
{
    return R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"x","resources":[)" + items + "]}";
}

QByteArray kind(const char *plural, const char *name, bool namespaced)
{
    return QByteArray(R"({"name":")") + plural + R"(","singularName":"","namespaced":)" +
           (namespaced ? "true" : "false") + R"(,"kind":")" + name + R"(","verbs":["get"]})";
}

ObjectRef object(const char *apiVersion, const char *kind, const char *name, const char *where = "")
{
    return {QString::fromLatin1(apiVersion), QString::fromLatin1(kind), QString::fromLatin1(where),
            QString::fromLatin1(name)};
}

QByteArray json(const char *name)
{
    return QByteArray(R"({"metadata":{"name":")") + name +
           R"(","managedFields":[{"manager":"kubectl-edit","fieldsV1":{"f:spec":{}}}]},"spec":{}})";
}

} // namespace

class LiveObjectsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ScriptedTransport> m_transport;
    std::unique_ptr<LiveObjects> m_live;
    std::optional<Result<QList<LiveObject>>> m_answer;

    void read(const QList<ObjectRef> &objects)
    {
        m_answer.reset();
        onFinished(m_live->read(objects, u"gpu"_s), m_live.get(),
                   [this](const Result<QList<LiveObject>> &answer) { m_answer = answer; });
    }
    [[nodiscard]] QList<LiveObject> found() const
    {
        return m_answer && *m_answer ? **m_answer : QList<LiveObject>();
    }

private Q_SLOTS:
    void init()
    {
        m_transport = std::make_unique<ScriptedTransport>();
        m_live = std::make_unique<LiveObjects>(m_transport.get());
        m_transport->answer(coreKinds,
                            kinds(kind("configmaps", "ConfigMap", true) + ',' + kind("nodes", "Node", false) +
                                  ',' + kind("nodes/status", "Node", false)));
        m_transport->answer(appsKinds, kinds(kind("deployments", "Deployment", true) + ',' +
                                             kind("deployments/scale", "Scale", true)));
        m_transport->answer(policyKinds, kinds(kind("clusterpolicies", "ClusterPolicy", false)));
    }
    void cleanup()
    {
        m_live.reset();
        m_transport.reset();
    }

    void objectsOfAnyKindAreReadInTheirOrder()
    {
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/operator"_s, json("operator"));
        m_transport->answer(u"/apis/nvidia.com/v1/clusterpolicies/cluster-policy"_s, json("cluster-policy"));
        m_transport->answer(u"/api/v1/namespaces/other/configmaps/settings"_s, json("settings"));
        read({object("nvidia.com/v1", "ClusterPolicy", "cluster-policy"),
              object("apps/v1", "Deployment", "operator"), object("v1", "ConfigMap", "settings", "other")});
        QTRY_COMPARE(found().size(), 3);
        for (const LiveObject &live : found()) {
            QCOMPARE(live.state, State::Found);
            QCOMPARE(live.value.at({u"metadata"_s, u"name"_s}).toString(), live.object.name);
            QCOMPARE(live.value.at({u"metadata"_s, u"managedFields"_s}).list().size(), 1);
        }
        QCOMPARE(found()[0].object.namespaceName, QString());
        QCOMPARE(found()[1].object.namespaceName, u"gpu"_s);
        QCOMPARE(found()[2].object.namespaceName, u"other"_s);
    }

    void theKindsAreAskedForOnce()
    {
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/a"_s, json("a"));
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/b"_s, json("b"));
        for (int i = 0; i < 2; ++i) {
            read({object("apps/v1", "Deployment", "a"), object("apps/v1", "Deployment", "b")});
            QTRY_COMPARE(found().size(), 2);
        }
        QCOMPARE(m_transport->getCount(appsKinds), 1);
    }

    void aKindThatCameSinceIsFound()
    {
        m_transport->answer(u"/apis/nvidia.com/v1/nvidiadrivers/d"_s, json("d"));
        const ObjectRef driver = object("nvidia.com/v1", "NVIDIADriver", "d");
        read({driver});
        QTRY_COMPARE(found().size(), 1);
        QCOMPARE(found()[0].state, State::UnknownKind);
        QVERIFY(found()[0].notice.contains(u"NVIDIADriver"));
        m_transport->answer(policyKinds, kinds(kind("nvidiadrivers", "NVIDIADriver", false)));
        read({driver});
        QTRY_VERIFY(m_answer.has_value());
        QCOMPARE(found()[0].state, State::Found);
    }

    void whatIsServedInAnotherVersionIsReadInItAndSaid_data()
    {
        QTest::addColumn<QByteArray>("known"); // what the manifest's version serves; "": nothing
        QTest::newRow("the version is gone") << QByteArray();
        QTest::newRow("the kind has moved") << kinds(kind("nvidiadrivers", "NVIDIADriver", false));
    }

    void whatIsServedInAnotherVersionIsReadInItAndSaid()
    {
        QFETCH(QByteArray, known);
        if (known.isEmpty())
            m_transport->answer(policyKinds, statusError(404, u"NotFound"_s, u"no such version"_s));
        else
            m_transport->answer(policyKinds, known);
        m_transport->answer(u"/apis/nvidia.com"_s, R"({"versions":[{"version":"v3"},{"version":"v2"}]})");
        m_transport->answer(u"/apis/nvidia.com/v3"_s, kinds(""));
        m_transport->answer(u"/apis/nvidia.com/v2"_s, kinds(kind("clusterpolicies", "ClusterPolicy", false)));
        m_transport->answer(u"/apis/nvidia.com/v2/clusterpolicies/a"_s, json("a"));
        const ObjectRef policy = object("nvidia.com/v1", "ClusterPolicy", "a");
        for (int i = 0; i < 2; ++i) { // also when the versions are known
            read({policy, object("nvidia.com/v1", "ClusterPolicy", "b"),
                  object("nvidia.com/v1", "Stranger", "c")});
            QTRY_COMPARE(found().size(), 3);
            QCOMPARE(found()[0].state, State::Found);
            QCOMPARE(found()[0].object, policy);
            QVERIFY(found()[0].notice.contains(u"nvidia.com/v1") &&
                    found()[0].notice.contains(u"nvidia.com/v2"));
            QCOMPARE(found()[1].state, State::Gone);
            QCOMPARE(found()[2].state, State::UnknownKind);
        }
    }

    void whatCannotBeReadSaysWhy()
    {
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/gone"_s,
                            statusError(404, u"NotFound"_s, u"deployments.apps \"gone\" not found"_s));
        m_transport->answer(u"/api/v1/namespaces/gpu/configmaps/hidden"_s,
                            statusError(403, u"Forbidden"_s, u"configmaps is forbidden"_s));
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/ill"_s,
                            statusError(500, u"InternalError"_s, u"etcdserver: leader changed"_s));
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/torn"_s, "{\"metadata\":");
        m_transport->answer(u"/apis/hidden.io/v1"_s, statusError(403, u"Forbidden"_s, u"no"_s));
        read({object("apps/v1", "Deployment", "gone"), object("v1", "ConfigMap", "hidden"),
              object("apps/v1", "Deployment", "ill"), object("apps/v1", "Deployment", "torn"),
              object("absent.io/v1", "Thing", "x"), object("apps/v1", "Scale", "x"),
              object("hidden.io/v1", "Thing", "x")});
        QTRY_COMPARE(found().size(), 7);
        const QList<State> expected{State::Gone,       State::Forbidden,   State::Unreadable,
                                    State::Unreadable, State::UnknownKind, State::UnknownKind,
                                    State::Forbidden};
        for (qsizetype i = 0; i < expected.size(); ++i) {
            QCOMPARE(found()[i].state, expected[i]);
            QVERIFY(!found()[i].notice.isEmpty());
        }
        QCOMPARE(found()[1].notice, u"Reading ConfigMap objects in namespace gpu is forbidden."_s);
        QCOMPARE(found()[4].notice, u"The cluster does not serve absent.io/v1."_s);
    }

    void textOfAManifestGetsIntoNoOtherPath()
    {
        read({object("apps/v1/../../../api/v1", "Secret", "x"), object("apps/v1", "Deployment", "../x"),
              object("apps/v1", "Deployment", "a%2fb"), object("apps/v1", "Deployment", "a", "x/pods/y"),
              object("v1?x=1", "ConfigMap", "a")});
        QTRY_COMPARE(found().size(), 5);
        for (const LiveObject &live : found())
            QVERIFY(live.state == State::UnknownKind || live.state == State::Unreadable);
        for (const Request &request : m_transport->gets())
            QVERIFY2(request.path == appsKinds || request.path == coreKinds, qPrintable(request.path));
    }

    void aLostConnectionIsOneErrorForAll()
    {
        m_transport->answer(appsKinds, Error{Error::Code::Unreachable, u"No connection."_s, {}, {}});
        read({object("apps/v1", "Deployment", "a"), object("v1", "ConfigMap", "b")});
        QTRY_VERIFY(m_answer.has_value());
        QCOMPARE(m_answer->error().code, Error::Code::Unreachable);
    }

    void anApiGroupThatHangsHidesNoOther()
    {
        m_transport->answer(u"/apis/metrics.k8s.io/v1"_s,
                            Error{Error::Code::Timeout, u"No answer."_s, {}, {}});
        m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/a"_s, json("a"));
        read({object("metrics.k8s.io/v1", "Thing", "x"), object("apps/v1", "Deployment", "a")});
        QTRY_COMPARE(found().size(), 2);
        QCOMPARE(found()[0].state, State::Unreadable);
        QCOMPARE(found()[1].state, State::Found);
    }

    void onlySomeRequestsRunAtATime()
    {
        QList<ObjectRef> many;
        for (int i = 0; i < 40; ++i) {
            const QByteArray name = "o" + QByteArray::number(i);
            many.append(object("apps/v1", "Deployment", name.constData()));
            m_transport->answer(u"/apis/apps/v1/namespaces/gpu/deployments/"_s + QString::fromLatin1(name),
                                json(name.constData()));
        }
        read({object("apps/v1", "Deployment", "o0")});
        QTRY_COMPARE(found().size(), 1);
        m_transport->hold();
        read(many);
        QTRY_COMPARE(m_transport->heldCount(), 8);
        m_transport->release();
        QTRY_COMPARE(found().size(), 40);
        QCOMPARE(found().last().object.name, u"o39"_s);
    }

    void aManifestWithoutObjectsNeedsNoRequest()
    {
        read({});
        QTRY_VERIFY(m_answer.has_value());
        QVERIFY(m_answer->has_value() && (*m_answer)->isEmpty());
        QVERIFY(m_transport->gets().isEmpty());
    }

    void aCancelledReadingIsSilent()
    {
        m_transport->hold();
        QFuture<Result<QList<LiveObject>>> future =
            m_live->read({object("apps/v1", "Deployment", "a")}, u"gpu"_s);
        QTRY_COMPARE(m_transport->heldCount(), 1);
        future.cancel();
        QTRY_VERIFY(m_live->children().isEmpty());
        m_transport->release();
        QTRY_COMPARE(m_transport->heldCount(), 0);
    }
};

#include "tst_live_objects.moc"
} // namespace tst_live_objects

CHARTROOM_TEST(tst_live_objects, LiveObjectsTest)
