// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/device_offers.h"

#include "core/kube/gpu_count.h"
#include "core/rollout/rollout_inputs.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// Of one device.
struct Offer
{
    GpuAmount amount;
    QStringList taints;
    bool isUndecided = false;
};

Offer offerOf(const DeviceSlice &slice, const SlicedDevice &device, const ObjectMap<DeviceTaintRule> &rules)
{
    Offer offer{device.amount, device.taints, false};
    for (const DeviceTaintRule &rule : rules) {
        if (!rule.mayTake(slice, device))
            continue;
        if (rule.isUndecided)
            offer.isUndecided = true;
        else
            offer.taints << rule.taint;
    }
    offer.taints.removeDuplicates();
    return offer;
}

class Gathering
{
public:
    Gathering(const ObjectMap<DeviceTaintRule> &rules, const ObjectMap<Node> &nodes)
        : m_rules(rules)
        , m_nodes(nodes)
    {}

    void takePool(const QList<const DeviceSlice *> &pool)
    {
        const auto isOlder = [](const DeviceSlice *a, const DeviceSlice *b) {
            return a->generation < b->generation;
        };
        const qint64 newest = (*std::max_element(pool.cbegin(), pool.cend(), isOlder))->generation;
        const auto isNewest = [newest](const DeviceSlice *one) { return one->generation == newest; };
        const qint64 there = std::count_if(pool.cbegin(), pool.cend(), isNewest);
        const bool isWhole = std::all_of(pool.cbegin(), pool.cend(), [&](const DeviceSlice *one) {
            return !isNewest(one) || one->sliceCount == there;
        });
        for (const DeviceSlice *slice : pool) {
            if (!isWhole)
                doubt(*slice);
            else if (isNewest(slice))
                take(*slice);
        }
    }

    [[nodiscard]] ClaimableGpusByNode result() && { return std::move(m_byNode); }

private:
    template<typename Visit>
    void forEachNode(const DeviceAccess &access, Visit visit)
    {
        if (access.isOfOneNode())
            return visit(m_byNode[access.node], SelectorFit::Yes);
        if (!access.isForAll && !access.selector)
            return;
        for (const Node &node : m_nodes) {
            const SelectorFit fit = access.isForAll ? SelectorFit::Yes : access.selector->fit(node);
            if (fit != SelectorFit::No)
                visit(m_byNode[node.name], fit);
        }
    }

    void doubt(const DeviceSlice &slice)
    {
        const auto mark = [](ClaimableGpus &gpus, SelectorFit) { gpus.isUnknown = true; };
        forEachNode(slice.access, mark);
        for (const SlicedDevice &device : slice.devices)
            forEachNode(device.access, mark);
    }

    void take(const DeviceSlice &slice)
    {
        QList<Offer> offers;
        for (const SlicedDevice &device : slice.devices) {
            const Offer offer = offerOf(slice, device, m_rules);
            if (slice.isPerDevice)
                give(device.access, {offer});
            else
                offers << offer;
        }
        if (!offers.isEmpty())
            give(slice.access, offers);
    }

    void give(const DeviceAccess &access, const QList<Offer> &offers)
    {
        forEachNode(access, [&](ClaimableGpus &gpus, SelectorFit fit) {
            if (fit == SelectorFit::Unknown) {
                gpus.isUnknown = true;
                return;
            }
            OfferedGpus &part = access.isOfOneNode() ? gpus.own : gpus.shared;
            for (const Offer &offer : offers) {
                part.all += offer.amount;
                if (offer.taints.isEmpty())
                    part.untainted += offer.amount;
                for (const QString &taint : offer.taints)
                    ++part.taints[taint];
                gpus.isUnknown = gpus.isUnknown || offer.isUndecided;
            }
        });
    }

    const ObjectMap<DeviceTaintRule> &m_rules;
    const ObjectMap<Node> &m_nodes;
    ClaimableGpusByNode m_byNode;
};

QString taintsText(const OfferedGpus &gpus)
{
    QStringList said;
    for (auto taint = gpus.taints.cbegin(); taint != gpus.taints.cend(); ++taint)
        said << QStringLiteral("%1 (%2)").arg(taint.key(), QString::number(*taint));
    return said.join(QStringLiteral(", "));
}

/// Ways to divide a GPU are no part of what is compared.
auto counted(const GpuAmount &amount)
{
    return std::tuple(amount.gpus, amount.slices, amount.shares, amount.partitions);
}

} // namespace

ClaimableGpusByNode claimableGpus(const ObjectMap<DeviceSlice> &slices,
                                  const ObjectMap<DeviceTaintRule> &rules, const ObjectMap<Node> &nodes)
{
    QHash<std::pair<QString, QString>, QList<const DeviceSlice *>> pools;
    for (const DeviceSlice &slice : slices) {
        if (!slice.driver.isEmpty())
            pools[{slice.driver, slice.pool}] << &slice;
    }
    Gathering gathering(rules, nodes);
    for (const QList<const DeviceSlice *> &pool : std::as_const(pools))
        gathering.takePool(pool);
    return std::move(gathering).result();
}

QString taintsText(const ClaimableGpus &gpus)
{
    return taintsText(gpus.own.taints.isEmpty() ? gpus.shared : gpus.own);
}

QStringList claimableLines(const ClaimableGpus &gpus, const GpuAmount &plugin)
{
    QStringList lines;
    const auto add = [&lines](const OfferedGpus &part, const QString &text) {
        if (part.all.isEmpty())
            return;
        QString line = text.arg(gpuAmountText(part.all));
        if (!part.taints.isEmpty())
            line += u' ' + RolloutTr::tr("Without a taint: %1; tainted: %2.")
                               .arg(gpuAmountText(part.untainted), taintsText(part));
        lines << line;
    };
    add(gpus.own, RolloutTr::tr("ResourceSlices offer claims %1 of the node.", "numbers of GPUs"));
    add(gpus.shared,
        RolloutTr::tr("ResourceSlices offer claims %1 that other nodes may use too.", "numbers of GPUs"));
    if (!plugin.isEmpty() && !gpus.own.all.isEmpty() && counted(plugin) != counted(gpus.own.all))
        lines << RolloutTr::tr("The device plugin counts %1, ResourceSlices %2. The two are not added: both "
                               "may count the same GPUs.")
                     .arg(gpuAmountText(plugin), gpuAmountText(gpus.own.all));
    if (gpus.isUnknown)
        lines << RolloutTr::tr("Which GPUs ResourceSlices offer is not fully known: a pool is incomplete, or "
                               "a node selector or DeviceTaintRule could not be evaluated.");
    return lines;
}

DeviceOffers::DeviceOffers(Transport *transport, NodeStore *nodes, const Clock *clock, QObject *parent)
    : QObject(parent)
    , m_nodes(nodes)
    , m_slices(transport, everyObject("/apis/resource.k8s.io/v1/resourceslices"), clock, nullptr)
    , m_rules(transport, everyObject("/apis/resource.k8s.io/v1/devicetaintrules"), clock, nullptr)
{
    for (ObjectStoreBase *store : stores())
        connect(store, &ObjectStoreBase::objectsChanged, this, &DeviceOffers::gather);
    connect(nodes, &ObjectStoreBase::objectsChanged, this, &DeviceOffers::takeNodes);
}

/// Of a slice that names its node nothing else of that node matters.
void DeviceOffers::takeNodes()
{
    const auto isBySelection = [](const DeviceSlice &slice) {
        return slice.isPerDevice || slice.access.isForAll || slice.access.selector;
    };
    const auto mayFitOtherwise = [](const NodeStore::Change &change) {
        return !change.before || !change.now || change.before->labels != change.now->labels;
    };
    const std::vector<NodeStore::Change> &changes = m_nodes->changes();
    const ObjectMap<DeviceSlice> &slices = m_slices.objects();
    if (std::any_of(slices.begin(), slices.end(), isBySelection) &&
        std::any_of(changes.begin(), changes.end(), mayFitOtherwise))
        gather();
}

void DeviceOffers::gather()
{
    const ClaimableGpusByNode before =
        std::exchange(m_byNode, claimableGpus(m_slices.objects(), m_rules.objects(), m_nodes->objects()));
    QStringList nodes;
    for (auto one = m_byNode.cbegin(); one != m_byNode.cend(); ++one) {
        const auto known = before.constFind(one.key());
        if (known == before.cend() || *known != *one)
            nodes << one.key();
    }
    for (auto one = before.cbegin(); one != before.cend(); ++one) {
        if (!m_byNode.contains(one.key()))
            nodes << one.key();
    }
    if (!nodes.isEmpty())
        Q_EMIT changed(nodes);
}

} // namespace chartroom
