// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_releases.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

Error forbidden(const QString &path)
{
    return {Error::Code::Forbidden, u"forbidden: "_s + path, {}, {}};
}

} // namespace

ScriptedReleases::ScriptedReleases(ScriptedTransport *transport)
    : QObject(transport)
    , m_transport(transport)
{
    serve({});
    for (const QString &name : {u"default"_s, u"tenant-a"_s, u"tenant-b"_s})
        serve(name);
    m_transport->answer(u"/api/v1/namespaces"_s,
                        listAnswer({R"({"metadata":{"name":"default","uid":"n1","resourceVersion":"1"}})",
                                    R"({"metadata":{"name":"tenant-a","uid":"n2","resourceVersion":"1"}})",
                                    R"({"metadata":{"name":"tenant-b","uid":"n3","resourceVersion":"1"}})"},
                                   u"1"_s));
}

void ScriptedReleases::put(ReleaseBuilder builder)
{
    builder.resourceVersion = QString::number(++m_version);
    const QString path = objectPath(builder);
    const bool known = m_entries.contains(path);
    Entry &entry = m_entries[path];
    entry.builder = builder;
    m_transport->answer(path, [this, path](const Request &) -> Result<Response> {
        ++m_singleGets;
        const auto found = m_entries.constFind(path);
        if (found == m_entries.cend())
            return failure(Error::Code::NotFound, u"not found"_s);
        if (m_allowed && !m_allowed->contains(found->builder.namespaceName))
            return tl::make_unexpected(forbidden(path));
        return jsonResponse(wholeObject(*found));
    });
    tell(known ? "MODIFIED" : "ADDED", builder);
}

void ScriptedReleases::remove(const ReleaseBuilder &builder)
{
    const Entry entry = m_entries.take(objectPath(builder));
    ++m_version;
    tell("DELETED", entry.builder);
}

void ScriptedReleases::corrupt(const ReleaseBuilder &builder, const QByteArray &dataRelease)
{
    m_entries[objectPath(builder)].dataRelease = dataRelease;
}

void ScriptedReleases::allowOnly(const QSet<QString> &namespaces, bool mayListNamespaces)
{
    m_allowed = namespaces;
    if (!mayListNamespaces)
        m_transport->answer(u"/api/v1/namespaces"_s, forbidden(u"/api/v1/namespaces"_s));
}

void ScriptedReleases::allowAll()
{
    m_allowed.reset();
}

QHash<ReleaseKey, int> ScriptedReleases::visible() const
{
    QHash<ReleaseKey, int> newest;
    for (const Entry &entry : m_entries) {
        const ReleaseBuilder &b = entry.builder;
        if (m_allowed && !m_allowed->contains(b.namespaceName))
            continue;
        int &revision = newest[{b.namespaceName, b.name, b.storage}];
        revision = std::max(revision, b.revision);
    }
    return newest;
}

QString ScriptedReleases::listPath(const ReleaseBuilder &builder, bool inNamespace)
{
    return u"/api/v1"_s + (inNamespace ? u"/namespaces/"_s + builder.namespaceName : QString()) +
           (builder.storage == ReleaseStorage::Secret ? u"/secrets"_s : u"/configmaps"_s);
}

QString ScriptedReleases::objectPath(const ReleaseBuilder &builder)
{
    return listPath(builder, true) + u'/' + builder.objectName();
}

QByteArray ScriptedReleases::wholeObject(const Entry &entry) const
{
    QByteArray json = entry.builder.object();
    if (!entry.dataRelease.isNull())
        json.replace(entry.builder.dataRelease(), entry.dataRelease);
    return json;
}

Result<Response> ScriptedReleases::list(const Request &request, ReleaseStorage storage,
                                        const QString &namespaceName)
{
    if (m_allowed && !m_allowed->contains(namespaceName))
        return tl::make_unexpected(forbidden(request.path));
    const bool metadata = request.accept.contains("PartialObjectMetadata");
    m_listsWithData += !metadata;
    if (!metadata && m_failNextPage && request.query.hasQueryItem(u"continue"_s))
        return tl::make_unexpected(*std::exchange(m_failNextPage, std::nullopt));
    const auto parameter = [&](const QString &key) {
        return request.query.queryItemValue(key, QUrl::FullyDecoded);
    };
    const QString selector = parameter(u"labelSelector"_s);
    QList<QByteArray> items;
    for (const Entry &entry : std::as_const(m_entries)) {
        const ReleaseBuilder &b = entry.builder;
        const bool wanted = b.storage == storage &&
                            (namespaceName.isEmpty() || b.namespaceName == namespaceName) &&
                            !(selector.contains(u"status!=superseded") && b.status == u"superseded") &&
                            !(selector.contains(u"version=1") && b.revision != 1);
        if (wanted)
            items.append(metadata ? b.metadataObject() : wholeObject(entry));
    }
    const qsizetype from = parameter(u"continue"_s).toLongLong();
    const qsizetype limit =
        parameter(u"limit"_s).isEmpty() ? items.size() : parameter(u"limit"_s).toLongLong();
    const QString next = from + limit < items.size() ? QString::number(from + limit) : QString();
    return jsonResponse(listAnswer(items.mid(from, limit), QString::number(m_version), next));
}

void ScriptedReleases::serve(const QString &namespaceName)
{
    for (const ReleaseStorage storage : {ReleaseStorage::Secret, ReleaseStorage::ConfigMap}) {
        ReleaseBuilder any;
        any.storage = storage;
        any.namespaceName = namespaceName;
        m_transport->answer(
            listPath(any, !namespaceName.isEmpty()),
            [this, storage, namespaceName](const Request &r) { return list(r, storage, namespaceName); });
    }
}

void ScriptedReleases::tell(const char *type, const ReleaseBuilder &builder)
{
    QJsonObject object = QJsonDocument::fromJson(builder.metadataObject()).object();
    QJsonObject metadata = object[u"metadata"_s].toObject();
    metadata[u"resourceVersion"_s] = QString::number(m_version);
    object[u"metadata"_s] = metadata;
    const QByteArray line =
        QJsonDocument(QJsonObject{{u"type"_s, QString::fromLatin1(type)}, {u"object"_s, object}})
            .toJson(QJsonDocument::Compact);
    for (const bool inNamespace : {false, true}) {
        if (ScriptedWatch *watch = m_transport->liveWatch(listPath(builder, inNamespace)))
            watch->push(line);
    }
}

} // namespace chartroom::test
