// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"
#include "ui/context/ui_context.h"

#include <QDialog>

class QCheckBox;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace chartroom {

class ChoiceButton;
class CodeView;
class LogView;
class ObjectController;
class TextLabel;
struct DescribedContainer;

/// Objects of one cluster as `kubectl describe` tells them, their YAML, and the logs of their containers.
/// Reads only; stands beside the window, so that several can be compared. Esc closes it.
class ObjectDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `objects` is not empty; the first one is shown.
    ObjectDialog(const UiContext &context, const QString &cluster, const QList<ObjectRef> &objects,
                 QWidget *parent);

    enum Tab { Description, Yaml, Log };
    void showTab(int tab);
    [[nodiscard]] ObjectController *controller() const { return m_controller; }

private:
    void buildHead();
    void buildLog();
    void buildKeys();
    void refresh();
    void refreshPods();
    void refreshLog();
    void choosePod();
    void readLog();
    void readChosenLog();
    [[nodiscard]] QString whyNoLog() const;
    [[nodiscard]] const DescribedContainer *container() const;

    UiContext m_context;
    QString m_cluster;
    ObjectController *m_controller;
    ChoiceButton *m_objects;
    TextLabel *m_title;
    TextLabel *m_message;
    QToolButton *m_refresh;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    CodeView *m_text;
    CodeView *m_yaml;
    QWidget *m_logPage;
    ChoiceButton *m_pod;
    ChoiceButton *m_container;
    QCheckBox *m_previous;
    QCheckBox *m_follow;
    QCheckBox *m_times;
    TextLabel *m_logMessage;
    LogView *m_log;
};

} // namespace chartroom
