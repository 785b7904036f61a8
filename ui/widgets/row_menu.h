// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/manifest.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>

class QAction;
class QAbstractItemView;

namespace chartroom {

/// What the current row of a table stands for.
struct RowSubject
{
    QString name;
    std::optional<ObjectRef> object{}; ///< of the cluster
    QStringList kubeconfigs{};         ///< that kubectl reads
    QString context{};                 ///< of the kubeconfig; "" for a recording, which kubectl cannot read
};

/// Adds "Copy name" and, for an object of a cluster, "Copy as kubectl" to the context menu of a table, after
/// its own actions. Owned by the table.
class RowMenu final : public QObject
{
    Q_OBJECT
public:
    RowMenu(QWidget *view, std::function<RowSubject()> subject);
    /// The name is what stands in the first column.
    explicit RowMenu(QAbstractItemView *view);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::function<RowSubject()> m_subject;
    QAction *m_copyName;
    QAction *m_copyCommand;
};

} // namespace chartroom
