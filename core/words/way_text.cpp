// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/way_text.h"

#include "core/base/visible_text.h"
#include "core/words/words_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool isOpenWide(const QList<WayGate> &gates)
{
    return std::all_of(gates.cbegin(), gates.cend(), [](const WayGate &gate) { return gate.isOpen; });
}

QString moveText(const WayMove &move)
{
    return move.from.isEmpty() ? u"→ "_s + visibleText(move.to)
                               : visibleText(move.from) + u" → "_s + visibleText(move.to);
}

} // namespace

QString wayStepWord(const WayStep &step)
{
    switch (step.state) {
    case WayStep::State::Done:
        return WordsTr::tr("done");
    case WayStep::State::Rolling:
        return WordsTr::tr("rolling out");
    case WayStep::State::Baking:
        return step.clock.state == BakeClock::State::Interrupted ? WordsTr::tr("bake interrupted")
                                                                 : WordsTr::tr("being watched");
    case WayStep::State::Next:
        return isOpenWide(step.gates) ? WordsTr::tr("next") : WordsTr::tr("next, held up");
    case WayStep::State::Later:
        break;
    }
    return WordsTr::tr("later");
}

VisualState wayStepState(const WayStep &step)
{
    switch (step.state) {
    case WayStep::State::Done:
        return VisualState::Done;
    case WayStep::State::Rolling:
        return VisualState::Moving;
    case WayStep::State::Baking:
        return step.clock.state == BakeClock::State::Interrupted ? VisualState::Attention
                                                                 : VisualState::Moving;
    case WayStep::State::Next:
        return isOpenWide(step.gates) ? VisualState::Waiting : VisualState::Attention;
    case WayStep::State::Later:
        break;
    }
    return VisualState::Waiting;
}

QString wayStepMove(const WayStep &step)
{
    return step.moves.isEmpty() ? QString() : moveText(step.moves.first());
}

QStringList wayMoveLines(const WayStep &step)
{
    QStringList lines;
    for (const WayMove &move : step.moves)
        lines << u"%1  %2"_s.arg(visibleText(versionTitle(move.component)), moveText(move));
    return lines;
}

QString closedGatesText(const QList<WayGate> &gates)
{
    QStringList closed;
    for (const WayGate &gate : gates)
        if (!gate.isOpen)
            closed << visibleText(gate.text);
    return closed.join(u' ');
}

QString wayHeadline(const VersionWay &way)
{
    const WayStep *next = way.next();
    if (!next)
        return WordsTr::tr("Everything that is planned runs.");
    const QString title = matrixGroupTitle(next->group);
    const QString closed = closedGatesText(next->gates);
    switch (next->state) {
    case WayStep::State::Rolling:
        return WordsTr::tr("%1 is rolling out. %2").arg(title, closed).trimmed();
    case WayStep::State::Baking:
        return WordsTr::tr("%1: %2").arg(title, visibleText(next->clock.text));
    default:
        return closed.isEmpty() ? WordsTr::tr("%1 is next; nothing is in the way.").arg(title)
                                : WordsTr::tr("%1 is next, and is held up: %2").arg(title, closed);
    }
}

QString promotionWord(const VersionWay &way)
{
    const auto closed = std::count_if(way.promote.cbegin(), way.promote.cend(),
                                      [](const WayGate &gate) { return !gate.isOpen; });
    return closed == 0 ? WordsTr::tr("may be promoted")
                       : WordsTr::tr("%1 of %2 in the way")
                             .arg(QString::number(closed), QString::number(way.promote.size()));
}

} // namespace chartroom
