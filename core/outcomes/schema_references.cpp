// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/schema_references.h"

#include <QMap>
#include <QStringList>
#include <QUrl>

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
    [[nodiscard]] bool isEndlessAnywhere(const Value &value)
    {
        if (isEndless(value))
            return true;
        for (const Value &element : value.list()) {
            if (isEndlessAnywhere(element))
                return true;
        }
        for (const Value &element : value.map()) {
            if (isEndlessAnywhere(element))
                return true;
        }
        return false;
    }

private:
    enum class Mark { Open, Done };

    [[nodiscard]] bool isEndless(const Value &schema)
    {
        const Value::Map &map = schema.map();
        if (const Value target = map.value(u"$ref"_s);
            target.isString() && isReferenceEndless(target.toString()))
            return true;
        for (const QString &keyword : {u"allOf"_s, u"anyOf"_s, u"oneOf"_s}) {
            const Value list = map.value(keyword);
            for (const Value &inner : list.list()) {
                if (isEndless(inner))
                    return true;
            }
        }
        for (const QString &keyword : {u"not"_s, u"if"_s, u"then"_s, u"else"_s}) {
            if (map.contains(keyword) && isEndless(map.value(keyword)))
                return true;
        }
        const Value dependencies = map.value(u"dependencies"_s);
        for (const Value &inner : dependencies.map()) {
            if (isEndless(inner))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool isReferenceEndless(const QString &target)
    {
        const auto mark = m_marks.constFind(target);
        if (mark != m_marks.cend())
            return *mark == Mark::Open;
        const auto schema = pointedAt(m_root, target);
        if (!schema)
            return true;
        m_marks.insert(target, Mark::Open);
        const bool endless = isEndless(*schema);
        m_marks.insert(target, Mark::Done);
        return endless;
    }

    const Value &m_root;
    QMap<QString, Mark> m_marks;
};

} // namespace

bool hasEndlessReference(const Value &schema)
{
    return ReferenceWalk(schema).isEndlessAnywhere(schema);
}

} // namespace chartroom
