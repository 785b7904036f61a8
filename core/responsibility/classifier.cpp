// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/classifier.h"

#include "core/base/moments.h"
#include "core/responsibility/ownership_sentences.h"
#include "core/responsibility/recognition.h"

#include <algorithm>

namespace chartroom {

namespace {

/// A release of this age relative to its cluster counts as installed with it.
constexpr std::chrono::hours withClusterTime(2);

Confidence lower(Confidence a, Confidence b)
{
    return std::max(a, b);
}

/// The other release of the same chart that speaks against this one being the provided one.
struct Rival
{
    const ReleaseOverview *release = nullptr;
    bool isProvided = false; ///< that one is the provided add-on, this one is not
    bool tied = false;       ///< nothing tells them apart
};

bool originFits(const QStringList &urls, const QStringList &patterns)
{
    return std::any_of(urls.cbegin(), urls.cend(), [&](const QString &url) {
        return std::any_of(patterns.cbegin(), patterns.cend(),
                           [&](const QString &pattern) { return originMatches(url, pattern); });
    });
}

Rival rivalOf(const Release &release, const Recognition &found, const ClusterEvidence &cluster)
{
    const Recogniser &rule = found.component->recognise;
    if (rule.namespaces.isEmpty()) // nobody provides it, so nobody comes first
        return {};
    const QDateTime mine = release.record->firstDeployed;
    Rival worst;
    for (const ReleaseOverview &other : cluster.releases) {
        if (!other.isInstalled || other.key == release.key || other.chartName != release.record->chartName ||
            !rule.namespaces.contains(other.key.namespaceName))
            continue;
        Rival rival{&other, false, false};
        const bool otherFits = originFits(other.origins, rule.origins);
        const bool mineFits = found.origin == Fit::Matches;
        if (found.namespaceFit != Fit::Matches)
            rival.isProvided = true;
        else if (otherFits != mineFits)
            rival.isProvided = otherFits;
        else if (mine.isValid() && other.firstDeployed.isValid() && mine != other.firstDeployed)
            rival.isProvided = other.firstDeployed < mine;
        else
            rival.tied = true;
        if (!worst.release || (rival.isProvided && !worst.isProvided))
            worst = rival;
    }
    return worst;
}

Place placeOf(const Recognition &found, const Rival &rival)
{
    const Component &component = *found.component;
    if (!found.byChart)
        return found.byOrigin ? Place::OriginOnly : Place::NoRule;
    if (component.owner == Owner::Customer)
        return Place::CustomerRule;
    const bool alternative = !component.recognise.elsewhere.isEmpty();
    if (found.namespaceFit == Fit::Differs) {
        if (alternative)
            return Place::Elsewhere;
        if (rival.isProvided || found.origin == Fit::Differs)
            return Place::LooksAlike;
        return Place::Misplaced;
    }
    if (rival.isProvided)
        return alternative ? Place::Elsewhere : Place::LooksAlike;
    return Place::Provided;
}

Confidence confidenceOf(const Recognition &found, const Rival &rival, Place place, bool managedNamespace)
{
    const bool named = found.origin == Fit::Matches || found.image == Fit::Matches;
    switch (place) {
    case Place::Provided:
        if (rival.tied || (found.origin == Fit::Differs && found.image != Fit::Matches))
            return Confidence::Guess;
        return named && found.origin != Fit::Differs && found.releaseName != Fit::Differs
                   ? Confidence::Certain
                   : Confidence::Likely;
    case Place::Misplaced:
        return found.origin == Fit::Matches ? Confidence::Likely : Confidence::Guess;
    case Place::Elsewhere:
        return rival.isProvided ? Confidence::Certain : Confidence::Likely;
    case Place::LooksAlike:
        return rival.isProvided && found.origin == Fit::Differs ? Confidence::Certain : Confidence::Likely;
    case Place::CustomerRule:
        return named ? Confidence::Certain : Confidence::Likely;
    case Place::OriginOnly:
        return Confidence::Guess;
    case Place::NoRule:
        break;
    }
    return managedNamespace ? Confidence::Guess : Confidence::Likely;
}

const Component &placedComponent(const Recognition &found, Place place, const ResponsibilityRules &rules)
{
    if (place == Place::Elsewhere)
        return *rules.component(found.component->recognise.elsewhere);
    if (place == Place::LooksAlike)
        return rules.otherwise();
    return *found.component;
}

/// Creation of the cluster, else the earliest first deployment that is known.
QDateTime clusterStart(const ClusterEvidence &cluster)
{
    if (cluster.created.isValid())
        return cluster.created;
    QDateTime earliest;
    for (const ReleaseOverview &release : cluster.releases) {
        if (release.firstDeployed.isValid() && (!earliest.isValid() || release.firstDeployed < earliest))
            earliest = release.firstDeployed;
    }
    return earliest;
}

void addInstalled(Ownership &ownership, const OwnershipSentences &say, const QString &kind,
                  const QStringList &expected, const std::optional<QStringList> &present, bool allNeeded)
{
    if (!present || expected.isEmpty())
        return;
    bool anyThere = false;
    bool anyMissing = false;
    for (const QString &name : expected) {
        const bool there = present->contains(name);
        anyThere = anyThere || there;
        anyMissing = anyMissing || !there;
        if (there || allNeeded)
            ownership.evidence += say.installed(kind, name, there);
    }
    if (!anyThere && !allNeeded)
        ownership.evidence += say.installed(kind, expected.front(), false);
    if (allNeeded ? anyMissing : !anyThere)
        ownership.confidence = lower(ownership.confidence, Confidence::Likely);
}

void addClusterEvidence(Ownership &ownership, const OwnershipSentences &say, const Release &release,
                        const Recognition &found, const ClusterEvidence &cluster)
{
    const QDateTime start = clusterStart(cluster);
    const QDateTime first = release.record->firstDeployed;
    if (first.isValid() && start.isValid()) {
        const bool withCluster = timeBetween(start, first) <= withClusterTime;
        ownership.evidence += say.firstDeployed(start, withCluster);
        if (!withCluster && found.component->actions.installs == Owner::Crusoe)
            ownership.confidence = lower(ownership.confidence, Confidence::Likely);
    }
    addInstalled(ownership, say, QStringLiteral("CustomResourceDefinition"), found.component->recognise.crds,
                 cluster.crds, true);
    addInstalled(ownership, say, QStringLiteral("CSIDriver"), found.component->recognise.csiDrivers,
                 cluster.csiDrivers, false);
}

void applyDecision(Ownership &ownership, const Component &component, const Decision &decision)
{
    switch (decision.verdict) {
    case Decision::Verdict::Crusoe:
        ownership.owner = Owner::Crusoe;
        break;
    case Decision::Verdict::Shared:
        ownership.owner = Owner::Shared;
        break;
    case Decision::Verdict::Customer:
    case Decision::Verdict::Diverged:
        ownership.owner = Owner::Customer;
        break;
    case Decision::Verdict::Withdrawn:
        return;
    }
    if (ownership.owner == Owner::Customer)
        ownership.scope = SupportScope::CustomerOwned;
    else if (component.scope == SupportScope::CustomerOwned)
        ownership.scope = SupportScope::Supported;
    ownership.confidence = Confidence::Certain;
}

/// Without a record only names are known: a component's own chart name as release name, where it belongs.
const Component *componentByName(const ReleaseKey &key, const ResponsibilityRules &rules)
{
    for (const Component &component : rules.components()) {
        if (component.owner != Owner::Customer && component.recognise.charts.contains(key.name) &&
            component.recognise.namespaces.contains(key.namespaceName))
            return &component;
    }
    return nullptr;
}

Ownership classifyUnread(const Release &release, const OwnershipSentences &say,
                         const ResponsibilityRules &rules, const std::optional<Decision> &decision)
{
    const Component *byName = componentByName(release.key, rules);
    const Component &component = byName ? *byName : rules.otherwise();
    Ownership ownership;
    ownership.owner = component.owner;
    ownership.scope = component.scope;
    ownership.component = byName ? component.id : QString();
    ownership.interruption = component.interrupts.kind;
    ownership.interruptionText = component.interrupts.words;
    ownership.summary = say.unreadSummary(byName);
    if (decision) {
        applyDecision(ownership, component, *decision);
        ownership.evidence += say.decided(*decision);
    }
    ownership.evidence += say.unread();
    ownership.evidence += say.model(component);
    return ownership;
}

} // namespace

ReleaseOverview ReleaseOverview::of(const Release &release)
{
    const bool installed = release.newest().status != ReleaseStatus::Uninstalled;
    if (!release.record)
        return {release.key, {}, {}, {}, installed};
    const ReleaseRecord &record = *release.record;
    return {release.key, record.chartName, QStringList{record.chartHome} + record.chartSources,
            record.firstDeployed, installed};
}

Ownership classify(const Release &release, const ClusterEvidence &cluster, const ResponsibilityRules &rules)
{
    const OwnershipSentences say(release, cluster, rules);
    const std::optional<Decision> decision =
        rules.decision(cluster.cluster, release.key.namespaceName, release.key.name);
    if (!release.record)
        return classifyUnread(release, say, rules, decision);

    const Recognition found = recognise(*release.record, rules);
    const Rival rival = rivalOf(release, found, cluster);
    const Place place = placeOf(found, rival);
    const Component &component = placedComponent(found, place, rules);
    // An own GPU operator reloads drivers as the provided one does; a chart that only looks alike may do
    // anything.
    const Interrupts &interrupts =
        place == Place::Elsewhere ? found.component->interrupts : component.interrupts;

    Ownership ownership;
    ownership.owner = component.owner;
    ownership.scope = component.scope;
    ownership.component = component.id;
    ownership.interruption = interrupts.kind;
    ownership.interruptionText = interrupts.words;
    ownership.confidence = lower(
        confidenceOf(found, rival, place, rules.managedNamespaces().contains(release.key.namespaceName)),
        component.atMost);

    QList<Evidence> &evidence = ownership.evidence;
    evidence += say.chart(found);
    evidence += say.nameSpace(found);
    evidence += say.origin(found);
    if (found.image == Fit::Matches)
        evidence += say.image(found);
    if (found.releaseName != Fit::Unknown)
        evidence += say.releaseName(found);
    if (rival.release)
        evidence += say.rival(*rival.release, place);
    if (found.component->owner != Owner::Customer)
        addClusterEvidence(ownership, say, release, found, cluster);
    // Revision 1 is a reference only where Crusoe provided it.
    if (component.owner != Owner::Customer) {
        evidence += say.revisions();
        if (release.divergence)
            evidence += say.divergence(*release.divergence);
    }
    evidence += say.model(component);

    if (decision) {
        applyDecision(ownership, component, *decision);
        evidence.prepend(say.decided(*decision));
    }
    ownership.summary = say.summary(ownership, found, component, place, decision);
    return ownership;
}

} // namespace chartroom
