// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/currency.h"
#include "core/rollout/device_offers.h"
#include "core/rollout/driver_keys.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace chartroom {

/// What a driver's track goes by, before anybody makes sentences of it.
struct DriverFacts
{
    DriverKind kind = DriverKind::Gpu;
    QString label; ///< raw, of the step; "" without one
    QString pod;   ///< namespace/name of the driver's; "" while there is none
    bool arePodsKnown = true;
    QString podState; ///< its reason, else its phase
    bool isPodReady = false;
    QString revision;
    Currency currency = Currency::NotKnown;
    QStringList maintenances; ///< each a sentence: few nodes have one
    bool isMaintenanceUnknown = false;
    bool isCordoned = false;
    bool wasCordonedBefore = false;
    bool wasCordonedAfter = false;      ///< while it was at rest, as it is now
    bool isCordonDoubtful = false;      ///< DriverView::isCordonDoubtful()
    bool isCordonedWithKubectl = false; ///< DriverView::isCordonedWithKubectl()
    QString cordonedBy;                 ///< Node::cordonedBy
    bool isUnderWay = false;
    bool wasLeft = false;     ///< DriverView::wasLeft()
    bool isRequestor = false; ///< a maintenance operator cordons for the driver's
    QString otherStep; ///< of the other driver's rollout, which is in progress and may have cordoned the node
    QString remediation; ///< phase of Crusoe's remediation; "" when none is at work
    int devices = 0;
    int devicesTotal = 0;
    std::optional<int> devicesBefore;
    QString gpuKinds;        ///< gpuKindsText(): what `devices` and `devicesTotal` are sums of
    QString disabledPolicy;  ///< full name of the node's policy whose state is disabled; mostly ""
    ClaimableGpus claimable; ///< of a GPU driver's
    GpuAmount pluginGpus;    ///< that its device plugin counts
    QList<std::pair<QString, QString>> labels; ///< others that tell something: paused, or waiting
    bool isReady = true;
    QString notReadyText;

    friend bool operator==(const DriverFacts &, const DriverFacts &) = default;
};

/// Sentences, safe to show.
[[nodiscard]] QStringList evidenceLines(const DriverFacts &facts);

/// The evidence line that says why a node is cordoned although its rollout is done, where the cordon is not
/// of this rollout; "" otherwise.
[[nodiscard]] QString standingCordon(const DriverFacts &facts);

} // namespace chartroom
