// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/values_controller.h"
#include "ui/pages/page.h"

class QPushButton;
class QStackedWidget;
class QTabBar;

namespace chartroom {

class ChoiceButton;
class ValuesPanel;
class ValuesComparePanel;
class ValuesDivergencePanel;
class CompareController;
class MessageView;
class OutcomesController;
class ThreeWayController;
struct Side;

/// The values of one release: to read, to compare, what an upgrade would make of them, and where they
/// diverge. Secrets are dots; revealing them ends with the release, the view or the page, and is kept
/// nowhere.
class ValuesPage final : public Page
{
    Q_OBJECT
public:
    explicit ValuesPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name) override;
    void setRelease(const ReleaseKey &key) override;
    [[nodiscard]] const ReleaseKey &release() const { return m_key; }
    void focusContent() override;
    /// Ctrl+F and /: finds in the text, filters the tree.
    bool focusFilter() override;
    /// Esc: closes what is open on the page.
    bool goBack() override;

protected:
    void followCluster() override { attach(); }
    void hideEvent(QHideEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildHeader();
    void buildBar();
    void addView(const char *name, const QString &title, ValuesPanel *panel);
    /// After the views by name: what they can do.
    void addCommands();
    void attach();
    void readRelease();
    void refreshRelease();
    void refreshMessage();
    void showNotes();
    void refreshReveal();
    void setRevealed(bool revealed);
    void showView(int view);
    void compare(const Side &from, const Side &to);
    [[nodiscard]] ValuesPanel *panel() const;

    ReleaseKey m_key;
    QPointer<ReleaseSource> m_source;
    ChoiceButton *m_releases;
    QPushButton *m_reveal;
    QWidget *m_bar;
    QTabBar *m_tabs;
    QStackedWidget *m_controls;
    QStackedWidget *m_panels;
    MessageView *m_message;
    ValuesController *m_values;
    CompareController *m_compare;
    ThreeWayController *m_threeWay;
    ValuesComparePanel *m_comparePanel;
    OutcomesController *m_outcomes;
    ValuesDivergencePanel *m_divergence;
};

} // namespace chartroom
