// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/resource_query.h"

namespace chartroom {

QUrlQuery ResourceQuery::selectors() const
{
    QUrlQuery query;
    // QUrlQuery leaves '+' and '&' of a value to the caller
    const auto add = [&query](const QString &key, const QString &value) {
        if (!value.isEmpty())
            query.addQueryItem(key, QString::fromLatin1(QUrl::toPercentEncoding(value)));
    };
    add(QStringLiteral("labelSelector"), labelSelector);
    add(QStringLiteral("fieldSelector"), fieldSelector);
    return query;
}

QByteArray ResourceQuery::listAccept() const
{
    return metadataOnly ? "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
                        : "application/json";
}

QByteArray ResourceQuery::watchAccept() const
{
    return metadataOnly ? "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" : "application/json";
}

} // namespace chartroom
