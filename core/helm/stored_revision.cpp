// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/stored_revision.h"

#include <QCoreApplication>

#include <algorithm>
#include <simdjson.h>

namespace chartroom {

namespace {

struct Labels
{
    Q_DECLARE_TR_FUNCTIONS(ReleaseLabels)
public:
    QString name;
    QString status;
    QString version;
    QString creationTimestamp;
};

QString textOf(simdjson::simdjson_result<simdjson::ondemand::value> value)
{
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS)
        return {};
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

void readLabels(simdjson::ondemand::object json, Labels &labels)
{
    for (auto field : json) {
        const std::string_view key = field.unescaped_key();
        if (key == "name")
            labels.name = textOf(field.value());
        else if (key == "status")
            labels.status = textOf(field.value());
        else if (key == "version")
            labels.version = textOf(field.value());
    }
}

Labels labelsOf(const QByteArray &json)
{
    thread_local simdjson::ondemand::parser parser;
    thread_local QByteArray scratch;
    Labels labels;
    scratch.resize(json.size() + qsizetype(simdjson::SIMDJSON_PADDING));
    std::copy(json.cbegin(), json.cend(), scratch.begin());
    try {
        simdjson::ondemand::document document =
            parser.iterate(scratch.constData(), size_t(json.size()), size_t(scratch.size()));
        for (auto field : document["metadata"].get_object()) {
            const std::string_view key = field.unescaped_key();
            if (key == "creationTimestamp")
                labels.creationTimestamp = textOf(field.value());
            else if (simdjson::ondemand::object object;
                     key == "labels" && field.value().get_object().get(object) == simdjson::SUCCESS)
                readLabels(object, labels);
        }
    } catch (const simdjson::simdjson_error &) {
        // What was read so far stands; the object's name fills the rest.
    }
    return labels;
}

QDateTime timeOf(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODate).toUTC();
}

} // namespace

std::optional<StoredRevision> readRevision(const KubeObject &object, ReleaseStorage storage)
{
    static const QString prefix = QStringLiteral("sh.helm.release.v1.");
    const Labels labels = labelsOf(object.json);
    const bool named = object.name.startsWith(prefix);
    if (!named && (storage == ReleaseStorage::ConfigMap || labels.name.isEmpty()))
        return {};
    const qsizetype suffix = object.name.lastIndexOf(u".v");
    const bool numbered = named && suffix >= prefix.size();
    StoredRevision stored;
    stored.key = {object.namespaceName, labels.name, storage};
    if (labels.name.isEmpty())
        stored.key.name =
            object.name.sliced(prefix.size(), (numbered ? suffix : object.name.size()) - prefix.size());
    RevisionEntry &entry = stored.entry;
    entry.uid = object.uid;
    entry.resourceVersion = object.resourceVersion;
    entry.objectName = object.name;
    bool number = false;
    entry.revision = labels.version.toInt(&number);
    if (!number || entry.revision < 0)
        entry.revision = numbered ? object.name.sliced(suffix + 2).toInt() : 0;
    entry.statusText = labels.status;
    entry.status = releaseStatus(labels.status);
    entry.date.created = timeOf(labels.creationTimestamp);
    entry.date.written = timeOf(QString::fromLatin1(object.written));
    return stored;
}

StoredRevision asRecorded(StoredRevision labels, const ReleaseRecord &record)
{
    ReleaseKey &key = labels.key;
    RevisionEntry &entry = labels.entry;
    const bool same = record.name == key.name && record.namespaceName == key.namespaceName &&
                      record.revision == entry.revision && record.statusText == entry.statusText;
    if (same)
        return labels;
    entry.contradiction =
        Labels::tr("The labels say %1/%2 revision %3, %4; the record says %5/%6 revision %7, %8.")
            .arg(key.namespaceName, key.name, QString::number(entry.revision), entry.statusText)
            .arg(record.namespaceName, record.name, QString::number(record.revision), record.statusText);
    entry.labelStatus = entry.status;
    if (!record.name.isEmpty())
        key.name = record.name;
    if (record.revision > 0)
        entry.revision = record.revision;
    if (!record.statusText.isEmpty()) {
        entry.statusText = record.statusText;
        entry.status = record.status;
    }
    return labels;
}

ResourceQuery releaseQuery(ReleaseStorage storage, const QString &namespaceName)
{
    ResourceQuery query;
    const QString scope =
        namespaceName.isEmpty() ? QString() : QStringLiteral("/namespaces/") + namespaceName;
    const bool secret = storage == ReleaseStorage::Secret;
    query.path = QStringLiteral("/api/v1") + scope +
                 (secret ? QStringLiteral("/secrets") : QStringLiteral("/configmaps"));
    query.labelSelector = QStringLiteral("owner=helm");
    if (secret)
        query.fieldSelector = QStringLiteral("type=helm.sh/release.v1");
    query.metadataOnly = true;
    return query;
}

QString recordPath(const ReleaseKey &key, const QString &objectName)
{
    return releaseQuery(key.storage, key.namespaceName).path + u'/' + objectName;
}

QString storageName(ReleaseStorage storage)
{
    return storage == ReleaseStorage::Secret ? QStringLiteral("Secrets") : QStringLiteral("ConfigMaps");
}

} // namespace chartroom
