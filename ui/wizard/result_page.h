// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/wizard/wizard_page.h"

class QPushButton;

namespace chartroom {

class InspectorSection;
struct NodeClocks;
struct Release;
struct RevisionEntry;
class StateLabel;
class TextLabel;
class UnholdPanel;

/// What came of it, by what the cluster says, and what can be done next.
class ResultPage final : public WizardPage
{
    Q_OBJECT
public:
    /// `touchesNodes` asks whether a rollout of nodes may follow.
    ResultPage(const UiContext &context, ChangeController *controller, std::function<bool()> touchesNodes,
               QWidget *parent = nullptr);

    void refresh() override;
    void focusContent() override;

Q_SIGNALS:
    void rolloutRequested();
    void rollbackRequested(int toRevision);
    void releaseRequested();
    void againRequested();

private:
    [[nodiscard]] const Release *release() const;
    [[nodiscard]] const RevisionEntry *laterRevision() const;
    [[nodiscard]] int rollbackTarget() const;
    [[nodiscard]] QString heldFolder() const;
    void showEnd(const NodeClocks &clocks, bool isTold, const RevisionEntry *later);
    void noteEnd(const NodeClocks &clocks, const OperationResult &result, bool isTold);
    void showNodes(const NodeClocks &clocks);
    [[nodiscard]] QStringList troubledNodes(const QString &component) const;
    QPushButton *addButton(const QString &text, const char *name);

    UiContext m_context;
    ChangeController *m_controller;
    std::function<bool()> m_touchesNodes;
    StateLabel *m_state;
    TextLabel *m_title;
    TextLabel *m_text;
    InspectorSection *m_problems;
    InspectorSection *m_facts;
    InspectorSection *m_nodes; ///< how far they are now: what came of the run is of its end
    UnholdPanel *m_unhold;
    InspectorSection *m_next;
    QPushButton *m_rollout;
    QPushButton *m_rollback;
    QPushButton *m_release;
    QPushButton *m_again;
    QString m_noted;        ///< of which run, and what of its nodes the journal was told last
    OperationResult m_told; ///< with m_noted: what was said then
    QString m_openRun;      ///< the run since whose end its nodes were seen not to be done
};

} // namespace chartroom
