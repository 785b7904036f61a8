// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/page_message.h"

#include "core/base/duration_text.h"
#include "core/base/visible_text.h"
#include "core/screens/addons/cluster_list_model.h"
#include "core/screens/addons/release_model.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"
#include "core/session/rollout_source.h"

#include <QDir>

#include <algorithm>

namespace chartroom {

namespace {

using Kind = PageMessage::Kind;
using State = ClusterSession::State;

/// Paths as people write them: the home folder is "~".
QString pathsText(QStringList files)
{
    const QString home = QDir::homePath() + u'/';
    for (QString &file : files)
        if (file.startsWith(home))
            file.replace(0, home.size() - 1, u'~');
    return visibleText(files.join(QStringLiteral(", ")));
}

PageMessage failedMessage(const FleetEntry &entry)
{
    const QString name = visibleText(entry.name);
    PageMessage message;
    message.text = visibleText(maskedText(entry.problem.message), true);
    message.details = visibleText(maskedText(entry.problem.detail), true);
    message.state = VisualState::Failed;
    switch (entry.problem.code) {
    case Error::Code::NeedsConsent:
        message.kind = Kind::NeedsConsent;
        message.state = VisualState::Attention;
        message.title = ScreensTr::tr("%1 signs in with a program").arg(name);
        message.details = visibleText(maskedText(entry.credentialCommand));
        break;
    case Error::Code::Forbidden:
        message.kind = Kind::Forbidden;
        message.title = ScreensTr::tr("You lack permission to read the releases of %1").arg(name);
        message.text =
            ScreensTr::tr("Helm keeps releases in Secrets or ConfigMaps. Ask for permission to list and "
                          "watch them, or set a namespace where you have it in the kubeconfig's context.");
        message.details =
            visibleText(maskedText(entry.problem.message + u'\n' + entry.problem.detail), true).trimmed();
        break;
    default:
        message.kind = Kind::Failed;
        message.title = ScreensTr::tr("%1 cannot be read").arg(name);
    }
    return message;
}

/// No rows would look like nothing to do.
PageMessage hiddenNodesMessage(const QString &name, const Error &refusal)
{
    PageMessage message;
    message.kind = refusal.code == Error::Code::Forbidden ? Kind::Forbidden : Kind::Failed;
    message.state = VisualState::Failed;
    if (refusal.code == Error::Code::Forbidden) {
        message.title = ScreensTr::tr("You lack permission to read the nodes of %1").arg(name);
        message.text = ScreensTr::tr("The state of a rollout is read from the nodes: whether one is in "
                                     "progress is unknown. Ask for permission to list and watch nodes.");
    } else {
        message.title = ScreensTr::tr("The nodes of %1 cannot be read").arg(name);
        message.text = ScreensTr::tr(
            "The state of a rollout is read from the nodes: whether one is in progress is unknown.");
    }
    message.details = visibleText(maskedText(refusal.message + u'\n' + refusal.detail), true).trimmed();
    return message;
}

} // namespace

PageMessage releasesMessage(const FleetEntry &entry, int releases, int matches, const QString &filter)
{
    const QString name = visibleText(entry.name);
    if (releases > 0 && matches > 0)
        return {};
    if (releases > 0)
        return {Kind::NoMatch,
                VisualState::Skipped,
                ScreensTr::tr("No release matches “%1”").arg(filter),
                ScreensTr::tr("The filter searches name, namespace, chart, owner and status."),
                {}};
    switch (entry.state) {
    case State::Off:
        return {Kind::Off,
                VisualState::Waiting,
                entry.isRecording ? ScreensTr::tr("%1 is closed").arg(name)
                                  : ScreensTr::tr("%1 is not connected").arg(name),
                entry.isRecording
                    ? ScreensTr::tr("Open it to see its recorded releases.")
                    : ScreensTr::tr("Connect to see its Helm releases and their owners. Nothing is changed."),
                {}};
    case State::Connecting:
        return {Kind::Connecting,
                VisualState::Moving,
                ScreensTr::tr("Connecting to %1").arg(name),
                ScreensTr::tr("Releases appear as soon as the server lists them."),
                {}};
    case State::Failed:
        return failedMessage(entry);
    case State::Live:
    case State::Reconnecting:
        break;
    }
    if (!entry.problem.message.isEmpty())
        return failedMessage(entry);
    if (entry.hidesReleases)
        return {Kind::NoReleases, VisualState::Unknown,
                ScreensTr::tr("You lack permission to list all Helm releases in %1").arg(name),
                ScreensTr::tr("No release was found in what you have permission to list. There may be "
                              "others."),
                visibleText(maskedText(entry.notices.join(u'\n')), true)};
    return {Kind::NoReleases, VisualState::Skipped, ScreensTr::tr("No Helm releases in %1").arg(name),
            ScreensTr::tr("Releases that Helm installs appear here, with their revision, owner and the "
                          "impact of an upgrade."),
            visibleText(maskedText(entry.notices.join(u'\n')), true)};
}

RolloutReading readingOf(const RolloutSource *source)
{
    return source ? RolloutReading{source->isComplete(), source->notices(), source->refusal()}
                  : RolloutReading();
}

PageMessage rolloutMessage(const FleetEntry &entry, const RolloutReading &reading, int rows, int matches,
                           const QString &filter)
{
    const QString name = visibleText(entry.name);
    if (rows > 0 && matches > 0)
        return {};
    if (rows > 0)
        return {Kind::NoMatch,
                VisualState::Skipped,
                ScreensTr::tr("No node matches “%1”").arg(filter),
                ScreensTr::tr("The filter searches name, pool, zone, step and what blocks a node."),
                {}};
    const bool isLive = entry.state == State::Live || entry.state == State::Reconnecting;
    const bool refusesReleases = entry.state == State::Failed && entry.problem.code == Error::Code::Forbidden;
    if (!isLive && !refusesReleases) { // where the nodes are asks for no release
        PageMessage message = releasesMessage(entry, 0, 0, {});
        if (entry.state == State::Off && !entry.isRecording)
            message.text = ScreensTr::tr(
                "Connect to see the state of its nodes in a driver rollout. Nothing is changed.");
        else if (entry.state == State::Off)
            message.text = ScreensTr::tr("Open it to see its recorded nodes.");
        else if (entry.state == State::Connecting)
            message.text = ScreensTr::tr("Nodes appear as soon as the server lists them.");
        return message;
    }
    if (reading.refusal)
        return hiddenNodesMessage(name, *reading.refusal);
    if (!reading.isComplete)
        return {Kind::Connecting, VisualState::Moving, ScreensTr::tr("Reading the nodes of %1").arg(name),
                ScreensTr::tr("Nodes, their pods and the operators' policies are being listed."),
                visibleText(reading.notices.join(u'\n'), true)};
    if (!reading.notices.isEmpty())
        return {Kind::NoRollout, VisualState::Unknown,
                ScreensTr::tr("No driver rollout found on %1").arg(name),
                ScreensTr::tr("Some of the data on rollouts cannot be read, so one may be in progress. The "
                              "details list what is missing."),
                visibleText(reading.notices.join(u'\n'), true)};
    return {Kind::NoRollout,
            VisualState::Skipped,
            ScreensTr::tr("No driver rollout on %1").arg(name),
            ScreensTr::tr("No node has a driver that the GPU Operator, the Network Operator or the AMD GPU "
                          "Operator manages. Nodes appear here once one of them is installed; an upgrade "
                          "that changes the driver's version or settings starts a rollout."),
            {}};
}

QString inventorySummary(const ReleaseModel &model, int matches)
{
    if (model.rowCount() == 0)
        return {};
    int owners[3] = {0, 0, 0};
    int pending = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const ReleaseRow &release = model.row(row);
        if (release.isPending())
            ++pending;
        else
            ++owners[int(release.owner)];
    }
    QStringList parts{ScreensTr::tr("%1 Crusoe").arg(owners[0]), ScreensTr::tr("%1 shared").arg(owners[1]),
                      ScreensTr::tr("%1 customer").arg(owners[2])};
    if (pending > 0)
        parts.append(ScreensTr::tr("%1 being read").arg(pending));
    QString summary = ScreensTr::tr("%n release(s)", nullptr, model.rowCount());
    if (matches < model.rowCount())
        summary = ScreensTr::tr("%1 of %2").arg(matches).arg(summary);
    return summary + QStringLiteral("   ") + parts.join(QStringLiteral(" · "));
}

PageMessage noClustersMessage(const Fleet &fleet)
{
    PageMessage message;
    message.kind = Kind::NoClusters;
    message.state = VisualState::Waiting;
    message.title = ScreensTr::tr("No cluster yet");
    const QStringList files = fleet.kubeconfigFiles();
    message.text =
        ScreensTr::tr("Clusters come from your kubeconfig; Chartroom reads it and never writes to it.");
    if (!files.isEmpty())
        message.text += u' ' + ScreensTr::tr("Searched: %1.").arg(pathsText(files));
    QStringList problems;
    for (const Error &problem : fleet.problems())
        problems.append(visibleText(maskedText(problem.message)));
    if (!problems.isEmpty()) {
        message.state = VisualState::Failed;
        message.title = ScreensTr::tr("The kubeconfig cannot be used");
        message.text = problems.join(u'\n');
    }
    return message;
}

QString clusterFacts(const FleetEntry &entry)
{
    QStringList facts;
    if (!entry.serverVersion.isEmpty())
        facts.append(visibleText(entry.serverVersion));
    else if (!entry.server.isEmpty() && entry.state != State::Off)
        facts.append(visibleText(entry.server)); // which of the servers does not answer
    if (entry.gpuNodeCount.value_or(0) > 0)
        facts.append(ScreensTr::tr("%n GPU node(s)", nullptr, *entry.gpuNodeCount));
    else if (entry.nodeCount)
        facts.append(ScreensTr::tr("%n node(s)", nullptr, *entry.nodeCount));
    if (entry.gpus && entry.gpus->total.gpus > 0)
        facts.append(ScreensTr::tr("%1 of %2 GPUs available")
                         .arg(entry.gpus->available.gpus)
                         .arg(entry.gpus->total.gpus));
    if (const QString parts = entry.gpus ? gpuPartsText(*entry.gpus) : QString(); !parts.isEmpty())
        facts.append(ScreensTr::tr("%1 available", "14 of 14 MIG slices").arg(parts));
    return facts.join(QStringLiteral(" · "));
}

QString bannerText(const FleetEntry &entry, const Fleet &fleet)
{
    QStringList sentences;
    // Which lists are refused, the notices say.
    const bool isSaid = entry.problem.code == Error::Code::Forbidden && !entry.notices.isEmpty();
    if (entry.state != State::Off && !entry.problem.message.isEmpty() && !isSaid)
        sentences.append(visibleText(maskedText(entry.problem.message)));
    if (entry.isRecording) {
        sentences.append(ScreensTr::tr("This is a recording, not a live cluster."));
        const QStringList names = fleet.names();
        const bool alone = std::all_of(names.cbegin(), names.cend(),
                                       [&](const QString &name) { return fleet.entry(name).isRecording; });
        const QStringList files = fleet.kubeconfigFiles();
        if (alone && !files.isEmpty())
            sentences.append(ScreensTr::tr("No cluster was found in %1.").arg(pathsText(files)));
    }
    for (const QString &notice : entry.notices)
        sentences.append(visibleText(maskedText(notice)));
    return sentences.join(u' ');
}

QString freshnessText(const FleetEntry &entry)
{
    if (entry.state == State::Live && entry.recordedAt.isValid())
        return ScreensTr::tr("recorded %1 UTC")
            .arg(entry.recordedAt.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    if (entry.state == State::Live || entry.state == State::Connecting || !entry.dataAge)
        return stateWord(entry);
    return ScreensTr::tr("%1 · data %2 old").arg(stateWord(entry), durationText(*entry.dataAge));
}

QString dataAgeText(const FleetEntry &entry)
{
    if (entry.isRecording)
        return {}; // its age says nothing of the cluster
    return entry.dataAge ? ScreensTr::tr("data %1 old").arg(durationText(*entry.dataAge)) : QString();
}

QString nodesAgeText(const FleetEntry &entry)
{
    if (entry.isRecording)
        return {};
    return entry.nodesAge ? ScreensTr::tr("nodes %1 old").arg(durationText(*entry.nodesAge)) : QString();
}

QString safeLines(const QString &text)
{
    return visibleText(maskedText(text), true);
}

} // namespace chartroom
