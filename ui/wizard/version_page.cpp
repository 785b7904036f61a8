// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/version_page.h"

#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/words/relative_time.h"
#include "ui/panels/values_outcomes_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QLineEdit>
#include <QPushButton>

namespace chartroom {

VersionPage::VersionPage(const UiContext &context, UpgradeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Version, parent)
    , m_context(context)
    , m_controller(controller)
    , m_panel(new ValuesOutcomesPanel(context, controller->outcomes(), this))
    , m_strategies(new QButtonGroup(this))
{
    m_bar = new QWidget(this);
    m_bar->setObjectName(QStringLiteral("versionBar"));
    m_bar->setProperty("look", QByteArrayLiteral("topbar"));
    m_bar->setAttribute(Qt::WA_StyledBackground);
    m_bar->setMinimumHeight(44); // more where the text needs it
    m_planned = new TextLabel({}, m_bar);
    m_planned->setObjectName(QStringLiteral("plannedOn"));
    m_planned->setLook("muted");
    m_planned->setFont(context.theme->secondaryFont());
    m_replan = new QPushButton(tr("Plan from the current state"), m_bar);
    m_replan->setObjectName(QStringLiteral("replan"));
    m_replan->setToolTip(tr("The plan was made for another revision or archive of the chart"));
    m_barLine = new QHBoxLayout(m_bar);
    m_barLine->setContentsMargins(16, 4, 16, 4);
    m_barLine->setSpacing(8);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_planned, 1);
    top->addWidget(m_replan);
    m_barLine->addLayout(top, 1);
    m_barLine->addWidget(m_panel->controls());
    QVBoxLayout *layout = makeColumn(); // the rows scroll with the rest in a low window
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_offer = makeOffer();
    m_pending = new TextLabel({}, this);
    m_pending->setObjectName(QStringLiteral("pendingNotice"));
    m_pending->setWordWrap(true);
    m_pending->setLook("attention");
    m_pending->setContentsMargins(16, 8, 16, 8);
    layout->addWidget(m_bar);
    layout->addWidget(m_pending);
    layout->addWidget(m_offer);
    layout->addWidget(m_panel, 1);
    m_choice = makeChoice(*context.theme);
    layout->addWidget(m_choice);
    connect(context.theme, &Theme::changed, this, &VersionPage::fitLines);
    connect(m_replan, &QPushButton::clicked, controller, &UpgradeController::replan);
    connect(m_strategies, &QButtonGroup::idClicked, this,
            [this](int strategy) { m_controller->setStrategy(Strategy(strategy)); });
}

/// A plan that was made for something else.
QWidget *VersionPage::makeOffer()
{
    auto *strip = new QWidget(this);
    strip->setObjectName(QStringLiteral("planOffer"));
    strip->setProperty("look", QByteArrayLiteral("notice"));
    strip->setAttribute(Qt::WA_StyledBackground);
    m_offerText = new TextLabel({}, strip);
    m_offerText->setObjectName(QStringLiteral("planOfferText"));
    m_offerText->setWordWrap(true);
    auto *take = new QPushButton(tr("&Use it"), strip);
    take->setObjectName(QStringLiteral("takeOffer"));
    auto *dismiss = new QPushButton(tr("&Dismiss"), strip);
    dismiss->setObjectName(QStringLiteral("dismissOffer"));
    auto *line = new QHBoxLayout(strip);
    line->setContentsMargins(16, 8, 16, 8);
    line->setSpacing(8);
    line->addWidget(m_offerText, 1);
    line->addWidget(take);
    line->addWidget(dismiss);
    connect(take, &QPushButton::clicked, m_controller, &UpgradeController::takeOffered);
    connect(dismiss, &QPushButton::clicked, this, [this] {
        m_controller->dismissOffered();
        Q_EMIT offerDismissed();
    });
    return strip;
}

void VersionPage::refreshOffer()
{
    const std::optional<UpgradeDraft> &offered = m_controller->offered();
    m_offer->setVisible(offered.has_value());
    if (!offered)
        return;
    QStringList parts;
    if (!offered->canary.isEmpty())
        parts << tr("canary %1").arg(visibleText(offered->canary));
    if (offered->window)
        parts << tr("window from %1").arg(absoluteTimeText(offered->window->start));
    if (!offered->supportReference.isEmpty())
        parts << tr("ticket %1").arg(visibleText(maskedText(offered->supportReference)));
    if (!offered->reasons.isEmpty())
        parts << tr("without its %n reason(s)", nullptr, int(offered->reasons.size()));
    const QString text = tr("Use the plan for version %1, based on revision %2, for this upgrade?")
                             .arg(visibleText(offered->chart.version))
                             .arg(offered->plannedOn);
    m_offerText->setText(
        parts.isEmpty() ? text : text + QStringLiteral(" (%1)").arg(parts.join(QStringLiteral(", "))));
}

/// The three outcomes to choose from.
QWidget *VersionPage::makeChoice(const Theme &theme)
{
    auto *strip = new QWidget(this);
    strip->setObjectName(QStringLiteral("strategyChoice"));
    strip->setProperty("look", QByteArrayLiteral("notice"));
    strip->setAttribute(Qt::WA_StyledBackground);
    auto *title = new TextLabel(tr("Choose a values strategy"), strip);
    title->setFont(theme.headingFont());
    title->setLook("muted");
    title->setElideMode(Qt::ElideRight); // before a button gives way
    m_choiceLine = new QHBoxLayout(strip);
    m_choiceLine->setContentsMargins(16, 8, 16, 8);
    m_choiceLine->setSpacing(8);
    auto *line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(title, 1);
    line->addSpacing(12);
    for (const Strategy strategy : allStrategies) {
        auto *button = new QPushButton(strategyText(strategy), strip);
        button->setObjectName(QStringLiteral("strategy-%1").arg(strategyText(strategy)));
        button->setCheckable(true);
        button->setProperty("look", strategy == Strategy::Reuse   ? QByteArrayLiteral("segment-first")
                                    : strategy == Strategy::Reset ? QByteArrayLiteral("segment-last")
                                                                  : QByteArrayLiteral("segment-middle"));
        button->setToolTip(strategyFlag(strategy));
        m_strategies->addButton(button, int(strategy));
        line->addWidget(button);
    }
    auto *also = new TextLabel(tr("and set"), strip);
    also->setFont(theme.headingFont());
    also->setLook("muted");
    m_settings = new QLineEdit(strip);
    m_settings->setObjectName(QStringLiteral("settings"));
    m_settings->setFont(theme.identifierFont());
    m_settings->setAccessibleName(tr("Values that the upgrade sets"));
    m_settings->setToolTip(tr("Values that this upgrade changes, as for helm's --set"));
    m_settings->setClearButtonEnabled(true);
    auto *settings = new QHBoxLayout;
    settings->setSpacing(12);
    settings->addWidget(also);
    settings->addWidget(m_settings, 1);
    m_choiceLine->addLayout(line);
    m_choiceLine->addLayout(settings, 1);
    connect(m_settings, &QLineEdit::textEdited, m_controller, &UpgradeController::setSettings);
    return strip;
}

void VersionPage::refresh()
{
    const UpgradeDraft &draft = m_controller->draft();
    if (m_controller->strategy()) {
        m_strategies->button(int(*m_controller->strategy()))->setChecked(true);
    } else if (QAbstractButton *checked = m_strategies->checkedButton()) {
        m_strategies->setExclusive(false); // else it would stay
        checked->setChecked(false);
        m_strategies->setExclusive(true);
    }
    const bool isReady = m_controller->outcomes()->phase() == ReadPhase::Ready;
    const QList<QAbstractButton *> buttons = m_strategies->buttons();
    for (QAbstractButton *button : buttons) {
        const auto strategy = Strategy(m_strategies->id(button));
        const bool isSuggested = isReady && m_controller->outcomes()->shown().advice.recommended == strategy;
        button->setText(isSuggested ? tr("%1 · suggested").arg(strategyText(strategy))
                                    : strategyText(strategy));
        button->setAccessibleName(tr("Choose the strategy %1").arg(button->text()));
        button->setEnabled(isReady);
    }
    refreshOffer();
    const QString pending = m_controller->pendingNotice();
    m_pending->setText(pending);
    m_pending->setVisible(!pending.isEmpty());
    const std::optional<QString> &settings = m_controller->settings();
    if (m_settings->text() != settings.value_or(QString()))
        m_settings->setText(settings.value_or(QString()));
    m_settings->setEnabled(settings.has_value());
    m_settings->setPlaceholderText(settings ? tr("nothing else, or for example driver.version=580.126.20")
                                            : tr("from the opened plan"));
    m_replan->setVisible(m_controller->isOutdated());
    // Where nothing can be computed there is nothing to choose; where no version is known neither.
    const bool hasFailed = m_controller->outcomes()->phase() == ReadPhase::Failed;
    m_choice->setVisible(!hasFailed);
    m_bar->setVisible(!hasFailed || m_controller->outcomes()->versions() || m_controller->isOutdated());
    m_planned->setText(draft.plannedOn > 0 ? tr("from revision %1").arg(draft.plannedOn) : QString());
}

void VersionPage::focusContent()
{
    m_panel->focusContent();
}

void VersionPage::showEvent(QShowEvent *event)
{
    WizardPage::showEvent(event);
    m_panel->setActive(true);
}

void VersionPage::resizeEvent(QResizeEvent *event)
{
    WizardPage::resizeEvent(event);
    fitLines();
}

void VersionPage::fitLines()
{
    constexpr int narrow = 680;
    const auto direction =
        width() < m_context.theme->inText(narrow) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    m_barLine->setDirection(direction);
    m_choiceLine->setDirection(direction);
}

void VersionPage::hideEvent(QHideEvent *event)
{
    WizardPage::hideEvent(event);
    m_panel->setActive(false);
}

} // namespace chartroom
