// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/findings_printout.h"

#include "app/command_line_tr.h"
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/screens/findings/finding_report.h"

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

Value valueOf(const Consequence &consequence)
{
    return Value(Value::Map{{u"finding"_s, Value(consequence.signature)},
                            {u"component"_s, Value(consequence.operand)},
                            {u"componentName"_s, Value(consequence.component)},
                            {u"nodes"_s, textList(consequence.nodes)},
                            {u"objects"_s, numberValue(consequence.objects)},
                            {u"quote"_s, textOrNull(consequence.quote)}});
}

Value valueOf(const HookRun &run)
{
    return Value(Value::Map{{u"object"_s, Value(run.object)},
                            {u"events"_s, textList(run.events)},
                            {u"revision"_s, numberValue(run.revision)},
                            {u"state"_s, Value(hookStateText(run.state))},
                            {u"started"_s, timeOrNull(run.started)},
                            {u"ended"_s, timeOrNull(run.ended)},
                            {u"description"_s, textOrNull(run.record)},
                            {u"status"_s, textOrNull(run.job)},
                            {u"pods"_s, textList(run.pods)},
                            {u"warnings"_s, textList(run.warnings)},
                            {u"logOf"_s, textOrNull(run.logOf)},
                            {u"log"_s, textOrNull(run.log)}});
}

/// What is said, and of which nodes: mostly one thing of all.
QList<std::pair<QString, QStringList>> wordsOf(const Finding &finding)
{
    QList<std::pair<QString, QStringList>> words;
    for (const QString &node : finding.nodes) {
        const QString quote = finding.quotes.value(node, finding.quote);
        const auto same = std::find_if(words.begin(), words.end(),
                                       [&quote](const auto &one) { return one.first == quote; });
        if (same == words.end())
            words.append({quote, {node}});
        else
            same->second.append(node);
    }
    return words.isEmpty() ? QList<std::pair<QString, QStringList>>{{finding.quote, {}}} : words;
}

Value nodeQuotes(const Finding &finding)
{
    Value::Map quotes;
    for (const QString &node : finding.nodes)
        quotes.insert(node, textOrNull(finding.quotes.value(node, finding.quote)));
    return Value(quotes);
}

Value valueOf(const Finding &finding)
{
    Value::List consequences;
    for (const Consequence &consequence : finding.consequences)
        consequences.append(valueOf(consequence));
    Value::List hooks;
    for (const HookRun &run : finding.hooks)
        hooks.append(valueOf(run));
    return Value(Value::Map{{u"finding"_s, Value(finding.signature)},
                            {u"bearing"_s, Value(bearingText(finding.bearing))},
                            {u"component"_s, Value(finding.operand)},
                            {u"componentName"_s, Value(finding.component)},
                            {u"namespace"_s, textOrNull(finding.namespaceName)},
                            {u"release"_s, textOrNull(finding.release)},
                            {u"nodes"_s, textList(finding.nodes)},
                            {u"objects"_s, textList(finding.objects)},
                            {u"since"_s, timeOrNull(finding.since)},
                            {u"where"_s, Value(finding.where)},
                            {u"quote"_s, textOrNull(finding.quote)},
                            {u"nodeQuotes"_s, nodeQuotes(finding)},
                            {u"meaning"_s, Value(finding.meaning)},
                            {u"nextStep"_s, Value(finding.nextStep)},
                            {u"confidence"_s, Value(confidenceText(finding.confidence))},
                            {u"owner"_s, Value(ownerText(finding.owner))},
                            {u"supportScope"_s, Value(supportScopeText(finding.scope))},
                            {u"ownership"_s, textOrNull(finding.ownership)},
                            {u"source"_s, Value(finding.source)},
                            {u"evidence"_s, textList(finding.evidence)},
                            {u"hooks"_s, Value(hooks)},
                            {u"consequences"_s, Value(consequences)}});
}

QString headline(const Finding &finding)
{
    QStringList parts{finding.component, finding.signature};
    if (!finding.release.isEmpty())
        parts.append(visibleText(finding.release));
    if (!finding.nodes.isEmpty())
        parts.append(CommandLineTr::tr("on %1").arg(visibleText(shortList(finding.nodes))));
    if (finding.since.isValid())
        parts.append(CommandLineTr::tr("since %1").arg(timeText(finding.since)));
    return parts.join(u"  "_s);
}

QString textOf(const Finding &finding)
{
    QStringList lines{headline(finding)};
    const auto words = wordsOf(finding);
    lines.append(CommandLineTr::tr("\"%1\" (%2)").arg(finding.quote, finding.where));
    for (const auto &[quote, nodes] : words)
        if (quote != finding.quote)
            lines.append(CommandLineTr::tr("On %1: \"%2\"").arg(visibleText(shortList(nodes)), quote));
    lines.append(finding.meaning);
    lines.append(CommandLineTr::tr("Next step: %1").arg(finding.nextStep));
    lines.append(CommandLineTr::tr("Owner: %1, %2. %3")
                     .arg(ownerText(finding.owner), supportScopeText(finding.scope), finding.ownership));
    if (finding.confidence != Confidence::Certain)
        lines.append(
            CommandLineTr::tr("Confidence: %1 (%2)").arg(confidenceText(finding.confidence), finding.source));
    for (const HookRun &run : finding.hooks)
        for (const auto &[what, text] : hookFacts(run))
            lines.append(what + u": "_s + QString(text).replace(u'\n', u"\n    "_s));
    for (const Consequence &one : finding.consequences)
        lines.append(CommandLineTr::tr("Consequence: %1 (%2), seen %n time(s)", nullptr, one.objects)
                         .arg(one.component, one.signature) +
                     (one.quote.isEmpty() ? QString() : u": "_s + one.quote));
    return lines.join(u"\n  "_s) + u'\n';
}

} // namespace

Printout diagnosisPrintout(const QList<Finding> &findings)
{
    Printout printout;
    // A terminal gets diagnosisText().
    using Fit = Column::Fit;
    const bool hasReleases = std::any_of(findings.cbegin(), findings.cend(),
                                         [](const Finding &one) { return !one.release.isEmpty(); });
    printout.columns = {{u"FINDING"_s, 0, Fit::Name},
                        {u"COMPONENT"_s, 3},
                        {u"NODES"_s, 1, Fit::Cut, 12},
                        {u"SINCE"_s, 2},
                        {u"OWNER"_s, 4},
                        {u"SCOPE"_s, 5},
                        {u"QUOTE"_s, 0, Fit::Below, 20},
                        {u"NEXT STEP"_s, 0, Fit::Below, 20}};
    if (hasReleases)
        printout.columns.insert(2, Column{u"RELEASE"_s, 0, Fit::Cut, 24});
    Value::List all;
    for (const Finding &finding : findings) {
        all.append(valueOf(finding));
        for (const auto &[quote, nodes] : wordsOf(finding)) {
            QStringList row{finding.signature,
                            finding.operand,
                            shortList(nodes),
                            timeText(finding.since),
                            ownerText(finding.owner),
                            supportScopeText(finding.scope),
                            quote,
                            finding.nextStep};
            if (hasReleases)
                row.insert(2, finding.release);
            printout.rows.append(row);
        }
    }
    printout.data = Value(all);
    return printout;
}

QString diagnosisText(const QList<Finding> &findings)
{
    QStringList all;
    for (const Finding &finding : findings)
        all.append(textOf(finding));
    return all.join(u'\n');
}

} // namespace chartroom
