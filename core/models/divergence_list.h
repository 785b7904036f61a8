// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/divergence_groups.h"
#include "core/responsibility/path_note.h"

namespace chartroom {

/// One changed setting of a divergence, with what somebody wrote down about it.
struct DivergedSetting
{
    ValueChange change;
    QString note; ///< "" without one
    QString noteBy;
};

struct DivergedGroup
{
    DivergenceGroup group = DivergenceGroup::Structural;
    QList<DivergedSetting> settings;
};

/// The divergence sorted into groups, notes beside their paths; secrets stay unmasked in it.
[[nodiscard]] QList<DivergedGroup>
divergedGroups(const Divergence &divergence, const DivergenceGroups &groups, const QList<PathNote> &notes);

/// "3 paths: 2 version choice, 1 scheduling".
[[nodiscard]] QString divergenceSummary(const QList<DivergedGroup> &groups);

} // namespace chartroom
