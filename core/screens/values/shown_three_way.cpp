// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/shown_three_way.h"

#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_values.h"

namespace chartroom {

namespace {

ThreeWayRow rowOf(const ThreeWayObject &object)
{
    ThreeWayRow row;
    row.isObject = true;
    const QString where =
        object.object.namespaceName.isEmpty() ? QString() : object.object.namespaceName + u'/';
    row.title = row.filter = visibleText(object.object.kind + u' ' + where + maskedText(object.object.name));
    row.state = VisualState::Waiting;
    if (object.isGone) {
        row.state = VisualState::Attention;
        row.word = ScreensTr::tr("deleted from the cluster");
    } else if (object.isDropped) {
        row.state = VisualState::Attention;
        row.word = ScreensTr::tr("the upgrade removes it");
    } else if (object.isNew) {
        row.word = ScreensTr::tr("the upgrade adds it");
    }
    return row;
}

} // namespace

QString threeWayWord(ThreeWayPath::Kind kind)
{
    switch (kind) {
    case ThreeWayPath::Kind::Change:
        return ScreensTr::tr("changed by the upgrade", "one path");
    case ThreeWayPath::Kind::Drift:
        return ScreensTr::tr("changed in the cluster", "one path");
    case ThreeWayPath::Kind::Agreed:
        return ScreensTr::tr("changed by both, equally", "one path");
    case ThreeWayPath::Kind::Conflict:
        return ScreensTr::tr("conflict", "one path");
    }
    return {};
}

VisualState threeWayState(ThreeWayPath::Kind kind)
{
    switch (kind) {
    case ThreeWayPath::Kind::Change:
        return VisualState::Waiting;
    case ThreeWayPath::Kind::Drift:
        return VisualState::Attention;
    case ThreeWayPath::Kind::Agreed:
        return VisualState::Done;
    case ThreeWayPath::Kind::Conflict:
        return VisualState::Failed;
    }
    return VisualState::Unknown;
}

ShownThreeWay shownThreeWay(const ThreeWay &compared, bool isRevealed)
{
    ShownThreeWay shown;
    shown.notices = compared.notices;
    for (const ThreeWayObject &object : compared.objects) {
        const ThreeWayRow heading = rowOf(object);
        shown.rows.append(heading);
        for (const ThreeWayPath &path : object.paths) {
            const ValueChange toLive{ValueChange::Kind::Changed, path.path, path.released, path.live};
            const ValueChange toNext{ValueChange::Kind::Changed, path.path, path.released, path.next};
            const ValueChange live = maskedChange(toLive);
            const ValueChange next = maskedChange(toNext);
            shown.hidden += live != toLive || next != toNext ? 1 : 0;
            ++shown.counts[size_t(path.kind)];
            ThreeWayRow row;
            row.title = visibleText(isRevealed ? path.path : live.path);
            row.filter = heading.filter + u' ' + row.title;
            row.released = valueLine(isRevealed ? path.released : live.before);
            row.live = valueLine(isRevealed ? path.live : live.after);
            row.next = valueLine(isRevealed ? path.next : next.after);
            row.state = threeWayState(path.kind);
            row.word = threeWayWord(path.kind);
            if (path.owner) {
                row.owner = visibleText(path.owner->manager);
                row.since = path.owner->time;
            }
            shown.rows.append(row);
        }
    }
    return shown;
}

} // namespace chartroom
