// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/semantic_version.h"
#include "core/charts/version_range.h"
#include "core/helm/masked_values.h"
#include "core/upgrade/preflight_checks.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using Fate = PathFate::Kind;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::Preflight)
};

QStringList linesOf(const Outcome &outcome, std::initializer_list<Fate> kinds)
{
    QStringList lines;
    for (const PathFate &fate : outcome.fates)
        if (std::find(kinds.begin(), kinds.end(), fate.kind) != kinds.end())
            lines << maskedPath(fate.path) + u": "_s + fate.text;
    return lines;
}

/// The charts whose major is a year with a month, and who support no more than one step of it
/// (NVIDIA cloud-native-docs gpu-operator/life-cycle-policy.rst).
bool isByCalendar(const QString &chart)
{
    return chart == u"gpu-operator" || chart == u"network-operator";
}

std::pair<quint64, quint64> stepOf(const SemanticVersion &version, bool isCalendar)
{
    return {version.major(), isCalendar ? version.minor() : 0};
}

/// Majors of the index that lie between both, newest first.
QStringList skipped(const ChartVersions &versions, const SemanticVersion &from, const SemanticVersion &to,
                    bool isCalendar)
{
    QStringList between;
    std::optional<std::pair<quint64, quint64>> last;
    for (const ChartVersion &one : versions.versions) {
        const auto version = SemanticVersion::read(one.version);
        if (!version || version->isPreRelease())
            continue;
        const auto step = stepOf(*version, isCalendar);
        if (step > stepOf(from, isCalendar) && step < stepOf(to, isCalendar) && step != last) {
            between << one.version;
            last = step;
        }
    }
    return between;
}

Finding stepFinding(const PreflightEvidence &evidence, const SemanticVersion &from, const SemanticVersion &to)
{
    const bool isCalendar = isByCalendar(evidence.draft.chart.name);
    const QString way = Text::tr("From %1 to %2.").arg(evidence.fromVersion, evidence.draft.chart.version);
    if (to < from)
        return finding("versionStep", Severity::Warning, Text::tr("This goes back to an older chart."), {way},
                       Text::tr("Check that the older version reads what the newer one left."));
    if (stepOf(from, isCalendar) == stepOf(to, isCalendar))
        return finding("versionStep", Severity::Ok, Text::tr("The step stays within a major version."),
                       {way});
    if (!evidence.versions)
        return unknownFinding("versionStep", Text::tr("Whether a major version is skipped is not known."),
                              evidence.versions.error());
    const QStringList between = skipped(*evidence.versions, from, to, isCalendar);
    if (between.isEmpty())
        return finding("versionStep", Severity::Note, Text::tr("The step goes to the next major version."),
                       {way}, Text::tr("Read the notes of that version."));
    return finding(
        "versionStep", isCalendar ? Severity::Severe : Severity::Warning,
        isCalendar ? Text::tr("A major version is skipped; the vendor supports steps to the next one only.")
                   : Text::tr("A major version is skipped."),
        QStringList{way} + between, Text::tr("Go through the versions between, one by one."));
}

} // namespace

Finding checkValues(const PreflightEvidence &evidence)
{
    if (!evidence.outcome)
        return unknownFinding("values", Text::tr("What becomes of the values is not known."),
                              evidence.outcome.error());
    const Outcome &outcome = *evidence.outcome;
    const QString flag = strategyFlag(outcome.strategy);
    if (!outcome.problem.message.isEmpty())
        return finding("values", Severity::Severe, Text::tr("Helm would refuse the values."),
                       QStringList{outcome.problem.message} + linesOf(outcome, {Fate::FailsSchema}),
                       Text::tr("Change what it refuses, or choose another strategy."));
    if (const QStringList lost = linesOf(outcome, {Fate::LostOverride}); !lost.isEmpty())
        return finding("values", Severity::Severe,
                       Text::tr("Settings of today would be lost (%1).").arg(flag), lost,
                       Text::tr("Choose a strategy that keeps them, or add them to the edits."));
    if (const QStringList odd = linesOf(outcome, {Fate::Gone, Fate::TypeChanged}); !odd.isEmpty())
        return finding("values", Severity::Warning,
                       Text::tr("The new chart does not take some settings as they are."), odd,
                       Text::tr("Move them to where the new chart reads them."));
    if (const QStringList old = linesOf(outcome, {Fate::StaleDefault, Fate::NewDefaultMissing});
        !old.isEmpty())
        return finding("values", Severity::Warning,
                       Text::tr("Defaults of the old chart would stay in force (%1).").arg(flag), old,
                       Text::tr("--reset-then-reuse-values keeps your settings and takes the new defaults."));
    return finding("values", Severity::Ok, Text::tr("Every setting of today stays (%1).").arg(flag),
                   outcome.warnings);
}

Finding checkPin(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("chart", Text::tr("The chart could not be had."), evidence.chart.error());
    const QString &pinned = evidence.draft.chart.digest;
    const QString &found = evidence.chart->digest;
    if (pinned.isEmpty() || found.isEmpty())
        return finding("chart", Severity::Unknown,
                       Text::tr("Whether the chart is the archive planned with is not known."),
                       {Text::tr("No digest is pinned, or none could be computed.")});
    if (pinned != found)
        return finding("chart", Severity::Severe,
                       Text::tr("The chart's archive is not the one planned with, though its version is."),
                       {Text::tr("Planned: sha256 %1").arg(pinned), Text::tr("Now: sha256 %1").arg(found)},
                       Text::tr("Ask who published it anew, and plan again."));
    return finding("chart", Severity::Ok, Text::tr("The chart is the archive planned with."),
                   {Text::tr("sha256 %1").arg(found)});
}

Finding checkKubeVersion(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("kubeVersion", Text::tr("Which Kubernetes the chart takes is not known."),
                              evidence.chart.error());
    const QString range = evidence.chart->metadata.kubeVersion;
    if (range.isEmpty())
        return finding("kubeVersion", Severity::Note,
                       Text::tr("The chart does not say which Kubernetes versions it is for."));
    if (evidence.serverVersion.isEmpty())
        return finding("kubeVersion", Severity::Unknown,
                       Text::tr("Whether the chart takes this Kubernetes is not known."),
                       {Text::tr("The chart says %1; the server's version is not known.").arg(range)});
    const QStringList lines{
        Text::tr("The chart says %1, the server is %2.").arg(range, evidence.serverVersion)};
    if (!isCompatibleRange(range, evidence.serverVersion))
        return finding("kubeVersion", Severity::Severe,
                       Text::tr("The chart is not for this Kubernetes version: helm refuses."), lines,
                       Text::tr("Choose a version of the chart that is, or upgrade Kubernetes first."));
    return finding("kubeVersion", Severity::Ok, Text::tr("The chart takes this Kubernetes version."), lines);
}

Finding checkVersionStep(const PreflightEvidence &evidence)
{
    const auto from = SemanticVersion::read(evidence.fromVersion);
    const auto to = SemanticVersion::read(evidence.draft.chart.version);
    if (!from || !to)
        return finding(
            "versionStep", Severity::Unknown, Text::tr("How far the step goes is not known."),
            {Text::tr("From \"%1\" to \"%2\".").arg(evidence.fromVersion, evidence.draft.chart.version)});
    return stepFinding(evidence, *from, *to);
}

Finding checkDeprecated(const PreflightEvidence &evidence)
{
    if (!evidence.chart)
        return unknownFinding("deprecated", Text::tr("Whether the chart is deprecated is not known."),
                              evidence.chart.error());
    bool isDeprecated = evidence.chart->metadata.deprecated;
    if (evidence.versions)
        for (const ChartVersion &one : evidence.versions->versions)
            isDeprecated = isDeprecated || (one.version == evidence.draft.chart.version && one.deprecated);
    if (isDeprecated)
        return finding("deprecated", Severity::Warning, Text::tr("The chart is marked as deprecated."), {},
                       Text::tr("Look for what replaces it."));
    return finding("deprecated", Severity::Ok, Text::tr("The chart is not deprecated."));
}

} // namespace chartroom
