// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_query.h"

#include "core/kube/api_version.h"
#include "core/recording/recorded_releases.h"
#include "core/recording/recording_tr.h"

#include <QHash>

#include <simdjson.h>

namespace chartroom {

namespace {

QHash<QString, QString> labelsOf(const KubeObject &object)
{
    thread_local simdjson::dom::parser parser;
    QHash<QString, QString> labels;
    simdjson::dom::object found;
    const auto root = parser.parse(object.json.constData(), size_t(object.json.size()));
    if (root["metadata"]["labels"].get(found) != simdjson::SUCCESS)
        return labels;
    for (const auto &[key, value] : found) {
        std::string_view text;
        if (value.get(text) == simdjson::SUCCESS)
            labels.insert(QString::fromUtf8(key.data(), qsizetype(key.size())),
                          QString::fromUtf8(text.data(), qsizetype(text.size())));
    }
    return labels;
}

KubeObject metadataOf(KubeObject object)
{
    thread_local simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(object.json.constData(), size_t(object.json.size()));
    simdjson::ondemand::document document;
    simdjson::ondemand::object metadata;
    std::string_view raw = "{}";
    if (parser.iterate(padded).get(document) == simdjson::SUCCESS &&
        document["metadata"].get_object().get(metadata) == simdjson::SUCCESS &&
        metadata.raw_json().get(raw) != simdjson::SUCCESS)
        raw = "{}";
    object.json = "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":" +
                  QByteArray(raw.data(), qsizetype(raw.size())) + '}';
    return object;
}

} // namespace

QString playVersion(qsizetype count)
{
    return QStringLiteral("at-") + QString::number(count);
}

bool RecordedQuery::parsePath(const QString &path)
{
    QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    if (parts.size() >= 3 && parts[0] == u"api") {
        parts.remove(0, 2);
    } else if (parts.size() >= 4 && parts[0] == u"apis") {
        m_group = parts[1];
        parts.remove(0, 3);
    } else {
        return false;
    }
    if (parts.size() >= 3 && parts[0] == u"namespaces") {
        m_namespace = parts[1];
        parts.remove(0, 2);
    }
    m_resource = parts.takeFirst();
    if (!parts.isEmpty())
        m_objectName = parts.takeFirst();
    if (m_group.isEmpty() && (m_resource == u"secrets" || m_resource == u"configmaps")) {
        m_storage = m_resource == u"secrets" ? ReleaseStorage::Secret : ReleaseStorage::ConfigMap;
        m_resource = QStringLiteral("releases");
    }
    return parts.isEmpty();
}

Result<RecordedQuery> RecordedQuery::parse(const Request &request)
{
    RecordedQuery query;
    if (!query.parsePath(request.path))
        return failure(Error::Code::NotFound,
                       RecordingTr::tr("The recording does not contain %1.").arg(request.path));
    query.m_metadataOnly = request.accept.contains("as=PartialObjectMetadata");
    const auto unsupported = [](const QString &selector) {
        return failure(Error::Code::Unsupported,
                       RecordingTr::tr("A recording cannot be searched by \"%1\".").arg(selector));
    };
    const auto value = [&](const QString &name) {
        return request.query.queryItemValue(name, QUrl::FullyDecoded);
    };
    const QString labels = value(QStringLiteral("labelSelector"));
    const auto selected = LabelSelector::parse(labels);
    if (!selected)
        return unsupported(labels);
    query.m_labels = *selected;
    const QString fields = value(QStringLiteral("fieldSelector"));
    const auto asked = LabelSelector::parse(fields); // a field selector is written alike
    if (!asked)
        return unsupported(fields);
    for (const LabelSelector::Requirement &needed : asked->requirements()) {
        if (needed.kind != LabelSelector::Requirement::Kind::In || needed.values.size() != 1)
            return unsupported(fields);
        const QString wanted = needed.values.first();
        if (needed.key == u"metadata.name")
            query.m_fieldName = wanted;
        else if (needed.key == u"metadata.namespace")
            query.m_namespace = wanted;
        else if (!query.m_storage || needed.key != u"type" || wanted != u"helm.sh/release.v1")
            return unsupported(fields);
    }
    return query;
}

bool RecordedQuery::matchesLabels(const KubeObject &object) const
{
    return !selectsByLabel() || m_labels.selects(labelsOf(object));
}

/// By what does not change over an object's life.
bool RecordedQuery::concerns(const RecordingEvents::Identity &identity) const
{
    if (identity.resource != m_resource || (!m_namespace.isEmpty() && identity.namespaceName != m_namespace))
        return false;
    if (m_storage)
        return identity.storage == *m_storage;
    return (identity.apiVersion.isEmpty() || m_group == apiGroupOf(identity.apiVersion)) &&
           (m_objectName.isEmpty() || identity.name == m_objectName) &&
           (m_fieldName.isEmpty() || identity.name == m_fieldName);
}

std::optional<KubeObject> RecordedQuery::object(const RecordingEvents &events, qsizetype index,
                                                QByteArray room) const
{
    if (!concerns(events.identity(index)))
        return std::nullopt;
    RecordingEvent event = events.event(index, std::move(room));
    KubeObject object =
        m_storage ? releaseObject(event, playVersion(index + 1), m_metadataOnly) : std::move(event.object);
    if (!m_objectName.isEmpty() && object.name != m_objectName)
        return std::nullopt;
    if (!m_fieldName.isEmpty() && object.name != m_fieldName)
        return std::nullopt;
    if (!matchesLabels(object))
        return std::nullopt;
    if (object.resourceVersion.isEmpty()) // a reader tells states of one object apart by it
        object.resourceVersion = playVersion(index + 1);
    if (m_metadataOnly && !m_storage)
        return metadataOf(std::move(object));
    return object;
}

KubeObject RecordedQuery::named(const RecordingEvents &events, qsizetype index) const
{
    if (m_storage) { // their names are made from what they hold
        KubeObject object = *this->object(events, index);
        object.json.clear();
        return object;
    }
    const RecordingEvents::Identity &identity = events.identity(index);
    KubeObject object{identity.uid, identity.namespaceName, identity.name, events.resourceVersion(index), {}};
    if (object.resourceVersion.isEmpty())
        object.resourceVersion = playVersion(index + 1);
    return object;
}

std::optional<KubeObject> RecordedQuery::remains(const RecordingEvents &events, qsizetype index) const
{
    const RecordingEvents::Identity &identity = events.identity(index);
    if (m_storage || selectsByLabel())
        return object(events, index);
    if (!concerns(identity))
        return std::nullopt;
    return KubeObject{identity.uid, identity.namespaceName, identity.name, playVersion(index + 1), {}};
}

} // namespace chartroom
