// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/confirm_controller.h"
#include "core/upgrade/pause_operation.h"

namespace chartroom {

class RolloutSource;

/// A rollout's switch in a person's hand: set, and then the same the other way.
class PauseController final : public ConfirmController
{
    Q_OBJECT
public:
    using Make = std::function<Result<PauseOperation *>(bool pauses)>;

    /// `pauses` is what ask() asks for first.
    explicit PauseController(Make make, bool pauses = true, QObject *parent = nullptr);

    /// What ask() asks for: to pause, else to go on.
    [[nodiscard]] bool pauses() const { return m_pauses; }

private:
    void succeed() override;

    bool m_pauses;
};

/// leftCordonedText() of the nodes that this switch leads, by its object, such as ClusterPolicy
/// cluster-policy;
/// "" where that is unknown, too. `source` may be null.
[[nodiscard]] QString leftCordonedText(const RolloutSource *source, const QString &component,
                                       const QString &object);

} // namespace chartroom
