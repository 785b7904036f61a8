// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/helm/release.h"
#include "tests/integration/sandbox.h"

#include <QMap>

namespace chartroom::test {

/// An upgrade of one of the provider's add-ons in a sandbox of the scenario `platform`, and how every node
/// must be before and after it.
struct PlannedUpgrade
{
    /// Of one pod of the add-on on each of its nodes, and of the node.
    struct NodeEnd
    {
        QString image; ///< what the name of one of its images ends with
        QMap<QString, QString> labels;

        /// Of the nodes with these labels.
        [[nodiscard]] QString selector() const;
    };

    ReleaseKey release;
    QString from; ///< versions of the chart, which is named as the release
    QString to;
    QString settings; ///< for --set; "" for none
    bool movesDrivers = false;
    QString pods; ///< a label selector
    NodeEnd before;
    NodeEnd after;

    [[nodiscard]] QString chart(const QString &version) const { return release.name + u'-' + version; }
    [[nodiscard]] QString fullName() const { return release.namespaceName + u'/' + release.name; }
    /// What `plan` and `upgrade` are told of it.
    [[nodiscard]] QStringList wish() const;
    /// What the user's values must be after it.
    [[nodiscard]] Value values(const Value &today) const;
    /// Waits until each node is at that end and may be used; "", or what is not so.
    [[nodiscard]] QString awaitNodes(const Sandbox &sandbox, const NodeEnd &end) const;
};

/// CSI, Cilium, GPU operator and network operator.
[[nodiscard]] QList<PlannedUpgrade> plannedUpgrades();

/// One row of test data for each of them: columns upgrade (an index) and helm (the sandbox's key), `first`
/// for the first and the other one in turn, so that window and verbs, which begin with different ones, go
/// through each with both. With CHARTROOM_UPGRADES=all each has a row for helm 3 and for helm 4.
void addUpgradeRows(const QByteArray &first);

} // namespace chartroom::test
