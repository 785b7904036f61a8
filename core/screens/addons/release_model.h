// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/findings_source.h"
#include "core/screens/addons/release_row.h"
#include "core/screens/tables/finding_badge.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QPointer>

#include <optional>
#include <utility>

namespace chartroom {

class ReleaseSource;
class RolloutSource;
struct ReleaseDelta;

/// The releases of one cluster, one row each, in the order they came. Never reset: a delta becomes one
/// insert, removals by range, and dataChanged for the columns that differ.
class ReleaseModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The source may be destroyed first, then the rows stay as they were.
    explicit ReleaseModel(ReleaseSource *source, QObject *parent = nullptr);

    [[nodiscard]] ReleaseSource *source() const;
    /// A release that brings a driver is shown with its nodes: unknown until they are read. Nothing is read
    /// for that. Called once; `rollout` may be null, and destroyed first.
    void follow(RolloutSource *rollout);
    /// The same for what is found about a release as soon as somebody has looked. May be null.
    void follow(FindingsSource *findings);
    /// Of releases on which an operation of this machine was cut off: they are shown as such,
    /// whatever Helm's status says.
    void setCutOff(const QHash<ReleaseKey, CutOffText> &texts);
    /// About that release, the most urgent first.
    [[nodiscard]] QList<Finding> findings(const ReleaseKey &key) const;
    /// Of the operators that it may have brought: what their custom resources say.
    [[nodiscard]] QList<OperatorStatus> operators(const ReleaseKey &key) const;
    /// The nodes' clocks of what that release brings; nothing where it brings no driver.
    [[nodiscard]] std::optional<NodeClocks> clocks(const ReleaseKey &key) const;
    [[nodiscard]] const ReleaseRow &row(int row) const { return m_rows[row]; }
    [[nodiscard]] int rowOf(const ReleaseKey &key) const { return m_rowByKey.value(key, -1); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Rows whose record is still to be read.
    [[nodiscard]] int pendingCount() const;

    /// Time has passed: texts such as "2 min ago" are asked again. Called by a timer every 15 s.
    void refreshTimes();

Q_SIGNALS:
    /// What was found about releases may be something else.
    void findingsChanged();
    /// clocks() are others.
    void clocksChanged();

private:
    void apply(const ReleaseDelta &delta);
    void applyClocks();
    void takeFindings(const DiagnosisResult &result);
    [[nodiscard]] FindingBadge badge(const ReleaseRow &row) const;
    void insert(const QList<ReleaseKey> &keys);
    void remove(const QList<ReleaseKey> &keys);
    void update(const QList<ReleaseKey> &keys);
    /// First and last column that differ, -1 when none does.
    [[nodiscard]] std::pair<int, int> changedColumns(const ReleaseRow &a, const ReleaseRow &b) const;
    [[nodiscard]] ReleaseRow makeRow(const ReleaseKey &key) const;
    [[nodiscard]] QDateTime now() const;
    [[nodiscard]] QString displayText(const ReleaseRow &row, ReleaseColumn column) const;
    [[nodiscard]] QString toolTip(const ReleaseRow &row, ReleaseColumn column) const;

    QPointer<ReleaseSource> m_source;
    QList<ReleaseRow> m_rows;
    QHash<ReleaseKey, int> m_rowByKey;
    QPointer<RolloutSource> m_rollout;
    QHash<ReleaseKey, NodeClocks> m_clocks; ///< of releases that bring a driver
    QHash<ReleaseKey, CutOffText> m_cutOff;
    QHash<QString, QList<Finding>> m_findings; ///< by namespace/name as it is shown
    QHash<QString, FindingBadge> m_badges;     ///< of these
    QList<OperatorStatus> m_operators;
};

} // namespace chartroom
