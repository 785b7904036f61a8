// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/diagnosis/finding.h"
#include "core/diff/manifest.h"
#include "core/helm/release.h"
#include "core/responsibility/decision.h"
#include "ui/context/ui_context.h"

#include <QMainWindow>
#include <QPointer>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace chartroom {

class ActivityPage;
class AddonsPage;
class Banner;
class ClusterPanel;
class CommandPalette;
class FindingsPage;
class ResponsibilityPage;
class RolloutPage;
class RolloutSource;
class TextLabel;
class TicketsPage;
class UpgradePage;
struct TicketRequest;
class ValuesPage;
class VersionsPage;
class WindowPlanPage;

/// The one window: clusters on the left, pages in the middle, an inspector on the right. Owns the screens;
/// everything they stand on belongs to the composition root and outlives the window.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(const UiContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString currentCluster() const { return m_cluster; }
    void showCluster(const QString &name);
    void showRelease(const ReleaseKey &key);
    void showValues(const ReleaseKey &key);
    void showNode(const QString &node);
    void showFinding(const Finding &finding);
    void showUpgrade(const ReleaseKey &key);
    void showRollback(const ReleaseKey &key, int toRevision);
    [[nodiscard]] int rollbackTarget(const ReleaseKey &key) const;
    void updateRollback();
    /// Asks for the reason of a decision about a release of the shown cluster.
    void decide(const ReleaseKey &key, Decision::Verdict verdict);
    /// Shows the page Tickets with what is wished for.
    void openTicket(const TicketRequest &wish);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildLayout();
    void restoreLayout();
    void buildClusterActions();
    void buildViewActions();
    void buildEditActions();
    void buildValuesActions();
    void buildRolloutActions();
    void buildUpgradeActions();
    void buildDecisionActions();
    void buildFindingsActions();
    void buildObjectActions();
    void describeSelection();
    void describeRelease(const ReleaseKey &key);
    void describe(const QList<ObjectRef> &objects);
    void buildTicketActions();
    void buildVersionsActions();
    [[nodiscard]] TicketRequest ticketRequest() const;
    void buildRecordingActions();
    void updateRecordingActions();
    void chooseRecordingFile();
    void askForNote();
    [[nodiscard]] QStringList recordedClusters() const;
    void goBack();
    void connectUpgrades();
    void watchOperations();
    void showOperation(const QString &folder);
    void sayCutOff();
    void connectFindings();
    void askBeforeClosing(const QStringList &running);
    void buildMenus();
    QAction *addAction(const char *name, const QString &text, const QList<QKeySequence> &keys);
    QAction *action(const char *name) const;
    void addPage(const QString &title, QWidget *page);
    void showPage(int page);
    void showSummary();
    void updateActions();
    void readShown();
    void updateFreshness();
    void openPalette();
    void chooseFile(bool recording);
    void showError(const Error &error);

    UiContext m_context;
    QString m_cluster;
    QPointer<RolloutSource> m_read; ///< that of the cluster that was shown last, and is read
    QWidget *m_central;
    QSplitter *m_divider;
    ClusterPanel *m_clusters;
    QWidget *m_right;
    QWidget *m_topBar;
    QTabBar *m_tabs;
    Banner *m_cutOff; ///< an operation that was cut off, over whatever page
    QStackedWidget *m_pages;
    AddonsPage *m_addons;
    ValuesPage *m_values;
    RolloutPage *m_rollout;
    UpgradePage *m_upgrade;
    WindowPlanPage *m_plan;
    ResponsibilityPage *m_responsibility;
    VersionsPage *m_versions;
    FindingsPage *m_findings;
    TicketsPage *m_tickets;
    ActivityPage *m_activity;
    QWidget *m_statusBar;
    TextLabel *m_summary;
    QString m_inventory;  ///< what the page of add-ons sums up
    TextLabel *m_opening; ///< the recording that is being read
    TextLabel *m_freshness;
    CommandPalette *m_palette;
    QList<QAction *> m_actions;
    bool m_isClosing = false; ///< as soon as what is being recorded is whole, and no operation is at work
};

} // namespace chartroom
