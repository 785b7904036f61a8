// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

#include <QStringList>

class QPushButton;
class QStackedWidget;

namespace chartroom {

class ClustersModel;
class FilterEdit;
class MessageView;
class PathTable;
class TextLabel;

/// All clusters and recordings beside each other, those with trouble first. While it is shown, the rollouts
/// and findings of those that are connected are read, too.
class FleetPage final : public Page
{
    Q_OBJECT
public:
    explicit FleetPage(const UiContext &context, QWidget *parent = nullptr);

    [[nodiscard]] std::optional<QString> summary() const override;
    [[nodiscard]] QString dataAge(const FleetEntry &entry) const override;
    void focusContent() override;
    bool focusFilter() override;
    /// Esc: leaves the filter.
    bool goBack() override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void readConnected();
    void openRow();
    void connectAll();
    void connectNext();
    void fitColumns(int width);
    [[nodiscard]] QStringList unconnected() const;

    ClustersModel *m_model;
    FilterEdit *m_filter;
    TextLabel *m_counts;
    QPushButton *m_connectAll;
    QStackedWidget *m_stack;
    PathTable *m_table;
    MessageView *m_message;
    QStringList m_toConnect;  ///< that were asked for together, and wait for those before them
    QStringList m_connecting; ///< of those that were asked for
};

} // namespace chartroom
