// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/version_table.h"
#include "ui/context/ui_context.h"
#include "ui/panels/inspector_shell.h"

class QPushButton;

namespace chartroom {

class InspectorSection;
class StateLabel;

/// What is known about one component, one finding or one step of the way: what the matrix says, what runs
/// where, and what tells it.
class VersionPanel final : public InspectorShell
{
    Q_OBJECT
public:
    explicit VersionPanel(const UiContext &context, QWidget *parent = nullptr);

    /// `hasEntry` as VersionTable has it.
    void showComponent(const VersionRow &row, const std::array<bool, versionEntryCount> &hasEntry);
    void showNote(const VersionNote &note);
    /// `planHint` says why it cannot be planned here, "" where it can.
    void showStep(const UpgradePathStep &step, const QString &planHint);
    /// `hint` says why the document does not let it be promoted, "" where it does.
    void showPromotion(const UpgradePath &upgradePath, const QString &hint);
    void showNothing();

Q_SIGNALS:
    void copyRequested();
    void planRequested();
    void promotionRequested();

private:
    /// Nothing is shown any more that would not have to be built again.
    void forget();
    void begin(const QString &title, VisualState state, const QString &word, const QString &sentence);
    InspectorSection *addSection(const QString &title);
    void addProofs(const QString &title, const QList<VersionProof> &proofs);
    void addGroups(const VersionRow &row);
    void addLines(const QString &title, const QStringList &lines);
    void addNodes(InspectorSection *section, const QStringList &nodes);
    void addGates(const QString &title, const QList<UpgradePathGate> &gates);

    UiContext m_context;
    StateLabel *m_state;
    TextLabel *m_word;
    TextLabel *m_sentence;
    QPushButton *m_plan;
    QPushButton *m_promote;
    QList<QWidget *> m_sections;
    std::optional<VersionRow> m_row;   ///< that is shown
    std::optional<VersionNote> m_note; ///< the same
    QStringList m_said;                ///< of a step that is shown
};

} // namespace chartroom
