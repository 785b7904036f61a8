// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/diagnosis/operator_status.h"
#include "core/helm/release.h"
#include "core/rollout/node_clocks.h"
#include "core/screens/addons/decisions.h"
#include "core/session/release_source.h"
#include "core/upgrade/recovery.h"
#include "ui/context/ui_context.h"
#include "ui/panels/inspector_shell.h"

#include <QHash>
#include <QPointer>

class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace chartroom {

class InspectorSection;
class OwnerChip;
class TextLabel;

/// What is known of one release: whose it is and why, what an upgrade interrupts, what differs from the
/// reference, its history, pods and notes. Records of older revisions are read only when a person rests on
/// the release. Values that look secret are masked.
class InspectorPanel final : public InspectorShell
{
    Q_OBJECT
public:
    explicit InspectorPanel(const UiContext &context, QWidget *parent = nullptr);

    /// A null source or a key it does not know shows nothing. What is shown follows with the next turn of the
    /// event loop.
    void show(ReleaseSource *source, const ReleaseKey &key);
    [[nodiscard]] const ReleaseKey &key() const { return m_key; }
    /// What was found about the release, the most urgent first.
    void showFindings(const QList<Finding> &findings);
    /// What the custom resources of its operators say.
    void showOperators(const QList<OperatorStatus> &operators);
    /// How far the nodes are with what it brings; nothing for a release that brings no driver.
    void showClocks(const std::optional<NodeClocks> &clocks);
    /// What is known of an operation on it that was cut off, and the ways on, or of one that this program
    /// runs
    /// (`isOwnRun`); "" for none. It stands in place of what the release's status alone would say.
    void showCutOff(const QString &text, const QList<NextMove> &moves = {}, bool isOwnRun = false);
    /// Offers upgrade and rollback.
    void setChangeable(bool changeable);
    /// Offers decisions about its owner, kept for this cluster; "" offers none.
    void setDecidable(const QString &cluster);

Q_SIGNALS:
    void valuesRequested();
    void upgradeRequested();
    void rollbackRequested(int toRevision);
    void decisionRequested(chartroom::Decision::Verdict verdict);
    void decisionsOffered(const chartroom::DecisionOffer &offer);
    void findingRequested(const chartroom::Finding &finding);
    void rolloutRequested();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildHead();
    void buildDecisions();
    void buildNotes();
    void setFonts();
    void refresh();
    void fill(const Release &release);
    void refreshPods();
    void showHooks();
    void showProblem(const Release &release);
    void showWayOn(const Release &release, const ReleaseSituation &situation);
    void showOwnership(const Release &release);
    void offerDecisions();
    void showChanges(const Release &release);
    void showHistory(const Release &release);
    void showNotes(const Release &release);
    void loadHistory();

    UiContext m_context;
    QPointer<ReleaseSource> m_source;
    ReleaseKey m_key;
    OwnerChip *m_chip;
    TextLabel *m_scope;
    TextLabel *m_namespace;
    TextLabel *m_problem;
    InspectorSection *m_nodes;
    QString m_cutOff;
    QList<NextMove> m_cutOffMoves;
    bool m_isOwnRun = false; ///< it is shown in place of an upgrade
    TextLabel *m_refusal;    ///< why helm would refuse an upgrade
    InspectorSection *m_found;
    InspectorSection *m_hooks;
    InspectorSection *m_resources;
    InspectorSection *m_why;
    QPushButton *m_declare;
    QPushButton *m_withdraw;
    InspectorSection *m_interrupts;
    InspectorSection *m_changes;
    InspectorSection *m_history;
    InspectorSection *m_pods;
    InspectorSection *m_evidence;
    QPushButton *m_notesButton;
    QPlainTextEdit *m_notes;
    QTimer *m_refreshSoon;
    QPushButton *m_upgrade;
    QPushButton *m_wayOn; ///< rolls back where helm would refuse an upgrade
    int m_wayOnTo = 0;    ///< the revision
    QTimer *m_rest;
    bool m_isChangeable = false;
    bool m_isOld = false; ///< something changed while nobody looked
    QString m_deciding;   ///< the cluster that decisions are kept for
    DecisionOffer m_offer;
    QHash<int, QString> m_versions; ///< chart version by revision, "" while asked for
    QPointer<QWidget> m_revisions;  ///< the rows of the history
    std::optional<ReleasePods> m_shownPods;
    QList<Finding> m_findings;
    QList<OperatorStatus> m_operators;
    std::optional<NodeClocks> m_clocks;
};

} // namespace chartroom
