// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/values_controller.h"
#include "ui/context/ui_context.h"
#include "ui/panels/values_panel.h"

class QStackedWidget;

namespace chartroom {

class ChoiceButton;
class CodeView;
class MessageView;
class Segments;
class TextLabel;

/// The values of one revision as YAML: user-supplied, computed or the chart's defaults; and what the chart
/// brings beside them in any of its versions: README, changes, CRDs.
class ValuesTextPanel final : public ValuesPanel
{
    Q_OBJECT
public:
    ValuesTextPanel(const UiContext &context, ValuesController *controller, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *controls() const override { return m_controls; }
    void setRelease(const Release *release) override;
    void setRevealed(bool revealed) override { m_controller->setRevealed(revealed); }
    [[nodiscard]] bool isRevealed() const override { return m_controller->isRevealed(); }
    [[nodiscard]] int hiddenValues() const override;
    void setActive(bool active) override { m_controller->setActive(active); }
    void focusContent() override;
    void focusFilter() override;
    bool goBack() override;
    [[nodiscard]] QList<QAction *> commands() const override;
    [[nodiscard]] CodeView *code() const { return m_code; }
    /// Of the chart, newest first.
    void setVersions(const QStringList &versions);

Q_SIGNALS:
    /// A person looks at the chart and would choose a version; setVersions() answers.
    void versionsWanted();

private:
    void buildControls();
    void refresh();
    void refreshControls();
    void choose();

    UiContext m_context;
    ValuesController *m_controller;
    QWidget *m_controls;
    Segments *m_kind;
    ChoiceButton *m_revision;
    ChoiceButton *m_file;
    ChoiceButton *m_version;
    QStackedWidget *m_stack;
    CodeView *m_code;
    MessageView *m_message;
    TextLabel *m_notice;
    QAction *m_retry;
    bool m_hasRelease = false;
    bool m_hasDefaults = true; ///< false of a recording, which does not keep them
    bool m_wantsFocus = false; ///< as soon as there is a text
};

} // namespace chartroom
