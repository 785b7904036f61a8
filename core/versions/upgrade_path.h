// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/rollout/node_history.h"
#include "core/upgrade/bake.h"
#include "core/versions/audit.h"
#include "core/versions/matrix_rules.h"

namespace chartroom {

/// Something that has to be so before a step is taken or the canary's versions become everybody's.
struct UpgradePathGate
{
    /// Stable: canaryNode, oneComponent, canaryRuns, bake, failedNodes, findings, document; oneAtATime, ...
    QString id;
    bool isOpen = false; ///< nothing is in the way
    QString text;        ///< why, one sentence

    friend bool operator==(const UpgradePathGate &, const UpgradePathGate &) = default;
};

/// How long a change is watched at least before it is taken for good; the journal may have been told longer.
inline constexpr std::chrono::hours usualBake{48};

/// How long something new has been watched.
struct BakeClock
{
    enum class State { NotStarted, Running, Interrupted, Over };
    State state = State::NotStarted;
    std::optional<Bake> bake;
    QStringList interruptions; ///< sentences
    QString text;              ///< one sentence

    [[nodiscard]] bool isOver() const { return state == State::Over; }
};
[[nodiscard]] QString bakeStateText(BakeClock::State state); ///< notStarted | running | interrupted | over

/// One component that a step moves.
struct UpgradePathMove
{
    QString component;
    QString from; ///< "" where nothing tells
    QString to;
    bool isBrought = false; ///< by that which leads: nobody has to set it

    friend bool operator==(const UpgradePathMove &, const UpgradePathMove &) = default;
};

/// One component of the stack, with what comes with it, from what runs to what is planned.
struct UpgradePathStep
{
    enum class State { Done, Rolling, Baking, Next, Later };
    MatrixGroup group = MatrixGroup::Other;
    State state = State::Later;
    QList<UpgradePathMove> moves; ///< that which leads first; none when it is done
    bool isOnTheWay = false;      ///< a major in between, of which only the leading version is said
    QList<UpgradePathGate> gates;
    BakeClock clock;
    QString canary; ///< the node that goes first with it; "" where the matrix names none
};
[[nodiscard]] QString
upgradePathStateText(UpgradePathStep::State state); ///< done | rolling | baking | next | later

/// What went wrong, and since when.
struct BakeTrouble
{
    QDateTime since; ///< UTC; invalid where it is not known
    QString text;
    bool isKnown = true;   ///< false: nobody could look, and that is all there is to say
    QString release = {};  ///< namespace/name, whose object it is; "" where none is known
    bool isOfNodes = true; ///< false: nothing of a rollout comes from it
};

/// What went wrong, and was over before anybody looked.
struct HealedTrouble
{
    QDateTime at; ///< UTC: it was over by then
    QString text;

    friend bool operator==(const HealedTrouble &, const HealedTrouble &) = default;
};

/// What is known beside versions.
struct UpgradePathInput
{
    QList<Bake> bakes; ///< of this cluster, the newest change of each release, the newest first
    QMap<QString, QString> overtaken;       ///< by operation: why what runs is not what it brought
    QMap<MatrixGroup, QStringList> rolling; ///< nodes that are under way
    QStringList failed;                     ///< nodes whose rollout failed
    QList<BakeTrouble> troubles;            ///< findings
    QList<HealedTrouble> healed;            ///< of nodes and pods
    QDateTime now;
};

/// The steps from what runs to what is planned.
struct UpgradePath
{
    QString entry;                ///< next_planned, else canary_testing; "" when nothing is planned
    QList<UpgradePathStep> steps; ///< in their order; only one is Rolling, Baking or Next
    QList<UpgradePathGate>
        promote; ///< whether the canary's versions may become production; empty without a canary

    [[nodiscard]] const UpgradePathStep *next() const; ///< null when there is none
    [[nodiscard]] bool mayPromote() const;
};

/// A pure function. One component at a time in the order of the groups, no major skipped.
[[nodiscard]] UpgradePath upgradePathOf(const VersionMatrix &matrix, const VersionAudit &audit,
                                        const UpgradePathInput &facts,
                                        const QList<KnownReleases> &releases = knownReleases());

/// Why a change of a component would be a second one at a time: another is rolling or bakes. Empty when it is
/// the only one.
[[nodiscard]] QStringList otherChanges(MatrixGroup group, const UpgradePathInput &facts);

/// The clock of what a group was brought to: of `version`, or of whatever it was last for "". It is over when
/// the canary was seen done, usualBake has passed since then, and nothing was seen to be wrong meanwhile.
[[nodiscard]] BakeClock bakeClock(MatrixGroup group, const QString &version, const UpgradePathInput &facts);

/// What a diagnosis found to be wrong with what the operators bring or with a node: each speaks against what
/// is being watched. Not what is wrong with somebody's workload, or only held up by it.
[[nodiscard]] QList<BakeTrouble> troublesIn(const QList<Finding> &findings);
/// Of those whose beginning is unknown it becomes the earlier look that had them in the same words, as far
/// back as each look since had them. `seen`, by their words, is for the next look.
void dateByLooks(QList<BakeTrouble> &troubles, QHash<QString, QDateTime> &seen, const QDateTime &at);
/// How often a container of each pod that drives nodes was restarted, by namespace/name.
using PodRestarts = QMap<QString, int>;
[[nodiscard]] PodRestarts restartsIn(const VersionFacts &versions);

// What healed between two looks (healed_troubles.cpp)
/// Each time that a node's rollout failed and went on, as far as the program or the operator's events saw it.
[[nodiscard]] QList<HealedTrouble> healedIn(const QString &node, const NodeHistory &history);
/// Nodes that became ready long after they had joined: they were not ready before.
[[nodiscard]] QList<HealedTrouble> healedNodes(const VersionFacts &versions);
/// Pods whose containers were restarted since the look before, which `before` is of.
[[nodiscard]] QList<HealedTrouble> restartedPods(const VersionFacts &versions, const PodRestarts &before,
                                                 const QDateTime &now);
/// Nodes under way and failed ones: by the operators' own labels, SR-IOV's node states, OpenShift's own
/// word and its pools of nodes, and kubelets that are older than others.
void addRollouts(const VersionFacts &versions, UpgradePathInput &facts);
/// What the newest changes of a cluster's releases brought, told to bake or not, the newest first: what came
/// after a change takes its place. Reads the disk: for the pool.
[[nodiscard]] QList<Bake> readBakes(const QString &operations, const ClusterIdentity &cluster);
/// Notes in their journals what is wrong now or was since the last look, and which are over with nothing
/// wrong where somebody has looked (`isDiagnosed`). Gives the bakes as they are noted by now. Writes to the
/// disk: for the pool.
[[nodiscard]] QList<Bake> noteBakes(const QString &operations, const UpgradePathInput &facts,
                                    bool isDiagnosed);
/// For UpgradePathInput::overtaken.
[[nodiscard]] QMap<QString, QString> overtakenBakes(const QList<Bake> &bakes,
                                                    const QList<ReleaseFact> &releases);

} // namespace chartroom
