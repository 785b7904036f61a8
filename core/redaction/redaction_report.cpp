// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redaction/redaction_report.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::RedactionReport)
};

} // namespace

RedactionReason redactionReason(SecretSign sign)
{
    switch (sign) {
    case SecretSign::Pem:
        return RedactionReason::Pem;
    case SecretSign::UserPart:
        return RedactionReason::UserPart;
    case SecretSign::Assigned:
        return RedactionReason::Assigned;
    case SecretSign::Scheme:
        return RedactionReason::Scheme;
    case SecretSign::Token:
        return RedactionReason::Token;
    case SecretSign::Encoded:
        return RedactionReason::Encoded;
    case SecretSign::Random:
        break;
    }
    return RedactionReason::Random;
}

QString redactionReasonText(RedactionReason reason)
{
    switch (reason) {
    case RedactionReason::SecretKey:
        return QStringLiteral("secretKey");
    case RedactionReason::Known:
        return QStringLiteral("known");
    case RedactionReason::Pem:
        return QStringLiteral("pem");
    case RedactionReason::UserPart:
        return QStringLiteral("userPart");
    case RedactionReason::Assigned:
        return QStringLiteral("assigned");
    case RedactionReason::Scheme:
        return QStringLiteral("scheme");
    case RedactionReason::Token:
        return QStringLiteral("token");
    case RedactionReason::Encoded:
        return QStringLiteral("encoded");
    case RedactionReason::Random:
        return QStringLiteral("random");
    case RedactionReason::Host:
        return QStringLiteral("host");
    case RedactionReason::Namespace:
        return QStringLiteral("namespace");
    case RedactionReason::Address:
        return QStringLiteral("address");
    case RedactionReason::ByHand:
        break;
    }
    return QStringLiteral("byHand");
}

QString redactionReasonWords(RedactionReason reason)
{
    switch (reason) {
    case RedactionReason::SecretKey:
        return Text::tr("the name of its key");
    case RedactionReason::Known:
        return Text::tr("a known credential");
    case RedactionReason::Pem:
        return Text::tr("a PEM block");
    case RedactionReason::UserPart:
        return Text::tr("the user part of a URL");
    case RedactionReason::Assigned:
        return Text::tr("assigned to a secret's name");
    case RedactionReason::Scheme:
        return Text::tr("sign-in of a request");
    case RedactionReason::Token:
        return Text::tr("the prefix of a token");
    case RedactionReason::Encoded:
        return Text::tr("base64 of a secret");
    case RedactionReason::Random:
        return Text::tr("long and random-looking");
    case RedactionReason::Host:
        return Text::tr("name of a host, replaced");
    case RedactionReason::Namespace:
        return Text::tr("name of a namespace, replaced");
    case RedactionReason::Address:
        return Text::tr("IP address, replaced");
    case RedactionReason::ByHand:
        break;
    }
    return Text::tr("hidden by hand");
}

void RedactionReport::add(const QString &place, RedactionReason reason, int count)
{
    if (count <= 0)
        return;
    const auto known = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const RedactionEntry &entry) {
        return entry.reason == reason && entry.place == place;
    });
    if (known != m_entries.rend())
        known->count += count;
    else
        m_entries.append({place, reason, count});
}

int RedactionReport::total() const
{
    return std::accumulate(m_entries.cbegin(), m_entries.cend(), 0,
                           [](int sum, const RedactionEntry &entry) { return sum + entry.count; });
}

} // namespace chartroom
