// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/table_text.h"

#include "core/base/visible_text.h"

namespace chartroom {

namespace {

QString csvCell(const QString &text)
{
    static const QString formula = QStringLiteral("=+-@\t\r");
    // The guard looks at the text as it came: a control character made visible is no longer dangerous.
    QString out = visibleText(text);
    if (!text.isEmpty() && formula.contains(text.front()))
        out.prepend(u'\'');
    if (out.contains(u',') || out.contains(u'"') || out.contains(u'\n'))
        out = u'"' + out.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return out;
}

template<typename Cell>
QString line(const QStringList &cells, const QString &separator, Cell cell)
{
    QStringList out;
    for (const QString &text : cells)
        out.append(cell(text));
    return out.join(separator);
}

} // namespace

QString markdownText(const QString &text)
{
    static const QString special = QStringLiteral("\\`*_[]<>|~&#");
    QString out;
    for (const QChar c : visibleText(text)) {
        if (special.contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

QString markdownTable(const QStringList &titles, const QList<QStringList> &rows)
{
    const auto row = [](const QStringList &cells) {
        return QStringLiteral("| ") + line(cells, QStringLiteral(" | "), markdownText) +
               QStringLiteral(" |\n");
    };
    QString out = row(titles);
    out += QStringLiteral("|") + QStringLiteral(" --- |").repeated(titles.size()) + u'\n';
    for (const QStringList &cells : rows)
        out += row(cells);
    return out;
}

QString csvTable(const QStringList &titles, const QList<QStringList> &rows)
{
    QString out = line(titles, QStringLiteral(","), csvCell) + u'\n';
    for (const QStringList &cells : rows)
        out += line(cells, QStringLiteral(","), csvCell) + u'\n';
    return out;
}

} // namespace chartroom
