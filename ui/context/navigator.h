// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"

#include <QList>
#include <QString>

class QWidget;

namespace chartroom {

struct Finding;
struct ReleaseKey;
struct StepPlan;
struct TicketRequest;
struct WindowPlan;

/// Brings a page of the window forward, with something on it. Keys and nodes are of the cluster that is
/// shown.
class Navigator
{
public:
    virtual ~Navigator() = default;

    /// False where it is not in the list, which is said.
    virtual bool showCluster(const QString &name) = 0;
    virtual void showPage(QWidget *page) = 0;
    /// The list of add-ons as it was left.
    virtual void showAddons() = 0;
    virtual void showRelease(const ReleaseKey &key) = 0;
    virtual void showValues(const ReleaseKey &key) = 0;
    /// A key without a name shows the page as it was left.
    virtual void showUpgrade(const ReleaseKey &key) = 0;
    virtual void showUpgradeStep(const ReleaseKey &key, const StepPlan &step) = 0;
    virtual void showRollback(const ReleaseKey &key, int toRevision) = 0;
    /// `plan` becomes the agreed window, if it is one.
    virtual void showRollout(const WindowPlan &plan) = 0;
    virtual void showNode(const QString &node) = 0;
    virtual void showFinding(const Finding &finding) = 0;
    /// The operation whose journal is in that folder.
    virtual void showOperation(const QString &folder) = 0;
    /// Opens them in a window of their own; none says that nothing was chosen.
    virtual void describe(const QList<ObjectRef> &objects) = 0;
    virtual void openTicket(const TicketRequest &wish) = 0;
};

} // namespace chartroom
