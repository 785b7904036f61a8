// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/path_note.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/values/compare_controller.h"
#include "core/screens/values/three_way_controller.h"
#include "ui/context/ui_context.h"
#include "ui/panels/values_panel.h"

class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace chartroom {

class ChangeList;
class DiffView;
class ExportButton;
class MessageView;
class Segments;
class SidePicker;
class TextLabel;
class ThreeWayPanel;

/// Anything of a release against anything else of it: the changed paths as a tree, and the two texts line by
/// line; and what an upgrade would meet in the cluster. What is compared first is what the last upgrade
/// changed.
class ValuesComparePanel final : public ValuesPanel
{
    Q_OBJECT
public:
    ValuesComparePanel(const UiContext &context, CompareController *controller, ThreeWayController *threeWay,
                       QWidget *parent = nullptr);

    [[nodiscard]] QWidget *controls() const override { return m_controls; }
    void setRelease(const Release *release) override;
    /// Of the chart, newest first: defaults and outcomes that can be compared.
    void setVersions(const QStringList &versions);
    /// Of the release; the first one of a path counts.
    void setNotes(const QList<PathNote> &notes) { m_notes = notes; }
    /// What the person asked for elsewhere on the page.
    void compare(const Side &from, const Side &to);
    void setRevealed(bool revealed) override;
    [[nodiscard]] bool isRevealed() const override;
    [[nodiscard]] int hiddenValues() const override;
    void setActive(bool active) override;
    void focusContent() override;
    void focusFilter() override;
    bool goBack() override;
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    [[nodiscard]] DiffView *diff() const { return m_diff; }
    [[nodiscard]] ChangeList *list() const { return m_list; }

Q_SIGNALS:
    /// The panel is looked at and would know the chart's versions; setVersions() answers.
    void versionsWanted();

private:
    enum View { TextView, PathsView, ThreeWayView };
    void buildControls();
    void buildPickers();
    [[nodiscard]] QToolButton *quietButton(const char *name, const QString &sign, const QString &what);
    void connectViews();
    void refresh();
    void refreshTree();
    void refreshNotice();
    [[nodiscard]] PageMessage message() const;
    [[nodiscard]] bool isThreeWay() const;
    void chooseView(int view);
    void setView(View view);
    void activate();
    void showChange(int object, const QString &path);
    void goTo(int object, const QString &path);
    void step(bool forward);
    void chooseSides();

    UiContext m_context;
    CompareController *m_controller;
    ThreeWayController *m_threeWay;
    QWidget *m_controls;
    Segments *m_view;
    Segments *m_mode;
    ExportButton *m_export;
    QWidget *m_pickers;
    SidePicker *m_from;
    SidePicker *m_to;
    QPushButton *m_unchanged;
    QList<QWidget *> m_notThreeWay; ///< what makes no sense there
    TextLabel *m_notice;
    QStackedWidget *m_views; ///< m_stack, or the three-way view
    ThreeWayPanel *m_threeWayPanel;
    QStackedWidget *m_stack;
    QSplitter *m_split;
    ChangeList *m_list;
    DiffView *m_diff;
    MessageView *m_message;
    QAction *m_retry;
    QList<QAction *> m_commands;
    ReleaseKey m_key;
    QStringList m_versions;
    QList<PathNote> m_notes;
    bool m_active = false;
    bool m_wantsFocus = false;
};

} // namespace chartroom
