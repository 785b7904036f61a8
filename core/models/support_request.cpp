// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/support_request.h"

#include "core/base/masked_text.h"
#include "core/base/visible_text.h"
#include "core/helm/masked_values.h"
#include "core/models/table_text.h"

#include <QCoreApplication>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::SupportRequest)
};

QString safe(const QString &text)
{
    return markdownText(visibleText(maskedText(text)));
}

QString line(const QString &title, const QString &text)
{
    return QStringLiteral("- %1: %2\n").arg(title, safe(text));
}

QString ownerLine(const Ownership &ownership)
{
    return QStringLiteral("%1, %2").arg(ownerText(ownership.owner), supportScopeText(ownership.scope));
}

QString momentText(const QDateTime &time)
{
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString windowLine(const UpgradeDraft &draft)
{
    if (!draft.window)
        return Text::tr("not agreed on yet");
    const UpgradeWindow &window = *draft.window;
    const QString utc =
        Text::tr("%1 until %2 UTC").arg(momentText(window.start.toUTC()), momentText(window.end.toUTC()));
    const QTimeZone zone(window.zone);
    if (!zone.isValid())
        return utc;
    return Text::tr("%1 until %2 %3 (%4)")
        .arg(momentText(window.start.toTimeZone(zone)), momentText(window.end.toTimeZone(zone)),
             QString::fromLatin1(window.zone), utc);
}

QString releaseLine(const UpgradeDraft &draft)
{
    const QString where = Text::tr("%1 in namespace %2").arg(draft.release.name, draft.release.namespaceName);
    return draft.plannedOn > 0 ? Text::tr("%1, revision %2").arg(where).arg(draft.plannedOn) : where;
}

QString impactLine(const PreflightReport &report)
{
    const auto said = std::find_if(report.findings.begin(), report.findings.end(),
                                   [](const Finding &one) { return one.id == u"nodes"; });
    return said != report.findings.end() ? said->sentence : nodeImpactText(report.impact.kind);
}

QString findingLines(const PreflightReport &report)
{
    QString lines;
    for (const Severity severity : {Severity::Severe, Severity::Unknown, Severity::Warning})
        for (const Finding &one : report.findings)
            if (one.severity == severity && one.id != u"ownership")
                lines += line(severityText(severity), one.sentence);
    return lines.isEmpty() ? QStringLiteral("- %1\n").arg(Text::tr("nothing that speaks against it")) : lines;
}

} // namespace

QString supportRequestText(const SupportRequest &request)
{
    const UpgradeDraft &draft = request.draft;
    const QString from = request.release.record ? request.release.record->chartVersion : QString();
    QString text =
        QStringLiteral("## %1\n\n")
            .arg(Text::tr("Planned upgrade of %1 on %2").arg(safe(draft.release.name), safe(draft.context)));
    text += line(Text::tr("Cluster"),
                 QStringLiteral("%1 %2").arg(draft.context, request.cluster.serverVersion).trimmed());
    if (request.cluster.gpuNodeCount)
        text += line(Text::tr("GPU nodes"), QString::number(*request.cluster.gpuNodeCount));
    text += line(Text::tr("Release"), releaseLine(draft));
    text += line(Text::tr("Whose"), ownerLine(request.ownership));
    text += line(Text::tr("Chart"), Text::tr("%1, from %2 to %3")
                                        .arg(draft.chart.name, from.isEmpty() ? Text::tr("unknown") : from,
                                             draft.chart.version));
    // Said as it is: a digest is no secret, however much it looks like one.
    if (!draft.chart.digest.isEmpty())
        text +=
            QStringLiteral("- %1: %2\n").arg(Text::tr("Archive, sha256"), markdownText(draft.chart.digest));
    text += line(Text::tr("Values"), strategyText(draft.strategy));
    text += line(Text::tr("Window"), windowLine(draft));
    if (request.report) {
        text += line(Text::tr("Effect on nodes"), impactLine(*request.report));
        text += QStringLiteral("\n%1\n\n")
                    .arg(Text::tr("What the preflight found at %1 UTC:")
                             .arg(momentText(request.report->at.toUTC())));
        text += findingLines(*request.report);
    }
    return text + u'\n' +
           Text::tr("May this be done in this window, and is there anything that it should wait for?") +
           u'\n';
}

} // namespace chartroom
