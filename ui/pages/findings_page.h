// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/helm/release.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QPointer>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>

namespace chartroom {

class ClusterHeader;
class FilterEdit;
class FindingPanel;
class FindingsModel;
class FindingsProxy;
class FindingsSource;
class FindingsTable;
class ListFrame;

/// What is wrong in one cluster, the most urgent first, each with its words, its meaning, the next step and
/// whose it is. Reads only. Keeps model, filter and selection of each cluster it has shown; only the cluster
/// that is shown is looked at again.
class FindingsPage final : public QWidget
{
    Q_OBJECT
public:
    explicit FindingsPage(const UiContext &context, QWidget *parent = nullptr);
    ~FindingsPage() override;

    /// "" shows what to do when there is no cluster at all.
    void setCluster(const QString &name);
    /// "3 findings on 4 nodes · looked at 04:13:05"
    [[nodiscard]] QString summary() const { return m_summary; }

    void focusFilter();
    void focusTable();
    void showFinding(const Finding &finding);
    /// What the inspector shows.
    [[nodiscard]] std::optional<Finding> selected() const;
    void setInspectorShown(bool shown);
    /// Esc: leaves the filter, else empties it, else closes the inspector.
    void goBack();
    /// The chosen findings as Markdown.
    void copyFindings() const;
    /// What a right click on findings offers; borrowed.
    void setFindingActions(const QList<QAction *> &actions);
    /// Somebody takes ticketRequested().
    void setTicketable(bool isTicketable);

    /// What messages offer; its clearFilter is the page's own.
    void setActions(PageActions actions);

Q_SIGNALS:
    void summaryChanged(const QString &summary);
    void inspectorShownChanged(bool shown);
    void nodeRequested(const QString &node);
    void releaseRequested(const chartroom::ReleaseKey &key);
    void ticketRequested(const chartroom::Finding &finding);
    void descriptionRequested();

protected:
    void focusInEvent(QFocusEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Screen
    {
        std::unique_ptr<FindingsModel> model;
        std::unique_ptr<FindingsProxy> proxy;
        QPointer<FindingsSource> source;
        std::optional<Finding> selected;
    };
    void connectFilter();
    void buildLayout();
    /// Looks at what the fleet has for the shown cluster.
    void attach();
    void refresh();
    void inspect();
    /// After a filter or a look: the row that was selected before, else the first.
    void reselect();
    void requestRelease(const QString &shownName);
    [[nodiscard]] QString banner() const;
    [[nodiscard]] Screen *screen();
    [[nodiscard]] const Screen *screen() const;

    UiContext m_context;
    QString m_cluster;
    std::map<QString, Screen> m_screens;
    QPointer<FindingsSource> m_active; ///< of the shown cluster
    ClusterHeader *m_header;
    FilterEdit *m_filter;
    ListFrame *m_frame;
    FindingsTable *m_table;
    FindingPanel *m_panel;
    PageActions m_actions;
    QString m_summary;
};

} // namespace chartroom
