// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/values_page.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/words/path_notes.h"
#include "ui/context/navigator.h"
#include "ui/panels/values_compare_panel.h"
#include "ui/panels/values_divergence_panel.h"
#include "ui/panels/values_outcomes_panel.h"
#include "ui/panels/values_text_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/message_view.h"

#include <QAction>
#include <QBoxLayout>
#include <QHideEvent>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

namespace chartroom {

ValuesPage::ValuesPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Values"), "values", "values", "Ctrl+2"}, parent)
    , m_releases(new ChoiceButton(context.theme, tr("Release"), m_header))
    , m_reveal(new QPushButton(m_header))
    , m_bar(new QWidget(this))
    , m_tabs(new QTabBar(m_bar))
    , m_controls(new QStackedWidget(m_bar))
    , m_panels(new QStackedWidget(this))
    , m_message(new MessageView(context.theme, this))
    , m_values(new ValuesController(this))
    , m_compare(new CompareController(this))
    , m_threeWay(new ThreeWayController(this))
    , m_comparePanel(new ValuesComparePanel(context, m_compare, m_threeWay, m_panels))
    , m_outcomes(new OutcomesController(&outcomes, this))
    , m_divergence(new ValuesDivergencePanel(context, m_panels))
{
    buildHeader();
    buildBar();
    auto *textPanel = new ValuesTextPanel(context, m_values, m_panels);
    addView("viewValues", tr("Values"), textPanel);
    addView("viewCompare", tr("Compare"), m_comparePanel);
    auto *outcomesPanel = new ValuesOutcomesPanel(context, m_outcomes, m_panels);
    addView("viewOutcomes", tr("Outcomes"), outcomesPanel);
    addView("viewDivergence", tr("Divergence"), m_divergence);
    addCommands();
    connect(m_divergence, &ValuesDivergencePanel::compareRequested, this, &ValuesPage::compare);
    connect(context.notes, &PathNotes::changed, this, &ValuesPage::showNotes);
    connect(outcomesPanel, &ValuesOutcomesPanel::compareRequested, this, &ValuesPage::compare);
    connect(outcomesPanel, &ValuesOutcomesPanel::versionsChanged, m_comparePanel,
            &ValuesComparePanel::setVersions);
    connect(outcomesPanel, &ValuesOutcomesPanel::versionsChanged, textPanel, &ValuesTextPanel::setVersions);
    connect(m_comparePanel, &ValuesComparePanel::versionsWanted, m_outcomes,
            &OutcomesController::needVersions);
    connect(textPanel, &ValuesTextPanel::versionsWanted, m_outcomes, &OutcomesController::needVersions);
    m_column->addWidget(m_bar);
    m_column->addWidget(m_panels, 1);
    m_column->addWidget(m_message, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &ValuesPage::showView);
    refreshReveal();
}

void ValuesPage::buildHeader()
{
    m_releases->setObjectName(QStringLiteral("valuesRelease"));
    m_releases->setFont(m_context.theme->identifierFont());
    m_reveal->setObjectName(QStringLiteral("reveal"));
    m_reveal->setProperty("look", QByteArrayLiteral("toggle"));
    m_reveal->setCheckable(true);
    m_header->addControl(m_releases);
    m_header->addControl(m_reveal);
    connect(m_releases, &ChoiceButton::chosen, this, [this](const QVariant &key) {
        setRelease(key.value<ReleaseKey>());
        Q_EMIT releaseChosen(m_key);
    });
    connect(m_reveal, &QPushButton::toggled, this, &ValuesPage::setRevealed);
}

void ValuesPage::buildBar()
{
    m_bar->setProperty("look", QByteArrayLiteral("topbar"));
    m_bar->setAttribute(Qt::WA_StyledBackground);
    m_bar->setMinimumHeight(42); // more where the text needs it
    m_tabs->setObjectName(QStringLiteral("valuesTabs"));
    m_tabs->setAccessibleName(tr("Views of the values"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setFocusPolicy(Qt::TabFocus);
    auto *line = new QHBoxLayout(m_bar);
    line->setContentsMargins(8, 0, 16, 0);
    line->setSpacing(8);
    line->addWidget(m_tabs, 0, Qt::AlignBottom);
    line->addStretch(1);
    line->addWidget(m_controls, 0, Qt::AlignVCenter);
}

void ValuesPage::addView(const char *name, const QString &title, ValuesPanel *panel)
{
    const int view = m_panels->addWidget(panel);
    m_controls->addWidget(panel->controls());
    m_tabs->addTab(title);
    connect(panel, &ValuesPanel::hiddenChanged, this, &ValuesPage::refreshReveal);
    const QList<QAction *> commands = panel->commands();
    for (QAction *command : commands)
        if (command->shortcut() == QKeySequence(QKeySequence::Find))
            command->setShortcuts(QList<QKeySequence>()); // the window has it, and asks the page
    connect(addCommand(name, tr("Values: %1").arg(title)), &QAction::triggered, this, [this, view] {
        m_tabs->setCurrentIndex(view);
        focusContent();
        m_context.navigator->showPage(this); // a view is chosen from anywhere
    });
}

void ValuesPage::addCommands()
{
    // Views that do the same by the same keys share a line in menu and palette: by key the widget in focus
    // decides, else the view that is shown.
    QHash<QString, QAction *> known;
    for (int view = 0; view < m_panels->count(); ++view) {
        const QList<QAction *> commands = qobject_cast<ValuesPanel *>(m_panels->widget(view))->commands();
        for (QAction *command : commands) {
            const QString keys = command->shortcut().toString();
            if (keys.isEmpty())
                continue;
            if (QAction *first = known.value(keys)) {
                connect(first, &QAction::triggered, command, [this, view, command] {
                    if (m_panels->currentIndex() == view)
                        command->trigger();
                });
                continue;
            }
            known.insert(keys, command);
            m_commands.append(command);
        }
    }
}

ValuesPanel *ValuesPage::panel() const
{
    return qobject_cast<ValuesPanel *>(m_panels->currentWidget());
}

void ValuesPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    m_key = {};
    m_divergence->setCluster(name);
    attach();
}

void ValuesPage::attach()
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    SideReader *sides = m_cluster.isEmpty() ? nullptr : m_context.fleet->sides(m_cluster);
    if (source != m_source && m_source)
        m_source->disconnect(this);
    if (source && source != m_source)
        connect(source, &ReleaseSource::releasesChanged, this, &ValuesPage::refreshRelease);
    m_source = source;
    m_values->setSource(source, sides);
    m_compare->setSource(source, sides);
    m_threeWay->setSource(source, sides);
    m_outcomes->setSource(m_cluster, source,
                          m_cluster.isEmpty() ? nullptr : m_context.fleet->charts(m_cluster));
    readRelease();
}

void ValuesPage::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_reveal->setChecked(false);
    readRelease();
}

void ValuesPage::readRelease()
{
    for (ReleaseController *reading :
         std::initializer_list<ReleaseController *>{m_values, m_compare, m_threeWay, m_outcomes})
        reading->setRelease(m_key);
    refreshRelease();
}

void ValuesPage::refreshRelease()
{
    if (!isVisible())
        return; // it is done when the page is shown
    refreshMessage();
    QList<ChoiceButton::Choice> choices;
    const QList<ReleaseKey> keys = m_source ? m_source->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        choices.append({visibleText(key.name), QVariant::fromValue(key), false});
    std::sort(choices.begin(), choices.end(),
              [](const auto &a, const auto &b) { return a.text.localeAwareCompare(b.text) < 0; });
    const Release *release = m_source ? m_source->find(m_key) : nullptr;
    if (!release)
        choices.prepend({tr("Choose a release"), QVariant(), false});
    m_releases->setChoices(choices);
    m_releases->setCurrent(release ? QVariant::fromValue(m_key) : QVariant());
    m_releases->setVisible(!keys.isEmpty());
    m_controls->setVisible(release);
    for (int view = 0; view < m_panels->count(); ++view)
        qobject_cast<ValuesPanel *>(m_panels->widget(view))->setRelease(release);
    showNotes();
}

void ValuesPage::showNotes()
{
    m_comparePanel->setNotes(m_context.notes->of(m_cluster, m_key));
}

void ValuesPage::refreshMessage()
{
    using Kind = PageMessage::Kind;
    PageMessage message;
    if (m_cluster.isEmpty())
        message = noClustersMessage(*m_context.fleet);
    else if (!m_source || m_source->keys().isEmpty())
        message = releasesMessage(m_context.fleet->entry(m_cluster), 0, 0, {});
    // Where there is a cluster without releases the views say it.
    const bool views = message.kind == Kind::None || message.kind == Kind::NoReleases;
    if (!views)
        m_message->setMessage(message, m_actions.offeredFor(message.kind));
    m_bar->setVisible(views);
    m_panels->setVisible(views);
    m_message->setVisible(!views);
}

void ValuesPage::refreshReveal()
{
    const int hidden = panel() ? panel()->hiddenValues() : -1;
    const bool revealed = panel() && panel()->isRevealed();
    {
        const QSignalBlocker blocker(m_reveal);
        m_reveal->setChecked(revealed); // another kind of values hides them again
    }
    m_reveal->setText(revealed     ? tr("Hide secrets")
                      : hidden > 0 ? tr("Reveal %n secret(s)", nullptr, hidden)
                                   : tr("Reveal secrets"));
    m_reveal->setEnabled(revealed || hidden != 0);
    m_reveal->setToolTip(revealed      ? tr("Secrets are shown until you leave this view.")
                         : hidden == 0 ? tr("Nothing is hidden here.")
                                       : tr("Shown until you leave this view."));
    m_reveal->setVisible(m_source && m_source->find(m_key));
}

void ValuesPage::setRevealed(bool revealed)
{
    if (ValuesPanel *shown = panel())
        shown->setRevealed(revealed);
    refreshReveal();
}

void ValuesPage::showView(int view)
{
    m_reveal->setChecked(false);
    panel()->setActive(false);
    m_panels->setCurrentIndex(view);
    m_controls->setCurrentIndex(view);
    refreshReveal();
    // Showing a view for the first time takes a good part of a frame; it reads in the next turn.
    QTimer::singleShot(0, this, [this, view] {
        if (m_panels->currentIndex() == view)
            panel()->setActive(isVisible());
    });
}

void ValuesPage::compare(const Side &from, const Side &to)
{
    m_comparePanel->compare(from, to);
    m_tabs->setCurrentIndex(m_panels->indexOf(m_comparePanel));
    focusContent();
}

void ValuesPage::focusContent()
{
    if (m_message->isVisible())
        m_message->setFocus(Qt::ShortcutFocusReason);
    else
        panel()->focusContent();
}

bool ValuesPage::focusFilter()
{
    panel()->focusFilter();
    return true;
}

bool ValuesPage::goBack()
{
    return panel()->goBack();
}

void ValuesPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    // Leaving the page hides what was revealed; a minimized window does not leave it.
    if (!event->spontaneous())
        m_reveal->setChecked(false);
    panel()->setActive(false);
}

void ValuesPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refreshRelease(); // ages have grown
    panel()->setActive(true);
}

} // namespace chartroom
