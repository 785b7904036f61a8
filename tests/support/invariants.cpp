// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/invariants.h"

#include "tests/support/work_gate.h"

#include <QTest>

namespace chartroom::test {

using namespace std::chrono_literals;

Invariants::Invariants(FakeClock *clock)
    : m_clock(clock)
{}

void Invariants::follow(const Reflector *reflector)
{
    connect(reflector, &Reflector::stateChanged, this, [this, reflector] {
        m_states.insert(int(reflector->state()));
        m_errors.insert(reflector->lastError().code);
        tellsNothing(reflector->lastError());
        if (reflector->state() == Reflector::State::Live) {
            m_contact.reset();
            return;
        }
        const QDateTime contact = m_contact.value_or(reflector->lastContact());
        m_clock->advance(1ms); // so that its age is seen to grow
        m_lies += reflector->lastContact() != contact;
        staysOld(reflector->lastContact());
        m_contact = contact;
    });
    connect(reflector, &Reflector::synced, this, [this] { m_contact.reset(); });
}

void Invariants::follow(const ReleaseStore *store)
{
    connect(store, &ReleaseStore::stateChanged, this, [this, store] {
        tellsNothing(store->lastError());
        for (const QString &notice : store->notices())
            tellsNothing(notice);
        if (store->state() != ReleaseStore::State::Reconnecting &&
            store->state() != ReleaseStore::State::Failed)
            return;
        m_clock->advance(1ms);
        staysOld(store->lastContact());
    });
}

void Invariants::staysOld(const QDateTime &contact)
{
    m_lies += contact == m_clock->now();
    QCOMPARE(m_lies, 0);
}

void Invariants::tellsNothing(const Error &error)
{
    tellsNothing(error.message);
    tellsNothing(error.detail);
}

void Invariants::tellsNothing(const QString &text)
{
    QVERIFY2(!text.contains(QLatin1String(planted)), qPrintable(text));
}

void Invariants::heldNoLoop(const LoopWatch &loop)
{
    VERIFY_WORK(loop.longestWork(), 100ms);
}

void Invariants::areFew(qsizetype requests, qsizetype most)
{
    QVERIFY2(requests <= most, QByteArray::number(requests).constData());
}

} // namespace chartroom::test
