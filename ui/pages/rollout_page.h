// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/window_plan.h"
#include "ui/pages/list_page.h"

#include <QPointer>
#include <QTimer>

#include <map>
#include <memory>

namespace chartroom {

class NodePanel;
class PauseStrip;
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
/// clocks of release and nodes. Changes nothing but a policy's switch that pauses the rollout. Keeps model,
/// filter and selection of each cluster it has shown.
class RolloutPage final : public ListPage
{
    Q_OBJECT
public:
    explicit RolloutPage(const UiContext &context, QWidget *parent = nullptr);
    ~RolloutPage() override;

    void setActions(PageActions actions) override;
    bool describe() override;
    void updateCommands() override { refreshPause(); }
    void setCluster(const QString &name) override;
    /// "16 nodes   9 done · 3 moving"
    [[nodiscard]] std::optional<QString> summary() const override { return m_summary; }
    [[nodiscard]] QString dataAge(const FleetEntry &entry) const override;
    [[nodiscard]] TicketRequest ticketRequest() const override;
    /// Raw names, as far as the page was shown for this cluster.
    [[nodiscard]] QStringList nodes() const;
    void showNode(const QString &node);
    /// The window that was agreed on for the cluster that is shown; kept for it.
    void setWindowPlan(const WindowPlan &plan);

protected:
    void followCluster() override { refresh(); }
    void filterBy(const QString &text) override;
    void refresh() override;
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
        QString chosen; ///< by a person, whether it is shown or not; "": nobody has chosen a row
        WindowPlan plan;
        bool followsFindings = false;
    };
    void buildCommands();
    void connectToolbar();
    /// 0 rows, 1 tiles (RolloutBoard::View).
    void setView(int view);
    /// Failed and stuck nodes and the end are told to the desktop while the window is not active, whatever
    /// page it shows: of clusters that were shown here, and of those whose nodes say that a rollout is under
    /// way.
    void setNotifying(bool isNotifying);
    /// The chosen nodes as Markdown, with the commands to look further.
    void copyNodes() const;
    /// The selected ones, else the inspected one.
    [[nodiscard]] QStringList chosenNodes() const;
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
    void layOut();
    /// Clocks and title.
    void refreshSummary();
    /// To somebody who looks at another window.
    void tell(const QString &cluster, const QString &title, const QString &text) const;
    void refreshChoices();
    void askForWindow();
    void readWindow();
    void refreshPause();
    void inspect(const QString &node);
    void fillInspector();
    void reselect();
    void select(Screen &shown);
    /// No row is selected, or another one while that which was chosen is there again.
    [[nodiscard]] bool wantsSelection(const Screen &shown) const;
    /// The selected row is the one that a person wants, even if the program put the mark there.
    void keepChoice();
    [[nodiscard]] Screen *screen() { return ofCluster(m_screens); }
    [[nodiscard]] const Screen *screen() const { return ofCluster(m_screens); }

    std::map<QString, Screen> m_screens;
    RolloutToolbar *m_toolbar;
    PauseStrip *m_pause;
    RolloutClocks *m_clocks;
    RolloutChart *m_chart;
    RolloutBoard *m_board;
    NodePanel *m_panel;
    QString m_summary;
    bool m_isNotifying = true;
    QList<Part> m_parts; ///< that wait for their turn
    QTimer m_turn;
    QTimer m_lookout; ///< for rollouts that begin while nobody looks at this page
};

} // namespace chartroom
