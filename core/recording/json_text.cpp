// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/json_text.h"

namespace chartroom {

void appendJsonString(QByteArray &json, std::string_view utf8)
{
    static constexpr char hex[] = "0123456789abcdef";
    json += '"';
    for (const char c : utf8) {
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            json += "\\u00";
            json += hex[c >> 4];
            json += hex[c & 15];
        } else {
            json += c;
        }
    }
    json += '"';
}

void appendJsonString(QByteArray &json, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    appendJsonString(json, std::string_view(utf8.constData(), size_t(utf8.size())));
}

QByteArray jsonString(const QString &text)
{
    QByteArray json;
    appendJsonString(json, text);
    return json;
}

} // namespace chartroom
