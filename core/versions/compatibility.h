// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QDate>
#include <QList>
#include <QMap>
#include <QStringList>

#include <optional>

namespace chartroom {

/// Where something is known from.
struct KnownFrom
{
    QString text;
    QDate read; ///< of the newest that was read there

    /// The text, and when it was read.
    [[nodiscard]] QString sentence() const;
};

/// A published version of a component and what it brings by default.
struct KnownRelease
{
    QString version;
    QDate date;
    QMap<QString, QString> brings; ///< by component
    KnownFrom from;
    QMap<QString, QStringList> supports; ///< by component: versions whose branches are supported, no others
    KnownFrom supportsFrom;
};

/// A range of another component that some versions of this one need.
struct KnownNeed
{
    QString since; ///< of this component, inclusive
    QString until;
    QString component;
    QString least; ///< inclusive; "" for no bound
    QString most;
    QStringList systems;           ///< starts of NodeFact::system for which it holds; empty for all
    bool needsBuiltDriver = false; ///< only where the GPU driver is built on the node, not precompiled
    KnownFrom from;

    [[nodiscard]] bool concerns(const QString &version) const;
    [[nodiscard]] bool isFor(const QString &system) const;
    /// As far as the bounds are written: 1.36 holds 1.36.3. Nothing for what is no version.
    [[nodiscard]] std::optional<bool> holds(const QString &version) const;
    [[nodiscard]] QString rangeText() const; ///< 1.33 to 1.36
};

/// A sentence about the cluster as a whole.
struct KnownRule
{
    QString words;
    QString version; ///< from which on it counts; "" for always
    KnownFrom from;
};

/// What is known of one component's versions.
struct KnownComponent
{
    QString component;
    QString chart; ///< its name in a repository
    QList<KnownRelease> releases;
    QList<KnownNeed> needs;

    /// However it is spelled; null for one that is not known.
    [[nodiscard]] const KnownRelease *release(const QString &version) const;
};

/// Versions that are known to work together or not: a value, read once and passed around. Errors name file,
/// line and column. resources/compatibility says how the files are meant.
class Compatibility
{
public:
    /// Those that come with the program.
    [[nodiscard]] static Result<Compatibility> bundled();
    /// Adds what a file says; one component stands in one file.
    [[nodiscard]] Result<void> add(const QByteArray &yaml, const QString &fileName);

    [[nodiscard]] const QList<KnownComponent> &components() const { return m_components; }
    /// Null for one of which nothing is known.
    [[nodiscard]] const KnownComponent *of(QStringView component) const;
    /// oneNfd, openModules, oneAtATime: a rule that the code names is there in the bundled files.
    [[nodiscard]] KnownRule rule(const QString &id) const { return m_rules.value(id); }

private:
    friend class CompatibilityReader;

    QList<KnownComponent> m_components;
    QMap<QString, KnownRule> m_rules;
};

/// Whether a version stands at or above (`least`), at or below (`most`) a bound, by as many numbers as the
/// bound has. Nothing when one of both is no version, and for a branch that the bound lies in: 25 may be 25.1
/// as well as 25.10.
[[nodiscard]] std::optional<bool> isAtLeast(const QString &version, const QString &least);
[[nodiscard]] std::optional<bool> isAtMost(const QString &version, const QString &most);

} // namespace chartroom
