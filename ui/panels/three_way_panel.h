// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/values/three_way_controller.h"
#include "ui/context/ui_context.h"

#include <QWidget>

class QAction;
class QLineEdit;
class QStackedWidget;

namespace chartroom {

class MessageView;
class PathTable;
class TextLabel;
class ThreeWayModel;

/// What an upgrade meets in the cluster, path by path: the release's manifest, what is live, and what helm
/// would send.
class ThreeWayPanel final : public QWidget
{
    Q_OBJECT
public:
    ThreeWayPanel(const UiContext &context, ThreeWayController *controller, QWidget *parent = nullptr);

    void focusContent();
    void focusFilter();
    /// Whether there was a filter to clear.
    bool clearFilter();

private:
    void refresh();
    void showRow();
    void fitColumns(int width);

    UiContext m_context;
    ThreeWayController *m_controller;
    QStackedWidget *m_stack;
    QWidget *m_body;
    QLineEdit *m_filter;
    TextLabel *m_summary;
    TextLabel *m_notice;
    ThreeWayModel *m_model;
    PathTable *m_table;
    TextLabel *m_detail;
    MessageView *m_message;
    QAction *m_retry;
    bool m_wantsFocus = false;
};

} // namespace chartroom
