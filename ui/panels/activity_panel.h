// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/activity_log.h"
#include "ui/context/ui_context.h"

#include <QWidget>

class QPushButton;

namespace chartroom {

class CapturePanel;
class InspectorSection;
class TextLabel;
class UnholdPanel;

/// One operation of the journal: its steps with times, its command, what came of it; of one that was cut off
/// what is known, what is not, and what is safe next. Asks the cluster, where it is connected, and changes
/// nothing in it.
class ActivityPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ActivityPanel(const UiContext &context, QWidget *parent = nullptr);

    /// Nothing: none is chosen.
    void show(const std::optional<ActivityEntry> &entry);
    /// As Markdown.
    void copy() const;

Q_SIGNALS:
    void rollbackRequested(const chartroom::OperationHeader &order, int toRevision);
    /// The journal was closed, nodes were let go, or a capture was removed: there is something new to read.
    void closed();
    void failed(const chartroom::Error &error);

private:
    void ask();
    void followCut();
    void askHold(const Recovery &recovery);
    void showRecovery(const Recovery &recovery);
    void showOpen(Recovery recovery, const OperationTraces &traces);
    void forgetRecovery();
    void showSteps();
    /// As its cluster shows them now, also while it changes.
    void showResult();
    void showNodes();
    void save();
    void close();
    void confirm();
    void tellClosed(const Result<void> &done);

    UiContext m_context;
    std::optional<ActivityEntry> m_entry;
    std::optional<Recovery> m_recovery;
    QWidget *m_content;
    TextLabel *m_hint;
    TextLabel *m_title;
    TextLabel *m_text;
    InspectorSection *m_nodes;
    InspectorSection *m_known;
    InspectorSection *m_unknown;
    InspectorSection *m_moves;
    UnholdPanel *m_unhold;
    InspectorSection *m_facts;
    TextLabel *m_result = nullptr; ///< in m_facts
    CapturePanel *m_capture;
    InspectorSection *m_steps;
    InspectorSection *m_command;
    QPushButton *m_rollback;
    QPushButton *m_close;
    QPushButton *m_confirm;
    int m_question = 0;
};

} // namespace chartroom
