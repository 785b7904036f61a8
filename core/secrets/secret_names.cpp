// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/secret_names.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

template<size_t N>
bool isOneOf(const std::array<QStringView, N> &words, QStringView word)
{
    return std::find(words.cbegin(), words.cend(), word) != words.cend();
}

} // namespace

QStringList wordsOf(const QString &key)
{
    QStringList words;
    QString word;
    const auto close = [&] {
        if (!word.isEmpty())
            words.append(word.toLower());
        word.clear();
    };
    for (qsizetype i = 0; i < key.size(); ++i) {
        const QChar c = key[i];
        const bool hump = c.isUpper() && i > 0 && key[i - 1].isLower();
        if (!c.isLetterOrNumber() || hump)
            close();
        if (c.isLetterOrNumber())
            word += c;
    }
    close();
    return words;
}

bool pointsElsewhere(const QStringList &words)
{
    static constexpr std::array<QStringView, 21> ends{
        u"name",  u"names", u"namespace", u"ref",    u"refs",     u"file",    u"path",
        u"mount", u"type",  u"create",    u"enable", u"enabled",  u"seconds", u"ttl",
        u"size",  u"count", u"policy",    u"class",  u"provider", u"mode",    u"annotations"};
    return isOneOf(ends, words.last()) || words.first() == u"existing" || words.first() == u"use";
}

Secrecy secrecyOfKey(const QString &key)
{
    static constexpr std::array<QStringView, 14> inside{
        u"password", u"passwd",       u"passphrase", u"secret",   u"credential", u"token",     u"apikey",
        u"api key",  u"dockerconfig", u"dockercfg",  u"htpasswd", u"privatekey", u"accesskey", u"kubeconfig"};
    static constexpr std::array<QStringView, 6> whole{u"pass", u"pwd", u"pw", u"creds", u"bearer", u"cookie"};
    static constexpr std::array<QStringView, 9> openKeys{
        u"topology", u"toleration", u"taint", u"label", u"public", u"sort", u"annotation", u"node", u"match"};
    const QStringList words = wordsOf(key);
    if (words.isEmpty() || pointsElsewhere(words))
        return Secrecy::Open;
    const QString joined = words.join(u' ');
    const bool named =
        std::any_of(inside.cbegin(), inside.cend(),
                    [&](QStringView word) { return joined.contains(word); }) ||
        std::any_of(words.cbegin(), words.cend(), [&](const QString &word) { return isOneOf(whole, word); });
    if (named)
        return Secrecy::Tree;
    const QString &last = words.last();
    if (last == u"auth" || last == u"authorization" || last == u"license")
        return Secrecy::Scalar;
    if ((last == u"key" || last == u"keys") && words.size() > 1)
        return isOneOf(openKeys, words[words.size() - 2]) ? Secrecy::Open : Secrecy::Tree;
    return Secrecy::Open;
}

bool isSecretName(const QString &name)
{
    static constexpr std::array<QStringView, 14> inside{
        u"password", u"passwd",  u"passphrase", u"token",      u"secret",     u"credential", u"apikey",
        u"api_key",  u"api-key", u"accesskey",  u"access_key", u"access-key", u"privatekey", u"private_key"};
    if (std::any_of(inside.cbegin(), inside.cend(),
                    [&](QStringView word) { return name.contains(word, Qt::CaseInsensitive); }) ||
        name.contains(QStringLiteral("private-key"), Qt::CaseInsensitive))
        return true;
    // "pass.go:12" names a file; what points to a file or says who may use it is no secret in a sentence.
    const QString last = name.sliced(name.lastIndexOf(u'.') + 1);
    return secrecyOfKey(last) != Secrecy::Open &&
           !last.contains(QStringLiteral("license"), Qt::CaseInsensitive) &&
           !last.contains(QStringLiteral("kubeconfig"), Qt::CaseInsensitive);
}

} // namespace chartroom
