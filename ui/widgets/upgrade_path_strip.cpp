// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/upgrade_path_strip.h"

#include "core/words/upgrade_path_text.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int stepLine = 17; ///< at the usual text size
constexpr int stepFrame = 9; ///< above and below the three lines together
constexpr int stepWidth = 172;
constexpr int narrowest = 104;
constexpr int pathStepShape = 14;
constexpr int edge = 10;
constexpr qsizetype mostSteps = 5; ///< beside the promotion

} // namespace

UpgradePathStepButton::UpgradePathStepButton(const Theme *theme, Words words, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_words(std::move(words))
{
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const QString whole = QStringList{m_words.title, m_words.move, m_words.state}.join(QStringLiteral(", "));
    setAccessibleName(whole);
    setToolTip(whole);
    connect(theme, &Theme::changed, this, &QWidget::updateGeometry);
}

int UpgradePathStepButton::lineHeight() const
{
    return std::max(stepLine, QFontMetrics(m_theme->font()).height());
}

QSize UpgradePathStepButton::sizeHint() const
{
    return {stepWidth, 3 * lineHeight() + stepFrame};
}

QSize UpgradePathStepButton::minimumSizeHint() const
{
    return {narrowest, sizeHint().height()};
}

void UpgradePathStepButton::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isMarked = hasFocus() || m_words.isNext;
    painter.setPen(QPen(m_theme->color(isMarked ? Role::Accent : Role::Line), hasFocus() ? 2 : 1));
    painter.setBrush(m_theme->color(isChecked()    ? Role::Selection
                                    : underMouse() ? Role::Raised
                                                   : Role::Surface));
    painter.drawRoundedRect(frame, 6, 6);
    paintState(painter, QRectF(edge, 8, pathStepShape, pathStepShape), m_words.shape, m_theme->palette());
    const int room = width() - 2 * edge;
    const int high = lineHeight();
    const auto line = [&](int left, int place, const QFont &font, const QColor &color, const QString &text,
                          Qt::TextElideMode elide) {
        painter.setFont(font);
        painter.setPen(color);
        const int wide = room - left;
        painter.drawText(QRect(edge + left, 6 + place * high, wide, high),
                         int(Qt::AlignLeft | Qt::AlignVCenter),
                         painter.fontMetrics().elidedText(text, elide, wide));
    };
    QFont title = m_theme->font();
    title.setWeight(QFont::DemiBold);
    line(pathStepShape + 7, 0, title, m_theme->color(Role::Text), m_words.title, Qt::ElideRight);
    line(0, 1, m_theme->identifierFont(), m_theme->color(Role::Text), m_words.move, Qt::ElideMiddle);
    const bool isLoud = m_words.shape == VisualState::Attention || m_words.shape == VisualState::Moving;
    line(0, 2, m_theme->secondaryFont(),
         isLoud           ? m_theme->palette().color(m_words.shape)
         : m_words.isNext ? m_theme->color(Role::Accent)
                          : m_theme->color(Role::Muted),
         m_words.state, Qt::ElideRight);
}

UpgradePathStrip::UpgradePathStrip(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_steps(new QHBoxLayout)
    , m_shape(new StateLabel(context.theme, pathStepShape, this))
    , m_headline(new TextLabel({}, this))
    , m_plan(new QPushButton(tr("&Plan this step…"), this))
{
    setObjectName(QStringLiteral("wayStrip"));
    setAccessibleName(tr("Upgrade path"));
    setProperty("look", QByteArrayLiteral("topbar"));
    setAttribute(Qt::WA_StyledBackground);
    m_headline->setObjectName(QStringLiteral("wayHeadline"));
    m_headline->setElideMode(Qt::ElideRight);
    m_plan->setObjectName(QStringLiteral("planStep"));
    m_steps->setSpacing(8);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_shape);
    line->addWidget(m_headline, 1);
    line->addWidget(m_plan);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(m_steps);
    layout->addLayout(line);
    connect(m_plan, &QPushButton::clicked, this, &UpgradePathStrip::planRequested);
    hide();
}

void UpgradePathStrip::setUpgradePath(const std::optional<UpgradePath> &upgradePath, const QString &planHint)
{
    m_upgradePath = upgradePath;
    const bool isShown = upgradePath && (!upgradePath->steps.isEmpty() || !upgradePath->promote.isEmpty());
    setVisible(isShown);
    if (!isShown)
        return;
    const UpgradePathStep *next = upgradePath->next();
    m_shape->setState(next ? upgradePathStepState(*next) : VisualState::Done,
                      next ? upgradePathStepWord(*next) : tr("done"));
    m_headline->setText(upgradePathHeadline(*upgradePath));
    m_plan->setVisible(next);
    m_plan->setEnabled(planHint.isEmpty());
    m_plan->setToolTip(planHint.isEmpty() ? tr("Opens the wizard with this release and version filled in")
                                          : planHint);
    if (const QList<UpgradePathStepButton::Words> said = words(); said != m_words) {
        m_words = said;
        rebuild();
    }
}

QList<UpgradePathStepButton::Words> UpgradePathStrip::words() const
{
    QList<UpgradePathStepButton::Words> all;
    const UpgradePathStep *next = m_upgradePath->next();
    for (const UpgradePathStep &step : m_upgradePath->steps) {
        QString title = matrixGroupTitle(step.group);
        title[0] = title[0].toUpper();
        all.append({title, upgradePathStepMove(step), upgradePathStepWord(step), upgradePathStepState(step),
                    &step == next});
    }
    if (!m_upgradePath->promote.isEmpty())
        all.append({tr("Promotion"), QString(), promotionWord(*m_upgradePath),
                    m_upgradePath->mayPromote() ? VisualState::Done : VisualState::Waiting, false});
    return all;
}

void UpgradePathStrip::rebuild()
{
    const int focused = [this] {
        for (const auto &[step, button] : std::as_const(m_buttons))
            if (button->hasFocus())
                return step;
        return -1;
    }();
    while (QLayoutItem *item = m_steps->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_buttons.clear();
    const QList<UpgradePathStep> &steps = m_upgradePath->steps;
    const UpgradePathStep *next = m_upgradePath->next();
    const qsizetype at = next ? next - steps.constData() : steps.size();
    const qsizetype from = std::clamp<qsizetype>(at - 1, 0, std::max<qsizetype>(0, steps.size() - mostSteps));
    const qsizetype to = std::min(steps.size(), from + mostSteps);
    const auto others = [this](const QString &text) {
        auto *label = new TextLabel(text, this);
        label->setLook("muted");
        m_steps->addWidget(label);
    };
    if (from > 0)
        others(tr("%1 before").arg(from));
    for (qsizetype i = from; i < to; ++i)
        addStep(int(i), m_words[i]);
    if (to < steps.size())
        others(tr("%1 more").arg(steps.size() - to));
    if (!m_upgradePath->promote.isEmpty())
        addStep(int(steps.size()), m_words.last());
    m_steps->addStretch(1);
    for (const auto &[step, button] : std::as_const(m_buttons))
        if (step == focused)
            button->setFocus();
    QWidget *before = nullptr;
    for (const auto &[step, button] : std::as_const(m_buttons))
        if (QWidget *last = std::exchange(before, button))
            setTabOrder(last, button);
    if (before)
        setTabOrder(before, m_plan);
}

void UpgradePathStrip::addStep(int step, const UpgradePathStepButton::Words &words)
{
    auto *button = new UpgradePathStepButton(m_context.theme, words, this);
    button->setObjectName(QStringLiteral("wayStep%1").arg(step));
    connect(button, &QAbstractButton::clicked, this, [this, step] { Q_EMIT stepChosen(step); });
    connect(m_context.theme, &Theme::changed, button, qOverload<>(&QWidget::update));
    m_steps->addWidget(button);
    m_buttons.append({step, button});
}

void UpgradePathStrip::setChosen(int chosen)
{
    for (const auto &[step, button] : std::as_const(m_buttons))
        button->setChecked(step == chosen);
}

} // namespace chartroom
