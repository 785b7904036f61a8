// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_notes.h"
#include "core/versions/way.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::VersionWay)
};

/// By the component of a rollout, as operatorComponent() has it.
MatrixGroup groupOfRollout(const QString &component)
{
    if (component == u"gpu")
        return MatrixGroup::GpuOperator;
    if (component == u"ib")
        return MatrixGroup::NetworkOperator;
    return component == u"sriov" ? MatrixGroup::SriovOperator : MatrixGroup::Other;
}

/// What happened while the clock ran stops it, and while it runs so does what nobody knows the beginning of.
QStringList interruptionsOf(const Bake &bake, const WayFacts &facts)
{
    const bool isRunning = bake.until() > facts.now;
    QStringList all;
    if (isRunning && !facts.failed.isEmpty())
        all << Text::tr("The rollout failed on %1.").arg(shortList(facts.failed));
    for (const WayTrouble &trouble : facts.troubles)
        if (trouble.since.isValid() ? trouble.since >= bake.begun && trouble.since <= bake.until()
                                    : isRunning)
            all << trouble.text;
    return all;
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

BakeClock bakeClock(MatrixGroup group, const QString &version, const WayFacts &facts)
{
    BakeClock clock;
    const auto found = std::find_if(facts.bakes.cbegin(), facts.bakes.cend(), [&](const Bake &bake) {
        return groupOfRollout(bake.component) == group &&
               (version.isEmpty() || isSameVersion(version, bake.version));
    });
    if (found == facts.bakes.cend()) {
        clock.text = Text::tr("The journal has no bake of it.");
        return clock;
    }
    clock.bake = *found;
    clock.interruptions = interruptionsOf(*found, facts);
    clock.text = found->text(facts.now);
    if (!clock.interruptions.isEmpty()) {
        clock.state = BakeClock::State::Interrupted;
        clock.text = Text::tr("The bake is interrupted: %1").arg(clock.interruptions.join(u' '));
    } else {
        clock.state = found->until() > facts.now ? BakeClock::State::Running : BakeClock::State::Over;
    }
    return clock;
}

QStringList otherChanges(MatrixGroup group, const WayFacts &facts)
{
    QStringList reasons;
    for (auto it = facts.rolling.cbegin(); it != facts.rolling.cend(); ++it)
        if (it.key() != group && !it->isEmpty())
            reasons << Text::tr("%1 is in progress on %2.").arg(matrixGroupTitle(it.key()), shortList(*it));
    QList<MatrixGroup> seen;
    for (const Bake &bake : facts.bakes) {
        const MatrixGroup its = groupOfRollout(bake.component);
        if (its == group || seen.contains(its))
            continue; // only the newest of each counts
        seen << its;
        if (bake.until() > facts.now)
            reasons << Text::tr("%1 %2 is still watched. %3")
                           .arg(matrixGroupTitle(its), bake.version, bake.text(facts.now));
    }
    return reasons;
}

QList<WayTrouble> troublesIn(const QList<Diagnosis> &findings)
{
    QList<WayTrouble> troubles;
    for (const Diagnosis &finding : findings) {
        if (finding.operand == u"workload" || finding.operand == u"release" ||
            finding.concerns != finding.operand)
            continue;
        troubles.append(
            {finding.since, finding.nodes.isEmpty()
                                ? Text::tr("%1: %2").arg(finding.component, finding.meaning)
                                : Text::tr("%1 on %2: %3")
                                      .arg(finding.component, shortList(finding.nodes), finding.meaning)});
    }
    return troubles;
}

void addRollouts(const VersionFacts &versions, WayFacts &facts)
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
    for (QStringList &nodes : facts.rolling)
        nodes.sort();
    facts.failed.sort();
}

QList<Bake> readBakes(const QString &operations, const QString &context)
{
    QList<Bake> bakes;
    for (const QString &folder : operationFolders(operations))
        if (const auto reading = readJournal(folder))
            if (const auto bake = bakeIn(*reading); bake && bake->context == context)
                bakes << *bake;
    return bakes;
}

} // namespace chartroom
