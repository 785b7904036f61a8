// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/session_version_facts.h"

#include "core/versions/versions_tr.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

NodeFact factOf(const Node &node)
{
    NodeFact fact;
    fact.name = node.name;
    fact.kernel = node.kernelVersion;
    fact.kubelet = node.kubeletVersion;
    fact.osImage = node.osImage;
    fact.runtime = node.containerRuntime;
    static const QString id = u"feature.node.kubernetes.io/system-os_release.ID"_s;
    static const QString version = u"feature.node.kubernetes.io/system-os_release.VERSION_ID"_s;
    fact.system = (node.labels.value(id) + u' ' + node.labels.value(version)).trimmed();
    fact.hasGpu = node.labels.value(u"nvidia.com/gpu.present"_s) == u"true" ||
                  node.devices.value(u"nvidia.com/gpu"_s) > 0;
    if (node.ready)
        fact.readySince = node.readySince;
    fact.labels = node.labels;
    return fact;
}

ReleaseFact factOf(const Release &release)
{
    ReleaseFact fact;
    fact.namespaceName = release.key.namespaceName;
    fact.name = release.key.name;
    fact.revision = release.newest().revision;
    fact.status = release.newest().statusText;
    if (release.record) {
        fact.chart = release.record->chartName;
        fact.chartVersion = release.record->chartVersion;
        fact.appVersion = release.record->appVersion;
    }
    return fact;
}

template<typename Fact>
void sortByName(QList<Fact> &facts)
{
    std::sort(facts.begin(), facts.end(), [](const Fact &a, const Fact &b) {
        return std::tie(a.namespaceName, a.name) < std::tie(b.namespaceName, b.name);
    });
}

} // namespace

QList<PodFact> podFacts(const Pod &pod)
{
    const bool isOfed = pod.hasOfedLabel;
    PodFact fact;
    fact.component = componentOfWorkload(pod.app, pod.component, isOfed, pod.image);
    if (fact.component.isEmpty())
        return {};
    fact.namespaceName = pod.namespaceName;
    fact.name = pod.name;
    fact.node = pod.node;
    fact.instance = pod.instance;
    fact.image = pod.image;
    fact.isReady = pod.health == Pod::Health::Ready && pod.phase == u"Running";
    fact.isLeaving = pod.deleting.isValid();
    fact.hasEnded = pod.phase == u"Succeeded" || pod.phase == u"Failed";
    fact.restarts = pod.mostRestarts;
    fact.created = pod.created;
    QList<PodFact> facts{fact};
    for (auto it = pod.sideImages.cbegin(); it != pod.sideImages.cend(); ++it) {
        fact.component = it.key() == u"nvidia-fs-ctr" ? u"gds"_s : u"gdrcopy"_s;
        fact.image = *it;
        facts << fact;
    }
    return facts;
}

void sortPods(QList<PodFact> &pods)
{
    sortByName(pods);
}

void takeSessionFacts(const ClusterSession &session, VersionFacts &facts)
{
    facts.cluster = session.name();
    facts.serverVersion = session.serverVersion();
    for (const Node &node : session.nodes()->objects())
        facts.nodes << factOf(node);
    std::sort(facts.nodes.begin(), facts.nodes.end(),
              [](const NodeFact &a, const NodeFact &b) { return a.name < b.name; });
    for (const ReleaseKey &key : session.releases()->keys())
        if (const Release *release = session.releases()->find(key))
            facts.releases << factOf(*release);
    sortByName(facts.releases);
    sortByName(facts.operators);
    sortByName(facts.daemonSets);
    sortByName(facts.devices);
    sortByName(facts.features);
    std::sort(facts.policies.begin(), facts.policies.end(), [](const PolicyFact &a, const PolicyFact &b) {
        return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
    });
    settlePolicies(facts.policies);
    std::sort(facts.sriovNodes.begin(), facts.sriovNodes.end(),
              [](const SriovFact &a, const SriovFact &b) { return a.node < b.node; });
    facts.notices += session.releases()->notices();
}

int runningRevision(const Release &release)
{
    for (const RevisionEntry &revision : release.revisions)
        if (revision.status == ReleaseStatus::Deployed || revision.status == ReleaseStatus::Superseded)
            return revision.revision;
    return 0;
}

QString operatorOfChart(const QString &chart)
{
    if (chart == u"gpu-operator" || chart == u"network-operator")
        return chart == u"gpu-operator" ? u"gpu_operator"_s : u"network_operator"_s;
    return chart.startsWith(u"sriov-network-operator") ? u"sriov_operator"_s : QString();
}

ReleaseManifests manifestsWithDaemonSets(const ClusterSession &session, const VersionFacts &facts)
{
    ReleaseManifests manifests;
    for (const ReleaseFact &fact : facts.releases) {
        const bool hasSets =
            std::any_of(facts.daemonSets.cbegin(), facts.daemonSets.cend(), [&](const DaemonSetFact &set) {
                return set.releaseName == fact.name && set.releaseNamespace == fact.namespaceName;
            });
        for (const ReleaseStorage storage : {ReleaseStorage::Secret, ReleaseStorage::ConfigMap}) {
            const ReleaseKey key{fact.namespaceName, fact.name, storage};
            const Release *release = session.releases()->find(key);
            const bool isWhole = release && release->record && !release->record->manifest.isEmpty() &&
                                 release->newest().status == ReleaseStatus::Deployed &&
                                 release->record->revision == release->newest().revision;
            if (hasSets && isWhole)
                manifests.append({key, release->record->manifest});
        }
    }
    return manifests;
}

QList<ReleaseFact> imagesOf(const ReleaseManifests &manifests)
{
    QList<ReleaseFact> all;
    for (const auto &[key, manifest] : manifests) {
        ReleaseFact fact;
        fact.namespaceName = key.namespaceName;
        fact.name = key.name;
        fact.images = ReleaseFact::daemonSetImages(manifest, key.namespaceName);
        fact.isManifestKnown = true;
        all << fact;
    }
    return all;
}

void addImages(const QList<ReleaseFact> &images, VersionFacts &facts)
{
    for (ReleaseFact &fact : facts.releases)
        for (const ReleaseFact &one : images)
            if (one.name == fact.name && one.namespaceName == fact.namespaceName) {
                fact.images = one.images;
                fact.isManifestKnown = true;
            }
}

PublishedVersions publishedIn(const QString &component, const QString &chart, const ChartVersions &versions)
{
    PublishedVersions published{component, chart, {}, {}};
    for (const ChartVersion &version : versions.versions)
        published.versions << version.version;
    published.from = VersionsTr::tr("The index of %1, as of %2")
                         .arg(versions.source.argument(),
                              versions.indexTime.toUTC().toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'"));
    return published;
}

} // namespace chartroom
