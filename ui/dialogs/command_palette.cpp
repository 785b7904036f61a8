// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_palette.h"

#include "core/screens/tables/fuzzy.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int paletteWidth = 560;
constexpr int usualRowHeight = 32;
constexpr int shownRows = 9;
constexpr int mostResults = 60;
constexpr int iconSize = 16;
constexpr int gap = 10;
enum Role { EntryRole = Qt::UserRole + 1, KindRole, NoteRole, KeysRole, IconRole };

class PaletteDelegate final : public QStyledItemDelegate
{
public:
    PaletteDelegate(const Theme *theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (option.state & QStyle::State_Selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(m_theme->color(chartroom::Role::Selection));
            painter->drawRoundedRect(QRectF(option.rect).adjusted(6, 1, -6, -1), 6, 6);
        }
        const QRect inner = option.rect.adjusted(16, 0, -16, 0);
        // On the right what presses it, else what it is; beside the name what tells namesakes apart.
        const QFontMetrics metrics(m_theme->font());
        const QFontMetrics small(m_theme->secondaryFont());
        painter->setFont(m_theme->secondaryFont());
        painter->setPen(m_theme->color(chartroom::Role::Muted));
        const QString keys = index.data(KeysRole).toString();
        const QString right = keys.isEmpty() ? index.data(KindRole).toString() : keys;
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, right);
        painter->drawPixmap(QPointF(inner.left(), inner.center().y() - iconSize / 2.0 + 0.5),
                            m_theme->icon(index.data(IconRole).toString(), chartroom::Role::Muted, iconSize,
                                          painter->device()->devicePixelRatioF()));
        QRect text = inner.adjusted(iconSize + gap, 0, -small.horizontalAdvance(right) - gap, 0);
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideMiddle, text.width());
        const QRect note = text.adjusted(metrics.horizontalAdvance(name) + gap, 0, 0, 0);
        painter->drawText(note, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          small.elidedText(index.data(NoteRole).toString(), Qt::ElideRight, note.width()));
        painter->setFont(m_theme->font());
        painter->setPen(m_theme->color(chartroom::Role::Text));
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {100, Theme::lineHeight(m_theme->font(), usualRowHeight)};
    }

private:
    const Theme *m_theme;
};

} // namespace

CommandPalette::CommandPalette(const UiContext &context, QWidget *window)
    : QFrame(window)
    , m_context(context)
    , m_input(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_model(new QStandardItemModel(this))
    , m_none(new TextLabel({}, this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Command palette"));
    m_input->setPlaceholderText(tr("Go to a release, a cluster or a command"));
    m_input->setAccessibleName(tr("Search commands, clusters and releases"));
    m_input->setProperty("look", QByteArrayLiteral("bare"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(context.theme, this));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *line = new QFrame(this);
    line->setProperty("look", QByteArrayLiteral("line"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 4, 1, 6);
    layout->setSpacing(0);
    auto *input = new QHBoxLayout;
    input->setContentsMargins(12, 0, 12, 4);
    input->addWidget(m_input);
    layout->addLayout(input);
    layout->addWidget(line);
    layout->addSpacing(4);
    layout->addWidget(m_list);
    layout->addWidget(m_none);
    m_none->setObjectName(QStringLiteral("paletteNone"));
    m_none->setLook("muted");
    m_none->setElideMode(Qt::ElideRight);
    m_none->setContentsMargins(16, 8, 16, 8);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
    m_input->installEventFilter(this);
    window->installEventFilter(this);
    hide();
}

void CommandPalette::open(QList<PaletteEntry> entries)
{
    m_entries = std::move(entries);
    m_before = QApplication::focusWidget();
    m_input->clear();
    search({});
    place();
    show();
    raise();
    m_input->setFocus(Qt::PopupFocusReason);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_input || !isVisible())
        return false;
    if (event->type() == QEvent::FocusOut && !isAncestorOf(QApplication::focusWidget())) {
        hide();
        return false;
    }
    // Esc is ours here, before it is the window's "back".
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        leave();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Down:
    case Qt::Key_Up: {
        const int step = key->key() == Qt::Key_Down ? 1 : -1;
        const int rows = m_model->rowCount();
        if (rows > 0)
            m_list->setCurrentIndex(m_model->index((m_list->currentIndex().row() + step + rows) % rows, 0));
        return true;
    }
    default:
        return false;
    }
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_context.theme->color(chartroom::Role::Muted));
    painter.setBrush(m_context.theme->color(chartroom::Role::Surface));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

void CommandPalette::search(const QString &text)
{
    QList<std::pair<int, int>> found; // score, entry
    for (int i = 0; i < m_entries.size(); ++i)
        if (const int score = fuzzyScore(text, m_entries[i].text); score >= 0)
            found.append({score, i});
    std::stable_sort(found.begin(), found.end(), [](auto &a, auto &b) { return a.first > b.first; });
    if (found.size() > mostResults)
        found.resize(mostResults);
    m_model->clear();
    for (const auto &[score, i] : std::as_const(found)) {
        auto *item = new QStandardItem(m_entries[i].text);
        item->setData(i, EntryRole);
        item->setData(m_entries[i].kind, KindRole);
        item->setData(m_entries[i].note, NoteRole);
        item->setData(m_entries[i].keys, KeysRole);
        item->setData(m_entries[i].icon, IconRole);
        item->setData(m_entries[i].text + QStringLiteral(", ") + m_entries[i].kind, Qt::AccessibleTextRole);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_none->setText(tr("No match for “%1”").arg(text));
    m_none->setVisible(found.isEmpty());
    m_list->setVisible(!found.isEmpty());
    place();
}

void CommandPalette::runCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    const std::function<void()> run = m_entries[index.data(EntryRole).toInt()].run;
    leave();
    run();
}

void CommandPalette::leave()
{
    hide();
    if (m_before)
        m_before->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::place()
{
    const int width = std::min(paletteWidth, parentWidget()->width() - 32);
    const int rows = std::min(shownRows, m_model->rowCount());
    const int height = Theme::lineHeight(m_context.theme->font(), usualRowHeight);
    m_list->setFixedHeight(std::min(rows * height, parentWidget()->height() - 200));
    layout()->activate();
    resize(width, sizeHint().height());
    move((parentWidget()->width() - width) / 2, 96);
}

} // namespace chartroom
