// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_record.h"

#include "core/base/gzip.h"
#include "core/helm/base64.h"
#include "core/helm/helm_number.h"
#include "core/helm/helm_tr.h"
#include "core/helm/strict_json.h"

#include <algorithm>

namespace chartroom {

namespace {

using strictjson::Json;
namespace ondemand = simdjson::ondemand;

constexpr qsizetype keptBytes = 4 * 1024 * 1024; ///< of a thread's buffer between records
constexpr auto jsonPadding = qsizetype(simdjson::SIMDJSON_PADDING);

tl::unexpected<Error> damaged(const QString &message, const QString &detail = {})
{
    return failure(Error::Code::Damaged, message, detail);
}

/// encoding/json takes a field's name in any case.
bool isKey(std::string_view key, std::string_view name)
{
    return qstrnicmp(key.data(), qsizetype(key.size()), name.data(), qsizetype(name.size())) == 0;
}

void readInfo(ondemand::object info, ReleaseRecord &record)
{
    for (auto field : info) {
        const std::string_view key = field.unescaped_key();
        Json value = field.value();
        if (strictjson::isNull(value))
            continue;
        if (isKey(key, "status"))
            record.statusText = strictjson::text(value, "info.status");
        else if (isKey(key, "description"))
            record.description = strictjson::text(value, "info.description");
        else if (isKey(key, "notes"))
            record.notes = strictjson::text(value, "info.notes");
        else if (isKey(key, "first_deployed"))
            record.firstDeployed = strictjson::time(value, "info.first_deployed");
        else if (isKey(key, "last_deployed"))
            record.lastDeployed = strictjson::time(value, "info.last_deployed");
        else if (isKey(key, "deleted"))
            (void)strictjson::time(value, "info.deleted"); // Helm reads no record in which it is not a time
    }
    record.status = releaseStatus(record.statusText);
}

void readMetadata(ondemand::object metadata, ReleaseRecord &record)
{
    for (auto field : metadata) {
        const std::string_view key = field.unescaped_key();
        Json value = field.value();
        if (strictjson::isNull(value) && !isKey(key, "sources"))
            continue;
        if (isKey(key, "name"))
            record.chartName = strictjson::text(value, "chart.metadata.name");
        else if (isKey(key, "version"))
            record.chartVersion = strictjson::text(value, "chart.metadata.version");
        else if (isKey(key, "appVersion"))
            record.appVersion = strictjson::text(value, "chart.metadata.appVersion");
        else if (isKey(key, "home"))
            record.chartHome = strictjson::text(value, "chart.metadata.home");
        else if (isKey(key, "icon"))
            record.chartIcon = strictjson::text(value, "chart.metadata.icon");
        else if (isKey(key, "sources"))
            record.chartSources = strictjson::textList(value, "chart.metadata.sources");
        else if (isKey(key, "deprecated"))
            record.chartDeprecated = strictjson::boolean(value, "chart.metadata.deprecated");
    }
}

void forgetChart(ReleaseRecord &record)
{
    const ReleaseRecord none;
    record.chartName = none.chartName;
    record.chartVersion = none.chartVersion;
    record.appVersion = none.appVersion;
    record.chartHome = none.chartHome;
    record.chartIcon = none.chartIcon;
    record.chartSources = none.chartSources;
    record.chartDeprecated = none.chartDeprecated;
    record.chartValuesJson = none.chartValuesJson;
}

ondemand::object needObject(Json json, std::string_view path)
{
    ondemand::object object;
    if (json.get_object().get(object) != simdjson::SUCCESS)
        throw WrongField(path, WrongField::Why::Type);
    return object;
}

void readChart(ondemand::object chart, ReleaseRecord &record)
{
    for (auto field : chart) {
        const std::string_view key = field.unescaped_key();
        if (isKey(key, "metadata")) {
            Json metadata = field.value();
            if (!strictjson::isNull(metadata))
                readMetadata(needObject(metadata, "chart.metadata"), record);
        } else if (isKey(key, "values")) {
            record.chartValuesJson = strictjson::objectText(field.value(), "chart.values");
        }
    }
}

/// A field that is null leaves a text or a number as it was; a pointer, a map and a list become empty.
void forget(std::string_view key, ReleaseRecord &record)
{
    if (isKey(key, "config")) {
        record.userValues = Value(Value::Map{});
    } else if (isKey(key, "hooks")) {
        record.hooksJson.clear();
    } else if (isKey(key, "info")) {
        record.statusText.clear();
        record.status = ReleaseStatus::Unknown;
        record.description.clear();
        record.notes.clear();
        record.firstDeployed = {};
        record.lastDeployed = {};
    } else if (isKey(key, "chart")) {
        forgetChart(record);
    }
}

void readRelease(ondemand::object release, const DecodeLimits &limits, ReleaseRecord &record)
{
    bool hasConfig = false; // which Helm leaves out where nothing is set
    for (auto field : release) {
        const std::string_view key = field.unescaped_key();
        Json value = field.value();
        if (strictjson::isNull(value)) {
            hasConfig = hasConfig || isKey(key, "config");
            forget(key, record);
        } else if (isKey(key, "name")) {
            record.name = strictjson::text(value, "name");
        } else if (isKey(key, "namespace")) {
            record.namespaceName = strictjson::text(value, "namespace");
        } else if (isKey(key, "version")) {
            record.revision = strictjson::integer(value, "version");
        } else if (isKey(key, "info")) {
            readInfo(needObject(value, "info"), record);
        } else if (isKey(key, "chart")) {
            readChart(needObject(value, "chart"), record);
        } else if (isKey(key, "config")) {
            hasConfig = true;
            Value::Map config = record.userValues.map(); // of a map that is there twice all keys count
            const Value more = helmNumbers(strictjson::map(value, "config", limits.maxDepth));
            for (auto entry = more.map().cbegin(); entry != more.map().cend(); ++entry)
                config.insert(entry.key(), *entry);
            record.userValues = Value(std::move(config));
        } else if (isKey(key, "manifest")) {
            record.manifest = strictjson::bytes(value, "manifest");
        } else if (isKey(key, "hooks")) {
            record.hooksJson = strictjson::listText(value, "hooks");
        } else if (isKey(key, "apply_method")) {
            record.applyMethod = strictjson::text(value, "apply_method");
        } else if (isKey(key, "chartroomRecorded")) { // see recorded_releases.cpp
            record.isRecorded = strictjson::boolean(value, "chartroomRecorded");
        }
    }
    record.hasUserValues = hasConfig || !record.isRecorded;
}

tl::unexpected<Error> explained(const WrongField &wrong)
{
    const QString path = QString::fromUtf8(wrong.path().data(), qsizetype(wrong.path().size()));
    if (wrong.why() == WrongField::Why::Depth)
        return damaged(HelmTr::tr("The record's field %1 is nested too deeply to be read.").arg(path));
    return damaged(HelmTr::tr("The record's field %1 is not of the type that Helm writes.").arg(path));
}

tl::unexpected<Error> explained(simdjson::error_code code)
{
    const QString detail = QString::fromUtf8(simdjson::error_message(code));
    switch (code) {
    case simdjson::UTF8_ERROR:
        return damaged(HelmTr::tr("The record contains bytes that are not UTF-8."), detail);
    case simdjson::EMPTY:
        return damaged(HelmTr::tr("The record is empty."), detail);
    case simdjson::UNESCAPED_CHARS:
        return damaged(HelmTr::tr("The record contains control characters inside its text."), detail);
    case simdjson::TRAILING_CONTENT:
        return damaged(HelmTr::tr("There is more data after the record's JSON."), detail);
    default:
        return damaged(HelmTr::tr("The record is not valid JSON."), detail);
    }
}

tl::unexpected<Error> explained(const Gunzipped &done, qsizetype maxBytes)
{
    switch (done.end) {
    case GzipEnd::TooLong:
        return failure(
            Error::Code::TooLarge,
            HelmTr::tr("The record unpacks to more than %1 MiB; it is not a release that Helm wrote.")
                .arg(maxBytes / (1024 * 1024)));
    case GzipEnd::NoMemory:
        return damaged(HelmTr::tr("The record cannot be unpacked: out of memory."));
    case GzipEnd::Trailing:
        return damaged(HelmTr::tr("There is more data after the record's gzip data."), done.detail);
    case GzipEnd::Early:
        return damaged(HelmTr::tr("The record's gzip data is truncated; Helm cannot read it either."),
                       done.detail);
    default:
        return damaged(HelmTr::tr("The record's gzip data is corrupt; Helm cannot read it either."),
                       done.detail);
    }
}

/// `json` must have simdjson's padding behind it.
Result<ReleaseRecord> readPadded(const char *json, qsizetype size, const DecodeLimits &limits)
{
    thread_local ondemand::parser parser;
    try {
        ReleaseRecord record;
        record.inflatedBytes = size;
        record.userValues = Value(Value::Map{});
        ondemand::document document =
            parser.iterate(json, size_t(size), size_t(size) + simdjson::SIMDJSON_PADDING);
        ondemand::object root;
        if (const auto code = document.get_object().get(root); code == simdjson::INCORRECT_TYPE)
            return damaged(HelmTr::tr("The record is neither gzip nor a JSON object."));
        else if (code != simdjson::SUCCESS)
            return explained(code);
        readRelease(root, limits, record);
        if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
            return explained(simdjson::TRAILING_CONTENT);
        return record;
    } catch (const WrongField &wrong) {
        return explained(wrong);
    } catch (const simdjson::simdjson_error &error) {
        return explained(error.error());
    }
}

/// `text` in `scratch`, with simdjson's padding behind it.
const char *paddedText(QByteArrayView text, QByteArray &scratch)
{
    scratch.resize(text.size() + jsonPadding);
    std::copy(text.begin(), text.end(), scratch.data());
    return scratch.constData();
}

void trim(QByteArray &buffer)
{
    if (buffer.capacity() > keptBytes + jsonPadding)
        buffer = {};
}

/// Sizes of what lies below the layers of base64.
struct Peeled
{
    qsizetype stored = 0; ///< what the object's data holds under `release`
    qsizetype packed = 0;
};

/// The bytes below all layers of base64, in `scratch` with simdjson's padding behind them.
Result<Peeled> peel(QByteArrayView text, ReleaseStorage storage, QByteArray &scratch)
{
    scratch.resize(base64DecodedBound(text.size()) + jsonPadding);
    std::optional<qsizetype> size = decodeBase64(text, scratch.data());
    if (!size)
        return damaged(HelmTr::tr("The record is not valid base64."));
    if (storage == ReleaseStorage::ConfigMap)
        return Peeled{text.size(), *size};
    const QByteArrayView outer(scratch.constData(), *size);
    if (isGzip(outer))
        return damaged(HelmTr::tr("The record is base64-encoded once where a Secret requires it twice; Helm "
                                  "cannot read it either."));
    size = decodeBase64(outer, scratch.data());
    if (!size)
        return damaged(HelmTr::tr("The record's inner text is not valid base64."));
    return Peeled{outer.size(), *size};
}

} // namespace

Result<ReleaseRecord> readReleaseJson(QByteArrayView json, const DecodeLimits &limits)
{
    thread_local QByteArray scratch;
    Result<ReleaseRecord> record = readPadded(paddedText(json, scratch), json.size(), limits);
    trim(scratch);
    return record;
}

Result<ReleaseRecord> decodeRelease(QByteArrayView dataRelease, ReleaseStorage storage,
                                    const DecodeLimits &limits)
{
    thread_local QByteArray packed;
    thread_local QByteArray unpacked;
    const Result<Peeled> peeled = peel(dataRelease, storage, packed);
    if (!peeled)
        return tl::make_unexpected(peeled.error());
    if (peeled->packed == 0)
        return explained(simdjson::EMPTY);
    const QByteArrayView bytes(packed.constData(), peeled->packed);
    Result<ReleaseRecord> record;
    if (!isGzip(bytes)) {
        record = readPadded(packed.constData(), peeled->packed, limits);
    } else {
        const Gunzipped done = gunzip(bytes, limits.maxInflatedBytes, unpacked);
        if (done.end == GzipEnd::Whole)
            record = readPadded(unpacked.constData(), unpacked.size(), limits);
        else
            record = explained(done, limits.maxInflatedBytes);
    }
    trim(unpacked);
    trim(packed);
    if (record)
        record->storedBytes = peeled->stored;
    return record;
}

Result<ReleaseRecord> decodeReleaseObject(const QByteArray &objectJson, ReleaseStorage storage,
                                          const DecodeLimits &limits)
{
    thread_local ondemand::parser parser;
    thread_local QByteArray scratch;
    try {
        const char *padded = paddedText(objectJson, scratch); // first: it makes the room that is told below
        ondemand::document document =
            parser.iterate(padded, size_t(objectJson.size()), size_t(scratch.size()));
        std::string_view text;
        if (document["data"]["release"].get_string().get(text) != simdjson::SUCCESS)
            return failure(Error::Code::NotFound,
                           HelmTr::tr("The object contains no release: data.release is missing."));
        return decodeRelease(QByteArrayView(text.data(), qsizetype(text.size())), storage, limits);
    } catch (const simdjson::simdjson_error &error) {
        return explained(error.error());
    }
}

} // namespace chartroom
