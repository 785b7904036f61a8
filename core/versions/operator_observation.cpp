// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/operator_observation.h"

#include "core/base/short_list.h"
#include "core/rollout/node_notes.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// How an operator is told: by its chart's name, and by the start of its ClusterServiceVersion's.
struct OperatorNames
{
    QStringView component;
    std::array<QStringView, 2> charts;
    std::array<QStringView, 2> packages;
};
constexpr std::array operators{
    OperatorNames{u"gpu_operator", {u"gpu-operator", {}}, {u"gpu-operator-certified", u"gpu-operator"}},
    OperatorNames{
        u"network_operator", {u"network-operator", {}}, {u"nvidia-network-operator", u"network-operator"}},
    OperatorNames{u"sriov_operator",
                  {u"sriov-network-operator", u"sriov-network-operator-chart"},
                  {u"sriov-network-operator", {}}},
};

template<size_t size>
bool isAmong(const std::array<QStringView, size> &names, QStringView name)
{
    return !name.isEmpty() && std::find(names.begin(), names.end(), name) != names.end();
}

/// One thing that names the version of an operator.
struct Telling
{
    QString version;
    VersionEvidence evidence;
};

/// What tells best comes first; what tells the same is evidence for it, all else becomes a remark.
void conclude(QList<Telling> tellings, Observation &observation)
{
    std::stable_sort(tellings.begin(), tellings.end(), [](const Telling &a, const Telling &b) {
        return a.evidence.source < b.evidence.source;
    });
    for (const Telling &telling : std::as_const(tellings)) {
        if (telling.version.isEmpty()) {
            observation.remarks << telling.evidence;
        } else if (observation.versions.isEmpty() &&
                   telling.evidence.source != VersionSource::FailedRelease) {
            observation.versions.append({telling.version, {}, {telling.evidence}});
        } else if (!observation.versions.isEmpty() &&
                   isSameVersion(observation.versions.first().version, telling.version)) {
            observation.versions.first().evidence << telling.evidence;
        } else {
            observation.remarks << telling.evidence;
        }
    }
}

QString releaseText(const ReleaseFact &release)
{
    if (!release.isRunning)
        return VersionsTr::tr("Release %1 was upgraded to chart %2 %3, which never ran (%4).")
            .arg(release.fullName(), release.chart, release.chartVersion, release.status);
    return release.status == u"deployed"
               ? VersionsTr::tr("Release %1 has chart %2 %3 (%4).")
                     .arg(release.fullName(), release.chart, release.chartVersion, release.status)
               : VersionsTr::tr("Release %1 has chart %2 %3; its newer revisions never ran (%4).")
                     .arg(release.fullName(), release.chart, release.chartVersion, release.status);
}

const ReleaseFact *mainRelease(const VersionFacts &facts, const OperatorNames &names)
{
    const ReleaseFact *main = nullptr;
    int most = -1;
    for (const ReleaseFact &release : facts.releases) {
        if (!isAmong(names.charts, release.chart))
            continue;
        const bool isObeyed =
            std::any_of(facts.policies.cbegin(), facts.policies.cend(), [&](const PolicyFact &policy) {
                return policy.isInUse && policy.releaseName == release.name &&
                       policy.releaseNamespace == release.namespaceName;
            });
        const int rank = (isObeyed ? 4 : 0) + (release.isRunning ? 2 : 0) +
                         (release.isRunning && release.status == u"deployed" ? 1 : 0);
        if (rank > most) {
            most = rank;
            main = &release;
        }
    }
    return main;
}

void tellReleases(const VersionFacts &facts, const OperatorNames &names, const ReleaseFact *main,
                  QList<Telling> &tellings)
{
    for (const ReleaseFact &release : facts.releases) {
        if (!isAmong(names.charts, release.chart))
            continue;
        VersionEvidence evidence{release.isRunning ? VersionSource::HelmRelease
                                                   : VersionSource::FailedRelease,
                                 u"Release "_s + release.fullName(), releaseText(release)};
        if (&release == main) {
            tellings.append({release.chartVersion, evidence});
            continue;
        }
        evidence.source = VersionSource::FailedRelease; // it is there, and another one counts
        evidence.text = VersionsTr::tr("Another release of the same chart: %1").arg(evidence.text);
        tellings.append({{}, evidence});
    }
}

void tellOperators(const VersionFacts &facts, const OperatorNames &names, QList<Telling> &tellings)
{
    for (const OperatorFact &one : facts.operators) {
        if (one.isCopied || !isAmong(names.packages, one.package()))
            continue;
        const bool isThere = one.phase == u"Succeeded" || one.phase.isEmpty();
        tellings.append({isThere ? one.version : QString(),
                         {VersionSource::ClusterServiceVersion,
                          u"ClusterServiceVersion %1/%2"_s.arg(one.namespaceName, one.name),
                          VersionsTr::tr("ClusterServiceVersion %1 has version %2 (%3).")
                              .arg(one.name, one.version, one.phase)}});
    }
}

/// Pods of another release's operator say nothing of this one.
void tellPods(const VersionFacts &facts, const OperatorNames &names, const ReleaseFact *main,
              QList<Telling> &tellings)
{
    QMap<QString, QStringList> pods;
    for (const PodFact &pod : facts.pods)
        if (pod.component == names.component && pod.isReady &&
            (!main || pod.namespaceName == main->namespaceName))
            if (const QString version = imageVersion(pod.image); VersionText::read(version))
                pods[version] << pod.namespaceName + u'/' + pod.name;
    for (auto it = pods.begin(); it != pods.end(); ++it) {
        it->sort();
        tellings.append(
            {it.key(),
             {VersionSource::PodImage, u"Pod "_s + it->first(),
              VersionsTr::tr("Its pods run image version %1: %2.").arg(it.key(), shortList(*it, 2))}});
    }
}

/// How far the operator is with its nodes; no version.
void remarkSriov(const VersionFacts &facts, Observation &observation)
{
    QMap<QString, QStringList> states;
    for (const SriovFact &state : facts.sriovNodes)
        states[state.sync] << state.node;
    for (auto it = states.begin(); it != states.end(); ++it) {
        it->sort();
        observation.remarks.append(
            {VersionSource::SriovNodeState, u"SriovNetworkNodeState "_s + it->first(),
             VersionsTr::tr("SriovNetworkNodeState reports %1 for %2.")
                 .arg(it.key().isEmpty() ? VersionsTr::tr("nothing", "an SR-IOV state") : it.key(),
                      shortList(*it))});
    }
}

Observation observeOperator(const VersionFacts &facts, const OperatorNames &names)
{
    Observation observation;
    observation.component = names.component.toString();
    const ReleaseFact *main = mainRelease(facts, names);
    QList<Telling> tellings;
    tellReleases(facts, names, main, tellings);
    tellOperators(facts, names, tellings);
    tellPods(facts, names, main, tellings);
    conclude(tellings, observation);
    if (names.component == u"sriov_operator")
        remarkSriov(facts, observation);
    for (const PolicyFact &policy : facts.policies) {
        const bool isGpu = policy.kind == u"ClusterPolicy" && names.component == u"gpu_operator";
        const bool isNetwork = (policy.kind == u"NicClusterPolicy" || policy.kind == u"NicNodePolicy") &&
                               names.component == u"network_operator";
        if ((isGpu || isNetwork) && !policy.state.isEmpty())
            observation.remarks.append({VersionSource::PolicySpec, policy.fullName(),
                                        VersionsTr::tr("%1 is %2. %3")
                                            .arg(policy.fullName(), policy.state, policy.stateText)
                                            .trimmed()});
    }
    return observation;
}

Observation observeOpenShift(const VersionFacts &facts)
{
    Observation observation;
    observation.component = u"openshift"_s;
    for (const ClusterVersionFact &version : facts.openShift.versions) {
        const QString runs = version.completed.isEmpty() ? version.desired : version.completed;
        const QString object = u"ClusterVersion "_s + version.name;
        observation.versions.append(
            {runs,
             {},
             {{VersionSource::ClusterVersion, object,
               version.completed.isEmpty()
                   ? VersionsTr::tr("%1 was told to install %2, but has not completed it.").arg(object, runs)
                   : VersionsTr::tr("%1 has completed the update to %2.").arg(object, runs)}}});
        observation.wanted = version.desired;
        observation.wantedBy.append({VersionSource::ClusterVersion, object,
                                     VersionsTr::tr("%1 wants %2.").arg(object, version.desired)});
        if (version.isProgressing)
            observation.remarks.append(
                {VersionSource::ClusterVersion, object, VersionsTr::tr("An update is in progress.")});
    }
    return observation;
}

/// Each instance by its own version.
Observation observeNfd(const VersionFacts &facts)
{
    Observation observation;
    observation.component = u"nfd"_s;
    QMap<QString, ObservedVersion> versions;
    for (const NfdInstance &instance : nfdInstances(facts)) {
        if (instance.version.isEmpty())
            continue;
        ObservedVersion &version = versions[instance.version];
        version.version = instance.version;
        version.evidence.append(
            {VersionSource::PodImage, instance.object,
             VersionsTr::tr("Instance %1 has version %2.").arg(instance.name, instance.version)});
    }
    observation.versions = versions.values();
    return observation;
}

} // namespace

bool isOperator(QStringView component)
{
    return std::any_of(operators.begin(), operators.end(),
                       [&](const OperatorNames &names) { return names.component == component; });
}

const ReleaseFact *operatorRelease(const VersionFacts &facts, QStringView component)
{
    const auto names =
        std::find_if(operators.begin(), operators.end(),
                     [component](const OperatorNames &one) { return one.component == component; });
    return names == operators.end() ? nullptr : mainRelease(facts, *names);
}

QList<Observation> observeOperators(const VersionFacts &facts)
{
    QList<Observation> all;
    const auto keep = [&](const Observation &observation) {
        if (!observation.versions.isEmpty() || !observation.remarks.isEmpty())
            all << observation;
    };
    for (const OperatorNames &names : operators)
        keep(observeOperator(facts, names));
    keep(observeOpenShift(facts));
    keep(observeNfd(facts));
    return all;
}

QList<NfdInstance> nfdInstances(const VersionFacts &facts)
{
    QMap<QString, NfdInstance> instances;
    QStringList namespaces;
    for (const PodFact &pod : facts.pods) {
        if (pod.component != u"nfd" || pod.isLeaving || pod.hasEnded)
            continue; // what an instance left behind is none
        const QString name = pod.namespaceName + u'/' + pod.instance;
        const QString object = u"Pod %1/%2"_s.arg(pod.namespaceName, pod.name);
        NfdInstance &instance = instances[name];
        const bool isBetter = instance.object.isEmpty() || object < instance.object;
        if (isBetter)
            instance = {name, imageVersion(pod.image), object};
        namespaces << pod.namespaceName;
    }
    for (const OperatorFact &one : facts.operators) {
        const bool isOther =
            one.isCopied || one.package() != u"nfd" || namespaces.contains(one.namespaceName);
        if (!isOther)
            instances.insert(one.namespaceName + u'/' + one.name,
                             {one.namespaceName + u'/' + one.name, one.version,
                              u"ClusterServiceVersion %1/%2"_s.arg(one.namespaceName, one.name)});
    }
    return instances.values();
}

} // namespace chartroom
