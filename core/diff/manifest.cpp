// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/manifest.h"

#include "core/base/document.h"
#include "core/diff/diff_tr.h"

namespace chartroom {

namespace {

void appendDocument(const Value &document, ManifestDocuments &found)
{
    const Value::Map &root = document.map();
    const Value items = root.value(QStringLiteral("items"));
    if (items.isList() && root.value(QStringLiteral("kind")).toString().endsWith(u"List")) {
        for (const Value &item : items.list())
            appendDocument(item, found);
        return;
    }
    const ObjectRef ref = objectRef(document);
    if (!ref.kind.isEmpty() && !ref.name.isEmpty())
        found.documents.append(document);
    else if (!document.isNull())
        found.problems.append(
            DiffTr::tr("A document of the manifest is not an object: it has no kind or no name."));
}

void readDocument(QByteArrayView text, int linesAbove, ManifestDocuments &found)
{
    YamlLimits limits;
    limits.linesAbove = linesAbove;
    const Result<Value> document = readYaml(text, limits);
    if (document)
        appendDocument(*document, found);
    else
        found.problems.append(
            DiffTr::tr("A document of the manifest cannot be read: %1").arg(document.error().message));
}

} // namespace

ObjectRef objectRef(const Value &document)
{
    const Value::Map &root = document.map();
    const Value::Map &metadata = root.value(QStringLiteral("metadata")).map();
    return {root.value(QStringLiteral("apiVersion")).toString(),
            root.value(QStringLiteral("kind")).toString(),
            metadata.value(QStringLiteral("namespace")).toString(),
            metadata.value(QStringLiteral("name")).toString()};
}

ManifestDocuments manifestDocuments(const QByteArray &manifest)
{
    ManifestDocuments found;
    qsizetype start = 0;
    int above = 0;  ///< lines before `start`
    int number = 0; ///< of the line, from 0
    for (qsizetype line = 0; line < manifest.size(); ++number) {
        qsizetype end = manifest.indexOf('\n', line);
        if (end < 0)
            end = manifest.size();
        if (QByteArrayView(manifest).sliced(line, end - line).trimmed() == "---") {
            readDocument(QByteArrayView(manifest).sliced(start, line - start), above, found);
            start = qMin(end + 1, manifest.size());
            above = number + 1;
        }
        line = end + 1;
    }
    readDocument(QByteArrayView(manifest).sliced(start), above, found);
    return found;
}

QList<ObjectRef> manifestObjects(const QByteArray &manifest)
{
    QList<ObjectRef> objects;
    for (const Value &document : manifestDocuments(manifest).documents)
        objects.append(objectRef(document));
    return objects;
}

} // namespace chartroom
