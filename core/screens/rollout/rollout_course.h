// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/pace.h"
#include "core/screens/rollout/rollout_series.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/rollout_source.h"
#include "core/session/tenant_sum.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace chartroom {

class RolloutModel;

/// How the rollout under way goes: its summary at most ten times a second, its pace, and its course over
/// time, computed on the pool: at most every two seconds, and at once where a recording was wound.
class RolloutCourse final : public QObject
{
    Q_OBJECT
public:
    /// Borrows the model, which may be destroyed first.
    explicit RolloutCourse(RolloutModel *model, QObject *parent = nullptr);

    [[nodiscard]] const RolloutSummary &summary() const { return m_summary; }
    /// A summary has counted rows for which all had been read. Before that it is no total.
    [[nodiscard]] bool isCounted() const { return m_isCounted; }
    /// Of the component under way.
    [[nodiscard]] const std::optional<Pace> &pace() const { return m_pace; }
    /// Of the component's present window, or the last one; empty before a node was seen to move.
    [[nodiscard]] const QList<SeriesPoint> &points() const { return m_points; }
    /// As it was seen; in a recording, from its start on.
    [[nodiscard]] const QList<GpuSample> &gpus() const { return m_gpus; }
    /// Nodes that the points count.
    [[nodiscard]] int nodes() const { return m_nodes; }
    /// Who loses GPUs when the nodes that wait are emptied, the largest first.
    [[nodiscard]] const QList<NodeTenant> &nextTenants() const { return m_nextTenants; }

Q_SIGNALS:
    /// The summary, the pace or the tenants.
    void changed();
    /// The points.
    void drawn();

private:
    void sum();
    void draw();
    [[nodiscard]] bool isOfAnotherTime() const;
    void sample();
    void takeRecorded(QList<GpuSample> gpus);
    void lookAhead();
    void lookFurther();

    QPointer<RolloutModel> m_model;
    QTimer m_sumSoon;
    QTimer m_sumNow;
    QTimer m_lookSoon;
    QTimer m_lookFurther;
    QTimer m_drawSoon;
    QTimer m_drawNow;
    RolloutSummary m_summary;
    std::optional<Pace> m_pace;
    QList<SeriesPoint> m_points;
    QList<GpuSample> m_gpus;
    QList<NodeTenant> m_nextTenants;
    QStringList m_ahead; ///< nodes that wait and are not looked at yet
    TenantSum m_tenantsAhead;
    QDateTime m_drawnFrom; ///< the window's begin in the last drawing
    QDateTime m_drawnTo;   ///< when that was, for the source
    QElapsedTimer m_sinceDrawn;
    QElapsedTimer m_sinceSeek;
    int m_nodes = 0;
    int m_delays = 0;
    bool m_isDrawing = false;
    bool m_isDrawDue = false;  ///< asked for while it was being drawn
    bool m_hasNewPace = false; ///< since the last sum
    bool m_isCounted = false;
};

} // namespace chartroom
