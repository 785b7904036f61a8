// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/helm/release.h"
#include "core/screens/addons/decisions.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QHash>
#include <QWidget>

#include <map>
#include <memory>

class QTimer;

namespace chartroom {

class ChoiceButton;
class ClusterHeader;
class FilterEdit;
class InspectorPanel;
class ListFrame;
class ReleaseModel;
class ReleaseProxy;
class ReleaseSource;
class ReleaseTable;
struct CutOffText;

/// The releases of one cluster with their owners, and the inspector. Keeps model, filter and selection of
/// each cluster it has shown, so that going back finds things as they were left.
class AddonsPage final : public QWidget
{
    Q_OBJECT
public:
    explicit AddonsPage(const UiContext &context, QWidget *parent = nullptr);
    ~AddonsPage() override;

    /// "" shows what to do when there is no cluster at all.
    void setCluster(const QString &name);
    [[nodiscard]] ReleaseTable *table() const { return m_table; }
    [[nodiscard]] QList<ReleaseKey> releases() const;
    /// What the inspector shows; an empty name for none.
    [[nodiscard]] ReleaseKey selected() const;

    void focusFilter();
    void focusTable();
    void showRelease(const ReleaseKey &key);
    /// Chooses it without coming forward.
    void selectRelease(const ReleaseKey &key);
    /// 0 none, 1 owner, 2 namespace (ReleaseProxy::Grouping).
    void setGrouping(int grouping);
    [[nodiscard]] int grouping() const { return m_grouping; }
    void setInspectorShown(bool shown);
    [[nodiscard]] bool isInspectorShown() const;
    /// Esc: leaves the filter, else empties it, else closes the inspector.
    void goBack();

    /// What messages offer; its clearFilter is the page's own.
    void setActions(PageActions actions);

Q_SIGNALS:
    /// The inspector shows another release.
    void releaseSelected(const chartroom::ReleaseKey &key);
    /// Enter on a row, or the inspector's button.
    void valuesRequested(const chartroom::ReleaseKey &key);
    void upgradeRequested(const chartroom::ReleaseKey &key);
    void rollbackRequested(const chartroom::ReleaseKey &key, int toRevision);
    void decisionRequested(const chartroom::ReleaseKey &key, chartroom::Decision::Verdict verdict);
    /// What may be decided about the release that is selected.
    void decisionsOffered(const chartroom::DecisionOffer &offer);
    /// "11 releases  3 Crusoe · 5 shared · 3 customer"
    void summaryChanged(const QString &summary);
    void inspectorShownChanged(bool shown);
    /// The mark on a release, or the line in its inspector.
    void findingRequested(const chartroom::Finding &finding);
    void rolloutRequested();
    void descriptionRequested();

protected:
    void focusInEvent(QFocusEvent *event) override;

private:
    struct Screen
    {
        std::unique_ptr<ReleaseModel> model;
        std::unique_ptr<ReleaseProxy> proxy;
        ReleaseKey selected;
        bool chosen = false;  ///< by a person
        bool allRead = false; ///< all was listed and every record read once
    };
    void buildControls();
    void refresh();
    void attach();
    void selectFirst();
    /// After a filter: the row that was selected before, else the first.
    void reselect();
    void inspect(const ReleaseKey &key);
    void inspectFindings();
    void inspectClocks();
    [[nodiscard]] QHash<ReleaseKey, CutOffText> cutOff() const;
    void inspectCutOff();
    void updateBanner();
    void updateSummary();
    [[nodiscard]] Screen *screen();

    UiContext m_context;
    QString m_cluster;
    std::map<QString, Screen> m_screens;
    ClusterHeader *m_header;
    FilterEdit *m_filter;
    ChoiceButton *m_group;
    ListFrame *m_frame;
    ReleaseTable *m_table;
    InspectorPanel *m_inspector;
    QTimer *m_summarySoon;
    PageActions m_actions;
    int m_grouping = 0;
    bool m_choosing = false; ///< the page selects a row, not a person
};

} // namespace chartroom
