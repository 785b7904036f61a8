// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plan_printout.h"

#include "app/command_line_tr.h"
#include "app/diff_printout.h"
#include "app/folded_text.h"
#include "app/preflight_printout.h"
#include "core/base/masked.h"
#include "core/base/visible_text.h"
#include "core/charts/upgrade_steps.h"
#include "core/helm/helm_client.h"
#include "core/helm/set_syntax.h"
#include "core/kube/kubeconfig.h"
#include "core/screens/values/outcome_model.h"
#include "core/secrets/masked_values.h"
#include "core/words/table_text.h"

namespace chartroom {

namespace {

QString fateText(PathFate::Kind kind)
{
    switch (kind) {
    case PathFate::Kind::Set:
        return QStringLiteral("set");
    case PathFate::Kind::LostOverride:
        return QStringLiteral("lostOverride");
    case PathFate::Kind::NewDefaultMissing:
        return QStringLiteral("newDefaultMissing");
    case PathFate::Kind::DefaultMoved:
        return QStringLiteral("defaultMoved");
    case PathFate::Kind::StaleDefault:
        return QStringLiteral("staleDefault");
    case PathFate::Kind::NewDefault:
        return QStringLiteral("newDefault");
    case PathFate::Kind::Gone:
        return QStringLiteral("gone");
    case PathFate::Kind::TypeChanged:
        return QStringLiteral("typeChanged");
    case PathFate::Kind::FailsSchema:
        return QStringLiteral("failsSchema");
    case PathFate::Kind::Kept:
        break;
    }
    return QStringLiteral("kept");
}

QString surenessText(ChartOrigin::Sureness sureness)
{
    switch (sureness) {
    case ChartOrigin::Sureness::Pinned:
        return QStringLiteral("pinned");
    case ChartOrigin::Sureness::Digest:
        return QStringLiteral("digest");
    case ChartOrigin::Sureness::Likely:
        return QStringLiteral("likely");
    case ChartOrigin::Sureness::Unread:
        return QStringLiteral("unread");
    case ChartOrigin::Sureness::NameOnly:
        break;
    }
    return QStringLiteral("nameOnly");
}

QString shown(const QString &text, bool reveal)
{
    return reveal ? text : maskedText(text);
}

QStringList shown(QStringList texts, bool reveal)
{
    for (QString &text : texts)
        text = shown(text, reveal);
    return texts;
}

/// The fate with its values and names as they may be shown.
PathFate shown(const PathFate &fate, bool reveal)
{
    if (reveal)
        return fate;
    const ValueChange masked = maskedChange({ValueChange::Kind::Changed, fate.path, fate.before, fate.after});
    PathFate open = fate;
    open.path = masked.path;
    open.renamedTo = fate.renamedTo.isEmpty() ? QString() : maskedPath(fate.renamedTo);
    open.before = masked.before;
    open.after = masked.after;
    open.text = maskedText(fate.text);
    return open;
}

Value outcomeValue(const Outcome &outcome, bool reveal)
{
    Value::List fates;
    for (const PathFate &one : outcome.fates) {
        const PathFate fate = shown(one, reveal);
        fates.append(Value(Value::Map{{QStringLiteral("fate"), Value(fateText(fate.kind))},
                                      {QStringLiteral("path"), Value(fate.path)},
                                      {QStringLiteral("before"), fate.before},
                                      {QStringLiteral("after"), fate.after},
                                      {QStringLiteral("text"), Value(fate.text)},
                                      {QStringLiteral("edit"), Value(fate.isEdit)},
                                      {QStringLiteral("renamedTo"), textOrNull(fate.renamedTo)}}));
    }
    return Value(
        Value::Map{{QStringLiteral("strategy"), Value(strategyText(outcome.strategy))},
                   {QStringLiteral("flag"), Value(strategyFlag(outcome.strategy))},
                   {QStringLiteral("stored"), reveal ? outcome.stored : maskedValues(outcome.stored)},
                   {QStringLiteral("problem"), textOrNull(shown(outcome.problem.message, reveal))},
                   {QStringLiteral("warnings"), textList(shown(outcome.warnings, reveal))},
                   {QStringLiteral("fates"), Value(fates)}});
}

Value notesValue(const QList<PathNote> &notes, bool reveal)
{
    Value::List list;
    for (const PathNote &note : notes)
        list.append(
            Value(Value::Map{{QStringLiteral("path"), Value(reveal ? note.path : maskedPath(note.path))},
                             {QStringLiteral("text"), Value(shown(note.text, reveal))},
                             {QStringLiteral("author"), Value(note.author)},
                             {QStringLiteral("date"), timeOrNull(note.date)}}));
    return Value(list);
}

Value newestValue(const PlanReport &report,
                  std::optional<ChartVersion> (*newest)(const ChartVersions &, const QString &))
{
    std::optional<ChartVersion> found; // in any repository
    QList<ChartVersions> published = report.target.published;
    if (report.versions)
        published << *report.versions;
    for (const ChartVersions &one : std::as_const(published)) {
        const auto its = newest(one, report.fromVersion);
        if (its && (!found || compareVersions(its->version, found->version) > 0))
            found = its;
    }
    return found ? Value(found->version) : Value();
}

Value impactValue(const NodeImpact &impact)
{
    return Value(Value::Map{{QStringLiteral("kind"), Value(nodeImpactText(impact.kind))},
                            {QStringLiteral("component"), textOrNull(impact.component)},
                            {QStringLiteral("lines"), textList(shown(impact.lines, false))},
                            {QStringLiteral("why"), textOrNull(shown(impact.why, false))},
                            {QStringLiteral("off"), textOrNull(shown(impact.off, false))}});
}

Value betweenValue(const PlanReport &report)
{
    const UpgradeStep step =
        upgradeStep(upgradeRule(report.chart), report.versions ? &*report.versions : nullptr,
                    report.fromVersion, report.toVersion);
    return step.kind == UpgradeStep::Kind::Unknown ? Value() : textList(step.between);
}

Value planData(const PlanReport &report, bool reveal)
{
    Value::List outcomes;
    for (const Outcome &outcome : report.outcomes.all)
        outcomes.append(outcomeValue(outcome, reveal));
    const ChartOrigin &source = report.target.source;
    return Value(Value::Map{
        {QStringLiteral("release"), Value(report.release.name)},
        {QStringLiteral("namespace"), Value(report.release.namespaceName)},
        {QStringLiteral("chart"), Value(report.chart)},
        {QStringLiteral("fromVersion"), Value(report.fromVersion)},
        {QStringLiteral("toVersion"), Value(report.toVersion)},
        {QStringLiteral("source"),
         Value(Value::Map{{QStringLiteral("repository"), textOrNull(source.repository)},
                          {QStringLiteral("url"), textOrNull(shown(source.url, reveal))},
                          {QStringLiteral("sureness"), Value(surenessText(source.sureness))},
                          {QStringLiteral("reasons"), textList(shown(source.reasons, reveal))}})},
        {QStringLiteral("newest"), newestValue(report, newestVersion)},
        {QStringLiteral("newestOfMajor"), newestValue(report, newestOfMajor)},
        {QStringLiteral("versionsBetween"), betweenValue(report)},
        {QStringLiteral("kubeVersion"), textOrNull(report.target.chart.metadata.kubeVersion)},
        {QStringLiteral("strategy"), Value(strategyText(report.chosen()))},
        {QStringLiteral("recommended"), Value(strategyText(report.outcomes.advice.recommended))},
        {QStringLiteral("argument"), textOrNull(shown(report.outcomes.advice.argument, reveal))},
        {QStringLiteral("vendor"), textOrNull(report.outcomes.advice.vendor)},
        {QStringLiteral("outcomes"), Value(outcomes)},
        {QStringLiteral("commands"), textList({planCommand(report, reveal)})},
        {QStringLiteral("notes"), notesValue(report.notes, reveal)},
        {QStringLiteral("notices"), textList(shown(report.notices, reveal))},
        {QStringLiteral("nodeImpact"), report.preflight ? impactValue(report.preflight->impact) : Value()},
        {QStringLiteral("findings"), report.preflight ? preflightValue(report.preflight->findings) : Value()},
        {QStringLiteral("windowPlan"), report.preflight ? windowPlanValue(report.nodes) : Value()},
    });
}

/// What --set says, as it may be shown.
QString shownArgument(const QString &argument)
{
    const auto values = withSetArgument({}, argument);
    if (values && maskedValues(*values) == *values)
        return maskedText(argument);
    const qsizetype equals = argument.indexOf(u'=');
    return argument.left(equals + 1) + Masked("x").toString();
}

} // namespace

QString planCommand(const PlanReport &report, bool reveal)
{
    HelmUpgradeRequest wish;
    wish.release = report.release;
    wish.chart = shown(report.target.source.argument(), reveal);
    wish.version = report.toVersion;
    wish.strategy = report.chosen();
    CommandLine command{QStringLiteral("helm"), upgradeArguments(wish), {}, {}, {}, {}};
    for (const QString &file : report.valuesFiles)
        command.arguments << QStringLiteral("--values") << file;
    for (const QString &argument : report.setArguments)
        command.arguments << QStringLiteral("--set") << (reveal ? argument : shownArgument(argument));
    if (report.historyMax)
        command.arguments << QStringLiteral("--history-max") << QString::number(*report.historyMax);
    command.arguments << QStringLiteral("--kube-context") << report.context;
    command.environment = shellKubeconfig(report.kubeconfigs);
    return command.display();
}

Printout planPrintout(const PlanReport &report, bool reveal)
{
    Printout printout;
    printout.data = planData(report, reveal);
    using Fit = Column::Fit;
    const int since = report.preflight && report.preflight->values ? report.preflight->values->since : 0;
    printout.columns = {
        {QStringLiteral("PATH"), 0, Fit::CutStart, 24},
        {since > 0 ? QStringLiteral("REVISION %1").arg(since) : QStringLiteral("TODAY"), 0, Fit::Cut, 10},
        {QStringLiteral("REUSE"), 0, Fit::Cut, 10},
        {QStringLiteral("RESET-THEN-REUSE"), 0, Fit::Cut, 10},
        {QStringLiteral("RESET"), 0, Fit::Cut, 10}};
    QMap<std::pair<bool, QString>, QStringList> rows; // what the person gives along first, then by path
    for (const Outcome &outcome : report.outcomes.all) {
        for (const PathFate &one : outcome.fates) {
            const PathFate fate = shown(one, reveal);
            QStringList &row = rows[{!one.isEdit, one.path}];
            if (row.isEmpty())
                row = QStringList{fate.path, cellText(fate.before), {}, {}, {}};
            const QString value = cellText(fate.after);
            const QString word = fateWord(fate.kind, fate.isEdit, since);
            row[2 + int(outcome.strategy)] =
                value.isEmpty() ? word : QStringLiteral("%1 (%2)").arg(value, word);
        }
    }
    printout.rows = rows.values();
    return printout;
}

QByteArray planText(const PlanReport &report, OutputFormat format, bool reveal, bool isColored,
                    qsizetype width)
{
    const Advice &advice = report.outcomes.advice;
    const QString fence = format == OutputFormat::Markdown ? QStringLiteral("```\n") : QString();
    QString before = CommandLineTr::tr("%1 %2: %3 -> %4")
                         .arg(report.release.namespaceName + u'/' + report.release.name, report.chart,
                              report.fromVersion, report.toVersion);
    if (const QString range = report.target.chart.metadata.kubeVersion; !range.isEmpty())
        before += u'\n' + CommandLineTr::tr("Its author says that it is for Kubernetes %1.")
                              .arg(format == OutputFormat::Markdown ? markdownText(range.simplified())
                                                                    : range.simplified());
    QString after = CommandLineTr::tr("Recommended: %1. %2")
                        .arg(strategyText(advice.recommended), shown(advice.argument, reveal)) +
                    u'\n';
    if (!advice.vendor.isEmpty())
        after += CommandLineTr::tr("The vendor's advice: %1").arg(advice.vendor) + u'\n';
    for (const Outcome &outcome : report.outcomes.all)
        if (!outcome.problem.message.isEmpty())
            after += CommandLineTr::tr("%1 would be refused: %2")
                         .arg(strategyText(outcome.strategy), shown(outcome.problem.message, reveal)) +
                     u'\n';
    for (const PathNote &note : report.notes)
        after += CommandLineTr::tr("Note on %1 (%2, %3): %4")
                     .arg(reveal ? note.path : maskedPath(note.path), note.author, timeText(note.date),
                          shown(note.text.simplified(), reveal)) +
                 u'\n';
    if (report.preflight)
        after += u'\n' + preflightText(report.preflight->findings, format) + u'\n' +
                 windowPlanText(report.nodes, format);
    const Printout printout = planPrintout(report, reveal);
    const QByteArray table = printout.rows.isEmpty()
                                 ? CommandLineTr::tr("No path would change.").toUtf8() + '\n'
                                 : rendered(printout, format, isColored, width);
    const auto shownText = [format, width](const QString &text) {
        return (format == OutputFormat::Markdown ? text : foldedText(text, width)).toUtf8();
    };
    return shownText(visibleText(before, true)) + "\n\n" + table + '\n' +
           shownText(visibleText(after, true)) + '\n' +
           shownText(fence + visibleText(planCommand(report, reveal)) + u'\n' + fence);
}

} // namespace chartroom
