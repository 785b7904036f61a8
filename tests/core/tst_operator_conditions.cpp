// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operator_conditions {

namespace {

ResourceStatus resource(const QString &kind, const QString &name, QByteArray json,
                        const QByteArray &written = {})
{
    KubeObject object;
    object.uid = kind + name;
    object.name = name;
    object.json = json.replace('\'', '"');
    object.written = written;
    return ResourceStatus::read(object, kind).value_or(ResourceStatus());
}

QByteArray withConditions(const QByteArray &conditions, const QByteArray &rest = {})
{
    return "{'status':{" + rest + "'conditions':[" + conditions + "]}}";
}

const QByteArray sandboxed = "{'spec':{'sandboxWorkloads':{'enabled':true,'defaultWorkload':'%1'}},"
                             "'status':{'state':'ready'}}";

} // namespace

/// What operators write of their resources, and what a diagnosis makes of it.
class TestOperatorConditions : public QObject, private DiagnosisBench
{
    Q_OBJECT

private Q_SLOTS:
    void aConditionInTroubleIsQuotedWordForWord_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("signature"); ///< "": no finding
        QTest::addColumn<QString>("quote");
        const QString other = u"operator-condition"_s;
        QTest::newRow("conflict")
            << u"NVIDIADriver"_s
            << withConditions("{'type':'Ready','status':'False','reason':'Error',"
                              "'message':''},{'type':'Error','status':'True',"
                              "'reason':'ConflictingNodeSelector',"
                              "'message':'conflicting NodeSelectors of a100'}",
                              "'state':'notReady',")
            << other << u"Error=True, ConflictingNodeSelector: conflicting NodeSelectors of a100"_s;
        QTest::newRow("amd") << u"DeviceConfig"_s
                             << withConditions("{'type':'Error','status':'True','reason':'NoMatchingNodes',"
                                               "'message':'no nodes found matching selector a=b'},"
                                               "{'type':'Ready','status':'False','reason':'NoMatchingNodes',"
                                               "'message':'no nodes found matching selector a=b'}")
                             << other
                             << u"Error=True, NoMatchingNodes: no nodes found matching selector a=b"_s;
        QTest::newRow("amd, refused")
            << u"DeviceConfig"_s
            << withConditions("{'type':'Ready','status':'False','reason':'OperatorReady','message':''},"
                              "{'type':'Error','status':'True','reason':'ValidationError',"
                              "'message':'Validation failed: node mi-1 already assigned'}")
            << other << u"Error=True, ValidationError: Validation failed: node mi-1 already assigned"_s;
        QTest::newRow("not ready") << u"ClusterPolicy"_s
                                   << withConditions("{'type':'Ready','status':'False','reason':'Odd',"
                                                     "'message':'of\\nlines'}")
                                   << other << u"Ready=False, Odd: of lines"_s;
        QTest::newRow("without a reason")
            << u"DeviceConfig"_s << withConditions("{'type':'Error','status':'True','message':'no'}") << other
            << u"Error=True: no"_s;
        QTest::newRow("network") << u"NicClusterPolicy"_s
                                 << withConditions("{'type':'Ready','status':'False','reason':"
                                                   "'ComponentError','message':'One or more components are "
                                                   "in error state'},"
                                                   "{'type':'OFEDDriverReady','status':'False',"
                                                   "'reason':'ComponentError','message':'no image'}")
                                 << u"policy-reconcile-failed"_s << u"OFEDDriverReady: no image"_s;
        const QByteArray sum = "{'type':'Ready','status':'False','reason':'ComponentsNotReady','message':"
                               "'One or more components are not yet ready'},";
        QTest::newRow("network, components without words")
            << u"NicClusterPolicy"_s
            << withConditions(sum + "{'type':'MultusCNIReady','status':'False','reason':'ComponentNotReady',"
                                    "'message':''},"
                                    "{'type':'NVIPAMReady','status':'False','reason':'ComponentNotReady',"
                                    "'message':''}")
            << u"operands-not-ready"_s << u"MultusCNIReady=False; NVIPAMReady=False"_s;
        QTest::newRow("network, each component's words")
            << u"NicClusterPolicy"_s
            << withConditions(sum + "{'type':'MultusCNIReady','status':'False','reason':'ComponentError',"
                                    "'message':'no namespace x'},"
                                    "{'type':'NVIPAMReady','status':'False','reason':'ComponentError',"
                                    "'message':'no image'},"
                                    "{'type':'OFEDDriverReady','status':'False','reason':'ComponentError',"
                                    "'message':'no chart'}")
            << u"policy-reconcile-failed"_s
            << u"MultusCNIReady: no namespace x; NVIPAMReady: no image; OFEDDriverReady: no chart"_s;
        QTest::newRow("network, the reason is the state's")
            << u"NicNodePolicy"_s
            << withConditions("{'type':'Ready','status':'False','reason':'ComponentError','message':'x'}",
                              "'state':'error','reason':'node selector overlap detected',")
            << u"policy-reconcile-failed"_s << u"node selector overlap detected"_s;
        QTest::newRow("network, before there were conditions")
            << u"NicClusterPolicy"_s
            << QByteArray("{'status':{'state':'error','appliedStates':["
                          "{'name':'state-OFED','state':'error'}]}}")
            << u"policy-reconcile-failed"_s << u"state-OFED: error"_s;
        QTest::newRow("no labels, ready")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'True','reason':'NFDLabelsMissing',"
                              "'message':'No NFD labels found'},"
                              "{'type':'Error','status':'False','reason':'Ready','message':''}")
            << u"nfd-labels-missing"_s << u"No NFD labels found"_s;
        QTest::newRow("no nodes, ready")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'True','reason':'NoGPUNodes',"
                              "'message':'No GPU node found'}")
            << u"no-gpu-nodes"_s << u"No GPU node found"_s;
        QTest::newRow("well") << u"ClusterPolicy"_s
                              << withConditions("{'type':'Ready','status':'True','reason':'Reconciled',"
                                                "'message':'all is well'}")
                              << QString() << QString();
        QTest::newRow("nothing in progress")
            << u"DeviceConfig"_s
            << withConditions("{'type':'Progressing','status':'False','reason':'NotProgressing',"
                              "'message':'no change in progress'},"
                              "{'type':'Ready','status':'True','reason':'NodeReady','message':''}")
            << QString() << QString();
        QTest::newRow("another type")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'True','reason':'Reconciled','message':''},"
                              "{'type':'Degraded','status':'True','reason':'OperandCrash'}")
            << other << u"Degraded=True, OperandCrash"_s;
        QTest::newRow("bad when True by its name")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'True','reason':'Reconciled','message':''},"
                              "{'type':'InvalidSpec','status':'True','reason':'Odd'}")
            << other << u"InvalidSpec=True, Odd"_s;
        QTest::newRow("another status")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'Unknown','reason':'Odd','message':'no answer'}")
            << other << u"Ready=Unknown, Odd: no answer"_s;
        QTest::newRow("another state")
            << u"ClusterPolicy"_s
            << withConditions("{'type':'Ready','status':'False','reason':'','message':''}",
                              "'state':'degraded',")
            << other << u"state: degraded"_s;
        QTest::newRow("another state of a component")
            << u"NicClusterPolicy"_s
            << QByteArray("{'status':{'state':'ready','appliedStates':["
                          "{'name':'state-OFED','state':'degraded','message':'kernel drift'}]}}")
            << other << u"state-OFED: degraded: kernel drift"_s;
        QTest::newRow("says nothing") << u"NVIDIADriver"_s
                                      << withConditions("{'type':'Ready','status':'False',"
                                                        "'reason':'Error','message':''}")
                                      << QString() << QString();
        QTest::newRow("young") << u"NVIDIADriver"_s
                               << withConditions("{'type':'Error','status':'True','reason':'Odd',"
                                                 "'message':'for a minute',"
                                                 "'lastTransitionTime':'2026-11-22T02:59:00Z'}")
                               << QString() << QString();
    }

    void aConditionInTroubleIsQuotedWordForWord()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, json);
        QFETCH(QString, signature);
        QFETCH(QString, quote);
        DiagnosisScene scene;
        const QString name = kind == u"NicClusterPolicy" ? u"nic-cluster-policy"_s : u"one"_s;
        scene.evidence.resources = {resource(kind, name, json)};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings).join(u' '), signature);
        if (signature.isEmpty())
            return;
        QCOMPARE(findings.first().quote, quote);
        QCOMPARE(findings.first().objects, QStringList{kind + u' ' + name});
        QCOMPARE(findings.first().evidence, QStringList());
    }

    void aStateThatNothingExplainsIsQuotedOnceItHasSettled_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("written"); ///< "": nothing tells
        QTest::addColumn<QString>("signature");  ///< "": no finding
        QTest::addColumn<QString>("quote");
        QTest::addColumn<bool>("isSinceKnown");
        const QString none;
        const QByteArray longAgo = "2026-11-22T01:00:00Z";
        const QString atLeast = u", at least since 2026-11-22 01:00:00 UTC"_s;
        const QString driver = u"NVIDIADriver"_s;
        const QString network = u"NicClusterPolicy"_s;
        const QByteArray parts =
            "'state':'notReady','appliedStates':[{'name':'state-OFED','state':'notReady'},"
            "{'name':'state-multus-cni','state':'ready'}]";
        QTest::newRow("since its condition")
            << driver
            << QByteArray("'state':'notReady','conditions':[{'type':'Ready','status':'False',"
                          "'reason':'Error','message':'','lastTransitionTime':'2026-11-22T01:00:00Z'}]")
            << QByteArray() << u"operands-not-ready"_s << u"state: notReady"_s << true;
        QTest::newRow("at least since its last change")
            << network << parts << longAgo << u"operands-not-ready"_s
            << u"state: notReady (state-OFED)"_s + atLeast << false;
        QTest::newRow("young") << network << parts << QByteArray("2026-11-22T02:50:00Z") << none << none
                               << false;
        QTest::newRow("of unknown age") << network << parts << QByteArray() << none << none << false;
        QTest::newRow("explained") << u"ClusterPolicy"_s
                                   << QByteArray("'state':'notReady','reason':'no image'") << longAgo
                                   << u"operands-not-ready"_s << u"no image"_s << false;
        QTest::newRow("ignored") << driver << QByteArray("'state':'ignored'") << longAgo
                                 << u"operator-condition"_s << u"state: ignored"_s + atLeast << false;
        QTest::newRow("in error") << u"NicNodePolicy"_s << QByteArray("'state':'error'") << longAgo
                                  << u"policy-reconcile-failed"_s << u"state: error"_s + atLeast << false;
        QTest::newRow("disabled") << driver << QByteArray("'state':'disabled'") << longAgo << none << none
                                  << false;
        QTest::newRow("ready") << driver << QByteArray("'state':'ready'") << longAgo << none << none << false;
    }

    void aStateThatNothingExplainsIsQuotedOnceItHasSettled()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, written);
        QFETCH(QString, quote);
        DiagnosisScene scene;
        const QString name = kind == u"NicClusterPolicy" ? u"nic-cluster-policy"_s : u"one"_s;
        scene.evidence.resources = {resource(kind, name, "{'status':{" + status + "}}", written)};
        const QList<Finding> findings = judge(scene);
        QTEST(signaturesOf(findings).join(u' '), "signature");
        if (findings.isEmpty())
            return;
        QCOMPARE(findings.first().quote, quote);
        QTEST(findings.first().since.isValid(), "isSinceKnown");
    }

    void aConditionIsNotHiddenByOneOfAnotherObject()
    {
        DiagnosisScene scene;
        scene.evidence.resources = {
            resource(u"ClusterPolicy"_s, u"cluster-policy"_s,
                     "{'spec':{'driver':{'useNvidiaDriverCRD':true}},'status':{'state':'ready','conditions':["
                     "{'type':'Ready','status':'True','reason':'NFDLabelsMissing','message':'none'}]}}"),
            resource(u"NVIDIADriver"_s, u"a100"_s,
                     withConditions("{'type':'Error','status':'True','reason':'ConflictingNodeSelector',"
                                    "'message':'conflicting'}"))};
        QCOMPARE(signaturesOf(judge(scene)), QStringList({u"nfd-labels-missing"_s, u"operator-condition"_s}));
    }

    void anIgnoredObjectIsOneNote_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("quote");
        const QByteArray trouble = "{'type':'Error','status':'True','reason':'Reconciled',"
                                   "'message':'useNvidiaDriverCRD is not enabled in ClusterPolicy'}";
        QTest::newRow("network")
            << u"NicClusterPolicy"_s
            << QByteArray("{'status':{'state':'ignore','reason':'Unsupported NicClusterPolicy instance'}}")
            << u"Unsupported NicClusterPolicy instance"_s;
        QTest::newRow("network, without a word")
            << u"NicClusterPolicy"_s << QByteArray("{'status':{'state':'ignore'}}")
            << u"The operator uses nic-cluster-policy and ignores second."_s;
        QTest::newRow("gpu") << u"ClusterPolicy"_s << QByteArray("{'status':{'state':'ignored'}}")
                             << u"The operator uses cluster-policy and ignores second."_s;
        QTest::newRow("driver") << u"NVIDIADriver"_s << withConditions(trouble, "'state':'disabled',")
                                << u"useNvidiaDriverCRD is not enabled in ClusterPolicy"_s;
    }

    void anIgnoredObjectIsOneNote()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, json);
        QFETCH(QString, quote);
        DiagnosisScene scene;
        scene.evidence.resources = {
            resource(u"ClusterPolicy"_s, u"cluster-policy"_s, "{'status':{'state':'ready'}}"),
            resource(u"NicClusterPolicy"_s, u"nic-cluster-policy"_s, "{'status':{'state':'ready'}}"),
            resource(kind, u"second"_s, json)};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"policy-ignored"_s});
        QCOMPARE(findings.first().quote, quote);
    }

    void anObjectOfAReleaseIsThatOnes()
    {
        DiagnosisScene scene;
        OwnedRelease second;
        second.key.namespaceName = u"ml-platform"_s;
        second.key.name = u"my-gpu-operator"_s;
        second.chart = u"gpu-operator"_s;
        scene.evidence.releases.append(second);
        const QByteArray notes = "'metadata':{'annotations':{'meta.helm.sh/release-name':'my-gpu-operator',"
                                 "'meta.helm.sh/release-namespace':'ml-platform'}},";
        const auto judged = [&](const QByteArray &metadata, const QByteArray &status) {
            scene.evidence.resources = {
                resource(u"ClusterPolicy"_s, u"cluster-policy"_s, "{'status':{'state':'ready'}}"),
                resource(u"ClusterPolicy"_s, u"ml-platform-policy"_s,
                         '{' + metadata + "'status':" + status + '}')};
            return judge(scene).value(0);
        };
        const Finding ignored = judged(notes, "{'state':'ignored'}");
        QCOMPARE(ignored.signature, u"policy-ignored"_s);
        QCOMPARE(ignored.release, u"ml-platform/my-gpu-operator"_s);
        QCOMPARE(ignored.owner, Owner::Customer);
        QVERIFY2(ignored.meaning.contains(u"ClusterPolicy ml-platform-policy"), qPrintable(ignored.meaning));
        QVERIFY2(!ignored.nextStep.contains(u"elete"), qPrintable(ignored.nextStep));
        const QByteArray trouble = "{'conditions':[{'type':'Ready','status':'False','reason':'Odd'}]}";
        QCOMPARE(judged(notes, trouble).release, u"ml-platform/my-gpu-operator"_s);
        QCOMPARE(judged({}, trouble).release, scene.where + u"/gpu-operator"_s);
        scene.evidence.releases.removeLast(); // not to be read
        QCOMPARE(judged(notes, trouble).release, QString());
    }

    void anObjectThatNoneCountsBesideIsTheCause_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("network") << u"NicClusterPolicy"_s << QByteArray("{'status':{'state':'ignore'}}");
        QTest::newRow("network, not seen yet") << u"NicClusterPolicy"_s << QByteArray("{'spec':{}}");
        QTest::newRow("gpu") << u"ClusterPolicy"_s << QByteArray("{'status':{'state':'ignored'}}");
    }

    void anObjectThatNoneCountsBesideIsTheCause()
    {
        QFETCH(QString, kind);
        QFETCH(QByteArray, json);
        DiagnosisScene scene;
        scene.evidence.resources = {resource(kind, u"second"_s, json)};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"no-policy-in-use"_s});
        QCOMPARE(findings.first().quote, u"The operator ignores second."_s);
        QVERIFY(!findings.first().sparesNodes);
        scene.evidence.resources.append(
            resource(kind, kind == u"ClusterPolicy" ? u"cluster-policy"_s : u"nic-cluster-policy"_s,
                     "{'status':{'state':'ready'}}"));
        QCOMPARE(signaturesOf(judge(scene)), QStringList{u"policy-ignored"_s});
        QVERIFY(judge(scene).first().sparesNodes);
    }

    void anNvidiaDriverIsIgnoredWhereItsOperatorSaysSo_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<bool>("leavesDrivers");
        QTest::addColumn<QString>("signature");
        const QByteArray disabled =
            withConditions("{'type':'Error','status':'True','reason':'Reconciled',"
                           "'message':'useNvidiaDriverCRD is not enabled in ClusterPolicy'}",
                           "'state':'disabled',");
        const QByteArray conflict =
            withConditions("{'type':'Error','status':'True','reason':'ConflictingNodeSelector',"
                           "'message':'conflicting NVIDIADriver NodeSelectors found for resource: a100'}",
                           "'state':'notReady',");
        const QByteArray defaults =
            withConditions("{'type':'Error','status':'True','reason':'ReconcileFailed',"
                           "'message':'multiple default NVIDIADrivers found: [a100 b100]'}",
                           "'state':'notReady',");
        QTest::newRow("v26.3.0") << disabled << false << u"policy-ignored"_s;
        QTest::newRow("before v26.3.0") << QByteArray("{'status':{'state':'ready'}}") << false << QString();
        QTest::newRow("before v26.3.0, waiting")
            << QByteArray("{'status':{'state':'notReady'}}") << false << QString();
        QTest::newRow("not seen yet") << QByteArray("{'spec':{}}") << false << QString();
        QTest::newRow("before v26.3.0, conflict") << conflict << false << u"operator-condition"_s;
        QTest::newRow("conflict") << conflict << true << u"operator-condition"_s;
        QTest::newRow("several defaults") << defaults << true << u"policy-reconcile-failed"_s;
        QTest::newRow("disabled before") << disabled << true << u"operator-condition"_s;
        QTest::newRow("in use") << QByteArray("{'status':{'state':'ready'}}") << true << QString();
    }

    void anNvidiaDriverIsIgnoredWhereItsOperatorSaysSo()
    {
        QFETCH(QByteArray, json);
        QFETCH(bool, leavesDrivers);
        DiagnosisScene scene;
        const QByteArray spec = leavesDrivers ? "{'driver':{'useNvidiaDriverCRD':true}}" : "{'driver':{}}";
        scene.evidence.resources = {resource(u"ClusterPolicy"_s, u"cluster-policy"_s,
                                             "{'spec':" + spec + ",'status':{'state':'ready'}}"),
                                    resource(u"NVIDIADriver"_s, u"a100"_s, json)};
        QTEST(signaturesOf(judge(scene)).join(u' '), "signature");
    }

    void severalDefaultsAreRefused()
    {
        const auto refused = [](const QByteArray &reason, const QByteArray &message) {
            return resource(u"NVIDIADriver"_s, u"a100"_s,
                            withConditions("{'type':'Error','status':'True','reason':'" + reason +
                                           "','message':'" + message + "'}"))
                .policy->isRefused;
        };
        QVERIFY(refused("ReconcileFailed", "multiple default NVIDIADrivers found: [a100 b100]"));
        QVERIFY(refused("ConflictingNodeSelector", "multiple NVIDIADrivers match the same node gpu-1"));
        QVERIFY(!refused("ReconcileFailed", "Error syncing state state-driver: no image"));
    }

    void gpusThatASwitchTakesAwayAreNotMissing_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<int>("capacity");
        QTest::addColumn<bool>("isMissing");
        const QString config = u"nvidia.com/gpu.workload.config"_s;
        const QString plugin = u"nvidia.com/gpu.deploy.device-plugin"_s;
        const QByteArray machines = QByteArray(sandboxed).replace("%1", "vm-passthrough");
        const QByteArray containers = QByteArray(sandboxed).replace("%1", "container");
        const QByteArray plain = "{'spec':{},'status':{'state':'ready'}}";
        const QByteArray off = "{'spec':{'devicePlugin':{'enabled':false}}}";
        const QByteArray passedOver = "{'spec':{},'status':{'state':'ignored'}}";
        QTest::newRow("default") << QString() << QString() << machines << 8 << false;
        QTest::newRow("container node") << config << u"container"_s << machines << 8 << true;
        QTest::newRow("labelled") << config << u"vm-vgpu"_s << containers << 8 << false;
        QTest::newRow("container default") << QString() << QString() << containers << 8 << true;
        QTest::newRow("operands") << u"nvidia.com/gpu.deploy.operands"_s << u"false"_s << plain << 8 << false;
        QTest::newRow("plugin label") << plugin << u"false"_s << plain << 8 << false;
        QTest::newRow("plugin label of another word") << plugin << u"no"_s << plain << 0 << false;
        QTest::newRow("plugin off") << QString() << QString() << off << 8 << false;
        QTest::newRow("plugin off, none registered") << QString() << QString() << off << 0 << false;
        QTest::newRow("pre-installed")
            << u"nvidia.com/gpu.deploy.driver"_s << u"pre-installed"_s << plain << 8 << true;
        QTest::newRow("labelled, no sandbox") << config << u"vm-vgpu"_s << plain << 0 << true;
        QTest::newRow("passthrough, no sandbox") << config << u"vm-passthrough"_s << plain << 0 << true;
        QTest::newRow("misspelt label") << config << u"containers"_s << containers << 0 << true;
        QTest::newRow("misspelt label, no sandbox") << config << u"vm_vgpu"_s << plain << 0 << true;
        QTest::newRow("misspelt, default for virtual machines")
            << config << u"vm_vgpu"_s << machines << 0 << false;
        QTest::newRow("empty label, no sandbox") << config << QString() << plain << 0 << true;
        QTest::newRow("labelled, no ClusterPolicy to see")
            << config << u"vm-vgpu"_s << passedOver << 0 << false;
        QTest::newRow("misspelt, no ClusterPolicy to see")
            << config << u"vm_vgpu"_s << passedOver << 0 << true;
    }

    void gpusThatASwitchTakesAwayAreNotMissing()
    {
        QFETCH(QString, label);
        QFETCH(QString, value);
        QFETCH(QByteArray, policy);
        QFETCH(int, capacity);
        DiagnosisScene scene;
        scene.evidence.resources = {resource(u"ClusterPolicy"_s, u"cluster-policy"_s, policy)};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.gpuCapacity = capacity;
        node.gpuAllocatable = 0;
        if (!label.isEmpty())
            node.labels.insert(label, value);
        QTEST(signaturesOf(judge(scene)).contains(u"gpus-missing"_s), "isMissing");
    }

    void aPartitionOfGpusIsToldWhereItsManagerRuns_data()
    {
        QTest::addColumn<LabelMap>("labels");
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QString>("signature");
        const std::pair workload(u"nvidia.com/gpu.workload.config"_s, u"vm-vgpu"_s);
        const std::pair vgpu(u"nvidia.com/vgpu.config.state"_s, u"failed"_s);
        const std::pair mig(u"nvidia.com/mig.config.state"_s, u"failed"_s);
        const QByteArray containers = QByteArray(sandboxed).replace("%1", "container");
        const QByteArray machines = QByteArray(sandboxed).replace("%1", "vm-vgpu");
        const QByteArray plain = "{'spec':{},'status':{'state':'ready'}}";
        const QString vgpuFailed = u"vgpu-change-failed"_s;
        const QString migFailed = u"mig-change-failed"_s;
        QTest::newRow("vGPU") << LabelMap{workload, vgpu} << containers << vgpuFailed;
        QTest::newRow("vGPU by default") << LabelMap{vgpu} << machines << vgpuFailed;
        QTest::newRow("vGPU, passthrough node")
            << LabelMap{{workload.first, u"vm-passthrough"_s}, vgpu} << machines << QString();
        QTest::newRow("vGPU, container node") << LabelMap{vgpu} << containers << QString();
        QTest::newRow("vGPU, no sandbox") << LabelMap{workload, vgpu} << plain << QString();
        QTest::newRow("vGPU, manager off")
            << LabelMap{workload, vgpu, {u"nvidia.com/gpu.deploy.vgpu-device-manager"_s, u"false"_s}}
            << containers << QString();
        QTest::newRow("MIG") << LabelMap{mig} << plain << migFailed;
        QTest::newRow("MIG, leftover workload label") << LabelMap{workload, mig} << plain << migFailed;
        QTest::newRow("MIG, node for virtual machines") << LabelMap{workload, mig} << containers << QString();
        QTest::newRow("MIG, DRA offers the GPUs")
            << LabelMap{mig, {u"nvidia.com/gpu.deploy.device-plugin"_s, u"false"_s}} << plain << migFailed;
        QTest::newRow("MIG, manager off")
            << LabelMap{mig, {u"nvidia.com/gpu.deploy.mig-manager"_s, u"false"_s}} << plain << QString();
    }

    void aPartitionOfGpusIsToldWhereItsManagerRuns()
    {
        QFETCH(LabelMap, labels);
        QFETCH(QByteArray, policy);
        DiagnosisScene scene;
        scene.evidence.resources = {resource(u"ClusterPolicy"_s, u"cluster-policy"_s, policy)};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        for (const auto &[key, value] : labels)
            node.labels.insert(key, value);
        QTEST(signaturesOf(judge(scene)).join(u' '), "signature");
    }

    void gpusThatTheDraDriverOffersAreNotMissing()
    {
        DiagnosisScene scene;
        for (Node *node : {&scene.evidence.nodes[u"gpu-1"_s], &scene.evidence.nodes[u"gpu-2"_s]})
            node->gpuAllocatable = node->gpuCapacity = 0;
        scene.evidence.claimable[u"gpu-2"_s].own = {8, 8, {}};
        const QList<Finding> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"gpus-missing"_s});
        QCOMPARE(findings.first().nodes, QStringList{u"gpu-1"_s});
    }

    void amdGpusOfVirtualMachinesAreNotMissing_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<bool>("isMissing");
        QTest::newRow("container") << QByteArray("{'driver':{'driverType':'container'}}") << true;
        QTest::newRow("passthrough") << QByteArray("{'driver':{'driverType':'pf-passthrough'}}") << false;
        QTest::newRow("virtual functions")
            << QByteArray("{'driver':{'driverType':'vf-passthrough'}}") << false;
        QTest::newRow("without a plugin")
            << QByteArray("{'devicePlugin':{'enableDevicePlugin':false}}") << false;
    }

    void amdGpusOfVirtualMachinesAreNotMissing()
    {
        QFETCH(QByteArray, spec);
        DiagnosisScene scene;
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.devices = {{u"amd.com/gpu"_s, 0}};
        node.gpuAllocatable = 0;
        scene.evidence.resources = {resource(
            u"DeviceConfig"_s, u"one"_s,
            "{'spec':" + spec + ",'status':{'nodeModuleStatus':{'gpu-2':{'status':'Install-Complete'}}}}")};
        QTEST(signaturesOf(judge(scene)).contains(u"amd-gpus-missing"_s), "isMissing");
    }

    /// A driver of the host is none of the operator's, and its GPUs are the device plugin's all the same.
    void gpusWithADriverOfTheHostAreExpected_data()
    {
        QTest::addColumn<QList<QByteArray>>("configs");
        QTest::addColumn<QString>("device"); // that the kubelet knows of, of which none can be allocated
        QTest::addColumn<int>("capacity");
        QTest::addColumn<bool>("isLabelled");
        QTest::addColumn<bool>("isMissing");
        const QByteArray status = "'status':{'nodeModuleStatus':{'gpu-2':{'status':''}}}}";
        const auto config = [&status](const QByteArray &spec) { return "{'spec':" + spec + "," + status; };
        const auto elsewhere = [](const QByteArray &spec) {
            return "{'spec':" + spec + ",'status':{'nodeModuleStatus':{'gpu-1':{'status':''}}}}";
        };
        const auto ready = [](const QByteArray &spec) {
            return "{'spec':" + spec +
                   ",'status':{'nodeModuleStatus':{'gpu-2':{'status':''}},"
                   "'conditions':[{'type':'Ready','status':'True'}]}}";
        };
        const QByteArray inbox = "{'driver':{'enable':false}}";
        const QByteArray pluginOff =
            "{'driver':{'enable':false},'devicePlugin':{'enableDevicePlugin':false}}";
        const QByteArray dra = "{'driver':{'enable':false},'draDriver':{'enable':true}}";
        const QByteArray passthrough = "{'driver':{'enable':false,'driverType':'vf-passthrough'}}";
        const QByteArray bySelector =
            "{'driver':{'enable':false},'selector':{'feature.node.kubernetes.io/amd-gpu':'true'}}";
        const QByteArray byOther =
            "{'driver':{'enable':false},'selector':{'crusoe.ai/nodepool.name':'other'}}";
        const QByteArray byUnknown = "{'driver':{'enable':false},'selector':{'example.org/pool':'a'}}";
        const QString gpu = u"amd.com/gpu"_s;
        const QString none = u"example.org/other"_s;
        QTest::newRow("capacity 0") << QList{config(inbox)} << gpu << 0 << false << true;
        QTest::newRow("capacity 8") << QList{config(inbox)} << gpu << 8 << false << true;
        QTest::newRow("mixed naming") << QList{config(inbox)} << u"amd.com/cpx_nps4"_s << 0 << false << true;
        QTest::newRow("never registered") << QList{config(inbox)} << none << 0 << true << true;
        QTest::newRow("no sign of GPUs") << QList{config(inbox)} << none << 0 << false << false;
        QTest::newRow("plugin off") << QList{config(pluginOff)} << gpu << 8 << true << false;
        QTest::newRow("by DRA") << QList{config(dra)} << gpu << 8 << true << false;
        QTest::newRow("for virtual machines") << QList{config(passthrough)} << gpu << 8 << true << false;
        QTest::newRow("status not written")
            << QList{QByteArray("{'spec':" + bySelector + "}")} << gpu << 0 << true << true;
        QTest::newRow("selector of other nodes") << QList{elsewhere(byOther)} << gpu << 8 << true << false;
        QTest::newRow("selector that is unknown")
            << QList{elsewhere(byUnknown)} << none << 0 << true << false;
        QTest::newRow("two, the ready one offers")
            << QList{config(pluginOff), ready(inbox)} << gpu << 0 << true << true;
        QTest::newRow("two, the ready one offers none")
            << QList{config(inbox), ready(pluginOff)} << gpu << 0 << true << false;
        const QByteArray leaving =
            "{'metadata':{'deletionTimestamp':'2026-11-22T02:00:00Z'},'spec':" + inbox +
            ",'status':{'nodeModuleStatus':{'gpu-2':{'status':''}}}}";
        QTest::newRow("being deleted") << QList{leaving} << gpu << 0 << true << false;
        QTest::newRow("being deleted, of other nodes")
            << QList{elsewhere(byOther), leaving} << gpu << 0 << true << false;
        QTest::newRow("two, the ready one offers and the other is being deleted")
            << QList{leaving, ready(inbox)} << gpu << 0 << true << true;
        QTest::newRow("two, the other one is for other nodes")
            << QList{elsewhere(byOther), config(inbox)} << gpu << 0 << true << true;
    }

    void gpusWithADriverOfTheHostAreExpected()
    {
        QFETCH(QList<QByteArray>, configs);
        QFETCH(QString, device);
        QFETCH(int, capacity);
        QFETCH(bool, isLabelled);
        DiagnosisScene scene;
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.devices = {{device, 0}};
        node.gpuCapacity = capacity;
        node.gpuAllocatable = 0;
        node.labels = LabelMap();
        if (isLabelled)
            node.labels.insert(u"feature.node.kubernetes.io/amd-gpu"_s, u"true"_s);
        for (const QByteArray &config : std::as_const(configs))
            scene.evidence.resources.append(
                resource(u"DeviceConfig"_s, u"of-%1"_s.arg(scene.evidence.resources.size()), config));
        QTEST(signaturesOf(judge(scene)).contains(u"amd-gpus-missing"_s), "isMissing");
    }
};

#include "tst_operator_conditions.moc"
} // namespace tst_operator_conditions

CHARTROOM_TEST(tst_operator_conditions, TestOperatorConditions)
