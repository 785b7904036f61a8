// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/cluster_session.h"

#include <QTimer>

#include <optional>

namespace chartroom {

/// Starts a session and waits until its inventory is complete, with divergence, and its nodes are listed
/// or known to be hidden. For what is about nodes alone they are enough where releases cannot be read, as
/// with rights that leave Secrets out.
class InventoryWait : public QObject
{
    Q_OBJECT
public:
    enum class Need { Releases, Nodes };

    /// `session` outlives this.
    InventoryWait(ClusterSession *session, Need need, std::chrono::milliseconds timeout, QObject *parent);
    void start();

Q_SIGNALS:
    /// Exactly once; with why, when the cluster cannot be read in time.
    void finished(const std::optional<chartroom::Error> &problem);

private:
    void check();
    [[nodiscard]] bool isInventoryKnown() const;
    void end(const std::optional<Error> &problem);

    ClusterSession *m_session;
    Need m_need;
    QTimer m_timeout;
    bool m_isFinished = false;
};

} // namespace chartroom
