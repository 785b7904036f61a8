// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/matters.h"

#include "core/diagnosis/reach.h"

#include <QHash>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// Of which each object is a matter of its own, such as a tenant's pod. Nobody waits for one.
bool isOfMany(const Statement &statement)
{
    return statement.operand == Signatures::workload || statement.operand == Signatures::addOn ||
           statement.operand == Signatures::release;
}

/// Of an operand there is one matter a node.
QStringList keyOf(const Statement &statement)
{
    const bool isOfObject = statement.kind == StatementKind::Condition &&
                            (statement.reason == otherCondition || statement.reason == ignoredObject ||
                             statement.reason == unusedObject);
    return {statement.operand, statement.node,
            isOfObject || isOfMany(statement) ? statement.object : QString()};
}

/// Finds for each matter the one that is behind it. A big cluster may have many thousand, most of them pods
/// that no node took, so nothing goes through all of them for each: of those alike two are enough.
class Absorption
{
public:
    Absorption(QList<Matter> &matters, const Signatures &signatures)
        : m_matters(matters)
        , m_signatures(signatures)
    {
        QHash<QStringList, int>
            alike; // node, operand, namespace, signature: all that is asked of one that may be behind
        QSet<QStringList> known;
        for (qsizetype i = 0; i < matters.size(); ++i) {
            const Signature &signature = signatureOf(matters[i]);
            const QString &operand = matters[i].lead.statement.operand;
            const Statement &said = matters[i].lead.statement;
            const QString space = isOfMany(said) ? QString() : said.namespaceName;
            // The second counts for the first, which is not behind itself.
            if (++alike[{nodeOf(matters[i]), operand, space, signature.id}] <= 2)
                m_byNode[nodeOf(matters[i])].append(i);
            const QStringList kind{operand, space, bearingText(signature.bearing)};
            if (!known.contains(kind))
                m_firstOfKind.append(i);
            known.insert(kind);
        }
    }

    void absorb()
    {
        for (Matter &matter : m_matters)
            matter.behind = explainedBy(matter);
        for (qsizetype i = 0; i < m_matters.size(); ++i) {
            if (!m_matters[i].behind)
                m_matters[i].behind = sharedWith(i);
        }
        for (Matter &matter : m_matters) {
            if (!matter.behind && isSymptom(matter))
                matter.behind = awaitedBy(matter);
        }
        for (qsizetype i = 0; i < m_matters.size(); ++i)
            pointToRoot(i);
    }

private:
    [[nodiscard]] const Signature &signatureOf(const Matter &matter) const
    {
        return m_signatures.signatures()[matter.lead.match.index];
    }
    [[nodiscard]] bool isSymptom(const Matter &matter) const
    {
        return signatureOf(matter).bearing == Bearing::Symptom;
    }
    [[nodiscard]] static const QString &nodeOf(const Matter &matter) { return matter.lead.statement.node; }

    [[nodiscard]] std::optional<qsizetype> explainedBy(const Matter &matter) const
    {
        for (const qsizetype other : m_byNode.value(nodeOf(matter))) {
            if (&m_matters.at(other) != &matter &&
                signatureOf(m_matters.at(other)).explains.contains(signatureOf(matter).id))
                return other;
        }
        return std::nullopt;
    }

    /// Several say the same of one operand: what that says itself is behind them, else the first of them.
    [[nodiscard]] std::optional<qsizetype> sharedWith(qsizetype index) const
    {
        const Matter &matter = m_matters.at(index);
        const QString &about = signatureOf(matter).about;
        if (about.isEmpty())
            return std::nullopt;
        std::optional<qsizetype> first;
        for (const qsizetype other : m_byNode.value(nodeOf(matter))) {
            if (other == index)
                continue;
            const bool isWeaker = isSymptom(m_matters.at(other)) && !isSymptom(matter);
            if (m_matters.at(other).lead.statement.operand == about && !isWeaker)
                return other;
            if (!first && other < index && signatureOf(m_matters.at(other)).about == about)
                first = other;
        }
        return first;
    }

    /// Whether the one cannot be well while the other is as it is.
    [[nodiscard]] bool waitsFor(const Matter &matter, const Matter &other) const
    {
        const QString &operand = matter.lead.statement.operand;
        const QString &about = signatureOf(other).about;
        if (waitsFor(operand, other.lead.statement.operand))
            return true;
        return !about.isEmpty() && about != signatureOf(matter).about &&
               (about == operand || waitsFor(operand, about));
    }

    [[nodiscard]] bool waitsFor(const QString &waiting, const QString &awaited) const
    {
        const std::pair operands(waiting, awaited);
        const auto known = m_waits.constFind(operands);
        return known != m_waits.cend() ? *known
                                       : *m_waits.insert(operands, m_signatures.waitsFor(waiting, awaited));
    }

    [[nodiscard]] bool canReach(const Matter &cause, const Matter &effect) const
    {
        return reaches(Reach::of(cause.lead.statement, signatureOf(cause)),
                       Reach::of(effect.lead.statement, signatureOf(effect)), m_signatures);
    }

    /// A cause is preferred to a symptom, the same node to none; then the order of the matters decides.
    [[nodiscard]] std::optional<qsizetype> awaitedBy(const Matter &matter) const
    {
        const QString &node = nodeOf(matter);
        QList<qsizetype> others = m_byNode.value(node);
        others += node.isEmpty() ? m_firstOfKind : m_byNode.value(QString());
        std::optional<qsizetype> best;
        int bestRank = 0;
        for (const qsizetype index : std::as_const(others)) {
            const Matter &other = m_matters.at(index);
            if (&other == &matter || !waitsFor(matter, other) || !canReach(other, matter))
                continue;
            const int rank = 1 + (isSymptom(other) ? 0 : 2) + (nodeOf(other) == node ? 1 : 0);
            if (rank > bestRank) {
                best = index;
                bestRank = rank;
            }
        }
        return best;
    }

    /// Of a circle the first one counts as the root.
    void pointToRoot(qsizetype index)
    {
        QSet<qsizetype> seen{index};
        std::optional<qsizetype> behind = m_matters[index].behind;
        while (behind && m_matters[*behind].behind) {
            if (seen.contains(*behind)) {
                behind.reset();
                break;
            }
            seen.insert(*behind);
            behind = m_matters[*behind].behind;
        }
        m_matters[index].behind = behind;
    }

    QList<Matter> &m_matters;
    const Signatures &m_signatures;
    QHash<QString, QList<qsizetype>> m_byNode;                ///< of those alike the first two
    mutable QHash<std::pair<QString, QString>, bool> m_waits; ///< who waits for whom, as far as it was asked
    QList<qsizetype> m_firstOfKind; ///< of each operand the first cause and the first symptom
};

bool isRemark(const Sign &sign, const Signatures &signatures)
{
    return signatures.signatures()[sign.match.index].bearing == Bearing::Remark;
}

/// Of one operand on one node: what one says decides what another one only suggests.
void dropRuledOut(QList<Sign> &signs, const Signatures &signatures)
{
    QStringList ruledOut;
    for (const Sign &sign : std::as_const(signs))
        ruledOut += signatures.signatures()[sign.match.index].rulesOut;
    signs.removeIf([&ruledOut](const Sign &sign) { return ruledOut.contains(sign.statement.reason); });
}

} // namespace

QList<Matter> mattersOf(const QList<Statement> &statements, const Signatures &signatures,
                        const QDateTime &now)
{
    QMap<QStringList, QList<Sign>> signs;
    for (const Statement &statement : statements) {
        for (const SignatureMatch &match : signatures.match(statement, now))
            signs[keyOf(statement)].append({statement, match});
    }
    const auto rank = [&signatures](const Sign &sign) {
        return std::tuple(sign.statement.isOfUnwantedPod, signatures.signatures()[sign.match.index].bearing,
                          sign.match.index);
    };
    QList<Matter> matters;
    for (QList<Sign> &all : signs) {
        dropRuledOut(all, signatures);
        std::stable_sort(all.begin(), all.end(),
                         [rank](const Sign &a, const Sign &b) { return rank(a) < rank(b); });
        if (!isRemark(all.first(), signatures) && !all.first().statement.isOfUnwantedPod)
            matters.append({all.first(), all.mid(1), {}});
    }
    Absorption(matters, signatures).absorb();
    return matters;
}

} // namespace chartroom
