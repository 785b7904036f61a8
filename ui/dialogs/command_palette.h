// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QFrame>
#include <QPointer>

#include <functional>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace chartroom {

class TextLabel;

/// What the palette offers: a command, a cluster, a release.
struct PaletteEntry
{
    QString text;
    QString kind; ///< "command", "cluster", "release": shown muted
    QString note; ///< what tells namesakes apart: a namespace
    QString keys; ///< of a command with a shortcut
    QString icon; ///< of resources/icons
    std::function<void()> run;
};

/// Ctrl+K: type some letters, Enter runs the best match, Esc leaves. Lies over the window and gives focus
/// back.
class CommandPalette final : public QFrame
{
    Q_OBJECT
public:
    explicit CommandPalette(const UiContext &context, QWidget *window);

    void open(QList<PaletteEntry> entries);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void search(const QString &text);
    void runCurrent();
    void leave();
    void place();

    UiContext m_context;
    QLineEdit *m_input;
    QListView *m_list;
    QStandardItemModel *m_model;
    TextLabel *m_none;
    QList<PaletteEntry> m_entries;
    QPointer<QWidget> m_before;
};

} // namespace chartroom
