// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/release_builder.h"

#include <QJsonDocument>
#include <QRandomGenerator>

namespace chartroom::test {

using namespace Qt::StringLiterals;

QByteArray packed(const QByteArray &json, ReleaseStorage storage)
{
    const QByteArray once = gzipped(json).toBase64();
    return storage == ReleaseStorage::Secret ? once.toBase64() : once;
}

QString ReleaseBuilder::objectName() const
{
    return u"sh.helm.release.v1.%1.v%2"_s.arg(name).arg(revision);
}

QJsonObject ReleaseBuilder::release() const
{
    QJsonArray templates;
    if (templateBytes > 0) {
        QRandomGenerator random(uint(revision) + uint(qHash(name, 1)));
        QByteArray noise(templateBytes * 3 / 4, Qt::Uninitialized);
        for (char &c : noise)
            c = char(random.bounded(256));
        templates.append(QJsonObject{{u"name"_s, u"templates/all.yaml"_s},
                                     {u"data"_s, QString::fromLatin1(noise.toBase64())}});
    }
    const QJsonObject metadata{{u"name"_s, chartName},
                               {u"version"_s, chartVersion},
                               {u"appVersion"_s, appVersion},
                               {u"home"_s, chartHome},
                               {u"sources"_s, QJsonArray{u"https://example.org/source"_s}}};
    const QJsonObject info{{u"first_deployed"_s, u"2026-08-01T10:00:00.123456789+02:00"_s},
                           {u"last_deployed"_s, u"2026-08-02T10:00:00Z"_s},
                           {u"deleted"_s, QString()},
                           {u"description"_s, description},
                           {u"status"_s, status},
                           {u"notes"_s, notes}};
    QJsonObject release{{u"name"_s, name},
                        {u"namespace"_s, namespaceName},
                        {u"version"_s, revision},
                        {u"info"_s, info},
                        {u"chart"_s, QJsonObject{{u"metadata"_s, metadata},
                                                 {u"values"_s, chartValues},
                                                 {u"templates"_s, templates},
                                                 {u"files"_s, QJsonValue()}}},
                        {u"config"_s, userValues},
                        {u"manifest"_s, manifest}};
    if (!hooks.isEmpty())
        release.insert(u"hooks"_s, hooks);
    return release;
}

QByteArray ReleaseBuilder::json() const
{
    return QJsonDocument(release()).toJson(QJsonDocument::Compact);
}

QByteArray ReleaseBuilder::dataRelease() const
{
    return packed(json(), storage);
}

QJsonObject ReleaseBuilder::metadata() const
{
    const QString id =
        uid.isEmpty() ? u"uid-%1-%2-%3-%4"_s.arg(namespaceName, name).arg(revision).arg(int(storage)) : uid;
    return {{u"uid"_s, id},
            {u"name"_s, objectName()},
            {u"namespace"_s, namespaceName},
            {u"resourceVersion"_s, resourceVersion},
            {u"creationTimestamp"_s, u"2026-08-01T08:00:00Z"_s},
            {u"labels"_s, QJsonObject{{u"owner"_s, u"helm"_s},
                                      {u"name"_s, name},
                                      {u"status"_s, status},
                                      {u"version"_s, QString::number(revision)},
                                      {u"createdAt"_s, u"1785571200"_s}}}};
}

QByteArray ReleaseBuilder::metadataObject() const
{
    return QJsonDocument(QJsonObject{{u"kind"_s, u"PartialObjectMetadata"_s},
                                     {u"apiVersion"_s, u"meta.k8s.io/v1"_s},
                                     {u"metadata"_s, metadata()}})
        .toJson(QJsonDocument::Compact);
}

QByteArray ReleaseBuilder::object() const
{
    const bool secret = storage == ReleaseStorage::Secret;
    return QJsonDocument(
               QJsonObject{{u"kind"_s, secret ? u"Secret"_s : u"ConfigMap"_s},
                           {u"apiVersion"_s, u"v1"_s},
                           {u"metadata"_s, metadata()},
                           {u"data"_s, QJsonObject{{u"release"_s, QString::fromLatin1(dataRelease())}}}})
        .toJson(QJsonDocument::Compact);
}

QByteArray listAnswer(const QList<QByteArray> &items, const QString &resourceVersion,
                      const QString &continueToken)
{
    return R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":")" + resourceVersion.toUtf8() +
           R"(","continue":")" + continueToken.toUtf8() + R"("},"items":[)" + items.join(',') + "]}";
}

} // namespace chartroom::test
