// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/pinned_reference.h"

#include "core/base/private_file.h"
#include "core/helm/helm_tr.h"
#include "core/helm/values_file.h"

#include <QDir>
#include <QFileInfo>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 4LL * 1024 * 1024;

Result<Value> valuesIn(const QString &path)
{
    const Result<QByteArray> text = readPlainFile(path, maxFileBytes);
    if (!text)
        return tl::make_unexpected(text.error());
    const Result<Value> all = readValuesFile(*text, 4);
    const Result<Value> first = readValuesFile(*text, 3);
    if (all && first && *all != *first)
        return failure(Error::Code::Invalid,
                       HelmTr::tr("it contains several YAML documents, of which Helm 3 reads the first and "
                                  "Helm 4 all; put its values into one."));
    return all ? first : all;
}

} // namespace

QString PinnedReference::name() const
{
    return HelmTr::tr("pinned file %1", "what values are compared with").arg(QFileInfo(file).fileName());
}

void PinnedReference::read(const QString &folder)
{
    const Result<Value> read = valuesIn(QDir(folder).filePath(file));
    values = read.value_or(Value());
    problem = read ? QString()
                   : HelmTr::tr("The values pinned for %1/%2 in %3 cannot be read: %4")
                         .arg(namespaceName, release, file, read.error().message);
}

} // namespace chartroom
