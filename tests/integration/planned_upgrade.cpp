// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/planned_upgrade.h"

#include "core/helm/set_syntax.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTest>
#include <QUrl>

#include <algorithm>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

QJsonArray listed(const Sandbox &sandbox, const QString &pathAndQuery)
{
    return QJsonDocument::fromJson(sandbox.get(pathAndQuery))[u"items"].toArray();
}

bool isReady(const QJsonObject &pod)
{
    const QJsonArray conditions = pod[u"status"][u"conditions"].toArray();
    const bool isReady = std::any_of(conditions.begin(), conditions.end(), [](const QJsonValue &one) {
        return one[u"type"] == u"Ready"_s && one[u"status"] == u"True"_s;
    });
    return isReady && !pod[u"metadata"].toObject().contains(u"deletionTimestamp");
}

bool hasImage(const QJsonObject &pod, const QString &end)
{
    for (const QString &part : {u"initContainers"_s, u"containers"_s})
        for (const QJsonValue container : pod[u"spec"][part].toArray())
            if (container[u"image"].toString().endsWith(end))
                return true;
    return false;
}

/// What is not as it must be; "" when all is.
QString otherNode(const Sandbox &sandbox, const PlannedUpgrade &upgrade, const PlannedUpgrade::NodeEnd &end)
{
    QString nodes = u"/api/v1/nodes"_s;
    if (upgrade.movesDrivers)
        nodes += u"?labelSelector=nvidia.com/gpu.present%3Dtrue"_s;
    QSet<QString> missing;
    for (const QJsonValue node : listed(sandbox, nodes)) {
        const QString name = node[u"metadata"][u"name"].toString();
        missing.insert(name);
        if (node[u"spec"][u"unschedulable"].toBool())
            return name + u" is cordoned"_s;
        for (auto label = end.labels.cbegin(); label != end.labels.cend(); ++label)
            if (const QString has = node[u"metadata"][u"labels"][label.key()].toString(); has != *label)
                return name + u": "_s + label.key() + u" is "_s + has;
    }
    if (missing.isEmpty())
        return u"there are no nodes"_s;
    const QString pods = u"/api/v1/namespaces/%1/pods?labelSelector="_s.arg(upgrade.release.namespaceName) +
                         QString::fromLatin1(QUrl::toPercentEncoding(upgrade.pods));
    for (const QJsonValue value : listed(sandbox, pods)) {
        const QJsonObject pod = value.toObject();
        const QString node = pod[u"spec"][u"nodeName"].toString();
        if (!isReady(pod) || !hasImage(pod, end.image))
            return node + u" has a pod that is not ready or not of "_s + end.image;
        if (!missing.remove(node))
            return node + u" has two pods"_s;
    }
    return missing.isEmpty() ? QString() : *missing.cbegin() + u" has no pod"_s;
}

} // namespace

QString PlannedUpgrade::NodeEnd::selector() const
{
    QStringList pairs;
    for (auto label = labels.cbegin(); label != labels.cend(); ++label)
        pairs << label.key() + u'=' + *label;
    return pairs.join(u',');
}

QStringList PlannedUpgrade::wish() const
{
    QStringList wish{fullName(), u"--to"_s, to, u"--strategy"_s, u"reset-then-reuse"_s};
    if (!settings.isEmpty())
        wish << u"--set"_s << settings;
    return wish;
}

Value PlannedUpgrade::values(const Value &today) const
{
    return editsFrom({today}, settings.isEmpty() ? QStringList() : QStringList{settings}).value();
}

QString PlannedUpgrade::awaitNodes(const Sandbox &sandbox, const NodeEnd &end) const
{
    QString other;
    (void)QTest::qWaitFor(
        [&] {
            other = otherNode(sandbox, *this, end);
            if (!other.isEmpty())
                QTest::qWait(300); // leave the machine to the nodes
            return other.isEmpty();
        },
        240'000);
    return other;
}

QList<PlannedUpgrade> plannedUpgrades()
{
    const auto key = [](const char *space, const char *name) {
        return ReleaseKey{QString::fromLatin1(space), QString::fromLatin1(name), ReleaseStorage::Secret};
    };
    const auto gpu = [](const QString &version) {
        return PlannedUpgrade::NodeEnd{u"/driver:"_s + version + u"-ubuntu22.04"_s,
                                       {{u"nvidia.com/gpu-driver-upgrade-state"_s, u"upgrade-done"_s},
                                        {u"nvidia.com/cuda.driver-version.full"_s, version}}};
    };
    const auto ofed = [](const QString &version) {
        return PlannedUpgrade::NodeEnd{u"/network-operator-init-container:network-operator-v"_s + version,
                                       {{u"nvidia.com/ofed-driver-upgrade-state"_s, u"upgrade-done"_s},
                                        {u"network.nvidia.com/operator.mofed.wait"_s, u"false"_s}}};
    };
    return {
        {key("crusoe-system", "crusoe-csi-driver"),
         u"0.4.6"_s,
         u"0.4.9"_s,
         {},
         false,
         u"component=node"_s,
         {u"/crusoe-csi-driver:v0.4.6"_s, {}},
         {u"/crusoe-csi-driver:v0.4.9"_s, {}}},
        {key("kube-system", "cilium"),
         u"1.17.2"_s,
         u"1.18.4"_s,
         {},
         false,
         u"k8s-app=cilium"_s,
         {u"/cilium:v1.17.2"_s, {}},
         {u"/cilium:v1.18.4"_s, {}}},
        {key("nvidia-gpu-operator", "gpu-operator"), u"v25.10.1"_s, u"v26.3.3"_s,
         u"driver.version=580.126.20"_s, true, u"app.kubernetes.io/component=nvidia-driver"_s,
         gpu(u"580.95.05"_s), gpu(u"580.126.20"_s)},
        {key("nvidia-network-operator", "network-operator"),
         u"25.7.0"_s,
         u"25.10.0"_s,
         {},
         true,
         u"nvidia.com/ofed-driver"_s,
         ofed(u"25.7.0"_s),
         ofed(u"25.10.0"_s)},
    };
}

void addUpgradeRows(const QByteArray &first)
{
    QTest::addColumn<int>("upgrade");
    QTest::addColumn<QByteArray>("helm");
    const QList<PlannedUpgrade> all = plannedUpgrades();
    const bool isEach = qEnvironmentVariable("CHARTROOM_UPGRADES") == u"all"_s;
    for (int i = 0; i < all.size(); ++i)
        for (const QByteArray helm : {"helm3", "helm4"})
            if (isEach || (helm == first) == (i % 2 == 0))
                QTest::addRow("%s, %s", qPrintable(all[i].release.name), helm.constData()) << i << helm;
}

} // namespace chartroom::test
