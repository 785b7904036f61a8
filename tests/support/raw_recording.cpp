// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/raw_recording.h"

#include "tests/support/gzipped.h"

#include <QFile>
#include <QJsonDocument>

#include <cmath>

namespace chartroom::test {

namespace {

QString nameOf(const QJsonObject &object)
{
    const QJsonObject metadata = object[u"metadata"].toObject();
    return metadata[u"namespace"].toString() + u'/' + metadata[u"name"].toString();
}

} // namespace

RawRecording::RawRecording(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    const QList<QByteArray> rows = inflatedPrefix(file.readAll()).split('\n');
    m_start = QDateTime::fromString(QJsonDocument::fromJson(rows.first()).object()[u"start"].toString(),
                                    Qt::ISODate);
    for (qsizetype i = 1; i < rows.size(); ++i) {
        const QJsonObject row = QJsonDocument::fromJson(rows[i]).object();
        if (row.isEmpty())
            continue;
        m_lines.append({std::chrono::milliseconds(std::llround(row[u"t"].toDouble() * 1000)),
                        row[u"resource"].toString(), row[u"type"].toString(), row[u"object"].toObject()});
    }
}

RawRecording::Objects RawRecording::objects(QStringView resource, std::chrono::milliseconds at) const
{
    Objects objects;
    for (const Line &line : m_lines) {
        if (line.at > at)
            break;
        if (line.resource != resource)
            continue;
        if (line.type == u"ADDED" || line.type == u"MODIFIED")
            objects.insert(nameOf(line.object), line.object);
        else if (line.type == u"DELETED")
            objects.remove(nameOf(line.object));
    }
    return objects;
}

QString labelOf(const QJsonObject &object, QLatin1String key)
{
    return object[u"metadata"].toObject()[u"labels"].toObject()[key].toString();
}

} // namespace chartroom::test
