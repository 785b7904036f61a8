// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/findings_message.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"
#include "core/words/relative_time.h"

#include <QSet>

namespace chartroom {

namespace {

using Kind = PageMessage::Kind;
using State = ClusterSession::State;

/// Not connected, or not to be read: in the words of every page, but for what would be here.
PageMessage unreadableFindings(const FleetEntry &entry)
{
    PageMessage message = releasesMessage(entry, 0, 0, {});
    if (entry.state == State::Off && entry.isRecording)
        message.text = ScreensTr::tr("Open it to see its findings at each recorded moment.");
    else if (entry.state == State::Off)
        message.text =
            ScreensTr::tr("Connect to see its findings, with owner and next step. Nothing is changed.");
    else if (entry.state == State::Connecting)
        message.text = ScreensTr::tr("Findings appear as soon as its nodes and pods have been read.");
    return message;
}

PageMessage failed(const FleetEntry &entry, const Error &error)
{
    const bool isForbidden = error.code == Error::Code::Forbidden;
    return {isForbidden ? Kind::Forbidden : Kind::Failed, VisualState::Failed,
            isForbidden
                ? ScreensTr::tr("You lack permission to read the nodes of %1").arg(visibleText(entry.name))
                : ScreensTr::tr("%1 could not be checked").arg(visibleText(entry.name)),
            safeLines(error.message), safeLines(error.detail)};
}

/// What was looked at and when stands beside the good news: without it that says little.
PageMessage nothingFound(const FleetEntry &entry, const DiagnosisResult &result)
{
    const QString name = visibleText(entry.name);
    const bool isWhole = result.notices.isEmpty();
    return {Kind::NoFindings,
            isWhole ? VisualState::Done : VisualState::Attention,
            isWhole ? ScreensTr::tr("No problem found in %1").arg(name)
                    : ScreensTr::tr("No problem found in what could be read of %1").arg(name),
            ScreensTr::tr("Checked %1 on %2.")
                    .arg(extentText(result.extent), absoluteTimeText(result.extent.at)) +
                (isWhole ? QString() : u'\n' + safeLines(result.notices.join(u'\n'))),
            {}};
}

} // namespace

PageMessage findingsMessage(const FleetEntry &entry, const FindingsSource *source, int rows, int matches,
                            const QString &filter)
{
    const QString name = visibleText(entry.name);
    if (rows > 0 && matches > 0)
        return {};
    if (rows > 0)
        return {
            Kind::NoMatch,
            VisualState::Skipped,
            ScreensTr::tr("No finding matches “%1”").arg(visibleText(filter)),
            ScreensTr::tr("The filter searches component, node, release, owner and every text of a finding."),
            {}};
    const bool isLive = entry.state == State::Live || entry.state == State::Reconnecting;
    if (!isLive)
        return unreadableFindings(entry);
    if (source && source->problem())
        return failed(entry, *source->problem());
    if (!source || !source->hasLooked())
        return {Kind::Connecting,
                VisualState::Moving,
                ScreensTr::tr("Checking %1").arg(name),
                ScreensTr::tr("Reading its nodes, pods, warnings and operators, and the relevant logs."),
                {}};
    return nothingFound(entry, source->result());
}

QString extentText(const DiagnosisExtent &extent)
{
    return QStringList{ScreensTr::tr("%n node(s)", nullptr, extent.nodes),
                       ScreensTr::tr("%n pod(s)", nullptr, extent.pods),
                       ScreensTr::tr("%n warning(s)", nullptr, extent.events),
                       ScreensTr::tr("%n resource(s) of operators", nullptr, extent.resources),
                       ScreensTr::tr("%n log(s)", nullptr, extent.logs)}
        .join(QStringLiteral(", "));
}

QString findingsBanner(const FindingsSource &source)
{
    QStringList sentences;
    if (source.problem() && source.hasLooked())
        sentences.append(
            ScreensTr::tr("The last check failed; these are the findings of %1. %2")
                .arg(absoluteTimeText(source.result().extent.at), safeLines(source.problem()->message)));
    for (const QString &notice : source.result().notices)
        sentences.append(safeLines(notice));
    return sentences.join(u' ');
}

QString findingsSummary(const FindingsSource &source)
{
    if (!source.hasLooked())
        return {};
    const DiagnosisResult &result = source.result();
    QSet<QString> nodes;
    for (const Finding &one : result.findings)
        nodes.unite(QSet<QString>(one.nodes.cbegin(), one.nodes.cend()));
    QString text = ScreensTr::tr("%n finding(s)", nullptr, int(result.findings.size()));
    if (!nodes.isEmpty())
        text = ScreensTr::tr("%1 on %n node(s)", nullptr, int(nodes.size())).arg(text);
    text = ScreensTr::tr("%1 · checked %2").arg(text, secondText(result.extent.at));
    return source.judgedAt().isValid()
               ? ScreensTr::tr("%1, node rollouts %2", "checked").arg(text, secondText(source.judgedAt()))
               : text;
}

} // namespace chartroom
