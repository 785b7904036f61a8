// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/rollout_history.h"

#include <QFuture>
#include <QObject>

namespace chartroom {

/// Where histories come from that nobody has to watch for: a recording knows all that happened in it.
class HistorySource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// All that was to be seen until that moment. Computed on the pool.
    [[nodiscard]] virtual QFuture<RolloutHistory> until(const QDateTime &moment) = 0;
    /// What is read of the cluster now is of two moments: it is being wound, and not there yet.
    [[nodiscard]] virtual bool isOnTheWay() const = 0;

Q_SIGNALS:
    /// The present moment is another one: what was asked for is old.
    void moved();
    /// isOnTheWay() is true; may be said again.
    void left();
    /// isOnTheWay() became false.
    void arrived();
};

} // namespace chartroom
