// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/fleet_entry.h"

#include <QDateTime>
#include <QList>
#include <QObject>
#include <QStringList>

#include <chrono>
#include <optional>

namespace chartroom {

class ChartSources;
class FindingsSource;
class Player;
class ReleaseSource;
class RolloutSource;
class SideReader;
class TicketSource;
class Transport;
class UpgradeSource;
class VersionsSource;

/// The clusters of the window and their recordings. Each entry connects and fails on its own. The window
/// only asks; what a connection is made of is the implementation's business.
class Fleet : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual QStringList names() const = 0;
    /// A default entry (empty name) when there is none of that name.
    [[nodiscard]] virtual FleetEntry entry(const QString &name) const = 0;
    /// The kubeconfig's current context, else "".
    [[nodiscard]] virtual QString currentContext() const = 0;
    /// Null until connectTo(); stays the same object until disconnectFrom().
    [[nodiscard]] virtual ReleaseSource *releases(const QString &name) const = 0;
    /// What reads single objects of it and logs; null until connectTo().
    [[nodiscard]] virtual Transport *transport(const QString & /*name*/) const { return nullptr; }
    /// The rollouts of its nodes' drivers; null until connectTo(). Nothing is read before its start().
    [[nodiscard]] virtual RolloutSource *rollout(const QString & /*name*/) const { return nullptr; }
    /// What is wrong in it; null until connectTo(), and where nobody judges. Nothing is read before its
    /// start().
    [[nodiscard]] virtual FindingsSource *findings(const QString & /*name*/) const { return nullptr; }
    /// What reads the sides of a comparison; null until connectTo(), and where nothing can.
    [[nodiscard]] virtual SideReader *sides(const QString & /*name*/) const { return nullptr; }
    /// The charts of the user's Helm settings; null for a recording, which asks nobody for anything.
    [[nodiscard]] virtual ChartSources *charts(const QString & /*name*/) const { return nullptr; }
    /// What plans and makes changes; null until connectTo(), and for a recording.
    [[nodiscard]] virtual UpgradeSource *upgrades(const QString & /*name*/) const { return nullptr; }
    /// What it can tell for a ticket; null until connectTo().
    [[nodiscard]] virtual TicketSource *tickets(const QString & /*name*/) const { return nullptr; }
    /// Which versions it runs; null until connectTo(), and where nobody asks.
    [[nodiscard]] virtual VersionsSource *versions(const QString & /*name*/) const { return nullptr; }
    /// What leads through the time of a recording; null for a cluster, and while a recording is closed.
    [[nodiscard]] virtual Player *player(const QString & /*name*/) const { return nullptr; }
    /// Files that were looked for, for the empty state.
    [[nodiscard]] virtual QStringList kubeconfigFiles() const = 0;
    /// Sentences about kubeconfig files that cannot be used.
    [[nodiscard]] virtual QList<Error> problems() const = 0;
    [[nodiscard]] virtual bool hasBundledRecording() const = 0;

    virtual void connectTo(const QString &name) = 0;
    virtual void disconnectFrom(const QString &name) = 0;
    virtual void retry(const QString &name) = 0;
    /// The person allowed the shown credential program for this kubeconfig.
    virtual void allowCredentialCommand(const QString &name) = 0;
    virtual void openKubeconfig(const QString &file) = 0;
    virtual void openRecording(const QString &file) = 0;
    virtual void openBundledRecording() = 0;
    /// Records a connected cluster to a new file until stopRecording(), or until it is disconnected.
    virtual void record(const QString & /*name*/, const QString & /*file*/) {}
    virtual void stopRecording(const QString & /*name*/) {}
    /// Puts a person's remark into what is being recorded.
    virtual void noteInRecording(const QString & /*name*/, const QString & /*text*/) {}

Q_SIGNALS:
    /// Names came or went, or their order changed.
    void namesChanged();
    void entryChanged(const QString &name);
    /// A recording is being read; opened() or openFailed() follows.
    void opening(const QString &name, int percent);
    /// openKubeconfig or openRecording failed, or succeeded in adding `name`.
    void opened(const QString &name);
    void openFailed(const chartroom::Error &error);
    /// The file is whole, or says in `problem` why it could not be begun or ends early.
    void recordingEnded(const QString &name, const QString &file,
                        const std::optional<chartroom::Error> &problem);
};

} // namespace chartroom
