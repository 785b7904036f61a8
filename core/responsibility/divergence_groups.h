// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"

#include <QList>
#include <QRegularExpression>

#include <array>

namespace chartroom {

/// The kind of setting that a values path is. It says nothing of how much a difference weighs.
enum class DivergenceGroup { VersionChoice, Scheduling, Resources, Structural };
inline constexpr std::array allDivergenceGroups{DivergenceGroup::VersionChoice, DivergenceGroup::Scheduling,
                                                DivergenceGroup::Resources, DivergenceGroup::Structural};

[[nodiscard]] QString divergenceGroupTitle(DivergenceGroup group); ///< for people

/// The rules that sort paths into groups: a value, read once and passed around. Errors name file, line and
/// column.
class DivergenceGroups
{
public:
    [[nodiscard]] static Result<DivergenceGroups> load(const QByteArray &yaml, const QString &fileName);
    /// Those that come with the program (resources/responsibility/divergence.yaml).
    [[nodiscard]] static Result<DivergenceGroups> bundled();

    /// Of a path as pathText() writes it. Structural for what no rule names.
    [[nodiscard]] DivergenceGroup of(const QString &path) const;

    struct Section
    {
        DivergenceGroup group = DivergenceGroup::Structural;
        QList<ValueChange> changes; ///< in the order given
    };
    /// The groups that have changes, in the order of allDivergenceGroups.
    [[nodiscard]] QList<Section> grouped(const QList<ValueChange> &changes) const;

private:
    struct Rule
    {
        DivergenceGroup group = DivergenceGroup::Structural;
        QList<QRegularExpression> keys;
        QList<QRegularExpression> lastKeys;
    };
    QList<Rule> m_rules;
};

} // namespace chartroom
