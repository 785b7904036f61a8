// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/versions_page.h"

#include "core/base/clock.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/fleet/fleet.h"
#include "core/recording/player.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/screens/versions/versions_message.h"
#include "core/secrets/masked_text.h"
#include "core/session/release_source.h"
#include "core/words/audit_report.h"
#include "ui/context/navigator.h"
#include "ui/dialogs/matrix_change_dialog.h"
#include "ui/dialogs/matrix_history_dialog.h"
#include "ui/panels/version_panel.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/upgrade_path_strip.h"
#include "ui/widgets/version_tree.h"
#include "ui/widgets/versions_bar.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QScopedValueRollback>
#include <QSettings>
#include <QShowEvent>
#include <QUrl>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr ListFrame::Widths versionWidths{296, 240, 640};
constexpr auto freshFor = 1min; ///< what was seen so long ago is looked at again when the page is shown

} // namespace

VersionsPage::VersionsPage(const UiContext &context, QWidget *parent)
    : ListPage(context, {tr("Versions"), "columns", "versions", "Ctrl+7"}, parent)
    , m_controller(new VersionsController(this))
    , m_model(new VersionsModel(this))
    , m_bar(new VersionsBar(this))
    , m_upgradePath(new UpgradePathStrip(context, this))
    , m_tree(new VersionTree(context, addFrame(QStringLiteral("versions"), versionWidths)))
    , m_panel(new VersionPanel(context, m_frame))
{
    buildCommands();
    buildBar();
    m_column->addWidget(m_bar);
    m_column->addWidget(m_upgradePath);
    setRows(m_tree, m_panel);
    m_tree->setVersions(m_model);
    new RowMenu(m_tree);
    m_again.setSingleShot(true);
    m_again.setInterval(400ms);
    connect(&m_again, &QTimer::timeout, m_controller, &VersionsController::look);
    connect(m_controller, &VersionsController::changed, this, &VersionsPage::refresh);
    connect(m_controller, &VersionsController::failed, this, &VersionsPage::failed);
    connect(m_controller, &VersionsController::written, this, &VersionsPage::openMatrix);
    connect(m_tree, &VersionTree::rowChosen, this, [this] {
        if (m_isRefreshing)
            return; // a later look leaves the step that is told about
        m_step = -1;
        inspect();
    });
    connect(m_tree, &VersionTree::rowActivated, this, [this] { setInspectorShown(true); });
    connect(m_tree, &VersionTree::copyRequested, this, &VersionsPage::copyReport);
    connect(m_panel, &VersionPanel::copyRequested, this, &VersionsPage::copyReport);
    connect(m_panel, &VersionPanel::planRequested, this, &VersionsPage::plan);
    connect(m_panel, &VersionPanel::promotionRequested, command("versionsPromote"), &QAction::trigger);
    connect(m_panel, &VersionPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_upgradePath, &UpgradePathStrip::stepChosen, this, &VersionsPage::showStep);
    connect(m_upgradePath, &UpgradePathStrip::planRequested, this, &VersionsPage::plan);
}

VersionsPage::~VersionsPage() = default;

QString VersionsPage::settingsKey() const
{
    return QStringLiteral("versions/matrix/") + QString::fromLatin1(QUrl::toPercentEncoding(m_cluster));
}

void VersionsPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    attach();
}

/// Takes what the cluster is read from, once it is live; what nobody looks at costs the cluster nothing.
void VersionsPage::attach()
{
    const ClusterSession::State state = m_context.fleet->entry(m_cluster).state;
    const bool isThere = state == ClusterSession::State::Live || state == ClusterSession::State::Reconnecting;
    const bool isOther = m_controller->cluster() != m_cluster;
    m_controller->setCluster(m_cluster, isThere ? m_context.fleet->versions(m_cluster) : nullptr);
    if (isOther && m_context.settings)
        m_controller->choose(keptMatrix());
    disconnect(m_played);
    if (const Player *player = m_context.fleet->player(m_cluster))
        m_played = connect(player, &Player::positionChanged, this, [this, player] {
            m_controller->forgetAfter(player->time());
            if (isVisible())
                m_again.start();
        });
    const bool isUnseen =
        !m_controller->hasReview() && !m_controller->isLooking() && m_controller->problem().message.isEmpty();
    if (isVisible() && m_controller->hasSource() && isUnseen)
        lookAgain();
    else
        refresh();
}

void VersionsPage::refresh()
{
    {
        const QScopedValueRollback refreshing(m_isRefreshing, true);
        m_model->setTable(m_controller->table());
    }
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const PageMessage message =
        m_cluster.isEmpty() ? noClustersMessage(*m_context.fleet) : versionsMessage(entry, *m_controller);
    PageActions actions = m_actions;
    if (!m_controller->problem().message.isEmpty())
        actions.retry = command("versionsLook");
    m_frame->display(message, actions);
    m_frame->offerInspector(m_frame->showsRows());
    m_bar->setVisible(m_controller->hasReview());
    m_bar->setSubject(versionsSubject(*m_controller));
    const std::optional<UpgradePath> upgradePath =
        m_controller->hasReview() ? m_controller->review().upgradePath : std::nullopt;
    const auto next = nextPlan();
    m_upgradePath->setUpgradePath(upgradePath, next ? QString() : next.error().message);
    if (!upgradePath || m_step > upgradePath->steps.size())
        m_step = -1;
    const QString clusterText = bannerText(entry, *m_context.fleet);
    const bool isTroubled = isVersionsTrouble(*m_controller) || !entry.problem.message.isEmpty();
    const bool isMissing = m_controller->hasReview() && !m_controller->review().matrix;
    m_frame->say(QStringList{versionsBanner(*m_controller), clusterText}.join(u' ').trimmed(),
                 isTroubled ? Banner::Tone::Warning : Banner::Tone::Notice,
                 isMissing ? command("versionsWrite") : nullptr);
    refreshCommands();
    inspect();
    Q_EMIT summaryChanged();
}

std::optional<QString> VersionsPage::summary() const
{
    return versionsSummary(*m_controller);
}

void VersionsPage::inspect()
{
    const bool hasUpgradePath = m_controller->hasReview() && m_controller->review().upgradePath;
    m_upgradePath->setChosen(m_step);
    if (m_step >= 0 && hasUpgradePath) {
        const UpgradePath &upgradePath = *m_controller->review().upgradePath;
        if (m_step == upgradePath.steps.size())
            return m_panel->showPromotion(upgradePath, m_controller->promotionHint());
        const UpgradePathStep &step = upgradePath.steps[m_step];
        const auto next = nextPlan();
        const QString later = tr("One component is changed at a time; others come first.");
        return m_panel->showStep(step, &step != upgradePath.next() ? later
                                       : next                      ? QString()
                                                                   : next.error().message);
    }
    const QModelIndex current = m_tree->currentIndex();
    if (const VersionNote *note = m_model->note(current))
        m_panel->showNote(*note);
    else if (const VersionRow *row = m_model->component(current))
        m_panel->showComponent(*row, m_model->table().hasEntry);
    else
        m_panel->showNothing();
}

void VersionsPage::showStep(int step)
{
    m_step = step;
    setInspectorShown(true);
    inspect();
}

void VersionsPage::lookAgain()
{
    if (!isVisible())
        return;
    m_looked = m_context.clock->now();
    m_controller->look();
}

bool VersionsPage::goBack()
{
    if (m_step < 0)
        return ListPage::goBack();
    m_step = -1;
    inspect();
    focusContent();
    return true;
}

void VersionsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    attach();
    // Somebody may have changed the cluster while another page was shown; a recording is looked at when it is
    // wound.
    const bool isOld = m_looked.isValid() && ageOf(m_looked, m_context.clock->now()) >= freshFor;
    if (isOld && !m_controller->isLooking() && !m_context.fleet->player(m_cluster))
        lookAgain();
}

void VersionsPage::buildCommands()
{
    const auto add = [this](const char *name, const char *icon, const QString &text, const QString &shortText,
                            auto run) {
        QAction *added = addCommand(name, text, QLatin1String(icon));
        added->setIconText(shortText);
        connect(added, &QAction::triggered, this, run);
    };
    add("versionsOpen", "open", tr("&Open a version matrix…"), tr("Open matrix…"),
        [this] { askFile("openMatrixDialog", tr("Open a version matrix"), {}, &VersionsPage::openMatrix); });
    add("versionsKept", "command", tr("&Back to the matrix of this cluster"), tr("Back to the matrix"),
        [this] { m_controller->choose(keptMatrix()); });
    add("versionsMap", "command", tr("Use the cluster's &ConfigMap as the matrix"), tr("Use the ConfigMap"),
        [this] { openMatrix({}); });
    add("versionsWrite", "command", tr("&Write a matrix from the observed versions…"),
        tr("Write from observed…"), [this] {
            askFile("writeMatrixDialog", tr("Write a matrix from the observed versions"),
                    MatrixConfigMap::usualName.toString() + QStringLiteral(".yaml"),
                    &VersionsPage::writeMatrix);
        });
    add("versionsLook", "refresh", tr("Re&fresh the versions"), tr("Refresh"),
        [this] { m_controller->look(); });
    add("versionsHistory", "command", tr("&History of the matrix…"), tr("History…"),
        [this] { showHistory(); });
    add("versionsPromote", "command", tr("Pro&mote the canary…"), tr("Promote…"),
        [this] { change(MatrixRequest::Kind::Promotion); });
    add("versionsRollback", "command", tr("&Roll production back…"), tr("Roll back…"),
        [this] { change(MatrixRequest::Kind::Rollback); });
    add("versionsCopy", "copy", tr("Copy the &audit as Markdown"), {}, [this] { copyReport(); });
    add("versionsSave", "command", tr("&Save the audit…"), {}, [this] {
        askFile("saveAuditDialog", tr("Save the audit"), QStringLiteral("versions.md"),
                &VersionsPage::saveReport);
    });
    add("versionsTicket", "command", tr("&Ticket about the versions…"), {}, [this] {
        if (!m_controller->hasReview())
            return;
        TicketRequest wish;
        wish.versions = m_controller->review().audit;
        m_context.navigator->openTicket(wish);
    });
    add("versionsPlan", "upgrade", tr("&Plan the next step of the upgrade path…"), {}, [this] { plan(); });
}

void VersionsPage::buildBar()
{
    m_bar->add(command("versionsLook"));
    m_bar->addMenu(QStringLiteral("versionsReport"), tr("Report"),
                   {command("versionsCopy"), command("versionsSave"), command("versionsTicket")});
    for (const char *name : {"versionsHistory", "versionsPromote", "versionsRollback", "versionsKept",
                             "versionsMap", "versionsWrite", "versionsOpen"})
        m_bar->add(command(name));
}

void VersionsPage::refreshCommands()
{
    const bool hasReview = m_controller->hasReview();
    const bool hasMatrix = hasReview && m_controller->review().matrix;
    const auto allow = [this](const char *name, bool isAllowed, const QString &hint = {}) {
        QAction *action = command(name);
        action->setEnabled(isAllowed && hint.isEmpty());
        action->setToolTip(hint.isEmpty() ? action->text().remove(u'&') : hint);
    };
    allow("versionsOpen", m_controller->hasSource());
    const bool isAway = m_context.settings && m_controller->chosen() != keptMatrix();
    command("versionsKept")->setVisible(isAway);
    allow("versionsKept", isAway);
    const bool hasMap = !m_controller->chosen().isEmpty() && !m_controller->configMap().isEmpty();
    command("versionsMap")->setVisible(hasMap);
    allow("versionsMap", hasMap);
    command("versionsHistory")->setVisible(m_controller->git().has_value());
    allow("versionsHistory", m_controller->git().has_value());
    allow("versionsWrite", hasReview && !m_controller->review().audit.observed.isEmpty());
    m_bar->offer(command("versionsWrite"), !hasMatrix);
    allow("versionsLook", m_controller->hasSource() && !m_controller->isLooking());
    allow("versionsCopy", hasReview);
    allow("versionsSave", hasReview);
    allow("versionsTicket", hasReview);
    allow("versionsPromote", hasMatrix, m_controller->promotionHint());
    allow("versionsRollback", hasMatrix, m_controller->rollbackHint());
    m_bar->offer(command("versionsPromote"), hasMatrix);
    m_bar->offer(command("versionsRollback"), hasMatrix);
    const auto next = nextPlan();
    allow("versionsPlan", next.has_value(), next ? QString() : next.error().message);
}

Result<std::pair<ReleaseKey, StepPlan>> VersionsPage::nextPlan() const
{
    const UpgradePathStep *next = m_controller->hasReview() && m_controller->review().upgradePath
                                      ? m_controller->review().upgradePath->next()
                                      : nullptr;
    if (!next)
        return failure(Error::Code::NotFound, tr("Nothing is left to plan."));
    const Result<StepPlan> plan = planOfStep(*next, m_controller->seen());
    if (!plan)
        return tl::make_unexpected(plan.error());
    if (!m_context.fleet->upgrades(m_cluster))
        return failure(Error::Code::Unsupported, tr("Nothing can be changed in a recording."));
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        if (key.namespaceName == plan->namespaceName && key.name == plan->release)
            return std::pair(key, *plan);
    return failure(Error::Code::NotFound,
                   tr("The release %1 no longer exists. Refresh the versions.").arg(plan->release));
}

void VersionsPage::plan()
{
    if (const auto next = nextPlan())
        m_context.navigator->showUpgradeStep(next->first, next->second);
}

QString VersionsPage::report() const
{
    return maskedText(auditMarkdown(m_controller->review().audit, m_controller->review().upgradePath));
}

void VersionsPage::copyReport() const
{
    if (m_controller->hasReview())
        QApplication::clipboard()->setText(report());
}

void VersionsPage::saveReport(const QString &file)
{
    if (!m_controller->hasReview())
        return;
    const auto write = [file, text = report().toUtf8()] { return writePrivateFile(file, text); };
    onFinished(QtConcurrent::run(write), this, [this](const Result<void> &written) {
        if (!written)
            Q_EMIT failed(written.error());
    });
}

QString VersionsPage::keptMatrix() const
{
    return m_context.settings ? m_context.settings->value(settingsKey()).toString() : QString();
}

void VersionsPage::openMatrix(const QString &matrix)
{
    if (m_context.settings)
        m_context.settings->setValue(settingsKey(), matrix);
    m_controller->choose(matrix);
}

void VersionsPage::writeMatrix(const QString &file)
{
    m_controller->writeMatrix(file);
}

/// To write where a name is proposed, else to read.
void VersionsPage::askFile(const char *name, const QString &title, const QString &proposed,
                           void (VersionsPage::*take)(const QString &file))
{
    auto *dialog = new QFileDialog(this, title);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const bool isMarkdown = proposed.endsWith(QStringLiteral(".md"));
    QStringList filters{isMarkdown ? tr("Markdown (*.md)") : tr("Matrices (*.yaml *.yml)")};
    if (proposed.isEmpty()) {
        dialog->setFileMode(QFileDialog::ExistingFile);
        filters << tr("All files (*)");
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(isMarkdown ? QStringLiteral("md") : QStringLiteral("yaml"));
        dialog->selectFile(proposed);
    }
    dialog->setNameFilters(filters);
    connect(dialog, &QFileDialog::fileSelected, this, [this, take, cluster = m_cluster](const QString &file) {
        if (cluster == m_cluster)
            (this->*take)(file);
    });
    dialog->open();
}

void VersionsPage::showHistory()
{
    const auto &place = m_controller->git();
    if (!place)
        return;
    auto *dialog = new MatrixHistoryDialog(m_context, *place, m_cluster, window());
    // For a look: which matrix is the cluster's stays as it was.
    connect(dialog, &MatrixHistoryDialog::auditRequested, m_controller, &VersionsController::choose);
    dialog->open();
}

void VersionsPage::change(MatrixRequest::Kind kind)
{
    const MatrixChangeController::Parts parts{m_context.fleet->versions(m_cluster), m_cluster,
                                              m_controller->chosen(), m_context.clock};
    auto *dialog = new MatrixChangeDialog(m_context, parts, kind, window());
    connect(dialog, &MatrixChangeDialog::written, m_controller, &VersionsController::look);
    dialog->open();
}

} // namespace chartroom
