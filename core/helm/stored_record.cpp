// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/stored_record.h"

#include "core/helm/release_record.h"

#include <simdjson.h>

namespace chartroom {

namespace {

QString recordText(simdjson::simdjson_result<simdjson::ondemand::value> value)
{
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS)
        return {};
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

StoredRecord readStoredRecord(const QByteArray &objectJson, ReleaseStorage storage)
{
    StoredRecord stored{{}, {}, decodeReleaseObject(objectJson, storage)};
    thread_local simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(objectJson.constData(), size_t(objectJson.size()));
    try {
        simdjson::ondemand::document document = parser.iterate(padded);
        auto metadata = document["metadata"];
        stored.resourceVersion = recordText(metadata["resourceVersion"]);
        stored.uid = recordText(metadata["uid"]);
    } catch (const simdjson::simdjson_error &) {
        stored.uid.clear(); // the record says Damaged by itself
    }
    return stored;
}

QList<StoredRecord> readStoredRecords(const QList<KubeObject> &objects, const QSet<QString> &uids,
                                      ReleaseStorage storage)
{
    QList<StoredRecord> records;
    for (const KubeObject &object : objects) {
        if (uids.contains(object.uid))
            records.append({object.uid, object.resourceVersion, decodeReleaseObject(object.json, storage)});
    }
    return records;
}

} // namespace chartroom
