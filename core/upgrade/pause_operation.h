// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/confirmed_operation.h"

namespace chartroom {

/// Whose rollout is to stop taking new nodes, or to go on.
struct PauseRequest
{
    QString kind; ///< ClusterPolicy, NVIDIADriver, NicClusterPolicy or NicNodePolicy
    QString name;
    bool pauses = true; ///< false: resume
    QString reason;
    ReleaseKey release = {}; ///< under whose lease
    QString during = {};     ///< the operation of this machine that rolls these nodes out now; "" for none
};

/// Sets the operator's own switch, `autoUpgrade` of its upgrade policy, and nothing else: with it off the
/// operators forget the states of nodes under way, which stay cordoned (NVIDIA/gpu-operator
/// controllers/upgrade_controller.go, removeNodeUpgradeStateLabels). Only if nobody has written the object in
/// between; then the switch is read back.
class PauseOperation final : public ConfirmedOperation
{
    Q_OBJECT
public:
    PauseOperation(OperationParts parts, PauseRequest order, QObject *parent = nullptr);

    void start() override;
    [[nodiscard]] QString notice() const override { return m_standstill; }

private:
    [[nodiscard]] Value::Map order() const override;
    [[nodiscard]] std::optional<ReleaseKey> leased() const override { return m_order.release; }
    [[nodiscard]] QString during() const override { return m_order.during; }
    void run() override;
    [[nodiscard]] Request objectRequest() const;
    [[nodiscard]] QStringList switchPath() const;
    [[nodiscard]] QStringList patchArguments(const QString &resourceVersion) const;
    [[nodiscard]] QString noPolicyText() const;
    [[nodiscard]] bool isOn(const Value &object) const;
    void take(const Result<Response> &answer);
    void patched(const Result<CommandOutput> &output);
    void readBack();

    PauseRequest m_order;
    QString m_standstill; ///< why nothing starts by itself after a resume
};

} // namespace chartroom
