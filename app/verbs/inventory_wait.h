// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster_session.h"

#include <QTimer>

#include <optional>

namespace chartroom {

/// Starts a session and waits until its inventory is complete, with divergence, and its nodes are listed
/// or known to be hidden.
class InventoryWait : public QObject
{
    Q_OBJECT
public:
    /// `session` outlives this.
    InventoryWait(ClusterSession *session, std::chrono::milliseconds timeout, QObject *parent);
    void start();

Q_SIGNALS:
    /// Exactly once; with why, when the cluster cannot be read in time.
    void finished(const std::optional<chartroom::Error> &problem);

private:
    void check();
    [[nodiscard]] bool isInventoryKnown() const;
    void end(const std::optional<Error> &problem);

    ClusterSession *m_session;
    QTimer m_timeout;
    bool m_isFinished = false;
};

} // namespace chartroom
