// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/upgrade_path_text.h"

#include "core/base/visible_text.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool isOpenWide(const QList<UpgradePathGate> &gates)
{
    return std::all_of(gates.cbegin(), gates.cend(), [](const UpgradePathGate &gate) { return gate.isOpen; });
}

QString moveText(const UpgradePathMove &move)
{
    return move.from.isEmpty() ? u"→ "_s + visibleText(move.to)
                               : visibleText(move.from) + u" → "_s + visibleText(move.to);
}

} // namespace

QString upgradePathStepWord(const UpgradePathStep &step)
{
    switch (step.state) {
    case UpgradePathStep::State::Done:
        return WordsTr::tr("done");
    case UpgradePathStep::State::Rolling:
        return WordsTr::tr("rolling out");
    case UpgradePathStep::State::Baking:
        return step.clock.state == BakeClock::State::Interrupted ? WordsTr::tr("bake interrupted")
                                                                 : WordsTr::tr("being observed");
    case UpgradePathStep::State::Next:
        return isOpenWide(step.gates) ? WordsTr::tr("next") : WordsTr::tr("next, blocked");
    case UpgradePathStep::State::Later:
        break;
    }
    return WordsTr::tr("later");
}

VisualState upgradePathStepState(const UpgradePathStep &step)
{
    switch (step.state) {
    case UpgradePathStep::State::Done:
        return VisualState::Done;
    case UpgradePathStep::State::Rolling:
        return VisualState::Moving;
    case UpgradePathStep::State::Baking:
        return step.clock.state == BakeClock::State::Interrupted ? VisualState::Attention
                                                                 : VisualState::Moving;
    case UpgradePathStep::State::Next:
        return isOpenWide(step.gates) ? VisualState::Waiting : VisualState::Attention;
    case UpgradePathStep::State::Later:
        break;
    }
    return VisualState::Waiting;
}

QString upgradePathStepMove(const UpgradePathStep &step)
{
    return step.moves.isEmpty() ? QString() : moveText(step.moves.first());
}

QStringList upgradePathMoveLines(const UpgradePathStep &step)
{
    QStringList lines;
    for (const UpgradePathMove &move : step.moves)
        lines << u"%1  %2"_s.arg(visibleText(versionTitle(move.component)), moveText(move));
    return lines;
}

QString closedGatesText(const QList<UpgradePathGate> &gates)
{
    QStringList closed;
    for (const UpgradePathGate &gate : gates)
        if (!gate.isOpen)
            closed << visibleText(gate.text);
    return closed.join(u' ');
}

QString upgradePathHeadline(const UpgradePath &upgradePath)
{
    const UpgradePathStep *next = upgradePath.next();
    if (!next)
        return WordsTr::tr("Everything that is planned is running.");
    const QString title = matrixGroupTitle(next->group);
    const QString closed = closedGatesText(next->gates);
    switch (next->state) {
    case UpgradePathStep::State::Rolling:
        return WordsTr::tr("%1 is rolling out. %2").arg(title, closed).trimmed();
    case UpgradePathStep::State::Baking:
        return WordsTr::tr("%1: %2").arg(title, visibleText(next->clock.text));
    default:
        return closed.isEmpty() ? WordsTr::tr("%1 is next; nothing blocks it.").arg(title)
                                : WordsTr::tr("%1 is next, and is blocked: %2").arg(title, closed);
    }
}

QString promotionWord(const UpgradePath &upgradePath)
{
    const auto closed = std::count_if(upgradePath.promote.cbegin(), upgradePath.promote.cend(),
                                      [](const UpgradePathGate &gate) { return !gate.isOpen; });
    return closed == 0 ? WordsTr::tr("may be promoted")
                       : WordsTr::tr("%1 of %2 blocking")
                             .arg(QString::number(closed), QString::number(upgradePath.promote.size()));
}

} // namespace chartroom
