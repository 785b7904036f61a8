// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rollout_printout.h"
#include "app/verbs/session_verb.h"
#include "core/recording/recorded_transport.h"
#include "core/rollout/rollout_store.h"

#include <QElapsedTimer>
#include <QTimer>

#include <array>

namespace chartroom {

/// `rollout`: where every node is in the drivers' rollouts, and when they will be through. Of several
/// clusters each is printed when its rollouts are read; data comes at the end. With --watch of one cluster
/// every change is a line, until interrupted or nobody reads it; a recording is gone through to its end, from
/// change to change and no slower than they are told. Ends with Found when a node failed, is
/// stuck or lost, or other facts contradict that it is done.
class RolloutVerb final : public SessionVerb
{
    Q_OBJECT
public:
    RolloutVerb(Invocation invocation, Sessions sessions, Console *console);
    void interrupt() override { end(Interrupted); }

protected:
    void readOne(ClusterSession *session) override;
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    void follow(ClusterSession *session);
    void printOne(ClusterSession *session);
    void endWhenAllIsPrinted();
    /// Why the DaemonSet that was asked for has no rollout; nothing where it may have one.
    [[nodiscard]] std::optional<Error> wrongComponent() const;
    void printForPeople(const RolloutPrintoutParts &parts);
    void printChanges(const QList<TrackKey> &keys);
    void printPaces();
    void printPauses();
    void printNotices();
    void say(const NodeTrack &track, const QDateTime &time);
    void sayLine(const QDateTime &time, const QString &line);
    void goOn();
    [[nodiscard]] bool isChosen(const QString &component) const;
    [[nodiscard]] bool isHistoryThere(const NodeTrack &track) const;
    [[nodiscard]] QList<NodeTrack> chosen(QList<NodeTrack> tracks) const;
    [[nodiscard]] QList<Pace> chosen(QList<Pace> paces) const;
    [[nodiscard]] QList<const DriverFleet *> chosenFleets() const;
    [[nodiscard]] static int exitCode(const QList<NodeTrack> &tracks);

    int m_awaited = 0;         ///< clusters whose rollouts are being read
    bool m_isAllRead = false;  ///< no further cluster answers
    bool m_isWatching = false; ///< until somebody interrupts it
    bool m_hasPrinted = false;
    int m_code = Done;
    QList<ClusterPrintout> m_printouts;
    ClusterSession *m_session = nullptr;     ///< that is being printed; with --watch the one
    RolloutStore *m_rollout = nullptr;       ///< its rollouts
    RecordedTransport *m_recorded = nullptr; ///< null in a cluster
    QTimer m_step;                           ///< of a recording: looks whether a moment is told
    QElapsedTimer m_news;                    ///< since something was told
    /// What was told of a track.
    struct Said
    {
        QString line;    ///< without its time
        QDateTime until; ///< the start of the last step
    };
    QHash<QString, std::array<int, 8>> m_paces; ///< counts of the last line of each component
    QHash<TrackKey, Said> m_said;
    QMap<QString, QList<DriverPolicy>> m_pauses; ///< that were told, by component
    QStringList m_notices;
};

} // namespace chartroom
