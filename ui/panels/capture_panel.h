// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/activity_log.h"
#include "ui/context/ui_context.h"

#include <QWidget>

class QPushButton;

namespace chartroom {

class TextLabel;

/// What an operation saved of its release on this machine, whether that is encrypted and until when it is
/// kept, with the way to remove it at once, which is asked twice.
class CapturePanel final : public QWidget
{
    Q_OBJECT
public:
    explicit CapturePanel(const UiContext &context, QWidget *parent = nullptr);

    void show(const ActivityEntry &entry);

Q_SIGNALS:
    void removed();
    void failed(const chartroom::Error &error);

private:
    void setAsked(bool isAsked);
    void remove();

    UiContext m_context;
    QString m_folder;
    TextLabel *m_what;
    TextLabel *m_warning;
    QPushButton *m_ask;
    QPushButton *m_keep;
    QPushButton *m_remove;
};

} // namespace chartroom
