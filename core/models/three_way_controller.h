// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/shown_three_way.h"
#include "core/models/values_controller.h"

#include <array>

namespace chartroom {

/// What an upgrade meets in the cluster: the release's manifest, its live objects and the manifest that helm
/// would send, path by path. Helm's dry run is only asked for while somebody looks.
class ThreeWayController final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null when the cluster is not connected. Forgets the release.
    void setSource(ReleaseSource *releases, SideReader *sides);
    void setRelease(const ReleaseKey &key);
    /// A side of kind Upgrade; no version: nothing to ask for yet.
    void setUpgrade(const Side &upgrade);
    void setRevealed(bool revealed);
    void setActive(bool active);
    void retry();

    [[nodiscard]] ReadPhase phase() const { return m_phase; }
    [[nodiscard]] const Error &error() const { return m_error; }
    [[nodiscard]] const Side &upgrade() const { return m_upgrade; }
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    [[nodiscard]] const ShownThreeWay &shown() const { return m_shown; }

Q_SIGNALS:
    void changed();

private:
    enum Place { Released, Live, Next };
    void followReleases();
    void read();
    void take(Place place, const Result<SideText> &text);
    void work();
    void enter(ReadPhase phase, const Error &error = {});

    QPointer<ReleaseSource> m_releases;
    QPointer<SideReader> m_sides;
    ReleaseKey m_key;
    Side m_upgrade;
    std::array<std::optional<SideText>, 3> m_texts;
    int m_newest = 0; ///< the newest revision when they were read
    bool m_active = false;
    bool m_stale = true;
    bool m_revealed = false;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    ShownThreeWay m_shown;
    int m_question = 0; ///< answers to older ones are dropped
};

} // namespace chartroom
