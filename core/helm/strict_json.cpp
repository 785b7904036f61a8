// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/strict_json.h"

#include "core/base/moments.h"
#include "core/base/utf8_text.h"

#include <QRegularExpression>

#include <cmath>
#include <limits>

namespace chartroom::strictjson {

namespace {

using Why = WrongField::Why;

/// The value of a reader of simdjson: wrong types become a WrongField, damage stays a simdjson_error.
template<typename T>
T need(simdjson::simdjson_result<T> read, std::string_view path)
{
    T value{};
    const simdjson::error_code code = std::move(read).get(value);
    if (code == simdjson::INCORRECT_TYPE || code == simdjson::NUMBER_OUT_OF_RANGE)
        throw WrongField(path, Why::Type);
    if (code != simdjson::SUCCESS)
        throw simdjson::simdjson_error(code);
    return value;
}

QString toText(std::string_view utf8)
{
    return utf8Text(QByteArrayView(utf8.data(), qsizetype(utf8.size())));
}

QByteArray toBytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

/// The grammar of a number (RFC 8259, section 6); simdjson on demand leaves that to who reads it.
bool isNumber(std::string_view text)
{
    size_t i = 0;
    const auto digits = [&] {
        const size_t from = i;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9')
            ++i;
        return i - from;
    };
    if (i < text.size() && text[i] == '-')
        ++i;
    const bool zero = i < text.size() && text[i] == '0';
    const size_t whole = digits();
    if (whole == 0 || (zero && whole > 1))
        return false;
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (digits() == 0)
            return false;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && (text[i] == '+' || text[i] == '-'))
            ++i;
        if (digits() == 0)
            return false;
    }
    return i == text.size();
}

Value number(Json json)
{
    std::string_view token = json.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    const QString text = QString::fromLatin1(token.data(), qsizetype(token.size()));
    if (!isNumber(token) || !std::isfinite(text.toDouble())) // Go has no number for it either
        throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
    return Value(Value::Number{text});
}

Value tree(Json json, std::string_view path, int depth)
{
    using simdjson::ondemand::json_type;
    if (depth < 0)
        throw WrongField(path, Why::Depth);
    switch (need(json.type(), path)) {
    case json_type::object: {
        Value::Map map;
        for (auto field : need(json.get_object(), path)) {
            QString key = toText(need(field.unescaped_key(), path));
            map.insert(map.cend(), key, tree(need(field.value(), path), path, depth - 1)); // sorted by Go
        }
        return Value(std::move(map));
    }
    case json_type::array: {
        Value::List list;
        for (auto element : need(json.get_array(), path))
            list.append(tree(need(std::move(element), path), path, depth - 1));
        return Value(std::move(list));
    }
    case json_type::string:
        return Value(toText(need(json.get_string(), path)));
    case json_type::number:
        return number(json);
    case json_type::boolean:
        return Value(need(json.get_bool(), path));
    case json_type::null:
        if (!isNull(json))
            throw simdjson::simdjson_error(simdjson::N_ATOM_ERROR);
        break;
    }
    return {};
}

} // namespace

bool isNull(Json json)
{
    bool null = false;
    return json.is_null().get(null) == simdjson::SUCCESS && null;
}

QString text(Json json, std::string_view path)
{
    return isNull(json) ? QString() : toText(need(json.get_string(), path));
}

bool boolean(Json json, std::string_view path)
{
    return !isNull(json) && need(json.get_bool(), path);
}

int integer(Json json, std::string_view path)
{
    if (isNull(json))
        return 0;
    const int64_t wide = need(json.get_int64(), path);
    if (wide < 0 || wide > std::numeric_limits<int>::max())
        throw WrongField(path, Why::Type);
    return int(wide);
}

QDateTime time(Json json, std::string_view path)
{
    const QString written = text(json, path);
    if (written.isEmpty() || written.startsWith(u"0001-01-01T"))
        return {};
    // What time.Time.UnmarshalJSON takes (time.Parse of RFC3339): an hour of one digit, a comma, an offset of
    // 24:60.
    static const QRegularExpression form(
        QStringLiteral("\\A([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?"
                       "(?:Z|([-+])([0-9]{2}):([0-9]{2}))\\z"));
    const auto parts = form.match(written);
    const auto number = [&parts](int part) { return parts.captured(part).toInt(); };
    const int milliseconds = parts.captured(5).left(3).leftJustified(3, u'0').toInt(); // cut off, not rounded
    const QDate day = QDate::fromString(parts.captured(1), Qt::ISODate);
    const QTime time(number(2), number(3), number(4), milliseconds);
    if (!parts.hasMatch() || !day.isValid() || !time.isValid() || number(7) > 24 || number(8) > 60)
        throw WrongField(path, Why::Type);
    const std::chrono::minutes offset = std::chrono::hours(number(7)) + std::chrono::minutes(number(8));
    return laterBy(QDateTime(day, time, Qt::UTC), parts.captured(6) == u"-" ? offset : -offset);
}

QStringList textList(Json json, std::string_view path)
{
    QStringList texts;
    if (isNull(json))
        return texts;
    for (auto element : need(json.get_array(), path))
        texts.append(text(need(std::move(element), path), path));
    return texts;
}

QByteArray bytes(Json json, std::string_view path)
{
    return isNull(json) ? QByteArray() : toBytes(need(json.get_string(), path));
}

QByteArray objectText(Json json, std::string_view path)
{
    if (isNull(json))
        return {};
    auto object = need(json.get_object(), path);
    return toBytes(need(object.raw_json(), path));
}

QByteArray listText(Json json, std::string_view path)
{
    if (isNull(json))
        return {};
    auto list = need(json.get_array(), path);
    for (auto element : list) {
        Json item = need(std::move(element), path);
        if (!isNull(item) && need(item.type(), path) != simdjson::ondemand::json_type::object)
            throw WrongField(path, Why::Type);
    }
    need(list.reset(), path);
    return toBytes(need(list.raw_json(), path));
}

Value map(Json json, std::string_view path, int maxDepth)
{
    if (isNull(json))
        return Value(Value::Map{});
    if (need(json.type(), path) != simdjson::ondemand::json_type::object)
        throw WrongField(path, Why::Type);
    return tree(json, path, maxDepth);
}

} // namespace chartroom::strictjson
