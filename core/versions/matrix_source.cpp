// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_source.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/versions/matrix.h"
#include "core/versions/versions_tr.h"

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

const QString usualMatrixKey = u"matrix.yaml"_s;

} // namespace

Result<MatrixConfigMap> MatrixConfigMap::read(const KubeObject &object)
{
    const Result<Value> json = readJson(object.json);
    if (!json)
        return tl::make_unexpected(json.error());
    MatrixConfigMap map{object.uid, object.namespaceName, object.name, object.resourceVersion, {}};
    const Value data = json->at({u"data"_s});
    for (auto it = data.map().cbegin(); it != data.map().cend(); ++it)
        map.texts.insert(it.key(), it.value().toString());
    return map;
}

QString MatrixConfigMap::matrixKey() const
{
    if (texts.contains(usualMatrixKey))
        return usualMatrixKey;
    QString found;
    for (auto it = texts.cbegin(); it != texts.cend(); ++it) {
        if (!VersionMatrix::read(it.value().toUtf8()))
            continue;
        if (!found.isEmpty())
            return {};
        found = it.key();
    }
    return found;
}

Result<MatrixText> MatrixConfigMap::matrix(const QString &key) const
{
    const QString wanted = key.isEmpty() ? matrixKey() : key;
    const auto found = texts.constFind(wanted);
    if (wanted.isEmpty() || found == texts.cend())
        return failure(
            Error::Code::NotFound,
            key.isEmpty()
                ? VersionsTr::tr("No key of the ConfigMap %1/%2 holds a version matrix; name "
                                 "the key.")
                      .arg(namespaceName, name)
                : VersionsTr::tr("The ConfigMap %1/%2 has no key %3.").arg(namespaceName, name, key));
    return MatrixText{found->toUtf8(),
                      VersionsTr::tr("ConfigMap %1/%2, key %3").arg(namespaceName, name, wanted),
                      resourceVersion};
}

ResourceQuery matrixConfigMapQuery(const QString &namespaceName, QStringView name)
{
    ResourceQuery query;
    query.path = namespaceName.isEmpty() ? u"/api/v1/configmaps"_s
                                         : u"/api/v1/namespaces/%1/configmaps"_s.arg(namespaceName);
    query.fieldSelector = u"metadata.name="_s + name.toString();
    return query;
}

Result<MatrixText> readMatrixFile(const QString &path)
{
    const auto bytes = readPlainFile(path, YamlLimits().maxBytes);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    return MatrixText{*bytes, path, {}};
}

} // namespace chartroom
