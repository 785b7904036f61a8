// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan_text.h"

#include <QObject>

namespace chartroom {

/// What is to be planned.
struct WindowPlanInput
{
    RolloutFacts facts; ///< with termsWith() the changes
    PolicyChanges changes;
    std::optional<UpgradeWindow> window;
    int gpuFloor = 0; ///< 0: none

    friend bool operator==(const WindowPlanInput &, const WindowPlanInput &) = default;
};

/// Plans a window on the pool, the newest wish after the one that is being planned; the plan of before stays
/// until then.
class WindowPlanController final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Nothing happens for the wish of before, within a second.
    void plan(const WindowPlanInput &wish, const QDateTime &now);
    void clear();
    [[nodiscard]] const std::optional<PlannedWindow> &planned() const { return m_planned; }
    /// planned() is that of the newest wish.
    [[nodiscard]] bool isCurrent() const { return !m_isComputing; }

Q_SIGNALS:
    void changed();

private:
    void compute();

    std::optional<WindowPlanInput> m_wish;
    QDateTime m_now;
    std::optional<PlannedWindow> m_planned;
    bool m_isComputing = false;
    bool m_isOutdated = false;
};

} // namespace chartroom
