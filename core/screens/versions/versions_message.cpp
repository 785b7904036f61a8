// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/versions_message.h"

#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/screens_tr.h"
#include "core/screens/versions/versions_controller.h"
#include "core/secrets/masked_text.h"
#include "core/words/relative_time.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using Kind = PageMessage::Kind;
using State = ClusterSession::State;

PageMessage unreadableVersions(const FleetEntry &entry)
{
    PageMessage message = releasesMessage(entry, 0, 0, {});
    if (entry.state == State::Off && entry.isRecording)
        message.text = ScreensTr::tr("Open it to see which versions ran at each recorded moment.");
    else if (entry.state == State::Off)
        message.text =
            ScreensTr::tr("Connect to see its versions, compared with your matrix. Nothing is changed.");
    else if (entry.state == State::Connecting)
        message.text =
            ScreensTr::tr("Versions appear as soon as its releases, nodes and pods have been read.");
    return message;
}

} // namespace

PageMessage versionsMessage(const FleetEntry &entry, const VersionsController &versions)
{
    const QString name = visibleText(entry.name);
    const bool isLive = entry.state == State::Live || entry.state == State::Reconnecting;
    if (!isLive)
        return unreadableVersions(entry);
    if (versions.hasReview() && !versions.table().rows.isEmpty())
        return {};
    if (!versions.problem().message.isEmpty()) {
        const Error &problem = versions.problem();
        const bool isForbidden = problem.code == Error::Code::Forbidden;
        return {isForbidden ? Kind::Forbidden : Kind::Failed, VisualState::Failed,
                ScreensTr::tr("The versions of %1 could not be read").arg(name),
                safeLines(problem.message) + u'\n' +
                    ScreensTr::tr(
                        "Most versions are read from nodes: get permission to list them, then refresh."),
                safeLines(problem.detail)};
    }
    if (!versions.hasReview())
        return {Kind::Connecting,
                VisualState::Moving,
                ScreensTr::tr("Checking %1").arg(name),
                ScreensTr::tr("Reading its releases, nodes, pods and the operators' resources."),
                {}};
    return {Kind::NoVersions, VisualState::Skipped, ScreensTr::tr("No version found in %1").arg(name),
            ScreensTr::tr("No operator, driver or node with a version was found. Open a matrix to see what "
                          "is planned; install the GPU Operator or the Network Operator to see what runs."),
            safeLines(versions.review().audit.notices.join(u'\n'))};
}

QString versionsBanner(const VersionsController &versions)
{
    QStringList sentences;
    if (!versions.hasReview())
        return {};
    const VersionReview &review = versions.review();
    if (!versions.problem().message.isEmpty())
        sentences << ScreensTr::tr("The last refresh failed; these are the versions of %1. %2")
                         .arg(utcText(review.audit.at), safeLines(versions.problem().message));
    if (!versions.matrixProblem().message.isEmpty())
        sentences << ScreensTr::tr("%1 Choose another matrix; the observed versions are shown without one.")
                         .arg(safeLines(versions.matrixProblem().message));
    else if (!review.matrix)
        sentences << ScreensTr::tr(
            "There is no matrix yet. Open your team's matrix, or write one from the observed versions.");
    for (const QString &remark : review.remarks + review.audit.notices)
        sentences << safeLines(remark);
    return sentences.join(u' ');
}

bool isVersionsTrouble(const VersionsController &versions)
{
    return !versions.problem().message.isEmpty() || !versions.matrixProblem().message.isEmpty();
}

QString versionsSubject(const VersionsController &versions)
{
    if (!versions.hasReview())
        return {};
    const VersionAudit &audit = versions.review().audit;
    const QString when = (versions.isLooking()       ? ScreensTr::tr("refreshing; observed %1")
                          : versions.review().matrix ? ScreensTr::tr("audited %1")
                                                     : ScreensTr::tr("observed %1"))
                             .arg(utcText(audit.at));
    if (!versions.review().matrix)
        return u"%1 · %2"_s.arg(ScreensTr::tr("No matrix"), when);
    return u"%1 · %2 · %3"_s.arg(safeLines(audit.label), safeLines(audit.entry), when);
}

QString versionsSummary(const VersionsController &versions)
{
    if (!versions.hasReview())
        return {};
    const VersionAudit &audit = versions.review().audit;
    const auto drifting = std::count_if(audit.rows.cbegin(), audit.rows.cend(),
                                        [](const AuditRow &row) { return isDrift(row.verdict); });
    const auto count = [](qsizetype number, const QString &words) {
        return number == 0 ? QString() : u"%1 %2"_s.arg(QString::number(number), words);
    };
    QStringList parts{count(versions.table().rows.size(), ScreensTr::tr("components")),
                      count(audit.count(AuditVerdict::Match), ScreensTr::tr("as expected")),
                      count(drifting, ScreensTr::tr("drift")),
                      count(audit.count(AuditSeverity::Broken), ScreensTr::tr("broken"))};
    parts.removeAll(QString());
    return ScreensTr::tr("%1 · observed %2").arg(parts.join(u", "_s), secondText(audit.at));
}

} // namespace chartroom
