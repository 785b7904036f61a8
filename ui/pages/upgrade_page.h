// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/activity/open_operations.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/screens/upgrade/kept_drafts.h"
#include "core/screens/upgrade/rollback_controller.h"
#include "core/screens/upgrade/step_draft.h"
#include "core/screens/upgrade/upgrade_controller.h"
#include "ui/pages/page.h"

#include <map>

class QPushButton;
class QStackedWidget;

namespace chartroom {

class Banner;
class ChangeWizard;
class ChoiceButton;
class MessageView;

/// The guided upgrade and rollback of one release after another. Keeps each plan as it was left, between two
/// starts of the program as well, and each run until it has ended, also of a cluster that is not shown.
class UpgradePage final : public Page
{
    Q_OBJECT
public:
    explicit UpgradePage(const UiContext &context, QWidget *parent = nullptr);
    ~UpgradePage() override;

    void setCluster(const QString &name) override;
    /// Chooses it; its upgrade as it was left.
    void setRelease(const ReleaseKey &key) override;
    /// Chooses it for a new change: what has ended is in the journal. One that runs is shown.
    void plan(const ReleaseKey &key);
    /// The chosen release's upgrade, with a step of the way of versions filled in.
    void planStep(const StepPlan &plan);
    void showRollback(const ReleaseKey &key, int toRevision);
    [[nodiscard]] Banner *banner() const override { return m_cutOff; }
    void focusContent() override;
    /// Esc: a page of the wizard back.
    bool goBack() override;
    /// The operations that are at work.
    [[nodiscard]] QList<OwnRun> ownRuns() const;
    /// "gpu-operator on prod-eu", for each of them.
    [[nodiscard]] QStringList running() const;
    /// A ticket about the plan that is shown.
    [[nodiscard]] TicketRequest ticketRequest() const override;
    /// Support's ticket that was typed for a change of the shown cluster, of the chosen release first, and
    /// the window of that change; "" where none was.
    [[nodiscard]] std::pair<QString, std::optional<UpgradeWindow>> supportReference() const;
    /// What can be kept of the plans.
    void keepDrafts() const;

Q_SIGNALS:
    /// Before runningChanged().
    void ended(const chartroom::OperationResult &result);
    /// An operation began or ended.
    void runningChanged();

protected:
    void followCluster() override { attach(); }
    void showEvent(QShowEvent *event) override;

private:
    /// What is planned or done for one release.
    struct Change
    {
        std::unique_ptr<UpgradeController> upgrade;
        std::unique_ptr<RollbackController> rollback;
        ChangeWizard *upgradeWizard = nullptr;
        ChangeWizard *rollbackWizard = nullptr;
        bool showsRollback = false;
    };
    using Name = std::tuple<QString, QString, QString, int>; ///< cluster, namespace, release, storage

    [[nodiscard]] Name nameOf(const ReleaseKey &key) const;
    [[nodiscard]] Change *change();
    Change &changeOf(const ReleaseKey &key);
    [[nodiscard]] bool bringsDrivers(const ReleaseKey &key) const;
    void buildUpgrade(Change &change, const ReleaseKey &key);
    void connectChange(ChangeController *controller);
    void takeEnd(const ChangeController &controller);
    void attach();
    void refresh();
    void refreshReleases();
    void refreshCutOff();
    [[nodiscard]] PageMessage message() const;
    void openPlan();
    void savePlan();
    void readPlan(const QString &file);
    void writePlan(const QString &file, const UpgradeDraft &draft);

    KeptDrafts m_kept;
    ReleaseKey m_key;
    QPointer<ReleaseSource> m_source;
    std::map<Name, Change> m_changes;
    ChoiceButton *m_releases;
    QPushButton *m_open;
    Banner *m_cutOff; ///< an operation on the chosen release that was cut off
    QStackedWidget *m_stack;
    MessageView *m_message;
    QAction *m_showCutOff;
};

} // namespace chartroom
