// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/manual_dialog.h"

#include "core/words/manual.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

#include <optional>

namespace chartroom {

namespace {

constexpr QSize usualManualSize{980, 680};
constexpr int chapterListWidth = 250;
constexpr double manualMargin = 20;
constexpr int manualChapterRole = Qt::UserRole;
constexpr int manualSectionRole = Qt::UserRole + 1;

} // namespace

ManualDialog::ManualDialog(const UiContext &context, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_text(new QTextBrowser(this))
    , m_back(new QPushButton(tr("Back"), this))
    , m_forward(new QPushButton(tr("Forward"), this))
{
    setObjectName(QStringLiteral("manualDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualManualSize);
    buildLayout();
    buildKeys();
    fillList();
    connect(m_search, &QLineEdit::textChanged, this, &ManualDialog::fillList);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { openItem(m_list->currentItem()); });
    connect(m_list, &QListWidget::itemActivated, this, &ManualDialog::openItem);
    connect(m_list, &QListWidget::itemClicked, this, &ManualDialog::openItem);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualDialog::follow);
    connect(m_back, &QPushButton::clicked, this, [this] { step(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { step(1); });
    connect(context.theme, &Theme::changed, this, [this] {
        const int scrolled = m_text->verticalScrollBar()->value();
        render();
        m_text->verticalScrollBar()->setValue(scrolled);
    });
}

void ManualDialog::buildLayout()
{
    m_search->setObjectName(QStringLiteral("manualSearch"));
    m_search->setPlaceholderText(tr("Search all chapters  Ctrl+F"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("manualList"));
    m_list->setAccessibleName(tr("Chapters"));
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setAccessibleName(tr("Chapter"));
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(manualMargin);
    m_back->setObjectName(QStringLiteral("manualBack"));
    m_back->setToolTip(tr("Back (Alt+Left)"));
    m_forward->setObjectName(QStringLiteral("manualForward"));
    m_forward->setToolTip(tr("Forward (Alt+Right)"));
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton *button : {m_back, m_forward}) {
        button->setAutoDefault(false);
        button->setEnabled(false);
        buttons->addWidget(button);
    }
    column->addLayout(buttons);
    auto *split = new QSplitter(this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(side);
    split->addWidget(m_text);
    split->setStretchFactor(1, 1);
    split->setSizes({chapterListWidth, usualManualSize.width() - chapterListWidth});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->addWidget(split, 1);
}

void ManualDialog::buildKeys()
{
    const auto key = [this](const char *name, const QList<QKeySequence> &keys, auto call) {
        auto *action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, call);
        addAction(action);
    };
    key("searchManual", QKeySequence::keyBindings(QKeySequence::Find), [this] { focusSearch(); });
    key("manualGoBack", QKeySequence::keyBindings(QKeySequence::Back), [this] { step(-1); });
    key("manualGoForward", QKeySequence::keyBindings(QKeySequence::Forward), [this] { step(1); });
}

void ManualDialog::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

/// All chapters under their part, or what is found in them.
void ManualDialog::fillList()
{
    m_list->clear();
    if (!m_search->text().trimmed().isEmpty()) {
        for (const ManualSection &section : searchManual(m_search->text()))
            addItem(section.title + u'\n' + manualChapter(section.chapter)->title,
                    {section.chapter, manualSlug(section.title)});
        if (m_list->count() == 0)
            addItem(tr("No section has all of these words."), {});
        m_list->setCurrentRow(0);
        return;
    }
    std::optional<ManualChapter::Part> part;
    for (const ManualChapter &chapter : manualChapters()) {
        if (part != chapter.part)
            addItem(manualPartTitle(chapter.part), {});
        part = chapter.part;
        addItem(chapter.title, {chapter.id, {}});
    }
    markChapter();
}

/// Without a chapter it is a heading, which cannot be chosen.
void ManualDialog::addItem(const QString &text, const Place &place)
{
    auto *item = new QListWidgetItem(text, m_list);
    item->setData(manualChapterRole, place.chapter);
    item->setData(manualSectionRole, place.section);
    if (!place.chapter.isEmpty())
        return;
    item->setFlags(Qt::NoItemFlags);
    item->setFont(m_context.theme->headingFont());
}

void ManualDialog::openItem(const QListWidgetItem *item)
{
    if (item && !item->data(manualChapterRole).toString().isEmpty())
        go({item->data(manualChapterRole).toString(), item->data(manualSectionRole).toString()});
}

QString ManualDialog::chapter() const
{
    return m_at < 0 ? QString() : m_visited[m_at].chapter;
}

void ManualDialog::showChapter(const QString &chapter, const QString &section)
{
    show(); // what is not shown has no width yet to lay the text out in
    raise();
    activateWindow();
    m_search->clear();
    go({chapter, section});
    m_text->setFocus(Qt::OtherFocusReason);
}

/// A link names a chapter's file, a section, or both: "verbs.md#list". Nothing outside is opened.
void ManualDialog::follow(const QUrl &link)
{
    if (!link.isRelative())
        return;
    const QString file = QFileInfo(link.path()).completeBaseName();
    go({file.isEmpty() ? chapter() : file, link.fragment()});
}

void ManualDialog::go(const Place &place)
{
    if (!manualChapter(place.chapter))
        return;
    const bool isHere = m_at >= 0 && m_visited[m_at].chapter == place.chapter;
    if (isHere && m_visited[m_at].section == place.section)
        return scrollTo(place.section);
    if (m_at >= 0)
        m_visited[m_at].scrolled = m_text->verticalScrollBar()->value();
    m_visited.resize(++m_at);
    m_visited.append(place);
    if (!isHere)
        render();
    scrollTo(place.section);
    markChapter();
}

void ManualDialog::step(qsizetype by)
{
    if (m_at + by < 0 || m_at + by >= m_visited.size())
        return;
    m_visited[m_at].scrolled = m_text->verticalScrollBar()->value();
    m_at += by;
    render();
    scrollTo(m_visited[m_at].section);
    m_text->verticalScrollBar()->setValue(m_visited[m_at].scrolled);
    markChapter();
}

void ManualDialog::render()
{
    if (const ManualChapter *shown = manualChapter(chapter())) {
        m_text->setMarkdown(shown->text);
        setWindowTitle(tr("%1 – Chartroom manual").arg(shown->title));
    }
}

/// Brings the heading to the top: seen from the end, what comes into view from above does.
void ManualDialog::scrollTo(const QString &section)
{
    m_text->moveCursor(QTextCursor::End);
    QTextCursor cursor(m_text->document());
    for (QTextBlock block = m_text->document()->begin(); block.isValid() && !section.isEmpty();
         block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && manualSlug(block.text()) == section) {
            cursor.setPosition(block.position());
            break;
        }
    }
    m_text->setTextCursor(cursor);
    m_text->ensureCursorVisible();
    if (section.isEmpty())
        m_text->verticalScrollBar()->setValue(0); // with the margin above it
}

/// In the list of chapters; what a search found stays as it is.
void ManualDialog::markChapter()
{
    m_back->setEnabled(m_at > 0);
    m_forward->setEnabled(m_at + 1 < m_visited.size());
    if (!m_search->text().trimmed().isEmpty())
        return;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_at >= 0 && m_list->item(row)->data(manualChapterRole).toString() == chapter())
            m_list->setCurrentRow(row);
}

} // namespace chartroom
