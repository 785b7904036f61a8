// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/context/navigator.h"
#include "ui/context/ui_context.h"

#include <QKeySequence>
#include <QMainWindow>
#include <QPointer>

class QMenu;
class QSplitter;
class QStackedWidget;
class QTabBar;

namespace chartroom {

class ActivityPage;
class AddonsPage;
class BannerPile;
class ClosingGuard;
class ClusterCommands;
class ClusterPanel;
class CommandPalette;
class CutOffBanner;
class FindingsPage;
class FleetPage;
class HelpCommands;
class Page;
class RecordingCommands;
class RolloutPage;
class RolloutSource;
class TextLabel;
class TicketsPage;
class TourBar;
class UpgradePage;
class ValuesPage;
class VersionsPage;

/// The one window: clusters on the left, pages in the middle, each with its inspector. Owns the screens;
/// everything they stand on belongs to the composition root and outlives the window.
class MainWindow : public QMainWindow, public Navigator
{
    Q_OBJECT
public:
    explicit MainWindow(const UiContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString currentCluster() const { return m_cluster; }
    void startTour();
    bool showCluster(const QString &name) override;
    void showPage(QWidget *page) override;
    void showAddons() override;
    void showRelease(const ReleaseKey &key) override;
    void showValues(const ReleaseKey &key) override;
    void showUpgrade(const ReleaseKey &key) override;
    void showUpgradeStep(const ReleaseKey &key, const StepPlan &step) override;
    void showRollback(const ReleaseKey &key, int toRevision) override;
    void showRollout(const WindowPlan &plan) override;
    void showNode(const QString &node) override;
    void showFinding(const Finding &finding) override;
    void showOperation(const QString &folder) override;
    void describe(const QList<ObjectRef> &objects) override;
    void openTicket(const TicketRequest &wish) override;

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    template<typename Kind>
    Kind *addPage();
    void connectPages();
    void connectOperations();
    void buildLayout();
    void buildStatusBar();
    void restoreLayout();
    void buildCommands();
    void buildViewCommands();
    void buildMenus();
    void addThemes(QMenu *view);
    QAction *addCommand(const char *name, const QString &text, const QString &icon = {},
                        const QList<QKeySequence> &keys = {});
    [[nodiscard]] QAction *command(const QByteArray &name) const;
    [[nodiscard]] Page *page() const;
    void offerFleet();
    void pageChosen(int index);
    void goBack();
    void setCluster(const QString &name);
    void readShown();
    void refresh();
    void refreshSummary();
    void refreshDataAge();
    void openPalette();
    void showError(const Error &error);

    UiContext m_context;
    QString m_cluster;
    QPointer<RolloutSource> m_read; ///< that of the cluster that was shown last, and is read
    QList<QAction *> m_commands;
    QWidget *m_central;
    QSplitter *m_divider;
    ClusterPanel *m_clusters;
    QWidget *m_right;
    QWidget *m_topBar;
    QTabBar *m_tabs;
    CutOffBanner *m_cutOff;
    BannerPile *m_banners;
    QStackedWidget *m_stack;
    TourBar *m_tour;
    QList<Page *> m_pages; ///< as they stand in tabs and stack
    FleetPage *m_fleet = nullptr;
    AddonsPage *m_addons = nullptr;
    ValuesPage *m_values = nullptr;
    RolloutPage *m_rollout = nullptr;
    UpgradePage *m_upgrade = nullptr;
    VersionsPage *m_versions = nullptr;
    FindingsPage *m_findings = nullptr;
    TicketsPage *m_tickets = nullptr;
    ActivityPage *m_activity = nullptr;
    QWidget *m_statusBar;
    TextLabel *m_summary;
    TextLabel *m_opening; ///< the recording that is being read
    TextLabel *m_dataAge;
    CommandPalette *m_palette = nullptr;
    ClusterCommands *m_clusterCommands = nullptr;
    RecordingCommands *m_recording = nullptr;
    HelpCommands *m_help = nullptr;
    ClosingGuard *m_closing = nullptr;
};

} // namespace chartroom
