// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/code_view.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/screens/values/set_form.h"
#include "ui/editor/copy_commands.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_highlighter.h"
#include "ui/editor/yaml_pane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

struct ReadyText
{
    QString text;
    YamlOutline outline;
};

ReadyText prepare(const QString &text, bool isYaml)
{
    ReadyText ready;
    ready.text = TextPane::readyText(text);
    if (ready.text.endsWith(u'\n'))
        ready.text.chop(1); // ends the last line, begins none
    if (isYaml)
        LineHighlighter::prepare();
    ready.outline = isYaml ? YamlOutline::of(ready.text) : YamlOutline::ofPlainText(ready.text);
    return ready;
}

} // namespace

CodeView::CodeView(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_pane(new YamlPane(context.theme, this))
    , m_find(new FindBar(context, this))
    , m_foot(new QWidget(this))
    , m_path(new TextLabel({}, m_foot))
    , m_place(new TextLabel({}, m_foot))
    , m_copies(new CopyCommands(this, [this] { return currentSetting(); }))
{
    m_pane->setObjectName(QStringLiteral("codePane"));
    m_pane->setAccessibleName(tr("Values"));
    m_pane->setContextMenuPolicy(Qt::CustomContextMenu);
    m_find->setPane(m_pane);
    buildCommands();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_find);
    layout->addWidget(m_pane, 1);
    buildFoot();
    connect(m_pane, &QPlainTextEdit::cursorPositionChanged, this, &CodeView::showPath);
    connect(m_pane, &QWidget::customContextMenuRequested, this, &CodeView::showMenu);
    connect(m_find, &FindBar::goingTo, m_pane, &YamlPane::reveal);
    connect(m_pane, &TextPane::loaded, this, [this] {
        m_ready = true;
        if (const ValuePath wanted = std::exchange(m_wanted, {}); !wanted.isEmpty())
            goTo(wanted, m_wantedDocument);
        showPath();
        Q_EMIT ready();
    });
}

void CodeView::buildFoot()
{
    m_foot->setProperty("look", QByteArrayLiteral("statusbar"));
    m_foot->setAttribute(Qt::WA_StyledBackground);
    m_path->setObjectName(QStringLiteral("codePath"));
    m_path->setAccessibleName(tr("Path of the cursor"));
    m_path->setElideMode(Qt::ElideMiddle);
    m_path->setFont(m_context.theme->identifierFont());
    m_place->setLook("muted");
    m_place->setFont(m_context.theme->secondaryFont());
    auto *line = new QHBoxLayout(m_foot);
    line->setContentsMargins(12, 4, 12, 4);
    line->setSpacing(12);
    line->addWidget(m_path, 1);
    line->addWidget(m_place);
    layout()->addWidget(m_foot);
}

QAction *CodeView::command(const char *name, const QString &text, const QString &keys,
                           void (CodeView::*call)())
{
    auto *action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
    m_commands.append(action);
    return action;
}

void CodeView::buildCommands()
{
    m_commands = m_copies->actions();
    command("find", tr("Find…"), QStringLiteral("Ctrl+F"), &CodeView::find);
    command("findNext", tr("Find the next"), QStringLiteral("F3"), &CodeView::findNext);
    command("findPrevious", tr("Find the previous"), QStringLiteral("Shift+F3"), &CodeView::findPrevious);
    command("toggleFold", tr("Fold or open here"), QStringLiteral("Ctrl+."), &CodeView::toggleFold);
    command("foldDeep", tr("Fold all but the top"), QStringLiteral("Ctrl+Shift+["), &CodeView::foldDeep);
    command("openFolds", tr("Open all folds"), QStringLiteral("Ctrl+Shift+]"), &CodeView::openFolds);
}

void CodeView::setText(const QString &text, const QList<Value> &documents, bool isYaml)
{
    m_documents = documents;
    if (text == m_text && (m_ready || m_loading > 0))
        return;
    m_text = text;
    m_ready = false;
    const int loading = ++m_loading;
    onFinished(QtConcurrent::run(prepare, text, isYaml), this,
               [this, loading, isYaml](const ReadyText &ready) {
                   if (loading != m_loading)
                       return;
                   m_pane->setProse(!isYaml);
                   m_pane->load(ready.text, ready.outline);
               });
}

ValuePath CodeView::currentPath() const
{
    return m_pane->outline().pathAt(m_pane->currentLine());
}

void CodeView::goTo(const ValuePath &path, int document)
{
    m_wanted = m_ready ? ValuePath() : path;
    m_wantedDocument = document;
    if (!m_ready)
        return;
    const int line = m_pane->outline().lineOf(path, document);
    if (line < 0)
        return;
    m_pane->reveal(line);
    m_pane->goToLine(line);
}

ShownSetting CodeView::currentSetting() const
{
    const int document = m_pane->outline().documentAt(m_pane->currentLine());
    const ValuePath path = currentPath();
    if (path.isEmpty())
        return {};
    return {pathText(path), path, valueAt(m_documents.value(document), path)};
}

void CodeView::find()
{
    m_find->open();
}

void CodeView::findNext()
{
    m_find->isVisible() ? m_find->next() : m_find->open();
}

void CodeView::findPrevious()
{
    m_find->isVisible() ? m_find->previous() : m_find->open();
}

void CodeView::toggleFold()
{
    m_pane->toggleFold();
}

void CodeView::foldDeep()
{
    m_pane->foldTo(0);
}

void CodeView::openFolds()
{
    m_pane->foldTo(-1);
}

void CodeView::showMenu(const QPoint &position)
{
    if (!m_pane->textCursor().hasSelection())
        m_pane->setTextCursor(m_pane->cursorForPosition(position));
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *copy = menu->addAction(tr("Copy"), QKeySequence::Copy, m_pane, &QPlainTextEdit::copy);
    copy->setEnabled(m_pane->textCursor().hasSelection());
    menu->addSeparator();
    m_copies->addTo(menu);
    for (QAction *action : std::as_const(m_commands)) {
        if (m_copies->actions().contains(action))
            continue;
        if (action->objectName() == QLatin1String("find") ||
            action->objectName() == QLatin1String("toggleFold"))
            menu->addSeparator();
        menu->addAction(action);
    }
    menu->popup(m_pane->viewport()->mapToGlobal(position));
}

void CodeView::showPath()
{
    m_path->setText(visibleText(pathText(currentPath())));
    const QLocale locale;
    m_place->setText(m_ready ? tr("line %1 of %2")
                                   .arg(locale.toString(m_pane->currentLine() + 1),
                                        locale.toString(m_pane->outline().lineCount()))
                             : QString());
}

} // namespace chartroom
