// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QString>

#include <utility>
#include <variant>

namespace chartroom {

/// A tree of data as YAML and JSON know it: null, bool, number, string, list, map. Numbers keep their text,
/// so that an integer over 2^53 and 1 versus 1.0 survive. Maps are sorted by key, as Helm prints them. Cheap
/// to copy (shared).
class Value
{
public:
    enum class Kind { Null, Bool, Number, String, List, Map };
    struct Number
    {
        QString text; ///< as JSON writes it: -1, 0.5, 1e+06
        friend bool operator==(const Number &, const Number &) = default;
    };
    using List = QList<Value>;
    using Map = QMap<QString, Value>;

    Value() = default;
    explicit Value(bool b)
        : m_data(b)
    {}
    explicit Value(Number n)
        : m_data(std::move(n))
    {}
    explicit Value(QString s)
        : m_data(std::move(s))
    {}
    explicit Value(List l)
        : m_data(std::move(l))
    {}
    explicit Value(Map m)
        : m_data(std::move(m))
    {}

    [[nodiscard]] Kind kind() const { return Kind(m_data.index()); }
    [[nodiscard]] bool isNull() const { return kind() == Kind::Null; }
    [[nodiscard]] bool isMap() const { return kind() == Kind::Map; }
    [[nodiscard]] bool isList() const { return kind() == Kind::List; }
    [[nodiscard]] bool isString() const { return kind() == Kind::String; }

    /// The value of that kind, else an empty one of it.
    [[nodiscard]] bool toBool() const;
    [[nodiscard]] QString toString() const;
    [[nodiscard]] const List &list() const &;
    [[nodiscard]] const Map &map() const &;
    /// Of a temporary by value, so that no reference outlives it.
    [[nodiscard]] List list() && { return std::as_const(*this).list(); }
    [[nodiscard]] Map map() && { return std::as_const(*this).map(); }
    /// Text of a scalar as a person writes it: true, 4, some text, null; empty for list and map.
    [[nodiscard]] QString scalarText() const;

    /// Walks maps: at({u"driver"_qs, u"version"_qs}); null value where the path ends early.
    [[nodiscard]] Value at(const QStringList &path) const;

    friend bool operator==(const Value &, const Value &) = default;
    friend size_t qHash(const Value &value, size_t seed = 0) { return value.hash(seed); }

private:
    [[nodiscard]] size_t hash(size_t seed) const;

    std::variant<std::monostate, bool, Number, QString, List, Map> m_data;
};

} // namespace chartroom
