// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_finding.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

constexpr qsizetype mostLines = 20;
constexpr qsizetype longestFindingLine = 800; ///< a reason of helm with what stands before it

QString safe(const QString &text, qsizetype length)
{
    return visibleText(maskedText(text), false, length);
}

} // namespace

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Ok:
        return QStringLiteral("ok");
    case Severity::Note:
        return QStringLiteral("note");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Severe:
        return QStringLiteral("severe");
    case Severity::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

PreflightFinding finding(const char *id, Severity severity, const QString &sentence,
                         const QStringList &evidence, const QString &whatToDo)
{
    PreflightFinding made{QString::fromLatin1(id), severity, safe(sentence, 1000), {}, safe(whatToDo, 1000)};
    for (qsizetype i = 0; i < std::min(evidence.size(), mostLines); ++i)
        made.evidence << safe(evidence[i], longestFindingLine);
    if (evidence.size() > mostLines)
        made.evidence << QStringLiteral("... %1.").arg(andMore(evidence.size() - mostLines));
    return made;
}

PreflightFinding unknownFinding(const char *id, const QString &sentence, const Error &why)
{
    return finding(id, Severity::Unknown, sentence, {why.message});
}

QStringList findingsWithoutReason(const QList<PreflightFinding> &findings,
                                  const QMap<QString, QString> &reasons)
{
    QStringList ids;
    for (const PreflightFinding &one : findings)
        if (one.severity == Severity::Severe && reasons.value(one.id).trimmed().isEmpty())
            ids << one.id;
    return ids;
}

} // namespace chartroom
