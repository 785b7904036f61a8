// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/upgrade_page.h"

#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/rollout/driver_components.h"
#include "core/upgrade/draft_file.h"
#include "core/upgrade/node_impact.h"
#include "core/words/window_plan.h"
#include "ui/context/navigator.h"
#include "ui/context/notifications.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/message_view.h"
#include "ui/wizard/change_wizard.h"
#include "ui/wizard/coordination_page.h"
#include "ui/wizard/nodes_page.h"
#include "ui/wizard/preflight_page.h"
#include "ui/wizard/result_page.h"
#include "ui/wizard/review_page.h"
#include "ui/wizard/run_page.h"
#include "ui/wizard/version_page.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QPushButton>
#include <QShowEvent>
#include <QStackedWidget>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qint64 longestPlan = 1 << 20; ///< bytes of the file

} // namespace

UpgradePage::UpgradePage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Upgrade"), "upgrade", "upgrade", "Ctrl+4"}, parent)
    , m_kept(context.drafts)
    , m_releases(new ChoiceButton(context.theme, tr("Release"), m_header))
    , m_open(new QPushButton(tr("&Open a plan…"), m_header))
    , m_cutOff(new Banner(this))
    , m_stack(new QStackedWidget(this))
    , m_message(new MessageView(context.theme, m_stack))
{
    m_releases->setObjectName(QStringLiteral("upgradeRelease"));
    m_releases->setFont(context.theme->identifierFont());
    m_open->setObjectName(QStringLiteral("openPlan"));
    m_header->addControl(m_releases);
    m_header->addControl(m_open);
    m_stack->addWidget(m_message);
    m_column->addWidget(m_cutOff);
    m_column->addWidget(m_stack, 1);
    m_cutOff->setObjectName(QStringLiteral("upgradeCutOff"));
    m_showCutOff = new QAction(tr("Show in Activity"), this);
    connect(m_showCutOff, &QAction::triggered, this, [this] {
        if (const CutOperation *cut = m_context.openOperations->find(m_cluster, m_key))
            m_context.navigator->showOperation(cut->entry.folder);
    });
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &UpgradePage::refreshCutOff);
    connect(m_releases, &ChoiceButton::chosen, this, [this](const QVariant &key) {
        setRelease(key.value<ReleaseKey>());
        Q_EMIT releaseChosen(m_key);
    });
    connect(m_open, &QPushButton::clicked, this, &UpgradePage::openPlan);
    refresh();
}

UpgradePage::~UpgradePage() = default;

UpgradePage::Name UpgradePage::nameOf(const ReleaseKey &key) const
{
    return {m_cluster, key.namespaceName, key.name, int(key.storage)};
}

UpgradePage::Change *UpgradePage::change()
{
    const auto found = m_changes.find(nameOf(m_key));
    return found == m_changes.end() ? nullptr : &found->second;
}

void UpgradePage::setCluster(const QString &name)
{
    Page::setCluster(name);
    m_key = {};
    attach();
}

/// The sources come and go with the connection; plans stay.
void UpgradePage::attach()
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    if (source != m_source && m_source)
        m_source->disconnect(this);
    if (source && source != m_source)
        connect(source, &ReleaseSource::releasesChanged, this, &UpgradePage::refresh);
    m_source = source;
    for (auto &[name, change] : m_changes) {
        const QString &cluster = std::get<0>(name);
        if (cluster != m_cluster)
            continue;
        UpgradeSource *upgrades = m_context.fleet->upgrades(cluster);
        if (change.upgrade)
            change.upgrade->setSources(source, upgrades, m_context.fleet->charts(cluster));
        if (change.rollback)
            change.rollback->setSources(source, upgrades);
    }
    refresh();
}

void UpgradePage::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    refresh();
}

void UpgradePage::plan(const ReleaseKey &key)
{
    setRelease(key);
    Change *known = change();
    if (!known || (known->rollback && known->rollback->isRunning()))
        return;
    known->showsRollback = false;
    if (known->upgrade && known->upgrade->hasEnded())
        known->upgrade->planAgain();
    else if (known->upgrade && known->upgrade->hasMovedOn())
        known->upgrade->startOver();
    refresh();
}

void UpgradePage::connectChange(ChangeController *controller)
{
    connect(controller, &ChangeController::runStarted, this, &UpgradePage::runningChanged);
    connect(controller, &ChangeController::runEnded, this, [this, controller] { takeEnd(*controller); });
    connect(controller, &ChangeController::pageChanged, this, &UpgradePage::keepDrafts);
}

void UpgradePage::takeEnd(const ChangeController &controller)
{
    const OperationResult result = controller.run()->result();
    if (qobject_cast<const UpgradeController *>(&controller) && result.end == OperationResult::End::Done &&
        !m_context.drafts.isEmpty())
        m_kept.forget(controller.context(), controller.key());
    if (m_context.notifications && !isActiveWindow())
        m_context.notifications->tell(controller.title(), controller.endTitle(result));
    Q_EMIT ended(result);
    Q_EMIT runningChanged();
}

UpgradePage::Change &UpgradePage::changeOf(const ReleaseKey &key)
{
    Change &change = m_changes[nameOf(key)];
    if (!change.upgrade)
        buildUpgrade(change, key);
    return change;
}

void UpgradePage::buildUpgrade(Change &change, const ReleaseKey &key)
{
    change.upgrade = std::make_unique<UpgradeController>(m_cluster, key, &outcomes);
    UpgradeController *controller = change.upgrade.get();
    const Release *release = m_source ? m_source->find(key) : nullptr;
    if (const auto kept = m_context.drafts.isEmpty() ? std::nullopt : m_kept.find(m_cluster, key)) {
        if (release && kept->isFor(*release))
            controller->restore(kept->draft);
        else
            controller->offer(kept->draft);
    }
    controller->setSources(m_source, m_context.fleet->upgrades(m_cluster),
                           m_context.fleet->charts(m_cluster));
    connectChange(controller);
    auto *wizard = new ChangeWizard(m_context, controller, m_stack);
    QStackedWidget *pages = wizard->stack();
    auto *version = new VersionPage(m_context, controller, pages);
    wizard->addPage(version);
    connect(version, &VersionPage::offerDismissed, this, [this, controller] {
        if (!m_context.drafts.isEmpty())
            m_kept.forget(controller->context(), controller->key());
    });
    wizard->addPage(new NodesPage(m_context, controller, pages));
    wizard->addPage(new PreflightPage(m_context, controller, pages));
    auto *coordination = new CoordinationPage(m_context, controller, pages);
    wizard->addPage(coordination);
    connect(coordination, &CoordinationPage::ticketRequested, this,
            [this] { m_context.navigator->openTicket(ticketRequest()); });
    auto *review = new ReviewPage(m_context, controller, pages);
    wizard->addPage(review);
    wizard->addPage(new RunPage(m_context, controller, pages));
    auto *result = new ResultPage(
        m_context, controller,
        [controller] { return !controller->impact() || controller->impact()->mayTouchDrivers(); }, pages);
    wizard->addPage(result);
    wizard->refresh();
    connect(review, &ReviewPage::saveRequested, this, &UpgradePage::savePlan);
    connect(result, &ResultPage::rolloutRequested, this, [this, controller] {
        WindowPlan plan;
        if (const auto &window = controller->draft().window)
            plan = {window->start.toUTC(), window->end.toUTC(), controller->gpuFloor().value_or(0)};
        m_context.navigator->showRollout(plan);
    });
    connect(result, &ResultPage::releaseRequested, this,
            [this, key] { m_context.navigator->showRelease(key); });
    connect(result, &ResultPage::againRequested, controller, &ChangeController::planAgain);
    connect(result, &ResultPage::rollbackRequested, this,
            [this, key](int revision) { showRollback(key, revision); });
    change.upgradeWizard = wizard;
    m_stack->addWidget(wizard);
}

void UpgradePage::showRollback(const ReleaseKey &key, int toRevision)
{
    const Release *release = m_source ? m_source->find(key) : nullptr;
    UpgradeSource *upgrades = m_context.fleet->upgrades(m_cluster);
    if (!release || !upgrades || toRevision <= 0)
        return;
    m_key = key;
    Change &change = changeOf(key);
    change.showsRollback = true;
    if (change.rollback && change.rollback->isRunning()) {
        refresh();
        return;
    }
    delete change.rollbackWizard;
    RollbackRequest order;
    order.release = key;
    order.plannedOn = release->newest().revision;
    order.toRevision = toRevision;
    // They agreed on it for this release as it is, or for the upgrade that was just run.
    if (change.upgrade->hasEnded() || change.upgrade->draft().plannedOn == order.plannedOn)
        order.gpuFloor = change.upgrade->gpuFloor();
    if (change.rollback && change.rollback->order().toRevision == toRevision &&
        change.rollback->order().plannedOn == order.plannedOn) {
        order.reason = change.rollback->order().reason;
        order.supportReference = change.rollback->order().supportReference;
        order.gpuFloor = change.rollback->order().gpuFloor;
    }
    change.rollback = std::make_unique<RollbackController>(m_cluster, order);
    RollbackController *controller = change.rollback.get();
    controller->setSources(m_source, upgrades);
    connectChange(controller);
    auto *wizard = new ChangeWizard(m_context, controller, m_stack);
    QStackedWidget *pages = wizard->stack();
    wizard->addPage(new PreflightPage(m_context, controller, pages));
    wizard->addPage(new ReviewPage(m_context, controller, pages));
    wizard->addPage(new RunPage(m_context, controller, pages));
    auto *result = new ResultPage(
        m_context, controller,
        [this, key, controller] {
            return controller->preflightState() == ChangeController::PreflightState::Ready
                       ? controller->report().impact.mayTouchDrivers()
                       : bringsDrivers(key);
        },
        pages);
    wizard->addPage(result);
    connect(result, &ResultPage::rolloutRequested, this, [this] { m_context.navigator->showRollout({}); });
    connect(result, &ResultPage::releaseRequested, this,
            [this, key] { m_context.navigator->showRelease(key); });
    // From the revision that is the newest by then.
    connect(
        result, &ResultPage::againRequested, this, [this, key, toRevision] { showRollback(key, toRevision); },
        Qt::QueuedConnection);
    connect(
        result, &ResultPage::rollbackRequested, this,
        [this, key](int revision) { showRollback(key, revision); }, Qt::QueuedConnection);
    change.rollbackWizard = wizard;
    m_stack->addWidget(wizard);
    controller->begin();
    refresh();
    focusContent();
}

/// Its operator makes the drivers' pods on the nodes, or nobody knows.
bool UpgradePage::bringsDrivers(const ReleaseKey &key) const
{
    const Release *release = m_source ? m_source->find(key) : nullptr;
    return !release || !release->record || !mainDriverComponent(release->record->chartName).isEmpty();
}

PageMessage UpgradePage::message() const
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    if (entry.name.isEmpty())
        return noClustersMessage(*m_context.fleet);
    PageMessage message;
    if (entry.isRecording) {
        message.kind = PageMessage::Kind::NoReleases;
        message.state = VisualState::Skipped;
        message.title = tr("Nothing can be changed in a recording");
        message.text = tr("Connect to a cluster to upgrade one of its releases, step by step.");
        return message;
    }
    const int count = m_source ? int(m_source->keys().size()) : 0;
    message = releasesMessage(entry, count, count, {});
    if (message.kind != PageMessage::Kind::None)
        return message;
    if (!m_context.fleet->upgrades(m_cluster)) {
        message.kind = PageMessage::Kind::NoReleases;
        message.title = tr("Nothing can be changed here");
    } else if (!m_source->find(m_key)) {
        message.kind = PageMessage::Kind::NoReleases;
        message.state = VisualState::Waiting;
        message.title = tr("Choose a release to upgrade");
        message.text = tr("Choose it above, or on the Add-ons page and then Upgrade. Nothing is changed "
                          "before you have seen the exact command.");
    }
    return message;
}

void UpgradePage::refreshReleases()
{
    QList<ChoiceButton::Choice> choices;
    const QList<ReleaseKey> keys = m_source ? m_source->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        choices.append({visibleText(key.name), QVariant::fromValue(key), false});
    std::sort(choices.begin(), choices.end(),
              [](const auto &a, const auto &b) { return a.text.localeAwareCompare(b.text) < 0; });
    const bool isKnown = m_source && m_source->find(m_key);
    if (!isKnown)
        choices.prepend({tr("Choose a release"), QVariant(), false});
    m_releases->setChoices(choices);
    m_releases->setCurrent(isKnown ? QVariant::fromValue(m_key) : QVariant());
    m_releases->setVisible(!keys.isEmpty());
    m_open->setVisible(isKnown && m_context.fleet->upgrades(m_cluster));
}

void UpgradePage::refreshCutOff()
{
    const CutOperation *cut =
        m_context.openOperations ? m_context.openOperations->find(m_cluster, m_key) : nullptr;
    m_cutOff->say(cut ? cutText(*cut) : QString(), Banner::Tone::Warning, cut ? m_showCutOff : nullptr);
}

void UpgradePage::refresh()
{
    if (!isVisible())
        return; // who walks through the add-ons plans none of them
    refreshReleases();
    refreshCutOff();
    Change *known = change();
    // A run is watched to its end also when the connection is gone.
    const bool isBusy =
        known && ((known->upgrade && known->upgrade->run()) || (known->rollback && known->rollback->run()));
    const PageMessage text = message();
    if (text.kind != PageMessage::Kind::None && !isBusy) {
        m_message->setMessage(text, m_actions.offeredFor(text.kind));
        m_stack->setCurrentWidget(m_message);
        return;
    }
    Change &change = changeOf(m_key);
    ChangeWizard *wizard =
        change.showsRollback && change.rollbackWizard ? change.rollbackWizard : change.upgradeWizard;
    wizard->refresh();
    m_stack->setCurrentWidget(wizard);
}

void UpgradePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void UpgradePage::focusContent()
{
    if (auto *wizard = qobject_cast<ChangeWizard *>(m_stack->currentWidget()))
        wizard->focusContent();
    else
        m_releases->setFocus(Qt::OtherFocusReason);
}

bool UpgradePage::goBack()
{
    auto *wizard = qobject_cast<ChangeWizard *>(m_stack->currentWidget());
    if (wizard && wizard->goBack())
        return true;
    Change *known = change();
    if (!known || !known->showsRollback || (known->rollback && known->rollback->isRunning()))
        return false;
    known->showsRollback = false;
    refresh();
    focusContent();
    return true;
}

QList<OwnRun> UpgradePage::ownRuns() const
{
    QList<OwnRun> all;
    for (const auto &[name, change] : m_changes)
        for (const ChangeController *one :
             std::initializer_list<const ChangeController *>{change.upgrade.get(), change.rollback.get()})
            if (one && one->isRunning())
                all.append({one->context(), one->key(), one->title(), one->startedAt()});
    return all;
}

QStringList UpgradePage::running() const
{
    QStringList all;
    for (const OwnRun &one : ownRuns())
        all.append(tr("%1 on %2").arg(visibleText(one.release.name), visibleText(one.context)));
    return all;
}

void UpgradePage::keepDrafts() const
{
    if (m_context.drafts.isEmpty())
        return;
    for (const auto &[name, change] : m_changes) {
        if (!change.upgrade || !change.upgrade->isComplete() || change.upgrade->hasEnded())
            continue;
        const ReleaseSource *releases = m_context.fleet->releases(std::get<0>(name));
        if (const Release *release = releases ? releases->find(change.upgrade->key()) : nullptr)
            (void)m_kept.keep(change.upgrade->draft(), *release); // what cannot be kept stays in the window
    }
}

std::pair<QString, std::optional<UpgradeWindow>> UpgradePage::supportReference() const
{
    std::pair<QString, std::optional<UpgradeWindow>> typed;
    for (const auto &[name, change] : m_changes) {
        if (std::get<0>(name) != m_cluster)
            continue;
        QString reference = change.rollback ? change.rollback->order().supportReference : QString();
        std::optional<UpgradeWindow> window;
        if (reference.isEmpty() && change.upgrade) {
            reference = change.upgrade->draft().supportReference;
            window = change.upgrade->draft().window;
        }
        if (!reference.isEmpty() && (typed.first.isEmpty() || name == nameOf(m_key)))
            typed = {reference, window};
    }
    return typed;
}

TicketRequest UpgradePage::ticketRequest() const
{
    TicketRequest wish;
    wish.cluster = m_cluster;
    wish.reference = supportReference().first;
    const auto found = m_changes.find(nameOf(m_key));
    const UpgradeController *controller = found == m_changes.end() ? nullptr : found->second.upgrade.get();
    if (!m_key.name.isEmpty())
        wish.releases = {m_key};
    if (!controller || !controller->isComplete() || controller->hasEnded())
        return wish;
    wish.phase = controller->isRunning() ? TicketPhase::During : TicketPhase::Before;
    wish.draft = controller->draft();
    if (controller->report().at.isValid())
        wish.preflight = controller->report();
    return wish;
}

void UpgradePage::planStep(const StepPlan &plan)
{
    Change *known = change();
    if (!known || !known->upgrade)
        return;
    known->showsRollback = false;
    if (!known->upgrade->isRunning() && !known->upgrade->hasEnded()) {
        fillIn(plan, known->upgrade.get());
        known->upgrade->goTo(ChangeController::Page::Version);
    }
    refresh();
}

void UpgradePage::openPlan()
{
    auto *dialog = new QFileDialog(this, tr("Open a plan"));
    dialog->setObjectName(QStringLiteral("openPlanDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Plans (*.yaml *.yml)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &UpgradePage::readPlan);
    dialog->open();
}

void UpgradePage::readPlan(const QString &file)
{
    Change *known = change();
    if (!known || !known->upgrade)
        return;
    const Result<QByteArray> yaml = readPlainFile(file, longestPlan);
    const Result<UpgradeDraft> draft =
        yaml ? readDraft(*yaml, file) : Result<UpgradeDraft>(tl::make_unexpected(yaml.error()));
    const Result<void> opened = draft ? known->upgrade->open(*draft) : tl::make_unexpected(draft.error());
    if (!opened) {
        Q_EMIT failed(opened.error());
        return;
    }
    known->showsRollback = false;
    known->upgrade->goTo(ChangeController::Page::Version);
    refresh();
}

void UpgradePage::savePlan()
{
    const Change *known = change();
    if (!known || !known->upgrade)
        return;
    auto *dialog = new QFileDialog(this, tr("Save the plan"));
    dialog->setObjectName(QStringLiteral("savePlanDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    const UpgradeDraft draft = known->upgrade->draft();
    dialog->selectFile(QStringLiteral("%1-%2.yaml").arg(draft.release.name, draft.chart.version));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, draft](const QString &file) { writePlan(file, draft); });
    dialog->open();
}

void UpgradePage::writePlan(const QString &file, const UpgradeDraft &draft)
{
    const Result<QByteArray> yaml = writeDraft(draft);
    const Result<void> written = yaml ? writePrivateFile(file, *yaml) : tl::make_unexpected(yaml.error());
    if (!written)
        Q_EMIT failed(written.error());
}

} // namespace chartroom
