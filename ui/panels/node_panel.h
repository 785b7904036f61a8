// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/rollout/node_report.h"
#include "ui/context/ui_context.h"
#include "ui/panels/inspector_shell.h"

#include <QPointer>
#include <QTimer>

namespace chartroom {

class InspectorSection;
class RolloutModel;
class StateLabel;
class TextLabel;

/// All that is known of one node in its rollouts: for each driver what holds it, what contradicts its label
/// and on what evidence; then who loses GPUs when it is emptied.
class NodePanel final : public InspectorShell
{
    Q_OBJECT
public:
    explicit NodePanel(const UiContext &context, QWidget *parent = nullptr);

    /// A null model or a node it does not know shows nothing.
    void show(RolloutModel *model, const QString &cluster, const QString &node);
    [[nodiscard]] const QString &node() const { return m_node; }

Q_SIGNALS:
    void copyRequested();
    void findingRequested(const chartroom::Finding &finding);

private:
    void buildHead();
    void refresh();
    void rebuild();
    void addFindings();
    void addTrack(const NodeTrack &track);
    void addTimeline(InspectorSection &section, const NodeTrack &track);
    void addTenants();
    void followClock();
    InspectorSection *addSection(const QString &title);

    UiContext m_context;
    QPointer<RolloutModel> m_model;
    QString m_cluster;
    QString m_node;
    QTimer m_refreshSoon;
    int m_delays = 0; ///< of that
    NodeReport m_shown;
    StateLabel *m_state;
    TextLabel *m_words;
    TextLabel *m_place;
    QList<QWidget *> m_sections;
    QList<std::pair<TrackKey, QList<TextLabel *>>> m_elapsed; ///< of each step of a timeline
};

/// What the panel shows and what is copied are the same.
[[nodiscard]] NodeReport nodeReport(const RolloutModel &model, const UiContext &context,
                                    const QString &cluster, const QString &node);

} // namespace chartroom
