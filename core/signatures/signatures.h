// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/kube/pod.h"
#include "core/signatures/signature.h"

#include <optional>

namespace chartroom {

/// A signature that fits, and the line it was found in: one line, not masked again and not made visible.
struct SignatureMatch
{
    qsizetype index = 0; ///< in signatures()
    QString line;        ///< the text's first line where the signature asks for none; may be ""
    QString found;       ///< what of it the signature names; "" where it asks for no text
};

/// The operands and signatures: a value, read once and passed around. Errors name file, line and column.
class Signatures
{
public:
    [[nodiscard]] static Result<Signatures> load(const QByteArray &yaml, const QString &fileName);
    /// Those that come with the program (resources/diagnosis/signatures.yaml).
    [[nodiscard]] static Result<Signatures> bundled();

    /// Operands that are not told by labels; every set of signatures has them.
    static constexpr QStringView node = u"node";
    static constexpr QStringView addOn = u"add-on";
    static constexpr QStringView workload = u"workload";
    /// The record of a Helm release; a set may do without it.
    static constexpr QStringView release = u"release";
    static constexpr QStringView hook = u"crd-hook";

    [[nodiscard]] const QList<Operand> &operands() const { return m_operands; }
    [[nodiscard]] const QList<Signature> &signatures() const { return m_signatures; }
    /// Null for one that is not known.
    [[nodiscard]] const Operand *operand(QStringView id) const;
    /// Null for a pod that has none's labels.
    [[nodiscard]] const Operand *operandOfLabels(const Pod &pod) const;
    /// By a part of the name, which tells only where the name is nobody else's (operandIdOf()).
    [[nodiscard]] const Operand *operandOfWorkload(const QString &name) const;
    [[nodiscard]] const Operand *operandOfKind(const QString &kind) const;
    [[nodiscard]] const Operand *operandOfTrack(const QString &component) const;
    /// `waiting` cannot run without `awaited`, be it by way of others.
    [[nodiscard]] bool waitsFor(const QString &waiting, const QString &awaited) const;
    /// Some signature names that reason of a condition of that operand's resources.
    [[nodiscard]] bool namesCondition(const QString &operand, const QString &reason) const;
    /// Some signature is looked for in the logs of that operand.
    [[nodiscard]] bool readsLogsOf(const QString &operand) const;

    /// The first cause or symptom that the statement shows at that time, and the remarks, in this order.
    [[nodiscard]] QList<SignatureMatch> match(const Statement &statement, const QDateTime &now) const;
    /// When a signature first shows itself in the statement that is only too young for its patience at `now`;
    /// invalid for none.
    [[nodiscard]] QDateTime nextMatch(const Statement &statement, const QDateTime &now) const;
    /// What a text means whoever said it, in a container's status or its log; no remarks. What is looked for
    /// beside some reasons only counts beside one of those.
    [[nodiscard]] std::optional<SignatureMatch> meaningOf(const QString &text,
                                                          const QString &reason = {}) const;

private:
    friend class SignaturesReader;

    QList<Operand> m_operands;
    QList<Signature> m_signatures;
};

} // namespace chartroom
