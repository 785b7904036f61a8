// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/session_side_reader.h"
#include "core/diagnosis/findings_source.h"
#include "core/fleet/fleet.h"
#include "core/kube/kubeconfig.h"
#include "core/recording/player.h"
#include "core/recording/recorder.h"
#include "core/session/cluster_session.h"
#include "core/session/session_releases.h"
#include "core/session/session_rollout.h"
#include "core/ticket/ticket_source.h"
#include "core/upgrade/upgrade_source.h"
#include "core/versions/versions_source.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <map>

namespace chartroom {

/// The contexts of the user's kubeconfig and the opened recordings. A context connects when it is asked for,
/// never before (a thousand contexts start at once, fault 67). A kubeconfig that is rewritten is read again
/// once it parses; until then the old one counts (fault 37). Sessions live as long as their entry is
/// connected.
class KubeFleet final : public Fleet
{
    Q_OBJECT
public:
    using MadeSession = Result<std::unique_ptr<ClusterSession>>;

    /// How the fleet gets what it needs; the composition root fills it in.
    struct Services
    {
        std::function<MadeSession(const KubeContext &)> connect;
        std::function<std::unique_ptr<ClusterSession>(std::shared_ptr<const Recording>)> replay;
        const Clock *clock = nullptr; ///< ours: measures what is played and recorded
        ExecConsent *consent = nullptr;
        ChartSources *charts = nullptr; ///< null: versions that no revision stores cannot be had
        /// What changes a session's releases; null: nothing can be changed.
        std::function<std::unique_ptr<UpgradeSource>(ClusterSession *, const KubeContext &)> upgrades;
        /// What judges a session's cluster; null: nothing does.
        std::function<std::unique_ptr<FindingsSource>(ClusterSession *)> findings;
        /// What tells of a session for a ticket; null: no tickets.
        std::function<std::unique_ptr<TicketSource>(ClusterSession *, const KubeContext &)> tickets;
        /// What tells which versions a session's cluster runs; null: nobody asks.
        std::function<std::unique_ptr<VersionsSource>(ClusterSession *, const KubeContext &)> versions;
        QString bundledRecording; ///< path of the recording that ships with the program
    };

    KubeFleet(Services services, QStringList files, bool explicitFile, QObject *parent = nullptr);
    ~KubeFleet() override;

    [[nodiscard]] QStringList names() const override;
    [[nodiscard]] FleetEntry entry(const QString &name) const override;
    [[nodiscard]] QString currentContext() const override;
    [[nodiscard]] ReleaseSource *releases(const QString &name) const override;
    [[nodiscard]] Transport *transport(const QString &name) const override;
    [[nodiscard]] RolloutSource *rollout(const QString &name) const override;
    [[nodiscard]] FindingsSource *findings(const QString &name) const override;
    [[nodiscard]] SideReader *sides(const QString &name) const override;
    [[nodiscard]] ChartSources *charts(const QString &name) const override;
    [[nodiscard]] UpgradeSource *upgrades(const QString &name) const override;
    [[nodiscard]] TicketSource *tickets(const QString &name) const override;
    [[nodiscard]] VersionsSource *versions(const QString &name) const override;
    [[nodiscard]] Player *player(const QString &name) const override;
    [[nodiscard]] QStringList kubeconfigFiles() const override { return m_files; }
    [[nodiscard]] QList<Error> problems() const override;
    [[nodiscard]] bool hasBundledRecording() const override;

    /// The rules were replaced: every session computes its owners anew.
    void applyRules();

    void connectTo(const QString &name) override;
    void disconnectFrom(const QString &name) override;
    void retry(const QString &name) override;
    void allowCredentialCommand(const QString &name) override;
    void openKubeconfig(const QString &file) override;
    void openRecording(const QString &file) override;
    void openBundledRecording() override;
    void record(const QString &name, const QString &file) override;
    void stopRecording(const QString &name) override;
    void noteInRecording(const QString &name, const QString &text) override;

private:
    struct Member
    {
        KubeContext context; ///< empty for a recording
        bool isRecording = false;
        Error problem; ///< why no session could be made
        std::unique_ptr<ClusterSession> session;
        std::unique_ptr<SessionReleases> releases; ///< dies before its session
        std::unique_ptr<SessionRollout> rollout;   ///< dies before its session
        std::unique_ptr<FindingsSource> findings;  ///< dies before its session
        std::unique_ptr<SessionSideReader> sides;  ///< dies before both
        std::unique_ptr<UpgradeSource> upgrades;   ///< dies before its session; null for a recording
        std::unique_ptr<TicketSource> tickets;     ///< dies before its session
        std::unique_ptr<VersionsSource> versions;  ///< dies before its session
        std::unique_ptr<Player> player;            ///< of a recording
        std::unique_ptr<Recorder> recorder;
        QString recordingTo;
        std::shared_ptr<const Recording> recording; ///< kept while it is closed
    };

    void read();
    void watchFiles();
    void adopt(const QString &name, Member &member, std::unique_ptr<ClusterSession> session);
    void readRecording(const QString &file, const QString &name);
    void addRecording(std::shared_ptr<const Recording> recording, QString name);
    void replay(const QString &name, Member &member);
    void followTime(const QString &name, const Player *player);
    void recordingEnds(const QString &name, const std::optional<Error> &problem);
    [[nodiscard]] static bool isSameConnection(const KubeContext &a, const KubeContext &b);

    Services m_services;
    QStringList m_files;
    bool m_explicit;
    Kubeconfig m_kubeconfig;
    std::map<QString, Member> m_members;
    QStringList m_recordings; ///< in the order they were opened
    QFileSystemWatcher m_watcher;
    QTimer m_reread; ///< single shot: a writer may need a moment
};

} // namespace chartroom
