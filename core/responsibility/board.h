// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/helm/release.h"
#include "core/helm/release_hook.h"
#include "core/responsibility/rules.h"

#include <QList>

#include <array>
#include <optional>

namespace chartroom {

/// A release with its classification, the input of the board and of a diagnosis.
struct OwnedRelease
{
    ReleaseKey key;
    Ownership ownership;
    QString chart = {}; ///< its name, "" while that is not known

    /// Of its newest revision, where a diagnosis asks for it.
    struct Standing
    {
        int revision = 0;
        ReleaseStatus status = ReleaseStatus::Unknown;
        QDateTime since; ///< UTC
        /// Pending or being uninstalled for so long that its helm was probably cut off; else somebody may be
        /// at work on it.
        bool isInterrupted = false;
        QString words;                 ///< the record's own, as they came; "" while they are not known
        int deployed = 0;              ///< the revision that is; 0 when none is
        QList<ReleaseHook> hooks = {}; ///< see openHooks(); none while the record is not known
        /// An operation of this machine made it, and neither its helm nor its program runs any more.
        bool isRemnant = false;
        QList<int> allDeployed = {}; ///< newest first; more than one where two helms were at work at once
        std::optional<RevisionEntry> below = {}; ///< see ReleaseSituation::below
        QList<int> ownRemnants = {};             ///< revisions that operations of this machine left pending
        int wayBack = 0;                         ///< see ReleaseSituation::wayBack
    };
    Standing standing = {};
};

/// The Responsibility page: nine layers by three owners, each component in its owner's column with the
/// cluster's releases of it. A release whose owner differs from its component's (a decision) stands in a
/// second entry of the component, in the column of the release's owner.
class ResponsibilityBoard
{
public:
    struct Entry
    {
        Component component;
        QList<OwnedRelease> releases; ///< by namespace and name
    };
    struct Row
    {
        Layer layer;
        std::array<QList<Entry>, 3> columns; ///< by Owner: Crusoe, Shared, Customer

        [[nodiscard]] const QList<Entry> &column(Owner owner) const { return columns[size_t(owner)]; }
    };

    ResponsibilityBoard(const ResponsibilityRules &rules, QList<OwnedRelease> releases);

    /// In the order of the document, from workloads down to infrastructure.
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }

    /// What the verb `responsibility -o json` prints: a list with one map a component, keys layer, layerName,
    /// component, name, owner, installs, configures, upgradesRoutine, upgradesCritical, debugs (null where
    /// not stated), supportScope, words, sources[] and releases[] {namespace, name, owner, supportScope}.
    [[nodiscard]] Value toValue() const;

private:
    QList<Row> m_rows;
};

} // namespace chartroom
