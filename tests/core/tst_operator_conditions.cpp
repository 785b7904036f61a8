// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/diagnosis_scene.h"
#include "tests/support/bundled_rules.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

ResourceStatus resource(const QString &kind, const QString &name, QByteArray json)
{
    KubeObject object;
    object.uid = kind + name;
    object.name = name;
    object.json = json.replace('\'', '"');
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
class TestOperatorConditions : public QObject
{
    Q_OBJECT

private:
    QList<Diagnosis> judge(const DiagnosisScene &scene) const
    {
        return diagnose(scene.evidence, m_signatures, m_rules);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto signatures = Signatures::bundled();
        QVERIFY2(signatures.has_value(), signatures ? "" : qPrintable(signatures.error().message));
        m_signatures = *signatures;
        m_rules = bundledRules();
    }

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
                                               "'message':'no nodes found'},{'type':'Ready',"
                                               "'status':'False','reason':'NoMatchingNodes',"
                                               "'message':'no nodes found'}")
                             << other << u"Error=True, NoMatchingNodes: no nodes found"_s;
        QTest::newRow("not ready") << u"ClusterPolicy"_s
                                   << withConditions("{'type':'Ready','status':'False','reason':'Odd',"
                                                     "'message':'of\\nlines'}")
                                   << other << u"Ready=False, Odd: of lines"_s;
        QTest::newRow("without a reason")
            << u"DeviceConfig"_s << withConditions("{'type':'Error','status':'True','message':'no'}") << other
            << u"Error=True: no"_s;
        QTest::newRow("network") << u"NicClusterPolicy"_s
                                 << withConditions("{'type':'OFEDDriverReady','status':'False',"
                                                   "'reason':'ComponentError','message':'no image'}")
                                 << u"policy-reconcile-failed"_s << u"no image"_s;
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
        const QList<Diagnosis> findings = judge(scene);
        QCOMPARE(signaturesOf(findings).join(u' '), signature);
        if (signature.isEmpty())
            return;
        QCOMPARE(findings.first().quote, quote);
        QCOMPARE(findings.first().objects, QStringList{kind + u' ' + name});
        QCOMPARE(findings.first().evidence, QStringList());
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
        const QList<Diagnosis> findings = judge(scene);
        QCOMPARE(signaturesOf(findings), QStringList{u"policy-ignored"_s});
        QCOMPARE(findings.first().quote, quote);
    }

    void gpusThatASwitchTakesAwayAreNotMissing_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<bool>("isMissing");
        const QString config = u"nvidia.com/gpu.workload.config"_s;
        const QString plugin = u"nvidia.com/gpu.deploy.device-plugin"_s;
        const QByteArray machines = QByteArray(sandboxed).replace("%1", "vm-passthrough");
        const QByteArray containers = QByteArray(sandboxed).replace("%1", "container");
        const QByteArray plain = "{'spec':{},'status':{'state':'ready'}}";
        QTest::newRow("default") << QString() << QString() << machines << false;
        QTest::newRow("container node") << config << u"container"_s << machines << true;
        QTest::newRow("labelled") << config << u"vm-vgpu"_s << containers << false;
        QTest::newRow("container default") << QString() << QString() << containers << true;
        QTest::newRow("operands") << u"nvidia.com/gpu.deploy.operands"_s << u"false"_s << plain << false;
        QTest::newRow("plugin label") << plugin << u"false"_s << plain << false;
        QTest::newRow("plugin off") << QString() << QString()
                                    << QByteArray("{'spec':{'devicePlugin':{'enabled':false}}}") << false;
        QTest::newRow("pre-installed")
            << u"nvidia.com/gpu.deploy.driver"_s << u"pre-installed"_s << plain << true;
    }

    void gpusThatASwitchTakesAwayAreNotMissing()
    {
        QFETCH(QString, label);
        QFETCH(QString, value);
        QFETCH(QByteArray, policy);
        DiagnosisScene scene;
        scene.evidence.resources = {resource(u"ClusterPolicy"_s, u"cluster-policy"_s, policy)};
        Node &node = scene.evidence.nodes[u"gpu-2"_s];
        node.gpuAllocatable = 0;
        if (!label.isEmpty())
            node.labels.insert(label, value);
        QTEST(signaturesOf(judge(scene)).contains(u"gpus-missing"_s), "isMissing");
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

private:
    Signatures m_signatures;
    ResponsibilityRules m_rules;
};

QTEST_GUILESS_MAIN(TestOperatorConditions)
#include "tst_operator_conditions.moc"
