// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/kube/discovering_transport.h"
#include "core/rollout/driver_fleet.h"
#include "core/rollout/rollout_inputs.h"
#include "core/session/cluster_session.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"
#include "tests/support/told_window.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <optional>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_discovering_transport {

namespace {

const QString known = u"/apis/nvidia.com/v1/clusterpolicies"_s;
const QString renamed = u"/apis/nvidia.com/v2/clusterpolicies"_s;
const QString group = u"/apis/nvidia.com"_s;

/// What kube-apiserver sends where no such version is served.
const Error notServed{Error::Code::NotFound, u"404 page not found"_s, u"404 page not found"_s, {}};

QByteArray groupOf(const QStringList &versions, const QString &preferred)
{
    QJsonArray listed;
    for (const QString &version : versions)
        listed.append(QJsonObject{{u"version"_s, version}});
    return QJsonDocument(QJsonObject{{u"kind"_s, u"APIGroup"_s},
                                     {u"versions"_s, listed},
                                     {u"preferredVersion"_s, QJsonObject{{u"version"_s, preferred}}}})
        .toJson();
}

QByteArray listOf(const QList<QJsonObject> &objects)
{
    QJsonArray items;
    for (const QJsonObject &object : objects)
        items.append(object);
    return QJsonDocument(
               QJsonObject{{u"metadata"_s, QJsonObject{{u"resourceVersion"_s, u"7"_s}}}, {u"items"_s, items}})
        .toJson();
}

/// "/apis/GROUP/VERSION/PLURAL" in that version.
QString inVersion(const QString &path, const QString &version)
{
    QStringList parts = path.split(u'/');
    parts[3] = version;
    return parts.join(u'/');
}

struct Bench
{
    explicit Bench()
    {
        auto made = std::make_unique<ScriptedTransport>();
        script = made.get();
        transport = std::make_unique<DiscoveringTransport>(std::move(made));
    }

    /// What the transport answers; no value while the script has not answered.
    [[nodiscard]] std::optional<Result<Response>> get(const QString &path)
    {
        std::optional<Result<Response>> answer;
        Request request;
        request.path = path;
        QObject guard;
        onFinished(transport->get(request), &guard, [&answer](const Result<Response> &got) { answer = got; });
        (void)QTest::qWaitFor([&answer] { return answer.has_value(); }, 20'000);
        return answer;
    }
    [[nodiscard]] QStringList asked() const
    {
        QStringList paths;
        for (const Request &request : script->gets())
            paths << request.path;
        return paths;
    }

    ScriptedTransport *script = nullptr;
    std::unique_ptr<DiscoveringTransport> transport;
};

/// Every collection that rollouts, findings and the version audit read.
void addCollections()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char *path, const char *kind) {
        QTest::newRow(kind) << QString::fromLatin1(path) << QString::fromLatin1(kind);
    };
    row("/apis/nvidia.com/v1/clusterpolicies", "ClusterPolicy");
    row("/apis/nvidia.com/v1alpha1/nvidiadrivers", "NVIDIADriver");
    row("/apis/resource.k8s.io/v1/resourceclaims", "ResourceClaim");
    row("/apis/resource.k8s.io/v1/resourceslices", "ResourceSlice");
    row("/apis/resource.k8s.io/v1/devicetaintrules", "DeviceTaintRule");
    row("/apis/mellanox.com/v1alpha1/nicclusterpolicies", "NicClusterPolicy");
    row("/apis/amd.com/v1alpha1/deviceconfigs", "DeviceConfig");
    row("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates", "SriovNetworkNodeState");
    row("/apis/sriovnetwork.openshift.io/v1/sriovnetworkpoolconfigs", "SriovNetworkPoolConfig");
    row("/apis/sriovnetwork.openshift.io/v1/sriovnetworknodepolicies", "SriovNetworkNodePolicy");
    row("/apis/maintenance.nvidia.com/v1alpha1/nodemaintenances", "NodeMaintenance");
    row("/apis/maintenance.nvidia.com/v1alpha1/maintenanceoperatorconfigs", "MaintenanceOperatorConfig");
    row("/apis/configuration.net.nvidia.com/v1alpha1/nicdevices", "NicDevice");
    row("/apis/nfd.k8s-sigs.io/v1alpha1/nodefeatures", "NodeFeature");
    row("/apis/nfd.k8s-sigs.io/v1alpha1/nodefeaturerules", "NodeFeatureRule");
    row("/apis/scheduling.volcano.sh/v1beta1/queues", "Queue");
    row("/apis/scheduling.volcano.sh/v1beta1/podgroups", "PodGroup");
    row("/apis/monitoring.coreos.com/v1/prometheuses", "Prometheus");
    row("/apis/monitoring.coreos.com/v1/alertmanagers", "Alertmanager");
    row("/apis/monitoring.coreos.com/v1/thanosrulers", "ThanosRuler");
    row("/apis/monitoring.coreos.com/v1alpha1/prometheusagents", "PrometheusAgent");
    row("/apis/grafana.integreatly.org/v1beta1/grafanas", "Grafana");
    row("/apis/grafana.integreatly.org/v1beta1/grafanadashboards", "GrafanaDashboard");
    row("/apis/grafana.integreatly.org/v1beta1/grafanadatasources", "GrafanaDatasource");
    row("/apis/grafana.integreatly.org/v1beta1/grafanafolders", "GrafanaFolder");
    row("/apis/grafana.integreatly.org/v1beta1/grafanaalertrulegroups", "GrafanaAlertRuleGroup");
    row("/apis/grafana.integreatly.org/v1beta1/grafanacontactpoints", "GrafanaContactPoint");
    row("/apis/grafana.integreatly.org/v1beta1/grafananotificationpolicies", "GrafanaNotificationPolicy");
    row("/apis/grafana.integreatly.org/v1beta1/grafananotificationpolicyroutes",
        "GrafanaNotificationPolicyRoute");
    row("/apis/grafana.integreatly.org/v1beta1/grafananotificationtemplates", "GrafanaNotificationTemplate");
    row("/apis/grafana.integreatly.org/v1beta1/grafanamutetimings", "GrafanaMuteTiming");
    row("/apis/grafana.integreatly.org/v1beta1/grafanalibrarypanels", "GrafanaLibraryPanel");
    row("/apis/grafana.integreatly.org/v1beta1/grafanamanifests", "GrafanaManifest");
    row("/apis/grafana.integreatly.org/v1beta1/grafanaserviceaccounts", "GrafanaServiceAccount");
}

QJsonObject renamedObject(const QString &groupVersion, const QString &kind, const QString &name,
                          const char *spec, const char *status = "{}", const Texts &annotations = {})
{
    return anyObject(groupVersion, kind, name, toldJson(spec), toldJson(status), annotations);
}

} // namespace

class DiscoveringTransportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereTheKnownVersionIsServedNothingElseIsAsked_data() { addCollections(); }

    void whereTheKnownVersionIsServedNothingElseIsAsked()
    {
        QFETCH(QString, path);
        Bench b;
        b.script->answer(path, listOf({}));
        b.script->answer(path.section(u'/', 0, 2), groupOf({u"v2"_s, u"v1"_s, u"v1alpha1"_s}, u"v2"_s));
        b.script->answer(inVersion(path, u"v2"_s), listOf({}));
        QVERIFY(b.get(path).value());
        QCOMPARE(b.asked(), QStringList{path});
        QCOMPARE(b.transport->otherVersion(path), QString());
        QVERIFY(unknownVersionNotes(*b.transport, {path}).isEmpty());
    }

    void anotherVersionIsFoundRememberedAndTold_data() { addCollections(); }

    void anotherVersionIsFoundRememberedAndTold()
    {
        QFETCH(QString, path);
        QFETCH(QString, kind);
        const QString groupPath = path.section(u'/', 0, 2);
        const QString served = inVersion(path, u"v2"_s);
        Bench b;
        b.script->answer(path, notServed);
        b.script->answer(groupPath, groupOf({u"v2"_s}, u"v2"_s));
        b.script->answer(served, listOf({}));
        QVERIFY(b.get(path).value());
        QCOMPARE(b.asked(), QStringList({path, groupPath, served}));
        QVERIFY(b.get(path).value());
        QCOMPARE(b.asked().mid(3), QStringList{served});
        Request request;
        request.path = path;
        QObject owner;
        (void)b.transport->watch(request, &owner);
        QCOMPARE(b.script->watchCount(served), 1);
        QCOMPARE(b.transport->otherVersion(path), u"v2"_s);
        const QStringList notes = unknownVersionNotes(*b.transport, {u"/api/v1/nodes"_s, path});
        QCOMPARE(notes.size(), 1);
        QVERIFY(notes.first().startsWith(kind + u' '));
        QVERIFY(notes.first().contains(groupPath.section(u'/', -1) + u"/v2"_s));
    }

    /// Kubernetes 1.32 and 1.33 serve DRA in versions that agree in what is read.
    void aVersionThatReadsTheSameIsNotTold()
    {
        const QString claims = u"/apis/resource.k8s.io/v1/resourceclaims"_s;
        Bench b;
        b.script->answer(claims, notServed);
        b.script->answer(u"/apis/resource.k8s.io"_s, groupOf({u"v1beta1"_s}, u"v1beta1"_s));
        b.script->answer(inVersion(claims, u"v1beta1"_s), listOf({}));
        QVERIFY(b.get(claims).value());
        QCOMPARE(b.transport->otherVersion(claims), u"v1beta1"_s);
        QVERIFY(unknownVersionNotes(*b.transport, {claims}).isEmpty());
    }

    void whichVersionIsRead_data()
    {
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<QStringList>("served");
        QTest::addColumn<QString>("read");
        const QString v2 = u"v2"_s;
        const QString v3 = u"v3alpha1"_s;
        QTest::newRow("the preferred one") << groupOf({v3, v2}, v2) << QStringList{v2, v3} << v2;
        QTest::newRow("preferred, and only another kind has it")
            << groupOf({v2, v3}, v2) << QStringList{v3} << v3;
        QTest::newRow("the known one is of another kind")
            << groupOf({u"v1"_s, v2}, u"v1"_s) << QStringList{v2} << v2;
        QTest::newRow("none is preferred") << groupOf({v2}, {}) << QStringList{v2} << v2;
        QTest::newRow("none has it") << groupOf({v2, v3}, v2) << QStringList() << QString();
        QTest::newRow("only the known one, which has it not")
            << groupOf({u"v1"_s}, u"v1"_s) << QStringList() << QString();
        QTest::newRow("no version at all") << groupOf({}, {}) << QStringList() << QString();
        QTest::newRow("no word of a path")
            << groupOf({u"../v2"_s, u"v2/x"_s, u"V2"_s}, u"v2?x=1"_s) << QStringList{v2} << QString();
        QTest::newRow("no group") << QByteArray("404 page not found") << QStringList{v2} << QString();
    }

    void whichVersionIsRead()
    {
        QFETCH(QByteArray, group);
        QFETCH(QStringList, served);
        QFETCH(QString, read);
        Bench b;
        b.script->answer(known, notServed);
        b.script->answer(tst_discovering_transport::group, group);
        for (const QString &version : std::as_const(served))
            b.script->answer(inVersion(known, version), listOf({}));
        const Result<Response> answer = b.get(known).value();
        QCOMPARE(answer.has_value(), !read.isEmpty());
        QCOMPARE(b.transport->otherVersion(known), read);
        if (!answer)
            QCOMPARE(answer.error().detail, notServed.detail);
        QCOMPARE(b.script->getCount(known), 1);
    }

    /// It is as where nothing is looked for: the known version is not served.
    void withoutTheGroupTheFirstAnswerStands_data()
    {
        QTest::addColumn<Error>("group");
        QTest::newRow("no such group") << notServed;
        QTest::newRow("forbidden") << statusError(403, u"Forbidden"_s, u"no"_s);
        QTest::newRow("failing") << statusError(500, u"InternalError"_s, u"etcd"_s);
        QTest::newRow("silent") << Error{Error::Code::Timeout, u"no answer"_s, {}, {}};
    }

    void withoutTheGroupTheFirstAnswerStands()
    {
        QFETCH(Error, group);
        Bench b;
        b.script->answer(known, notServed);
        b.script->answer(renamed, listOf({}));
        b.script->answer(tst_discovering_transport::group, group);
        const Result<Response> answer = b.get(known).value();
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, Error::Code::NotFound);
        QCOMPARE(answer.error().detail, notServed.detail);
        QCOMPARE(b.asked().size(), 2);
    }

    void onlyAnAnswerOfNotFoundIsLookedInto_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<Error>("answer");
        QTest::newRow("failing") << known << statusError(500, u"InternalError"_s, u"etcd"_s);
        QTest::newRow("forbidden, no custom resource")
            << u"/apis/apps/v1/daemonsets"_s << statusError(403, u"Forbidden"_s, u"no"_s);
        QTest::newRow("no custom resource") << u"/apis/apps/v1/daemonsets"_s << notServed;
        QTest::newRow("a kind that Chartroom does not read") << u"/apis/nvidia.com/v1/others"_s << notServed;
        QTest::newRow("a version that Chartroom does not know") << renamed << notServed;
        QTest::newRow("which kinds a version has") << u"/apis/nvidia.com/v1"_s << notServed;
        QTest::newRow("a subresource") << known + u"/cluster-policy/status"_s << notServed;
    }

    void onlyAnAnswerOfNotFoundIsLookedInto()
    {
        QFETCH(QString, path);
        QFETCH(Error, answer);
        Bench b;
        b.script->answer(path, answer);
        b.script->answer(group, groupOf({u"v3"_s}, u"v3"_s));
        b.script->answer(u"/apis/nvidia.com/v3/clusterpolicies"_s, listOf({}));
        const Result<Response> got = b.get(path).value();
        QVERIFY(!got);
        QCOMPARE(got.error().code, answer.code);
        QCOMPARE(b.asked(), QStringList{path});
    }

    /// kube-apiserver forbids before it looks whether there is such a kind.
    void whatIsForbiddenMayNotBeServedAtAll_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("resources"); // "": not found
        QTest::addColumn<Error::Code>("code");
        const QString object =
            u"/apis/maintenance.nvidia.com/v1alpha1/namespaces/ops/nodemaintenances/gpu-1"_s;
        QTest::newRow("served") << known << QByteArray(R"({"kind":"APIResourceList","resources":[
                                       {"name":"clusterpolicies/status"},{"name":"clusterpolicies"}]})")
                                << Error::Code::Forbidden;
        QTest::newRow("only other kinds")
            << known
            << QByteArray(R"({"kind":"APIResourceList","resources":[{"name":"clusterpolicies/status"}]})")
            << Error::Code::NotFound;
        QTest::newRow("no kind") << known << QByteArray(R"({"kind":"APIResourceList","resources":[]})")
                                 << Error::Code::NotFound;
        QTest::newRow("no such group") << known << QByteArray() << Error::Code::NotFound;
        QTest::newRow("no list") << known << QByteArray("<html>") << Error::Code::Forbidden;
        QTest::newRow("another object")
            << known << QByteArray(R"({"kind":"Status"})") << Error::Code::Forbidden;
        QTest::newRow("an object, served")
            << object << QByteArray(R"({"kind":"APIResourceList","resources":[{"name":"nodemaintenances"}]})")
            << Error::Code::Forbidden;
        QTest::newRow("an object, not served") << object << QByteArray() << Error::Code::NotFound;
    }

    void whatIsForbiddenMayNotBeServedAtAll()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, resources);
        QFETCH(Error::Code, code);
        Bench b;
        b.script->answer(path, statusError(403, u"Forbidden"_s, u"no"_s));
        const QString version = path.section(u'/', 0, 3);
        if (resources.isEmpty())
            b.script->answer(version, notServed);
        else
            b.script->answer(version, resources);
        b.script->answer(path.section(u'/', 0, 2), notServed);
        const Result<Response> answer = b.get(path).value();
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, code);
        QVERIFY(!answer.error().detail.isEmpty());
        QCOMPARE(b.asked()[1], version);
    }

    void whoMayNotDiscoverIsDenied()
    {
        Bench b;
        b.script->answer(known, statusError(403, u"Forbidden"_s, u"no"_s));
        b.script->answer(u"/apis/nvidia.com/v1"_s, statusError(403, u"Forbidden"_s, u"nor this"_s));
        QCOMPARE(b.get(known).value().error().code, Error::Code::Forbidden);
        QCOMPARE(b.asked().size(), 2);
    }

    void whatIsForbiddenIsReadInAnotherVersion()
    {
        Bench b;
        b.script->answer(known, statusError(403, u"Forbidden"_s, u"no"_s));
        b.script->answer(u"/apis/nvidia.com/v1"_s, notServed);
        b.script->answer(group, groupOf({u"v2"_s}, u"v2"_s));
        b.script->answer(renamed, listOf({}));
        QVERIFY(b.get(known).value());
    }

    void anObjectThatIsGoneIsNotLookedForInOtherVersions_data()
    {
        QTest::addColumn<QStringList>("versions");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("its version is served") << QStringList{u"v1"_s, u"v2"_s} << false;
        QTest::newRow("its version is not served") << QStringList{u"v2"_s} << true;
    }

    void anObjectThatIsGoneIsNotLookedForInOtherVersions()
    {
        QFETCH(QStringList, versions);
        QFETCH(bool, isFound);
        const QString object =
            u"/apis/maintenance.nvidia.com/v1alpha1/namespaces/ops/nodemaintenances/gpu-1"_s;
        versions.replaceInStrings(u"v1"_s, u"v1alpha1"_s);
        Bench b;
        b.script->answer(object, notServed);
        b.script->answer(u"/apis/maintenance.nvidia.com"_s, groupOf(versions, u"v2"_s));
        b.script->answer(inVersion(object, u"v2"_s), R"({"metadata":{"name":"gpu-1"}})");
        QCOMPARE(b.get(object).value().has_value(), isFound);
        QCOMPARE(b.script->getCount(inVersion(object, u"v2"_s)), isFound ? 1 : 0);
    }

    /// The operator was upgraded, or rolled back, while Chartroom ran.
    void aVersionThatIsNoLongerServedIsReplaced_data()
    {
        QTest::addColumn<QString>("next");
        QTest::newRow("by the known one") << u"v1"_s;
        QTest::newRow("by a third one") << u"v3"_s;
    }

    void aVersionThatIsNoLongerServedIsReplaced()
    {
        QFETCH(QString, next);
        Bench b;
        b.script->answer(known, notServed);
        b.script->answer(group, groupOf({u"v2"_s}, u"v2"_s));
        b.script->answer(renamed, listOf({}));
        QVERIFY(b.get(known).value());
        b.script->answer(renamed, notServed);
        b.script->answer(group, groupOf({next}, next));
        b.script->answer(inVersion(known, next), listOf({}));
        QVERIFY(b.get(known).value());
        QCOMPARE(b.transport->otherVersion(known), next == u"v1" ? QString() : next);
    }

    void aRequestThatIsGivenUpAsksNoFurther()
    {
        Bench b;
        b.script->answer(known, notServed);
        b.script->answer(group, groupOf({u"v2"_s}, u"v2"_s));
        b.script->hold();
        Request request;
        request.path = known;
        QFuture<Result<Response>> answer = b.transport->get(request);
        QTRY_COMPARE(b.script->heldCount(), 1);
        answer.cancel();
        QTRY_VERIFY(b.transport->children().isEmpty());
        b.script->release();
        QVERIFY(b.get(u"/version"_s).has_value()); // all that was under way is answered
        QCOMPARE(b.asked(), QStringList({known, u"/version"_s}));
    }

    void rolloutsAreReadInAnotherVersion_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("component");
        QTest::addColumn<QJsonObject>("object");
        QTest::newRow("gpu") << known << u"gpu"_s
                             << renamedObject(u"nvidia.com/v2"_s, u"ClusterPolicy"_s, u"cluster-policy"_s,
                                              "{'driver':{'version':'580.95','upgradePolicy':{'autoUpgrade':"
                                              "true,'maxParallelUpgrades':3}}}",
                                              "{'state':'ready'}");
        QTest::newRow("infiniband") << u"/apis/mellanox.com/v1alpha1/nicclusterpolicies"_s << u"ib"_s
                                    << renamedObject(u"mellanox.com/v2"_s, u"NicClusterPolicy"_s,
                                                     u"nic-cluster-policy"_s,
                                                     "{'ofedDriver':{'version':'26.01','upgradePolicy':{'"
                                                     "autoUpgrade':true,'maxParallelUpgrades':3}}}",
                                                     "{'state':'ready'}");
        QTest::newRow("sriov") << u"/apis/sriovnetwork.openshift.io/v1/sriovnetworknodestates"_s << u"sriov"_s
                               << renamedObject(u"sriovnetwork.openshift.io/v2"_s, u"SriovNetworkNodeState"_s,
                                                u"net/node-a"_s, "{}", "{'syncStatus':'Succeeded'}");
        QTest::newRow("amd") << u"/apis/amd.com/v1alpha1/deviceconfigs"_s << u"amd"_s
                             << renamedObject(
                                    u"amd.com/v2"_s, u"DeviceConfig"_s, u"kube-amd-gpu/mi300x"_s,
                                    "{'driver':{'version':'30.30.0'}}",
                                    "{'nodeModuleStatus':{'node-a':{'status':'Upgrade-Not-Started'}}}");
    }

    void rolloutsAreReadInAnotherVersion()
    {
        QFETCH(QString, path);
        QFETCH(QString, component);
        QFETCH(QJsonObject, object);
        auto script = std::make_unique<ScriptedTransport>();
        NodeSample node;
        node.name = u"node-a"_s;
        script->answer(u"/api/v1/nodes"_s, listOf({node.object()}));
        for (const char *none : {"/api/v1/pods", "/apis/apps/v1/daemonsets",
                                 "/apis/apps/v1/controllerrevisions", "/apis/policy/v1/poddisruptionbudgets"})
            script->answer(QString::fromLatin1(none), listOf({}));
        script->answer(path.section(u'/', 0, 2), groupOf({u"v2"_s}, u"v2"_s));
        script->answer(inVersion(path, u"v2"_s), listOf({object}));
        FakeClock clock;
        ResponsibilityRules rules = bundledRules();
        ClusterSession::Parts parts;
        parts.name = u"prod-eu"_s;
        parts.transport = std::move(script);
        parts.rules = &rules;
        parts.clock = &clock;
        ClusterSession session(std::move(parts));
        session.start();
        RolloutStore *rollout = session.rollout();
        QTRY_VERIFY(rollout->isComplete());
        const QString version = object[u"apiVersion"_s].toString();
        const auto tells = [&] { return rollout->notices().filter(version).size() == 1; };
        QTRY_VERIFY(tells());
        if (const DriverFleet *fleet = rollout->fleet(component)) {
            QTRY_VERIFY(fleet->policy());
            QCOMPARE(fleet->policy()->maxParallel, 3);
        } else {
            QTRY_COMPARE(rollout->tracks().size(), 1);
            QCOMPARE(rollout->tracks().first().component, component);
        }
    }

    /// What a version that is not known leaves out may be elsewhere in it; no switch is off by that.
    void aPolicyThatCannotBeReadIsUnknown_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<QString>("offSwitch");
        const auto row = [](const char *name, const char *version, const char *kind, const char *spec,
                            bool isKnown, const char *offSwitch = "") {
            QTest::newRow(name) << QString::fromLatin1(version) << QString::fromLatin1(kind)
                                << QByteArray(spec) << isKnown << QString::fromLatin1(offSwitch);
        };
        const char *moved = "{'rollout':{'autoUpgrade':true},'driver':{'version':'580.95'}}";
        const char *there = "{'driver':{'upgradePolicy':{'maxParallelUpgrades':3}}}";
        row("GPU, known, without terms", "nvidia.com/v1", "ClusterPolicy", moved, true);
        row("GPU, unknown, without terms", "nvidia.com/v2", "ClusterPolicy", moved, false);
        row("GPU, unknown, with terms", "nvidia.com/v2", "ClusterPolicy", there, true);
        row("GPU, known, off", "nvidia.com/v1", "ClusterPolicy", "{'driver':{'enabled':false}}", false,
            "driver.enabled=false");
        row("network, known, without driver", "mellanox.com/v1alpha1", "NicClusterPolicy", "{}", false,
            "no ofedDriver");
        row("network, unknown, without driver", "mellanox.com/v1beta1", "NicClusterPolicy", "{}", false);
        row("network, unknown, with terms", "mellanox.com/v1beta1", "NicClusterPolicy",
            "{'ofedDriver':{'upgradePolicy':{'autoUpgrade':true}}}", true);
    }

    void aPolicyThatCannotBeReadIsUnknown()
    {
        QFETCH(QString, version);
        QFETCH(QString, kind);
        QFETCH(QByteArray, spec);
        QFETCH(bool, isKnown);
        const bool isGpu = kind == u"ClusterPolicy";
        ToldWindow window;
        NodeSample node;
        node.name = u"node-a"_s;
        window.put(u"nodes"_s, node.object());
        for (const QString &none : {u"pods"_s, u"nvidiadrivers"_s})
            window.tell(none);
        window.put(isGpu ? u"clusterpolicies"_s : u"nicclusterpolicies"_s,
                   renamedObject(version, kind, isGpu ? u"cluster-policy"_s : u"nic-cluster-policy"_s,
                                 spec.constData()));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        const DriverFleet *fleet = told.rollout.fleet(isGpu ? u"gpu"_s : u"ib"_s);
        QVERIFY(fleet);
        QCOMPARE(fleet->policy().has_value(), isKnown);
        QTEST(fleet->offSwitch.section(u" ("_s, 0, 0), "offSwitch");
    }

    void aRecordingOfAnotherVersionPlaysAndTellsOfIt_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("known") << u"nvidia.com/v1"_s << false;
        QTest::newRow("unknown") << u"nvidia.com/v2"_s << true;
    }

    void aRecordingOfAnotherVersionPlaysAndTellsOfIt()
    {
        QFETCH(QString, version);
        QFETCH(bool, isTold);
        ToldWindow window;
        NodeSample node;
        node.name = u"node-a"_s;
        window.put(u"nodes"_s, node.object());
        window.tell(u"pods"_s);
        window.put(
            u"clusterpolicies"_s,
            renamedObject(version, u"ClusterPolicy"_s, u"cluster-policy"_s,
                          "{'driver':{'upgradePolicy':{'autoUpgrade':true,'maxParallelUpgrades':3}}}"));
        ToldRollout told(window.recording());
        QTRY_VERIFY(told.rollout.isComplete());
        QTRY_VERIFY(told.rollout.fleet(u"gpu"_s)->policy());
        QCOMPARE(told.rollout.fleet(u"gpu"_s)->policy()->maxParallel, 3);
        QCOMPARE(told.rollout.notices().filter(version).size(), isTold ? 1 : 0);
    }
};

#include "tst_discovering_transport.moc"
} // namespace tst_discovering_transport

CHARTROOM_TEST(tst_discovering_transport, DiscoveringTransportTest)
