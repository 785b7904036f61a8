// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/printout.h"

#include "core/base/document.h"
#include "core/words/table_text.h"

namespace chartroom {

namespace {

QByteArray withNewline(QByteArray text)
{
    if (!text.endsWith('\n'))
        text += '\n';
    return text;
}

} // namespace

QStringList Printout::titles() const
{
    QStringList titles;
    for (const Column &column : columns)
        titles.append(column.title);
    return titles;
}

QByteArray rendered(const Printout &printout, OutputFormat format, bool isColored, qsizetype width)
{
    switch (format) {
    case OutputFormat::Json:
        return withNewline(writeJson(printout.data));
    case OutputFormat::Yaml:
        return withNewline(writeYaml(printout.data));
    case OutputFormat::Markdown:
        return markdownTable(printout.titles(), printout.rows).toUtf8();
    case OutputFormat::Csv:
        return csvTable(printout.titles(), printout.rows).toUtf8();
    case OutputFormat::Table:
    case OutputFormat::Patch: // no tables; their verbs print them
    case OutputFormat::Html:
    case OutputFormat::Text:
    case OutputFormat::Pdf:
    case OutputFormat::JUnit:
        break;
    }
    return alignedTable(printout.columns, printout.rows, width, isColored).toUtf8();
}

Value withCluster(const Value &data, const QString &cluster)
{
    if (data.isList()) {
        Value::List named;
        for (const Value &one : data.list())
            named.append(withCluster(one, cluster));
        return Value(named);
    }
    if (!data.isMap())
        return data;
    Value::Map named = data.map();
    named.insert(QStringLiteral("cluster"), textOrNull(cluster));
    return Value(named);
}

Printout namedPrintout(const ClusterPrintout &one)
{
    Printout named = one.printout;
    named.data = withCluster(named.data, one.cluster);
    return named;
}

Printout joinedPrintout(const QList<ClusterPrintout> &clusters)
{
    Printout joined;
    for (const ClusterPrintout &one : clusters)
        if (one.printout.columns.size() > joined.columns.size())
            joined.columns = one.printout.columns;
    const QStringList titles = joined.titles();
    joined.columns.prepend({QStringLiteral("CLUSTER"), 0, Column::Fit::Cut, 12});
    Value::List data;
    for (const ClusterPrintout &one : clusters) {
        const Value named = withCluster(one.printout.data, one.cluster);
        if (named.isList())
            data.append(named.list());
        else
            data.append(named);
        const QStringList own = one.printout.titles();
        for (const QStringList &row : one.printout.rows) {
            QStringList cells{one.cluster};
            for (const QString &title : titles)
                cells.append(row.value(own.indexOf(title)));
            joined.rows.append(cells);
        }
    }
    joined.data = Value(data);
    return joined;
}

Value textOrNull(const QString &text)
{
    return text.isEmpty() ? Value() : Value(text);
}

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

Value numberValue(qint64 number)
{
    return Value(Value::Number{QString::number(number)});
}

Value timeOrNull(const QDateTime &time)
{
    return textOrNull(timeText(time));
}

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toUTC().toString(u"yyyy-MM-dd'T'HH:mm:ss'Z'") : QString();
}

} // namespace chartroom
