// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/rollout/node_notes.h"
#include "core/upgrade/recovery.h"
#include "core/versions/upgrade_path.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// By the component of a rollout, as mainDriverComponent() has it.
MatrixGroup groupOfRollout(const QString &component)
{
    if (component == u"gpu")
        return MatrixGroup::GpuOperator;
    if (component == u"ib")
        return MatrixGroup::NetworkOperator;
    return component == u"sriov" ? MatrixGroup::SriovOperator : MatrixGroup::Other;
}

/// However short the bake is that was asked for.
Bake watched(Bake bake)
{
    bake.length = std::max<std::chrono::seconds>(bake.length, usualBake);
    return bake;
}

/// In whose rollout it is: a node that another driver has failed on tells nothing of this one.
QStringList failedIn(MatrixGroup group, const UpgradePathInput &facts)
{
    QStringList failed = facts.failed;
    failed.removeIf([&](const QString &node) {
        bool isOfOther = false;
        for (auto it = facts.rolling.cbegin(); it != facts.rolling.cend(); ++it) {
            if (it.key() == group && it->contains(node))
                return false;
            isOfOther = isOfOther || (it.key() != group && it->contains(node));
        }
        return isOfOther;
    });
    return failed;
}

/// Whether the change can have brought it.
bool isOfChange(const BakeTrouble &trouble, const Bake &bake)
{
    return trouble.isOfNodes && (trouble.release.isEmpty() || bake.release.name.isEmpty() ||
                                 trouble.release == bake.release.namespaceName + u'/' + bake.release.name);
}

/// What happened while the clock ran stops it. So does what nobody knows the beginning of, until it is long
/// over, unless somebody has seen that it was over with nothing wrong. Nothing of another release does.
QStringList interruptionsOf(const Bake &bake, const UpgradePathInput &facts)
{
    if (bake.isSettled)
        return {};
    const bool mayBeOlder = facts.now < bake.until() + usualBake;
    QStringList all;
    const QStringList failed = failedIn(groupOfRollout(bake.component), facts);
    if (mayBeOlder && !failed.isEmpty())
        all << VersionsTr::tr("The rollout failed on %1.").arg(shortList(failed));
    for (const BakeTrouble &trouble : facts.troubles)
        if (isOfChange(trouble, bake) &&
            (trouble.since.isValid() ? trouble.since >= bake.begun && trouble.since <= bake.until()
                                     : mayBeOlder))
            all << trouble.text;
    return all;
}

bool isCanaryOpen(const Bake &bake)
{
    return !bake.canary.isEmpty() && !bake.isCanarySeen;
}

/// What it says while nothing is wrong.
QString calmText(const Bake &asked, const Bake &bake, const QDateTime &now)
{
    if (isCanaryOpen(bake))
        return VersionsTr::tr("The bake time counts from when %1 completed, which is not recorded yet.")
            .arg(bake.canary);
    QStringList said{bake.text(now)};
    if (asked.length.count() == 0)
        said << VersionsTr::tr("No bake time was set; a change is observed for %1.").arg(bakeText(usualBake));
    else if (asked.length < bake.length)
        said << VersionsTr::tr("A bake time of %1 was set; a change is observed for %2.")
                    .arg(bakeText(asked.length), bakeText(usualBake));
    if (bake.countsFrom() > bake.begun)
        said << VersionsTr::tr("A problem was found at %1; the bake time counts from there.")
                    .arg(bake.interrupted.toUTC().toString(Qt::ISODate));
    return said.join(u' ');
}

/// Whether a journal should be told again of something that goes on; some minutes are exact enough, but for
/// a node that has failed since.
bool isNews(const Bake &bake, const UpgradePathInput &facts)
{
    constexpr std::chrono::seconds often = std::chrono::minutes(15);
    const QStringList failed = failedIn(groupOfRollout(bake.component), facts);
    return !bake.interrupted.isValid() || bake.interrupted + often <= facts.now ||
           (!failed.isEmpty() && !bake.trouble.contains(shortList(failed)));
}

/// The last that healed while it was watched and is not noted yet; null for none.
const HealedTrouble *newlyHealed(const Bake &bake, const UpgradePathInput &facts)
{
    const HealedTrouble *last = nullptr;
    for (const HealedTrouble &one : facts.healed) {
        const bool isNoted = bake.interrupted.isValid() && one.at <= bake.interrupted;
        if (!isNoted && one.at >= bake.begun && one.at <= bake.until() && (!last || one.at > last->at))
            last = &one;
    }
    return last;
}

/// What healed makes it count anew, and then more may fall into its time.
void noteHealed(const QString &folder, const UpgradePathInput &facts, Bake &bake)
{
    while (const HealedTrouble *healed = newlyHealed(watched(bake), facts)) {
        (void)noteBake(folder, healed->text, healed->at); // it counts anew for us at least
        bake.interrupted = healed->at;
    }
}

/// Those whose kubelet is older than others': OpenShift or Kubernetes has not come to them yet.
QStringList nodesBehind(const QList<NodeFact> &nodes)
{
    QMap<QString, QStringList> byKubelet;
    for (const NodeFact &node : nodes)
        byKubelet[node.kubelet] << node.name;
    QStringList behind;
    for (auto it = byKubelet.cbegin(); it != byKubelet.cend(); ++it)
        for (const QString &other : byKubelet.keys())
            if (compareSpellings(it.key(), other) == VersionOrder::Older) {
                behind << *it;
                break;
            }
    return behind;
}

/// Of an add-on's pod that is on no node only its own name tells which one it is.
QString troubleText(const Finding &finding)
{
    if (!finding.nodes.isEmpty())
        return VersionsTr::tr("%1 on %2: %3")
            .arg(finding.component, shortList(finding.nodes), finding.meaning);
    return finding.objects.isEmpty()
               ? VersionsTr::tr("%1: %2").arg(finding.component, finding.meaning)
               : VersionsTr::tr("%1, %2: %3")
                     .arg(finding.component, shortList(finding.objects), finding.meaning);
}

} // namespace

QString bakeStateText(BakeClock::State state)
{
    switch (state) {
    case BakeClock::State::NotStarted:
        return u"notStarted"_s;
    case BakeClock::State::Running:
        return u"running"_s;
    case BakeClock::State::Interrupted:
        return u"interrupted"_s;
    case BakeClock::State::Over:
        break;
    }
    return u"over"_s;
}

BakeClock bakeClock(MatrixGroup group, const QString &version, const UpgradePathInput &facts)
{
    BakeClock clock;
    const auto found = std::find_if(facts.bakes.cbegin(), facts.bakes.cend(), [&](const Bake &bake) {
        return groupOfRollout(bake.component) == group &&
               (version.isEmpty() || isSameVersion(version, bake.version));
    });
    if (found == facts.bakes.cend()) {
        clock.text = VersionsTr::tr("The journal has no bake of it.");
        return clock;
    }
    if (const QString why = facts.overtaken.value(found->operation); !why.isEmpty()) {
        clock.text = why;
        return clock;
    }
    const Bake bake = watched(*found);
    clock.bake = bake;
    clock.interruptions = interruptionsOf(bake, facts);
    if (!clock.interruptions.isEmpty()) {
        clock.state = BakeClock::State::Interrupted;
        clock.text = VersionsTr::tr("The bake is interrupted: %1").arg(clock.interruptions.join(u' '));
    } else {
        const bool isRunning = bake.until() > facts.now || isCanaryOpen(bake);
        clock.state = isRunning ? BakeClock::State::Running : BakeClock::State::Over;
        clock.text = calmText(*found, bake, facts.now);
    }
    return clock;
}

QStringList otherChanges(MatrixGroup group, const UpgradePathInput &facts)
{
    QStringList reasons;
    for (auto it = facts.rolling.cbegin(); it != facts.rolling.cend(); ++it)
        if (it.key() != group && !it->isEmpty())
            reasons
                << VersionsTr::tr("%1 is in progress on %2.").arg(matrixGroupTitle(it.key()), shortList(*it));
    QList<MatrixGroup> seen;
    for (const Bake &one : facts.bakes) {
        const Bake bake = watched(one);
        const MatrixGroup its = groupOfRollout(bake.component);
        if (its == group || seen.contains(its))
            continue; // only the newest of each counts
        seen << its;
        if (bake.until() > facts.now)
            reasons << VersionsTr::tr("%1 %2 is still being observed. %3")
                           .arg(matrixGroupTitle(its), bake.version, bake.text(facts.now));
    }
    return reasons;
}

QList<BakeTrouble> troublesIn(const QList<Finding> &findings)
{
    QList<BakeTrouble> troubles;
    for (const Finding &finding : findings) {
        if (finding.operand == u"workload" || finding.operand == u"release" ||
            finding.concerns != finding.operand)
            continue;
        troubles.append({finding.since, troubleText(finding), true, finding.release, !finding.sparesNodes});
    }
    return troubles;
}

void dateByLooks(QList<BakeTrouble> &troubles, QHash<QString, QDateTime> &seen, const QDateTime &at)
{
    QHash<QString, QDateTime> now;
    for (BakeTrouble &trouble : troubles) {
        if (trouble.since.isValid() || !trouble.isKnown)
            continue;
        trouble.since = seen.value(trouble.text);
        now.insert(trouble.text, trouble.since.isValid() ? trouble.since : at);
    }
    seen = now;
}

void addRollouts(const VersionFacts &versions, UpgradePathInput &facts)
{
    const QList<std::pair<QString, MatrixGroup>> labels{
        {u"nvidia.com/gpu-driver-upgrade-state"_s, MatrixGroup::GpuOperator},
        {u"nvidia.com/ofed-driver-upgrade-state"_s, MatrixGroup::NetworkOperator}};
    for (const auto &[label, group] : labels) {
        for (const NodeFact &node : versions.nodes) {
            const QString state = node.labels.value(label);
            if (state.isEmpty() || state == u"upgrade-done")
                continue;
            facts.rolling[group] << node.name;
            if (state == u"upgrade-failed" && !facts.failed.contains(node.name))
                facts.failed << node.name;
        }
    }
    for (const SriovFact &node : versions.sriovNodes) {
        if (node.sync == u"InProgress" || node.sync == u"Failed")
            facts.rolling[MatrixGroup::SriovOperator] << node.node;
        if (node.sync == u"Failed" && !facts.failed.contains(node.node))
            facts.failed << node.node;
    }
    QStringList late = nodesBehind(versions.nodes);
    for (const MachinePoolFact &pool : versions.openShift.pools)
        if (pool.isUnderWay())
            late << VersionsTr::tr("MachineConfigPool %1").arg(pool.name);
    const QList<ClusterVersionFact> &own = versions.openShift.versions;
    if (late.isEmpty() && std::any_of(own.cbegin(), own.cend(),
                                      [](const ClusterVersionFact &one) { return one.isProgressing; }))
        late << VersionsTr::tr("the control plane");
    if (!late.isEmpty())
        facts.rolling[MatrixGroup::Cluster] = late;
    for (QStringList &nodes : facts.rolling)
        nodes.sort();
    facts.failed.sort();
}

QList<Bake> readBakes(const QString &operations, const ClusterIdentity &cluster)
{
    QList<Bake> bakes;
    QList<ReleaseKey> changed;
    for (const QString &folder : operationFolders(operations)) {
        const auto reading = readJournal(folder);
        const auto order = reading ? operationHeaderIn(*reading) : failure(Error::Code::NotFound, {});
        const bool isChange =
            order && (order->kind == OperationKind::Upgrade || order->kind == OperationKind::Rollback);
        if (!isChange || !isOn(cluster, *order) || changed.contains(order->release) ||
            endIn(*reading) != OperationResult::End::Done)
            continue;
        changed << order->release;
        if (const auto bake = changeIn(*reading))
            bakes << *bake;
    }
    return bakes;
}

QList<Bake> noteBakes(const QString &operations, const UpgradePathInput &facts, bool isDiagnosed)
{
    UpgradePathInput known = facts;
    known.troubles.removeIf([](const BakeTrouble &trouble) { return !trouble.isKnown; });
    const bool isAllKnown = isDiagnosed && known.troubles.size() == facts.troubles.size();
    QList<Bake> bakes = facts.bakes;
    for (Bake &bake : bakes) {
        const QString folder = operations + u'/' + bake.operation;
        if (!bake.isSettled)
            noteHealed(folder, facts, bake);
        const Bake its = watched(bake);
        const QStringList wrong = interruptionsOf(its, known);
        if (!wrong.isEmpty() && isNews(bake, facts)) {
            if (noteBake(folder, wrong.join(u' '), facts.now)) {
                bake.interrupted = facts.now;
                bake.trouble = wrong.join(u' ');
            }
        } else if (wrong.isEmpty() && isAllKnown && !bake.isSettled && !isCanaryOpen(bake) &&
                   its.until() <= facts.now) {
            bake.isSettled = noteBake(folder, {}, facts.now).has_value();
        }
    }
    return bakes;
}

QMap<QString, QString> overtakenBakes(const QList<Bake> &bakes, const QList<ReleaseFact> &releases)
{
    QMap<QString, QString> overtaken;
    if (releases.isEmpty())
        return overtaken; // they could not be read
    for (const Bake &bake : bakes) {
        const auto found = std::find_if(releases.cbegin(), releases.cend(), [&](const ReleaseFact &release) {
            return release.namespaceName == bake.release.namespaceName && release.name == bake.release.name;
        });
        if (found == releases.cend())
            overtaken.insert(
                bake.operation,
                VersionsTr::tr("The release %1 that baked no longer exists.").arg(bake.release.name));
        else if (found->revision != bake.revision)
            overtaken.insert(
                bake.operation,
                VersionsTr::tr(
                    "What runs did not bake: %1 is at revision %2, but the journal has revision %3.")
                    .arg(found->fullName(), QString::number(found->revision),
                         QString::number(bake.revision)));
    }
    return overtaken;
}

} // namespace chartroom
