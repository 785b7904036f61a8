// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "core/responsibility/path_note.h"
#include "core/screens/values/outcomes_controller.h"
#include "ui/context/ui_context.h"
#include "ui/panels/values_panel.h"

class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace chartroom {

class ChoiceButton;
class MessageView;
class OutcomeModel;
class PathTable;
class TextLabel;

/// What an upgrade would make of the settings: reuse, reset-then-reuse and reset side by side, path by path.
/// Never chooses for the person.
class ValuesOutcomesPanel final : public ValuesPanel
{
    Q_OBJECT
public:
    ValuesOutcomesPanel(const UiContext &context, OutcomesController *controller, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *controls() const override { return m_controls; }
    void setRelease(const Release *) override {}
    void setRevealed(bool revealed) override { m_controller->setRevealed(revealed); }
    [[nodiscard]] bool isRevealed() const override { return m_controller->isRevealed(); }
    [[nodiscard]] int hiddenValues() const override;
    void setActive(bool active) override;
    void focusContent() override;
    void focusFilter() override;
    bool goBack() override;
    [[nodiscard]] QList<QAction *> commands() const override { return {}; }

Q_SIGNALS:
    void versionsChanged(const QStringList &versions);
    /// The stored values of a strategy against those of today.
    void compareRequested(const chartroom::Side &from, const chartroom::Side &to);

private:
    void buildControls();
    void buildAdvice(QWidget *body);
    void buildTable(QWidget *body);
    void refresh();
    void showEdits();
    void refreshVersions();
    void refreshSources();
    [[nodiscard]] QString placesOf(const QString &version) const;
    void refreshAdvice();
    void showRow();
    [[nodiscard]] QStringList noteLines() const;
    [[nodiscard]] QList<PathNote> notes() const;
    void fitColumns(int width);

    UiContext m_context;
    OutcomesController *m_controller;
    QWidget *m_controls;
    ChoiceButton *m_source;
    TextLabel *m_to;
    ChoiceButton *m_target;
    QPushButton *m_kept;
    QLineEdit *m_filter;
    QStackedWidget *m_stack;
    QWidget *m_body;
    TextLabel *m_recommended;
    TextLabel *m_argument;
    QWidget *m_vendorBox;
    TextLabel *m_vendor;
    TextLabel *m_notice;
    TextLabel *m_counts;
    PathTable *m_table;
    OutcomeModel *m_model;
    TextLabel *m_detail;
    MessageView *m_message;
    QAction *m_retry;
    bool m_wantsFocus = false;
    std::optional<QStringList> m_edits; ///< that the table was scrolled to last
};

} // namespace chartroom
