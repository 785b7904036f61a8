// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/find_bar.h"

#include "core/base/on_finished.h"
#include "ui/editor/text_pane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qsizetype mostPlaces = 10'000;

QList<int> placesOf(const QString &needle, const QString &text)
{
    QList<int> places;
    for (qsizetype at = text.indexOf(needle, 0, Qt::CaseInsensitive); at >= 0 && places.size() < mostPlaces;
         at = text.indexOf(needle, at + needle.size(), Qt::CaseInsensitive))
        places.append(int(at));
    return places;
}

} // namespace

FindBar::FindBar(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_needle(new QLineEdit(this))
    , m_count(new TextLabel({}, this))
{
    setProperty("look", QByteArrayLiteral("topbar"));
    setAttribute(Qt::WA_StyledBackground);
    m_needle->setObjectName(QStringLiteral("findText"));
    m_needle->setPlaceholderText(tr("Find"));
    m_needle->setAccessibleName(tr("Find in the text"));
    m_needle->setMaximumWidth(280);
    m_count->setObjectName(QStringLiteral("findCount"));
    m_count->setLook("muted");
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->setSpacing(4);
    layout->addWidget(m_needle, 1);
    layout->addWidget(button(QStringLiteral("chevron-up"), tr("Previous (Shift+F3)"), &FindBar::previous));
    layout->addWidget(button(QStringLiteral("chevron-down"), tr("Next (F3)"), &FindBar::next));
    layout->addSpacing(4);
    layout->addWidget(m_count);
    layout->addStretch(1);
    layout->addWidget(button(QStringLiteral("close"), tr("Close (Esc)"), &FindBar::close));
    connect(m_needle, &QLineEdit::textChanged, this, &FindBar::search);
    connect(context.theme, &Theme::changed, this, &FindBar::setIcons);
    setIcons();
    hide();
}

QToolButton *FindBar::button(const QString &icon, const QString &name, void (FindBar::*call)())
{
    auto *made = new QToolButton(this);
    made->setObjectName(icon);
    made->setProperty("look", QByteArrayLiteral("quiet"));
    made->setAccessibleName(name);
    made->setToolTip(name);
    connect(made, &QToolButton::clicked, this, call);
    m_buttons.append(made);
    return made;
}

void FindBar::setIcons()
{
    for (QToolButton *made : std::as_const(m_buttons))
        made->setIcon(m_context.theme->icon(made->objectName(), Role::Muted, 16, devicePixelRatioF()));
}

void FindBar::setPane(TextPane *pane)
{
    if (pane == m_pane)
        return;
    if (m_pane) {
        m_pane->setFound({}, 0, -1);
        m_pane->disconnect(this);
    }
    m_pane = pane;
    m_places.clear();
    m_current = -1;
    connect(pane, &TextPane::loaded, this, [this] {
        if (isVisible())
            search();
    });
}

void FindBar::open()
{
    setVisible(true);
    const QString chosen = m_pane ? m_pane->textCursor().selectedText() : QString();
    if (!chosen.isEmpty() && !chosen.contains(QChar::ParagraphSeparator))
        m_needle->setText(chosen);
    m_needle->setFocus(Qt::ShortcutFocusReason);
    m_needle->selectAll();
    search();
}

void FindBar::close()
{
    setVisible(false);
    ++m_question;
    if (m_pane) {
        m_pane->setFound({}, 0, -1);
        m_pane->setFocus(Qt::ShortcutFocusReason);
    }
    Q_EMIT closed();
}

void FindBar::search()
{
    const int question = ++m_question;
    m_places.clear();
    m_current = -1;
    if (!m_pane || m_needle->text().isEmpty()) {
        if (m_pane)
            m_pane->setFound({}, 0, -1);
        updateCount();
        return;
    }
    const auto found = QtConcurrent::run(placesOf, m_needle->text(), m_pane->text());
    onFinished(found, this, [this, question](const QList<int> &places) {
        if (question != m_question || !m_pane)
            return;
        m_places = places;
        const int from = m_pane->textCursor().selectionStart();
        const auto nearest = std::lower_bound(m_places.cbegin(), m_places.cend(), from);
        goTo(nearest == m_places.cend() ? 0 : int(nearest - m_places.cbegin()));
    });
}

void FindBar::next()
{
    goTo(m_current + 1);
}

void FindBar::previous()
{
    goTo(m_current - 1);
}

void FindBar::goTo(int match)
{
    m_current = m_places.isEmpty() ? -1 : (match + count()) % count();
    updateCount();
    if (!m_pane)
        return;
    m_pane->setFound(m_places, int(m_needle->text().size()), m_current);
    if (m_current < 0)
        return;
    const QTextBlock block = m_pane->document()->findBlock(m_places[m_current]);
    Q_EMIT goingTo(block.blockNumber());
    m_pane->goToLine(block.blockNumber(), m_places[m_current] - block.position());
}

void FindBar::updateCount()
{
    const QLocale locale;
    if (m_needle->text().isEmpty())
        m_count->setText({});
    else if (m_places.isEmpty())
        m_count->setText(tr("not found"));
    else if (m_places.size() == mostPlaces)
        m_count->setText(
            tr("%1 of more than %2").arg(locale.toString(m_current + 1), locale.toString(count())));
    else
        m_count->setText(tr("%1 of %2").arg(locale.toString(m_current + 1), locale.toString(count())));
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->modifiers().testFlag(Qt::ShiftModifier) ? previous() : next();
    else
        QWidget::keyPressEvent(event);
}

} // namespace chartroom
