// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <compare>
#include <optional>

namespace chartroom {

/// A version as Helm understands it: Masterminds/semver NewVersion (version.go@v3.5.0). A leading v, missing
/// minor or patch numbers and leading zeros are let pass; build metadata does not count in comparisons.
class SemanticVersion
{
public:
    /// Nothing for text that Helm does not take for a version.
    [[nodiscard]] static std::optional<SemanticVersion> read(QStringView text);

    [[nodiscard]] quint64 major() const { return m_major; }
    [[nodiscard]] quint64 minor() const { return m_minor; }
    [[nodiscard]] quint64 patch() const { return m_patch; }
    /// The parts of rc.1; empty for a release.
    [[nodiscard]] const QStringList &preRelease() const { return m_preRelease; }
    [[nodiscard]] bool isPreRelease() const { return !m_preRelease.isEmpty(); }

    friend std::weak_ordering operator<=>(const SemanticVersion &a, const SemanticVersion &b);
    friend bool operator==(const SemanticVersion &a, const SemanticVersion &b) { return std::is_eq(a <=> b); }

private:
    quint64 m_major = 0;
    quint64 m_minor = 0;
    quint64 m_patch = 0;
    QStringList m_preRelease;
};

/// Versions as texts; what is no version comes before all that are, by its text.
[[nodiscard]] std::weak_ordering compareVersions(QStringView a, QStringView b);

} // namespace chartroom
