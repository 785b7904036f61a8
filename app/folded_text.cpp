// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/folded_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace chartroom {

namespace {

/// Where the command of a line begins: at its start, or behind "run: ". -1: there is none.
qsizetype commandStart(const QString &line)
{
    static const QRegularExpression command(
        QStringLiteral("(?:^\\s*|: )(?=(?:[A-Z_]+=\\S+ )*(?:kubectl|helm) [a-z])"));
    const QRegularExpressionMatch match = command.match(line);
    return match.hasMatch() ? match.capturedEnd() : -1;
}

QString foldedLine(const QString &line, qsizetype width, qsizetype hang)
{
    static const QRegularExpression word(QStringLiteral("\\S+"));
    static const QRegularExpression argument(QStringLiteral("(?:'[^']*'|\\S)+"));
    const qsizetype command = commandStart(line);
    const auto first = std::find_if(line.cbegin(), line.cend(), [](QChar c) { return c != u' '; });
    const qsizetype indent = first - line.cbegin();
    QString out = line.left(indent);
    qsizetype column = indent;
    for (qsizetype place = indent; place < line.size();) {
        qsizetype start = place;
        while (start < line.size() && line[start] == u' ')
            ++start;
        const bool isCommand = command >= 0 && start >= command;
        const QRegularExpressionMatch match = (isCommand ? argument : word).match(line, start);
        if (!match.hasMatch())
            break;
        const qsizetype length = columnsOf(match.capturedView());
        const bool isLast = match.capturedEnd() == line.size();
        const qsizetype mark = isCommand && !isLast ? 2 : 0; // for " \" behind it
        if (place > indent && column + (start - place) + length + mark > width) {
            out += (start > command && isCommand ? QStringLiteral(" \\\n") : QStringLiteral("\n")) +
                   QString(indent + hang, u' ');
            column = indent + hang + length;
        } else {
            out += line.mid(place, start - place);
            column += start - place + length;
        }
        out += match.capturedView();
        place = match.capturedEnd();
    }
    return out;
}

} // namespace

qsizetype columnsOf(QStringView text)
{
    return std::count_if(text.cbegin(), text.cend(), [](QChar c) { return !c.isLowSurrogate(); });
}

QString foldedText(const QString &text, qsizetype width, qsizetype hang)
{
    if (width <= 0)
        return text;
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        if (columnsOf(line) > width)
            line = foldedLine(line, width, hang);
    return lines.join(u'\n');
}

} // namespace chartroom
