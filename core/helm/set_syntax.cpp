// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/set_syntax.h"

#include "core/helm/helm_tr.h"
#include "core/helm/values_file.h"
#include "core/secrets/masked_values.h"

#include <QRegularExpression>

namespace chartroom {

namespace {

constexpr int maxIndex = 65536;
constexpr int maxNestedNames = 30;

Value typedValue(const QString &text)
{
    static const QRegularExpression whole(QStringLiteral("\\A[+-]?[0-9]+\\z"));
    const auto is = [&](QLatin1String word) { return text.compare(word, Qt::CaseInsensitive) == 0; };
    if (is(QLatin1String("true")) || is(QLatin1String("false")))
        return Value(text.size() == 4);
    if (is(QLatin1String("null")))
        return {};
    bool fits = false;
    const qint64 number = text.toLongLong(&fits);
    const bool isNumber = text == u"0" || (!text.startsWith(u'0') && whole.match(text).hasMatch() && fits);
    return isNumber ? Value(Value::Number{QString::number(number)}) : Value(text);
}

/// A key as a sentence may hold it: what has no equals sign may be a value that a person meant.
QString shown(const QString &key)
{
    return maskedText(key.left(60));
}

/// One argument of --set on its way into a tree, step by step as Helm's parser goes.
class SetParser
{
public:
    explicit SetParser(QString text)
        : m_text(std::move(text))
    {}

    Result<Value> parse(Value::Map values)
    {
        End end = End::Value;
        while (end == End::Value)
            end = readKey(values, 0);
        if (end == End::Failed)
            return failure(Error::Code::Invalid, m_problem);
        return Value(values);
    }

private:
    /// How a step ended: behind a value, at the end of the text, or not at all.
    enum class End { Value, Text, Failed };

    struct Run
    {
        QString text;
        QChar stop; ///< null at the end of the text
    };

    End fail(const QString &sentence)
    {
        m_problem = sentence;
        return End::Failed;
    }

    /// Up to one of the stops, which is consumed; a backslash takes the next character as it is.
    Run runUntil(QStringView stops)
    {
        Run run;
        while (m_at < m_text.size()) {
            QChar c = m_text[m_at++];
            if (stops.contains(c)) {
                run.stop = c;
                return run;
            }
            if (c == u'\\') {
                if (m_at == m_text.size())
                    return run;
                c = m_text[m_at++];
            }
            run.text += c;
        }
        return run;
    }

    static void set(Value::Map &map, const QString &key, const Value &value)
    {
        if (!key.isEmpty())
            map.insert(key, value);
    }

    End readKey(Value::Map &map, int depth)
    {
        const Run key = runUntil(u"=[,.");
        if (key.stop.isNull())
            return key.text.isEmpty()
                       ? End::Text
                       : fail(HelmTr::tr("--set: the key %1 has no value.").arg(shown(key.text)));
        if (key.stop == u'[')
            return readListKey(map, key.text, depth);
        if (key.stop == u'=') {
            Value value;
            const End end = readValue(value);
            if (end != End::Failed)
                set(map, key.text, value);
            return end;
        }
        if (key.stop == u',')
            return fail(
                HelmTr::tr("--set: the key %1 has no value in front of the comma.").arg(shown(key.text)));
        return readNested(map, key.text, depth + 1);
    }

    End readNested(Value::Map &map, const QString &key, int depth)
    {
        if (depth > maxNestedNames)
            return fail(HelmTr::tr("--set: a key is nested more than %1 levels deep.").arg(maxNestedNames));
        const auto found = map.constFind(key);
        if (found != map.cend() && !found->isMap())
            return fail(HelmTr::tr("--set: %1 is not a map that can contain a key.").arg(shown(key)));
        Value::Map inner = found == map.cend() ? Value::Map{} : found->map();
        const End end = readKey(inner, depth);
        if (end == End::Value && inner.isEmpty())
            return fail(HelmTr::tr("--set: the key %1 has no value.").arg(shown(key)));
        if (end != End::Failed && !inner.isEmpty())
            set(map, key, Value(inner));
        return end;
    }

    End readListKey(Value::Map &map, const QString &key, int depth)
    {
        const auto found = map.constFind(key);
        if (found != map.cend() && !found->isList())
            return fail(HelmTr::tr("--set: %1 is not a list that can have an index.").arg(shown(key)));
        const auto index = readIndex(key);
        if (!index)
            return End::Failed;
        Value::List list = found == map.cend() ? Value::List{} : found->list();
        const End end = readElement(list, *index, key, depth);
        if (end != End::Failed)
            set(map, key, Value(list));
        return end;
    }

    std::optional<int> readIndex(const QString &key)
    {
        const Run run = runUntil(u"]");
        bool isNumber = false;
        const int index = run.text.toInt(&isNumber);
        if (run.stop.isNull() || !isNumber || run.text.trimmed() != run.text || index < 0 ||
            index > maxIndex) {
            fail(HelmTr::tr("--set: the index behind %1 must be a number from 0 to %2.")
                     .arg(shown(key))
                     .arg(maxIndex));
            return std::nullopt;
        }
        return index;
    }

    static void setIndex(Value::List &list, int index, const Value &value)
    {
        if (list.size() <= index)
            list.resize(index + 1);
        list[index] = value;
    }

    End readElement(Value::List &list, int index, const QString &key, int depth)
    {
        const Run run = runUntil(u"[.=");
        if (!run.text.isEmpty())
            return fail(
                HelmTr::tr("--set: after the index of %1 comes =, . or another index.").arg(shown(key)));
        if (run.stop.isNull())
            return End::Text;
        if (run.stop == u'=') {
            Value value;
            const End end = readValue(value);
            if (end == End::Failed)
                return end;
            setIndex(list, index, value);
            return End::Value;
        }
        const bool exists = index < list.size();
        if (run.stop == u'[') {
            const auto next = readIndex(key);
            if (!next)
                return End::Failed;
            if (exists && !list[index].isList() && !list[index].isNull())
                return fail(HelmTr::tr("--set: %1 is not a list that can have an index.").arg(shown(key)));
            Value::List inner = exists ? list[index].list() : Value::List{};
            const End end = readElement(inner, *next, key, depth);
            if (end == End::Value)
                setIndex(list, index, Value(inner));
            return end;
        }
        Value::Map inner = exists ? list[index].map() : Value::Map{};
        const End end = readKey(inner, depth);
        if (end == End::Value || (end == End::Text && exists)) // as Helm: a new element must have its value
            setIndex(list, index, Value(inner));
        return end;
    }

    /// Behind the equals sign: {a,b}, or text up to the comma. Empty text at the end of all.
    End readValue(Value &value)
    {
        if (m_at == m_text.size()) {
            value = Value(QString());
            return End::Text;
        }
        if (m_text[m_at] != u'{') {
            value = typedValue(runUntil(u",").text);
            return End::Value;
        }
        ++m_at;
        Value::List list;
        while (true) {
            const Run run = runUntil(u",}");
            if (run.stop.isNull())
                return fail(HelmTr::tr("--set: a list must end with }."));
            list.append(typedValue(run.text));
            if (run.stop == u'}')
                break;
        }
        if (m_at < m_text.size() && m_text[m_at] == u',')
            ++m_at;
        value = Value(list);
        return End::Value;
    }

    QString m_text;
    qsizetype m_at = 0;
    QString m_problem;
};

QString escaped(const QString &text, QStringView special)
{
    QString out;
    for (const QChar c : text) {
        if (c == u'\\' || special.contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

void gatherAssignments(const Value &value, const QString &key, QStringList &assignments)
{
    if (value.isMap()) {
        const Value::Map &map = value.map();
        for (auto it = map.cbegin(); it != map.cend(); ++it)
            gatherAssignments(*it, (key.isEmpty() ? QString() : key + u'.') + escaped(it.key(), u"=[,."),
                              assignments);
    } else if (value.isList()) {
        for (qsizetype i = 0; i < value.list().size(); ++i)
            gatherAssignments(value.list()[i], QStringLiteral("%1[%2]").arg(key).arg(i), assignments);
    } else {
        const QString text = value.isNull() ? QStringLiteral("null") : escaped(value.scalarText(), u",");
        assignments.append(key + u'=' + text);
    }
}

} // namespace

Result<Value> withSetArgument(const Value &values, const QString &argument)
{
    return SetParser(argument).parse(values.map());
}

std::optional<QString> setArgumentOf(const Value &values)
{
    QStringList assignments;
    gatherAssignments(values, {}, assignments);
    const QString argument = assignments.join(u',');
    const Result<Value> back = withSetArgument(Value(Value::Map()), argument);
    return back && *back == values ? std::optional(argument) : std::nullopt;
}

Result<Value> editsFrom(const QList<Value> &files, const QStringList &setArguments)
{
    Value::Map base;
    for (const Value &file : files)
        base = mergedValues(base, file.map());
    Value edits{base};
    for (const QString &argument : setArguments) {
        Result<Value> next = withSetArgument(edits, argument);
        if (!next)
            return next;
        edits = std::move(*next);
    }
    return edits;
}

} // namespace chartroom
