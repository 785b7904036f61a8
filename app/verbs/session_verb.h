// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "app/verbs/inventory_wait.h"
#include "app/verbs/verb.h"
#include "core/session/cluster_session.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace chartroom {

/// A verb over connected clusters: reads them all at once, reports each that fails by itself, and prints when
/// the last one has answered.
class SessionVerb : public Verb
{
    Q_OBJECT
public:
    using Sessions = std::vector<std::unique_ptr<ClusterSession>>;

    /// `console` outlives the verb.
    SessionVerb(Invocation invocation, Sessions sessions, Console *console);
    ~SessionVerb() override;
    void start() override;

protected:
    /// One more session can be read; others may still be awaited.
    virtual void readOne(ClusterSession * /*session*/) {}
    /// The sessions that can be read, never none. Prints, and ends with end(), now or later.
    virtual void print(const QList<ClusterSession *> &readable) = 0;
    /// The worse of `code` and what happened to clusters that failed.
    void end(int code);
    void fail(const Error &error);
    /// What went wrong with one of several clusters, while the others are still printed.
    void report(const ClusterSession &session, const Error &error);
    void note(const ClusterSession &session, const QString &sentence);
    /// Calls `then` once: when the session's rollouts are known, and with why where that takes too long.
    void whenRolloutIsRead(ClusterSession *session,
                           const std::function<void(const std::optional<Error> &problem)> &then);
    /// The data of each cluster, in one list in the order of the contexts where several were asked for;
    /// nothing for none.
    void printAll(QList<ClusterPrintout> printouts);
    /// Says why, where no nodes were read: what rests on them shows as unknown.
    void noteNodes(const ClusterSession &session);
    /// Without which a cluster cannot be read for this verb.
    [[nodiscard]] virtual InventoryWait::Need need() const { return InventoryWait::Need::Releases; }

    [[nodiscard]] bool hasSessions() const { return !m_sessions.empty(); }
    [[nodiscard]] const Invocation &invocation() const { return m_invocation; }
    [[nodiscard]] Console &console() const { return *m_console; }

private:
    [[nodiscard]] size_t placeOf(const QString &cluster) const;
    void tell(const ClusterSession &session, const Error &error);
    void answered(ClusterSession *session, const std::optional<Error> &problem);

    Invocation m_invocation;
    Sessions m_sessions;
    Console *m_console;
    QList<ClusterSession *> m_readable;
    size_t m_answered = 0;
    int m_worst = Done;
};

/// The one release that the words mean: `name` within --namespace or where it is the only one of that name,
/// or `namespace/name`. NotFound when there is none, Forbidden when it may be where this user may
/// not list, Invalid when there are several.
[[nodiscard]] Result<ReleaseKey> findRelease(const ReleaseStore &store, const QString &words,
                                             const QString &namespaceName);

} // namespace chartroom
