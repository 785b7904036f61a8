// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/masked_text.h"

#include "core/secrets/assigned_secrets.h"
#include "core/secrets/told_secrets.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cmath>

namespace chartroom {

namespace {

void note(QList<SecretSign> *found, SecretSign sign)
{
    if (found)
        found->append(sign);
}

/// Puts dots in place of that group of each match, unless they are there already.
void hide(QString &text, const QRegularExpression &expression, int group, SecretSign sign,
          QList<SecretSign> *found)
{
    QString out;
    qsizetype from = 0;
    for (auto it = expression.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        if (match.capturedView(group) == dots)
            continue;
        out += QStringView(text).sliced(from, match.capturedStart(group) - from);
        out += dots;
        from = match.capturedEnd(group);
        note(found, sign);
    }
    if (from > 0)
        text = out + text.sliced(from);
}

/// Bits a character carries in `text` (Shannon).
double entropy(QStringView text)
{
    QHash<QChar, int> counts;
    for (const QChar c : text)
        ++counts[c];
    double bits = 0;
    for (const int count : std::as_const(counts)) {
        const double share = double(count) / double(text.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

bool looksRandom(QStringView run)
{
    bool upper = false;
    bool lower = false;
    bool digit = false;
    bool hex = true;
    for (const QChar c : run) {
        upper = upper || c.isUpper();
        lower = lower || c.isLower();
        digit = digit || c.isDigit();
        hex = hex && QStringView(u"0123456789abcdefABCDEF").contains(c);
    }
    if (hex && digit)
        return run.size() >= 32 && entropy(run) > 3.0;
    return run.size() >= 24 && upper && lower && digit && entropy(run) > 4.0;
}

/// A GPU's or MIG device's own id, which Support asks for: "Device=GPU-6f4b12aa-...".
bool isDeviceId(QStringView run)
{
    static const QRegularExpression id(
        QStringLiteral("^(?:GPU|MIG)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"));
    return id.match(run.toString()).hasMatch();
}

/// Whether the run is of a file's path below a usual root: /tmp/tmp.R298h6BAim/runtime/kubeconfig. Base64 has
/// slashes too.
bool isInPath(QStringView text, qsizetype start)
{
    static const QRegularExpression path(QStringLiteral(
        "(?:^|[\\s\"'=:,(\\[])(?:~|/(?:tmp|var|run|home|root|Users|private|etc|opt|usr|mnt|srv|proc|sys))"
        "(?:/[^\\s\"'=:,]*)?\\z"));
    constexpr qsizetype longest = 4096;
    // The run may hold the root itself, but for what it begins with.
    const qsizetype root = text.sliced(start).indexOf(u'/', 1);
    const QStringView upTo = text.first(start + std::max<qsizetype>(0, root));
    return path.match(upTo.last(std::min(longest, upTo.size())).toString()).hasMatch();
}

/// One of its parts does.
bool hasRandomPart(QStringView path)
{
    const auto parts = path.split(u'/');
    return std::any_of(parts.cbegin(), parts.cend(), looksRandom);
}

/// Long random-looking runs, except digests of images, which are public, and devices.
QString withoutRandomRuns(const QString &text, QList<SecretSign> *found)
{
    constexpr qsizetype shortest = 24;
    if (text.size() < shortest)
        return text;
    static const QRegularExpression runs(QStringLiteral("(sha(?:256|512)[: ])?([A-Za-z0-9+/_-]{24,}={0,2})"));
    QString out;
    qsizetype from = 0;
    for (auto it = runs.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const QStringView run = match.capturedView(2);
        if (match.capturedLength(1) > 0 || !looksRandom(run) || isDeviceId(run))
            continue;
        if (isInPath(text, match.capturedStart(2)) && !hasRandomPart(run))
            continue;
        out += QStringView(text).sliced(from, match.capturedStart() - from);
        out += dots;
        from = match.capturedEnd();
        note(found, SecretSign::Random);
    }
    return from == 0 ? text : out + text.sliced(from);
}

QString maskedAtDepth(const QString &text, int depth, QList<SecretSign> *found = nullptr);

bool isBase64(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= u'a' && u <= u'z') || (u >= u'A' && u <= u'Z') || (u >= u'0' && u <= u'9') || u == u'+' ||
           u == u'/' || u == u'-' || u == u'_';
}

/// Where a block of base64 that starts here ends, its broken lines included; `packed` gets it without breaks.
qsizetype blockEnd(QStringView text, qsizetype from, QByteArray &packed)
{
    constexpr qsizetype brokenLine = 40; // a shorter line is the block's last
    qsizetype end = from;
    for (;;) {
        const qsizetype lineStart = end;
        while (end < text.size() && isBase64(text[end]))
            ++end;
        packed += text.sliced(lineStart, end - lineStart).toLatin1();
        qsizetype next = end;
        while (next < text.size() && text[next].isSpace())
            ++next;
        const bool breaks = QStringView(text).sliced(end, next - end).contains(u'\n');
        if (end - lineStart < brokenLine || !breaks || next == text.size() || !isBase64(text[next]))
            break;
        end = next;
    }
    while (end < text.size() && text[end] == u'=')
        ++end;
    return end;
}

/// Whether the block reads as text with a secret in it: PEM, a token, a name and a password.
bool holdsSecret(QByteArray packed, int depth)
{
    static const QRegularExpression basic(QStringLiteral("\\A[\\w.@$-]+:\\S+\\s*\\z"));
    packed.replace('-', '+').replace('_', '/');
    const QByteArray bytes = QByteArray::fromBase64(packed);
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    const bool isText = !decoder.hasError() && std::all_of(text.cbegin(), text.cend(), [](QChar c) {
        return c.isPrint() || c.isSpace();
    });
    return isText && (text.contains(basic) || maskedAtDepth(text, depth + 1) != text);
}

/// Base64 of a text that would not be shown itself (to a depth of three).
QString withoutSecretBlocks(const QString &text, int depth, QList<SecretSign> *found)
{
    constexpr qsizetype shortest = 12;
    constexpr int deepest = 3;
    if (depth >= deepest)
        return text;
    QString out;
    qsizetype from = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (!isBase64(text[at]))
            continue;
        QByteArray packed;
        const qsizetype end = blockEnd(text, at, packed);
        if (packed.size() >= shortest && holdsSecret(packed, depth)) {
            out += QStringView(text).sliced(from, at - from);
            out += dots;
            from = end;
            note(found, SecretSign::Encoded);
        }
        at = end;
    }
    return from == 0 ? text : out + text.sliced(from);
}

/// One of the prefixes is in it, as a word or not.
bool mayHoldToken(const QString &text)
{
    static const std::array<QString, 13> signs{
        QStringLiteral("gh"),   QStringLiteral("glpat-"), QStringLiteral("AKIA"), QStringLiteral("ASIA"),
        QStringLiteral("xox"),  QStringLiteral("nvapi-"), QStringLiteral("hvs."), QStringLiteral("sk-"),
        QStringLiteral("npm_"), QStringLiteral("hf_"),    QStringLiteral("dapi"), QStringLiteral("LTAI"),
        QStringLiteral("eyJ")};
    return std::any_of(signs.cbegin(), signs.cend(),
                       [&](const QString &sign) { return text.contains(sign); });
}

/// Nothing stands there that may be of the same word as what is beside it.
bool isWordEnd(const QString &text, qsizetype at)
{
    return at < 0 || at >= text.size() || text[at].isSpace() ||
           QStringView(u":,.;()[]\"'").contains(text[at]);
}

QString maskedAtDepth(const QString &text, int depth, QList<SecretSign> *found)
{
    static const QRegularExpression pem(QStringLiteral("-----BEGIN [^-]+-----.*?(?:-----END [^-]+-----|\\z)"),
                                        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression userPart(QStringLiteral("://([^/\\s\"'<>]+)@"));
    static const QRegularExpression scheme(
        QStringLiteral("(?i)\\b(?:bearer|basic)\\s+(?!(?:auth|authentication|authorization|credentials?|"
                       "challenge|scheme)\\b)([A-Za-z0-9._~+/=-]{8,})"));
    static const QRegularExpression prefixed(
        QStringLiteral("\\b(?:(?:gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox[abprs]-|nvapi-|hvs\\.|sk-|npm_)["
                       "A-Za-z0-9_-]{8,}|"
                       "hf_[A-Za-z0-9]{16,}|dapi[0-9a-f]{32}(?:-\\d+)?|LTAI[A-Za-z0-9]{12,}|"
                       "eyJ[A-Za-z0-9_-]{4,}\\.eyJ[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?)"));
    // Most texts are short and plain: an expression runs only where its sign is.
    QString out = text;
    if (out.contains(QStringLiteral("-----BEGIN")))
        hide(out, pem, 0, SecretSign::Pem, found);
    if (out.contains(QStringLiteral("://")))
        hide(out, userPart, 1, SecretSign::UserPart, found);
    // Before what is assigned: of "token: Bearer ..." that would take the first word only.
    if (out.contains(QStringLiteral("bearer"), Qt::CaseInsensitive) ||
        out.contains(QStringLiteral("basic"), Qt::CaseInsensitive))
        hide(out, scheme, 1, SecretSign::Scheme, found);
    int assigned = 0;
    out = withoutTold(withoutAssigned(out, &assigned), &assigned);
    for (; assigned > 0; --assigned)
        note(found, SecretSign::Assigned);
    if (mayHoldToken(out))
        hide(out, prefixed, 0, SecretSign::Token, found);
    return withoutRandomRuns(withoutSecretBlocks(out, depth, found), found);
}

} // namespace

QString maskedText(const QString &text, QList<SecretSign> *found)
{
    return maskedAtDepth(text, 0, found);
}

QString maskedAroundPaths(const QString &text, const QStringList &paths)
{
    for (const QString &path : paths) {
        if (maskedText(path) == path)
            continue;
        for (qsizetype at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
            const QString before = text.first(at);
            const QString after = text.sliced(at + path.size());
            if (isWordEnd(before, before.size() - 1) && isWordEnd(after, 0))
                return maskedAroundPaths(before, paths) + path + maskedAroundPaths(after, paths);
        }
    }
    return maskedText(text);
}

} // namespace chartroom
