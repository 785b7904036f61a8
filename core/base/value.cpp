// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/value.h"

#include <QHash>

namespace chartroom {

bool Value::toBool() const
{
    const bool *b = std::get_if<bool>(&m_data);
    return b && *b;
}

QString Value::toString() const
{
    const QString *s = std::get_if<QString>(&m_data);
    return s ? *s : QString();
}

const Value::List &Value::list() const &
{
    static const List empty;
    const List *l = std::get_if<List>(&m_data);
    return l ? *l : empty;
}

const Value::Map &Value::map() const &
{
    static const Map empty;
    const Map *m = std::get_if<Map>(&m_data);
    return m ? *m : empty;
}

QString Value::scalarText() const
{
    switch (kind()) {
    case Kind::Null:
        return QStringLiteral("null");
    case Kind::Bool:
        return std::get<bool>(m_data) ? QStringLiteral("true") : QStringLiteral("false");
    case Kind::Number:
        return std::get<Number>(m_data).text;
    case Kind::String:
        return std::get<QString>(m_data);
    case Kind::List:
    case Kind::Map:
        break;
    }
    return {};
}

size_t Value::hash(size_t seed) const
{
    QtPrivate::QHashCombine combine;
    seed = combine(seed, int(kind()));
    if (const List *l = std::get_if<List>(&m_data))
        return qHashRange(l->cbegin(), l->cend(), seed);
    if (const Map *m = std::get_if<Map>(&m_data)) {
        for (auto entry = m->cbegin(); entry != m->cend(); ++entry)
            seed = combine(combine(seed, entry.key()), entry.value());
        return seed;
    }
    return combine(seed, scalarText());
}

Value Value::at(const QStringList &path) const
{
    const Value *here = this;
    for (const QString &key : path) {
        const Map &m = here->map();
        const auto found = m.constFind(key);
        if (found == m.cend())
            return {};
        here = &*found;
    }
    return *here;
}

} // namespace chartroom
