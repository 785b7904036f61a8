// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/schema_references.h"

#include <QMap>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <limits>
#include <optional>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

std::optional<Value> pointedAt(const Value &root, const QString &pointer)
{
    Value here = root;
    const QStringList steps = pointer.mid(1).split(u'/');
    for (const QString &encoded : steps.mid(1)) {
        QString step = QUrl::fromPercentEncoding(encoded.toUtf8());
        step.replace(u"~1"_s, u"/"_s).replace(u"~0"_s, u"~"_s);
        if (here.isList()) {
            bool read = false;
            const qsizetype index = step.toLongLong(&read);
            if (!read || index < 0 || index >= here.list().size())
                return std::nullopt;
            here = Value(here.list().at(index));
        } else {
            const Value::Map map = here.map();
            if (!map.contains(step))
                return std::nullopt;
            here = map.value(step);
        }
    }
    return here;
}

class ReferenceWalk
{
public:
    explicit ReferenceWalk(const Value &root)
        : m_root(root)
    {}

    /// Every schema in the document, each from where it stands.
    [[nodiscard]] double most(const Value &value)
    {
        double found = applied(value);
        for (const Value &element : value.list())
            found = std::max(found, most(element));
        for (const Value &element : value.map())
            found = std::max(found, most(element));
        return found;
    }

private:
    static constexpr double endless = std::numeric_limits<double>::infinity();

    [[nodiscard]] double applied(const Value &schema)
    {
        const Value::Map &map = schema.map();
        double sum = 1;
        if (const Value target = map.value(u"$ref"_s); target.isString())
            sum += appliedBy(target.toString());
        for (const QString &keyword : {u"allOf"_s, u"anyOf"_s, u"oneOf"_s}) {
            const Value list = map.value(keyword);
            for (const Value &inner : list.list())
                sum += applied(inner);
        }
        for (const QString &keyword : {u"not"_s, u"if"_s, u"then"_s, u"else"_s}) {
            if (map.contains(keyword))
                sum += applied(map.value(keyword));
        }
        const Value dependencies = map.value(u"dependencies"_s);
        for (const Value &inner : dependencies.map())
            sum += applied(inner);
        return sum;
    }

    [[nodiscard]] double appliedBy(const QString &target)
    {
        const auto known = m_known.constFind(target);
        if (known != m_known.cend())
            return *known;
        const auto schema = pointedAt(m_root, target);
        m_known.insert(target, endless); // until it is known that it does not come back
        const double sum = schema ? applied(*schema) : endless;
        m_known.insert(target, sum);
        return sum;
    }

    const Value &m_root;
    QMap<QString, double> m_known;
};

} // namespace

double schemasForOneValue(const Value &schema)
{
    return ReferenceWalk(schema).most(schema);
}

} // namespace chartroom
