// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/divergence_groups.h"
#include "core/responsibility/path_note.h"

namespace chartroom {

/// A line of the divergence: a kind of settings, or one of its paths below it.
struct DivergenceRow
{
    bool isGroup = false;
    QString path;  ///< as pathText() writes it
    QString title; ///< "Version choice · 2", or the path; fit to show
    QString reference;
    QString now;
    QString note; ///< "" without one
};

struct ShownDivergence
{
    QList<DivergenceRow> rows;
    QString summary; ///< "3 paths: 2 version choice, 1 scheduling"
    int hidden = 0;  ///< paths with a value that is dots
};

/// The divergence sorted into groups, notes beside their paths; values masked unless revealed.
[[nodiscard]] ShownDivergence shownDivergence(const Divergence &divergence, const DivergenceGroups &groups,
                                              const QList<PathNote> &notes, bool isRevealed);

} // namespace chartroom
