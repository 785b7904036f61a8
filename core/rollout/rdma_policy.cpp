// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rdma_policy.h"

#include "core/kube/lenient_json.h"
#include "core/kube/shared_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <optional>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// Go's encoding/json takes a key of another case where there is none of the right one.
QJsonValue goMember(const QJsonObject &object, const QString &key)
{
    if (object.contains(key))
        return object.value(key);
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (member.key().compare(key, Qt::CaseInsensitive) == 0)
            return member.value();
    }
    return {};
}

/// The resources that a plugin's configuration names; nothing where the plugin itself refuses it.
std::optional<QStringList> resourcesOf(const LenientJson &config, const QString &list, const QString &prefix)
{
    const std::string_view text = config.view();
    const QJsonArray entries =
        goMember(QJsonDocument::fromJson(QByteArray(text.data(), qsizetype(text.size()))).object(), list)
            .toArray();
    QStringList resources;
    for (const QJsonValue &value : entries) {
        const QJsonObject entry = value.toObject();
        const QString name = goMember(entry, u"resourceName"_s).toString();
        if (name.isEmpty())
            return std::nullopt;
        // Of FPGAs and the like (sriov-network-device-plugin pkg/types/types.go AcceleratorType).
        if (goMember(entry, u"deviceType"_s).toString() == u"accelerator")
            continue;
        const QString own = goMember(entry, u"resourcePrefix"_s).toString();
        resources << (own.isEmpty() ? prefix : own) + u'/' + name;
    }
    return entries.isEmpty() ? std::nullopt : std::optional(resources);
}

void readPlugin(const LenientJson &spec, const char *field, const QString &list, const QString &prefix,
                QStringList &resources, RdmaPolicy &policy)
{
    const LenientJson plugin = spec[field];
    if (!plugin.exists())
        return;
    if (plugin["config"].text().isEmpty())
        policy.isElsewhere = true;
    else if (const auto read = resourcesOf(plugin["config"], list, prefix))
        resources += *read;
    else
        policy.unreadable << QString::fromLatin1(field) + u".config"_s;
}

} // namespace

RdmaPolicy RdmaPolicy::read(const LenientJson &spec)
{
    RdmaPolicy policy;
    readPlugin(spec, "rdmaSharedDevicePlugin", u"configList"_s, u"rdma"_s, policy.shared, policy);
    readPlugin(spec, "sriovDevicePlugin", u"resourceList"_s, u"intel.com"_s, policy.functions, policy);
    // api/v1/sriovnetworknodepolicy_types.go of the SR-IOV Network Operator
    if (const QString name = spec["resourceName"].text(); !name.isEmpty() && spec["isRdma"].boolean())
        policy.functions << u'/' + name;
    spec["nodeSelector"].forEachMember([&policy](std::string_view key, const LenientJson &value) {
        policy.nodeSelector.insert(sharedText(key), value.text());
    });
    return policy;
}

Result<RdmaPolicy> RdmaPolicy::read(const KubeObject &object)
{
    return readFields<RdmaPolicy>(object, [](const LenientJson &root) { return read(root["spec"]); });
}

bool isUsualRdma(QStringView resource)
{
    return resource.startsWith(u"rdma/") || resource == u"nvidia.com/hostdev";
}

void RdmaNames::add(const QStringList &resources)
{
    m_declared.unite(QSet<QString>(resources.cbegin(), resources.cend()));
}

void RdmaNames::add(const RdmaPolicy &policy)
{
    add(policy.shared);
    add(policy.functions);
}

bool RdmaNames::has(const QString &resource) const
{
    return isUsualRdma(resource) || m_declared.contains(resource) ||
           m_declared.contains(resource.mid(std::max<qsizetype>(resource.lastIndexOf(u'/'), 0)));
}

DeviceCount rdmaDevices(const Node &node, const RdmaNames &names)
{
    DeviceCount count;
    for (auto device = node.devices.cbegin(); device != node.devices.cend(); ++device) {
        if (names.has(device.key())) {
            count.allocatable += *device;
            count.total += node.deviceCapacities.value(device.key());
        }
    }
    return count;
}

} // namespace chartroom
