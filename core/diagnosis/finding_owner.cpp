// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/finding_owner.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/diagnosis_tr.h"
#include "core/rollout/driver_components.h"

#include <algorithm>

namespace chartroom {

namespace {

template<typename Fits>
const OwnedRelease *firstRelease(const QList<OwnedRelease> &releases, Fits fits)
{
    const auto found = std::find_if(releases.cbegin(), releases.cend(), fits);
    return found == releases.cend() ? nullptr : &*found;
}

/// The only one; of several none.
template<typename Fits>
const OwnedRelease *onlyRelease(const QList<OwnedRelease> &releases, Fits fits)
{
    const auto alone = std::count_if(releases.cbegin(), releases.cend(), fits) == 1;
    return alone ? firstRelease(releases, fits) : nullptr;
}

bool isOfChart(const OwnedRelease &release, const Component &component)
{
    return !component.recognise.strictOrigin && component.recognise.charts.contains(release.chart);
}

/// Wherever it is. An operator that the customer installed is another component by its classification, and
/// known by its chart alone.
const OwnedRelease *releaseAnywhere(const Component &component, const QString &track,
                                    const QList<OwnedRelease> &releases)
{
    if (const OwnedRelease *provided = firstRelease(releases, [&component](const OwnedRelease &one) {
            return one.ownership.component == component.id;
        }))
        return provided;
    const OwnedRelease *mover =
        track.isEmpty() ? nullptr : onlyRelease(releases, [&track](const OwnedRelease &one) {
            return driverComponents(one.chart).contains(track);
        });
    return mover ? mover : onlyRelease(releases, [&component](const OwnedRelease &one) {
        return isOfChart(one, component);
    });
}

const OwnedRelease *releaseOf(const Statement &said, const Component *usual, const QString &track,
                              const QList<OwnedRelease> &releases)
{
    const QString &space = said.driverSpace.isEmpty() ? said.namespaceName : said.driverSpace;
    const auto isHere = [&](const OwnedRelease &one) { return one.key.namespaceName == space; };
    const auto isIt = [&](const OwnedRelease &one) { return usual && one.ownership.component == usual->id; };
    const auto isItsChart = [&](const OwnedRelease &one) { return usual && isOfChart(one, *usual); };
    if (const OwnedRelease *labelled = firstRelease(
            releases, [&](const OwnedRelease &one) { return isHere(one) && one.key.name == said.instance; }))
        return labelled;
    if (const OwnedRelease *here =
            firstRelease(releases, [&](const OwnedRelease &one) { return isHere(one) && isIt(one); }))
        return here;
    if (const OwnedRelease *here =
            firstRelease(releases, [&](const OwnedRelease &one) { return isHere(one) && isItsChart(one); }))
        return here;
    const OwnedRelease *alone = onlyRelease(releases, isHere);
    if (alone && said.operand != Signatures::workload)
        return alone;
    return usual ? releaseAnywhere(*usual, track, releases) : nullptr;
}

/// What the owner means, beside the model's own words about the component.
QString scopeSentence(SupportScope scope, const ResponsibilityRules &rules)
{
    switch (scope) {
    case SupportScope::Supported:
        return DiagnosisTr::tr("It is supported.");
    case SupportScope::BestEffort:
        return DiagnosisTr::tr("Support is best effort.");
    case SupportScope::CustomerOwned:
        break;
    }
    return rules.sentence(QStringLiteral("customerOwned"));
}

/// A summary may say the second already.
QString joined(const QString &first, const QString &second)
{
    if (first.isEmpty() || second.isEmpty() || first.contains(second))
        return first.isEmpty() ? second : first;
    return first + u' ' + second;
}

FindingOwner byModel(const Component &component, const ResponsibilityRules &rules)
{
    return {{},
            component.owner,
            component.scope,
            joined(component.name + QStringLiteral(": ") + component.words,
                   scopeSentence(component.scope, rules))};
}

} // namespace

FindingOwner ownerOf(const Statement &said, const Signature &signature, const DiagnosisEvidence &evidence,
                     const Signatures &signatures, const ResponsibilityRules &rules)
{
    const Operand *operand = signatures.operand(said.operand);
    const QString usual = operand ? operand->component : QString();
    const Component *named = rules.component(signature.component.isEmpty() ? usual : signature.component);
    const bool isElsewhere = !signature.component.isEmpty() && signature.component != usual;
    const OwnedRelease *release = nullptr;
    const bool isOfOperator = operand && !operand->charts.isEmpty() && said.kind == StatementKind::Condition;
    if (!said.release.isEmpty() && (isOfOperator || !isElsewhere)) // an application may bring dashboards
        release = firstRelease(evidence.releases, [&said](const OwnedRelease &one) {
            return one.key.namespaceName + u'/' + one.key.name == said.release;
        });
    else if (isOfOperator)
        release = onlyRelease(evidence.releases,
                              [&](const OwnedRelease &one) { return operand->charts.contains(one.chart); });
    else if (!isElsewhere)
        release = releaseOf(said, named, operand ? operand->track : QString(), evidence.releases);
    else if (named)
        release = releaseAnywhere(*named, {}, evidence.releases);
    if (!release)
        return byModel(named ? *named : rules.otherwise(), rules);
    const QString name = visibleText(release->key.namespaceName + u'/' + release->key.name);
    return {name, release->ownership.owner, release->ownership.scope,
            joined(release->ownership.summary, scopeSentence(release->ownership.scope, rules))};
}

} // namespace chartroom
