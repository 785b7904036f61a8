// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inventory_printout.h"
#include "app/verbs/session_verb.h"
#include "core/session/session_rollout.h"

#include <map>

namespace chartroom {

/// A verb over releases, each with the clock of its nodes: by the tracks that `rollout` prints, or by labels
/// alone where those were not read within --timeout. Of a cluster without a release of a driver no pod is
/// read.
class InventoryVerb : public SessionVerb
{
    Q_OBJECT
public:
    InventoryVerb(Invocation invocation, Sessions sessions, Console *console);

protected:
    void print(const QList<ClusterSession *> &readable) final;
    virtual void printRows(const QList<ClusterSession *> &readable) = 0;
    [[nodiscard]] QList<InventoryRow> rowsOf(ClusterSession &session);

private:
    [[nodiscard]] bool bringsDriver(ClusterSession &session) const;
    void countDown();
    void printAll();

    std::map<ClusterSession *, std::unique_ptr<SessionRollout>> m_rollouts;
    QList<ClusterSession *> m_read;
    QTimer m_timeout;
    int m_awaited = 0; ///< rollouts that are not read yet
};

/// `list`: all releases of all read clusters, in the asked namespace.
class ListVerb final : public InventoryVerb
{
    Q_OBJECT
public:
    using InventoryVerb::InventoryVerb;

protected:
    void printRows(const QList<ClusterSession *> &readable) override;

private:
    [[nodiscard]] bool isHidden(const QList<ClusterSession *> &readable,
                                const QList<ReleaseStorage> &storages) const;
    /// Why there are no rows: a release that may not be listed is not taken for one that is not there.
    [[nodiscard]] QString emptyText(const QList<ClusterSession *> &readable) const;
};

/// `replay`: releases and nodes of a recording at a moment.
class ReplayVerb final : public InventoryVerb
{
    Q_OBJECT
public:
    ReplayVerb(Invocation invocation, Sessions sessions, Console *console, QDateTime moment);

protected:
    void printRows(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    QDateTime m_moment;
};

} // namespace chartroom
