// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/shown_text.h"
#include "core/screens/values/release_controller.h"

namespace chartroom {

/// The values of one revision: which kind, which revision, hidden or revealed. Another kind hides them again.
class ValuesController final : public ReleaseController
{
    Q_OBJECT
public:
    using ReleaseController::ReleaseController;

    void setSource(ReleaseSource *releases, SideReader *sides);
    /// Computed, User, Default or Manifest; no revision means the newest, also when it changes.
    void choose(Side::Kind kind, std::optional<int> revision);
    /// Crds, Readme or Changes; no version means the installed one, also when it changes.
    void chooseVersion(Side::Kind kind, const QString &version);

    [[nodiscard]] Side::Kind kind() const { return m_kind; }
    [[nodiscard]] std::optional<int> revision() const { return m_revision; }
    [[nodiscard]] const QString &version() const { return m_version; }
    /// With Ready.
    [[nodiscard]] const ShownText &shown() const { return m_shown; }

private:
    void forget() override;
    void choose(const Side &side);
    void clear() override;
    void read(const Release &release) override;
    void show() override;
    void readSide(const Side &side);

    QPointer<SideReader> m_sides;
    Side::Kind m_kind = Side::Kind::User;
    std::optional<int> m_revision;
    QString m_version;
    SideText m_side;
    ShownText m_shown;
};

} // namespace chartroom
