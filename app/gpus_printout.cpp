// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gpus_printout.h"

#include "core/kube/gpu_count.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

Value valueOf(const GpuAmount &amount)
{
    return Value(Value::Map{{u"gpus"_s, numberValue(amount.gpus)},
                            {u"slices"_s, numberValue(amount.slices)},
                            {u"shares"_s, numberValue(amount.shares)},
                            {u"partitions"_s, numberValue(amount.partitions)}});
}

/// "6", "6, 2 MIG slices", "14 MIG slices".
QString amountText(const GpuAmount &amount)
{
    const QString parts = gpuPartsText(amount);
    if (parts.isEmpty())
        return QString::number(amount.gpus);
    return amount.gpus == 0 ? parts : QString::number(amount.gpus) + u", "_s + parts;
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"-"_s : text;
}

} // namespace

Printout gpusPrintout(const GpuUse &use, bool knowsPods, bool knowsClaims)
{
    Printout printout;
    printout.columns = {{u"POOL"_s, 0, Column::Fit::Cut},
                        {u"MODEL"_s, 1, Column::Fit::Cut},
                        {u"NODES"_s},
                        {u"FOR PODS"_s, 2},
                        {u"GPUS"_s},
                        {u"AVAILABLE"_s},
                        {u"USED"_s},
                        {u"FREE"_s}};
    Value::List pools;
    for (const GpuPool &pool : use.pools) {
        pools << Value(Value::Map{{u"pool"_s, textOrNull(pool.pool)},
                                  {u"model"_s, textOrNull(pool.model)},
                                  {u"nodes"_s, numberValue(pool.nodes)},
                                  {u"nodesForPods"_s, numberValue(pool.nodesForPods)},
                                  {u"total"_s, valueOf(pool.total)},
                                  {u"available"_s, valueOf(pool.available)},
                                  {u"used"_s, knowsPods ? valueOf(pool.used) : Value()},
                                  {u"free"_s, knowsPods ? valueOf(pool.free) : Value()}});
        printout.rows << QStringList{orDash(pool.pool),
                                     orDash(pool.model),
                                     QString::number(pool.nodes),
                                     QString::number(pool.nodesForPods),
                                     amountText(pool.total),
                                     amountText(pool.available),
                                     knowsPods ? amountText(pool.used) : u"unknown"_s,
                                     knowsPods ? amountText(pool.free) : u"unknown"_s};
    }
    Value::List namespaces;
    for (const GpuNamespace &one : use.namespaces)
        namespaces << Value(Value::Map{{u"namespace"_s, Value(one.name)},
                                       {u"pods"_s, numberValue(one.pods)},
                                       {u"used"_s, valueOf(one.used)},
                                       {u"claimed"_s, knowsClaims ? valueOf(one.claimed) : Value()},
                                       {u"pendingPods"_s, numberValue(one.pendingPods)},
                                       {u"pending"_s, valueOf(one.pending)},
                                       {u"pendingWhy"_s, textOrNull(one.why)}});
    printout.data = Value(
        Value::Map{{u"pools"_s, Value(pools)}, {u"namespaces"_s, knowsPods ? Value(namespaces) : Value()}});
    return printout;
}

Printout gpuNamespacesTable(const GpuUse &use)
{
    Printout table;
    table.columns = {{u"NAMESPACE"_s, 0, Column::Fit::Cut},
                     {u"PODS"_s},
                     {u"USED"_s},
                     {u"CLAIMED"_s, 2},
                     {u"PENDING PODS"_s},
                     {u"PENDING"_s, 1},
                     {u"PENDING WHY"_s, 0, Column::Fit::Below, 20}};
    for (const GpuNamespace &one : use.namespaces)
        table.rows << QStringList{one.name,
                                  QString::number(one.pods),
                                  amountText(one.used),
                                  one.claimed.isEmpty() ? QString() : amountText(one.claimed),
                                  QString::number(one.pendingPods),
                                  one.pendingPods == 0 ? QString() : amountText(one.pending),
                                  one.why};
    return table;
}

} // namespace chartroom
