// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_fleet.h"

namespace chartroom::test {

void FakeFleet::put(const FleetEntry &entry)
{
    const bool known = m_entries.contains(entry.name);
    m_entries.insert(entry.name, entry);
    if (known) {
        Q_EMIT entryChanged(entry.name);
        return;
    }
    m_order.append(entry.name);
    Q_EMIT namesChanged();
}

void FakeFleet::remove(const QString &name)
{
    m_entries.remove(name);
    m_order.removeAll(name);
    delete m_sources.take(name);
    delete m_rollouts.take(name);
    delete m_findings.take(name);
    Q_EMIT namesChanged();
}

void FakeFleet::addSources(const QString &name)
{
    if (m_sources.contains(name))
        return;
    m_sources.insert(name, new FakeReleaseSource(this));
    m_rollouts.insert(name, new FakeRolloutSource(this));
    m_findings.insert(name, new FakeFindingsSource(this));
}

FakeReleaseSource *FakeFleet::addLive(const QString &name, int nodes)
{
    addSources(name);
    FleetEntry entry;
    entry.name = name;
    entry.state = ClusterSession::State::Live;
    entry.server = name + QStringLiteral(".example:6443");
    entry.serverVersion = QStringLiteral("v1.33.4");
    entry.nodeCount = nodes;
    entry.gpuNodeCount = nodes;
    entry.dataAge = entry.nodesAge = std::chrono::milliseconds(0);
    put(entry);
    return m_sources.value(name);
}

void FakeFleet::setSides(const QString &name, SideReader *reader)
{
    m_sides.insert(name, reader);
    Q_EMIT entryChanged(name);
}

void FakeFleet::setUpgrades(const QString &name, UpgradeSource *upgrades)
{
    m_upgrades.insert(name, upgrades);
    Q_EMIT entryChanged(name);
}

void FakeFleet::setTickets(const QString &name, TicketSource *tickets)
{
    m_tickets.insert(name, tickets);
    Q_EMIT entryChanged(name);
}

void FakeFleet::setVersions(const QString &name, VersionsSource *versions)
{
    m_versions.insert(name, versions);
    Q_EMIT entryChanged(name);
}

void FakeFleet::setPlayer(const QString &name, Player *player)
{
    m_players.insert(name, player);
    Q_EMIT entryChanged(name);
}

void FakeFleet::record(const QString &name, const QString &file)
{
    calls.append(QStringLiteral("record %1 to %2").arg(name, file));
    FleetEntry entry = m_entries.value(name);
    entry.recordingTo = file;
    put(entry);
}

void FakeFleet::stopRecording(const QString &name)
{
    calls.append(QStringLiteral("stop recording ") + name);
    FleetEntry entry = m_entries.value(name);
    const QString file = std::exchange(entry.recordingTo, {});
    put(entry);
    Q_EMIT recordingEnded(name, file, {});
}

void FakeFleet::connectTo(const QString &name)
{
    calls.append(QStringLiteral("connect ") + name);
    addSources(name);
    FleetEntry entry = m_entries.value(name);
    entry.state = ClusterSession::State::Connecting;
    put(entry);
}

} // namespace chartroom::test
