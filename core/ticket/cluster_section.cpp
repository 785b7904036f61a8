// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/shown_text.h"
#include "core/diff/value_diff.h"
#include "core/helm/known_changes.h"
#include "core/ticket/sections.h"
#include "core/ticket/ticket_tr.h"
#include "core/words/path_notes.h"
#include "core/words/situation_text.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype mostPaths = 30; ///< of a release; all are in the attachments

/// "nvidia-h100-80gb-sxm-ib (16), ..."; the most frequent first.
QString countedText(const QMap<QString, int> &counts)
{
    QList<std::pair<QString, int>> list;
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        list.append({count.key(), *count});
    std::stable_sort(list.begin(), list.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList parts;
    for (const auto &[name, count] : std::as_const(list))
        parts.append(QStringLiteral("%1 (%2)").arg(name, QString::number(count)));
    return parts.join(QStringLiteral(", "));
}

QString said(const Value &value, bool isThere)
{
    if (!isThere)
        return TicketTr::tr("not set");
    return value.isNull() ? QStringLiteral("null") : valueLine(value);
}

/// The column of notes is there when one of them is.
TicketTable pathTable(const TicketRelease &one, const QList<ValueChange> &changes, const QString &place,
                      Redactor &redactor)
{
    TicketTable table{{TicketTr::tr("Path"), TicketTr::tr("Reference"), comparedTitle(one.release),
                       TicketTr::tr("Reasons, from our notes")},
                      {}};
    bool hasNote = false;
    for (const ValueChange &change : changes.first(qMin(mostPaths, changes.size()))) {
        const ValueChange shown = redactor.change(place, change);
        const std::optional<PathNote> note = noteOf(one.notes, change.path);
        table.rows.append({shown.path, said(shown.before, shown.kind != ValueChange::Kind::Added),
                           said(shown.after, shown.kind != ValueChange::Kind::Removed),
                           note ? note->text.trimmed() : QString()});
        hasNote = hasNote || !table.rows.last().last().isEmpty();
    }
    if (!hasNote) {
        table.titles.removeLast();
        for (QStringList &row : table.rows)
            row.removeLast();
    }
    return table;
}

/// "gpu-operator v25.3.4 → v25.10.1": what the draft would do, else what the last upgrade did.
QString chartText(const TicketRelease &one, const TicketContext &desk)
{
    if (!one.release.record)
        return one.release.recordProblem;
    const ReleaseRecord &now = *one.release.record;
    const std::optional<UpgradeDraft> &draft = desk.facts.draft;
    const bool isPlanned = desk.options.phase == TicketPhase::Before;
    const bool isDrafted = isPlanned && draft && draft->release.name == one.release.key.name &&
                           draft->release.namespaceName == one.release.key.namespaceName;
    const QString from = isPlanned || !one.previous ? now.chartVersion : one.previous->chartVersion;
    const QString to = isDrafted ? draft->chart.version : now.chartVersion;
    return from == to || from.isEmpty() ? QStringLiteral("%1 %2").arg(now.chartName, to)
                                        : QStringLiteral("%1 %2 → %3").arg(now.chartName, from, to);
}

/// Whose each is and why; what begins alike of all is said once.
TicketFactList ownerships(const QList<TicketRelease> &releases)
{
    TicketFactList list;
    for (const TicketRelease &one : releases)
        if (!one.ownership.summary.isEmpty())
            list.facts.append({one.release.key.name, one.ownership.summary});
    if (list.facts.size() < 2)
        return list;
    const QString &first = list.facts.first().second;
    qsizetype same = first.size();
    QStringList names;
    for (const auto &[name, text] : std::as_const(list.facts)) {
        const auto end = std::mismatch(first.cbegin(), first.cend(), text.cbegin(), text.cend()).first;
        same = std::min(same, qsizetype(end - first.cbegin()));
        names.append(name);
    }
    same = first.left(same).lastIndexOf(QStringLiteral(". ")) + 2; // whole sentences
    if (same < 2)
        return list;
    const QString said = first.first(same).trimmed();
    for (auto &[name, text] : list.facts)
        text.remove(0, same);
    list.facts.removeIf([](const auto &fact) { return fact.second.isEmpty(); });
    list.facts.prepend({names.join(QStringLiteral(", ")), said});
    return list;
}

/// Each machine that somebody has to look at is named in the part Nodes.
bool namesMachines(const TicketContext &desk)
{
    if (desk.options.phase != TicketPhase::After)
        return desk.options.phase == TicketPhase::During;
    const QList<const NodeTrack *> told = tracksToTell(desk);
    return !desk.options.without.contains(TicketPart::Nodes) &&
           std::any_of(told.cbegin(), told.cend(), [&desk](const NodeTrack *track) {
               return !desk.facts.machines.value(track->node).isEmpty();
           });
}

/// What Support looks nodes up by where no machine is named; long, so apart from what is short.
TicketFactList clusterIds(const TicketCluster &cluster)
{
    TicketFactList list;
    const auto add = [&list](const QString &name, const QMap<QString, int> &counts) {
        if (!counts.isEmpty())
            list.facts.append({name, countedText(counts)});
    };
    add(TicketTr::tr("Nodes by RDMA device"), cluster.networks);
    add(TicketTr::tr("Ids of partitions"), cluster.partitions);
    add(TicketTr::tr("Nodes by pool"), cluster.pools);
    add(TicketTr::tr("Nodes by instance group"), cluster.groups);
    return list;
}

} // namespace

TicketBlocks addOnSection(const TicketContext &desk)
{
    if (desk.facts.releases.isEmpty())
        return {};
    TicketTable table{{TicketTr::tr("Release"), TicketTr::tr("Chart"), TicketTr::tr("Revision"),
                       TicketTr::tr("Status"), TicketTr::tr("Owner"), TicketTr::tr("Support scope")},
                      {}};
    for (const TicketRelease &one : desk.facts.releases) {
        const Release &release = one.release;
        QString revision;
        if (!release.revisions.isEmpty())
            revision = release.neverUpgraded() ? TicketTr::tr("1, never upgraded since install")
                                               : QString::number(release.newest().revision);
        if (revision.size() > 0 && !release.neverUpgraded() && release.newest().date.shown().isValid())
            revision = TicketTr::tr("%1, of %2 UTC", "revision, of a time")
                           .arg(revision, TicketTimes::inUtc(release.newest().date.shown()));
        table.rows.append({release.key.namespaceName + u'/' + release.key.name, chartText(one, desk),
                           revision, release.revisions.isEmpty() ? QString() : release.newest().statusText,
                           ownerText(one.ownership.owner), supportScopeText(one.ownership.scope)});
    }
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Add-ons and owners")}, table};
    if (const TicketFactList why = ownerships(desk.facts.releases); !why.facts.isEmpty())
        blocks.append(why);
    return blocks;
}

TicketBlocks configurationSection(const TicketContext &desk)
{
    const QString heading = TicketTr::tr("Configuration to keep");
    TicketBlocks blocks;
    for (const TicketRelease &one : desk.facts.releases) {
        if (!one.release.divergence)
            continue;
        const Divergence &divergence = *one.release.divergence;
        const QString &name = one.release.key.name;
        if (!divergence.known()) {
            blocks.append(TicketParagraph{TicketTr::tr("%1: unknown. %2").arg(name, divergence.unknownWhy)});
            continue;
        }
        if (divergence.changes.isEmpty() && !divergence.unknown.isEmpty()) {
            blocks.append(TicketParagraph{
                TicketTr::tr("%1: no known difference from %2; values are masked, so that is %3.")
                    .arg(name, divergence.reference, unknownPathsText(divergence.unknown))});
            continue;
        }
        if (divergence.changes.isEmpty()) {
            blocks.append(
                TicketParagraph{TicketTr::tr("%1 does not differ from %2.").arg(name, divergence.reference)});
            continue;
        }
        const QList<ValueChange> kept = valuesToKeep(one, desk.facts);
        if (kept.isEmpty()) {
            blocks.append(TicketParagraph{TicketTr::tr("%1: this change replaces all that differs from %2.")
                                              .arg(name, divergence.reference)});
            continue;
        }
        blocks.append(
            TicketParagraph{TicketTr::tr("%1: %n path(s) differ from %2.", nullptr, int(kept.size()))
                                .arg(name, divergence.reference)});
        blocks.append(pathTable(one, kept, heading, desk.redactor));
        if (kept.size() > mostPaths)
            blocks.append(TicketParagraph{TicketTr::tr("%n more path(s) are in the attachments.", nullptr,
                                                       int(kept.size() - mostPaths))});
    }
    if (!blocks.isEmpty())
        blocks.prepend(TicketHeading{heading});
    return blocks;
}

bool keepsChart(const TicketFacts &facts)
{
    const TicketRelease *subject = subjectOf(facts);
    return facts.draft && subject && subject->release.record &&
           subject->release.record->chartVersion == facts.draft->chart.version;
}

QStringList plannedValues(const TicketFacts &facts)
{
    if (!facts.draft)
        return {};
    if (facts.preflight && facts.preflight->values) {
        QStringList lines = facts.preflight->values->moved + facts.preflight->values->others;
        for (QString &line : lines) // "driver.version: 580.95.05 → 580.126.20"
            if (const qsizetype colon = line.indexOf(QStringLiteral(": ")); colon > 0)
                line.remove(colon, 1);
        return lines;
    }
    return editTexts(facts.draft->values());
}

QList<ValueChange> valuesToKeep(const TicketRelease &one, const TicketFacts &facts)
{
    QList<ValueChange> kept = one.release.divergence->changes;
    if (!facts.draft || facts.draft->release.name != one.release.key.name ||
        facts.draft->release.namespaceName != one.release.key.namespaceName)
        return kept;
    const QList<ValueChange> edits = changedSettings(Value(Value::Map()), facts.draft->values());
    kept.removeIf([&edits](const ValueChange &change) {
        return std::any_of(edits.cbegin(), edits.cend(), [&change](const ValueChange &edit) {
            return edit.path == change.path && edit.after != change.after;
        });
    });
    return kept;
}

TicketBlocks clusterSection(const TicketContext &desk)
{
    const TicketCluster &cluster = desk.facts.cluster;
    TicketFactList list;
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            list.facts.append({name, text});
    };
    add(TicketTr::tr("Cluster"), cluster.name);
    add(TicketTr::tr("API server"), cluster.server);
    add(TicketTr::tr("Kubernetes"), cluster.serverVersion);
    add(TicketTr::tr("Project"), cluster.projects.join(QStringLiteral(", ")));
    if (cluster.nodes)
        add(TicketTr::tr("Nodes"),
            TicketTr::tr("%1, with GPUs %2").arg(*cluster.nodes).arg(cluster.gpuNodes));
    QString gpus = countedText(cluster.accelerators);
    if (cluster.unknownGpus > 0)
        gpus += (gpus.isEmpty() ? QString() : QStringLiteral(", ")) +
                TicketTr::tr("not set by a label (%1)").arg(cluster.unknownGpus);
    add(TicketTr::tr("Nodes by GPU"), gpus);
    add(TicketTr::tr("Nodes by partition"), countedText(cluster.fabrics));
    add(TicketTr::tr("Nodes by type"), countedText(cluster.instanceTypes));
    add(TicketTr::tr("Nodes by kernel"), countedText(cluster.kernels));
    add(TicketTr::tr("Not observed"), cluster.notices.join(u' '));
    if (list.facts.isEmpty())
        return {};
    TicketBlocks blocks{TicketHeading{TicketTr::tr("Cluster")}, list};
    if (!namesMachines(desk)) // else the page is full
        if (const TicketFactList ids = clusterIds(cluster); !ids.facts.isEmpty())
            blocks.append(ids);
    return blocks;
}

TicketCluster ticketCluster(const FleetEntry &entry, const ObjectMap<Node> &nodes, const RdmaNames &rdma)
{
    TicketCluster cluster;
    cluster.name = entry.name;
    cluster.server = entry.server;
    cluster.serverVersion = entry.serverVersion;
    cluster.nodes = entry.nodeCount;
    cluster.gpuNodes = entry.gpuNodeCount.value_or(0);
    cluster.notices = entry.notices;
    const auto count = [](QMap<QString, int> &counts, const QString &what) {
        if (!what.isEmpty())
            ++counts[what];
    };
    cluster.gpus = gpuCount(nodes);
    for (const Node &node : nodes) {
        const auto label = [&](const char *key) { return node.labels.value(QString::fromLatin1(key)); };
        const auto named = [&](const char *name, const char *id) {
            return QStringLiteral("%1 %2").arg(label(name), label(id)).trimmed();
        };
        const QString product = label("nvidia.com/gpu.product");
        const QString accelerator = product.isEmpty() ? label("crusoe.ai/accelerator") : product;
        count(cluster.accelerators, accelerator);
        cluster.unknownGpus += node.hasGpu() && accelerator.isEmpty() ? 1 : 0;
        count(cluster.fabrics, label("crusoe.ai/ib.partition.name"));
        count(cluster.partitions, label("crusoe.ai/ib.partition.id"));
        for (auto device = node.devices.cbegin(); device != node.devices.cend(); ++device)
            if (rdma.has(device.key()))
                count(cluster.networks, device.key());
        count(cluster.instanceTypes, label("node.kubernetes.io/instance-type"));
        count(cluster.pools, named("crusoe.ai/nodepool.name", "crusoe.ai/nodepool.id"));
        count(cluster.groups, label("crusoe.ai/instance.group.id"));
        count(cluster.kernels, node.kernelVersion);
        if (const QString project = label("crusoe.ai/project.id");
            !project.isEmpty() && !cluster.projects.contains(project))
            cluster.projects.append(project);
    }
    cluster.projects.sort();
    return cluster;
}

} // namespace chartroom
