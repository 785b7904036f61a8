// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QDialog>
#include <QList>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QTextBrowser;
class QUrl;

namespace chartroom {

/// The manual and the changelog, both compiled in: chapters on the left, or what a search found; one chapter
/// beside them. Stands beside the window, follows only links between chapters. Esc closes it.
class ManualDialog final : public QDialog
{
    Q_OBJECT
public:
    ManualDialog(const UiContext &context, QWidget *parent);

    /// Brings it forward with that chapter, at the section with that slug, or at its beginning.
    void showChapter(const QString &chapter, const QString &section = {});
    [[nodiscard]] QString chapter() const;

private:
    struct Place
    {
        QString chapter;
        QString section;
        int scrolled = 0; ///< when it was left
    };

    void buildLayout();
    void buildKeys();
    void fillList();
    void addItem(const QString &text, const Place &place);
    void openItem(const QListWidgetItem *item);
    void follow(const QUrl &link);
    void go(const Place &place);
    void step(qsizetype by);
    void render();
    void scrollTo(const QString &section);
    void markChapter();
    void focusSearch();

    UiContext m_context;
    QLineEdit *m_search;
    QListWidget *m_list;
    QTextBrowser *m_text;
    QPushButton *m_back;
    QPushButton *m_forward;
    QList<Place> m_visited;
    qsizetype m_at = -1; ///< in m_visited; -1 before the first chapter
};

} // namespace chartroom
