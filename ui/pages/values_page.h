// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/values_controller.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTabBar;

namespace chartroom {

class ChoiceButton;
class ClusterHeader;
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
class ValuesPage final : public QWidget
{
    Q_OBJECT
public:
    explicit ValuesPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name);
    /// What the page offers where the cluster has no releases to show.
    void setActions(const PageActions &actions) { m_actions = actions; }
    void setRelease(const ReleaseKey &key);
    [[nodiscard]] const ReleaseKey &release() const { return m_key; }
    void focusContent();
    /// Ctrl+F and /: finds in the text, filters the tree.
    void focusFilter();
    /// Esc: closes what is open on the page; false when there was nothing to close.
    bool goBack();
    /// The views by name, for menu and palette, then what they can do.
    [[nodiscard]] QList<QAction *> commands() const { return m_commands; }

Q_SIGNALS:
    void releaseChosen(const chartroom::ReleaseKey &key);

protected:
    void focusInEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildHeader();
    void buildBar();
    void addView(const char *name, const QString &title, ValuesPanel *panel);
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

    UiContext m_context;
    QString m_cluster;
    ReleaseKey m_key;
    QPointer<ReleaseSource> m_source;
    ClusterHeader *m_header;
    ChoiceButton *m_releases;
    QPushButton *m_reveal;
    QWidget *m_bar;
    QTabBar *m_tabs;
    QStackedWidget *m_controls;
    QStackedWidget *m_panels;
    MessageView *m_message;
    PageActions m_actions;
    QList<QAction *> m_commands;
    ValuesController *m_values;
    CompareController *m_compare;
    ThreeWayController *m_threeWay;
    ValuesComparePanel *m_comparePanel;
    OutcomesController *m_outcomes;
    ValuesDivergencePanel *m_divergence;
};

} // namespace chartroom
