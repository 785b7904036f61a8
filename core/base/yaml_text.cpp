// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/yaml_text.h"

#include "core/base/base_tr.h"

#include <QStringDecoder>

#include <algorithm>
#include <simdjson.h>

namespace chartroom {

namespace {

Result<QByteArray> asUtf8(QByteArrayView text)
{
    if (text.startsWith("\xef\xbb\xbf"))
        return text.sliced(3).toByteArray();
    const bool little = text.startsWith("\xff\xfe");
    if (!little && !text.startsWith("\xfe\xff"))
        return text.toByteArray();
    QStringDecoder decoder(little ? QStringDecoder::Utf16LE : QStringDecoder::Utf16BE);
    const QString decoded = decoder(text.sliced(2));
    if (decoder.hasError())
        return failure(Error::Code::Invalid, BaseTr::tr("The text is not valid UTF-16; save it as UTF-8"));
    return decoded.toUtf8();
}

} // namespace

YamlText::YamlText(QByteArray text, int linesAbove)
    : m_text(std::move(text))
    , m_linesAbove(linesAbove)
{
    m_lineStarts.append(0);
    for (qsizetype end = m_text.indexOf('\n'); end >= 0; end = m_text.indexOf('\n', end + 1))
        m_lineStarts.append(end + 1);
}

Result<YamlText> YamlText::read(QByteArrayView text, const YamlLimits &limits)
{
    if (text.size() > limits.maxBytes) {
        const YamlText start(text.first(limits.maxBytes).toByteArray(), limits.linesAbove);
        return tl::make_unexpected(start.errorAt(
            BaseTr::tr("The text has %1 bytes; at most %2 are read").arg(text.size()).arg(limits.maxBytes),
            limits.maxBytes, Error::Code::TooLarge));
    }
    auto utf8 = asUtf8(text);
    if (!utf8)
        return tl::make_unexpected(utf8.error());
    YamlText source(*std::move(utf8), limits.linesAbove);
    if (auto error = source.characterError())
        return tl::make_unexpected(*std::move(error));
    if (auto error = source.bracketError(limits))
        return tl::make_unexpected(*std::move(error));
    return source;
}

QByteArrayView YamlText::line(int line) const
{
    if (line < 0 || line >= m_lineStarts.size())
        return {};
    const qsizetype start = m_lineStarts.at(line);
    const qsizetype end = line + 1 < m_lineStarts.size() ? m_lineStarts.at(line + 1) : m_text.size();
    return QByteArrayView(m_text).sliced(start, end - start);
}

bool YamlText::isIndentedByTab(int number) const
{
    for (const char c : line(number)) {
        if (c == '\t')
            return true;
        if (c != ' ')
            return false;
    }
    return false;
}

int YamlText::lineAt(qsizetype offset) const
{
    const auto next = std::upper_bound(m_lineStarts.cbegin(), m_lineStarts.cend(), offset);
    return int(next - m_lineStarts.cbegin()) - 1;
}

Error YamlText::error(Error::Code code, const QString &what, int atLine, qsizetype atColumn) const
{
    const QByteArrayView bytes = line(atLine);
    const qsizetype column = QString::fromUtf8(bytes.first(qBound(0, atColumn, bytes.size()))).size();
    return {code,
            BaseTr::tr("%1, line %2, column %3").arg(what).arg(m_linesAbove + atLine + 1).arg(column + 1),
            {},
            {}};
}

Error YamlText::errorAt(const QString &what, qsizetype offset, Error::Code code) const
{
    const int index = lineAt(offset);
    return error(code, what, index, offset - m_lineStarts.at(index));
}

/// What neither YAML nor Go's reader of it allows in a text: bytes that are no UTF-8, and control characters
/// (go.yaml.in/yaml/v2 readerc.go@v2.4.4, yaml_parser_update_buffer).
std::optional<Error> YamlText::characterError() const
{
    const auto byte = [this](qsizetype i) { return i < m_text.size() ? uchar(m_text.at(i)) : uchar(0); };
    const auto failed = [this](int code, qsizetype i) {
        return errorAt(
            BaseTr::tr("The text contains the control character 0x%1").arg(code, 2, 16, QLatin1Char('0')), i);
    };
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        const uchar c = byte(i);
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
            return failed(c, i);
        if (c == 0xc2 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xa0 && byte(i + 1) != 0x85)
            return failed(byte(i + 1), i);
        if (c == 0xef && byte(i + 1) == 0xbf && byte(i + 2) >= 0xbe && byte(i + 2) <= 0xbf)
            return failed(0xff40 | byte(i + 2), i); // U+FFFE, U+FFFF
    }
    if (simdjson::validate_utf8(m_text.constData(), size_t(m_text.size())))
        return std::nullopt;
    int line = 0;
    while (simdjson::validate_utf8(this->line(line).data(), size_t(this->line(line).size())))
        ++line;
    return error(Error::Code::Invalid, BaseTr::tr("The text is not UTF-8; save it as UTF-8"), line, 0);
}

/// yaml-cpp (yaml_places.cpp) looks for the end of a bracket before it reports its start, so very deep
/// nesting costs time before the depth can be seen. Brackets in quoted text count here too, hence the wide
/// margin.
std::optional<Error> YamlText::bracketError(const YamlLimits &limits) const
{
    const int most = 50 * limits.maxDepth;
    int open = 0;
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        const char c = m_text.at(i);
        if (c == '[' || c == '{')
            ++open;
        else if ((c == ']' || c == '}') && open > 0)
            --open;
        if (open > most)
            return errorAt(BaseTr::tr("The text is nested deeper than %1 levels").arg(limits.maxDepth), i,
                           Error::Code::TooLarge);
    }
    return std::nullopt;
}

} // namespace chartroom
