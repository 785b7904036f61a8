// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_releases.h"

#include "core/recording/json_text.h"

#include <simdjson.h>

namespace chartroom {

namespace {

namespace dom = simdjson::dom;

/// A string member as JSON text with its quotes; "" when it is missing or no string.
QByteArray stringMember(const dom::element &object, const char *name)
{
    std::string_view text;
    QByteArray json;
    appendJsonString(json, object[name].get(text) == simdjson::SUCCESS ? text : std::string_view());
    return json;
}

QByteArray rawMember(const dom::element &object, const char *name, const char *otherwise)
{
    dom::element member;
    if (object[name].get(member) != simdjson::SUCCESS)
        return otherwise;
    const std::string text = simdjson::minify(member);
    return QByteArray(text.data(), qsizetype(text.size()));
}

QDateTime timeMember(const dom::element &object, const char *name)
{
    std::string_view text;
    if (object[name].get(text) != simdjson::SUCCESS)
        return {};
    return QDateTime::fromString(QString::fromUtf8(text.data(), qsizetype(text.size())), Qt::ISODateWithMs)
        .toUTC();
}

QByteArray rfc3339(const QDateTime &time)
{
    return time.toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'").toLatin1();
}

QByteArray record(const dom::element &release, const RecordingEvent &event)
{
    QByteArray json = "{\"name\":" + jsonString(event.object.name) +
                      ",\"namespace\":" + jsonString(event.object.namespaceName) +
                      ",\"version\":" + QByteArray::number(event.revision) +
                      ",\"info\":{\"status\":" + stringMember(release, "status") +
                      ",\"description\":" + stringMember(release, "description") +
                      ",\"first_deployed\":" + stringMember(release, "firstDeployed") +
                      ",\"last_deployed\":" + stringMember(release, "updated") + "}";
    json += ",\"chart\":{\"metadata\":{\"name\":" + stringMember(release, "chart") +
            ",\"version\":" + stringMember(release, "chartVersion") +
            ",\"appVersion\":" + stringMember(release, "appVersion") +
            ",\"home\":" + stringMember(release, "chartHome") +
            ",\"sources\":" + rawMember(release, "chartSources", "[]") + "}}";
    if (const QByteArray values = rawMember(release, "values", {}); !values.isEmpty())
        json += ",\"config\":" + values;
    return json + ",\"chartroomRecorded\":true}";
}

QByteArray metadata(const dom::element &release, const RecordingEvent &event, const KubeObject &object)
{
    const QDateTime updated = timeMember(release, "updated");
    QByteArray json =
        "{\"name\":" + jsonString(object.name) + ",\"namespace\":" + jsonString(object.namespaceName) +
        ",\"uid\":" + jsonString(object.uid) + ",\"resourceVersion\":" + jsonString(object.resourceVersion);
    if (updated.isValid())
        json += ",\"creationTimestamp\":\"" + rfc3339(updated) + '"';
    json += ",\"labels\":{\"owner\":\"helm\",\"name\":" + jsonString(event.object.name) +
            ",\"status\":" + stringMember(release, "status") + ",\"version\":\"" +
            QByteArray::number(event.revision) + '"';
    json += '}';
    if (const QDateTime changed = timeMember(release, "changed"); changed.isValid())
        json += ",\"managedFields\":[{\"time\":\"" + rfc3339(changed) + "\"}]";
    json += '}';
    return json;
}

} // namespace

KubeObject releaseObject(const RecordingEvent &event, const QString &resourceVersion, bool metadataOnly)
{
    KubeObject object;
    object.namespaceName = event.object.namespaceName;
    object.name = QStringLiteral("sh.helm.release.v1.%1.v%2").arg(event.object.name).arg(event.revision);
    object.uid =
        QStringLiteral("recorded/%1/%2/%3").arg(object.namespaceName, event.object.name).arg(event.revision);
    object.resourceVersion = resourceVersion;

    thread_local dom::parser parser;
    const QByteArray &json = event.object.json;
    dom::element release;
    if (parser.parse(json.constData(), size_t(json.size())).get(release) != simdjson::SUCCESS)
        return object; // the reader saw it parse; a caller meets no such object
    const bool inSecret = event.storage == ReleaseStorage::Secret;
    object.json =
        metadataOnly ? QByteArray("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\"")
        : inSecret ? QByteArray("{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"type\":\"helm.sh/release.v1\"")
                   : QByteArray("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"");
    object.json += ",\"metadata\":" + metadata(release, event, object);
    if (!metadataOnly) {
        QByteArray stored = record(release, event).toBase64();
        if (inSecret)
            stored = stored.toBase64(); // the API's own layer
        object.json += ",\"data\":{\"release\":\"" + stored + "\"}";
    }
    object.json += '}';
    return object;
}

} // namespace chartroom
