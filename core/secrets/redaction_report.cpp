// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/redaction_report.h"

#include "core/secrets/secrets_tr.h"

#include <algorithm>
#include <numeric>

namespace chartroom {

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
        return SecretsTr::tr("the name of its key");
    case RedactionReason::Known:
        return SecretsTr::tr("a known credential");
    case RedactionReason::Pem:
        return SecretsTr::tr("a PEM block");
    case RedactionReason::UserPart:
        return SecretsTr::tr("the user part of a URL");
    case RedactionReason::Assigned:
        return SecretsTr::tr("assigned to a secret's name");
    case RedactionReason::Scheme:
        return SecretsTr::tr("credentials of a request");
    case RedactionReason::Token:
        return SecretsTr::tr("the prefix of a token");
    case RedactionReason::Encoded:
        return SecretsTr::tr("base64 of a secret");
    case RedactionReason::Random:
        return SecretsTr::tr("long and random-looking");
    case RedactionReason::Host:
        return SecretsTr::tr("name of a host, replaced");
    case RedactionReason::Namespace:
        return SecretsTr::tr("name of a namespace, replaced");
    case RedactionReason::Address:
        return SecretsTr::tr("IP address, replaced");
    case RedactionReason::ByHand:
        break;
    }
    return SecretsTr::tr("hidden manually");
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
