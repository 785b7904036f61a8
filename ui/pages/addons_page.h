// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/models/page_message.h"
#include "ui/ui_context.h"

#include <QWidget>

#include <map>
#include <memory>

class QAction;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace chartroom {

class ClusterHeader;
class InspectorPanel;
class MessageView;
class ReleaseModel;
class ReleaseProxy;
class ReleaseSource;
class ReleaseTable;
class TextLabel;

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

    void focusFilter();
    void focusTable();
    void showRelease(const ReleaseKey &key);
    /// 0 none, 1 owner, 2 namespace (ReleaseProxy::Grouping).
    void setGrouping(int grouping);
    [[nodiscard]] int grouping() const { return m_grouping; }
    void setInspectorShown(bool shown);
    [[nodiscard]] bool isInspectorShown() const;
    /// Esc: leaves the filter, else empties it, else closes the inspector.
    void goBack();

    /// The window's actions that messages offer: connect, retry, open a kubeconfig, ...
    void setActions(QAction *retry, QAction *connectCluster, QAction *allow, QAction *openKubeconfig,
                    QAction *openBundled);

Q_SIGNALS:
    /// "11 releases  3 Crusoe · 5 shared · 3 customer"
    void summaryChanged(const QString &summary);
    void groupingChanged(int grouping);
    void inspectorShownChanged(bool shown);

private:
    struct Screen
    {
        std::unique_ptr<ReleaseModel> model;
        std::unique_ptr<ReleaseProxy> proxy;
        ReleaseKey selected;
    };
    void buildControls();
    void buildGroupMenu();
    void refresh();
    void attach();
    void inspect(const ReleaseKey &key);
    void updateBanner();
    void updateSummary();
    [[nodiscard]] QList<QAction *> actionsFor(PageMessage::Kind kind) const;
    [[nodiscard]] Screen *screen();

    UiContext m_context;
    QString m_cluster;
    std::map<QString, Screen> m_screens;
    ClusterHeader *m_header;
    QLineEdit *m_filter;
    QToolButton *m_group;
    QWidget *m_banner;
    TextLabel *m_bannerText;
    QStackedWidget *m_stack;
    ReleaseTable *m_table;
    MessageView *m_message;
    InspectorPanel *m_inspector;
    QTimer *m_summarySoon;
    QAction *m_clearFilter;
    QAction *m_retry = nullptr;
    QAction *m_connect = nullptr;
    QAction *m_allow = nullptr;
    QAction *m_openKubeconfig = nullptr;
    QAction *m_openBundled = nullptr;
    int m_grouping = 0;
    bool m_inspectorWanted = true;
};

} // namespace chartroom
