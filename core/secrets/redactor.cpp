// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/redactor.h"

#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

/// What a terminal would not show as it stands: colours, links, reordering, characters without a width.
QString withoutControls(const QString &text)
{
    static const QRegularExpression sequence(QStringLiteral(
        "\\x{1b}\\[[0-?]*[ -/]*[@-~]|\\x{1b}[\\]P^_][^\\x{07}\\x{1b}]*(?:\\x{07}|\\x{1b}\\\\|\\z)|\\x{1b}."));
    QString plain = text;
    plain.remove(sequence);
    plain.removeIf([](QChar c) { return c != u'\n' && c != u'\t' && !isVisible(c); });
    return plain;
}

bool isNameCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
}

bool isJoint(QChar c)
{
    return c == u'-' || c == u'.' || c == u'_';
}

/// The version of an InfiniBand driver has four numbers with points, too: 24.10-0.7.0.0-0.
bool isDriverVersion(const QString &text, const QRegularExpressionMatch &match)
{
    static const QRegularExpression before(QStringLiteral("\\d\\.\\d{2}-\\z"));
    static const QRegularExpression after(QStringLiteral("\\A-\\d"));
    const qsizetype start = match.capturedStart();
    return QStringView(text)
               .sliced(qMax<qsizetype>(0, start - 5), qMin<qsizetype>(5, start))
               .toString()
               .contains(before) &&
           text.sliced(match.capturedEnd(), qMin<qsizetype>(2, text.size() - match.capturedEnd()))
               .contains(after);
}

} // namespace

Redactor::Redactor(RedactionRules rules)
    : m_rules(std::move(rules))
{
    for (const QString &picked : QStringList(m_rules.byHand)) // also as it stands once secrets are hidden
        m_rules.byHand.append(maskedText(m_rules.known.without(picked)));
    m_rules.byHand.removeAll(QString());
    m_rules.byHand.removeDuplicates();
    std::sort(m_rules.byHand.begin(), m_rules.byHand.end(), [](const QString &a, const QString &b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    if (!m_rules.names)
        return;
    const auto name = [this](NameTable::Kind kind, QStringList names) {
        names.removeAll(QString());
        names.sort();
        for (const QString &one : std::as_const(names))
            m_rules.names->alias(kind, one);
    };
    name(NameTable::Kind::Host, m_rules.hosts);
    name(NameTable::Kind::Namespace, m_rules.namespaces);
}

QString Redactor::text(const QString &place, const QString &text, Lines lines)
{
    constexpr qsizetype longest = 64 * 1024;
    QString shown = withoutSecrets(place, text);
    if (m_rules.names)
        shown = withoutNames(place, shown);
    shown = visibleText(shown, lines == Lines::Kept, longest);
    hideByHand(place, shown); // as it was shown to who picked it
    return shown;
}

QString Redactor::file(const QString &name, const QString &text)
{
    constexpr qsizetype longestSign = 8; // of a character made visible
    QString shown = withoutSecrets(name, text);
    if (m_rules.names)
        shown = withoutNames(name, shown);
    shown = visibleText(shown, true, longestSign * (shown.size() + 1));
    hideByHand(name, shown);
    return shown;
}

QString Redactor::withoutSecrets(const QString &place, QString text)
{
    int known = 0;
    text = m_rules.known.without(text, &known);
    QList<SecretSign> found;
    QString masked = maskedText(text, &found);
    // Colours between a name and its secret part them for the reader of a program, and for no person.
    if (const QString plain = withoutControls(text); plain != text) {
        QList<SecretSign> foundInPlain;
        int knownInPlain = 0;
        const QString rest = m_rules.known.without(plain, &knownInPlain);
        const QString maskedPlain = maskedText(rest, &foundInPlain);
        if (knownInPlain > 0 || !foundInPlain.isEmpty()) {
            masked = maskedPlain;
            found = foundInPlain;
            known += knownInPlain;
        }
    }
    m_report.add(place, RedactionReason::Known, known);
    for (const SecretSign sign : std::as_const(found))
        m_report.add(place, redactionReason(sign));
    hideByHand(place, masked); // before that it could part a secret from what tells it
    return masked;
}

QString Redactor::withoutNames(const QString &place, const QString &text)
{
    return withoutAddressNames(place, withoutKnownNames(place, withoutAddresses(place, text)));
}

/// A name counts where it stands by itself, or between the joints of a longer name: gpu-011 in
/// kube-proxy-gpu-011.
QString Redactor::withoutKnownNames(const QString &place, const QString &text)
{
    constexpr qsizetype longestName = 253;
    QString out;
    qsizetype at = 0;
    while (at < text.size()) {
        if (!isNameCharacter(text[at])) {
            out += text[at++];
            continue;
        }
        QList<qsizetype> ends; // of the parts of this word
        qsizetype end = at;
        while (end < text.size() && end - at <= longestName) {
            while (end < text.size() && isNameCharacter(text[end]))
                ++end;
            ends.append(end);
            if (end + 1 >= text.size() || !isJoint(text[end]) || !isNameCharacter(text[end + 1]))
                break;
            ++end;
        }
        const NameTable::Known *known = nullptr;
        for (qsizetype part = ends.size(); !known && part-- > 0;)
            if ((known = m_rules.names->find(text.sliced(at, ends[part] - at))))
                end = ends[part];
        if (known) {
            out += known->alias;
            m_report.add(place, known->kind == NameTable::Kind::Host        ? RedactionReason::Host
                                : known->kind == NameTable::Kind::Namespace ? RedactionReason::Namespace
                                                                            : RedactionReason::Address);
        } else {
            end = ends.first();
            out += QStringView(text).sliced(at, end - at);
        }
        at = end;
    }
    return out;
}

QString Redactor::withoutAddresses(const QString &place, const QString &text)
{
    // Of an address of both kinds (::ffff:10.0.0.1) all of it is one.
    static const QRegularExpression addresses(QStringLiteral(
        "(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w]|\\.\\d)|(?<![\\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:"
        "\\d{1,3}\\.){3}\\d{1,3}(?![\\w]|\\.\\d)|[0-9A-Fa-f]{0,4}(?![\\w:]))"));
    QString out;
    qsizetype from = 0;
    for (auto it = addresses.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QString found = match.captured();
        QHostAddress address;
        if (found.size() < 3 || !address.setAddress(found) || isDriverVersion(text, match))
            continue;
        out += QStringView(text).sliced(from, match.capturedStart() - from);
        out += m_rules.names->alias(NameTable::Kind::Address, address.toString());
        from = match.capturedEnd();
        m_report.add(place, RedactionReason::Address);
    }
    return out + text.sliced(from);
}

/// Clouds name a host by its address, ip-10-1-2-3, be it a host that we know or not.
QString Redactor::withoutAddressNames(const QString &place, const QString &text)
{
    static const QRegularExpression names(
        QStringLiteral("(?<![A-Za-z0-9])[Ii][Pp]-(\\d{1,3}(?:-\\d{1,3}){3})(?!\\w)"));
    QString out;
    qsizetype from = 0;
    for (auto it = names.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        QHostAddress address;
        if (!address.setAddress(match.captured(1).replace(u'-', u'.')))
            continue;
        out += QStringView(text).sliced(from, match.capturedStart() - from);
        out += m_rules.names->alias(NameTable::Kind::Address, address.toString());
        from = match.capturedEnd();
        m_report.add(place, RedactionReason::Address);
    }
    return out + text.sliced(from);
}

void Redactor::hideByHand(const QString &place, QString &text)
{
    for (const QString &picked : std::as_const(m_rules.byHand)) {
        const int count = picked == dots ? 0 : int(text.count(picked));
        if (count > 0)
            text.replace(picked, dots);
        m_report.add(place, RedactionReason::ByHand, count);
    }
}

ValueChange Redactor::change(const QString &place, const ValueChange &change)
{
    ValueChange masked = maskedChange(change);
    countHidden(place, change.before, masked.before);
    countHidden(place, change.after, masked.after);
    if (masked.path != change.path)
        m_report.add(place, RedactionReason::SecretKey);
    masked.before = withoutKnown(place, masked.before);
    masked.after = withoutKnown(place, masked.after);
    return masked;
}

Value Redactor::values(const QString &place, const Value &values)
{
    const Value masked = maskedValues(values);
    countHidden(place, values, masked);
    return withoutKnown(place, masked);
}

Value Redactor::withoutKnown(const QString &place, const Value &value)
{
    if (m_rules.known.isEmpty())
        return value;
    if (value.isMap()) {
        Value::Map out;
        for (auto it = value.map().cbegin(); it != value.map().cend(); ++it)
            out.insert(it.key(), withoutKnown(place, *it));
        return Value(out);
    }
    if (value.isList()) {
        Value::List out;
        for (const Value &element : value.list())
            out.append(withoutKnown(place, element));
        return Value(out);
    }
    int hidden = 0;
    const QString text = m_rules.known.without(value.scalarText(), &hidden);
    m_report.add(place, RedactionReason::Known, hidden);
    return hidden > 0 ? Value(text) : value;
}

/// The parts that differ: told by the text itself, else by the key above it.
void Redactor::countHidden(const QString &place, const Value &open, const Value &masked)
{
    if (open == masked)
        return;
    if (open.isMap() && masked.isMap()) {
        for (auto it = open.map().cbegin(); it != open.map().cend(); ++it)
            countHidden(place, *it, masked.map().value(it.key()));
        return;
    }
    if (open.isList() && masked.isList()) {
        for (qsizetype i = 0; i < open.list().size(); ++i)
            countHidden(place, open.list()[i], masked.list().value(i));
        return;
    }
    QList<SecretSign> found;
    if (maskedText(open.scalarText(), &found) != masked.scalarText())
        return m_report.add(place, RedactionReason::SecretKey);
    for (const SecretSign sign : std::as_const(found))
        m_report.add(place, redactionReason(sign));
}

} // namespace chartroom
