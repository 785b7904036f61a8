// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/fleet.h"

namespace chartroom {

/// No cluster at all.
class NoFleet final : public Fleet
{
public:
    using Fleet::Fleet;
    [[nodiscard]] QStringList names() const override { return {}; }
    [[nodiscard]] FleetEntry entry(const QString &) const override { return {}; }
    [[nodiscard]] QString currentContext() const override { return {}; }
    [[nodiscard]] ReleaseSource *releases(const QString &) const override { return nullptr; }
    [[nodiscard]] QStringList kubeconfigFiles() const override { return {}; }
    [[nodiscard]] QList<Error> problems() const override { return {}; }
    [[nodiscard]] bool hasBundledRecording() const override { return false; }
    void connectTo(const QString &) override {}
    void disconnectFrom(const QString &) override {}
    void retry(const QString &) override {}
    void allowCredentialCommand(const QString &) override {}
    void openKubeconfig(const QString &) override {}
    void openRecording(const QString &) override {}
    void openBundledRecording() override {}
};

} // namespace chartroom
