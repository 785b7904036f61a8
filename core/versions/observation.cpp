// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/observation.h"

#include "core/base/short_list.h"
#include "core/rollout/daemon_set.h"
#include "core/rollout/node_notes.h"
#include "core/versions/matrix_component.h"
#include "core/versions/node_readings.h"
#include "core/versions/operator_observation.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

const QString driverLabel = u"nvidia.com/cuda.driver-version.full"_s;
const QString cudaLabel = u"nvidia.com/cuda.runtime-version.full"_s;
const QString kernelLabel = u"feature.node.kubernetes.io/kernel-version.full"_s;

/// Another spelling of a component's key is the same component.
QString usualKey(const QString &key)
{
    const auto known = matrixComponent(key);
    return known ? known->key : key;
}

qsizetype placeOf(const QString &component)
{
    const QList<MatrixComponent> &all = matrixComponents();
    for (qsizetype i = 0; i < all.size(); ++i)
        if (all[i].key == component)
            return i;
    return all.size();
}

/// They come off one by one, so that what is left is spelled as it was.
QString withoutSuffixes(const QString &version)
{
    if (version.startsWith(u"sha256:"))
        return {};
    QString plain = version.trimmed();
    const auto read = VersionText::read(plain);
    if (!read)
        return plain;
    bool wasCut = true;
    while (wasCut) {
        wasCut = false;
        for (const QString &suffix : read->suffixes()) {
            for (const QChar joint : {u'-', u'_'}) {
                if (plain.endsWith(joint + suffix, Qt::CaseInsensitive)) {
                    plain.chop(suffix.size() + 1);
                    wasCut = true;
                }
            }
        }
    }
    return plain;
}

/// Goes through the facts once and keeps what is said of each component.
class Observer
{
public:
    explicit Observer(const VersionFacts &facts)
        : m_facts(facts)
    {
        for (const NodeFact &node : facts.nodes)
            m_nodes.insert(node.name);
    }

    QList<Observation> all()
    {
        readNodes();
        readPods();
        readFeatures();
        readReport();
        readWanted();
        const auto operators = observeOperators(m_facts);
        for (const Observation &observation : operators)
            m_observations.insert(observation.component, observation);
        for (auto it = m_readings.cbegin(); it != m_readings.cend(); ++it) {
            Observation &observation = of(it.key());
            it->putInto(observation);
        }
        addApiServer();
        addReport();
        QList<Observation> sorted = m_observations.values(); // by name
        std::stable_sort(sorted.begin(), sorted.end(), [](const Observation &a, const Observation &b) {
            return placeOf(a.component) < placeOf(b.component);
        });
        return sorted;
    }

private:
    Observation &of(const QString &component)
    {
        Observation &observation = m_observations[component];
        observation.component = component;
        return observation;
    }

    void readNodes()
    {
        for (const NodeFact &node : m_facts.nodes) {
            const QString object = u"Node "_s + node.name;
            m_readings[u"kernel"_s].add(node.name, VersionSource::NodeInfo, node.kernel, object);
            m_readings[u"kubernetes"_s].add(node.name, VersionSource::NodeInfo, node.kubelet, object);
            if (!node.osImage.isEmpty())
                m_readings[u"os_image"_s].add(node.name, VersionSource::NodeInfo, node.osImage, object);
            if (!node.runtime.isEmpty())
                m_readings[u"container_runtime"_s].add(node.name, VersionSource::NodeInfo,
                                                       node.runtime.section(u"://"_s, -1), object);
            if (node.hasGpu) {
                m_readings[u"gpu_driver"_s].add(node.name, VersionSource::NodeLabel,
                                                node.labels.value(driverLabel), object);
                m_readings[u"cuda"_s].add(node.name, VersionSource::NodeLabel, node.labels.value(cudaLabel),
                                          object);
            }
            for (const auto &[label, value] : node.labels)
                if (const QString component = versionLabelComponent(label); !component.isEmpty())
                    m_readings[usualKey(component)].add(node.name, VersionSource::NodeLabel, value, object);
        }
        for (const NicDeviceFact &device : m_facts.devices)
            if (!device.component.isEmpty() && m_nodes.contains(device.node))
                m_readings[device.component].add(device.node, VersionSource::NicDevice, device.firmware,
                                                 u"NicDevice %1/%2"_s.arg(device.namespaceName, device.name));
    }

    /// A pod that is not ready says that the component is there, but not that its version works.
    void readPods()
    {
        for (const PodFact &pod : m_facts.pods) {
            const bool isOperand = m_nodes.contains(pod.node) && !pod.hasEnded &&
                                   !isOperator(pod.component) && pod.component != u"nfd" &&
                                   !pod.component.isEmpty();
            if (!isOperand)
                continue;
            m_readings[pod.component].add(pod.node, VersionSource::PodImage,
                                          pod.isReady ? imageVersion(pod.image) : QString(),
                                          u"Pod %1/%2"_s.arg(pod.namespaceName, pod.name));
        }
    }

    void readFeatures()
    {
        for (const NodeFeatureFact &feature : m_facts.features) {
            if (!m_nodes.contains(feature.node))
                continue;
            const QString object = u"NodeFeature %1/%2"_s.arg(feature.namespaceName, feature.name);
            for (auto it = feature.labels.cbegin(); it != feature.labels.cend(); ++it) {
                const QString component =
                    it.key() == kernelLabel ? u"kernel"_s : usualKey(versionLabelComponent(it.key()));
                m_readings[component].add(feature.node, VersionSource::NodeFeature, *it, object);
            }
        }
    }

    void readReport()
    {
        if (!m_facts.report)
            return;
        const QString object = u"File "_s + m_facts.report->file;
        const auto &nodes = m_facts.report->nodes;
        for (auto node = nodes.cbegin(); node != nodes.cend(); ++node)
            if (m_nodes.contains(node.key()))
                for (auto it = node->cbegin(); it != node->cend(); ++it)
                    m_readings[usualKey(it.key())].add(node.key(), VersionSource::Report, *it, object);
    }

    /// What is said of the cluster as a whole counts where the API tells nothing.
    void addReport()
    {
        if (!m_facts.report)
            return;
        const auto &cluster = m_facts.report->cluster;
        for (auto it = cluster.cbegin(); it != cluster.cend(); ++it) {
            Observation &observation = of(usualKey(it.key()));
            const VersionEvidence evidence{VersionSource::Report, u"File "_s + m_facts.report->file,
                                           VersionsTr::tr("The report file says %1.").arg(*it)};
            if (observation.versions.isEmpty())
                observation.versions.append({plainVersion(*it), {}, {evidence}});
            else if (observation.isMixed() ||
                     !isSameVersion(observation.versions.first().version, plainVersion(*it)))
                observation.remarks.append(evidence);
            else
                observation.versions.first().evidence.append(evidence);
        }
    }

    /// What the policies in use tell their operators, and what the DaemonSets run.
    void readWanted()
    {
        for (const PolicyFact &policy : m_facts.policies) {
            if (!policy.isInUse)
                continue;
            for (auto it = policy.versions.cbegin(); it != policy.versions.cend(); ++it)
                want(it.key(), VersionSource::PolicySpec, plainVersion(*it), policy.fullName(),
                     VersionsTr::tr("%1 wants %2.").arg(policy.fullName(), *it));
        }
        for (const DaemonSetFact &set : m_facts.daemonSets) {
            const QString image = set.images.isEmpty() ? QString() : set.images.first().image;
            const QString component = componentOfWorkload(set.app, set.component, set.isOfed, image);
            if (component.isEmpty() || isOperator(component) || component == u"nfd")
                continue;
            want(component, VersionSource::DaemonSetImage, imageVersion(image),
                 u"DaemonSet "_s + set.fullName(),
                 VersionsTr::tr("DaemonSet %1 runs %2.").arg(set.fullName(), image));
        }
    }

    void want(const QString &component, VersionSource source, const QString &version, const QString &object,
              const QString &text)
    {
        if (version.isEmpty())
            return;
        Observation &observation = of(component);
        if (observation.wanted.isEmpty())
            observation.wanted = version;
        observation.wantedBy.append({source, object, text});
    }

    /// A patch of another number is a circumstance; another minor is a version of its own, half way through
    /// an upgrade.
    void addApiServer()
    {
        if (m_facts.serverVersion.isEmpty())
            return;
        Observation &kubernetes = of(u"kubernetes"_s);
        const VersionEvidence evidence{
            VersionSource::ApiServer, u"API server"_s,
            VersionsTr::tr("The API server reports %1.").arg(m_facts.serverVersion)};
        for (ObservedVersion &version : kubernetes.versions)
            if (compareSpellings(version.version, m_facts.serverVersion) == VersionOrder::Equal) {
                version.evidence << evidence;
                return;
            }
        const auto its = VersionText::read(m_facts.serverVersion);
        const bool isOfSameMinor = std::any_of(kubernetes.versions.cbegin(), kubernetes.versions.cend(),
                                               [&](const ObservedVersion &version) {
                                                   const auto kubelet = VersionText::read(version.version);
                                                   return its && kubelet && its->line() == kubelet->line();
                                               });
        if (isOfSameMinor)
            kubernetes.remarks.append(evidence);
        else
            kubernetes.versions.append({m_facts.serverVersion, {}, {evidence}});
    }

    const VersionFacts &m_facts;
    QMap<QString, NodeReadings> m_readings;
    QMap<QString, Observation> m_observations;
    QSet<QString> m_nodes; ///< that there are
};

} // namespace

QString versionSourceText(VersionSource source)
{
    switch (source) {
    case VersionSource::ClusterVersion:
        return u"clusterVersion"_s;
    case VersionSource::NodeInfo:
        return u"nodeInfo"_s;
    case VersionSource::NodeLabel:
        return u"nodeLabel"_s;
    case VersionSource::NicDevice:
        return u"nicDevice"_s;
    case VersionSource::HelmRelease:
        return u"helmRelease"_s;
    case VersionSource::ClusterServiceVersion:
        return u"clusterServiceVersion"_s;
    case VersionSource::PodImage:
        return u"podImage"_s;
    case VersionSource::ApiServer:
        return u"apiServer"_s;
    case VersionSource::NodeFeature:
        return u"nodeFeature"_s;
    case VersionSource::Report:
        return u"report"_s;
    case VersionSource::PolicySpec:
        return u"policySpec"_s;
    case VersionSource::DaemonSetImage:
        return u"daemonSetImage"_s;
    case VersionSource::SriovNodeState:
        return u"sriovNodeState"_s;
    case VersionSource::FailedRelease:
        break;
    }
    return u"failedRelease"_s;
}

bool isSeenRunning(const ObservedVersion &version)
{
    static const QList<VersionSource> running{VersionSource::ClusterVersion, VersionSource::NodeInfo,
                                              VersionSource::PodImage, VersionSource::ApiServer};
    return std::any_of(version.evidence.cbegin(), version.evidence.cend(),
                       [](const VersionEvidence &one) { return running.contains(one.source); });
}

QStringList strangersIn(const VersionFacts &facts)
{
    QSet<QString> known;
    for (const NodeFact &node : facts.nodes)
        known.insert(node.name);
    QMap<QString, QStringList> strangers; // by what names them
    const auto look = [&](const QString &source, const QString &node) {
        if (!node.isEmpty() && !known.contains(node) && !strangers[source].contains(node))
            strangers[source] << node;
    };
    for (const NodeFeatureFact &feature : facts.features)
        look(VersionsTr::tr("NodeFeatures"), feature.node);
    for (const NicDeviceFact &device : facts.devices)
        look(VersionsTr::tr("NicDevices"), device.node);
    if (facts.report)
        for (const QString &node : facts.report->nodes.keys())
            look(VersionsTr::tr("The report file"), node);
    QStringList sentences;
    for (auto it = strangers.begin(); it != strangers.end(); ++it) {
        if (it->isEmpty())
            continue;
        it->sort();
        sentences << VersionsTr::tr("%1: the entry for %2 is ignored; the cluster has no such node.")
                         .arg(it.key(), shortList(*it));
    }
    return sentences;
}

QList<Observation> observe(const VersionFacts &facts)
{
    return Observer(facts).all();
}

const Observation *observationOf(const QList<Observation> &all, QStringView component)
{
    const auto found = std::find_if(all.cbegin(), all.cend(), [&](const Observation &observation) {
        return observation.component == component;
    });
    return found == all.cend() ? nullptr : &*found;
}

QString imageVersion(const QString &image)
{
    return plainVersion(imageTag(image));
}

/// Thousands of nodes say the same few versions.
QString plainVersion(const QString &version)
{
    thread_local QHash<QString, QString> known;
    constexpr qsizetype most = 1000;
    const auto found = known.constFind(version);
    if (found != known.cend())
        return *found;
    if (known.size() >= most)
        known.clear();
    return *known.insert(version, withoutSuffixes(version));
}

} // namespace chartroom
