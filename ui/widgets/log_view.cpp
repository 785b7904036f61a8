// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/log_view.h"

#include "core/screens/objects/log_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int logPadding = 8;
constexpr int logLead = 2; ///< between two lines

class LogDelegate final : public QStyledItemDelegate
{
public:
    LogDelegate(const Theme *theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        const bool isSelected = option.state & QStyle::State_Selected;
        if (index.data(LogFoundRole).toBool())
            painter->fillRect(option.rect, m_theme->palette().tint(Role::Attention));
        if (isSelected)
            painter->fillRect(option.rect, m_theme->color(Role::Selection));
        if (isSelected && option.state & QStyle::State_HasFocus)
            painter->fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())),
                              m_theme->color(Role::Accent));
        painter->setFont(m_theme->identifierFont());
        painter->setPen(m_theme->color(Role::Text));
        // What is right of the view is not laid out: a line has up to 4,000 characters.
        const int width = option.widget ? option.widget->width() - option.rect.left() : option.rect.width();
        const int letter = std::max(1, option.fontMetrics.averageCharWidth());
        const QString text = index.data().toString().left(2 * std::max(0, width) / letter + 2);
        painter->drawText(option.rect.adjusted(logPadding, 0, 0, 0),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextExpandTabs, text);
        painter->restore();
    }

private:
    const Theme *m_theme;
};

} // namespace

/// One column of lines, as wide as the longest.
class LogTable final : public QTableView
{
public:
    LogTable(const Theme *theme, LogModel *model, QWidget *parent)
        : QTableView(parent)
        , m_theme(theme)
        , m_lines(model)
    {
        setModel(model);
        setItemDelegate(new LogDelegate(theme, this));
        setShowGrid(false);
        setWordWrap(false);
        setSelectionBehavior(SelectRows);
        setSelectionMode(ExtendedSelection);
        setEditTriggers(NoEditTriggers);
        setVerticalScrollMode(ScrollPerPixel);
        setHorizontalScrollMode(ScrollPerPixel);
        setTabKeyNavigation(false);
        setCornerButtonEnabled(false);
        horizontalHeader()->hide();
        horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        verticalHeader()->hide();
        verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &LogTable::keepPlace);
        connect(model, &QAbstractItemModel::rowsInserted, this, &LogTable::restorePlace);
        connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &LogTable::keepPlace);
        connect(model, &QAbstractItemModel::rowsRemoved, this,
                [this](const QModelIndex &, int first, int last) {
                    m_value -= (last - first + 1) * rowHeight();
                    restorePlace();
                });
        connect(model, &QAbstractItemModel::dataChanged, this, &LogTable::fitColumn);
        setFonts();
        connect(theme, &Theme::changed, this, &LogTable::setFonts);
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        keepPlace();
        QTableView::resizeEvent(event);
        restorePlace();
    }

private:
    [[nodiscard]] int rowHeight() const { return verticalHeader()->defaultSectionSize(); }

    void setFonts()
    {
        const int height = QFontMetrics(m_theme->identifierFont()).height() + logLead;
        verticalHeader()->setMinimumSectionSize(height);
        verticalHeader()->setDefaultSectionSize(height);
        fitColumn();
        viewport()->update();
    }

    void fitColumn()
    {
        const int letters =
            QFontMetrics(m_theme->identifierFont()).averageCharWidth() * int(m_lines->longest());
        const int width = std::max(viewport()->width(), letters + 2 * logPadding);
        if (columnWidth(0) != width)
            setColumnWidth(0, width);
    }

    void keepPlace()
    {
        m_value = verticalScrollBar()->value();
        // A scroll bar below takes about a row.
        m_isAtEnd = m_value >= verticalScrollBar()->maximum() - 2 * rowHeight();
    }

    void restorePlace()
    {
        fitColumn();
        updateGeometries();
        verticalScrollBar()->setValue(m_isAtEnd ? verticalScrollBar()->maximum() : std::max(0, m_value));
    }

    const Theme *m_theme;
    LogModel *m_lines;
    int m_value = 0;
    bool m_isAtEnd = true;
};

LogView::LogView(const UiContext &context, LogModel *model, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(model)
    , m_table(new LogTable(context.theme, model, this))
    , m_bar(new QWidget(this))
    , m_needle(new QLineEdit(m_bar))
    , m_count(new TextLabel({}, m_bar))
{
    m_table->setObjectName(QStringLiteral("logLines"));
    m_table->setAccessibleName(tr("Lines of the log"));
    buildSearch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(model, &LogModel::foundChanged, this, &LogView::showFound);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LogView::updateCount);
}

void LogView::buildSearch()
{
    m_bar->setProperty("look", QByteArrayLiteral("topbar"));
    m_bar->setAttribute(Qt::WA_StyledBackground);
    m_needle->setObjectName(QStringLiteral("logFind"));
    m_needle->setPlaceholderText(tr("Find"));
    m_needle->setAccessibleName(tr("Find in the log"));
    m_needle->setMaximumWidth(280);
    m_count->setObjectName(QStringLiteral("logFound"));
    m_count->setLook("muted");
    auto *layout = new QHBoxLayout(m_bar);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->addWidget(m_needle, 1);
    layout->addWidget(m_count);
    layout->addStretch(1);
    connect(m_needle, &QLineEdit::textChanged, this, &LogView::search);
    m_bar->hide();
}

QTableView *LogView::table() const
{
    return m_table;
}

void LogView::openSearch()
{
    m_bar->show();
    m_needle->setFocus(Qt::ShortcutFocusReason);
    m_needle->selectAll();
    if (m_model->needle() != m_needle->text())
        search();
}

void LogView::closeSearch()
{
    m_bar->hide();
    m_isNew = false;
    m_model->search({});
    m_table->setFocus(Qt::ShortcutFocusReason);
}

void LogView::search()
{
    m_isNew = !m_needle->text().isEmpty();
    m_model->search(m_needle->text());
}

void LogView::findNext()
{
    m_bar->isVisible() ? go(true) : openSearch();
}

void LogView::findPrevious()
{
    m_bar->isVisible() ? go(false) : openSearch();
}

void LogView::go(bool isForward)
{
    const QModelIndex current = m_table->currentIndex();
    const int before = current.isValid() ? current.row() : isForward ? -1 : m_model->rowCount();
    const int row = m_model->nextFound(before, isForward);
    if (row < 0)
        return;
    const QModelIndex found = m_model->index(row);
    m_table->selectionModel()->setCurrentIndex(found, QItemSelectionModel::ClearAndSelect |
                                                          QItemSelectionModel::Rows);
    m_table->scrollTo(found, QAbstractItemView::EnsureVisible);
    updateCount();
}

/// A new search goes to its first match once; what is found while the log grows moves nothing.
void LogView::showFound()
{
    if (m_isNew && !m_model->isSearching() && m_model->foundCount() > 0) {
        m_isNew = false;
        if (m_model->placeOf(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1) < 0)
            go(true);
    }
    updateCount();
}

void LogView::updateCount()
{
    const QLocale locale;
    const QModelIndex current = m_table->currentIndex();
    const qsizetype place = current.isValid() ? m_model->placeOf(current.row()) : -1;
    if (m_model->needle().isEmpty() || m_model->isSearching())
        m_count->setText({});
    else if (m_model->foundCount() == 0)
        m_count->setText(tr("not found"));
    else if (place < 0)
        m_count->setText(tr("%n line(s)", nullptr, int(m_model->foundCount())));
    else
        m_count->setText(
            tr("%1 of %2").arg(locale.toString(place + 1), locale.toString(m_model->foundCount())));
}

void LogView::copy() const
{
    QList<int> rows;
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : chosen)
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty())
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows.append(row);
    QStringList lines;
    for (const int row : std::as_const(rows))
        lines.append(m_model->text(row));
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool isInSearch = m_needle->hasFocus();
    if (event->key() == Qt::Key_Escape && m_bar->isVisible())
        closeSearch();
    else if (isInSearch && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        go(!event->modifiers().testFlag(Qt::ShiftModifier));
    else
        QWidget::keyPressEvent(event);
}

} // namespace chartroom
