// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The components that Crusoe asks to be told about before anything changes ("How CMK Add-on Upgrades Work").
bool isCore(const Ownership &ownership)
{
    return ownership.component == u"gpu-operator" || ownership.component == u"network-operator" ||
           ownership.component == u"cilium";
}

QStringList linesOf(const Ownership &ownership)
{
    QStringList lines{ownership.summary};
    for (const Evidence &one : ownership.evidence)
        lines << one.text + u" ("_s + one.source + u')';
    return lines;
}

} // namespace

PreflightFinding checkOwnership(const PreflightEvidence &evidence)
{
    if (!evidence.ownership)
        return unknownFinding("ownership", UpgradeTr::tr("The owner of this add-on is unknown."),
                              evidence.ownership.error());
    const Ownership &ownership = *evidence.ownership;
    const QStringList lines = linesOf(ownership);
    if (ownership.confidence == Confidence::Guess)
        return finding("ownership", Severity::Unknown, UpgradeTr::tr("The owner of this add-on is a guess."),
                       lines, UpgradeTr::tr("Set the owner on the Responsibility page, with a reason."));
    if (ownership.owner == Owner::Customer || ownership.scope == SupportScope::CustomerOwned)
        return finding(
            "ownership", Severity::Note,
            UpgradeTr::tr("You own this add-on: Support will not debug it, only restore the cluster."),
            lines);
    const QString reference = evidence.draft.supportReference.trimmed();
    if (!reference.isEmpty() && !evidence.draft.consent.trimmed().isEmpty())
        return finding("ownership", Severity::Ok,
                       UpgradeTr::tr("Agreed with Crusoe Support (%1).").arg(reference),
                       QStringList{evidence.draft.consent.trimmed()} + lines);
    if (!reference.isEmpty())
        return finding(
            "ownership", ownership.owner == Owner::Crusoe ? Severity::Note : Severity::Ok,
            UpgradeTr::tr("Crusoe Support was notified (%1); its approval is not recorded.").arg(reference),
            lines);
    const QString agree = UpgradeTr::tr("Write to Crusoe Support first, and enter the ticket reference.");
    if (ownership.owner == Owner::Crusoe)
        return finding(
            "ownership", Severity::Severe,
            UpgradeTr::tr("Crusoe manages this add-on: get Support's approval before you change it."), lines,
            agree);
    if (isCore(ownership))
        return finding("ownership", Severity::Severe,
                       UpgradeTr::tr("This add-on is shared and core to the cluster: notify Support first."),
                       lines, agree);
    return finding("ownership", Severity::Warning,
                   UpgradeTr::tr("This add-on is shared with Crusoe, and no Support ticket is given."), lines,
                   agree);
}

} // namespace chartroom
