// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/fleet.h"
#include "core/screens/addons/standing.h"

#include <QAbstractListModel>
#include <QHash>
#include <QPointer>

namespace chartroom {

/// The list on the left: a heading row, the clusters, a heading row, the recordings, each with the worst of
/// its connection, its rollouts and what was found. Rows come and go one by one; an entry that changes is one
/// dataChanged.
class ClusterListModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        NameRole = Qt::UserRole + 1, ///< "" on a heading
        HeadingRole,                 ///< bool
        StateRole,                   ///< int of VisualState
        SecondaryTextRole,           ///< "1 failed", "checking", "16 nodes", "off", ...
    };

    explicit ClusterListModel(Fleet *fleet, QObject *parent = nullptr);

    [[nodiscard]] QModelIndex indexOf(const QString &name) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        QString name; ///< or the heading's text
        bool heading = false;
        friend bool operator==(const Row &, const Row &) = default;
    };
    /// What a row follows beside its entry.
    struct Followed
    {
        QPointer<RolloutSource> rollout;
        QPointer<FindingsSource> findings;
    };
    void refreshRows();
    void follow(const QString &name);
    void tell(const QString &name);
    [[nodiscard]] Standing standing(const QString &name) const;
    [[nodiscard]] QList<Row> wantedRows() const;
    [[nodiscard]] QVariant headingData(const Row &row, int role) const;

    Fleet *m_fleet;
    QList<Row> m_rows;
    QHash<QString, Followed> m_followed;
};

/// The connection's shape and word: "live", "connecting", "cannot connect", ...
[[nodiscard]] VisualState visualState(const FleetEntry &entry);
[[nodiscard]] QString stateWord(const FleetEntry &entry);

} // namespace chartroom
