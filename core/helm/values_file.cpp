// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/values_file.h"

#include "core/helm/helm_number.h"
#include "core/helm/helm_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

/// Documents of a text that ends with a newline, cut at lines of "---" and a comment (k8s.io/apimachinery
/// pkg/util/yaml/decoder.go@v0.36.3).
Result<QList<QByteArrayView>> cutDocuments(QByteArrayView text)
{
    QList<QByteArrayView> documents;
    qsizetype start = 0;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype newline = text.indexOf('\n', at);
        const qsizetype end = newline < 0 ? text.size() : newline + 1;
        const QByteArrayView line = text.sliced(at, end - at);
        if (line.startsWith("---")) {
            const QByteArrayView rest = line.sliced(3).trimmed();
            if (!rest.isEmpty() && rest.front() != '#')
                return failure(Error::Code::Invalid,
                               HelmTr::tr("There is more text after a document separator (---) on its line"));
            if (at > start)
                documents.append(text.sliced(start, at - start));
            start = end;
        }
        at = end;
    }
    if (start < text.size())
        documents.append(text.sliced(start));
    return documents;
}

/// The first document of a text.
Result<Value::Map> firstValuesIn(QByteArrayView text, const YamlLimits &limits)
{
    const Result<Value> read = readYaml(text, limits);
    if (!read)
        return tl::make_unexpected(read.error());
    if (!read->isNull() && !read->isMap())
        return failure(Error::Code::Invalid, HelmTr::tr("its YAML is not a map of keys."));
    return helmNumbers(*read).map();
}

} // namespace

Value::Map mergedValues(Value::Map under, const Value::Map &over)
{
    for (auto entry = over.cbegin(); entry != over.cend(); ++entry) {
        const Value below = under.value(entry.key());
        under.insert(entry.key(), below.isMap() && entry->isMap()
                                      ? Value(mergedValues(below.map(), entry->map()))
                                      : *entry);
    }
    return under;
}

Result<Value> readValuesFile(QByteArrayView text, int helmMajor, const YamlLimits &limits)
{
    QList<QByteArrayView> documents{text};
    QByteArray ended; // Helm 4 ends the last line, which block text may end in
    if (helmMajor >= 4) {
        if (!text.isEmpty() && !text.endsWith('\n'))
            ended = text.toByteArray() + '\n';
        const Result<QList<QByteArrayView>> cut = cutDocuments(ended.isEmpty() ? text : ended);
        if (!cut)
            return tl::make_unexpected(cut.error());
        documents = *cut;
    }
    Value::Map all;
    YamlLimits placed = limits;
    const char *counted = ended.isEmpty() ? text.data() : ended.constData();
    for (const QByteArrayView document : std::as_const(documents)) {
        placed.linesAbove += int(std::count(counted, document.data(), '\n'));
        counted = document.data();
        const Result<Value::Map> read = firstValuesIn(document, placed);
        if (!read)
            return tl::make_unexpected(read.error());
        all = mergedValues(all, *read);
    }
    return Value(all);
}

} // namespace chartroom
