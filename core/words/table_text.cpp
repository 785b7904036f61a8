// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/table_text.h"

#include "core/base/visible_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

QString csvCell(const QString &text)
{
    static const QString formula = QStringLiteral("=+-@\t\r\n＝＋－＠");
    // The guard looks at the text as it came: a control character made visible is no longer dangerous. A
    // spreadsheet that parts cells at semicolons takes what follows one for the start of a cell.
    QString out;
    bool isStart = true;
    for (const QChar c : text) {
        if (isStart && formula.contains(c))
            out += u'\'';
        isStart = c == u';' || (isStart && c == u' ');
        out += c;
    }
    out = visibleText(out);
    const bool isPlain =
        std::none_of(out.cbegin(), out.cend(), [](QChar c) { return QStringView(u",;\"\n").contains(c); });
    return isPlain ? out : u'"' + out.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

template<typename Cell>
QString line(const QStringList &cells, const QString &separator, Cell cell)
{
    QStringList out;
    for (const QString &text : cells)
        out.append(cell(text));
    return out.join(separator);
}

/// Where a line would begin as a list, a rule or the line under a heading: the character that makes it one.
qsizetype blockSign(const QString &line)
{
    static const QRegularExpression sign(
        QStringLiteral("\\A(?:\\d{1,9}(?=[.)](?:\\s|\\z))|(?=[-+](?:\\s|\\z))|(?=(?:-{2,}|=+)\\s*\\z))"));
    const QRegularExpressionMatch match = sign.match(line);
    return match.hasMatch() ? match.capturedEnd() : -1;
}

} // namespace

QString markdownText(const QString &text)
{
    static const QString special = QStringLiteral("\\`*_[]<>|~&#@");
    // What looks like an address would become a link by itself.
    static const QRegularExpression address(QStringLiteral("(?i)(?=://)|(?<=\\bwww)(?=\\.)"));
    QString shown = visibleText(text);
    while (shown.startsWith(u' ')) // four of them would be code
        shown.remove(0, 1);
    QList<qsizetype> signs{blockSign(shown)};
    for (auto it = address.globalMatch(shown); it.hasNext();)
        signs.append(it.next().capturedStart());
    QString out;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        if (special.contains(shown[i]) || signs.contains(i))
            out += u'\\';
        out += shown[i];
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
