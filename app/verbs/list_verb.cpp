// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/list_verb.h"

#include "app/inventory_printout.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/session_releases.h"
#include "core/session/session_rollout.h"

namespace chartroom {

namespace {

/// The nodes' clocks rest on labels alone: an inventory reads no pods.
QList<InventoryRow> rowsOf(ClusterSession &session, const QString &namespaceName, Console &console)
{
    QList<InventoryRow> rows;
    const SessionReleases releases(&session);
    const QHash<ReleaseKey, NodeClocks> clocks =
        clocksByRelease(&releases, SessionRollout(&session).clocks());
    for (const ReleaseKey &key : session.releases()->keys()) {
        if (!namespaceName.isEmpty() && key.namespaceName != namespaceName)
            continue;
        const Release &release = *session.releases()->find(key);
        if (!release.recordProblem.isEmpty())
            console.note(QStringLiteral("%1/%2: %3").arg(key.namespaceName, key.name, release.recordProblem));
        const auto nodes = clocks.constFind(key);
        rows.append({session.name(), release, session.ownership(key),
                     nodes == clocks.cend() ? std::nullopt : std::optional(*nodes)});
    }
    return rows;
}

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
        list.append(Value(Value::Map{{QStringLiteral("node"), Value(node.name)},
                                     {QStringLiteral("ready"), Value(node.ready)},
                                     {QStringLiteral("cordoned"), Value(node.unschedulable)},
                                     {QStringLiteral("gpus"), numberValue(node.gpuCapacity)},
                                     {QStringLiteral("gpusAllocatable"), numberValue(node.gpuAllocatable)},
                                     {QStringLiteral("kubeletVersion"), textOrNull(node.kubeletVersion)}}));
        printout.rows.append({node.name, word(node.ready), word(node.unschedulable),
                              QString::number(node.gpuCapacity), QString::number(node.gpuAllocatable),
                              node.kubeletVersion});
    }
    printout.data = Value(list);
    return printout;
}

} // namespace

void ListVerb::print(const QList<ClusterSession *> &readable)
{
    QList<InventoryRow> rows;
    for (ClusterSession *session : readable) {
        noteNodes(*session);
        rows += rowsOf(*session, invocation().namespaceName, console());
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
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_moment(std::move(moment))
{}

void ReplayVerb::print(const QList<ClusterSession *> &readable)
{
    ClusterSession &session = *readable.first();
    noteNodes(session);
    const Printout releases = inventoryPrintout(rowsOf(session, invocation().namespaceName, console()));
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
