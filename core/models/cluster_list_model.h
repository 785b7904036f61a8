// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/fleet.h"
#include "core/models/visual_state.h"

#include <QAbstractListModel>

namespace chartroom {

/// The list on the left: a heading row, the clusters, a heading row, the recordings. Rows come and go one by
/// one; an entry that changes is one dataChanged.
class ClusterListModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        NameRole = Qt::UserRole + 1, ///< "" on a heading
        HeadingRole,                 ///< bool
        StateRole,                   ///< int of VisualState
        SecondaryTextRole,           ///< "16 nodes", "off", ...
        ProblemRole,                 ///< a sentence, "" when all is well
        RecordingRole,               ///< bool
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
    void refreshRows();
    [[nodiscard]] QList<Row> wantedRows() const;
    [[nodiscard]] QVariant headingData(const Row &row, int role) const;

    Fleet *m_fleet;
    QList<Row> m_rows;
};

/// The state's shape and word: "live", "connecting", "cannot connect", ...
[[nodiscard]] VisualState visualState(const FleetEntry &entry);
[[nodiscard]] QString stateWord(const FleetEntry &entry);

} // namespace chartroom
