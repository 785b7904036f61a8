// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_pins.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/secrets/masked_text.h"

#include <QFileInfo>

namespace chartroom {

namespace {

constexpr qint64 maxBytes = 1024 * 1024;

const QString storageText(ReleaseStorage storage)
{
    return storage == ReleaseStorage::Secret ? QStringLiteral("secret") : QStringLiteral("configMap");
}

Value written(const ChartPin &pin)
{
    // A repository is found again by its name; a registry's address holds no sign-in and is pulled from.
    const QString url = pin.url.startsWith(u"oci://") ? pin.url : maskedText(pin.url);
    return Value(Value::Map{
        {QStringLiteral("chart"), Value(pin.chart)},
        {QStringLiteral("cluster"), Value(pin.cluster)},
        {QStringLiteral("namespace"), Value(pin.key.namespaceName)},
        {QStringLiteral("release"), Value(pin.key.name)},
        {QStringLiteral("repository"), Value(pin.repository)},
        {QStringLiteral("storage"), Value(storageText(pin.key.storage))},
        {QStringLiteral("url"), Value(url)},
    });
}

ChartPin read(const Value::Map &map)
{
    const auto text = [&map](const char *key) { return map.value(QLatin1String(key)).toString(); };
    ChartPin pin;
    pin.key = {text("namespace"), text("release"),
               text("storage") == u"configMap" ? ReleaseStorage::ConfigMap : ReleaseStorage::Secret};
    pin.cluster = text("cluster");
    pin.chart = text("chart");
    pin.repository = text("repository");
    pin.url = text("url");
    return pin;
}

} // namespace

QList<ChartPin> ChartPins::all() const
{
    QList<ChartPin> pins;
    const Result<QByteArray> bytes = readPlainFile(m_path, maxBytes);
    const Result<Value> document = bytes ? readJson(*bytes) : tl::make_unexpected(bytes.error());
    if (!document)
        return pins;
    const Value list = document->at({QStringLiteral("pins")});
    for (const Value &entry : list.list())
        pins.append(read(entry.map()));
    return pins;
}

Result<void> ChartPins::add(const ChartPin &pin) const
{
    QList<ChartPin> pins = all();
    pins.removeIf([&pin](const ChartPin &other) {
        return other.cluster == pin.cluster && other.key == pin.key && other.chart == pin.chart;
    });
    pins.append(pin);
    Value::List list;
    for (const ChartPin &each : std::as_const(pins))
        list.append(written(each));
    if (Result<void> made = makePrivateFolder(QFileInfo(m_path).absolutePath()); !made)
        return made;
    return writePrivateFile(m_path, writeJson(Value(Value::Map{{QStringLiteral("pins"), Value(list)}})));
}

} // namespace chartroom
