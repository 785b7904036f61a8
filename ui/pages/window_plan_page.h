// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/plan_reader.h"
#include "core/screens/upgrade/window_plan_controller.h"
#include "core/words/window_plan_report.h"
#include "ui/pages/page.h"

#include <map>

class QBoxLayout;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace chartroom {

class ChoiceButton;
class MessageView;
class PlanComparison;
class PlanPanel;
class PolicyFields;
class WindowFields;

/// A driver's rollout before it is begun: a policy and a window to try, how the nodes would go by them, and
/// what other policies would come to. Changes nothing in the cluster. Keeps what was chosen for each cluster;
/// the window is the one that the page Rollout shows and sets too.
class WindowPlanPage final : public Page
{
    Q_OBJECT
public:
    explicit WindowPlanPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name) override;
    /// By the policy that was chosen; nothing where nothing can be planned.
    [[nodiscard]] const std::optional<PlannedWindow> &planned() const { return m_own.planned(); }
    void focusContent() override;

protected:
    void followCluster() override { refresh(); }
    void hideEvent(QHideEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Choice
    {
        WindowPlan agreed; ///< the window of the cluster's rollout, as the settings have it
        QString component;
        PolicyChanges policy;
        std::optional<UpgradeWindow> window;
        int gpuFloor = 0;
    };
    void buildHeader();
    void whenFresh(void (WindowPlanPage::*act)());
    void copyMarkdown();
    void openTicket();
    void buildBody();
    [[nodiscard]] QScrollArea *addColumn(const QString &name, QBoxLayout *body);
    [[nodiscard]] Choice &choice();
    [[nodiscard]] bool takeAgreed(Choice &its) const;
    void keepAgreed(Choice &its);
    void fill();
    void attach();
    void look();
    void takeChoice();
    void takeFacts();
    void plan();
    void showPlan();
    void refresh();
    [[nodiscard]] PlanReader::Recordings recordings() const;
    [[nodiscard]] QList<ComparedPlan> compared() const;

    QPointer<RolloutSource> m_source; ///< null until somebody looks
    std::map<QString, Choice> m_choices;
    PlanReader m_reading;
    WindowPlanController m_own;
    WindowPlanController m_one;                    ///< with one node at a time
    WindowPlanController m_fifth;                  ///< with a fifth of them
    void (WindowPlanPage::*m_waiting)() = nullptr; ///< for a plan of now
    QString m_why; ///< nothing can be planned, a sentence; "" when something can
    QTimer m_again;
    ChoiceButton *m_component;
    QPushButton *m_copy;
    QPushButton *m_toTicket;
    QStackedWidget *m_stack;
    QWidget *m_body;
    MessageView *m_message;
    PolicyFields *m_policy = nullptr;
    WindowFields *m_window = nullptr;
    PlanPanel *m_panel = nullptr;
    PlanComparison *m_comparison = nullptr;
};

} // namespace chartroom
