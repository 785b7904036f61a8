// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/quantity.h"
#include "core/diff/manifest_diff.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_manifest_diff {

namespace {

QList<Value> documents(const QByteArrayList &texts)
{
    QList<Value> out;
    for (const QByteArray &text : texts)
        out.append(readYaml(text).value());
    return out;
}

/// "~Kind namespace/name: ~path, +path" of each object that differs.
QStringList shown(const ManifestDiff &diff)
{
    QStringList out;
    for (const ObjectChange &change : diff.objects) {
        QStringList paths;
        for (const ValueChange &path : change.changes)
            paths.append(QString(u"+-~>"_s[int(path.kind)]) + path.path);
        out.append(QString(u"+-~"_s[int(change.kind)]) + change.object.kind + u' ' +
                   change.object.namespaceName + u'/' + change.object.name +
                   (paths.isEmpty() ? QString() : u": "_s + paths.join(u", "_s)));
    }
    return out;
}

QStringList quietDiff(const QByteArray &manifest, const QByteArray &live)
{
    return shown(diffManifests(documents({manifest}), documents({live}), {u"gpu"_s, true}));
}

const QByteArray deployment = R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: operator, labels: {app: operator}}
spec:
  selector: {matchLabels: {app: operator}}
  template:
    metadata: {labels: {app: operator}, annotations: {}}
    spec:
      hostNetwork: false
      serviceAccountName: operator
      containers:
      - name: operator
        image: "nvcr.io/nvidia/gpu-operator:v25.10.1"
        env: [{name: MODE, value: ""}, {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
        resources: {limits: {cpu: 1000m, memory: 1Gi}}
        ports: [{containerPort: 8080, name: metrics}]
        livenessProbe: {httpGet: {port: 8081}, periodSeconds: 20}
      volumes:
      - {name: host, hostPath: {path: /etc}}
      - {name: cm, configMap: {name: x}}
)";

/// The same as a server gives it back.
const QByteArray storedDeployment = R"(
apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
  namespace: gpu
  uid: 0b7e1a52-4f3c-4a77-9d52-1f6b0a1c2d3e
  resourceVersion: "12"
  generation: 3
  creationTimestamp: "2026-11-21T03:31:00Z"
  labels: {app: operator, app.kubernetes.io/managed-by: Helm}
  annotations: {deployment.kubernetes.io/revision: "2", meta.helm.sh/release-name: g, meta.helm.sh/release-namespace: gpu}
  managedFields: [{manager: helm}]
spec:
  progressDeadlineSeconds: 600
  replicas: 1
  revisionHistoryLimit: 10
  selector: {matchLabels: {app: operator}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
  template:
    metadata: {creationTimestamp: null, labels: {app: operator}}
    spec:
      containers:
      - name: operator
        image: nvcr.io/nvidia/gpu-operator:v25.10.1
        imagePullPolicy: IfNotPresent
        env: [{name: MODE}, {name: POD, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}}]
        resources: {limits: {cpu: "1", memory: 1024Mi}}
        ports: [{containerPort: 8080, name: metrics, protocol: TCP}]
        livenessProbe: {failureThreshold: 3, httpGet: {path: /, port: 8081, scheme: HTTP}, periodSeconds: 20, successThreshold: 1, timeoutSeconds: 1}
        terminationMessagePath: /dev/termination-log
        terminationMessagePolicy: File
      dnsPolicy: ClusterFirst
      restartPolicy: Always
      schedulerName: default-scheduler
      securityContext: {}
      serviceAccount: operator
      serviceAccountName: operator
      terminationGracePeriodSeconds: 30
      volumes:
      - {name: host, hostPath: {path: /etc, type: ""}}
      - {name: cm, configMap: {name: x, defaultMode: 420}}
status: {readyReplicas: 1}
)";

const auto service =
    "{apiVersion: v1, kind: Service, metadata: {name: m}, spec: {ports: [{port: 80}], selector: {a: b}}}";

} // namespace

class ManifestDiffTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void objectsAreMatchedByGroupKindNamespaceAndName()
    {
        const auto before =
            documents({"{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}",
                       "{apiVersion: v1, kind: ConfigMap, metadata: {name: gone}}",
                       "{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {name: p}}",
                       "{apiVersion: one.io/v1, kind: Thing, metadata: {name: t}}"});
        const auto after = documents(
            {"{apiVersion: one.io/v1, kind: Thing, metadata: {name: t}}",
             "{apiVersion: two.io/v1, kind: Thing, metadata: {name: t}}",
             "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: p}}",
             "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: gpu}, data: {x: '2'}}",
             "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: other}}"});
        const ManifestDiff diff = diffManifests(before, after, {u"gpu"_s, false});
        QCOMPARE(shown(diff), (QStringList{u"+Thing /t"_s, u"~PodDisruptionBudget /p: ~apiVersion"_s,
                                           u"~ConfigMap gpu/a: ~data.x, +metadata.namespace"_s,
                                           u"+ConfigMap other/a"_s, u"-ConfigMap /gone"_s}));
        QCOMPARE(diff.same, 1);
        QCOMPARE(diff.objects[1].apiVersionBefore, u"policy/v1beta1"_s);
        QCOMPARE(diff.objects[0].object.apiVersion, u"two.io/v1"_s);
    }

    void theOrderOfDocumentsListsAndWhatIsNoObjectDoNotMatter()
    {
        const auto a = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
        const auto b = "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}";
        const QByteArray list = QByteArray("{apiVersion: v1, kind: List, items: [") + b + ", " + a + "]}";
        const ManifestDiff diff = diffManifests(documents({a, b, "", "just text"}), documents({list}), {});
        QCOMPARE(shown(diff), QStringList());
        QCOMPARE(diff.same, 2);
    }

    void theLineOfAnErrorIsThatOfTheManifest()
    {
        const QStringList problems =
            manifestDocuments("kind: A\nmetadata: {name: a}\n---\nkind: B\nspec: *gone\n---\nkind: *gone")
                .problems;
        QCOMPARE(problems.size(), 2);
        QVERIFY2(problems[0].endsWith(u"line 5, column 7"), qPrintable(problems[0]));
        QVERIFY2(problems[1].endsWith(u"line 7, column 7"), qPrintable(problems[1]));
    }

    void twoObjectsOfOneNameAreBothCompared()
    {
        const auto one = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '1'}}";
        const auto two = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: '2'}}";
        QCOMPARE(shown(diffManifests(documents({one, one}), documents({one, two}), {})),
                 QStringList{u"~ConfigMap /a: ~data.x"_s});
    }

    void whatTheServerFillsInIsQuiet()
    {
        QCOMPARE(quietDiff(deployment, storedDeployment), QStringList());
        QCOMPARE(quietDiff(storedDeployment, deployment), QStringList());
        QVERIFY(!diffManifests(documents({deployment}), documents({storedDeployment}), {u"gpu"_s, false})
                     .objects.isEmpty());
    }

    void aRealChangeBesidesIsShown()
    {
        const auto changed = [](const char *what, const char *with) {
            QByteArray live = storedDeployment;
            live.replace(what, with);
            return quietDiff(deployment, live).join(u' ').section(u": "_s, 1);
        };
        QCOMPARE(changed("replicas: 1", "replicas: 0"), u"~spec.replicas"_s);
        QCOMPARE(changed("imagePullPolicy: IfNotPresent", "imagePullPolicy: Always"),
                 u"~spec.template.spec.containers[name=operator].imagePullPolicy"_s);
        QCOMPARE(changed("memory: 1024Mi", "memory: 1025Mi"),
                 u"~spec.template.spec.containers[name=operator].resources.limits.memory"_s);
        QCOMPARE(changed("{name: MODE}", "{name: MODE, value: x}"),
                 u"+spec.template.spec.containers[name=operator].env[name=MODE].value"_s);
        QCOMPARE(changed("securityContext: {}", "securityContext: {runAsUser: 0}"),
                 u"+spec.template.spec.securityContext"_s);
        QCOMPARE(changed("labels: {app: operator, app", "labels: {by: hand, app: operator, app"),
                 u"+metadata.labels.by"_s);
    }

    void assignedFieldsAreQuietWhileTheManifestHasNone()
    {
        const auto live =
            "{apiVersion: v1, kind: Service, metadata: {name: m, namespace: gpu}, spec: {clusterIP: "
            "10.0.0.1, "
            "clusterIPs: [10.0.0.1], internalTrafficPolicy: Cluster, ipFamilies: [IPv4], ipFamilyPolicy: "
            "SingleStack, ports: [{port: 80, protocol: TCP, targetPort: 80}], selector: {a: b}, "
            "sessionAffinity: None, type: ClusterIP}, status: {loadBalancer: {}}}";
        QCOMPARE(quietDiff(service, live), QStringList());
        QByteArray pinned = service;
        pinned.replace("spec: {", "spec: {clusterIP: 10.0.0.9, ");
        QCOMPARE(quietDiff(pinned, live), QStringList{u"~Service gpu/m: ~spec.clusterIP"_s});
    }

    void aCustomResourceKeepsItsEmptyFields()
    {
        const auto before =
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: c}, spec: {driver: {}}}";
        const auto after =
            "{apiVersion: nvidia.com/v1, kind: ClusterPolicy, metadata: {name: c, uid: x}, spec: {}}";
        QCOMPARE(quietDiff(before, after), QStringList{u"~ClusterPolicy /c: -spec.driver"_s});
        const auto scaled =
            "{apiVersion: x.io/v1, kind: Deployment, metadata: {name: c}, spec: {replicas: 1}}";
        const auto none = "{apiVersion: x.io/v1, kind: Deployment, metadata: {name: c}, spec: {}}";
        QCOMPARE(quietDiff(none, scaled), QStringList{u"~Deployment /c: +spec.replicas"_s});
    }

    void anEmptySelectorMeansSomething()
    {
        const auto policy = [](const char *from) {
            return QByteArray(
                       "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: p}, spec: "
                       "{podSelector: {}, ingress: [{from: [{podSelector: {a: b}") +
                   from + "}]}]}}";
        };
        QCOMPARE(quietDiff(policy(""), policy(", namespaceSelector: {}")).size(), 1);
        QCOMPARE(quietDiff(policy(""), policy(", namespaceSelector: null")).size(), 0);
    }

    void secretsStayHiddenWhileChangedAndSameAreTold()
    {
        const auto secret = [](const char *a, const char *b) {
            return QByteArray("{apiVersion: v1, kind: Secret, metadata: {name: s, annotations: {"
                              "kubectl.kubernetes.io/last-applied-configuration: '") +
                   a + "'}}, data: {plain: " + a + ", existing_name: " + b + ", same: c2FtZQ==}}";
        };
        const auto before = documents({secret("czNjcjN0LW9uZQ==", "czNjcjN0LXR3bw==")});
        const auto after = documents({secret("czNjcjN0LXRocmVl", "czNjcjN0LWZvdXI=")});
        const ManifestDiff diff = diffManifests(before, after, {});
        QStringList texts;
        for (const ValueChange &change : diff.objects[0].changes) {
            texts.append(change.path + u' ' + change.before.scalarText() + u' ' + change.after.scalarText());
        }
        QCOMPARE(
            texts,
            (QStringList{
                u"data.existing_name •••• ••••"_s, u"data.plain •••• ••••"_s,
                u"metadata.annotations.\"kubectl.kubernetes.io/last-applied-configuration\" •••• ••••"_s}));
        const auto revealed = diffManifests(before, after, {{}, false, true});
        QCOMPARE(revealed.objects[0].changes[1].after.toString(), u"czNjcjN0LXRocmVl"_s);
    }

    void stringDataEqualsTheDataThatItBecomes()
    {
        QCOMPARE(
            quietDiff(
                "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: hello}}",
                "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: aGVsbG8=}, type: Opaque}"),
            QStringList());
    }

    void quantitiesAreExact_data()
    {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::addColumn<bool>("equal");
        const auto row = [](const char *one, const char *other, bool equal) {
            QTest::addRow("%s %s", one, other)
                << QString::fromLatin1(one) << QString::fromLatin1(other) << equal;
        };
        row("1000m", "1", true);
        row("0.5", "500m", true);
        row("1Gi", "1024Mi", true);
        row("1Gi", "1G", false);
        row("1e3", "1k", true);
        row("1E", "1000P", true);
        row("0", "0m", true);
        row("-1", "-1000m", true);
        row("-1", "1", false);
        row("1.50", "1.5", true);
        row("9007199254740993", "9007199254740992", false);
        row("100m", "0.1", true);
        row("1Ki", "1.024k", true);
    }

    void quantitiesAreExact()
    {
        QFETCH(QString, one);
        QFETCH(QString, other);
        const auto a = readQuantity(one);
        const auto b = readQuantity(other);
        QVERIFY(a && b);
        QTEST(*a == *b, "equal");
    }

    void aWholeOneIsANumber()
    {
        const auto whole = [](const QString &text) { return readQuantity(text)->whole(); };
        QCOMPARE(whole(u"1k"_s), 1000);
        QCOMPARE(whole(u"63"_s), 63);
        QCOMPARE(whole(u"2Ki"_s), 2048);
        QCOMPARE(whole(u"8000m"_s), 8);
        QCOMPARE(whole(u"1500m"_s), 0); // the API server takes no half device
        QCOMPARE(whole(u"-1"_s), 0);
        QCOMPARE(whole(u"1P"_s), 0);
        QCOMPARE(whole(u"0"_s), 0);
    }

    void whatIsNoQuantityIsNotRead()
    {
        for (const QString &text : {u""_s, u"x"_s, u"1x"_s, u"1.2.3"_s, u"."_s, u"Ki"_s, u"--1"_s, u"1 "_s,
                                    u"1e"_s, u"99999999999999999999"_s, u"1e999"_s})
            QVERIFY2(!readQuantity(text), qPrintable(text));
    }
};

#include "tst_manifest_diff.moc"
} // namespace tst_manifest_diff

CHARTROOM_TEST(tst_manifest_diff, ManifestDiffTest)
