// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/decision.h"
#include "ui/pages/list_page.h"

#include <QHash>

#include <map>
#include <memory>

class QMenu;
class QTimer;

namespace chartroom {

class ChoiceButton;
class InspectorPanel;
class ReleaseModel;
class ReleaseProxy;
class ReleaseTable;
struct CutOffText;

/// The releases of one cluster with their owners, and the inspector. Keeps model, filter and selection of
/// each cluster it has shown, so that going back finds things as they were left.
class AddonsPage final : public ListPage
{
    Q_OBJECT
public:
    explicit AddonsPage(const UiContext &context, QWidget *parent = nullptr);
    ~AddonsPage() override;

    void updateCommands() override;
    void setActions(PageActions actions) override;
    bool describe() override;
    void setCluster(const QString &name) override;
    /// "11 releases  3 Crusoe · 5 shared · 3 customer"
    [[nodiscard]] std::optional<QString> summary() const override { return m_summary; }
    [[nodiscard]] TicketRequest ticketRequest() const override;
    [[nodiscard]] QList<ReleaseKey> releases() const;
    /// What the inspector shows; an empty name for none.
    [[nodiscard]] ReleaseKey selected() const;
    void showRelease(const ReleaseKey &key);
    /// Selects it; a filter that hides it is emptied.
    void setRelease(const ReleaseKey &key) override;
    /// How its table is shown.
    void addMenus(QMenu *view);

protected:
    void followCluster() override { refresh(); }
    void filterBy(const QString &text) override;
    void refresh() override;

private:
    struct Screen
    {
        std::unique_ptr<ReleaseModel> model;
        std::unique_ptr<ReleaseProxy> proxy;
        ReleaseKey selected;
        bool chosen = false;  ///< by a person
        bool allRead = false; ///< all was listed and every record read once
    };
    void buildCommands();
    void buildControls();
    /// A ReleaseProxy::Grouping.
    void setGrouping(int grouping);
    void connectInspector();
    [[nodiscard]] int rollbackTarget() const;
    /// Asks for the reason of a decision about a release.
    void decide(const ReleaseKey &key, Decision::Verdict verdict);
    void attach();
    void selectFirst();
    /// After a filter: the row that was selected before, else the first.
    void reselect();
    void inspect(const ReleaseKey &key);
    void inspectFindings();
    void inspectClocks();
    [[nodiscard]] QHash<ReleaseKey, CutOffText> cutOff() const;
    void inspectCutOff();
    void updateSummary();
    [[nodiscard]] Screen *screen() { return ofCluster(m_screens); }

    std::map<QString, Screen> m_screens;
    ChoiceButton *m_group;
    ReleaseTable *m_table;
    InspectorPanel *m_inspector;
    QTimer *m_summarySoon;
    QString m_summary;
    int m_grouping = 0;
    bool m_choosing = false; ///< the page selects a row, not a person
};

} // namespace chartroom
