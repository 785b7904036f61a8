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
        return isMinor
                   ? UpgradeTr::tr(
                         "A minor version is skipped; the vendor supports upgrades to the next one only.")
                   : UpgradeTr::tr(
                         "A major version is skipped; the vendor supports upgrades to the next one only.");
    return isMinor ? UpgradeTr::tr("A minor version is skipped; the vendor recommends one at a time.")
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
                       way, UpgradeTr::tr("Read the release notes of that version."));
    case Kind::Skips:
        return finding("versionStep", skipping, skippedText(rule), way + step.between + sourceOf(rule),
                       UpgradeTr::tr("Upgrade through the versions in between, one at a time."));
    case Kind::Back:
        if (!step.between.isEmpty())
            return finding("versionStep", skipping,
                           UpgradeTr::tr("This is a downgrade to an older chart. %1").arg(skippedText(rule)),
                           way + step.between + sourceOf(rule),
                           UpgradeTr::tr("Downgrade through the versions in between, one at a time."));
        return finding(
            "versionStep", Severity::Warning, UpgradeTr::tr("This is a downgrade to an older chart."), way,
            UpgradeTr::tr("Check that the older version can read what the newer one has written."));
    case Kind::Unknown:
        break;
    }
    if (!evidence.versions)
        return unknownFinding("versionStep", UpgradeTr::tr("Whether a version is skipped is unknown."),
                              evidence.versions.error());
    return finding(
        "versionStep", Severity::Unknown, UpgradeTr::tr("The size of the version step is unknown."),
        {UpgradeTr::tr("From \"%1\" to \"%2\".").arg(evidence.fromVersion, evidence.draft.chart.version)});
}

} // namespace

PreflightFinding checkValues(const PreflightEvidence &evidence)
{
    if (!evidence.outcome)
        return unknownFinding("values", UpgradeTr::tr("The resulting values are unknown."),
                              evidence.outcome.error());
    const Outcome &outcome = *evidence.outcome;
    const QString flag = strategyFlag(outcome.strategy);
    const ValueShift shift = valueShift(outcome);
    if (!outcome.problem.message.isEmpty())
        return finding("values", Severity::Severe, UpgradeTr::tr("Helm would reject the values."),
                       QStringList{outcome.problem.message} + linesOf(outcome, {Fate::FailsSchema}),
                       UpgradeTr::tr("Correct the rejected values, or choose another strategy."));
    if (const QStringList lost = linesOf(outcome, {Fate::LostOverride}); !lost.isEmpty())
        return finding("values", Severity::Severe,
                       UpgradeTr::tr("Current settings would be lost (%1).").arg(flag), lost + shift.edits,
                       UpgradeTr::tr("Choose a strategy that keeps them, or add them to the edits."));
    if (const QStringList odd = linesOf(outcome, {Fate::Gone, Fate::TypeChanged}); !odd.isEmpty())
        return finding("values", Severity::Warning,
                       UpgradeTr::tr("The new chart does not accept some settings unchanged."),
                       odd + shift.edits, UpgradeTr::tr("Move them to the keys that the new chart reads."));
    if (const QStringList old = linesOf(outcome, {Fate::StaleDefault, Fate::NewDefaultMissing});
        !old.isEmpty())
        return finding(
            "values", Severity::Warning,
            UpgradeTr::tr("Defaults of the old chart would stay in effect (%1).").arg(flag),
            old + shift.edits,
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
    return finding("values", Severity::Ok, UpgradeTr::tr("All current values stay (%1).").arg(flag),
                   outcome.warnings);
}

PreflightFinding checkPin(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("chart", UpgradeTr::tr("The chart could not be downloaded."),
                              evidence.chart.error());
    const QString &pinned = evidence.draft.chart.digest;
    const QString &found = evidence.chart->digest;
    if (pinned.isEmpty() || found.isEmpty())
        return finding("chart", Severity::Unknown,
                       UpgradeTr::tr("Whether the chart is the planned archive is unknown."),
                       {UpgradeTr::tr("No digest is pinned, or none could be computed.")});
    if (pinned != found)
        return finding(
            "chart", Severity::Severe,
            UpgradeTr::tr(
                "The chart's archive differs from the planned one, although its version is the same."),
            {UpgradeTr::tr("Planned: sha256 %1").arg(pinned), UpgradeTr::tr("Now: sha256 %1").arg(found)},
            UpgradeTr::tr("Ask the publisher why it was published again, and create a new plan."));
    return finding("chart", Severity::Ok, UpgradeTr::tr("The chart is the planned archive."),
                   {UpgradeTr::tr("sha256 %1").arg(found)});
}

PreflightFinding checkKubeVersion(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("kubeVersion",
                              UpgradeTr::tr("The Kubernetes versions that the chart supports are unknown."),
                              evidence.chart.error());
    const QString range = evidence.chart->metadata.kubeVersion;
    if (range.isEmpty())
        return finding("kubeVersion", Severity::Note,
                       UpgradeTr::tr("The chart does not say which Kubernetes versions it supports."));
    if (evidence.serverVersion.isEmpty())
        return finding("kubeVersion", Severity::Unknown,
                       UpgradeTr::tr("Whether the chart supports this Kubernetes version is unknown."),
                       {UpgradeTr::tr("The chart requires %1; the server's version is unknown.").arg(range)});
    const QStringList lines{
        UpgradeTr::tr("The chart requires %1; the server is %2.").arg(range, evidence.serverVersion)};
    if (!isCompatibleRange(range, evidence.serverVersion))
        return finding(
            "kubeVersion", Severity::Severe,
            UpgradeTr::tr("The chart does not support this Kubernetes version: helm refuses."), lines,
            UpgradeTr::tr("Choose a chart version that supports it, or upgrade Kubernetes first."));
    return finding("kubeVersion", Severity::Ok, UpgradeTr::tr("The chart supports this Kubernetes version."),
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
        return unknownFinding("deprecated", UpgradeTr::tr("Whether the chart is deprecated is unknown."),
                              evidence.chart.error());
    bool isDeprecated = evidence.chart->metadata.deprecated;
    if (evidence.versions)
        for (const ChartVersion &one : evidence.versions->versions)
            isDeprecated = isDeprecated || (one.version == evidence.draft.chart.version && one.deprecated);
    if (isDeprecated)
        return finding("deprecated", Severity::Warning, UpgradeTr::tr("The chart is marked as deprecated."),
                       {}, UpgradeTr::tr("Look for its replacement."));
    return finding("deprecated", Severity::Ok, UpgradeTr::tr("The chart is not deprecated."));
}

} // namespace chartroom
