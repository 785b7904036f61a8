// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/manifest.h"

#include "core/base/document.h"

namespace chartroom {

namespace {

void appendObject(QByteArrayView document, QList<ObjectRef> &objects)
{
    const Result<Value> value = readYaml(document);
    if (!value || !value->isMap())
        return;
    const Value::Map &root = value->map();
    const Value::Map &metadata = root.value(QStringLiteral("metadata")).map();
    ObjectRef ref{root.value(QStringLiteral("apiVersion")).toString(),
                  root.value(QStringLiteral("kind")).toString(),
                  metadata.value(QStringLiteral("namespace")).toString(),
                  metadata.value(QStringLiteral("name")).toString()};
    if (!ref.kind.isEmpty() && !ref.name.isEmpty())
        objects.append(std::move(ref));
}

} // namespace

QList<ObjectRef> manifestObjects(const QByteArray &manifest)
{
    QList<ObjectRef> objects;
    qsizetype start = 0;
    for (qsizetype line = 0; line < manifest.size();) {
        qsizetype end = manifest.indexOf('\n', line);
        if (end < 0)
            end = manifest.size();
        if (QByteArrayView(manifest).sliced(line, end - line).trimmed() == "---") {
            appendObject(QByteArrayView(manifest).sliced(start, line - start), objects);
            start = qMin(end + 1, manifest.size());
        }
        line = end + 1;
    }
    appendObject(QByteArrayView(manifest).sliced(start), objects);
    return objects;
}

} // namespace chartroom
