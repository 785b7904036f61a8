// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"

#include <algorithm>

namespace chartroom {

namespace {

bool isBidiControl(char16_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F ||
           c == 0x061C;
}

bool isInvisible(char16_t c)
{
    return c == 0x200B || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0x00AD;
}

QString codePoint(char16_t c)
{
    return QStringLiteral("\\u{%1}").arg(QString::number(c, 16).toUpper().rightJustified(4, u'0'));
}

/// Nearly all that clusters say.
bool isPlain(QStringView text, qsizetype maxLength)
{
    return text.size() <= maxLength && std::all_of(text.begin(), text.end(), [](QChar c) {
               return c.unicode() >= 0x20 && c.unicode() < 0x7F;
           });
}

} // namespace

QString visibleText(const QString &text, bool keepLines, qsizetype maxLength)
{
    return isPlain(text, maxLength) ? text : visibleText(QStringView(text), keepLines, maxLength);
}

QString visibleText(QStringView text, bool keepLines, qsizetype maxLength)
{
    if (isPlain(text, maxLength))
        return text.toString();
    QString shown;
    shown.reserve(qMin(text.size(), maxLength));
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (shown.size() >= maxLength) {
            shown += u'…';
            break;
        }
        const char16_t c = text[i].unicode();
        if (keepLines && (c == u'\n' || c == u'\t'))
            shown += QChar(c);
        else if (c < 0x20)
            shown += QChar(char16_t(0x2400 + c));
        else if (c == 0x7F)
            shown += QChar(u'\u2421');
        else if ((c >= 0x80 && c <= 0x9F) || isBidiControl(c) || isInvisible(c))
            shown += codePoint(c);
        else if (QChar::isHighSurrogate(c) && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            shown += QChar(c);
            shown += text[++i];
        } else if (QChar::isSurrogate(c))
            shown += codePoint(c);
        else
            shown += QChar(c);
    }
    return shown;
}

bool isVisible(QChar c)
{
    const char16_t u = c.unicode();
    return u >= 0x20 && !(u >= 0x7F && u <= 0x9F) && !isBidiControl(u) && !isInvisible(u);
}

} // namespace chartroom
