// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/hook_run.h"
#include "core/helm/release.h"
#include "core/responsibility/rules.h"
#include "core/signatures/signatures.h"

#include <QMap>

namespace chartroom {

/// Trouble that another finding is behind, and that is therefore no finding of its own.
struct Consequence
{
    QString operand;   ///< id
    QString component; ///< its name
    QString signature; ///< id
    QStringList nodes; ///< sorted; empty where it is not bound to one
    int objects = 0;   ///< how many pods or resources show it
    QString quote;     ///< of the first; safe to show

    friend bool operator==(const Consequence &, const Consequence &) = default;
};

/// One finding: what is wrong, on which nodes, whose it is and what to do. One cause on many nodes is one
/// finding; what only waits for it is among its consequences. All texts of the cluster are masked and safe to
/// show.
struct Finding
{
    QString signature;             ///< id
    QString operand;               ///< id
    QString concerns;              ///< id of the operand, or of the component of somebody else whose it is
    QString component;             ///< the operand's name
    QString namespaceName;         ///< "" where it has none
    QString release;               ///< namespace/name; "" when none is known
    QStringList nodes;             ///< sorted; empty where it is not bound to one
    QStringList objects;           ///< who says so, sorted: "Pod ops/driver-a"
    QDateTime since;               ///< UTC, of the first sign of it; invalid when that is not known
    QString where;                 ///< where the quote is from
    QString quote;                 ///< what the cluster says, word for word; may be ""
    QMap<QString, QString> quotes; ///< by node: of one that says something else, its own words
    QString meaning;
    QString nextStep;
    QString source; ///< where the meaning is from
    Bearing bearing = Bearing::Cause;
    Confidence confidence = Confidence::Certain;
    bool sparesNodes = false; ///< nothing of a rollout comes from it
    Owner owner = Owner::Customer;
    SupportScope scope = SupportScope::CustomerOwned;
    QString ownership;    ///< a sentence: whose it is, by what, and what that means
    QStringList evidence; ///< what else is said, a line each
    QList<Consequence> consequences;
    QList<HookRun> hooks; ///< of the release, where the finding is about its record

    friend bool operator==(const Finding &, const Finding &) = default;
};

/// The same trouble, seen at two moments; what is said of it may differ. No two of one diagnosis are the
/// same.
[[nodiscard]] bool isSameFinding(const Finding &a, const Finding &b);
[[nodiscard]] QString confidenceText(Confidence confidence); ///< certain | likely | guess

/// For situationOf(): where they say that an operation of this machine made the newest revision, and has
/// ended, nobody is at work on any. Of that very revision, which is told by its moment.
[[nodiscard]] QList<int> knownRemnants(const QList<Finding> &findings, const Release &release);

/// The signature of a node that failed and that nothing known blocks: it is to be retried now.
inline constexpr QStringView retryDueSignature = u"retry-due";

/// The findings, the most causal and then the one that costs most nodes first. Pure: the same evidence gives
/// the same findings in the same order; a healthy cluster has none.
///
/// What is said of one operand on one node is one matter, led by its first cause, else its first symptom. A
/// symptom goes to a matter of an operand that it waits for (on the same node, or where one of both is bound
/// to none), in the end to that matter's own cause; anything goes to a matter of its node that explains it.
/// Matters of one signature and operand are then one finding; so are those that are somebody else's, such as
/// the tenant's budget that holds both drivers back.
///
/// `next`, where it is given, becomes the moment at which the first of what is too young for its signature's
/// patience is old enough, by the clock of the evidence; invalid for none.
[[nodiscard]] QList<Finding> diagnose(const DiagnosisEvidence &evidence, const Signatures &signatures,
                                      const ResponsibilityRules &rules, QDateTime *next = nullptr);

} // namespace chartroom
