// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/lenient_json.h"

#include "core/base/quantity.h"
#include "core/kube/kube_tr.h"
#include "core/kube/shared_text.h"

#include <algorithm>
#include <bit>
#include <simdjson.h>
#include <string>
#include <utility>
#include <vector>

namespace chartroom {

namespace {

/// "2026-08-01T12:00:00Z" is what API servers write; QDateTime's own reader knows the rest at twenty times
/// the cost.
QDateTime readTime(std::string_view text)
{
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
    const bool isUsual = std::equal(text.begin(), text.end(), form.begin(), form.end(),
                                    [](char c, char f) { return f == 'd' ? c >= '0' && c <= '9' : c == f; });
    const auto number = [text](size_t at, size_t length) {
        int value = 0;
        for (const char digit : text.substr(at, length))
            value = value * 10 + (digit - '0');
        return value;
    };
    const QDate date = isUsual ? QDate(number(0, 4), number(5, 2), number(8, 2)) : QDate();
    const QTime time = isUsual ? QTime(number(11, 2), number(14, 2), number(17, 2)) : QTime();
    if (date.isValid() && time.isValid())
        return QDateTime(date, time, Qt::UTC);
    return QDateTime::fromString(QString::fromUtf8(text), Qt::ISODate);
}

using Parsers = std::vector<std::unique_ptr<simdjson::dom::parser>>;

/// The parsers of this thread that nobody reads from: more than one only where one text was read within
/// another.
Parsers &freeParsers()
{
    static thread_local Parsers parsers;
    return parsers;
}

} // namespace

LenientJson::LenientJson(const simdjson::dom::element &element)
    : m_element(std::bit_cast<Bytes>(element))
{}

template<typename T>
bool LenientJson::get(T &found) const
{
    return m_element != Bytes{} &&
           std::bit_cast<simdjson::dom::element>(m_element).get(found) == simdjson::SUCCESS;
}

bool LenientJson::exists() const
{
    return m_element != Bytes{} && !std::bit_cast<simdjson::dom::element>(m_element).is_null();
}

LenientJson LenientJson::operator[](std::string_view name) const
{
    simdjson::dom::object members;
    simdjson::dom::element value;
    if (!get(members) || members.at_key(name).get(value) != simdjson::SUCCESS)
        return {};
    return LenientJson(value);
}

QString LenientJson::text() const
{
    std::string_view found;
    if (get(found))
        return sharedText(found);
    int64_t number = 0;
    return get(number) ? QString::number(number) : QString();
}

std::string_view LenientJson::view() const
{
    std::string_view found;
    return get(found) ? found : std::string_view();
}

QDateTime LenientJson::time() const
{
    return readTime(view());
}

bool LenientJson::boolean() const
{
    bool found = false;
    return get(found) && found;
}

int LenientJson::integer() const
{
    int64_t number = 0;
    if (get(number))
        return std::in_range<int>(number) ? int(number) : 0;
    const std::string_view digits = view();
    return QByteArrayView(digits.data(), qsizetype(digits.size())).toInt();
}

int LenientJson::quantity() const
{
    if (const int plain = integer(); plain != 0)
        return plain;
    const std::optional<Quantity> told = readQuantity(text());
    return told ? told->whole() : 0;
}

QByteArray LenientJson::json() const
{
    if (!exists())
        return {};
    if (const QByteArray plain = plainTexts(); !plain.isEmpty())
        return plain;
    const std::string text = simdjson::minify(std::bit_cast<simdjson::dom::element>(m_element));
    return {text.data(), qsizetype(text.size())};
}

void LenientJson::visitItems(const std::function<void(const LenientJson &)> &visit) const
{
    simdjson::dom::array items;
    if (!get(items))
        return;
    for (const simdjson::dom::element item : items)
        visit(LenientJson(item));
}

void LenientJson::visitMembers(const std::function<void(std::string_view, const LenientJson &)> &visit) const
{
    simdjson::dom::object members;
    if (!get(members))
        return;
    for (const auto member : members)
        visit(member.key, LenientJson(member.value));
}

/// Of an object of texts in which nothing is escaped, as labels are, at a third of the cost; "" for another.
QByteArray LenientJson::plainTexts() const
{
    simdjson::dom::object members;
    if (!get(members))
        return {};
    const auto isPlain = [](std::string_view text) {
        return std::none_of(text.begin(), text.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
        });
    };
    static thread_local std::string json;
    json.assign(1, '{');
    for (const auto member : members) {
        std::string_view text;
        if (member.value.get(text) != simdjson::SUCCESS || !isPlain(text) || !isPlain(member.key))
            return {};
        for (const std::string_view piece :
             {std::string_view("\""), member.key, std::string_view("\":\""), text, std::string_view("\",")})
            json.append(piece);
    }
    if (json.size() == 1)
        return {};
    json.back() = '}';
    return sharedBytes(json);
}

ParsedJson::ParsedJson(std::string_view json)
{
    if (freeParsers().empty())
        freeParsers().push_back(std::make_unique<simdjson::dom::parser>());
    m_parser = std::move(freeParsers().back());
    freeParsers().pop_back();
    simdjson::dom::element root;
    const simdjson::error_code code = m_parser->parse(json.data(), json.size()).get(root);
    if (code == simdjson::SUCCESS)
        m_root = LenientJson(root);
    else
        m_problem = simdjson::error_message(code);
}

ParsedJson::~ParsedJson()
{
    freeParsers().push_back(std::move(m_parser));
}

Error ParsedJson::error(const QString &name) const
{
    return {Error::Code::Damaged, KubeTr::tr("The server's answer about %1 is not readable JSON.").arg(name),
            QString::fromUtf8(m_problem)};
}

} // namespace chartroom
