// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/screens/values/shown_setting.h"
#include "core/secrets/value_path.h"
#include "ui/context/ui_context.h"

#include <QWidget>

class QAction;
class QMenu;

namespace chartroom {

class CopyCommands;
class FindBar;
class TextLabel;
class YamlPane;

/// A YAML text to read: coloured, folding, searchable, with the path of the cursor under it and what one
/// takes from there: the path, the value, the --set form. The text is made fit to show on the pool and comes
/// in by pieces; 100,000 lines open without holding the window.
class CodeView final : public QWidget
{
    Q_OBJECT
public:
    explicit CodeView(const UiContext &context, QWidget *parent = nullptr);

    /// `documents` are what `text` says, one for each YAML document, both as they may be seen: masked where
    /// they have to be. The same text again keeps cursor and folds. A text that is no YAML has no colours and
    /// no paths, and its lines wrap.
    void setText(const QString &text, const QList<Value> &documents, bool isYaml = true);
    [[nodiscard]] YamlPane *pane() const { return m_pane; }
    [[nodiscard]] FindBar *findBar() const { return m_find; }
    [[nodiscard]] bool isReady() const { return m_ready; }

    [[nodiscard]] ValuePath currentPath() const;
    /// Goes to what sets the path, now or as soon as the text is there.
    void goTo(const ValuePath &path, int document = 0);

    [[nodiscard]] QList<QAction *> commands() const { return m_commands; }

Q_SIGNALS:
    void ready();

private:
    void buildCommands();
    void buildFoot();
    QAction *command(const char *name, const QString &text, const QString &keys, void (CodeView::*call)());
    void find();
    void findNext();
    void findPrevious();
    void toggleFold();
    void foldDeep();
    void openFolds();
    void showMenu(const QPoint &position);
    void showPath();
    [[nodiscard]] ShownSetting currentSetting() const;

    UiContext m_context;
    YamlPane *m_pane;
    FindBar *m_find;
    QWidget *m_foot;
    TextLabel *m_path;
    TextLabel *m_place;
    CopyCommands *m_copies;
    QList<QAction *> m_commands;
    QString m_text;
    QList<Value> m_documents;
    ValuePath m_wanted;
    int m_wantedDocument = 0;
    int m_loading = 0; ///< an older text's preparation is dropped
    bool m_ready = false;
};

} // namespace chartroom
