// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"

namespace chartroom {

/// `list`: all releases of all read clusters, in the asked namespace.
class ListVerb final : public SessionVerb
{
    Q_OBJECT
public:
    using SessionVerb::SessionVerb;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    [[nodiscard]] bool isHidden(const QList<ClusterSession *> &readable,
                                const QList<ReleaseStorage> &storages) const;
    /// Why there are no rows: a release that may not be listed is not taken for one that is not there.
    [[nodiscard]] QString emptyText(const QList<ClusterSession *> &readable) const;
};

/// `replay`: releases and nodes of a recording at a moment.
class ReplayVerb final : public SessionVerb
{
    Q_OBJECT
public:
    ReplayVerb(Invocation invocation, Sessions sessions, Console *console, QDateTime moment);

protected:
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    QDateTime m_moment;
};

} // namespace chartroom
