// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/session_tickets.h"

#include "core/base/end_with.h"
#include "core/base/private_file.h"
#include "core/ticket/events_operation.h"
#include "core/ticket/facts_operation.h"

#include <QPromise>

#include <memory>

namespace chartroom {

namespace {

constexpr qint64 maxTokenBytes = 1024 * 1024;

} // namespace

SessionTickets::SessionTickets(ClusterSession *session, const ResponsibilityRules *rules, QString operations,
                               QList<Masked> credentials, QObject *parent)
    : TicketSource(parent)
    , m_session(session)
    , m_rules(rules)
    , m_operations(std::move(operations))
    , m_credentials(std::move(credentials))
{}

QList<ReleaseKey> SessionTickets::suggestion() const
{
    return ticketReleases(*m_session);
}

QFuture<TicketFacts> SessionTickets::read(const QList<ReleaseKey> &releases)
{
    FactsOperation::Parts parts;
    parts.session = m_session;
    parts.rules = m_rules;
    parts.releases = releases;
    parts.operations = m_operations;
    parts.credentials = m_credentials;
    auto *operation = new FactsOperation(std::move(parts), this);
    const auto promise = std::make_shared<QPromise<TicketFacts>>();
    promise->start();
    connect(operation, &FactsOperation::finished, operation, [operation, promise] {
        promise->addResult(operation->facts());
        promise->finish();
        operation->deleteLater();
    });
    endWith(promise->future(), operation);
    operation->start();
    return promise->future();
}

QFuture<Result<QList<TicketEvent>>> SessionTickets::events()
{
    using Events = Result<QList<TicketEvent>>;
    auto *operation = new EventsOperation(m_session->transport(), this);
    const auto promise = std::make_shared<QPromise<Events>>();
    promise->start();
    connect(operation, &EventsOperation::finished, operation, [operation, promise] {
        promise->addResult(operation->result());
        promise->finish();
        operation->deleteLater();
    });
    endWith(promise->future(), operation);
    operation->start();
    return promise->future();
}

QList<Masked> credentialsOf(const UserEntry &user)
{
    QList<Masked> credentials{user.token, user.password, user.clientKeyData};
    if (const auto token = readPlainFile(user.tokenFile, maxTokenBytes); token)
        credentials.append(Masked(token->trimmed()));
    return credentials;
}

} // namespace chartroom
