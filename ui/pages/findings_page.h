// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "ui/pages/list_page.h"

#include <QPointer>

#include <functional>
#include <map>
#include <memory>

namespace chartroom {

class FindingPanel;
class FindingsModel;
class FindingsProxy;
class FindingsSource;
class FindingsTable;

/// What is wrong in one cluster, the most urgent first, each with its words, its meaning, the next step and
/// whose it is. Reads only. Keeps model, filter and selection of each cluster it has shown; only the cluster
/// that is shown is looked at again.
class FindingsPage final : public ListPage
{
    Q_OBJECT
public:
    explicit FindingsPage(const UiContext &context, QWidget *parent = nullptr);
    ~FindingsPage() override;

    void setCluster(const QString &name) override;
    /// "3 findings on 4 nodes · looked at 04:13:05"
    [[nodiscard]] std::optional<QString> summary() const override { return m_summary; }
    void showFinding(const Finding &finding);
    /// What the inspector shows.
    [[nodiscard]] std::optional<Finding> selected() const;
    void setActions(PageActions actions) override;
    bool describe() override;

protected:
    void followCluster() override { refresh(); }
    void filterBy(const QString &text) override;
    void refresh() override;
    void showEvent(QShowEvent *event) override;

private:
    struct Screen
    {
        std::unique_ptr<FindingsModel> model;
        std::unique_ptr<FindingsProxy> proxy;
        QPointer<FindingsSource> source;
        std::optional<Finding> selected;
    };
    /// What leads out of what was found.
    struct WayOn
    {
        QString text; ///< of the button; "" for none
        QString toolTip;
        std::function<void()> go;
    };
    [[nodiscard]] WayOn wayOn() const;
    void offerWayOn();
    /// Looks at what the fleet has for the shown cluster.
    void attach();
    void inspect();
    /// After a filter or a look: the row that was selected before, else the first.
    void reselect();
    /// The chosen findings as Markdown.
    void copyFindings() const;
    /// Of the one that is inspected; an empty name where it is of none.
    [[nodiscard]] ReleaseKey release() const;
    [[nodiscard]] Screen *screen() { return ofCluster(m_screens); }
    [[nodiscard]] const Screen *screen() const { return ofCluster(m_screens); }

    std::map<QString, Screen> m_screens;
    QPointer<FindingsSource> m_active; ///< of the shown cluster
    FindingsTable *m_table;
    FindingPanel *m_panel;
    QString m_summary;
};

} // namespace chartroom
