// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/fleet.h"
#include "tests/support/fake_findings_source.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_rollout_source.h"

#include <QMap>

namespace chartroom::test {

/// A Fleet that does what a test says; calls are kept for the test to look at.
class FakeFleet final : public Fleet
{
    Q_OBJECT
public:
    using Fleet::Fleet;

    void put(const FleetEntry &entry);
    void remove(const QString &name);
    /// A live cluster with sources to fill.
    FakeReleaseSource *addLive(const QString &name, int nodes = 16);
    [[nodiscard]] FakeReleaseSource *source(const QString &name) const { return m_sources.value(name); }

    [[nodiscard]] FakeRolloutSource *rolloutSource(const QString &name) const
    {
        return m_rollouts.value(name);
    }

    [[nodiscard]] FakeFindingsSource *findingsSource(const QString &name) const
    {
        return m_findings.value(name);
    }

    /// As a connection that ends takes its rollouts along.
    void dropRollout(const QString &name) { delete m_rollouts.take(name); }

    void dropFindings(const QString &name) { delete m_findings.take(name); }

    /// What reads the sides of that cluster; borrowed.
    void setSides(const QString &name, SideReader *reader);
    /// What reads that cluster's objects; borrowed.
    void setTransport(const QString &name, Transport *transport) { m_transports.insert(name, transport); }
    void setCharts(ChartSources *charts) { m_charts = charts; }
    /// What changes that cluster's releases; borrowed.
    void setUpgrades(const QString &name, UpgradeSource *upgrades);
    /// What tells of that cluster for tickets; borrowed.
    void setTickets(const QString &name, TicketSource *tickets);
    /// What tells that cluster's versions; borrowed.
    void setVersions(const QString &name, VersionsSource *versions);
    /// What plays that recording; borrowed.
    void setPlayer(const QString &name, Player *player);

    QString current;
    QStringList files;
    QList<Error> errors;
    bool bundled = true;
    QStringList calls; ///< "connect prod-eu", "retry prod-eu", ...

    [[nodiscard]] QStringList names() const override { return m_order; }
    [[nodiscard]] FleetEntry entry(const QString &name) const override { return m_entries.value(name); }
    [[nodiscard]] QString currentContext() const override { return current; }
    [[nodiscard]] ReleaseSource *releases(const QString &name) const override
    {
        return m_sources.value(name);
    }
    [[nodiscard]] Transport *transport(const QString &name) const override
    {
        return m_transports.value(name);
    }
    [[nodiscard]] RolloutSource *rollout(const QString &name) const override
    {
        return m_rollouts.value(name);
    }
    [[nodiscard]] FindingsSource *findings(const QString &name) const override
    {
        return m_findings.value(name);
    }
    [[nodiscard]] SideReader *sides(const QString &name) const override { return m_sides.value(name); }
    [[nodiscard]] ChartSources *charts(const QString & /*name*/) const override { return m_charts; }
    [[nodiscard]] UpgradeSource *upgrades(const QString &name) const override
    {
        return m_upgrades.value(name);
    }
    [[nodiscard]] TicketSource *tickets(const QString &name) const override { return m_tickets.value(name); }
    [[nodiscard]] VersionsSource *versions(const QString &name) const override
    {
        return m_versions.value(name);
    }
    [[nodiscard]] Player *player(const QString &name) const override { return m_players.value(name); }
    [[nodiscard]] QStringList kubeconfigFiles() const override { return files; }
    [[nodiscard]] QList<Error> problems() const override { return errors; }
    [[nodiscard]] bool hasBundledRecording() const override { return bundled; }

    void connectTo(const QString &name) override;
    void disconnectFrom(const QString &name) override { calls.append(QStringLiteral("disconnect ") + name); }
    void retry(const QString &name) override { calls.append(QStringLiteral("retry ") + name); }
    void allowCredentialCommand(const QString &name) override
    {
        calls.append(QStringLiteral("allow ") + name);
    }
    void openKubeconfig(const QString &file) override { calls.append(QStringLiteral("kubeconfig ") + file); }
    void openRecording(const QString &file) override { calls.append(QStringLiteral("recording ") + file); }
    void openBundledRecording() override { calls.append(QStringLiteral("bundled")); }
    void record(const QString &name, const QString &file) override;
    void stopRecording(const QString &name) override;
    void noteInRecording(const QString &name, const QString &text) override
    {
        calls.append(QStringLiteral("note %1: %2").arg(name, text));
    }

private:
    void addSources(const QString &name);

    QStringList m_order;
    QMap<QString, FleetEntry> m_entries;
    QMap<QString, FakeReleaseSource *> m_sources;
    QMap<QString, FakeRolloutSource *> m_rollouts;
    QMap<QString, FakeFindingsSource *> m_findings;
    QMap<QString, SideReader *> m_sides;
    QMap<QString, Transport *> m_transports;
    QMap<QString, UpgradeSource *> m_upgrades;
    QMap<QString, TicketSource *> m_tickets;
    QMap<QString, VersionsSource *> m_versions;
    QMap<QString, Player *> m_players;
    ChartSources *m_charts = nullptr;
};

} // namespace chartroom::test
