// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window_plan_printout.h"
#include "core/compare/chart_lookup.h"
#include "core/outcomes/outcomes.h"
#include "core/responsibility/path_note.h"

namespace chartroom {

/// What an upgrade would make of a release's values, and how it is asked for.
struct PlanReport
{
    ReleaseKey release;
    QString chart;
    QString fromVersion;
    QString toVersion;
    FoundChart target;
    std::optional<ChartVersions> versions; ///< of that source; nothing when they could not be read
    Outcomes outcomes;
    std::optional<Strategy> asked; ///< with --strategy
    QString context;
    QStringList kubeconfigs;       ///< with --kubeconfig; else those of the person's shell
    std::optional<int> historyMax; ///< nothing: helm's own
    QStringList valuesFiles;
    QStringList setArguments;
    QList<PathNote> notes; ///< on paths of this release
    std::optional<PreflightReport> preflight;
    NodesPlan nodes; ///< with a preflight
    QStringList notices;

    [[nodiscard]] Strategy chosen() const { return asked.value_or(outcomes.advice.recommended); }
};

/// The command as a person would type it. Values of --set that look secret are dots unless `reveal`.
[[nodiscard]] QString planCommand(const PlanReport &report, bool reveal);

/// A plan as data and as a table of paths, masked unless `reveal`. Keys: release, namespace, chart,
/// fromVersion, toVersion, source {repository, url, sureness (pinned|digest|likely|nameOnly), reasons[]},
/// newest, newestOfMajor, versionsBetween[] (which the chart's makers want to be gone through first; null:
/// unknown), kubeVersion (what the target says it is for, null when it does not), strategy,
/// recommended, argument, vendor, outcomes[] {strategy, flag, stored, problem, warnings[], fates[] {fate
/// (kept|set|lostOverride|newDefaultMissing|defaultMoved|staleDefault| newDefault|gone|typeChanged|
/// failsSchema), path, before, after, text, edit (given along by the person), renamedTo}}, commands[],
/// notes[] {path, text, author, date}, notices[], nodeImpact {kind
/// (none|podsOnly|driverRestart|driverReload|nicDriver| unknown), component, lines[], why} and findings[]
/// {id, severity (ok|note|warning|severe|unknown), text, evidence[], whatToDo}, and windowPlan as
/// windowPlanValue() has it; the three null when there was no preflight.
[[nodiscard]] Printout planPrintout(const PlanReport &report, bool reveal);

/// The table with the advice, the notes and the command around it; `format` is Table or Markdown.
[[nodiscard]] QByteArray planText(const PlanReport &report, OutputFormat format, bool reveal, bool isColored,
                                  qsizetype width = 0);

} // namespace chartroom
