// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/revision_mirrors.h"

#include <algorithm>

namespace chartroom {

using State = RevisionMirror::State;

RevisionMirrors::RevisionMirrors(Transport *transport, const Clock *clock, const QString &contextNamespace,
                                 QObject *parent)
    : QObject(parent)
    , m_secrets(transport, clock, ReleaseStorage::Secret, contextNamespace, nullptr)
    , m_configMaps(transport, clock, ReleaseStorage::ConfigMap, contextNamespace, nullptr)
{
    for (RevisionMirror *mirror : {&m_secrets, &m_configMaps}) {
        connect(mirror, &RevisionMirror::eventsReceived, this,
                [this, mirror](const QList<ObjectEvent> &events) {
                    Q_EMIT eventsReceived(mirror->storage(), events);
                });
        connect(mirror, &RevisionMirror::stateChanged, this,
                [this, mirror] { Q_EMIT stateChanged(mirror->storage(), mirror->state()); });
    }
}

void RevisionMirrors::start()
{
    m_secrets.start();
    m_configMaps.start();
}

void RevisionMirrors::stop()
{
    m_secrets.stop();
    m_configMaps.stop();
}

void RevisionMirrors::retryNow()
{
    m_secrets.retryNow();
    m_configMaps.retryNow();
}

State RevisionMirrors::state() const
{
    const State main = m_secrets.state();
    const bool mayGrowOld = main == State::Live || main == State::Connecting;
    return mayGrowOld && m_configMaps.state() == State::Reconnecting ? State::Reconnecting : main;
}

bool RevisionMirrors::isListed() const
{
    return m_secrets.isListed() && (m_configMaps.isListed() || m_configMaps.state() == State::Denied);
}

const Error *RevisionMirrors::problem() const
{
    for (const RevisionMirror *mirror : {&m_secrets, &m_configMaps}) {
        if (mirror->state() != State::Live && mirror->state() != State::Connecting)
            return &mirror->lastError();
    }
    return nullptr;
}

QDateTime RevisionMirrors::lastContact() const
{
    const QDateTime contact = m_secrets.lastContact();
    if (m_configMaps.state() == State::Denied)
        return contact; // the notice says so; it must not make the Secrets look old
    const QDateTime other = m_configMaps.lastContact();
    return contact.isValid() && other.isValid() ? std::min(contact, other) : QDateTime();
}

QStringList RevisionMirrors::notices() const
{
    QStringList notices{m_secrets.notice(), m_configMaps.notice()};
    notices.removeAll(QString());
    return notices;
}

bool RevisionMirrors::hides(ReleaseStorage storage, const QString &namespaceName) const
{
    return mirror(storage).hides(namespaceName);
}

ResourceQuery RevisionMirrors::listOf(ReleaseStorage storage, const QString &namespaceName) const
{
    return mirror(storage).listOf(namespaceName);
}

} // namespace chartroom
