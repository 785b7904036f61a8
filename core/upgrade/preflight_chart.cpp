// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/upgrade_steps.h"
#include "core/charts/version_range.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"
#include "core/upgrade/value_shift.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using Fate = PathFate::Kind;

QStringList linesOf(const Outcome &outcome, std::initializer_list<Fate> kinds)
{
    QStringList lines;
    for (const PathFate &fate : outcome.fates)
        if (std::find(kinds.begin(), kinds.end(), fate.kind) != kinds.end())
            lines << maskedPath(fate.path) + u": "_s + fate.text;
    return lines;
}

QString skippedText(const UpgradeRule &rule)
{
    const bool isMinor = rule.line == UpgradeRule::Line::Minor;
    if (rule.skipping == UpgradeRule::Skipping::Unsupported)
        return isMinor ? UpgradeTr::tr(
                             "A minor version is skipped; its makers support steps to the next one only.")
                       : UpgradeTr::tr(
                             "A major version is skipped; its makers support steps to the next one only.");
    return isMinor ? UpgradeTr::tr("A minor version is skipped; its makers recommend one at a time.")
                   : UpgradeTr::tr("A major version is skipped.");
}

QStringList sourceOf(const UpgradeRule &rule)
{
    return rule.source.isEmpty() ? QStringList()
                                 : QStringList{UpgradeTr::tr("Source: %1 (%2)").arg(rule.source, rule.date)};
}

PreflightFinding stepFinding(const PreflightEvidence &evidence, const UpgradeRule &rule,
                             const UpgradeStep &step)
{
    using Kind = UpgradeStep::Kind;
    const bool isMinor = rule.line == UpgradeRule::Line::Minor;
    const QStringList way{
        UpgradeTr::tr("From %1 to %2.").arg(evidence.fromVersion, evidence.draft.chart.version)};
    const Severity skipping =
        rule.skipping == UpgradeRule::Skipping::Unsupported ? Severity::Severe : Severity::Warning;
    switch (step.kind) {
    case Kind::Within:
        return finding("versionStep", Severity::Ok,
                       isMinor ? UpgradeTr::tr("The step stays within a minor version.")
                               : UpgradeTr::tr("The step stays within a major version."),
                       way);
    case Kind::Next:
        return finding("versionStep", Severity::Note,
                       isMinor ? UpgradeTr::tr("The step goes to the next minor version.")
                               : UpgradeTr::tr("The step goes to the next major version."),
                       way, UpgradeTr::tr("Read the notes of that version."));
    case Kind::Skips:
        return finding("versionStep", skipping, skippedText(rule), way + step.between + sourceOf(rule),
                       UpgradeTr::tr("Go through the versions between, one by one."));
    case Kind::Back:
        if (!step.between.isEmpty())
            return finding("versionStep", skipping,
                           UpgradeTr::tr("This goes back to an older chart. %1").arg(skippedText(rule)),
                           way + step.between + sourceOf(rule),
                           UpgradeTr::tr("Go back through the versions between, one by one."));
        return finding("versionStep", Severity::Warning, UpgradeTr::tr("This goes back to an older chart."),
                       way, UpgradeTr::tr("Check that the older version reads what the newer one left."));
    case Kind::Unknown:
        break;
    }
    if (!evidence.versions)
        return unknownFinding("versionStep", UpgradeTr::tr("Whether a version is skipped is unknown."),
                              evidence.versions.error());
    return finding(
        "versionStep", Severity::Unknown, UpgradeTr::tr("How far the step goes is unknown."),
        {UpgradeTr::tr("From \"%1\" to \"%2\".").arg(evidence.fromVersion, evidence.draft.chart.version)});
}

} // namespace

PreflightFinding checkValues(const PreflightEvidence &evidence)
{
    if (!evidence.outcome)
        return unknownFinding("values", UpgradeTr::tr("What becomes of the values is not known."),
                              evidence.outcome.error());
    const Outcome &outcome = *evidence.outcome;
    const QString flag = strategyFlag(outcome.strategy);
    const ValueShift shift = valueShift(outcome);
    if (!outcome.problem.message.isEmpty())
        return finding("values", Severity::Severe, UpgradeTr::tr("Helm would refuse the values."),
                       QStringList{outcome.problem.message} + linesOf(outcome, {Fate::FailsSchema}),
                       UpgradeTr::tr("Change what it refuses, or choose another strategy."));
    if (const QStringList lost = linesOf(outcome, {Fate::LostOverride}); !lost.isEmpty())
        return finding("values", Severity::Severe,
                       UpgradeTr::tr("Settings of today would be lost (%1).").arg(flag), lost + shift.edits,
                       UpgradeTr::tr("Choose a strategy that keeps them, or add them to the edits."));
    if (const QStringList odd = linesOf(outcome, {Fate::Gone, Fate::TypeChanged}); !odd.isEmpty())
        return finding("values", Severity::Warning,
                       UpgradeTr::tr("The new chart does not take some settings as they are."),
                       odd + shift.edits, UpgradeTr::tr("Move them to where the new chart reads them."));
    if (const QStringList old = linesOf(outcome, {Fate::StaleDefault, Fate::NewDefaultMissing});
        !old.isEmpty())
        return finding(
            "values", Severity::Warning,
            UpgradeTr::tr("Defaults of the old chart would stay in force (%1).").arg(flag), old + shift.edits,
            UpgradeTr::tr("--reset-then-reuse-values keeps your settings and takes the new defaults."));
    if (const int own = int(shift.edits.size()) - shift.sameEdits; own > 0)
        return finding(
            "values", Severity::Note,
            UpgradeTr::tr("This upgrade itself changes %n value(s); your other settings stay (%1).", nullptr,
                          own)
                .arg(flag),
            shift.edits + shift.others + outcome.warnings);
    if (!shift.others.isEmpty())
        return finding("values", Severity::Ok,
                       UpgradeTr::tr("Your settings stay (%1); %n default(s) of the chart change.", nullptr,
                                     int(shift.others.size()))
                           .arg(flag),
                       shift.others + outcome.warnings);
    return finding("values", Severity::Ok, UpgradeTr::tr("Every value of today stays (%1).").arg(flag),
                   outcome.warnings);
}

PreflightFinding checkPin(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("chart", UpgradeTr::tr("The chart could not be had."), evidence.chart.error());
    const QString &pinned = evidence.draft.chart.digest;
    const QString &found = evidence.chart->digest;
    if (pinned.isEmpty() || found.isEmpty())
        return finding("chart", Severity::Unknown,
                       UpgradeTr::tr("Whether the chart is the archive planned with is not known."),
                       {UpgradeTr::tr("No digest is pinned, or none could be computed.")});
    if (pinned != found)
        return finding(
            "chart", Severity::Severe,
            UpgradeTr::tr("The chart's archive is not the one planned with, though its version is."),
            {UpgradeTr::tr("Planned: sha256 %1").arg(pinned), UpgradeTr::tr("Now: sha256 %1").arg(found)},
            UpgradeTr::tr("Ask who published it anew, and plan again."));
    return finding("chart", Severity::Ok, UpgradeTr::tr("The chart is the archive planned with."),
                   {UpgradeTr::tr("sha256 %1").arg(found)});
}

PreflightFinding checkKubeVersion(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("kubeVersion", UpgradeTr::tr("Which Kubernetes the chart takes is not known."),
                              evidence.chart.error());
    const QString range = evidence.chart->metadata.kubeVersion;
    if (range.isEmpty())
        return finding("kubeVersion", Severity::Note,
                       UpgradeTr::tr("The chart does not say which Kubernetes versions it is for."));
    if (evidence.serverVersion.isEmpty())
        return finding("kubeVersion", Severity::Unknown,
                       UpgradeTr::tr("Whether the chart takes this Kubernetes is not known."),
                       {UpgradeTr::tr("The chart says %1; the server's version is not known.").arg(range)});
    const QStringList lines{
        UpgradeTr::tr("The chart says %1, the server is %2.").arg(range, evidence.serverVersion)};
    if (!isCompatibleRange(range, evidence.serverVersion))
        return finding("kubeVersion", Severity::Severe,
                       UpgradeTr::tr("The chart is not for this Kubernetes version: helm refuses."), lines,
                       UpgradeTr::tr("Choose a version of the chart that is, or upgrade Kubernetes first."));
    return finding("kubeVersion", Severity::Ok, UpgradeTr::tr("The chart takes this Kubernetes version."),
                   lines);
}

PreflightFinding checkVersionStep(const PreflightEvidence &evidence)
{
    const UpgradeRule &rule = upgradeRule(evidence.draft.chart.name);
    return stepFinding(evidence, rule,
                       upgradeStep(rule, evidence.versions ? &*evidence.versions : nullptr,
                                   evidence.fromVersion, evidence.draft.chart.version));
}

PreflightFinding checkDeprecated(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("deprecated", UpgradeTr::tr("Whether the chart is deprecated is not known."),
                              evidence.chart.error());
    bool isDeprecated = evidence.chart->metadata.deprecated;
    if (evidence.versions)
        for (const ChartVersion &one : evidence.versions->versions)
            isDeprecated = isDeprecated || (one.version == evidence.draft.chart.version && one.deprecated);
    if (isDeprecated)
        return finding("deprecated", Severity::Warning, UpgradeTr::tr("The chart is marked as deprecated."),
                       {}, UpgradeTr::tr("Look for what replaces it."));
    return finding("deprecated", Severity::Ok, UpgradeTr::tr("The chart is not deprecated."));
}

} // namespace chartroom
