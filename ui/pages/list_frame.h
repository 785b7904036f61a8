// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"
#include "ui/widgets/banner.h"

#include <QSplitter>

class QStackedWidget;

namespace chartroom {

class MessageView;

/// The middle of a page over one cluster: its rows, or a message where there are none, with a banner below,
/// and an inspector to the right behind a divider that stays where it was put.
class ListFrame final : public QSplitter
{
public:
    /// Of the inspector: before a person has moved the divider, and as far as it can be moved.
    struct Widths
    {
        int usual;
        int narrowest;
        int widest;
    };

    /// `name` is the group of its settings: "findings".
    ListFrame(const UiContext &context, const QString &name, Widths widths, QWidget *parent);

    /// Under which the rows are born; setRows() takes them.
    [[nodiscard]] QWidget *rowsParent() const;
    void setRows(QWidget *rows);
    /// Born under the frame itself.
    void setInspector(QWidget *inspector);

    /// The rows, or where it is of a kind, the message. The keyboard stays in the middle of the window.
    void display(const PageMessage &message, const PageActions &actions);
    [[nodiscard]] bool showsRows() const;
    /// What goes with the rows; nothing is said beside a message.
    void say(const QString &text, Banner::Tone tone, QAction *action);
    void focusContent();

    /// A person's wish, kept over starts. False where it is so already.
    bool setInspectorWanted(bool wanted);
    [[nodiscard]] bool isInspectorWanted() const { return m_inspectorWanted; }
    /// Shows it, if it is wanted, where there is something to inspect.
    void offerInspector(bool offered);

private:
    [[nodiscard]] QString key(const char *setting) const;

    UiContext m_context;
    QString m_name;
    Widths m_widths;
    QWidget *m_left;
    QStackedWidget *m_stack;
    MessageView *m_message;
    Banner *m_banner;
    QWidget *m_rows = nullptr;
    QWidget *m_inspector = nullptr;
    bool m_inspectorWanted = true;
};

} // namespace chartroom
