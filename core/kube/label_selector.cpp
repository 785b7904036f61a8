// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/label_selector.h"

#include "core/base/document.h"

#include <algorithm>

namespace chartroom {

namespace {

using Requirement = LabelSelector::Requirement;
using Kind = Requirement::Kind;

/// Between commas, but not those of a list of values.
QList<QStringView> partsOf(QStringView text)
{
    QList<QStringView> parts;
    qsizetype begin = 0;
    int depth = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        depth += text[at] == u'(' ? 1 : text[at] == u')' ? -1 : 0;
        if (text[at] != u',' || depth > 0)
            continue;
        parts << text.mid(begin, at - begin).trimmed();
        begin = at + 1;
    }
    parts << text.mid(begin).trimmed();
    return parts;
}

bool isKey(QStringView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.isLetterOrNumber() || QStringView(u"-_./").contains(c);
    });
}

std::optional<Requirement> compared(QStringView text, QStringView sign, Kind kind)
{
    const qsizetype at = text.indexOf(sign);
    const QStringView key = text.left(at).trimmed();
    const QStringView value = text.mid(at + sign.size()).trimmed();
    if (!isKey(key) || !(value.isEmpty() || isKey(value)))
        return std::nullopt;
    return Requirement{kind, key.toString(), {value.toString()}};
}

/// "a in (b,c)", "a notin (b)".
std::optional<Requirement> amongValues(QStringView text)
{
    const qsizetype open = text.indexOf(u'(');
    if (!text.endsWith(u')'))
        return std::nullopt;
    const QStringView before = text.left(open).trimmed();
    const bool isNot = before.endsWith(u" notin");
    if (!isNot && !before.endsWith(u" in"))
        return std::nullopt;
    Requirement needed{
        isNot ? Kind::NotIn : Kind::In, before.chopped(isNot ? 6 : 3).trimmed().toString(), {}};
    for (const QStringView value : text.mid(open + 1).chopped(1).split(u','))
        needed.values << value.trimmed().toString();
    const bool isWritten = std::all_of(needed.values.cbegin(), needed.values.cend(),
                                       [](const QString &one) { return one.isEmpty() || isKey(one); });
    return isKey(needed.key) && isWritten ? std::optional(needed) : std::nullopt;
}

std::optional<Requirement> requirement(QStringView text)
{
    if (text.contains(u'('))
        return amongValues(text);
    if (text.contains(u"!="))
        return compared(text, u"!=", Kind::NotIn);
    if (text.contains(u"=="))
        return compared(text, u"==", Kind::In);
    if (text.contains(u'='))
        return compared(text, u"=", Kind::In);
    const bool isMissing = text.startsWith(u'!');
    const QStringView key = isMissing ? text.mid(1).trimmed() : text;
    if (!isKey(key))
        return std::nullopt;
    return Requirement{isMissing ? Kind::Missing : Kind::Exists, key.toString(), {}};
}

} // namespace

std::optional<LabelSelector> LabelSelector::parse(QStringView text)
{
    LabelSelector selector;
    if (text.trimmed().isEmpty())
        return selector;
    for (const QStringView part : partsOf(text)) {
        const auto needed = requirement(part);
        if (!needed)
            return std::nullopt;
        selector.m_requirements << *needed;
    }
    return selector;
}

bool LabelSelector::selects(const QHash<QString, QString> &labels) const
{
    return std::all_of(m_requirements.cbegin(), m_requirements.cend(), [&](const Requirement &needed) {
        const auto label = labels.constFind(needed.key);
        const bool isThere = label != labels.cend();
        switch (needed.kind) {
        case Kind::In:
            return isThere && needed.values.contains(*label);
        case Kind::NotIn:
            return !isThere || !needed.values.contains(*label);
        case Kind::Exists:
            return isThere;
        case Kind::Missing:
            return !isThere;
        }
        return false;
    });
}

bool LabelSelector::selects(const QByteArray &labels) const
{
    const Value::Map told = readJson(labels).value_or(Value()).map();
    QHash<QString, QString> texts;
    for (auto label = told.cbegin(); label != told.cend(); ++label)
        texts.insert(label.key(), label->toString());
    return selects(texts);
}

} // namespace chartroom
