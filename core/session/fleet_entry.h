// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/cluster_session.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace chartroom {

/// One cluster or recording of the list on the left.
struct FleetEntry
{
    QString name; ///< unique; the context's name, or what the recording is called
    ClusterSession::State state = ClusterSession::State::Off;
    bool isRecording = false;
    /// Why it failed, or what is wrong although it is live; empty message: nothing.
    Error problem;
    QString server;        ///< host:port, "" for a recording
    QString serverVersion; ///< "" until known
    QString clusterUid;    ///< see ClusterIdentity; "" until known
    std::optional<int> nodeCount;
    std::optional<int> gpuNodeCount;
    std::optional<GpuCount> gpus;
    std::optional<std::chrono::milliseconds> dataAge;  ///< of what the inventory shows
    std::optional<std::chrono::milliseconds> nodesAge; ///< of what the rollout shows
    QDateTime recordedAt;                              ///< of a recording: the moment it shows, UTC
    QString recordingTo;       ///< the file that this cluster is being recorded to; "" when it is not
    qint64 recordingBytes = 0; ///< of that file
    bool skipsTlsVerification = false;
    /// With problem.code NeedsConsent: the exact program and arguments that want to run, and what is set for
    /// it.
    QString credentialCommand;
    bool hidesReleases = false; ///< there may be more than this user may list
    QStringList notices;        ///< what may not be seen, and what the kubeconfig warns of, in sentences
};

} // namespace chartroom
