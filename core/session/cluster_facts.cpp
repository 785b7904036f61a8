// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/cluster_facts.h"

#include "core/base/on_finished.h"
#include "core/kube/lenient_json.h"

namespace chartroom {

namespace {

QStringList itemNames(const LenientJson &list)
{
    QStringList names;
    list["items"].forEachItem([&](const LenientJson &item) { names << item["metadata"]["name"].text(); });
    return names;
}

QStringList helm2Names(const LenientJson &list)
{
    QStringList names;
    list["items"].forEachItem(
        [&](const LenientJson &item) { names << item["metadata"]["labels"]["NAME"].text(); });
    names.removeDuplicates();
    names.removeAll(QString());
    if (list["metadata"]["continue"].exists()) // one page is read
        names << QStringLiteral("…");
    return names;
}

} // namespace

ClusterFacts::ClusterFacts(Transport *transport, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
{}

template<typename Read>
void ClusterFacts::ask(const QString &path, bool metadataOnly, Read read, const QUrlQuery &query)
{
    Request request;
    request.path = path;
    request.query = query;
    if (metadataOnly)
        request.accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    ++m_underWay;
    onFinished(m_transport->get(request), this, [this, path, read](const Result<Response> &response) {
        --m_underWay;
        if (response)
            (void)readFields<bool>(KubeObject{{}, {}, path, {}, response->body},
                                   [&](const LenientJson &root) {
                                       read(root);
                                       return true;
                                   });
        Q_EMIT changed();
    });
}

void ClusterFacts::fetch()
{
    if (m_underWay > 0)
        return;
    if (m_serverVersion.isEmpty())
        ask(QStringLiteral("/version"), false,
            [this](const LenientJson &root) { m_serverVersion = root["gitVersion"].text(); });
    if (!m_created.isValid())
        ask(QStringLiteral("/api/v1/namespaces/kube-system"), false, [this](const LenientJson &root) {
            m_created = QDateTime::fromString(root["metadata"]["creationTimestamp"].text(), Qt::ISODate);
            m_clusterUid = root["metadata"]["uid"].text();
        });
    if (!m_crds)
        ask(QStringLiteral("/apis/apiextensions.k8s.io/v1/customresourcedefinitions"), true,
            [this](const LenientJson &root) { m_crds = itemNames(root); });
    if (!m_csiDrivers)
        ask(QStringLiteral("/apis/storage.k8s.io/v1/csidrivers"), true,
            [this](const LenientJson &root) { m_csiDrivers = itemNames(root); });
    if (!m_helm2Releases) // helm/helm pkg/storage/driver/cfgmaps.go@v2.17.0
        ask(
            QStringLiteral("/api/v1/namespaces/kube-system/configmaps"), true,
            [this](const LenientJson &root) { m_helm2Releases = helm2Names(root); },
            QUrlQuery({{QStringLiteral("labelSelector"), QStringLiteral("OWNER=TILLER")},
                       {QStringLiteral("limit"), QStringLiteral("500")}}));
}

} // namespace chartroom
