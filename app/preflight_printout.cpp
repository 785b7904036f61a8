// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preflight_printout.h"

#include "app/command_line_tr.h"
#include "core/words/table_text.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

/// For people, in front of a sentence.
QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Ok:
        return CommandLineTr::tr("ok");
    case Severity::Note:
        return CommandLineTr::tr("note");
    case Severity::Warning:
        return CommandLineTr::tr("warning");
    case Severity::Severe:
        return CommandLineTr::tr("SEVERE");
    case Severity::Unknown:
        break;
    }
    return CommandLineTr::tr("unknown");
}

} // namespace

Value preflightValue(const QList<PreflightFinding> &findings)
{
    Value::List list;
    for (const PreflightFinding &one : findings)
        list.append(Value(Value::Map{{QStringLiteral("id"), Value(one.id)},
                                     {QStringLiteral("severity"), Value(severityText(one.severity))},
                                     {QStringLiteral("text"), Value(one.sentence)},
                                     {QStringLiteral("evidence"), textList(one.evidence)},
                                     {QStringLiteral("whatToDo"), textOrNull(one.whatToDo)}}));
    return Value(list);
}

QString preflightText(QList<PreflightFinding> findings, OutputFormat format)
{
    static constexpr std::array order{Severity::Severe, Severity::Unknown, Severity::Warning, Severity::Note,
                                      Severity::Ok};
    const auto rank = [](const PreflightFinding &one) {
        return std::find(order.begin(), order.end(), one.severity);
    };
    std::stable_sort(
        findings.begin(), findings.end(),
        [rank](const PreflightFinding &a, const PreflightFinding &b) { return rank(a) < rank(b); });
    const bool isMarkdown = format == OutputFormat::Markdown;
    QString text = (isMarkdown ? QStringLiteral("## ") : QString()) + CommandLineTr::tr("Preflight") + u'\n';
    for (const PreflightFinding &one : std::as_const(findings)) {
        const auto safe = [isMarkdown](const QString &words) {
            return isMarkdown ? markdownText(words) : words;
        };
        text += QStringLiteral("%1%2  %3: %4\n")
                    .arg(isMarkdown ? QStringLiteral("- ") : QString(), severityWord(one.severity), one.id,
                         safe(one.sentence));
        if (one.severity == Severity::Ok)
            continue;
        for (const QString &line : one.evidence)
            text +=
                QStringLiteral("    %1%2\n").arg(isMarkdown ? QStringLiteral("- ") : QString(), safe(line));
        if (!one.whatToDo.isEmpty())
            text += QStringLiteral("    %1-> %2\n")
                        .arg(isMarkdown ? QStringLiteral("- ") : QString(), safe(one.whatToDo));
    }
    return text;
}

} // namespace chartroom
