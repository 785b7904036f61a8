// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/versions/version_review.h"

#include <array>

namespace chartroom {

enum class VersionColumn {
    Component,
    Production, ///< current_production; the next three follow as the entries do
    Canary,
    Planned,
    Rollback,
    Observed,
    Verdict,
};
inline constexpr int versionColumnCount = int(VersionColumn::Verdict) + 1;
/// current_production, canary_testing, next_planned, rollback: one column each.
inline constexpr int versionEntryCount = 4;
[[nodiscard]] QString versionColumnTitle(VersionColumn column);

/// What is shown of one version of a component that nodes differ in.
struct VersionGroupRow
{
    QString version;
    QString where; ///< "14: gpu-000, gpu-001, ..."
    VisualState state = VisualState::Unknown;
    QString word;
    QStringList nodes;

    friend bool operator==(const VersionGroupRow &, const VersionGroupRow &) = default;
};

/// One piece of evidence as a person reads it.
struct VersionProof
{
    QString version; ///< that it tells; "" for a remark
    QString object;
    QString text;

    friend bool operator==(const VersionProof &, const VersionProof &) = default;
};

/// One component: what the matrix has for it, and what runs. Text is safe to show (rule S15).
struct VersionRow
{
    QString key;   ///< as the matrix writes it
    QString title; ///< GPU Operator
    std::array<QString, versionEntryCount> entries;
    QList<std::pair<QString, QString>> otherEntries; ///< a team's own: name and version
    QString observed;
    VisualState state = VisualState::Unknown;
    QString word;                  ///< "as expected", "mixed"
    QString sentence;              ///< what is seen
    QList<VersionGroupRow> groups; ///< none where there is one version at most
    QStringList untold;            ///< nodes that have it and do not say which
    QString wanted;                ///< what its operator is told to bring
    QList<VersionProof> proofs;
    QList<VersionProof> wantedBy;
    QList<VersionProof> remarks;
    QStringList findings; ///< sentences about it

    friend bool operator==(const VersionRow &, const VersionRow &) = default;
};

/// Something that was found, or a problem of the document.
struct VersionNote
{
    VisualState state = VisualState::Unknown;
    QString word; ///< "broken", "line 12"
    QString text;
    QStringList objects; ///< what shows it
    QStringList nodes;
    QString source; ///< where the rule is from

    friend bool operator==(const VersionNote &, const VersionNote &) = default;
};

/// A heading and what stands below it; what has nothing below it is left out.
struct VersionNotes
{
    QString title;
    bool isUrgent = false;
    QList<VersionNote> notes;

    friend bool operator==(const VersionNotes &, const VersionNotes &) = default;
};

/// A review as a table shows it: a value.
struct VersionTable
{
    QList<VersionRow> rows; ///< in the order of the matrix, then what runs beside it
    QList<VersionNotes> notes;
    std::array<bool, versionEntryCount> hasEntry{}; ///< which of them the matrix has

    friend bool operator==(const VersionTable &, const VersionTable &) = default;
};

/// A pure function for the pool.
[[nodiscard]] VersionTable versionTable(const VersionReview &review);

} // namespace chartroom
