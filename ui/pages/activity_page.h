// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/activity/activity_model.h"
#include "ui/pages/page.h"

#include <QTimer>

class QLayout;
class QStackedWidget;

namespace chartroom {

class ActivityPanel;
class FilterEdit;
class MessageView;
class PathTable;

/// Every operation that was begun on this machine, from the journals, whatever cluster is shown.
class ActivityPage final : public Page
{
    Q_OBJECT
public:
    explicit ActivityPage(const UiContext &context, QWidget *parent = nullptr);

    /// Reads the journals again.
    void reload();
    /// Chooses the operation in that folder, as soon as it has been read.
    void showOperation(const QString &folder);
    void focusContent() override;
    bool focusFilter() override;
    /// Esc: leaves the filter.
    bool goBack() override;

Q_SIGNALS:
    /// A journal was closed.
    void closed();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void take(const QList<ActivityEntry> &entries);
    void followCut();
    void followNodes();
    void refresh();
    void showRow();
    void fitColumns(int width);
    void addClearDays(QLayout *line, QWidget *head);

    ActivityModel *m_model;
    FilterEdit *m_filter;
    QStackedWidget *m_stack;
    QWidget *m_body;
    PathTable *m_table;
    ActivityPanel *m_panel;
    MessageView *m_message;
    QStringList m_cut; ///< those that were cut off, when they were last read: folder and word of each
    QString m_wanted;  ///< the folder of the operation that is to be chosen
    QTimer m_again;    ///< runs while the page is shown: other programs write journals too
    bool m_isRead = false;
    bool m_isReading = false;
};

} // namespace chartroom
