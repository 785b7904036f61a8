// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QWidget>

class QHBoxLayout;

namespace chartroom {

class PlaybackBar;
class StateLabel;
class TextLabel;

/// The line over each page: which cluster, how it stands, its version and size, how old the data is, a
/// permanent warning
/// when its certificate is not checked, what is being recorded. Pages add their own controls at the end.
/// Under it, for a recording, what plays it.
class ClusterHeader final : public QWidget
{
    Q_OBJECT
public:
    explicit ClusterHeader(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name);
    void addControl(QWidget *control);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();

    UiContext m_context;
    QString m_name;
    QWidget *m_line;
    TextLabel *m_title;
    StateLabel *m_state;
    TextLabel *m_word;
    TextLabel *m_facts;
    TextLabel *m_freshness;
    TextLabel *m_recording;
    TextLabel *m_insecure;
    PlaybackBar *m_playback;
    QHBoxLayout *m_layout;
};

} // namespace chartroom
