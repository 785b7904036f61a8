// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outcomes/rename_guess.h"

namespace chartroom {

namespace {

/// Values that say nothing by being equal: switches, small numbers, empty ones.
bool isTelling(const Value &value)
{
    switch (value.kind()) {
    case Value::Kind::String:
        return value.toString().size() > 3;
    case Value::Kind::Number:
        return value.scalarText().size() > 2;
    case Value::Kind::List:
        return !value.list().isEmpty();
    case Value::Kind::Null:
    case Value::Kind::Bool:
    case Value::Kind::Map:
        break;
    }
    return false;
}

/// 0 when nothing speaks for it.
qsizetype likelihood(const QStringList &gone, const Value &oldDefault, const QStringList &place,
                     const Value &value)
{
    const bool sameName = gone.last().compare(place.last(), Qt::CaseInsensitive) == 0;
    const bool sameValue = isTelling(oldDefault) && value == oldDefault;
    if (!sameValue && !(sameName && value.kind() == oldDefault.kind()))
        return 0;
    qsizetype shared = 0;
    for (const QString &key : gone.mid(0, gone.size() - 1))
        shared += qsizetype(place.mid(0, place.size() - 1).contains(key));
    if (!sameValue && shared == 0 && gone.size() > 1) // "enabled" is everywhere
        return 0;
    return 1 + 8 * qsizetype(sameValue) + 4 * qsizetype(sameName) + shared;
}

} // namespace

QStringList guessRename(const QStringList &gone, const Value &oldDefault, const Settings &added)
{
    QStringList best;
    qsizetype most = 0;
    bool isTie = false;
    for (const auto &[place, value] : added) {
        const qsizetype likely = likelihood(gone, oldDefault, place, value);
        if (likely == 0 || likely < most)
            continue;
        isTie = likely == most;
        most = likely;
        best = place;
    }
    return isTie ? QStringList() : best;
}

} // namespace chartroom
