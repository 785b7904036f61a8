// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track_table.h"
#include "core/screens/rollout/rollout_columns.h"
#include "core/screens/tables/finding_badge.h"
#include "core/words/rollout_lane.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QHash>
#include <QMap>
#include <QPointer>
#include <QTimer>

#include <array>
#include <unordered_map>
#include <vector>

namespace chartroom {

class FindingsSource;
class RolloutSource;
struct TrackKey;

/// A node as the board shows it: text already made safe to show (rule S15), raw values for sorting.
struct RolloutRow
{
    QString node;    ///< raw
    QString name;    ///< to show
    QString natural; ///< sorts gpu-2 before gpu-10
    QString pool;
    QString zone;
    std::array<RolloutLane, 2> lanes;
    int leader = 0; ///< the lane that is worse off
    int gpus = 0;
    int gpusTotal = 0;
    QString gpuParts; ///< MIG slices and the like, which are not among them
    QString heldBack;
    bool isContradicted = false; ///< `heldBack` tells of a contradiction

    [[nodiscard]] const RolloutLane &lead() const { return lanes[size_t(leader)]; }
    /// Of the lane that is worse off, and of the other one too where that needs a look as well.
    [[nodiscard]] QString words() const;
    friend bool operator==(const RolloutRow &, const RolloutRow &) = default;
};

/// The nodes that a rollout concerns, one row each, in the order they came. Never reset: changes become one
/// insert, removals by range, and dataChanged for what differs. Takes changes in slices of a few
/// milliseconds, so that five thousand nodes never hold the event loop.
class RolloutModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// Borrows the source, which may be destroyed first, then the rows stay as they were.
    explicit RolloutModel(RolloutSource *source, QObject *parent = nullptr);

    [[nodiscard]] RolloutSource *source() const;
    /// What was found about nodes is marked on their rows. Called once; `findings`, which may be null, may be
    /// destroyed first.
    void follow(FindingsSource *findings);
    [[nodiscard]] bool hasFindings() const { return !m_findings.isEmpty(); }
    /// About that node, the most urgent first.
    [[nodiscard]] QList<Finding> findings(const QString &node) const { return m_findings.value(node); }
    [[nodiscard]] const QList<RolloutRow> &rows() const { return m_rows; }
    [[nodiscard]] const RolloutRow &row(int row) const { return m_rows[row]; }
    [[nodiscard]] int rowOf(const QString &node) const;
    /// Which comes first by its node's name: the one with the smaller number.
    [[nodiscard]] int placeByName(int row) const { return m_places[row]; }

    /// "" shows the drivers of GPUs and network side by side, else the nodes of that component alone.
    void setComponent(const QString &component);
    [[nodiscard]] QString component() const { return m_component; }
    /// All components with the number of their nodes.
    [[nodiscard]] const QMap<QString, int> &components() const { return m_components; }
    [[nodiscard]] bool hasSecondLane() const;
    /// No node is on its way in that lane; one that is done may be doubted.
    [[nodiscard]] bool isLaneAtRest(int lane) const;
    /// The node's tracks: the chosen component's first, then the drivers'.
    [[nodiscard]] QList<const NodeTrack *> tracks(const QString &node) const;
    /// All that came so far stands in the rows, and the rows have found their places.
    [[nodiscard]] bool isCurrent() const { return !hasNews() && !m_isChanging; }
    /// And no more is about to come.
    [[nodiscard]] bool isAtRest() const;
    /// Many rows changed and find their places together; changesEnd() comes within a blink.
    [[nodiscard]] bool isSettling() const { return m_isChanging; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Time has passed: what counts up is asked again. Called by a timer every second.
    void refreshTimes();

Q_SIGNALS:
    /// components() changed, or what the lanes show.
    void componentsChanged();
    /// Around the dataChanged of one slice, or of several where many rows change.
    void changesBegin();
    void changesEnd();
    /// Rows changed, or what was found about their nodes; after the model's own signals.
    void rowsChanged();

private:
    /// A node that has tracks, or had them a moment ago.
    struct Known
    {
        QString node;
        QStringList components;
        int row = -1;
        bool isDirty = false; ///< its row is to be looked at
    };

    void note(const QList<TrackKey> &keys);
    void takeFindings(const QList<Finding> &findings);
    [[nodiscard]] bool hasNews() const { return !m_dirty.empty() || !m_next.empty(); }
    void work();
    void insert(QList<RolloutRow> rows);
    void placeFrom(int first);
    void unplace(int first, int last);
    void remove(QList<int> rows);
    void tell(QList<int> rows);
    void beginChanges();
    void endChanges();
    /// `known` is its row so far, -1 for none.
    [[nodiscard]] std::optional<RolloutRow> makeRow(const QString &node, int known) const;
    void noteNode(const QString &node);
    void noteNode(Known &known);
    void forgetUnused(const QStringList &nodes);
    [[nodiscard]] RolloutLane laneOf(const NodeTracks &tracks, int lane) const;
    [[nodiscard]] RolloutLane laneOf(const NodeTrack &track) const;
    static void findHeldBack(const NodeTracks &tracks, RolloutRow &row);
    [[nodiscard]] QString displayText(const RolloutRow &row, RolloutColumn column) const;
    [[nodiscard]] QString accessibleText(const RolloutRow &row, RolloutColumn column) const;
    [[nodiscard]] QString toolTip(const RolloutRow &row, RolloutColumn column) const;
    [[nodiscard]] QString sinceText(const RolloutRow &row) const;
    [[nodiscard]] QString badgeWords(const RolloutRow &row) const { return m_badges.value(row.node).words; }

    QPointer<RolloutSource> m_source;
    QString m_component;
    QList<RolloutRow> m_rows;
    QList<int> m_byName;                        ///< the rows
    QList<int> m_places;                        ///< by row; what was removed leaves a gap
    std::unordered_map<QString, Known> m_nodes; ///< by name; they stay where they are
    QMap<QString, int> m_components;
    std::vector<Known *> m_dirty;
    std::vector<Known *> m_next; ///< dirty ones that are next, the last one first
    QTimer m_timer;
    QTimer m_settleSoon;
    QElapsedTimer m_sinceSettled; ///< of the changes under way
    bool m_isChanging = false;
    qsizetype m_told = 0;                      ///< rows, since the changes began
    QHash<QString, QList<Finding>> m_findings; ///< by node
    QHash<QString, FindingBadge> m_badges;     ///< of these
};

} // namespace chartroom
