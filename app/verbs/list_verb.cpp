// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/list_verb.h"

#include "core/kube/gpu_count.h"
#include "core/rollout/rollout_store.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/session_releases.h"
#include "core/words/situation_text.h"

namespace chartroom {

namespace {

Printout nodesPrintout(const NodeStore &store)
{
    QList<Node> nodes = store.objects().values();
    std::sort(nodes.begin(), nodes.end(), [](const Node &a, const Node &b) { return a.name < b.name; });
    Printout printout;
    printout.columns = {{QStringLiteral("NODE"), 0, Column::Fit::Cut},
                        {QStringLiteral("READY")},
                        {QStringLiteral("CORDONED")},
                        {QStringLiteral("GPUS")},
                        {QStringLiteral("ALLOCATABLE")},
                        {QStringLiteral("KUBELET"), 1}};
    const auto word = [](bool yes) { return yes ? QStringLiteral("yes") : QStringLiteral("no"); };
    Value::List list;
    for (const Node &node : std::as_const(nodes)) {
        list.append(Value(Value::Map{
            {QStringLiteral("node"), Value(node.name)},
            {QStringLiteral("ready"), Value(node.ready)},
            {QStringLiteral("cordoned"), Value(node.unschedulable)},
            {QStringLiteral("gpus"), numberValue(node.gpuCapacity.gpus)},
            {QStringLiteral("gpusAllocatable"), numberValue(node.gpuAllocatable.gpus)},
            {QStringLiteral("gpuParts"), textOrNull(gpuPartsText({node.gpuAllocatable, node.gpuCapacity}))},
            {QStringLiteral("kubeletVersion"), textOrNull(node.kubeletVersion)}}));
        printout.rows.append({node.name, word(node.ready), word(node.unschedulable),
                              QString::number(node.gpuCapacity.gpus),
                              QString::number(node.gpuAllocatable.gpus), node.kubeletVersion});
    }
    printout.data = Value(list);
    return printout;
}

} // namespace

InventoryVerb::InventoryVerb(Invocation invocation, Sessions sessions, Console *console)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
{
    m_timeout.setSingleShot(true);
    connect(&m_timeout, &QTimer::timeout, this, &InventoryVerb::printAll);
}

void InventoryVerb::print(const QList<ClusterSession *> &readable)
{
    m_read = readable;
    m_awaited = 1; // until all are asked for
    m_timeout.start(invocation().timeout);
    for (ClusterSession *session : readable) {
        SessionRollout &rollout =
            *m_rollouts.emplace(session, std::make_unique<SessionRollout>(session)).first->second;
        if (!bringsDriver(*session))
            continue;
        ++m_awaited;
        rollout.start();
        session->rollout()->whenComplete(this, [this] { countDown(); });
    }
    countDown();
}

bool InventoryVerb::bringsDriver(ClusterSession &session) const
{
    const QString &place = invocation().namespaceName;
    const SessionReleases releases(&session);
    const QList<ReleaseKey> keys = clocksByRelease(&releases, {}).keys();
    return std::any_of(keys.cbegin(), keys.cend(), [&place](const ReleaseKey &key) {
        return place.isEmpty() || key.namespaceName == place;
    });
}

void InventoryVerb::countDown()
{
    if (--m_awaited == 0 && m_timeout.isActive())
        printAll();
}

void InventoryVerb::printAll()
{
    m_timeout.stop();
    for (ClusterSession *session : std::as_const(m_read))
        if (bringsDriver(*session) && m_rollouts.at(session)->clocks().basis == NodeClocks::Basis::Labels)
            console().note(tr("The rollouts of %1 could not be read in time: its nodes are counted by their "
                              "labels only.")
                               .arg(session->name()));
    printRows(m_read);
}

QList<InventoryRow> InventoryVerb::rowsOf(ClusterSession &session)
{
    const QString &place = invocation().namespaceName;
    QList<InventoryRow> rows;
    const SessionReleases releases(&session);
    const QHash<ReleaseKey, NodeClocks> clocks =
        clocksByRelease(&releases, m_rollouts.at(&session)->clocks());
    for (const ReleaseKey &key : session.releases()->keys()) {
        if (!place.isEmpty() && key.namespaceName != place)
            continue;
        const Release &release = *session.releases()->find(key);
        if (!release.recordProblem.isEmpty())
            console().note(
                QStringLiteral("%1/%2: %3").arg(key.namespaceName, key.name, release.recordProblem));
        const auto nodes = clocks.constFind(key);
        rows.append({session.name(), release, session.ownership(key),
                     nodes == clocks.cend() ? std::nullopt : std::optional(*nodes),
                     earlierRevisionsText(release, releases.serverNow())});
    }
    return rows;
}

void ListVerb::printRows(const QList<ClusterSession *> &readable)
{
    QList<InventoryRow> rows;
    for (ClusterSession *session : readable) {
        noteNodes(*session);
        rows += rowsOf(*session);
    }
    if (rows.isEmpty())
        console().note(emptyText(readable));
    console().print(inventoryPrintout(rows), invocation().format);
    // What is in a namespace that may not be listed is unknown, and not nothing.
    const bool isKeptOut = rows.isEmpty() && isHidden(readable, {ReleaseStorage::Secret});
    end(isKeptOut && !invocation().namespaceName.isEmpty() ? NoAccess : Done);
}

bool ListVerb::isHidden(const QList<ClusterSession *> &readable, const QList<ReleaseStorage> &storages) const
{
    return std::any_of(readable.cbegin(), readable.cend(), [&](const ClusterSession *session) {
        return std::any_of(storages.cbegin(), storages.cend(), [&](ReleaseStorage storage) {
            return session->releases()->hides(storage, invocation().namespaceName);
        });
    });
}

QString ListVerb::emptyText(const QList<ClusterSession *> &readable) const
{
    const QString &place = invocation().namespaceName;
    if (isHidden(readable, {ReleaseStorage::Secret, ReleaseStorage::ConfigMap}))
        return place.isEmpty()
                   ? tr("No release was found in what you have permission to list; others may be hidden.")
                   : tr("Releases in namespace %1 may be hidden: you lack permission to list them there.")
                         .arg(place);
    return place.isEmpty() ? tr("No releases in this cluster.")
                           : tr("No releases in namespace %1; -A lists all.").arg(place);
}

ReplayVerb::ReplayVerb(Invocation invocation, Sessions sessions, Console *console, QDateTime moment)
    : InventoryVerb(std::move(invocation), std::move(sessions), console)
    , m_moment(std::move(moment))
{}

void ReplayVerb::printRows(const QList<ClusterSession *> &readable)
{
    ClusterSession &session = *readable.first();
    noteNodes(session);
    const Printout releases = inventoryPrintout(rowsOf(session));
    const Printout nodes = nodesPrintout(*session.nodes());
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::Json || format == OutputFormat::Yaml) {
        Printout both;
        both.data = Value(Value::Map{{QStringLiteral("cluster"), textOrNull(session.name())},
                                     {QStringLiteral("serverVersion"), textOrNull(session.serverVersion())},
                                     {QStringLiteral("at"), timeOrNull(m_moment)},
                                     {QStringLiteral("releases"), releases.data},
                                     {QStringLiteral("nodes"), nodes.data}});
        console().print(both, format);
    } else {
        console().note(tr("%1 at %2").arg(session.name(), timeText(m_moment)));
        console().print(releases, format);
        console().data("\n");
        console().print(nodes, format);
    }
    end(Done);
}

} // namespace chartroom
