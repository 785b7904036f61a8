// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/operator_observation.h"
#include "core/versions/promotion_gates.h"
#include "core/versions/version_review.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The chart's version that the matrix means: as the index has it, of a major the newest in it, else spelled
/// like the one that runs.
QString chartVersion(const QString &component, const QString &wanted, const QString &running,
                     const QList<PublishedVersions> &published)
{
    QString newest;
    for (const PublishedVersions &known : published) {
        if (known.component != component)
            continue;
        for (const QString &version : known.versions) {
            const auto read = VersionText::read(version);
            const VersionOrder order = compareSpellings(wanted, version);
            if (order == VersionOrder::Equal)
                return version;
            if (order == VersionOrder::Within && read && !read->isPreRelease() &&
                (newest.isEmpty() || compareSpellings(newest, version) == VersionOrder::Older))
                newest = version;
        }
    }
    if (!newest.isEmpty())
        return newest;
    const QString bare = wanted.startsWith(u'v') ? wanted.mid(1) : wanted;
    return running.startsWith(u'v') ? u'v' + bare : bare;
}

/// The policy in use that says which version of a component is brought, the release's own first; null where
/// none does.
const PolicyFact *policyOf(const VersionFacts &facts, const QString &component, const ReleaseFact &release)
{
    const PolicyFact *found = nullptr;
    for (const PolicyFact &policy : facts.policies) {
        if (!policy.isInUse || policy.versions.value(component).isEmpty())
            continue;
        if (policy.releaseName == release.name && policy.releaseNamespace == release.namespaceName)
            return &policy;
        if (!found)
            found = &policy;
    }
    return found;
}

/// A branch is no image's tag, and a driver's tag has its DOCA in front where the one that runs has it.
bool isWhole(const QString &wanted, const QString &written)
{
    const auto its = VersionText::read(wanted);
    const auto now = VersionText::read(plainVersion(written));
    const bool hasDoca = wanted.startsWith(u"doca"_s, Qt::CaseInsensitive);
    return its && now && its->numbers().size() >= now->numbers().size() &&
           (hasDoca || !written.startsWith(u"doca"_s, Qt::CaseInsensitive));
}

/// What the chart's own values have to say for the components that come with it.
class SettingsReader
{
public:
    SettingsReader(const UpgradePathStep &step, const VersionFacts &facts, const ReleaseFact &release)
        : m_step(step)
        , m_facts(facts)
        , m_release(release)
    {}

    void readInto(StepPlan &plan)
    {
        for (const UpgradePathMove &move : m_step.moves) {
            const QString field = policyField(move.component);
            if (groupLeaders(m_step.group).contains(move.component) || field.isEmpty() || move.isBrought)
                continue; // cuda, NCCL and what else nobody sets
            const PolicyFact *policy = policyOf(m_facts, move.component, m_release);
            const QString title = versionTitle(move.component);
            for (const PolicyFact &other : m_facts.policies)
                if (const QString its = other.versions.value(move.component);
                    &other != policy && other.isInUse && !its.isEmpty() && its != move.to &&
                    plainVersion(its) != move.to)
                    plan.open
                        << VersionsTr::tr("Set %1 %2 manually in %3.").arg(title, move.to, other.fullName());
            if (policy && policy->kind == u"NicNodePolicy") { // which the operator's chart never makes
                plan.open
                    << VersionsTr::tr("Set %1 %2 manually in %3.").arg(title, move.to, policy->fullName());
                continue;
            }
            if (!policy || policy->releaseName != m_release.name ||
                policy->releaseNamespace != m_release.namespaceName) {
                plan.open << VersionsTr::tr("Set %1 %2 manually: no value of release %3 contains it.")
                                 .arg(title, move.to, m_release.name);
                continue;
            }
            const QString written = policy->versions.value(move.component);
            if (!isWhole(move.to, written)) {
                plan.open << VersionsTr::tr("Set %1 %2 manually: it is not a full version such as %3.")
                                 .arg(title, move.to, written);
                continue;
            }
            // An image's suffix stays.
            const QString suffix = written.mid(plainVersion(written).size());
            plan.settings.append({field + u".version"_s, move.to + suffix});
        }
    }

private:
    const UpgradePathStep &m_step;
    const VersionFacts &m_facts;
    const ReleaseFact &m_release;
};

} // namespace

Result<StepPlan> planOfStep(const UpgradePathStep &step, const SeenVersions &seen)
{
    const QString title = matrixGroupTitle(step.group);
    if (step.state == UpgradePathStep::State::Done || step.moves.isEmpty())
        return failure(Error::Code::Unsupported, VersionsTr::tr("%1 has the planned version.").arg(title));
    if (step.state == UpgradePathStep::State::Rolling || step.state == UpgradePathStep::State::Baking)
        return failure(Error::Code::Unsupported, VersionsTr::tr("%1 is already in progress.").arg(title));
    const UpgradePathMove &first = step.moves.first();
    const QStringList leaders = groupLeaders(step.group);
    const ReleaseFact *found = nullptr;
    for (const QString &leader : leaders)
        if (!found)
            found = operatorRelease(seen.facts, leader);
    if (!found)
        return failure(
            Error::Code::Unsupported,
            VersionsTr::tr(
                "No Helm release in this cluster installs %1 %2; it is upgraded outside of Chartroom.")
                .arg(versionTitle(first.component), first.to));
    StepPlan plan;
    plan.namespaceName = found->namespaceName;
    plan.release = found->name;
    const bool movesChart = leaders.contains(first.component);
    plan.version = movesChart ? chartVersion(first.component, first.to, found->chartVersion, seen.published)
                              : found->chartVersion;
    SettingsReader(step, seen.facts, *found).readInto(plan);
    if (!movesChart && plan.settings.isEmpty())
        return failure(Error::Code::Unsupported,
                       plan.open.isEmpty() ? VersionsTr::tr("No value of release %1 sets %2 %3.")
                                                 .arg(found->name, versionTitle(first.component), first.to)
                                           : plan.open.join(u' '));
    plan.bake = usualBake;
    // Only drivers come to one node after the other.
    if (step.group != MatrixGroup::SriovOperator)
        plan.canary = step.canary;
    return plan;
}

} // namespace chartroom
