// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "core/screens/values/release_controller.h"
#include "core/screens/values/shown_three_way.h"

#include <array>

namespace chartroom {

/// What an upgrade meets in the cluster: the release's manifest, its live objects and the manifest that helm
/// would send, path by path.
class ThreeWayController final : public ReleaseController
{
    Q_OBJECT
public:
    using ReleaseController::ReleaseController;

    void setSource(ReleaseSource *releases, SideReader *sides);
    /// A side of kind Upgrade; no version: nothing to ask for yet.
    void setUpgrade(const Side &upgrade);

    [[nodiscard]] const ShownThreeWay &shown() const { return m_shown; }

private:
    enum Place { Released, Live, Next };
    void forget() override { m_upgrade = {}; }
    void clear() override;
    void read(const Release &release) override;
    void show() override;
    void take(Place place, const SideText &text);

    QPointer<SideReader> m_sides;
    Side m_upgrade;
    std::array<std::optional<SideText>, 3> m_texts;
    ShownThreeWay m_shown;
};

} // namespace chartroom
