// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/version_table.h"

#include <QAbstractItemModel>

namespace chartroom {

enum VersionRole {
    VersionKindRole = Qt::UserRole + 1, ///< int of VersionsModel::Kind
    VersionKeyRole,                     ///< QString: finds the row again in a later table
    VersionStateRole,                   ///< int of VisualState
    VersionWordRole,                    ///< QString: the word that goes with the state
    VersionSameRole,                    ///< bool: the cell says the same as production, so it is quiet
};

/// A VersionTable as rows that unfold: components with the versions that their nodes differ in, and headings
/// with what was found. A table of the same rows changes cells only; another one resets the model.
class VersionsModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum class Kind { Component, Group, Heading, Note };

    using QAbstractItemModel::QAbstractItemModel;

    void setTable(const VersionTable &table);
    [[nodiscard]] const VersionTable &table() const { return m_table; }

    [[nodiscard]] static Kind kindOf(const QModelIndex &index);
    /// The component that the row is of, or is one version of; null for others.
    [[nodiscard]] const VersionRow *component(const QModelIndex &index) const;
    /// Null for a row that is none.
    [[nodiscard]] const VersionGroupRow *group(const QModelIndex &index) const;
    [[nodiscard]] const VersionNote *note(const QModelIndex &index) const;
    /// By its VersionKeyRole; invalid when it is gone.
    [[nodiscard]] QModelIndex find(const QString &key) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] int childCount(int top) const;
    [[nodiscard]] static bool hasSameRows(const VersionTable &a, const VersionTable &b);
    [[nodiscard]] QVariant componentData(const VersionRow &row, VersionColumn column, int role) const;
    [[nodiscard]] static QVariant groupData(const VersionGroupRow &row, VersionColumn column, int role);
    [[nodiscard]] static QVariant noteData(const VersionNote &note, VersionColumn column, int role);
    [[nodiscard]] QString keyOf(const QModelIndex &index) const;

    VersionTable m_table;
};

} // namespace chartroom
