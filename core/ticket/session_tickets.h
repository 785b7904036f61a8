// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/kube/kubeconfig.h"
#include "core/session/cluster_session.h"
#include "core/ticket/ticket_source.h"

namespace chartroom {

/// What a session can tell for a ticket. Owned beside its session, dies before it.
class SessionTickets final : public TicketSource
{
    Q_OBJECT
public:
    /// `rules` outlive it. `operations` is the folder of the journals, `credentials` are hidden word for
    /// word.
    SessionTickets(ClusterSession *session, const ResponsibilityRules *rules, QString operations,
                   QList<Masked> credentials, QObject *parent = nullptr);

    [[nodiscard]] QList<ReleaseKey> suggestion() const override;
    [[nodiscard]] QFuture<TicketFacts> read(const QList<ReleaseKey> &releases) override;
    [[nodiscard]] QFuture<Result<QList<TicketEvent>>> events() override;

private:
    ClusterSession *m_session;
    const ResponsibilityRules *m_rules;
    QString m_operations;
    QList<Masked> m_credentials;
};

/// What a kubeconfig signs in with, word for word; reads the token's file.
[[nodiscard]] QList<Masked> credentialsOf(const UserEntry &user);

} // namespace chartroom
