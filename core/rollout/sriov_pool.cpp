// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_pool.h"

#include "core/kube/label_selector.h"
#include "core/kube/lenient_json.h"
#include "core/kube/node.h"
#include "core/rollout/rollout_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// metav1.LabelSelector as the text of the same.
QString selectorText(const LenientJson &selector)
{
    QStringList parts;
    selector["matchLabels"].forEachMember([&](std::string_view key, const LenientJson &value) {
        parts << QString::fromUtf8(key) + u'=' + value.text();
    });
    selector["matchExpressions"].forEachItem([&](const LenientJson &expression) {
        const QString key = expression["key"].text();
        const QString kind = expression["operator"].text();
        QStringList values;
        expression["values"].forEachItem([&](const LenientJson &value) { values << value.text(); });
        if (kind == u"Exists")
            parts << key;
        else if (kind == u"DoesNotExist")
            parts << u'!' + key;
        else
            parts << QStringLiteral("%1 %2 (%3)").arg(key, kind.toLower(), values.join(u','));
    });
    return parts.join(u',');
}

/// Nothing: nobody knows.
std::optional<bool> selects(const SriovPool &pool, const LabelMap &labels)
{
    if (pool.nodes.isEmpty())
        return true;
    const auto selector = LabelSelector::parse(pool.nodes);
    if (!selector)
        return std::nullopt;
    QHash<QString, QString> known;
    for (const LabelSelector::Requirement &requirement : selector->requirements()) {
        if (!isKeptNodeKey(requirement.key.toStdString(), "true"))
            return std::nullopt;
        if (labels.contains(requirement.key))
            known.insert(requirement.key, labels.value(requirement.key));
    }
    return selector->selects(known);
}

} // namespace

Result<SriovPool> SriovPool::read(const KubeObject &object)
{
    return readFields<SriovPool>(object, [&](const LenientJson &root) {
        const LenientJson spec = root["spec"];
        SriovPool pool;
        pool.uid = object.uid;
        pool.name = object.name;
        pool.maxUnavailable = spec["maxUnavailable"].text();
        pool.nodes = selectorText(spec["nodeSelector"]);
        pool.isForOffload = !spec["ovsHardwareOffloadConfig"]["name"].text().isEmpty();
        return pool;
    });
}

SriovPoolChoice poolOf(const LabelMap &labels, const QList<SriovPool> &pools)
{
    QStringList unknown;
    QList<const SriovPool *> found;
    for (const SriovPool &pool : pools) {
        const std::optional<bool> isOne = pool.isForOffload ? false : selects(pool, labels);
        if (!isOne)
            unknown << pool.name;
        else if (*isOne)
            found << &pool;
    }
    QStringList names;
    for (const SriovPool *pool : found)
        names << pool->name;
    names.sort();
    if (found.size() > 1)
        return {names.join(QStringLiteral(", ")), QString(),
                RolloutTr::tr("Several SriovNetworkPoolConfigs select the node (%1): the operator drains "
                              "none of their nodes.")
                    .arg(names.join(QStringLiteral(", ")))};
    if (!unknown.isEmpty()) {
        unknown.sort();
        return {unknown.join(QStringLiteral(", ")), std::nullopt, {}};
    }
    if (found.isEmpty())
        return {{}, QStringLiteral("1"), {}};
    return {found.first()->name, found.first()->maxUnavailable, {}};
}

} // namespace chartroom
