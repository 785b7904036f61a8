// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/words/window_plan.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>

namespace chartroom {

class ClusterHeader;
class FilterEdit;
class ListFrame;
class NodePanel;
class RolloutBoard;
class RolloutChart;
class RolloutClocks;
class RolloutCourse;
class RolloutModel;
class RolloutNews;
class RolloutProxy;
class RolloutSource;
class RolloutToolbar;

/// Every node of a driver's rollout: its step, since when, what holds it and on what evidence, under the two
/// clocks of release and nodes. Reads only. Keeps model, filter and selection of each cluster it has shown.
class RolloutPage final : public QWidget
{
    Q_OBJECT
public:
    explicit RolloutPage(const UiContext &context, QWidget *parent = nullptr);
    ~RolloutPage() override;

    /// "" shows what to do when there is no cluster at all.
    void setCluster(const QString &name);
    /// Raw names, as far as the page was shown for this cluster.
    [[nodiscard]] QStringList nodes() const;
    /// "16 nodes   9 done · 3 moving"
    [[nodiscard]] QString summary() const { return m_summary; }

    void focusFilter();
    void focusTable();
    void showNode(const QString &node);
    /// 0 rows, 1 tiles (RolloutBoard::View).
    void setView(int view);
    void setInspectorShown(bool shown);
    /// Esc: leaves the filter, else empties it, else closes the inspector.
    void goBack();
    /// Failed and stuck nodes and the end are told to the desktop while the window is not active, whatever
    /// page it shows: of clusters that were shown here, and of those whose nodes say that a rollout is under
    /// way.
    void setNotifying(bool isNotifying);
    [[nodiscard]] bool isNotifying() const { return m_isNotifying; }
    /// The chosen nodes as Markdown, with the commands to look further.
    void copyNodes() const;
    /// Those, and the driver that is shown; "" where no node is chosen.
    [[nodiscard]] QStringList chosenNodes() const;
    [[nodiscard]] QString component() const;
    /// What a right click on nodes offers; borrowed.
    void setNodeActions(const QList<QAction *> &actions);

    /// The window that was agreed on for the cluster that is shown; kept for it.
    void setWindowPlan(const WindowPlan &plan);

    /// What messages offer; its clearFilter is the page's own.
    void setActions(PageActions actions);

Q_SIGNALS:
    void summaryChanged(const QString &summary);
    void inspectorShownChanged(bool shown);
    /// The mark on a node, or the line in its inspector.
    void findingRequested(const chartroom::Finding &finding);
    void descriptionRequested();

protected:
    void focusInEvent(QFocusEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Screen
    {
        std::unique_ptr<RolloutModel> model;
        std::unique_ptr<RolloutProxy> proxy;
        std::unique_ptr<RolloutCourse> course;
        std::unique_ptr<RolloutNews> news;
        QPointer<RolloutSource> source;
        QString selected;
        bool isFirstShown = false; ///< nobody has chosen the row
        WindowPlan plan;
        bool followsFindings = false;
        bool wasRead = false; ///< once everything about its nodes was there
    };
    void connectFilter();
    void connectToolbar();
    void buildLayout();
    void attach();
    Screen &open(const QString &name, RolloutSource *source);
    void lookOut();
    void followFindings(Screen &shown);
    void connectScreen(const QString &name, const Screen &screen);
    using Part = void (RolloutPage::*)();
    /// Later, in a turn of the event loop that has no other part of the page's work; once, however often it
    /// is asked for. By a timer, as what is queued as an event runs in the same turn as the painting.
    void inTurn(Part part);
    void doNextPart();
    void refresh();
    void layOut();
    /// Clocks and title.
    void refreshSummary();
    /// To somebody who looks at another window.
    void tell(const QString &cluster, const QString &title, const QString &text) const;
    void refreshChoices();
    void askForWindow();
    void inspect(const QString &node);
    void fillInspector();
    void reselect();
    void select(Screen &shown);
    [[nodiscard]] QString banner() const;
    [[nodiscard]] Screen *screen();
    [[nodiscard]] const Screen *screen() const;

    UiContext m_context;
    QString m_cluster;
    std::map<QString, Screen> m_screens;
    ClusterHeader *m_header;
    FilterEdit *m_filter;
    RolloutToolbar *m_toolbar;
    RolloutClocks *m_clocks;
    RolloutChart *m_chart;
    ListFrame *m_frame;
    RolloutBoard *m_board;
    NodePanel *m_panel;
    PageActions m_actions;
    QString m_summary;
    bool m_isNotifying = true;
    QList<Part> m_parts; ///< that wait for their turn
    QTimer m_turn;
    QTimer m_lookout; ///< for rollouts that begin while nobody looks at this page
};

} // namespace chartroom
