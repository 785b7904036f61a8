// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/invocation.h"
#include "app/table.h"
#include "core/base/value.h"

#include <QDateTime>
#include <QStringList>

namespace chartroom {

/// What a verb prints, once as data and once as a table of the same.
struct Printout
{
    Value data;
    QList<Column> columns;
    QList<QStringList> rows;

    [[nodiscard]] QStringList titles() const;
};

/// The bytes for stdout, newline at the end. Tables hold visible text only and fit into `width` columns, see
/// alignedTable(); CSV and Markdown are made safe for what reads them (rules S15, S16) and JSON escapes what
/// it must.
[[nodiscard]] QByteArray rendered(const Printout &printout, OutputFormat format, bool isColored = false,
                                  qsizetype width = 0);

/// What a verb prints of one of several clusters.
struct ClusterPrintout
{
    QString cluster;
    Printout printout;
};
/// The data of a cluster, named: a map gets the key `cluster`, of a list each of its maps.
[[nodiscard]] Value withCluster(const Value &data, const QString &cluster);
/// The same with its data withCluster(); rows are as they were.
[[nodiscard]] Printout namedPrintout(const ClusterPrintout &one);
/// One printout of several clusters. Each row begins with its cluster, and a column that one does not have is
/// empty there. Data: one list; what is a list itself is appended to it, all of it withCluster().
[[nodiscard]] Printout joinedPrintout(const QList<ClusterPrintout> &clusters);

/// Text, or null when there is none.
[[nodiscard]] Value textOrNull(const QString &text);
[[nodiscard]] Value textList(const QStringList &texts);
[[nodiscard]] Value numberValue(qint64 number);
/// RFC 3339 in UTC, or null.
[[nodiscard]] Value timeOrNull(const QDateTime &time);
/// RFC 3339 in UTC, "" for a null time.
[[nodiscard]] QString timeText(const QDateTime &time);

} // namespace chartroom
