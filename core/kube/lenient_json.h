// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/kube/kube_tr.h"
#include "core/kube/object.h"
#include "core/kube/shared_text.h"

#include <QDateTime>

#include <algorithm>
#include <simdjson.h>
#include <string>
#include <utility>

namespace chartroom {

/// Forgiving access to parsed JSON: a missing or mistyped field reads as empty, as the API's own defaulting
/// does. Valid while the parser that made it is.
class LenientJson
{
public:
    explicit LenientJson(simdjson::simdjson_result<simdjson::dom::element> element)
        : m_element(std::move(element))
    {}

    [[nodiscard]] bool exists() const
    {
        return m_element.error() == simdjson::SUCCESS && !m_element.is_null();
    }
    [[nodiscard]] LenientJson operator[](std::string_view name) const
    {
        return LenientJson(m_element.at_key(name));
    }

    /// A string, or a whole number as its digits (an IntOrString).
    [[nodiscard]] QString text() const
    {
        std::string_view found;
        if (m_element.get(found) == simdjson::SUCCESS)
            return sharedText(found);
        int64_t number = 0;
        return m_element.get(number) == simdjson::SUCCESS ? QString::number(number) : QString();
    }
    /// A string without a copy; "" for anything else.
    [[nodiscard]] std::string_view view() const
    {
        std::string_view found;
        return m_element.get(found) == simdjson::SUCCESS ? found : std::string_view();
    }
    /// A moment as metav1.Time writes it; invalid when there is none.
    [[nodiscard]] QDateTime time() const { return readTime(view()); }
    [[nodiscard]] bool boolean() const
    {
        bool found = false;
        return m_element.get(found) == simdjson::SUCCESS && found;
    }
    /// A whole number, also one that is written as a string; 0 otherwise.
    [[nodiscard]] int integer() const
    {
        int64_t number = 0;
        if (m_element.get(number) == simdjson::SUCCESS)
            return std::in_range<int>(number) ? int(number) : 0;
        const std::string_view digits = view();
        return QByteArrayView(digits.data(), qsizetype(digits.size())).toInt();
    }

    /// A quantity of whole things, as of an extended resource: the API server writes 1000 as "1k"
    /// (apimachinery pkg/api/resource/quantity.go CanonicalizeBytes); 0 otherwise.
    [[nodiscard]] int quantity() const
    {
        if (const int plain = integer(); plain != 0)
            return plain;
        const std::optional<Quantity> told = readQuantity(text());
        return told ? told->whole() : 0;
    }

    /// The field as compact JSON; "" when it does not exist.
    [[nodiscard]] QByteArray json() const
    {
        if (!exists())
            return {};
        if (const QByteArray plain = plainTexts(); !plain.isEmpty())
            return plain;
        const std::string text = simdjson::minify(m_element.value_unsafe());
        return {text.data(), qsizetype(text.size())};
    }

    template<typename Visit>
    void forEachItem(Visit visit) const
    {
        simdjson::dom::array items;
        if (m_element.get(items) != simdjson::SUCCESS)
            return;
        for (simdjson::dom::element item : items)
            visit(LenientJson(std::move(item)));
    }
    /// visit(std::string_view key, LenientJson value) for each member of an object.
    template<typename Visit>
    void forEachMember(Visit visit) const
    {
        simdjson::dom::object members;
        if (m_element.get(members) != simdjson::SUCCESS)
            return;
        for (auto member : members)
            visit(member.key, LenientJson(std::move(member.value)));
    }

private:
    [[nodiscard]] static QDateTime readTime(std::string_view text);
    [[nodiscard]] QByteArray plainTexts() const;

    simdjson::simdjson_result<simdjson::dom::element> m_element;
};

/// "2026-08-01T12:00:00Z" is what API servers write; QDateTime's own reader knows the rest at twenty times
/// the cost.
inline QDateTime LenientJson::readTime(std::string_view text)
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

/// Of an object of texts in which nothing is escaped, as labels are, at a third of the cost; "" for another.
inline QByteArray LenientJson::plainTexts() const
{
    simdjson::dom::object members;
    if (m_element.get(members) != simdjson::SUCCESS)
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

/// Parses an object's JSON and hands its root to `read`, which returns T. Damaged when it is no JSON.
template<typename T, typename Read>
[[nodiscard]] Result<T> readFields(const KubeObject &object, Read read)
{
    static thread_local simdjson::dom::parser parser;
    const auto root = parser.parse(object.json.constData(), size_t(object.json.size()));
    if (root.error() != simdjson::SUCCESS)
        return failure(Error::Code::Damaged,
                       KubeTr::tr("The server's answer about %1 is not readable JSON.").arg(object.name),
                       QString::fromUtf8(simdjson::error_message(root.error())));
    return read(LenientJson(root));
}

} // namespace chartroom
