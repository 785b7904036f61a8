// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/audit_finding.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

const ReleaseFact *releaseOf(const VersionFacts &facts, const DaemonSetFact &set)
{
    const auto found =
        std::find_if(facts.releases.cbegin(), facts.releases.cend(), [&](const ReleaseFact &release) {
            return release.name == set.releaseName && release.namespaceName == set.releaseNamespace;
        });
    return found == facts.releases.cend() ? nullptr : &*found;
}

AuditFinding edited(const DaemonSetFact &set, const QString &component, const QString &text,
                    const QString &other)
{
    AuditFinding finding;
    finding.kind = u"editedDaemonSet"_s;
    finding.severity = AuditSeverity::Broken;
    if (!component.isEmpty())
        finding.components = {component};
    finding.text = text;
    finding.objects = {u"DaemonSet "_s + set.fullName(), other};
    return finding;
}

/// Container by container against the manifest of the release that it is of.
void compareWithRelease(const DaemonSetFact &set, const ReleaseFact &release, QList<AuditFinding> &findings)
{
    for (const WorkloadImage &live : set.images) {
        const auto wanted =
            std::find_if(release.images.cbegin(), release.images.cend(), [&](const WorkloadImage &image) {
                return image.namespaceName == live.namespaceName && image.name == live.name &&
                       image.container == live.container;
            });
        if (wanted == release.images.cend() || wanted->image == live.image)
            continue;
        findings << edited(
            set, componentOfWorkload(set.app, set.component, set.isOfed, live.image),
            VersionsTr::tr("DaemonSet %1 was changed manually: container %2 runs %3, but release %4 has %5.")
                .arg(set.fullName(), live.container, live.image, release.fullName(), wanted->image),
            u"Release "_s + release.fullName());
    }
}

/// What an operator makes has the version that its policy wants; another one is nobody's but a person's.
void compareWithPolicy(const DaemonSetFact &set, const VersionFacts &facts, QList<AuditFinding> &findings)
{
    if (set.images.isEmpty())
        return;
    const WorkloadImage &live = set.images.first();
    const QString component = componentOfWorkload(set.app, set.component, set.isOfed, live.image);
    const QString runs = imageVersion(live.image);
    for (const PolicyFact &policy : facts.policies) {
        const bool isOwner = policy.kind == set.ownerKind && policy.name == set.ownerName && policy.isInUse;
        const QString wanted = plainVersion(policy.versions.value(component));
        if (!isOwner || wanted.isEmpty() || runs.isEmpty() || isSameVersion(wanted, runs))
            continue;
        findings << edited(set, component,
                           VersionsTr::tr("DaemonSet %1 was changed manually, or its operator does not "
                                          "update it: it runs %2, but %3 wants %4.")
                               .arg(set.fullName(), live.image, policy.fullName(), wanted),
                           policy.fullName());
    }
}

} // namespace

QList<AuditFinding> clusterRuleFindings(const VersionFacts &facts, const Compatibility &known)
{
    QList<AuditFinding> findings;
    const QList<NfdInstance> instances = nfdInstances(facts);
    if (!instances.isEmpty()) {
        const KnownRule rule = known.rule(u"oneNfd"_s);
        AuditFinding finding;
        finding.components = {u"nfd"_s};
        QStringList names;
        for (const NfdInstance &instance : instances) {
            names << instance.name + u' ' + instance.version;
            finding.objects << instance.object;
        }
        const bool isOne = instances.size() == 1;
        finding.kind = isOne ? u"oneNfd"_s : u"severalNfd"_s;
        finding.severity = isOne ? AuditSeverity::Good : AuditSeverity::Broken;
        finding.text =
            isOne ? VersionsTr::tr("One instance of Node Feature Discovery runs: %1.").arg(names.first())
                  : VersionsTr::tr("%1 instances of Node Feature Discovery run: %2. %3")
                        .arg(QString::number(instances.size()), names.join(u", "_s), rule.words);
        finding.source = rule.from.sentence();
        findings << finding;
    }
    const KnownRule modules = known.rule(u"openModules"_s);
    for (const PolicyFact &policy : facts.policies) {
        const QString gds = policy.versions.value(u"gds"_s);
        const bool isBroken = policy.isInUse && policy.openModules == false && !gds.isEmpty() &&
                              isAtLeast(gds, modules.version).value_or(false);
        if (!isBroken)
            continue;
        AuditFinding finding;
        finding.kind = u"closedModules"_s;
        finding.severity = AuditSeverity::Broken;
        finding.components = {u"gds"_s, u"gpu_driver"_s};
        finding.text = VersionsTr::tr("%1 uses GPUDirect Storage %2 with the proprietary kernel modules. %3")
                           .arg(policy.fullName(), gds, modules.words);
        finding.objects = {policy.fullName()};
        finding.source = modules.from.sentence();
        findings << finding;
    }
    return findings;
}

QList<AuditFinding> editedDaemonSets(const VersionFacts &facts)
{
    QList<AuditFinding> findings;
    for (const DaemonSetFact &set : facts.daemonSets) {
        const ReleaseFact *release = releaseOf(facts, set);
        if (release && release->isManifestKnown)
            compareWithRelease(set, *release, findings);
        else if (!release)
            compareWithPolicy(set, facts, findings);
    }
    return findings;
}

bool PublishedVersions::lists(const QString &version) const
{
    return std::any_of(versions.cbegin(), versions.cend(),
                       [&](const QString &one) { return isSameVersion(version, one); });
}

QList<AuditFinding> publishedFindings(const VersionMatrix &matrix, const QList<PublishedVersions> &published,
                                      const QList<MatrixProblem> &problems)
{
    QList<AuditFinding> findings;
    for (const MatrixEntry &entry : matrix.entries()) {
        for (const MatrixValue &value : entry.components) {
            const QString component = usualComponent(value.name());
            const auto index =
                std::find_if(published.cbegin(), published.cend(),
                             [&](const PublishedVersions &one) { return one.component == component; });
            if (index == published.cend() || index->versions.isEmpty() || !VersionText::read(value.text))
                continue;
            const bool isKnown =
                std::any_of(problems.cbegin(), problems.cend(), [&](const MatrixProblem &problem) {
                    return problem.severity == MatrixSeverity::Error && problem.place == value.place;
                });
            if (index->lists(value.text) || isKnown)
                continue;
            AuditFinding finding;
            finding.kind = u"notPublished"_s;
            finding.severity = AuditSeverity::Broken;
            finding.entry = entry.name;
            finding.components = {component};
            finding.text =
                VersionsTr::tr("%1 has %2 %3 (line %4), but the index lists no chart %5 of that version.")
                    .arg(entry.name, versionTitle(component), value.text, QString::number(value.place.line),
                         index->chart);
            finding.source = index->from;
            findings << finding;
        }
    }
    return findings;
}

QList<AuditFinding> copyFindings(const VersionMatrix &matrix, const QString &label,
                                 const VersionMatrix &other, const QString &otherLabel)
{
    QList<AuditFinding> findings;
    QStringList names;
    for (const VersionMatrix *one : {&matrix, &other})
        for (const MatrixEntry &entry : one->entries())
            if (!names.contains(entry.name))
                names << entry.name;
    for (const QString &name : std::as_const(names)) {
        static const MatrixEntry none;
        const MatrixEntry *here = matrix.find(name);
        const MatrixEntry *there = other.find(name);
        for (const MatrixDifference &difference :
             matrixDifferences(here ? *here : none, there ? *there : none)) {
            AuditFinding finding;
            finding.kind = u"copyDiffers"_s;
            finding.severity = AuditSeverity::Broken;
            finding.entry = name;
            finding.components = {usualComponent(difference.name)};
            finding.text = VersionsTr::tr("%1 of %2 is %3 in %4 and %5 in %6.")
                               .arg(difference.name, name,
                                    difference.before.isEmpty() ? VersionsTr::tr("missing", "a version")
                                                                : difference.before,
                                    label,
                                    difference.after.isEmpty() ? VersionsTr::tr("missing", "a version")
                                                               : difference.after,
                                    otherLabel);
            finding.objects = {label, otherLabel};
            findings << finding;
        }
    }
    return findings;
}

} // namespace chartroom
