// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/finding_owner.h"

#include "core/base/visible_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
};

template<typename Fits>
const OwnedRelease *firstRelease(const QList<OwnedRelease> &releases, Fits fits)
{
    const auto found = std::find_if(releases.cbegin(), releases.cend(), fits);
    return found == releases.cend() ? nullptr : &*found;
}

const OwnedRelease *releaseOf(const Statement &said, const QString &component,
                              const QList<OwnedRelease> &releases)
{
    const auto isHere = [&](const OwnedRelease &one) { return one.key.namespaceName == said.namespaceName; };
    const auto isIt = [&](const OwnedRelease &one) {
        return !component.isEmpty() && one.ownership.component == component;
    };
    if (const OwnedRelease *labelled = firstRelease(
            releases, [&](const OwnedRelease &one) { return isHere(one) && one.key.name == said.instance; }))
        return labelled;
    if (const OwnedRelease *here =
            firstRelease(releases, [&](const OwnedRelease &one) { return isHere(one) && isIt(one); }))
        return here;
    const auto alone = std::count_if(releases.cbegin(), releases.cend(), isHere) == 1;
    if (alone && said.operand != Signatures::workload)
        return firstRelease(releases, isHere);
    return firstRelease(releases, isIt);
}

/// What the owner means, beside the model's own words about the component.
QString scopeSentence(SupportScope scope, const ResponsibilityRules &rules)
{
    switch (scope) {
    case SupportScope::Supported:
        return Sentences::tr("It is supported.");
    case SupportScope::BestEffort:
        return Sentences::tr("Support is best effort.");
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
    if (!isElsewhere)
        release = releaseOf(said, usual, evidence.releases);
    else if (named)
        release = firstRelease(evidence.releases, [named](const OwnedRelease &one) {
            return one.ownership.component == named->id;
        });
    if (!release)
        return byModel(named ? *named : rules.otherwise(), rules);
    const QString name = visibleText(release->key.namespaceName + u'/' + release->key.name);
    return {name, release->ownership.owner, release->ownership.scope,
            joined(release->ownership.summary, scopeSentence(release->ownership.scope, rules))};
}

} // namespace chartroom
