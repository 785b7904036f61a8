// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/node_readings.h"

#include "core/base/short_list.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

/// A contradiction of many nodes is said once.
struct Contradiction
{
    VersionSource said;
    QString version;
    VersionSource other;
    QString otherVersion;

    friend bool operator<(const Contradiction &a, const Contradiction &b)
    {
        return std::tie(a.said, a.version, a.other, a.otherVersion) <
               std::tie(b.said, b.version, b.other, b.otherVersion);
    }
};

QString sourceName(VersionSource source)
{
    switch (source) {
    case VersionSource::NodeInfo:
        return VersionsTr::tr("the kubelet");
    case VersionSource::NodeLabel:
        return VersionsTr::tr("a node label");
    case VersionSource::NicDevice:
        return VersionsTr::tr("the NicDevice");
    case VersionSource::PodImage:
        return VersionsTr::tr("the pod's image");
    case VersionSource::NodeFeature:
        return VersionsTr::tr("Node Feature Discovery");
    case VersionSource::Report:
        return VersionsTr::tr("the report file");
    default:
        return versionSourceText(source);
    }
}

} // namespace

QString readingText(VersionSource source, const QString &component, const QString &version,
                    const QStringList &nodes)
{
    const QString where = shortList(nodes);
    switch (source) {
    case VersionSource::NodeInfo:
        return VersionsTr::tr("The kubelet reports %1 on %2.").arg(version, where);
    case VersionSource::NodeLabel:
        return component == u"gpu_driver"
                   ? VersionsTr::tr("The label of the loaded driver says %1 on %2.").arg(version, where)
                   : VersionsTr::tr("A node label says %1 on %2.").arg(version, where);
    case VersionSource::NicDevice:
        return VersionsTr::tr("The NicDevice objects report %1 on %2.").arg(version, where);
    case VersionSource::PodImage:
        return VersionsTr::tr("Ready pods run image version %1 on %2.").arg(version, where);
    case VersionSource::NodeFeature:
        return VersionsTr::tr("Node Feature Discovery found %1 on %2.").arg(version, where);
    case VersionSource::Report:
        return VersionsTr::tr("The report file says %1 for %2.").arg(version, where);
    default:
        return VersionsTr::tr("%1 reports %2 for %3.").arg(versionSourceText(source), version, where);
    }
}

void NodeReadings::add(const QString &node, VersionSource source, const QString &version,
                       const QString &object)
{
    expect(node);
    const QString plain = plainVersion(version);
    if (!plain.isEmpty())
        m_nodes[node].append({source, plain, object});
}

void NodeReadings::expect(const QString &node)
{
    if (!m_nodes.contains(node))
        m_nodes.insert(node, {});
}

const NodeReadings::Reading *NodeReadings::best(const QList<Reading> &readings)
{
    const auto first =
        std::min_element(readings.cbegin(), readings.cend(),
                         [](const Reading &a, const Reading &b) { return a.source < b.source; });
    return first == readings.cend() ? nullptr : &*first;
}

void NodeReadings::putInto(Observation &observation) const
{
    struct Group
    {
        QStringList nodes;
        QMap<VersionSource, QStringList> told; ///< nodes
        QMap<VersionSource, QString> objects;  ///< the first
    };
    QMap<QString, Group> groups;
    QMap<Contradiction, QStringList> contradictions;
    for (auto it = m_nodes.cbegin(); it != m_nodes.cend(); ++it) {
        const Reading *chosen = best(*it);
        if (!chosen) {
            observation.untold << it.key();
            continue;
        }
        Group &group = groups[chosen->version];
        group.nodes << it.key();
        for (const Reading &reading : *it) {
            if (reading.version != chosen->version && !isSameVersion(chosen->version, reading.version)) {
                QStringList &nodes =
                    contradictions[{chosen->source, chosen->version, reading.source, reading.version}];
                if (!nodes.contains(it.key()))
                    nodes << it.key();
                continue;
            }
            QStringList &told = group.told[reading.source];
            if (told.isEmpty() || told.last() != it.key())
                told << it.key();
            if (!group.objects.contains(reading.source))
                group.objects.insert(reading.source, reading.object);
        }
    }
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        ObservedVersion version{it.key(), it->nodes, {}};
        for (auto told = it->told.cbegin(); told != it->told.cend(); ++told)
            version.evidence.append({told.key(), it->objects.value(told.key()),
                                     readingText(told.key(), observation.component, it.key(), *told)});
        observation.versions << version;
    }
    std::stable_sort(
        observation.versions.begin(), observation.versions.end(),
        [](const ObservedVersion &a, const ObservedVersion &b) { return a.nodes.size() > b.nodes.size(); });
    for (auto it = contradictions.cbegin(); it != contradictions.cend(); ++it)
        observation.remarks.append({it.key().other, QStringLiteral("Node ") + it->first(),
                                    VersionsTr::tr("For %1 %2 reports %3, but %4 reports %5.")
                                        .arg(shortList(*it), sourceName(it.key().said), it.key().version,
                                             sourceName(it.key().other), it.key().otherVersion)});
}

} // namespace chartroom
