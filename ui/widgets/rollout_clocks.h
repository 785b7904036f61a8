// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/rollout/rollout_summary.h"
#include "core/session/rollout_source.h"
#include "core/words/pace_text.h"
#include "core/words/window_plan.h"
#include "ui/context/ui_context.h"

#include <QScrollArea>

class QFrame;
class QHBoxLayout;

namespace chartroom {

class FactLabel;

/// The two clocks side by side, which never tell the same time: the release that Helm calls deployed, and the
/// nodes that went through it; then what is left, and the GPUs at hand meanwhile. Room for a chart between.
/// Where room is short they scroll, and in a low window they are lines of text without the chart, so that the
/// rows keep some room.
class RolloutClocks final : public QScrollArea
{
    Q_OBJECT
public:
    /// `parent` is the page.
    RolloutClocks(const UiContext &context, QWidget *parent);

    struct Facts
    {
        RolloutSummary summary;
        ReleaseClock release;
        TimeLeft left;
        WindowOutlook window;
        int gpuFloor = 0; ///< 0: none was planned
        QList<NodeTenant> nextTenants;
        QDateTime now; ///< the cluster's
    };
    void show(const Facts &facts);
    /// Until everything has been read: no number that is not one yet.
    void showReading();
    /// Takes the place between the cards.
    void setChart(QWidget *chart);

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void setLow(bool isLow);
    [[nodiscard]] QList<FactLabel *> facts() const;
    void fillLines();
    QFrame *addCard();
    void showRelease(const Facts &facts);
    void showGpus(const Facts &facts);
    FactLabel *addFact(QFrame *card, const QString &title, const char *name);

    UiContext m_context;
    QWidget *m_body;
    QHBoxLayout *m_layout;
    FactLabel *m_release;
    FactLabel *m_nodes;
    FactLabel *m_left;
    FactLabel *m_gpus;
    QWidget *m_lines; ///< instead of the cards
    QList<QFrame *> m_cards;
    QWidget *m_chart = nullptr;
    bool m_isLow = false;
};

} // namespace chartroom
