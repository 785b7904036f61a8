// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/secret_texts.h"

#include "core/base/document.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype shortestLine = 16; ///< a line of a secret that counts by itself
constexpr qsizetype shortestCode = 6;  ///< of base64; shorter ones are parts of words

bool isBase64OrPadding(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') || (u >= u'0' && u <= u'9') || u == u'+' ||
           u == u'/' || u == u'-' || u == u'_' || u == u'=';
}

/// Base64 of the secret behind so many other bytes, without the characters that hold bits of those before and
/// after it (RFC 4648, section 4).
QByteArray codeBehind(int bytes, const QByteArray &secret)
{
    constexpr qsizetype bits = 6; // a character
    const QByteArray code = (QByteArray(bytes, '\0') + secret).toBase64(QByteArray::OmitTrailingEquals);
    const qsizetype first = (bytes * 8 + bits - 1) / bits;
    const qsizetype end = (bytes + secret.size()) * 8 / bits;
    return code.mid(first, end - first);
}

/// %2F and %2f are the same.
QString withSmallHex(QString encoded)
{
    for (qsizetype i = encoded.indexOf(u'%'); i >= 0 && i + 2 < encoded.size();
         i = encoded.indexOf(u'%', i + 1)) {
        encoded[i + 1] = encoded[i + 1].toLower();
        encoded[i + 2] = encoded[i + 2].toLower();
    }
    return encoded;
}

/// Hides the code with all base64 around it.
QString withoutRuns(const QString &text, const QString &code, int *hidden)
{
    QString out;
    qsizetype from = 0;
    for (qsizetype at = text.indexOf(code); at >= 0; at = text.indexOf(code, from)) {
        qsizetype begin = at;
        while (begin > from && isBase64OrPadding(text[begin - 1]))
            --begin;
        qsizetype end = at + code.size();
        while (end < text.size() && isBase64OrPadding(text[end]))
            ++end;
        out += QStringView(text).sliced(from, begin - from);
        out += Masked(QByteArrayLiteral("x")).toString();
        from = end;
        if (hidden)
            ++*hidden;
    }
    return out + text.sliced(from);
}

} // namespace

SecretTexts::SecretTexts(const Value &values, const QStringList &plainNames)
{
    QSet<QString> plain;
    for (const QString &name : plainNames) {
        plain.insert(name.toLower());
        for (const QString &part : name.toLower().split(u'-'))
            plain.insert(part);
    }
    collect(values, maskedValues(values), plain);
    sort();
}

void SecretTexts::add(const Masked &secret)
{
    addForms(secret);
    sort();
}

void SecretTexts::addForms(const Masked &secret)
{
    const QByteArray &bytes = secret.reveal();
    const QString text = QString::fromUtf8(bytes);
    if (text.size() < 2)
        return;
    addForm(text);
    const QStringList lines = text.contains(u'\n') ? text.split(u'\n') : QStringList();
    for (const QString &line : lines)
        if (const QString inner = line.trimmed(); inner.size() >= shortestLine)
            addForm(inner);
    const QString json = QString::fromUtf8(writeJson(Value(text), 0));
    addForm(json.sliced(1, json.size() - 2));
    const QString url = QString::fromLatin1(bytes.toPercentEncoding());
    addForm(url);
    addForm(withSmallHex(url));
    QString form = url;
    addForm(form.replace(QStringLiteral("%20"), QStringLiteral("+")));
    addEncodedForms(bytes);
}

void SecretTexts::addEncodedForms(const QByteArray &secret)
{
    for (int bytes = 0; bytes < 3; ++bytes) {
        QByteArray code = codeBehind(bytes, secret);
        if (code.size() < shortestCode)
            continue;
        addForm(QString::fromLatin1(code), true);
        addForm(QString::fromLatin1(code.replace('+', '-').replace('/', '_')), true);
    }
}

void SecretTexts::addForm(const QString &text, bool isEncoded)
{
    if (text.size() > 1)
        m_forms.append({text, isEncoded});
}

/// The texts that masking takes out of a tree.
void SecretTexts::collect(const Value &open, const Value &masked, const QSet<QString> &plain)
{
    if (open == masked)
        return;
    if (open.isMap()) {
        for (auto it = open.map().cbegin(); it != open.map().cend(); ++it)
            collect(*it, masked.map().value(it.key()), plain);
    } else if (open.isList()) {
        for (qsizetype i = 0; i < open.list().size(); ++i)
            collect(open.list()[i], masked.list().value(i), plain);
    } else if (open.isString()) {
        const QString text = open.toString();
        const QString shown = masked.toString();
        if (!text.contains(u'\n') || shown == Masked(QByteArrayLiteral("x")).toString())
            return collectText(text, plain);
        QSet<QString> plainLines;
        for (const QString &line : shown.split(u'\n'))
            plainLines.insert(line.trimmed());
        for (const QString &line : text.split(u'\n')) {
            const QString inner = line.trimmed();
            const bool isSign = inner.startsWith(u'#') || inner.startsWith(QStringLiteral("-----"));
            if (!isSign && !plainLines.contains(inner)) // a comment says nothing, nor does the frame of PEM
                collectText(inner, plain);
        }
    }
}

void SecretTexts::collectText(const QString &text, const QSet<QString> &plain)
{
    constexpr qsizetype shortest = 6;
    const bool isNumber = std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c.isDigit(); });
    if (text.size() >= shortest && !isNumber && !plain.contains(text.toLower()))
        addForms(Masked(text.toUtf8()));
}

/// By length, then by text: of two that begin alike the longer one is hidden, in any order of adding.
void SecretTexts::sort()
{
    std::sort(m_forms.begin(), m_forms.end(), [](const Form &a, const Form &b) {
        if (a.text.size() != b.text.size())
            return a.text.size() > b.text.size();
        return a.text != b.text ? a.text < b.text : a.isEncoded > b.isEncoded;
    });
    m_forms.erase(std::unique(m_forms.begin(), m_forms.end()), m_forms.end());
}

QString SecretTexts::without(QString text, int *hidden) const
{
    for (const Form &form : m_forms) {
        if (!text.contains(form.text))
            continue;
        if (form.isEncoded) {
            text = withoutRuns(text, form.text, hidden);
            continue;
        }
        if (hidden)
            *hidden += int(text.count(form.text));
        text.replace(form.text, Masked(QByteArrayLiteral("x")).toString());
    }
    return text;
}

QString SecretTexts::hiddenIn(const QString &text) const
{
    return maskedText(without(text));
}

} // namespace chartroom
