// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/set_form.h"

#include "core/base/document.h"

namespace chartroom {

namespace {

QString escaped(const QString &text, QStringView special)
{
    QString out;
    for (const QChar c : text) {
        if (special.contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

std::optional<QString> helmPath(const ValuePath &path)
{
    QString out;
    for (const PathStep &step : path) {
        if (step.kind == PathStep::Kind::Name)
            return std::nullopt;
        if (step.kind == PathStep::Kind::Index) {
            out += QStringLiteral("[%1]").arg(step.index);
            continue;
        }
        if (!out.isEmpty())
            out += u'.';
        out += escaped(step.text, u"\\.[,=");
    }
    return out.isEmpty() ? std::nullopt : std::optional(out);
}

/// --set makes something else of such text (typedVal).
bool readsAsAnotherType(const QString &text)
{
    for (const QStringView word : {u"true", u"false", u"null", u"0"})
        if (text.compare(word, Qt::CaseInsensitive) == 0)
            return true;
    bool number = false;
    text.toLongLong(&number);
    return number && !text.startsWith(u'0');
}

QString shellWord(const QString &word)
{
    const auto plain = [](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || QStringView(u"_-./:=@%+").contains(c);
    };
    if (std::all_of(word.cbegin(), word.cend(), plain))
        return word;
    QString quoted = word;
    quoted.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + quoted + u'\'';
}

} // namespace

std::optional<Value> valueAt(const Value &root, const ValuePath &path)
{
    Value at = root;
    for (const PathStep &step : path) {
        if (step.kind == PathStep::Kind::Key) {
            const auto found = at.map().constFind(step.text);
            if (found == at.map().cend())
                return std::nullopt;
            at = Value(*found);
            continue;
        }
        const Value::List &list = at.list();
        qsizetype index = step.index;
        if (step.kind == PathStep::Kind::Name)
            for (index = 0; index < list.size(); ++index)
                if (list[index].map().value(QStringLiteral("name")).toString() == step.text)
                    break;
        if (index < 0 || index >= list.size())
            return std::nullopt;
        at = Value(list[index]);
    }
    return at;
}

std::optional<QString> setForm(const ValuePath &path, const Value &value)
{
    const std::optional<QString> name = helmPath(path);
    if (!name)
        return std::nullopt;
    bool whole = true;
    if (value.kind() == Value::Kind::Number)
        value.scalarText().toLongLong(&whole);
    const bool lines = value.isString() && value.toString().contains(u'\n');
    if (value.isMap() || value.isList() || lines || !whole)
        return QStringLiteral("--set-json ") +
               shellWord(*name + u'=' + QString::fromUtf8(writeJson(value, 0)).trimmed());
    const QString text = value.scalarText();
    const bool asText = value.isString() && readsAsAnotherType(text);
    // A brace at the start would open a list.
    const QString written =
        (text.startsWith(u'{') ? QStringLiteral("\\") : QString()) + escaped(text, u"\\,");
    return (asText ? QStringLiteral("--set-string ") : QStringLiteral("--set ")) +
           shellWord(*name + u'=' + written);
}

} // namespace chartroom
