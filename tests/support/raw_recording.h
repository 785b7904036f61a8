// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>

#include <chrono>

namespace chartroom::test {

/// A recording's lines as they stand in the file, read by zlib and QJson alone: what tests compare with what
/// the product makes of the same file.
class RawRecording
{
public:
    struct Line
    {
        std::chrono::milliseconds at{0};
        QString resource;
        QString type;
        QJsonObject object;
    };
    using Objects = QMap<QString, QJsonObject>; ///< by namespace/name

    explicit RawRecording(const QString &path);

    [[nodiscard]] const QList<Line> &lines() const { return m_lines; }
    [[nodiscard]] QDateTime time(std::chrono::milliseconds at) const { return m_start.addMSecs(at.count()); }
    [[nodiscard]] std::chrono::milliseconds duration() const { return m_lines.last().at; }
    /// The objects of that kind as they were at that moment.
    [[nodiscard]] Objects objects(QStringView resource, std::chrono::milliseconds at) const;

private:
    QDateTime m_start;
    QList<Line> m_lines;
};

/// "" without it.
[[nodiscard]] QString labelOf(const QJsonObject &object, QLatin1String key);

} // namespace chartroom::test
