// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/diff_view.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "ui/editor/change_map.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/line_highlighter.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QLocale>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

using Mode = DiffLayout::Mode;
using Side = DiffLayout::Side;

} // namespace

DiffView::DiffView(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_stack(new QStackedWidget(this))
    , m_map(new ChangeMap(context.theme, this))
    , m_find(new FindBar(context, this))
    , m_layout(std::make_shared<const DiffLayout>())
{
    auto *split = new QWidget(m_stack);
    m_before = new DiffPane(Side::Before, context.theme, split);
    m_after = new DiffPane(Side::After, context.theme, split);
    m_unified = new DiffPane(Side::After, context.theme, m_stack);
    m_before->setAccessibleName(tr("Before"));
    m_after->setAccessibleName(tr("After"));
    m_unified->setAccessibleName(tr("Changes"));
    auto *line = new QFrame(split);
    line->setProperty("look", QByteArrayLiteral("rule"));
    auto *sides = new QHBoxLayout(split);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->setSpacing(0);
    sides->addWidget(m_before, 1);
    sides->addWidget(line);
    sides->addWidget(m_after, 1);
    m_stack->addWidget(split);
    m_stack->addWidget(m_unified);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    buildHead();
    layout->addWidget(m_find);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_stack, 1);
    body->addWidget(m_map);
    layout->addLayout(body, 1);
    buildCommands();
    lockScrolling();
    m_find->setPane(m_after);
    connect(m_map, &ChangeMap::rowClicked, this, [this](int row) { goToRow(row); });
    connect(m_find, &FindBar::goingTo, this, &DiffView::openFoldAt);
    for (DiffPane *pane : {m_before, m_after, m_unified}) {
        connect(pane, &DiffPane::foldClicked, this, &DiffView::toggleFold);
        connect(pane, &QPlainTextEdit::cursorPositionChanged, this, &DiffView::updateCount);
    }
    for (DiffPane *pane : {m_after, m_unified})
        connect(pane, &TextPane::loaded, this, [this, pane] {
            if (pane != shownPane())
                return;
            m_ready = true;
            if (const int wanted = std::exchange(m_wantedLine, 0); wanted > 0)
                goToLine(wanted, m_wantedSide);
            else if (!m_layout->changes().isEmpty())
                goToRow(m_layout->changes().first().first);
            Q_EMIT ready();
        });
}

void DiffView::buildHead()
{
    auto *head = new QWidget(this);
    head->setProperty("look", QByteArrayLiteral("topbar"));
    head->setAttribute(Qt::WA_StyledBackground);
    m_beforeTitle = new TextLabel({}, head);
    m_afterTitle = new TextLabel({}, head);
    m_counts = new TextLabel({}, head);
    m_place = new TextLabel({}, head);
    m_beforeTitle->setObjectName(QStringLiteral("diffBefore"));
    m_afterTitle->setObjectName(QStringLiteral("diffAfter"));
    m_counts->setObjectName(QStringLiteral("diffCounts"));
    m_place->setObjectName(QStringLiteral("diffPlace"));
    for (TextLabel *title : {m_beforeTitle, m_afterTitle})
        title->setElideMode(Qt::ElideMiddle);
    for (TextLabel *label : {m_counts, m_place}) {
        label->setLook("muted");
        label->setFont(m_context.theme->secondaryFont());
    }
    // Each title stands over its side, whatever the other says.
    auto *line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    const auto half = [&](std::initializer_list<TextLabel *> labels, int right) {
        auto *box = new QHBoxLayout;
        box->setContentsMargins(12, 5, right, 5);
        box->setSpacing(12);
        for (TextLabel *label : labels)
            box->addWidget(label, label == *labels.begin() ? 1 : 0);
        line->addLayout(box, 1);
    };
    half({m_beforeTitle}, 12);
    half({m_afterTitle, m_counts, m_place}, 20);
    layout()->addWidget(head);
}

void DiffView::buildCommands()
{
    const auto command = [this](const char *name, const QString &text, const QStringList &keys, auto call) {
        auto *action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        QList<QKeySequence> shortcuts;
        for (const QString &key : keys)
            shortcuts.append(QKeySequence(key));
        action->setShortcuts(shortcuts);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, call);
        addAction(action);
        m_commands.append(action);
    };
    command("nextChange", tr("Next change"), {QStringLiteral("F7"), QStringLiteral("Alt+Down")},
            [this] { nextChange(); });
    command("previousChange", tr("Previous change"), {QStringLiteral("Shift+F7"), QStringLiteral("Alt+Up")},
            [this] { previousChange(); });
    command("diffMode", tr("Side by side or unified"), {QStringLiteral("Ctrl+Shift+U")},
            [this] { setMode(m_mode == Mode::Unified ? Mode::SideBySide : Mode::Unified); });
    command("diffFolding", tr("Fold or show unchanged lines"), {QStringLiteral("Ctrl+.")},
            [this] { setFolding(!m_folding); });
    command("diffFind", tr("Find…"), {QStringLiteral("Ctrl+F")}, [this] { m_find->open(); });
    command("diffFindNext", tr("Find the next"), {QStringLiteral("F3")},
            [this] { m_find->isVisible() ? m_find->next() : m_find->open(); });
    command("diffFindPrevious", tr("Find the previous"), {QStringLiteral("Shift+F3")},
            [this] { m_find->isVisible() ? m_find->previous() : m_find->open(); });
}

void DiffView::lockScrolling()
{
    // Both sides have the same rows, so one value fits both.
    const auto lock = [this](QScrollBar *from, QScrollBar *to) {
        connect(from, &QScrollBar::valueChanged, to, &QScrollBar::setValue);
        connect(to, &QScrollBar::valueChanged, from, &QScrollBar::setValue);
    };
    lock(m_before->verticalScrollBar(), m_after->verticalScrollBar());
    lock(m_before->horizontalScrollBar(), m_after->horizontalScrollBar());
    m_before->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void DiffView::setDiff(std::shared_ptr<const TextDiff> diff, const QString &before, const QString &after)
{
    m_diff = std::move(diff);
    m_beforeTitle->setText(QStringLiteral("− ") + visibleText(before));
    m_afterTitle->setText(QStringLiteral("+ ") + visibleText(after));
    layOut();
}

void DiffView::setMode(Mode mode)
{
    if (mode == m_mode)
        return;
    const int row = currentRow();
    const Side side = m_layout->lineNumber(row, Side::After) > 0 ? Side::After : Side::Before;
    m_wantedLine = m_layout->lineNumber(row, side);
    m_wantedSide = side;
    m_mode = mode;
    layOut();
    Q_EMIT modeChanged();
}

void DiffView::setFolding(bool folding)
{
    if (folding == m_folding)
        return;
    m_folding = folding;
    for (int fold = 0; fold < m_layout->folds().size(); ++fold)
        for (DiffPane *pane : {m_before, m_after, m_unified})
            pane->setFoldOpen(fold, !folding);
    const int hidden = m_layout->rows().value(currentRow()).isInFold;
    goToRow(folding && hidden >= 0 ? m_layout->folds()[hidden].row : currentRow());
    Q_EMIT modeChanged();
}

void DiffView::layOut()
{
    m_ready = false;
    const int question = ++m_question;
    if (!m_diff)
        return;
    const auto made = QtConcurrent::run([diff = m_diff, mode = m_mode] {
        LineHighlighter::prepare();
        return std::make_shared<const DiffLayout>(DiffLayout::of(*diff, mode));
    });
    onFinished(made, this, [this, question](const std::shared_ptr<const DiffLayout> &layout) {
        if (question == m_question)
            display(layout);
    });
}

void DiffView::display(std::shared_ptr<const DiffLayout> layout)
{
    m_layout = std::move(layout);
    const bool unified = m_mode == Mode::Unified;
    m_stack->setCurrentIndex(unified ? 1 : 0);
    m_find->setPane(shownPane());
    m_map->setLayoutShown(m_layout);
    const QLocale locale;
    m_counts->setText(QStringLiteral("+%1  −%2")
                          .arg(locale.toString(m_layout->added()), locale.toString(m_layout->removed())));
    if (unified) {
        m_unified->load(m_layout, !m_folding);
    } else {
        m_before->load(m_layout, !m_folding);
        // Each side in a turn of its own: both and their painting take longer than half a frame.
        QTimer::singleShot(0, this, [this, layout = m_layout] {
            if (layout == m_layout && m_mode == Mode::SideBySide)
                m_after->load(m_layout, !m_folding);
        });
    }
    setFocusProxy(shownPane());
    updateCount();
}

DiffPane *DiffView::shownPane() const
{
    return m_mode == Mode::Unified ? m_unified : m_after;
}

DiffPane *DiffView::pane(Side side) const
{
    return m_mode == Mode::Unified ? m_unified : side == Side::Before ? m_before : m_after;
}

int DiffView::currentRow() const
{
    return m_mode == Mode::SideBySide && m_before->hasFocus() ? m_before->currentLine()
                                                              : shownPane()->currentLine();
}

SideLine DiffView::currentLine() const
{
    const int row = currentRow();
    const bool isBefore = m_mode == Mode::SideBySide && m_before->hasFocus();
    const int number = m_layout->lineNumber(row, isBefore ? Side::Before : Side::After);
    return number > 0 ? SideLine{number, !isBefore}
                      : SideLine{m_layout->lineNumber(row, isBefore ? Side::After : Side::Before), isBefore};
}

int DiffView::currentChange() const
{
    return m_layout->changeAt(currentRow());
}

bool DiffView::closeFind()
{
    if (!m_find->isVisible())
        return false;
    m_find->close();
    return true;
}

void DiffView::nextChange()
{
    const int next = currentChange() + 1;
    if (next < m_layout->changes().size())
        goToRow(m_layout->changes()[next].first);
}

void DiffView::previousChange()
{
    const int current = currentChange();
    if (current < 0)
        return;
    const int row = m_layout->changes()[current].first;
    const int target = currentRow() > m_layout->changes()[current].last ? current : current - 1;
    goToRow(target >= 0 ? m_layout->changes()[target].first : row);
}

void DiffView::goToLine(int number, Side side)
{
    if (!m_ready) {
        m_wantedLine = number;
        m_wantedSide = side;
        return;
    }
    if (const int row = m_layout->rowOfLine(number, side); row >= 0) {
        openFoldAt(row);
        goToRow(row);
    }
}

void DiffView::goToRow(int row)
{
    openFoldAt(row);
    if (m_mode == Mode::SideBySide)
        m_before->goToLine(row);
    shownPane()->goToLine(row);
    updateCount();
}

void DiffView::openFoldAt(int row)
{
    const int fold = m_layout->rows().value(row).isInFold;
    if (fold >= 0 && !shownPane()->isFoldOpen(fold))
        toggleFold(fold);
}

void DiffView::toggleFold(int fold)
{
    const bool open = !shownPane()->isFoldOpen(fold);
    for (DiffPane *pane : {m_before, m_after, m_unified})
        pane->setFoldOpen(fold, open);
    if (open)
        shownPane()->goToLine(m_layout->folds()[fold].row + 1);
}

void DiffView::updateCount()
{
    const auto changes = m_layout->changes().size();
    const QLocale locale;
    if (changes == 0)
        m_place->setText(m_diff ? tr("no difference") : QString());
    else if (currentChange() < 0)
        m_place->setText(tr("%n change(s)", nullptr, int(changes)));
    else
        m_place->setText(
            tr("change %1 of %2").arg(locale.toString(currentChange() + 1), locale.toString(changes)));
}

} // namespace chartroom
