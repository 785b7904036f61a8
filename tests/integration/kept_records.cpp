// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/kept_records.h"

#include "tests/support/release_builder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

/// The objects of a list as they can be created again.
QByteArray withoutVersions(const QByteArray &list)
{
    QJsonObject whole = QJsonDocument::fromJson(list).object();
    QJsonArray items;
    const QJsonArray before = whole[u"items"_s].toArray();
    for (const QJsonValue item : before) {
        QJsonObject object = item.toObject();
        QJsonObject metadata = object[u"metadata"_s].toObject();
        for (const QString &key :
             {u"resourceVersion"_s, u"uid"_s, u"creationTimestamp"_s, u"managedFields"_s})
            metadata.remove(key);
        object[u"metadata"_s] = metadata;
        items.append(object);
    }
    whole[u"items"_s] = items;
    return QJsonDocument(whole).toJson();
}

QStringList recordsOf(const ReleaseKey &release)
{
    return {u"secrets"_s, u"-n"_s, release.namespaceName, u"-l"_s, u"owner=helm,name="_s + release.name};
}

} // namespace

KeptRecords::KeptRecords(const Sandbox &sandbox, ReleaseKey release)
    : m_sandbox(sandbox)
    , m_release(std::move(release))
{
    const Ran ran = sandbox.tool("kubectl", QStringList{u"get"_s, u"-o"_s, u"json"_s} + recordsOf(m_release));
    if (ran.exitCode != 0)
        qFatal("the records cannot be read: %s", ran.err.constData());
    m_list = withoutVersions(ran.out);
}

bool KeptRecords::makeWayBack(const QByteArray &text, const QByteArray &other) const
{
    const auto revisionOf = [](const QJsonObject &object) {
        return object[u"metadata"_s][u"labels"_s][u"version"_s].toString().toInt();
    };
    QJsonObject first;
    QJsonObject newest;
    const QJsonArray items = QJsonDocument::fromJson(m_list)[u"items"_s].toArray();
    for (const QJsonValue item : items) {
        const QJsonObject object = item.toObject();
        if (revisionOf(object) == 1)
            first = object;
        if (newest.isEmpty() || revisionOf(object) > revisionOf(newest))
            newest = object;
    }
    const QByteArray outer = QByteArray::fromBase64(newest[u"data"_s][u"release"_s].toString().toLatin1());
    QJsonObject record = QJsonDocument::fromJson(inflatedPrefix(QByteArray::fromBase64(outer))).object();
    const QString manifest = record[u"manifest"_s].toString();
    if (revisionOf(newest) <= 1 || first.isEmpty() || !manifest.contains(QString::fromLatin1(text)))
        return false;
    record[u"version"_s] = 1;
    QJsonObject info = record[u"info"_s].toObject(); // its labels say so, and the record wins over those
    info[u"status"_s] = u"superseded"_s;
    record[u"info"_s] = info;
    record[u"manifest"_s] = QString(manifest).replace(QString::fromLatin1(text), QString::fromLatin1(other));
    const QByteArray json = QJsonDocument(record).toJson(QJsonDocument::Compact);
    first[u"data"_s] = QJsonObject{{u"release"_s, QString::fromLatin1(packed(json, ReleaseStorage::Secret))}};
    QTemporaryFile file;
    const QByteArray object = QJsonDocument(first).toJson();
    return file.open() && file.write(object) == object.size() && file.flush() &&
           m_sandbox.tool("kubectl", {u"replace"_s, u"-f"_s, file.fileName()}).exitCode == 0;
}

bool KeptRecords::restore() const
{
    QTemporaryFile file;
    if (!file.open() || file.write(m_list) != m_list.size() || !file.flush())
        return false;
    return m_sandbox.tool("kubectl", QStringList{u"delete"_s} + recordsOf(m_release)).exitCode == 0 &&
           m_sandbox.tool("kubectl", {u"create"_s, u"-f"_s, file.fileName()}).exitCode == 0;
}

bool setBack(const Sandbox &sandbox, const ReleaseKey &release, int revision, const QDateTime &then)
{
    QJsonObject object =
        QJsonDocument::fromJson(sandbox.get(u"/api/v1/namespaces/%1/secrets/sh.helm.release.v1.%2.v%3"_s.arg(
                                    release.namespaceName, release.name, QString::number(revision))))
            .object();
    const QByteArray outer = QByteArray::fromBase64(object[u"data"_s][u"release"_s].toString().toLatin1());
    QJsonObject record = QJsonDocument::fromJson(inflatedPrefix(QByteArray::fromBase64(outer))).object();
    QJsonObject info = record[u"info"_s].toObject();
    info[u"last_deployed"_s] = then.toString(u"yyyy-MM-dd'T'HH:mm:ss'.123456789Z'");
    record[u"info"_s] = info;
    const QByteArray json = QJsonDocument(record).toJson(QJsonDocument::Compact);
    object[u"data"_s] =
        QJsonObject{{u"release"_s, QString::fromLatin1(packed(json, ReleaseStorage::Secret))}};
    QJsonObject metadata = object[u"metadata"_s].toObject();
    QJsonObject labels = metadata[u"labels"_s].toObject();
    labels[u"createdAt"_s] = labels[u"modifiedAt"_s] = QString::number(then.toSecsSinceEpoch());
    metadata[u"labels"_s] = labels;
    metadata.remove(u"managedFields"_s);
    metadata.remove(u"resourceVersion"_s);
    object[u"metadata"_s] = metadata;
    QTemporaryFile file;
    const QByteArray text = QJsonDocument(object).toJson();
    return file.open() && file.write(text) == text.size() && file.flush() &&
           sandbox.tool("kubectl", {u"replace"_s, u"-f"_s, file.fileName()}).exitCode == 0;
}

} // namespace chartroom::test
