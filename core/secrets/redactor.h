// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/name_table.h"
#include "core/secrets/redaction_report.h"
#include "core/secrets/secret_texts.h"
#include "core/secrets/value_change.h"

#include <QStringList>

#include <optional>

namespace chartroom {

/// What is hidden beside what looks like a secret, which always is. There is nothing here to show more.
struct RedactionRules
{
    SecretTexts known;              ///< credentials, word for word
    QStringList byHand;             ///< texts that a person picked, as they were shown or as they are
    std::optional<NameTable> names; ///< set: hosts, namespaces and IP addresses get aliases
    QStringList hosts;              ///< that are names of hosts; with `names` only
    QStringList namespaces;         ///< of people; with `names` only
};

/// Makes text fit to leave the program: hides, replaces, makes every control character visible, and keeps
/// count of where and why. The same texts in the same order give the same result.
class Redactor
{
public:
    enum class Lines { One, Kept }; ///< line breaks and tabs made visible, or kept

    explicit Redactor(RedactionRules rules);

    /// Free text. `place` says where it stands, fit to show. Cut at 64 KiB.
    [[nodiscard]] QString text(const QString &place, const QString &text, Lines lines = Lines::One);
    /// A whole file of text, which is not cut.
    [[nodiscard]] QString file(const QString &name, const QString &text);
    /// A change of a release's values, with known credentials and what its keys give away hidden, before
    /// anybody cuts its texts short. They have yet to go through text().
    [[nodiscard]] ValueChange change(const QString &place, const ValueChange &change);
    /// The same for a tree of values.
    [[nodiscard]] Value values(const QString &place, const Value &values);

    /// What was hidden before it came here.
    void note(const QString &place, RedactionReason reason, int count) { m_report.add(place, reason, count); }
    [[nodiscard]] const RedactionReport &report() const { return m_report; }
    /// Whether names get aliases, and with all that came so far.
    [[nodiscard]] const std::optional<NameTable> &names() const { return m_rules.names; }

private:
    [[nodiscard]] QString withoutSecrets(const QString &place, QString text);
    [[nodiscard]] QString withoutNames(const QString &place, const QString &text);
    [[nodiscard]] QString withoutKnownNames(const QString &place, const QString &text);
    [[nodiscard]] QString withoutAddressNames(const QString &place, const QString &text);
    [[nodiscard]] QString withoutAddresses(const QString &place, const QString &text);
    void hideByHand(const QString &place, QString &text);
    void countHidden(const QString &place, const Value &open, const Value &masked);
    [[nodiscard]] Value withoutKnown(const QString &place, const Value &value);

    RedactionRules m_rules;
    RedactionReport m_report;
};

} // namespace chartroom
