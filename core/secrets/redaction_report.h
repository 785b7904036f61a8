// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/masked_text.h"

#include <QList>
#include <QString>

namespace chartroom {

/// Why something is not shown.
enum class RedactionReason {
    SecretKey, ///< it stands under a key that names a secret
    Known,     ///< it is a credential that this program knows, in one of its forms
    Pem,
    UserPart,
    Assigned,
    Scheme,
    Token,
    Encoded,
    Random,
    Host,      ///< the name was replaced
    Namespace, ///< the name was replaced
    Address,   ///< the IP address was replaced
    ByHand,    ///< a person hid it
};
[[nodiscard]] RedactionReason redactionReason(SecretSign sign);
/// The word for files: secretKey, known, pem, ...
[[nodiscard]] QString redactionReasonText(RedactionReason reason);
/// For people: "the key names a secret".
[[nodiscard]] QString redactionReasonWords(RedactionReason reason);

/// So many parts at one place, for one reason.
struct RedactionEntry
{
    QString place; ///< fit to show: "Configuration to keep, Now"
    RedactionReason reason = RedactionReason::SecretKey;
    int count = 0;

    friend bool operator==(const RedactionEntry &, const RedactionEntry &) = default;
};

/// Every place that was touched: where, why and how often, and never what was there.
class RedactionReport
{
public:
    void add(const QString &place, RedactionReason reason, int count = 1);
    /// In the order in which the places were come to.
    [[nodiscard]] const QList<RedactionEntry> &entries() const { return m_entries; }
    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }
    [[nodiscard]] int total() const;

private:
    QList<RedactionEntry> m_entries;
};

} // namespace chartroom
