// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/track.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace chartroom {

class RolloutModel;

/// What somebody who looks elsewhere has to hear of a rollout: a node that failed, is stuck or lost, and that
/// all is over. What was so when it began to listen is no news, nor what a recording that is wound back shows
/// again. Several nodes at once are one sentence.
class RolloutNews final : public QObject
{
    Q_OBJECT
public:
    /// Borrows the model, which may be destroyed first.
    explicit RolloutNews(RolloutModel *model, QObject *parent = nullptr);

    /// What there was at first is known: from now on all is news.
    [[nodiscard]] bool isListening() const { return m_isListening; }

Q_SIGNALS:
    /// Text from the cluster in it is safe to show (rule S15).
    void told(const QString &title, const QString &text);

private:
    void followTime();
    void look();
    void tellTrouble();
    void tellEnd();

    QPointer<RolloutModel> m_model;
    QTimer m_soon;
    QHash<TrackKey, Verdict> m_troubled;
    QDateTime m_shown; ///< the newest moment of the source that was seen
    bool m_isListening = false;
    bool m_wasUnderWay = false;
};

} // namespace chartroom
