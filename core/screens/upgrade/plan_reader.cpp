// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/plan_reader.h"

#include "core/base/loop_slice.h"
#include "core/rollout/driver_components.h"

#include <QMap>
#include <QSet>

#include <algorithm>
#include <utility>

namespace chartroom {

using namespace std::chrono_literals;

PlanReader::PlanReader(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PlanReader::work);
}

void PlanReader::clear()
{
    m_timer.stop();
    m_places.clear();
    m_components.clear();
    if (std::exchange(m_facts, std::nullopt))
        Q_EMIT changed();
}

void PlanReader::read(RolloutSource *source, const QString &component, const PolicyChanges &changes,
                      const Recordings &recordings)
{
    const bool isSame = m_timer.isActive() && m_places.value(0).second == source &&
                        m_asked == std::pair(component, changes.drain);
    if (isSame)
        return;
    m_asked = {component, changes.drain};
    m_places = recordings;
    m_places.prepend({QString(), source});
    m_freshComponents.clear();
    QSet<QString> there;
    const QList<TrackKey> keys = source->keys();
    for (const TrackKey &key : keys)
        there.insert(key.component);
    for (const LedComponent &driver : ledComponents())
        if (there.contains(driver.name))
            m_freshComponents << driver.name;
    m_fresh = RolloutFacts();
    m_fresh.component =
        m_freshComponents.contains(component) ? component : m_freshComponents.value(0, component);
    m_fresh.policy = source->policy(m_fresh.component);
    m_emptying = m_fresh.policy ? std::optional(changedPolicy(*m_fresh.policy, changes)) : std::nullopt;
    m_fresh.areHoldsKnown = m_emptying.has_value();
    const GpuCount gpus = source->gpuCount();
    m_fresh.gpusElsewhere = gpus.available.gpus;
    m_fresh.gpusTotal = gpus.total.gpus;
    m_fresh.hasGpuParts = gpus.total.hasParts();
    m_timer.stop();
    m_next = 0;
    m_keys = keys;
    m_keys.removeIf([this](const TrackKey &key) { return key.component != m_fresh.component; });
    work();
}

void PlanReader::work()
{
    const LoopSlice slice(4ms);
    const RolloutSource *source = m_places.first().second;
    if (!source)
        return; // nobody wants its plan any more
    for (; m_next < m_keys.size(); ++m_next) {
        if (slice.isOver()) {
            m_timer.start(0ms);
            return;
        }
        readNode(*source, m_keys[m_next]);
    }
    takeTimes();
    finish();
}

/// Of the first place that shows any, as its pace has them.
void PlanReader::takeTimes()
{
    for (const auto &[name, source] : std::as_const(m_places)) {
        const std::optional<Pace> pace = source ? source->pace(m_fresh.component) : std::nullopt;
        if (!pace || pace->sample.times.isEmpty())
            continue;
        m_fresh.seen = pace->sample;
        m_fresh.timesFrom = name;
        m_fresh.changeover = pace->changeover.median;
        return;
    }
}

void PlanReader::readNode(const RolloutSource &source, const TrackKey &key)
{
    const NodeTrack *track = source.find(key);
    if (!track || track->verdict == Verdict::NotPart)
        return;
    const RolloutNode node = source.node(key.node);
    if (track->verdict == Verdict::Skipped || node.skippedBy.contains(key.component)) {
        ++m_fresh.skipped;
        m_fresh.skippedAway += node.isCordoned || !node.isReady ? 1 : 0;
        return;
    }
    const QString policy = track->policy.isEmpty() ? track->queue : track->policy;
    if (!policy.isEmpty() && !m_fresh.policies.contains(policy))
        m_fresh.policies << policy;
    addPlannedNode(m_fresh, *track,
                   {node.gpus, node.gpusTotal, node.isCordoned, node.isReady, node.notReadyText,
                    source.history(key).wasFoundCordoned()});
    PlannedNode &planned = m_fresh.nodes.last();
    if (m_emptying && m_fresh.areHoldsKnown) {
        const std::optional<QStringList> holds = source.holds(key, *m_emptying);
        m_fresh.areHoldsKnown = holds.has_value();
        if (holds && planned.hold.isEmpty())
            planned.hold = holds->join(u' ');
    }
    readTenants(source, key.node);
}

void PlanReader::readTenants(const RolloutSource &source, const QString &node)
{
    QMap<QString, GpuAmount> gpus;
    const QList<NodeTenant> tenants = source.tenants({node});
    for (const NodeTenant &tenant : tenants)
        gpus[tenant.namespaceName] += tenant.gpus;
    for (auto tenant = gpus.cbegin(); tenant != gpus.cend(); ++tenant)
        m_fresh.tenants.append({node, tenant.key(), *tenant});
}

void PlanReader::finish()
{
    const auto isBefore = [](const auto &a, const auto &b) { return a.name < b.name; };
    if (!std::is_sorted(m_fresh.nodes.cbegin(), m_fresh.nodes.cend(), isBefore))
        std::sort(m_fresh.nodes.begin(), m_fresh.nodes.end(), isBefore);
    m_fresh.policies.sort();
    const auto isOnEarlier = [](const TenantGpus &a, const TenantGpus &b) { return a.node < b.node; };
    if (!std::is_sorted(m_fresh.tenants.cbegin(), m_fresh.tenants.cend(), isOnEarlier))
        std::stable_sort(m_fresh.tenants.begin(), m_fresh.tenants.end(), isOnEarlier);
    if (m_facts == m_fresh && m_components == m_freshComponents)
        return;
    m_facts = m_fresh;
    m_components = m_freshComponents;
    Q_EMIT changed();
}

} // namespace chartroom
