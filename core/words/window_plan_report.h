// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan_text.h"

namespace chartroom {

/// Why these cannot be planned with, a sentence; "" where they can.
[[nodiscard]] QString windowPlanIssue(const PolicyChanges &changes,
                                      const std::optional<UpgradeWindow> &window);

/// The same with one node at a time, and with a fifth of them: what an own policy is compared with.
[[nodiscard]] PolicyChanges oneAtATime(PolicyChanges changes);
[[nodiscard]] PolicyChanges aFifthAtATime(PolicyChanges changes, const RolloutFacts &facts);

/// A policy beside others, in few numbers. Text is safe to show.
struct ComparedPlan
{
    QString policy;
    VisualState state = VisualState::Unknown; ///< of PlannedWindow
    QString expected;                         ///< how long it takes
    QString latest;
    QString fewestGpus;

    friend bool operator==(const ComparedPlan &, const ComparedPlan &) = default;
};
[[nodiscard]] ComparedPlan comparedPlan(const QString &policy, const PlannedWindow &planned);
/// What its state means, in a word or two.
[[nodiscard]] QString fitText(VisualState state);
/// Over the texts of ComparedPlan.
[[nodiscard]] QStringList comparedTitles();

/// All of a plan in words, a line each; secrets in it are hidden.
[[nodiscard]] QString windowPlanReport(const PlannedWindow &planned, bool isMarkdown);
/// The same for the clipboard, with what it is compared with.
[[nodiscard]] QString windowPlanMarkdown(const QString &title, const PlannedWindow &planned,
                                         const QList<ComparedPlan> &compared);

} // namespace chartroom
