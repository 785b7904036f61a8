// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/finding_report.h"

#include "core/base/duration_text.h"
#include "core/base/moments.h"
#include "core/base/short_list.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/screens/findings/findings_model.h"
#include "core/screens/screens_tr.h"
#include "core/words/table_text.h"

namespace chartroom {

namespace {

constexpr qsizetype listedNodes = 20;

} // namespace

QString confidenceWord(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return ScreensTr::tr("certain");
    case Confidence::Likely:
        return ScreensTr::tr("likely");
    case Confidence::Guess:
        break;
    }
    return ScreensTr::tr("a guess");
}

QString consequenceText(const Consequence &consequence)
{
    QString who = consequence.component;
    if (consequence.objects > 1)
        who = ScreensTr::tr("%1, %n object(s)", "component", consequence.objects).arg(who);
    if (!consequence.nodes.isEmpty())
        who = ScreensTr::tr("%1, on %2", "component, on nodes")
                  .arg(who, visibleText(shortList(consequence.nodes)));
    return consequence.quote.isEmpty() ? who : ScreensTr::tr("%1: “%2”").arg(who, consequence.quote);
}

QString markdownFinding(const Finding &finding, const QString &cluster, const QDateTime &now)
{
    QStringList lines{QStringLiteral("**%1** · %2 · %3")
                          .arg(markdownText(finding.component), markdownText(cluster), utcText(now)),
                      QString()};
    const auto add = [&](const QString &what, const QString &text) {
        if (!text.isEmpty())
            lines << QStringLiteral("- %1: %2").arg(what, markdownText(text));
    };
    add(findingWord(finding), finding.meaning);
    if (finding.since.isValid())
        add(ScreensTr::tr("since"),
            ScreensTr::tr("%1 (%2)").arg(utcText(finding.since),
                                         elapsedText(timeBetween(finding.since, now))));
    add(ScreensTr::tr("nodes"), shortList(finding.nodes, listedNodes));
    add(ScreensTr::tr("release"), finding.release);
    if (!finding.quote.isEmpty())
        add(ScreensTr::tr("symptom"), ScreensTr::tr("“%1”, in %2").arg(finding.quote, finding.where));
    add(ScreensTr::tr("next step"), finding.nextStep);
    for (const HookRun &run : finding.hooks)
        for (const auto &[what, text] : hookFacts(run))
            add(what, text);
    add(ScreensTr::tr("owner"),
        ScreensTr::tr("%1, %2. %3")
            .arg(ownerText(finding.owner), supportScopeText(finding.scope), finding.ownership)
            .trimmed());
    for (const Consequence &one : finding.consequences)
        add(ScreensTr::tr("waiting for it"), consequenceText(one));
    for (const QString &line : finding.evidence)
        add(ScreensTr::tr("also reported"), line);
    add(ScreensTr::tr("meaning"), ScreensTr::tr("%1; source: %2", "confidence")
                                      .arg(confidenceWord(finding.confidence), finding.source));
    return lines.join(u'\n') + u'\n';
}

} // namespace chartroom
