// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/kept_records.h"

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
    for (const QJsonValue &item : before) {
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

bool KeptRecords::restore() const
{
    QTemporaryFile file;
    if (!file.open() || file.write(m_list) != m_list.size() || !file.flush())
        return false;
    return m_sandbox.tool("kubectl", QStringList{u"delete"_s} + recordsOf(m_release)).exitCode == 0 &&
           m_sandbox.tool("kubectl", {u"create"_s, u"-f"_s, file.fileName()}).exitCode == 0;
}

} // namespace chartroom::test
