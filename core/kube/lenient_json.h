// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/object.h"

#include <QDateTime>

#include <array>
#include <functional>
#include <memory>
#include <string_view>

namespace simdjson::dom {
class element;
class parser;
} // namespace simdjson::dom

namespace chartroom {

/// Forgiving access to parsed JSON: a missing or mistyped field reads as empty, as the API's own defaulting
/// does. Valid while the ParsedJson that it came from is.
class LenientJson
{
public:
    LenientJson() = default;
    explicit LenientJson(const simdjson::dom::element &element);

    /// False also of null.
    [[nodiscard]] bool exists() const;
    [[nodiscard]] LenientJson operator[](std::string_view name) const;

    /// A string, or a whole number as its digits (an IntOrString).
    [[nodiscard]] QString text() const;
    /// A string without a copy; "" for anything else.
    [[nodiscard]] std::string_view view() const;
    /// A moment as metav1.Time writes it; invalid when there is none.
    [[nodiscard]] QDateTime time() const;
    [[nodiscard]] bool boolean() const;
    /// A whole number, also one that is written as a string; 0 otherwise.
    [[nodiscard]] int integer() const;
    /// A quantity of whole things, as of an extended resource: the API server writes 1000 as "1k"
    /// (apimachinery pkg/api/resource/quantity.go CanonicalizeBytes); 0 otherwise.
    [[nodiscard]] int quantity() const;
    /// The field as compact JSON; "" when it does not exist.
    [[nodiscard]] QByteArray json() const;

    /// visit(LenientJson item) for each item of a list.
    template<typename Visit>
    void forEachItem(Visit visit) const
    {
        visitItems(std::ref(visit)); // a reference: std::function then allocates nothing
    }
    /// visit(std::string_view key, LenientJson value) for each member of an object.
    template<typename Visit>
    void forEachMember(Visit visit) const
    {
        visitMembers(std::ref(visit));
    }

private:
    void visitItems(const std::function<void(const LenientJson &)> &visit) const;
    void visitMembers(const std::function<void(std::string_view, const LenientJson &)> &visit) const;
    [[nodiscard]] QByteArray plainTexts() const;
    template<typename T>
    [[nodiscard]] bool get(T &found) const;

    /// A simdjson::dom::element, or zeros for none: simdjson.h would double what each of thirty files
    /// compiles.
    using Bytes = std::array<std::uintptr_t, 2>;
    Bytes m_element = {};
};

/// A JSON text that was parsed with one of the thread's parsers; another one may be parsed meanwhile.
class ParsedJson
{
public:
    explicit ParsedJson(std::string_view json);
    ~ParsedJson();
    Q_DISABLE_COPY_MOVE(ParsedJson)

    /// Reads as empty when the text is no JSON.
    [[nodiscard]] const LenientJson &root() const { return m_root; }
    [[nodiscard]] bool isJson() const { return !m_problem; }
    /// Damaged: that the object of this name is no JSON, and why.
    [[nodiscard]] Error error(const QString &name) const;

private:
    std::unique_ptr<simdjson::dom::parser> m_parser;
    LenientJson m_root;
    const char *m_problem = nullptr; ///< simdjson's word for it
};

/// Parses an object's JSON and hands its root to `read`, which returns T. Damaged when it is no JSON.
template<typename T, typename Read>
[[nodiscard]] Result<T> readFields(const KubeObject &object, Read read)
{
    const ParsedJson parsed({object.json.constData(), size_t(object.json.size())});
    if (!parsed.isJson())
        return tl::make_unexpected(parsed.error(object.name));
    return read(parsed.root());
}

} // namespace chartroom
