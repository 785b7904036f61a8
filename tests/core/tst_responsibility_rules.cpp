// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/recognition.h"
#include "core/responsibility/rules.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_responsibility_rules {

namespace {

const QByteArray smallModel = R"(chartroomResponsibility: 1
otherwise: other
documents: {doc: A document}
interruptions:
  unstated: {class: unknown, words: Nothing is said.}
layers:
  - {id: add-ons, name: Add-ons, words: w}
components:
  - id: other
    layer: add-ons
    name: Other charts
    owner: customer
    words: Yours.
)";

QByteArray replaced(const char *from, const char *to)
{
    QByteArray text = smallModel;
    Q_ASSERT(text.contains(from));
    return text.replace(from, to);
}

} // namespace

class ResponsibilityRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNineLayersStandInTheDocumentsOrder()
    {
        QStringList names;
        for (const Layer &layer : m_rules.layers())
            names += layer.name;
        const QStringList expected{QStringLiteral("Workloads"),     QStringLiteral("Application config"),
                                   QStringLiteral("Access & RBAC"), QStringLiteral("Add-ons"),
                                   QStringLiteral("Worker nodes"),  QStringLiteral("Networking"),
                                   QStringLiteral("Storage"),       QStringLiteral("Control plane"),
                                   QStringLiteral("Infrastructure")};
        QCOMPARE(names, expected);
    }

    /// Part of the name, layer, owner, scope: written from the two documents, not from the rule file.
    void everyComponentOfTheDocumentsIsThere_data()
    {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("owner");
        QTest::addColumn<QString>("scope");
        const auto row = [](const char *name, const char *layer, const char *owner,
                            const char *scope = nullptr) {
            const QString whose = QString::fromLatin1(owner);
            const bool customer = whose == QStringLiteral("customer");
            QTest::newRow(name) << QString::fromLatin1(layer) << whose
                                << (scope ? QString::fromLatin1(scope)
                                          : QString::fromLatin1(customer ? "customer-owned" : "supported"));
        };
        for (const char *name : {"Physical hardware", "Data centers", "Power", "cooling", "Hypervisor",
                                 "bare-metal provisioning", "InfiniBand RDMA networking fabric",
                                 "interconnect", "host telemetry"})
            row(name, "infrastructure", "crusoe");
        for (const char *name :
             {"kube-apiserver", "etcd", "kube-scheduler", "kube-controller-manager",
              "Kubernetes version upgrades", "availability, scaling and patching", "Cluster metrics"})
            row(name, "control-plane", "crusoe");
        row("Kubernetes version selection", "control-plane", "customer");
        for (const char *name :
             {"Worker node base OS images", "Base OS configuration", "GPU drivers", "hardware health checks"})
            row(name, "worker-nodes", "crusoe");
        for (const char *name : {"OS updates and patching", "Cluster Autoscaler", "AutoClusters"})
            row(name, "worker-nodes", "shared");
        row("Node pool creation", "worker-nodes", "customer");
        row("GPU driver issues under specific workload patterns", "worker-nodes", "shared", "best-effort");
        for (const char *name : {"Cilium", "Load balancers", "Firewall rules required for cluster operation"})
            row(name, "networking", "crusoe");
        row("Firewall configuration", "networking", "shared");
        for (const char *name : {"VPC", "subnet", "Pod CIDR", "Subnet Mask", "Service CIDR", "Services",
                                 "Ingress objects", "Network policies", "Application-level firewall rules",
                                 "Service mesh", "Custom ingress controllers"})
            row(name, "networking", "customer");
        for (const char *name : {"Persistent Disk", "NFS (VAST Data)"})
            row(name, "storage", "crusoe");
        row("CSI Driver", "storage", "shared");
        for (const char *name : {"StorageClass", "PersistentVolumeClaim", "Storage migration"})
            row(name, "storage", "customer");
        for (const char *name : {"NVIDIA GPU Operator", "NVIDIA Network Operator", "Add-on configuration",
                                 "Other Crusoe-provided add-ons"})
            row(name, "add-ons", "shared");
        for (const char *name :
             {"CoreDNS", "Watch Agent", "Node-level log collection", "baseline platform components"})
            row(name, "add-ons", "crusoe");
        for (const char *name : {"Own GPU or Network Operator", "third-party Helm charts and operators"})
            row(name, "add-ons", "customer");
        for (const char *name : {"Project-level IAM", "Container Registry (CCR) infrastructure"})
            row(name, "access-rbac", "crusoe");
        for (const char *name : {"kubeconfig generation", "CCR token rotation", "OIDC configuration"})
            row(name, "access-rbac", "shared");
        for (const char *name : {"Organization member roles", "Crusoe API keys", "Kubernetes RBAC",
                                 "CCR repository creation", "Image push and pull"})
            row(name, "access-rbac", "customer");
        for (const char *name : {"ConfigMaps", "Application secrets", "Application-level monitoring",
                                 "Log aggregation", "Custom admission webhooks"})
            row(name, "application-config", "customer");
        for (const char *name : {"Deployments", "StatefulSets", "DaemonSets", "Jobs", "Namespaces",
                                 "Resource quotas", "Pod scheduling", "affinity rules", "Custom schedulers",
                                 "training job orchestration", "CI/CD tooling"})
            row(name, "workloads", "customer");
        for (const char *name : {"NCCL tuning", "Performance optimization", "Custom scheduling conflicts"})
            row(name, "workloads", "customer", "best-effort");
    }

    void everyComponentOfTheDocumentsIsThere()
    {
        QFETCH(QString, layer);
        QFETCH(QString, owner);
        QFETCH(QString, scope);
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        const auto &all = m_rules.components();
        const auto found = std::find_if(all.cbegin(), all.cend(), [&](const Component &c) {
            return c.name.contains(name, Qt::CaseInsensitive) && c.layer == layer;
        });
        QVERIFY2(found != all.cend(), "no such component in that layer");
        QCOMPARE(ownerText(found->owner), owner);
        QCOMPARE(supportScopeText(found->scope), scope);
    }

    void everyComponentHasASentenceOfADocument()
    {
        for (const Component &component : m_rules.components()) {
            QVERIFY2(!component.quotes.isEmpty(), qPrintable(component.id));
            for (const Quote &quote : component.quotes)
                QVERIFY2(!quote.text.isEmpty() && !quote.document.isEmpty(), qPrintable(component.id));
        }
        for (const char *id : {"noThreshold", "customerOwned", "atCreation"})
            QVERIFY(!m_rules.sentenceQuote(QString::fromLatin1(id)).text.isEmpty());
    }

    void ciliumIsCrusoesWithActionsDecidedOneByOne()
    {
        const Component *cilium = m_rules.component(QStringLiteral("cilium"));
        QVERIFY(cilium);
        QVERIFY(cilium->actions.installs == Owner::Crusoe);
        QVERIFY(cilium->actions.configures == Owner::Shared);
        QVERIFY(cilium->actions.upgradesRoutine == Owner::Customer);
        QVERIFY(cilium->actions.upgradesCritical == Owner::Crusoe);
        QCOMPARE(cilium->quotes.size(), 3);
        QVERIFY(cilium->quotes[0].document != cilium->quotes[1].document);
        QVERIFY(cilium->note.contains(QStringLiteral("differ")));
    }

    void anActionThatDoesNotApplyIsEmpty()
    {
        const Component *selection = m_rules.component(QStringLiteral("version-selection"));
        QVERIFY(selection);
        QVERIFY(selection->actions.configures == Owner::Customer);
        QVERIFY(!selection->actions.installs);
    }

    void theInfiniBandDriverInterruptsTheNodesNetwork()
    {
        const Component *network = m_rules.component(QStringLiteral("network-operator"));
        QCOMPARE(network->interrupts.kind, Interruption::NodeNetwork);
        QVERIFY(network->interrupts.quote.has_value());
        QCOMPARE(m_rules.component(QStringLiteral("gpu-operator"))->interrupts.kind,
                 Interruption::GpuWorkloads);
        QCOMPARE(m_rules.component(QStringLiteral("csi-driver"))->interrupts.kind,
                 Interruption::VolumeOperations);
    }

    void aBrokenRuleFileNamesLineAndColumn_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QByteArray &yaml, const char *place, const char *text) {
            QTest::newRow(name) << yaml << QString::fromLatin1(place) << QString::fromLatin1(text);
        };
        row("unknown owner", replaced("owner: customer", "owner: crusoo"),
            "f.yaml:12:5: ", "crusoe, shared, customer");
        row("misspelt key", replaced("owner: customer", "owmer: customer"), "f.yaml:12:5: ", "owmer");
        row("missing words", replaced("    words: Yours.\n", ""), "f.yaml:9:5: ", "words is missing");
        row("unknown layer", replaced("layer: add-ons", "layer: addons"), "f.yaml:10:5: ", "addons");
        row("owner is a list", replaced("owner: customer", "owner: [customer]"),
            "f.yaml:12:5: ", "owner must be a text");
        row("unknown class", replaced("class: unknown", "class: none at all"),
            "f.yaml:5:14: ", "none at all");
        row("otherwise names nothing", replaced("otherwise: other", "otherwise: nobody"),
            "f.yaml:2:1: ", "nobody");
        row("a later version", replaced("chartroomResponsibility: 1", "chartroomResponsibility: 2"),
            "f.yaml:1:1: ", "version 2");
        row("a tab", replaced("    owner: customer", "\towner: customer"), "f.yaml:12:1: ", "");
        row("no map at all", "- 1\n", "f.yaml:1:1: ", "map");
        row("a component twice",
            smallModel + "  - {id: other, layer: add-ons, name: n, owner: shared, words: w}\n",
            "f.yaml:14:6: ", "twice");
    }

    void aBrokenRuleFileNamesLineAndColumn()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, place);
        QFETCH(QString, text);
        const auto read = ResponsibilityRules::load(yaml, QStringLiteral("f.yaml"));
        QVERIFY(!read);
        QVERIFY2(read.error().message.startsWith(place), qPrintable(read.error().message));
        QVERIFY2(read.error().message.contains(text), qPrintable(read.error().message));
        QCOMPARE(read.error().message.count(u'\n'), 0);
    }

    void theSmallModelOfTheseTestsIsFine()
    {
        const auto read = ResponsibilityRules::load(smallModel, QStringLiteral("f.yaml"));
        QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
        QCOMPARE(read->otherwise().id, QStringLiteral("other"));
    }

    void aUserFileReplacesSingleFields()
    {
        const QByteArray user = R"(chartroomResponsibility: 1
components:
  - id: gpu-operator
    recognise: {namespaces: [gpu-operator]}
  - id: our-portal
    layer: workloads
    name: Portal
    owner: customer
    words: Ours.
    recognise: {charts: [tenant-portal]}
)";
        const auto read = m_rules.overriddenBy(user, QStringLiteral("user.yaml"));
        QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
        const Component *gpu = read->component(QStringLiteral("gpu-operator"));
        QCOMPARE(gpu->recognise.namespaces, QStringList{QStringLiteral("gpu-operator")});
        QCOMPARE(gpu->recognise.charts, QStringList{QStringLiteral("gpu-operator")});
        QCOMPARE(gpu->owner, Owner::Shared);
        QVERIFY(read->component(QStringLiteral("our-portal")));
        QCOMPARE(read->components().size(), m_rules.components().size() + 1);
    }

    void anEmptyUserFileChangesNothing()
    {
        const auto read = m_rules.overriddenBy("# only a remark\n", QStringLiteral("user.yaml"));
        QVERIFY2(read, qPrintable(read ? QString() : read.error().message));
        QCOMPARE(read->components().size(), m_rules.components().size());
    }

    void aBrokenUserFileNamesLineAndColumn()
    {
        const auto wrongDate = m_rules.overriddenBy("chartroomResponsibility: 1\ndecisions:\n  - {cluster: "
                                                    "a, namespace: b, release: c, verdict: shared,\n"
                                                    "     reason: r, author: me, date: yesterday}\n",
                                                    QStringLiteral("user.yaml"));
        QVERIFY(!wrongDate);
        QVERIFY2(wrongDate.error().message.startsWith(QStringLiteral("user.yaml:4:29: ")),
                 qPrintable(wrongDate.error().message));
        const auto halfComponent = m_rules.overriddenBy(
            "chartroomResponsibility: 1\ncomponents:\n  - id: new-one\n", QStringLiteral("user.yaml"));
        QVERIFY(!halfComponent);
        QVERIFY2(halfComponent.error().message.startsWith(QStringLiteral("user.yaml:3:5: layer is missing")),
                 qPrintable(halfComponent.error().message));
    }

    void anOriginMatchesOnlyAtAPathBoundary()
    {
        const QString pattern = QStringLiteral("github.com/NVIDIA/gpu-operator");
        QVERIFY(originMatches(u"https://github.com/NVIDIA/gpu-operator", pattern));
        QVERIFY(originMatches(u"https://github.com/nvidia/gpu-operator.git", pattern));
        QVERIFY(originMatches(u"https://www.github.com/NVIDIA/gpu-operator/tree/main", pattern));
        QVERIFY(!originMatches(u"https://github.com/NVIDIA/gpu-operator-fork", pattern));
        QVERIFY(!originMatches(u"https://evil.example/github.com/NVIDIA/gpu-operator", pattern));
        QVERIFY(originMatches(u"https://someone@github.com/NVIDIA/gpu-operator", pattern));
        QVERIFY(!originMatches(u"https://github.com/NVIDIA/gpu-operator@evil.example", pattern));
        QVERIFY(!originMatches(u"https://github.com.evil.example/NVIDIA/gpu-operator", pattern));
        QVERIFY(!originMatches(u"", pattern));
        QVERIFY(!originMatches(u"https://github.com", QStringView()));
    }

    void imagesAreReadFromAManifest()
    {
        const QByteArray manifest =
            "spec:\n  containers:\n    - image: \"quay.io/cilium/cilium:v1.17.2@sha256:ab\"\n"
            "      imagePullPolicy: Always\n    - name: x\n      image: nginx # remark\n"
            "      image: nginx\n  note: the image: none\n";
        const QStringList expected{QStringLiteral("quay.io/cilium/cilium:v1.17.2@sha256:ab"),
                                   QStringLiteral("nginx")};
        QCOMPARE(imagesOf(manifest), expected);
        QVERIFY(imageMatches(expected[0], u"quay.io/cilium"));
        QVERIFY(imageMatches(expected[0], u"quay.io/cilium/cilium"));
        QVERIFY(!imageMatches(expected[0], u"quay.io/cil"));
        QCOMPARE(imagesOf("image:"), QStringList());
    }

private:
    const ResponsibilityRules m_rules = test::bundledRules();
};

#include "tst_responsibility_rules.moc"
} // namespace tst_responsibility_rules

CHARTROOM_TEST(tst_responsibility_rules, ResponsibilityRulesTest)
