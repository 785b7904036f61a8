// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <compare>
#include <optional>

namespace chartroom {

/// How one spelling of a version stands to another.
enum class VersionOrder {
    Equal,     ///< the same version, however it is spelled
    Within,    ///< one names a branch that the other is in: 550 and 550.90.07, 25.10 and v25.10.1
    Older,     ///< the first is older
    Newer,     ///< the first is newer
    Different, ///< not the same, and there is no older or newer: another kernel flavour, no version at all
};

/// A version as the parts of a GPU cluster spell it. A leading v, the image in front of a tag, an OS, image
/// or architecture suffix (-ubuntu22.04, -ubi9, -rhcos4.16, -amd64), a firmware's PSID in brackets and the
/// doca3.2.0- in front of a driver's version do not count. Kernels (5.15.0-1066-nvidia,
/// 5.14.0-427.40.1.el9_4.x86_64), driver branches (550), firmware (28.39.1002), OFED and DOCA drivers
/// (doca3.2.0-25.10-1.2.8.0-2), DCGM (3.3.8-1), charts and Kubernetes (v1.33.2+k3s1) are all read.
class VersionText
{
public:
    /// Nothing for what is no version: TBD, latest, "6.x TBD", a range.
    [[nodiscard]] static std::optional<VersionText> read(QStringView text);

    /// 24.9.0 of v24.9.0; 25.10 and 1.2.8.0 of doca3.2.0-25.10-1.2.8.0-2 follow each other.
    [[nodiscard]] const QList<quint64> &numbers() const { return m_numbers; }
    /// The first two numbers as they are written in release notes: 24.9, 4.16; what an upgrade may not skip.
    [[nodiscard]] QString line() const;
    /// nvidia, azure, el9 of a kernel; "" for what has none.
    [[nodiscard]] const QString &flavour() const { return m_flavour; }
    /// A release candidate, alpha or beta.
    [[nodiscard]] bool isPreRelease() const { return !m_preRelease.isEmpty(); }
    /// What did not count: ubuntu22.04, amd64, doca3.2.0.
    [[nodiscard]] const QStringList &suffixes() const { return m_suffixes; }
    /// Of a precompiled driver image 550-5.15.0-1066-nvidia-ubuntu22.04: 5.15.0-1066-nvidia; else "".
    [[nodiscard]] const QString &kernel() const { return m_kernel; }

    friend VersionOrder compare(const VersionText &a, const VersionText &b);

private:
    friend class VersionReader;

    QList<quint64> m_numbers;
    qsizetype m_mainCount = 0; ///< of the numbers in front of the first dash
    QStringList m_preRelease;
    QString m_flavour;
    QString m_kernel;
    QStringList m_suffixes;
};

/// Of two texts. What is no version is Equal to the same text and Different from any other.
[[nodiscard]] VersionOrder compareSpellings(QStringView a, QStringView b);
/// Equal or Within: an audit takes the second for the first.
[[nodiscard]] bool isSameVersion(QStringView expected, QStringView observed);

} // namespace chartroom
