// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/responsibility/ownership.h"
#include "core/screens/addons/release_columns.h"
#include "core/screens/addons/standing.h"

#include <QDateTime>
#include <QVariant>

namespace chartroom {

class ReleaseSource;

/// An operation of this machine on the release that was cut off, or that this program runs, as OpenOperations
/// tells it; empty: there is none.
struct CutOffText
{
    QString word;
    QString text;
    VisualState state = VisualState::Attention;

    friend bool operator==(const CutOffText &, const CutOffText &) = default;
};

/// A release as the table needs it: text already made safe to show (rule S15), raw values for sorting.
struct ReleaseRow
{
    ReleaseKey key;
    QString name;
    QString namespaceName;
    QString chartName;
    QString chartVersion;
    QString appVersion;
    QString statusText;
    Standing standing; ///< of the release and of the nodes that its driver goes to
    QString earlier;   ///< "revision 13 pending-upgrade", "revisions 14, 12 deployed"; "" for nothing unusual
    QString problem;   ///< why the record cannot be read
    QDateTime updated;
    int revision = 0;
    int changedPaths = 0;
    ReleaseStatus status = ReleaseStatus::Unknown;
    bool hasRecord = false;
    bool divergenceKnown = false;
    bool hasMaskedPaths = false; ///< that could not be compared
    Owner owner = Owner::Customer;
    SupportScope scope = SupportScope::CustomerOwned;

    /// Neither decoded nor found damaged yet: owner, chart and divergence are not known.
    [[nodiscard]] bool isPending() const { return !hasRecord && problem.isEmpty(); }
    friend bool operator==(const ReleaseRow &, const ReleaseRow &) = default;
};

/// The release as the source knows it now; the key alone when it knows none, or when there is no source.
[[nodiscard]] ReleaseRow releaseRow(const ReleaseSource *source, const ReleaseKey &key);

/// The same, in need of attention while another revision than the newest is pending below the deployed one,
/// or deployed too; they are named.
[[nodiscard]] Standing withEarlier(Standing standing, const ReleaseRow &row);

/// What the cell shows: "…" while the record is read, "–" for what there is not.
[[nodiscard]] QString releaseCellText(const ReleaseRow &row, ReleaseColumn column, const QDateTime &now);
/// What stands muted beside it: chart version, "never upgraded".
[[nodiscard]] QString releaseCellDetail(const ReleaseRow &row, ReleaseColumn column);
/// A string, a number or a QDateTime.
[[nodiscard]] QVariant releaseSortValue(const ReleaseRow &row, ReleaseColumn column);
/// What the cell means, where that can be said of the row alone; else its text.
[[nodiscard]] QString releaseCellToolTip(const ReleaseRow &row, ReleaseColumn column, const QDateTime &now);

} // namespace chartroom
