// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_label.h"

#include "ui/theme/plain_tool_tip.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStringList>
#include <QStyle>
#include <QToolTip>

namespace chartroom {

namespace {

constexpr QChar zeroWidthSpace(0x200B); ///< a line may break here
constexpr QChar wordJoiner(0x2060);     ///< and here it may not

QString withoutSigns(QString text)
{
    return text.remove(zeroWidthSpace).remove(wordJoiner);
}

/// Tells a label without the signs of breakable() and unbroken().
class SpokenLabel final : public QAccessibleWidget
{
public:
    explicit SpokenLabel(TextLabel *label)
        : QAccessibleWidget(label, QAccessible::StaticText)
    {}

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        QString told = QAccessibleWidget::text(kind);
        if (kind == QAccessible::Name && told.isEmpty())
            told = static_cast<TextLabel *>(widget())->text();
        return withoutSigns(told);
    }
};

QAccessibleInterface *spokenLabel(const QString & /*className*/, QObject *object)
{
    auto *label = qobject_cast<TextLabel *>(object);
    return label ? new SpokenLabel(label) : nullptr;
}

} // namespace

QString breakable(const QString &text)
{
    constexpr qsizetype longWord = 22;
    QStringList words = text.split(u' ');
    for (QString &word : words) {
        if (word.size() <= longWord)
            continue;
        QString broken;
        qsizetype whole = 0; // characters since the last place to break, as of a digest
        for (const QChar c : std::as_const(word)) {
            broken += c;
            whole = c == u'\n' ? 0 : whole + 1;
            const bool isPlace = c == u'.' || c == u'/' || c == u'-' || c == u'_' || c == u'=' || c == u',';
            if (isPlace || (whole >= longWord && !c.isHighSurrogate())) {
                broken += zeroWidthSpace;
                whole = 0;
            }
        }
        word = broken;
    }
    return words.join(u' ');
}

QString unbroken(const QString &text)
{
    QStringList words = text.split(u' ');
    for (QString &word : words)
        if (word.startsWith(QLatin1String("--")))
            word.replace(u'-', QString(u'-') + wordJoiner);
    return words.join(u' ');
}

TextLabel::TextLabel(const QString &text, QWidget *parent)
    : QLabel(parent)
{
    static const bool isSpoken = (QAccessible::installFactory(spokenLabel), true);
    Q_UNUSED(isSpoken)
    setTextFormat(Qt::PlainText);
    setText(text);
}

void TextLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elide = mode;
    updateGeometry();
    update();
}

void TextLabel::setLook(const char *look)
{
    if (property("look").toByteArray() == look)
        return;
    setProperty("look", QByteArray(look));
    if (!testAttribute(Qt::WA_WState_Polished))
        return; // it is polished when it is shown; twice, and it loses the font that was set in between
    style()->unpolish(this);
    style()->polish(this);
}

void TextLabel::setCopyable()
{
    m_isCopyable = true;
}

void TextLabel::copy() const
{
    QApplication::clipboard()->setText(withoutSigns(selectedText()));
}

void TextLabel::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && hasSelectedText())
        copy();
    else
        QLabel::keyPressEvent(event);
}

void TextLabel::contextMenuEvent(QContextMenuEvent *event)
{
    if (!(textInteractionFlags() & Qt::TextSelectableByMouse)) {
        QLabel::contextMenuEvent(event);
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &TextLabel::copy)->setEnabled(hasSelectedText());
    menu->addAction(tr("Select all"), QKeySequence::SelectAll, this,
                    [this] { setSelection(0, int(text().size())); });
    menu->popup(event->globalPos());
}

QSize TextLabel::minimumSizeHint() const
{
    const QSize hint = QLabel::minimumSizeHint();
    return m_elide == Qt::ElideNone ? hint : QSize(fontMetrics().horizontalAdvance(u'M') * 3, hint.height());
}

int TextLabel::heightForWidth(int width) const
{
    if (!wordWrap())
        return QLabel::heightForWidth(width);
    // A layout asks for the same width again and again, and a scroll area for one after the other down to
    // what its bar leaves; a QLabel lays its text out each time.
    constexpr int mostKnown = 16;
    if (m_measured != text() || m_heights.size() >= mostKnown) {
        m_measured = text();
        m_heights.clear();
    }
    for (const Height &known : std::as_const(m_heights))
        if (width >= known.from && width <= known.to)
            return known.height;
    constexpr int scrollBar = 12;
    const int height = QLabel::heightForWidth(width);
    const bool isSame = width > scrollBar && QLabel::heightForWidth(width - scrollBar) == height;
    m_heights.append({isSame ? width - scrollBar : width, width, height});
    return height;
}

void TextLabel::paintEvent(QPaintEvent *event)
{
    if (m_elide == Qt::ElideNone) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), int(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), m_elide, contentsRect().width()));
}

bool TextLabel::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::Polish:
    case QEvent::ContentsRectChange:
        m_heights.clear();
        break;
    default:
        break;
    }
    if (event->type() == QEvent::Enter && m_isCopyable &&
        !(textInteractionFlags() & Qt::TextSelectableByMouse)) {
        m_heights.clear();
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    // Asked for when it is needed: text, font and width all change whether the text is cut.
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && isCut()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    return QLabel::event(event);
}

bool TextLabel::isCut() const
{
    return m_elide != Qt::ElideNone && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

} // namespace chartroom
