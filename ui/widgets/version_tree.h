// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QHash>
#include <QTreeView>

namespace chartroom {

class VersionsModel;

/// The components of a matrix beside what runs, and what was found. Rows unfold by their sign, by Left and
/// Right, or Enter; what a person folded stays so, and the chosen row stays chosen when a later look shows
/// other rows.
class VersionTree final : public QTreeView
{
    Q_OBJECT
public:
    explicit VersionTree(const UiContext &context, QWidget *parent = nullptr);

    /// Once, before anything is shown; outlives the tree.
    void setVersions(VersionsModel *model);
    /// The row with the most to say: the first that needs a look, else the first.
    void chooseFirst();

Q_SIGNALS:
    /// Another row is current; invalid when there is none.
    void rowChosen(const QModelIndex &index);
    void rowActivated();
    void copyRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    void takeRows();
    void fitColumns();
    void toggle(const QModelIndex &row);
    [[nodiscard]] int contentWidth(int column) const;

    UiContext m_context;
    VersionsModel *m_model = nullptr;
    QHash<QString, bool> m_folds; ///< by key: what a person made of it
    QString m_current;            ///< key
    bool m_isTaking = false;
};

} // namespace chartroom
