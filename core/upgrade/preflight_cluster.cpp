// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/masked_text.h"
#include "core/upgrade/coming_crds.h"
#include "core/upgrade/dry_run_refusal.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/preflight_reading.h"
#include "core/upgrade/reached_nodes.h"
#include "core/upgrade/rollout_facts.h"
#include "core/upgrade/server_refusal.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QString wordsOf(const Value &list)
{
    QStringList words;
    for (const Value &one : list.list())
        words << one.toString();
    return words.join(u", "_s);
}

/// A line for each hook (helm/helm pkg/release/v1/hook.go@v4.3.1).
QStringList hookLines(const Value::List &hooks)
{
    QStringList lines;
    for (const Value &hook : hooks) {
        const Value::Map &fields = hook.map();
        QString line = UpgradeTr::tr("%1 %2: %3, weight %4")
                           .arg(fields.value(u"kind"_s).toString(), fields.value(u"name"_s).toString(),
                                wordsOf(fields.value(u"events"_s)),
                                QString::number(fields.value(u"weight"_s).scalarText().toInt()));
        if (const QString policies = wordsOf(fields.value(u"delete_policies"_s)); !policies.isEmpty())
            line += UpgradeTr::tr(", removed on %1").arg(policies);
        lines << line;
    }
    return lines;
}

QString autoUpgradeLine(const PreflightEvidence &evidence, const NodeImpact &impact)
{
    QStringList lines;
    for (const OperatorPolicy &terms : allTerms(evidence, impact.component)) {
        if (terms.policy.isRefused)
            lines << UpgradeTr::tr("%1 does not make the operator change a driver: %2")
                         .arg(terms.policy.fullName(), maskedText(terms.policy.stateText));
        if (terms.policy.autoUpgrade || !impact.off.isEmpty())
            continue;
        if (terms.policy.switches.isSandboxed || terms.policy.isOfAmd())
            lines << offText(terms.policy);
        else if (terms.policy.isForSome())
            lines << UpgradeTr::tr("%1 has autoUpgrade off: none of its nodes starts by itself.")
                         .arg(terms.policy.fullName());
        else
            lines << UpgradeTr::tr("%1 %2 has autoUpgrade off: no node starts by itself.")
                         .arg(terms.policy.kind, terms.policy.name);
    }
    if (!impact.off.isEmpty())
        lines << impact.off;
    return lines.join(u' ');
}

/// What the server refuses for its CRDs of today, by what is known of those that come.
struct ComingFields
{
    QStringList known;   ///< lines: the new chart's CRDs have the fields
    QStringList unknown; ///< lines: a hook may bring a CRD that has them
    QStringList refused; ///< the server's words: no CRD that comes has them
    QStringList by;      ///< hooks
};

ComingFields comingFields(const PreflightEvidence &evidence)
{
    ComingFields found;
    if (evidence.rehearsal->unknown.isEmpty())
        return found;
    const ComingCrds coming = comingCrds(evidence);
    for (const UnknownFields &one : evidence.rehearsal->unknown) {
        const ComingCrd *crd = coming.find(one.kind, one.version);
        const Value schema = crd ? crdSchema(crd->crd, one.version) : Value();
        const bool isKnown =
            crd && std::all_of(one.fields.cbegin(), one.fields.cend(),
                               [&schema](const QString &field) { return knowsField(schema, field); });
        const QString line = QStringLiteral("%1 %2: %3").arg(one.kind, one.version, one.fields.join(u", "_s));
        if (isKnown)
            found.known << line;
        else if (!crd && !coming.unreadHooks.isEmpty())
            found.unknown << line;
        else
            found.refused << one.text;
        const QStringList by = !isKnown                           ? coming.unreadHooks
                               : crd->way == ComingCrd::Way::Hook ? QStringList{crd->hook}
                                                                  : QStringList();
        for (const QString &hook : by)
            if (!found.by.contains(hook))
                found.by << hook;
    }
    return found;
}

bool hasSeverity(const QList<DryRunRefusal> &refusals, Severity severity)
{
    return std::any_of(refusals.cbegin(), refusals.cend(),
                       [severity](const DryRunRefusal &one) { return one.severity == severity; });
}

/// What the server said of each object and what that means. One way out for all stands as what to do, several
/// each below its refusal.
PreflightFinding refusalFinding(Severity severity, const QString &sentence,
                                const QList<DryRunRefusal> &refusals, const QStringList &rest)
{
    QStringList ways;
    for (const DryRunRefusal &one : refusals)
        if (!one.wayOut.isEmpty() && !ways.contains(one.wayOut))
            ways << one.wayOut;
    QStringList lines;
    for (const DryRunRefusal &one : refusals) {
        lines << one.said.split(u'\n') << one.meaning;
        if (ways.size() > 1 && !one.wayOut.isEmpty())
            lines << UpgradeTr::tr("Next step: %1").arg(one.wayOut);
    }
    const QString next = ways.isEmpty()     ? UpgradeTr::tr("Correct what it refuses.")
                         : ways.size() == 1 ? ways.first()
                                            : UpgradeTr::tr("Follow the next step of each refusal.");
    return finding("dryRun", severity, sentence, lines + rest, next);
}

/// Helm's own dry run failed: what it refuses before it sends an object.
PreflightFinding helmRefusalFinding(const PreflightEvidence &evidence)
{
    const Error &error = evidence.dryRun.error();
    if (evidence.isRollback()) // helm runs none: the revision could not be read
        return unknownFinding("dryRun", UpgradeTr::tr("Whether the server accepts the objects is unknown."),
                              error);
    const QString text = error.detail.isEmpty() ? error.message : error.detail;
    QList<DryRunRefusal> known = dryRunRefusals(refusalTexts(text), evidence);
    known.removeIf(
        [](const DryRunRefusal &one) { return one.id.isEmpty() || one.severity != Severity::Severe; });
    const QString sentence = UpgradeTr::tr("helm's dry run fails, and so would the upgrade.");
    if (!known.isEmpty())
        return refusalFinding(Severity::Severe, sentence, known, {error.message});
    if (error.code == Error::Code::Process || text.contains(u" is forbidden: ")) // an object
        return finding("dryRun", Severity::Severe, sentence, {error.message},
                       UpgradeTr::tr("Correct what it refuses."));
    return unknownFinding("dryRun", UpgradeTr::tr("Whether the server accepts the objects is unknown."),
                          error);
}

} // namespace

PreflightFinding checkHooks(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun)
        return unknownFinding("hooks", UpgradeTr::tr("The hooks that would run are unknown."),
                              evidence.dryRun.error());
    const QStringList lines = hookLines(runningHooks(evidence.dryRun->hooks, evidence.isRollback()));
    if (lines.isEmpty())
        return finding("hooks", Severity::Ok,
                       evidence.isRollback() ? UpgradeTr::tr("Rolling back to this revision runs no hook.")
                                             : UpgradeTr::tr("The upgrade runs no hook."));
    return finding(
        "hooks", Severity::Note,
        UpgradeTr::tr("Helm runs hooks, and waits for each until it completes or the timeout expires."),
        lines, UpgradeTr::tr("If one hangs, the release stays pending: check its pod first."));
}

PreflightFinding checkRehearsal(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun)
        return helmRefusalFinding(evidence);
    if (!evidence.rehearsal)
        return unknownFinding("dryRun", UpgradeTr::tr("Whether the server accepts the objects is unknown."),
                              evidence.rehearsal.error());
    const RehearsedApply &rehearsal = *evidence.rehearsal;
    const ComingFields fields = comingFields(evidence);
    const QList<DryRunRefusal> refusals = dryRunRefusals(rehearsal.refusals + fields.refused, evidence);
    const QStringList rest = rehearsal.warnings + fields.unknown + fields.known;
    if (hasSeverity(refusals, Severity::Severe))
        return refusalFinding(Severity::Severe,
                              UpgradeTr::tr("The server refuses objects of the new manifest."), refusals,
                              rest);
    if (hasSeverity(refusals, Severity::Unknown))
        return refusalFinding(Severity::Unknown,
                              UpgradeTr::tr("Whether the server accepts all objects is unknown: for some of "
                                            "them the dry run is not conclusive."),
                              refusals, rest);
    if (!fields.unknown.isEmpty())
        return finding(
            "dryRun", Severity::Unknown,
            UpgradeTr::tr("The server refuses fields that its CRDs do not have yet. Whether they come with "
                          "the hook %1 is unknown.")
                .arg(fields.by.join(u", "_s)),
            fields.unknown + rehearsal.warnings,
            UpgradeTr::tr("Find out which CRDs the hook applies, or apply the chart's own first."));
    if (!fields.known.isEmpty())
        return finding(
            "dryRun", rehearsal.warnings.isEmpty() ? Severity::Note : Severity::Warning,
            UpgradeTr::tr("The dry run was checked against the current CRDs. The only fields that the server "
                          "does not know are in the CRDs of the new chart."),
            fields.known + rehearsal.warnings,
            fields.by.isEmpty()
                ? UpgradeTr::tr("Apply the chart's CRDs before the upgrade: helm does not upgrade them.")
                : UpgradeTr::tr("The upgrade waits for what applies them: %1.").arg(fields.by.join(u", "_s)));
    if (!refusals.isEmpty())
        return refusalFinding(Severity::Note,
                              UpgradeTr::tr("The dry run reports refusals that do not apply to this helm."),
                              refusals, rest);
    if (!rehearsal.warnings.isEmpty())
        return finding("dryRun", Severity::Warning,
                       UpgradeTr::tr("The server accepts the new manifest, with warnings."),
                       rehearsal.warnings);
    return finding("dryRun", Severity::Ok,
                   UpgradeTr::tr("The server accepts the new manifest without warnings."));
}

PreflightFinding checkNodeImpact(const PreflightEvidence &evidence)
{
    const NodeImpact impact = nodeImpact(evidence);
    QStringList lines = impact.lines;
    if (impact.mayTouchDrivers())
        lines += evidence.versionNotes;
    if (const QString off = autoUpgradeLine(evidence, impact); impact.mayTouchDrivers() && !off.isEmpty())
        lines.prepend(off);
    if (impact.isUpTo)
        lines << UpgradeTr::tr("A rollout of this driver is in progress: nodes whose driver pods are already "
                               "as in the target are not taken.");
    if (impact.kind == NodeImpact::Kind::DriverReload && impact.off.isEmpty())
        lines << evictionText(evidence.tracks
                                  ? termsWith(rolloutFacts(evidence, impact.component), evidence.draft.policy)
                                  : std::nullopt);
    const QString whenOff = UpgradeTr::tr("Decide when the nodes get the driver: the release completes, and "
                                          "they keep the current one.");
    if (!impact.off.isEmpty() && impact.kind != NodeImpact::Kind::Unknown)
        return finding("nodes", Severity::Warning,
                       UpgradeTr::tr("The driver pods change, and the operator empties no node by itself."),
                       lines, whenOff);
    switch (impact.kind) {
    case NodeImpact::Kind::None:
        return finding("nodes", Severity::Ok, UpgradeTr::tr("Nothing on the nodes changes."), lines);
    case NodeImpact::Kind::PodsOnly:
        return finding("nodes", Severity::Note, UpgradeTr::tr("Pods are recreated; no driver is affected."),
                       lines);
    case NodeImpact::Kind::DriverRestart:
        return finding("nodes", Severity::Warning,
                       UpgradeTr::tr("Driver pods are recreated on every node, with the same driver."), lines,
                       UpgradeTr::tr("Watch the nodes: the release completes long before they do."));
    case NodeImpact::Kind::DriverReload:
        return finding(
            "nodes", Severity::Warning,
            impact.isUpTo
                ? UpgradeTr::tr("Up to all nodes are cordoned, and their driver is reloaded: GPU workloads "
                                "end.")
                : UpgradeTr::tr("Every node is cordoned, and its driver is reloaded: GPU workloads end."),
            lines,
            UpgradeTr::tr(
                "Agree on a maintenance window, and watch the nodes until the last one is complete."));
    case NodeImpact::Kind::NicDriver:
        return finding(
            "nodes", Severity::Severe,
            UpgradeTr::tr(
                "The network driver is reloaded: mlx5_core carries Ethernet too, and a node may go offline."),
            lines, UpgradeTr::tr("Agree on a maintenance window with Support, and start with one node."));
    case NodeImpact::Kind::Unknown:
        break;
    }
    return finding("nodes", Severity::Unknown, UpgradeTr::tr("The effect on the nodes is unknown."),
                   QStringList{impact.why} + lines,
                   impact.off.isEmpty()
                       ? UpgradeTr::tr("Assume that every driver is reloaded until you know better.")
                       : whenOff);
}

} // namespace chartroom
