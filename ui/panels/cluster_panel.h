// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QWidget>

class QListView;

namespace chartroom {

class ClusterListModel;
class TextLabel;

/// Clusters and recordings on the left. Choosing one shows it; one that is off is connected by Enter, a
/// double click or the page's button; a failed one says why in its tooltip and on the page.
class ClusterPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ClusterPanel(const UiContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString current() const;
    void setCurrent(const QString &name);
    void focusList();
    /// The kubeconfig's current context, else the first; nothing when one is chosen already.
    void pickFirst();

Q_SIGNALS:
    void currentChanged(const QString &name);

private:
    void showWhetherAny();
    void showProblems();
    void showMenu(const QPoint &position);

    UiContext m_context;
    ClusterListModel *m_model;
    QListView *m_list;
    TextLabel *m_none;
    TextLabel *m_problem;
};

} // namespace chartroom
