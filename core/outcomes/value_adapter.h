// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#define VALIJSON_USE_EXCEPTIONS 1

#include "core/base/value.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <valijson/adapters/std_string_adapter.hpp>
#include <valijson/internal/adapter.hpp>
#include <valijson/internal/basic_adapter.hpp>
#include <valijson/internal/frozen_value.hpp>

namespace chartroom {

/// What a schema check may take on this thread, in steps and in time; beyond it throws Spent. A schema can be
/// written so that checking it takes for ever.
class CheckBudget
{
public:
    struct Spent final : std::runtime_error
    {
        Spent()
            : std::runtime_error("it takes too many steps")
        {}
    };
    static void grant(qint64 steps, std::chrono::milliseconds time)
    {
        s_left = steps;
        s_end = std::chrono::steady_clock::now() + time;
    }
    static void spend()
    {
        if (--s_left < 0 || (s_left % 64 == 0 && std::chrono::steady_clock::now() > s_end))
            throw Spent();
    }

private:
    static inline thread_local qint64 s_left = 0;
    static inline thread_local std::chrono::steady_clock::time_point s_end;
};

class ValueAdapter;
class ValueArrayIterator;
class ValueObjectIterator;
using ValueObjectMember = std::pair<std::string, ValueAdapter>;

/// Lets valijson read a Value, which has to outlive it (valijson adapters/qtjson_adapter.hpp@1.0 shows the
/// shape).
class ValueArray
{
public:
    using const_iterator = ValueArrayIterator;
    using iterator = ValueArrayIterator;

    ValueArray() = default;
    explicit ValueArray(const Value &value)
        : m_list(&value.list())
    {}
    [[nodiscard]] ValueArrayIterator begin() const;
    [[nodiscard]] ValueArrayIterator end() const;
    [[nodiscard]] size_t size() const { return size_t(m_list->size()); }

private:
    static const Value::List &none()
    {
        static const Value::List empty;
        return empty;
    }
    const Value::List *m_list = &none();
};

class ValueObject
{
public:
    using const_iterator = ValueObjectIterator;
    using iterator = ValueObjectIterator;

    ValueObject() = default;
    explicit ValueObject(const Value &value)
        : m_map(&value.map())
    {}
    [[nodiscard]] ValueObjectIterator begin() const;
    [[nodiscard]] ValueObjectIterator end() const;
    [[nodiscard]] ValueObjectIterator find(const std::string &name) const;
    [[nodiscard]] size_t size() const { return size_t(m_map->size()); }

private:
    static const Value::Map &none()
    {
        static const Value::Map empty;
        return empty;
    }
    const Value::Map *m_map = &none();
};

class FrozenCopy final : public valijson::adapters::FrozenValue
{
public:
    explicit FrozenCopy(Value value)
        : m_value(std::move(value))
    {}
    [[nodiscard]] FrozenValue *clone() const override { return new FrozenCopy(m_value); }
    [[nodiscard]] bool equalTo(const valijson::adapters::Adapter &other, bool strict) const override;

private:
    Value m_value;
};

class ValueView
{
public:
    ValueView() = default;
    explicit ValueView(const Value &value)
        : m_value(&value)
    {
        CheckBudget::spend();
    }
    ValueView(const ValueView &other)
        : m_value(other.m_value)
    {
        CheckBudget::spend();
    }
    ValueView &operator=(const ValueView &) = default;
    ~ValueView() = default;

    [[nodiscard]] valijson::adapters::FrozenValue *freeze() const { return new FrozenCopy(*m_value); }
    [[nodiscard]] opt::optional<ValueArray> getArrayOptional() const
    {
        return isArray() ? opt::make_optional(ValueArray(*m_value)) : opt::optional<ValueArray>();
    }
    [[nodiscard]] opt::optional<ValueObject> getObjectOptional() const
    {
        return isObject() ? opt::make_optional(ValueObject(*m_value)) : opt::optional<ValueObject>();
    }
    bool getArraySize(size_t &size) const
    {
        size = size_t(m_value->list().size());
        return isArray();
    }
    bool getObjectSize(size_t &size) const
    {
        size = size_t(m_value->map().size());
        return isObject();
    }
    bool getBool(bool &result) const
    {
        result = m_value->toBool();
        return isBool();
    }
    bool getDouble(double &result) const
    {
        result = number();
        return isNumber();
    }
    bool getInteger(int64_t &result) const
    {
        constexpr double most = 9.2e18;
        result = int64_t(std::clamp(number(), -most, most));
        return isInteger();
    }
    bool getString(std::string &result) const
    {
        result = m_value->toString().toStdString();
        return isString();
    }
    static bool hasStrictTypes() { return true; }
    [[nodiscard]] bool isArray() const { return m_value->isList(); }
    [[nodiscard]] bool isBool() const { return m_value->kind() == Value::Kind::Bool; }
    [[nodiscard]] bool isDouble() const { return isNumber(); }
    [[nodiscard]] bool isInteger() const { return isNumber() && std::trunc(number()) == number(); }
    [[nodiscard]] bool isNull() const { return m_value->isNull(); }
    [[nodiscard]] bool isNumber() const { return m_value->kind() == Value::Kind::Number; }
    [[nodiscard]] bool isObject() const { return m_value->isMap(); }
    [[nodiscard]] bool isString() const { return m_value->isString(); }

private:
    [[nodiscard]] double number() const { return isNumber() ? m_value->scalarText().toDouble() : 0; }
    static const Value &emptyMap()
    {
        static const Value empty{Value::Map()};
        return empty;
    }
    const Value *m_value = &emptyMap();
};

class ValueAdapter : public valijson::adapters::BasicAdapter<ValueAdapter, ValueArray, ValueObjectMember,
                                                             ValueObject, ValueView>
{
public:
    ValueAdapter() = default;
    explicit ValueAdapter(const Value &value)
        : BasicAdapter(ValueView(value))
    {}
};

class ValueArrayIterator
{
public:
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = ValueAdapter;
    using difference_type = std::ptrdiff_t;
    using pointer = ValueAdapter *;
    using reference = ValueAdapter &;

    explicit ValueArrayIterator(Value::List::const_iterator it)
        : m_it(it)
    {}
    ValueAdapter operator*() const { return ValueAdapter(*m_it); }
    valijson::adapters::DerefProxy<ValueAdapter> operator->() const
    {
        return valijson::adapters::DerefProxy<ValueAdapter>(**this);
    }
    bool operator==(const ValueArrayIterator &other) const { return m_it == other.m_it; }
    ValueArrayIterator &operator++()
    {
        ++m_it;
        return *this;
    }
    ValueArrayIterator operator++(int) { return ValueArrayIterator(m_it++); }
    ValueArrayIterator &operator--()
    {
        --m_it;
        return *this;
    }
    void advance(std::ptrdiff_t n) { m_it += n; }

private:
    Value::List::const_iterator m_it;
};

class ValueObjectIterator
{
public:
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = ValueObjectMember;
    using difference_type = std::ptrdiff_t;
    using pointer = ValueObjectMember *;
    using reference = ValueObjectMember &;

    explicit ValueObjectIterator(Value::Map::const_iterator it)
        : m_it(it)
    {}
    ValueObjectMember operator*() const { return {m_it.key().toStdString(), ValueAdapter(m_it.value())}; }
    valijson::adapters::DerefProxy<ValueObjectMember> operator->() const
    {
        return valijson::adapters::DerefProxy<ValueObjectMember>(**this);
    }
    bool operator==(const ValueObjectIterator &other) const { return m_it == other.m_it; }
    ValueObjectIterator &operator++()
    {
        ++m_it;
        return *this;
    }
    ValueObjectIterator operator++(int) { return ValueObjectIterator(m_it++); }
    ValueObjectIterator &operator--()
    {
        --m_it;
        return *this;
    }

private:
    Value::Map::const_iterator m_it;
};

inline ValueArrayIterator ValueArray::begin() const
{
    return ValueArrayIterator(m_list->cbegin());
}
inline ValueArrayIterator ValueArray::end() const
{
    return ValueArrayIterator(m_list->cend());
}
inline ValueObjectIterator ValueObject::begin() const
{
    return ValueObjectIterator(m_map->cbegin());
}
inline ValueObjectIterator ValueObject::end() const
{
    return ValueObjectIterator(m_map->cend());
}
inline ValueObjectIterator ValueObject::find(const std::string &name) const
{
    return ValueObjectIterator(m_map->constFind(QString::fromStdString(name)));
}
inline bool FrozenCopy::equalTo(const valijson::adapters::Adapter &other, bool strict) const
{
    return ValueAdapter(m_value).equalTo(other, strict);
}

} // namespace chartroom

template<>
struct valijson::adapters::AdapterTraits<chartroom::ValueAdapter>
{
    using DocumentType = chartroom::Value;
    static std::string adapterName() { return "ValueAdapter"; }
};
