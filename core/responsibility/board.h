// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/helm/release.h"
#include "core/helm/release_hook.h"
#include "core/helm/release_situation.h"
#include "core/responsibility/rules.h"

#include <QList>

#include <array>

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
        QDateTime since;                     ///< UTC
        QString words;                       ///< the record's own, as they came; "" while they are not known
        QList<RevisionEntry> revisions = {}; ///< newest first; none while they are not known
        ReleaseSituation situation = {};     ///< `ownRemnants` are over
        QList<ReleaseHook> hooks = {};       ///< see openHooks(); none while the record is not known
        /// An operation of this machine made it, and neither its helm nor its program runs any more.
        bool isRemnant = false;
        QList<int> ownRemnants = {}; ///< revisions that operations of this machine left pending
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
