// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/release_source.h"
#include "core/models/shown_text.h"

#include <QPointer>

namespace chartroom {

/// Where a reading stands, as a screen shows it.
enum class ReadPhase { Idle, Reading, Ready, Failed };

/// The values of one revision: which kind, which revision, hidden or revealed, and how far the reading is.
/// Revealing lasts until another release or kind is chosen and is kept nowhere. What it borrows may go: it
/// falls idle then.
class ValuesController final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Another cluster; null when it is not connected. Forgets the release.
    void setSource(ReleaseSource *releases, SideReader *sides);
    void setRelease(const ReleaseKey &key);
    /// Computed, User, Default or Manifest; no revision means the newest, also when it changes.
    void show(Side::Kind kind, std::optional<int> revision);
    void setRevealed(bool revealed);
    void retry();

    [[nodiscard]] const ReleaseKey &release() const { return m_key; }
    [[nodiscard]] Side::Kind kind() const { return m_kind; }
    [[nodiscard]] std::optional<int> revision() const { return m_revision; }
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    [[nodiscard]] ReadPhase phase() const { return m_phase; }
    /// With Failed.
    [[nodiscard]] const Error &error() const { return m_error; }
    /// With Ready.
    [[nodiscard]] const ShownText &shown() const { return m_shown; }

Q_SIGNALS:
    void changed();

private:
    void followReleases(const ReleaseDelta &delta);
    void read();
    void readSide(const Side &side);
    void mask();
    void enter(ReadPhase phase, const Error &error = {});

    QPointer<ReleaseSource> m_releases;
    QPointer<SideReader> m_sides;
    ReleaseKey m_key;
    Side::Kind m_kind = Side::Kind::User;
    std::optional<int> m_revision;
    int m_newest = 0; ///< the newest revision when it was read
    bool m_revealed = false;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    SideText m_side;
    ShownText m_shown;
    int m_question = 0; ///< answers to older ones are dropped
};

} // namespace chartroom
