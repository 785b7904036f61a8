// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/addons_page.h"

#include "core/base/on_finished.h"
#include "core/helm/release_situation.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/addons/release_model.h"
#include "core/screens/addons/release_proxy.h"
#include "core/screens/objects/chosen_objects.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/session/release_source.h"
#include "core/words/window_plan.h"
#include "ui/context/navigator.h"
#include "ui/dialogs/decision_dialog.h"
#include "ui/panels/inspector_panel.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/release_table.h"
#include "ui/widgets/row_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr ListFrame::Widths addonWidths{248, 220, 560};
const QString groupingKey = QStringLiteral("addons/grouping");

} // namespace

AddonsPage::AddonsPage(const UiContext &context, QWidget *parent)
    : ListPage(context, {tr("Add-ons"), "addons", "addons", "Ctrl+1"}, parent, "filter",
               tr("Filter releases"))
    , m_group(new ChoiceButton(context.theme, tr("Group the releases"), this))
    , m_table(new ReleaseTable(context, addFrame(QStringLiteral("addons"), addonWidths)))
    , m_inspector(new InspectorPanel(context, m_frame))
    , m_summarySoon(new QTimer(this))
{
    if (context.settings)
        m_grouping = std::clamp(context.settings->value(groupingKey, 0).toInt(), 0, 2);
    m_summarySoon->setSingleShot(true);
    m_summarySoon->setInterval(0); // once for all that one delta changes
    connect(m_summarySoon, &QTimer::timeout, this, &AddonsPage::updateSummary);
    buildCommands();
    buildControls();
    setRows(m_table, m_inspector);
    connect(m_table, &ReleaseTable::keySelected, this, [this](const ReleaseKey &key) {
        if (Screen *now = screen(); now && !m_choosing && !key.name.isEmpty() && key != now->selected)
            now->chosen = true;
        inspect(key);
    });
    connect(m_table, &ReleaseTable::keyActivated, this,
            [this](const ReleaseKey &key) { m_context.navigator->showValues(key); });
    connect(m_table, &LiveTable::badgeClicked, this, [this](const QModelIndex &index) {
        const QList<Finding> findings = screen()->model->findings(index.data(KeyRole).value<ReleaseKey>());
        if (!findings.isEmpty())
            m_context.navigator->showFinding(findings.first());
    });
    connectInspector();
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &AddonsPage::inspectCutOff);
}

AddonsPage::~AddonsPage()
{
    m_table->setProxy(nullptr);
}

void AddonsPage::buildCommands()
{
    const QString copy = QStringLiteral("copy");
    connect(addCommand("copyMarkdown", tr("Copy rows as &Markdown"), copy), &QAction::triggered, m_table,
            &ReleaseTable::copyMarkdown);
    connect(
        addCommand("copyCsv", tr("Copy rows as &CSV"), copy, {QKeySequence(QStringLiteral("Ctrl+Shift+C"))}),
        &QAction::triggered, m_table, &ReleaseTable::copyCsv);
    connect(addCommand("upgrade", tr("&Upgrade…"), QStringLiteral("upgrade"),
                       {QKeySequence(QStringLiteral("Ctrl+U"))}),
            &QAction::triggered, this, [this] { m_context.navigator->showUpgrade(selected()); });
    connect(addCommand("rollBack", tr("Roll &back…")), &QAction::triggered, this, [this] {
        if (const int revision = rollbackTarget(); revision > 0)
            m_context.navigator->showRollback(selected(), revision);
    });
    const auto addDecision = [this](const char *name, const QString &text, Decision::Verdict verdict) {
        QAction *added = addCommand(name, text);
        added->setEnabled(false);
        connect(added, &QAction::triggered, this, [this, verdict] { decide(selected(), verdict); });
    };
    addDecision("declareDiverged", tr("&Declare the release customer-owned…"), Decision::Verdict::Diverged);
    addDecision("withdrawDecision", tr("&Withdraw the decision about the release…"),
                Decision::Verdict::Withdrawn);
}

void AddonsPage::setActions(PageActions actions)
{
    Page::setActions(actions);
    m_table->addActions({actions.describe, command("copyMarkdown")});
    addRowMenu(m_table, [this] { return RowSubject{selected().name}; });
}

bool AddonsPage::describe()
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const Release *release = releases ? releases->find(selected()) : nullptr;
    if (!release || !release->record) {
        m_context.navigator->describe({});
        return true;
    }
    onFinished(QtConcurrent::run(objectsOfManifest, release->record->manifest, selected().namespaceName),
               this, [this, cluster = m_cluster](const QList<ObjectRef> &objects) {
                   if (cluster == m_cluster)
                       m_context.navigator->describe(objects);
               });
    return true;
}

void AddonsPage::updateCommands()
{
    const int revision = rollbackTarget();
    command("rollBack")->setEnabled(revision > 0);
    command("rollBack")
        ->setText(revision > 0 ? tr("Roll &back to revision %1…").arg(revision) : tr("Roll &back…"));
}

/// See ReleaseSituation::wayBack; 0 where the selected release has none, and nothing can be run.
int AddonsPage::rollbackTarget() const
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const Release *release = releases ? releases->find(selected()) : nullptr;
    return release && m_context.fleet->upgrades(m_cluster)
               ? situationOf(*release, releases->serverNow()).wayBack
               : 0;
}

void AddonsPage::decide(const ReleaseKey &key, Decision::Verdict verdict)
{
    if (key.name.isEmpty() || !m_context.decisions)
        return;
    Decision decision;
    decision.cluster = m_cluster;
    decision.namespaceName = key.namespaceName;
    decision.release = key.name;
    decision.verdict = verdict;
    (new DecisionDialog(m_context, decision, window()))->open();
}

void AddonsPage::connectInspector()
{
    Navigator *navigator = m_context.navigator;
    connect(m_inspector, &InspectorPanel::valuesRequested, this,
            [this, navigator] { navigator->showValues(m_inspector->key()); });
    connect(m_inspector, &InspectorPanel::upgradeRequested, this,
            [this, navigator] { navigator->showUpgrade(m_inspector->key()); });
    connect(m_inspector, &InspectorPanel::rollbackRequested, this,
            [this, navigator](int revision) { navigator->showRollback(m_inspector->key(), revision); });
    connect(m_inspector, &InspectorPanel::findingRequested, this,
            [navigator](const Finding &finding) { navigator->showFinding(finding); });
    connect(m_inspector, &InspectorPanel::rolloutRequested, this,
            [navigator] { navigator->showRollout({}); });
    connect(m_inspector, &InspectorPanel::decisionRequested, this,
            [this](Decision::Verdict verdict) { decide(m_inspector->key(), verdict); });
    connect(m_inspector, &InspectorPanel::decisionsOffered, this, [this](const DecisionOffer &offer) {
        command("declareDiverged")->setEnabled(offer.declare);
        command("withdrawDecision")->setEnabled(offer.withdraw);
    });
    connect(m_inspector, &InspectorPanel::closeRequested, this, [this] { setInspectorShown(false); });
}

void AddonsPage::buildControls()
{
    using Grouping = ReleaseProxy::Grouping;
    m_group->setChoices({{tr("Group: none"), int(Grouping::None)},
                         {tr("Group: owner"), int(Grouping::Owner)},
                         {tr("Group: namespace"), int(Grouping::Namespace)}});
    m_group->setCurrent(m_grouping);
    connect(m_group, &ChoiceButton::chosen, this,
            [this](const QVariant &grouping) { setGrouping(grouping.toInt()); });
    m_header->addControl(m_group);
}

void AddonsPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    m_table->setProxy(nullptr);
    attach();
    const Screen *now = screen();
    setFilterText(now ? now->proxy->filter() : QString());
    refresh();
}

void AddonsPage::filterBy(const QString &text)
{
    if (Screen *now = screen())
        now->proxy->setFilter(text);
    refresh();
    reselect();
}

void AddonsPage::attach()
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    Screen *now = screen();
    if (now && now->model->source() != source) {
        m_table->setProxy(nullptr);
        m_screens.erase(m_cluster);
        now = nullptr;
    }
    if (!source) {
        m_inspector->show(nullptr, {});
        return;
    }
    if (!now) {
        Screen fresh;
        fresh.model = std::make_unique<ReleaseModel>(source);
        fresh.model->follow(m_context.fleet->rollout(m_cluster));
        fresh.model->follow(m_context.fleet->findings(m_cluster));
        connect(fresh.model.get(), &ReleaseModel::findingsChanged, this, &AddonsPage::inspectFindings);
        connect(fresh.model.get(), &ReleaseModel::clocksChanged, this, &AddonsPage::inspectClocks);
        fresh.model->setCutOff(cutOff());
        fresh.proxy = std::make_unique<ReleaseProxy>(fresh.model.get());
        fresh.proxy->setGrouping(ReleaseProxy::Grouping(m_grouping));
        for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
            connect(fresh.model.get(), signal, this, &AddonsPage::refresh);
        connect(fresh.model.get(), &QAbstractItemModel::dataChanged, m_summarySoon,
                qOverload<>(&QTimer::start));
        now = &m_screens.emplace(m_cluster, std::move(fresh)).first->second;
    }
    if (m_table->proxy() == now->proxy.get())
        return;
    const ReleaseKey selected = now->selected;
    m_table->setProxy(now->proxy.get());
    m_table->selectKey(selected);
    inspect(selected);
}

void AddonsPage::refresh()
{
    attach();
    const Screen *now = screen();
    PageMessage message;
    if (m_cluster.isEmpty())
        message = noClustersMessage(*m_context.fleet);
    else
        message = releasesMessage(m_context.fleet->entry(m_cluster), now ? now->model->rowCount() : 0,
                                  now ? now->proxy->matchCount() : 0, m_filter->text());
    m_frame->display(message, m_actions);
    const bool rows = now && now->model->rowCount() > 0;
    m_filter->setVisible(rows);
    m_group->setVisible(rows);
    m_frame->offerInspector(rows);
    // Something is always chosen, so that the inspector explains itself: the first row until a person chooses
    // or all is read.
    if (m_frame->showsRows() && (now->selected.name.isEmpty() || !(now->chosen || now->allRead)))
        selectFirst();
    say();
    updateSummary();
}

void AddonsPage::selectFirst()
{
    const QScopedValueRollback<bool> choosing(m_choosing, true);
    m_table->selectFirst();
}

void AddonsPage::reselect()
{
    const Screen *now = screen();
    if (!now || !m_table->selectedKeys().isEmpty())
        return;
    if (now->proxy->indexOf(now->selected).isValid())
        m_table->selectKey(now->selected);
    else
        selectFirst();
}

ReleaseKey AddonsPage::selected() const
{
    const Screen *now = ofCluster(m_screens);
    return now ? now->selected : ReleaseKey();
}

void AddonsPage::inspect(const ReleaseKey &key)
{
    Screen *now = screen();
    if (!now || key.name.isEmpty())
        return;
    now->selected = key;
    m_inspector->setChangeable(m_context.fleet->upgrades(m_cluster));
    m_inspector->setDecidable(m_context.fleet->entry(m_cluster).isRecording ? QString() : m_cluster);
    m_inspector->show(now->model->source(), key);
    inspectFindings();
    inspectClocks();
    inspectCutOff();
    Q_EMIT releaseChosen(key);
}

void AddonsPage::inspectFindings()
{
    const Screen *now = screen();
    if (!now)
        return;
    m_inspector->showFindings(now->model->findings(now->selected));
    m_inspector->showOperators(now->model->operators(now->selected));
}

void AddonsPage::inspectClocks()
{
    if (const Screen *now = screen())
        m_inspector->showClocks(now->model->clocks(now->selected));
}

/// What is known of operations that were cut off, and of those that this program runs, by their release.
QHash<ReleaseKey, CutOffText> AddonsPage::cutOff() const
{
    QHash<ReleaseKey, CutOffText> texts;
    if (!m_context.openOperations)
        return texts;
    for (const CutOperation &one : m_context.openOperations->all()) {
        const OperationHeader &order = one.entry.order;
        if (order.context == m_cluster && !texts.contains(order.release))
            texts.insert(order.release, {cutWord(one), cutText(one)});
    }
    for (const OwnRun &own : m_context.openOperations->ownRuns()) {
        if (own.context != m_cluster)
            continue;
        CutOffText &text = texts[own.release];
        text = {tr("in progress here", "operation"), text.text.isEmpty() ? ownRunText(own) : text.text,
                VisualState::Moving};
    }
    return texts;
}

void AddonsPage::inspectCutOff()
{
    const Screen *now = screen();
    if (!now)
        return;
    const QHash<ReleaseKey, CutOffText> texts = cutOff();
    now->model->setCutOff(texts);
    const OpenOperations *operations = m_context.openOperations;
    const CutOperation *cut = operations ? operations->find(m_cluster, now->selected) : nullptr;
    const bool isOwn = operations && operations->ownRun(m_cluster, now->selected);
    m_inspector->showCutOff(texts.value(now->selected).text,
                            cut && !isOwn ? cut->recovery.moves : QList<NextMove>(), isOwn);
}

void AddonsPage::updateSummary()
{
    Screen *now = screen();
    if (now && !now->allRead)
        now->allRead = m_context.fleet->entry(m_cluster).state == ClusterSession::State::Live &&
                       now->model->rowCount() > 0 && now->model->pendingCount() == 0;
    m_summary = now ? inventorySummary(*now->model, now->proxy->matchCount()) : QString();
    Q_EMIT summaryChanged();
}

TicketRequest AddonsPage::ticketRequest() const
{
    TicketRequest wish;
    if (const ReleaseKey key = selected(); !key.name.isEmpty())
        wish.releases = {key};
    return wish;
}

QList<ReleaseKey> AddonsPage::releases() const
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    return source ? source->keys() : QList<ReleaseKey>();
}

void AddonsPage::showRelease(const ReleaseKey &key)
{
    setInspectorShown(true);
    setRelease(key);
    focusContent();
}

void AddonsPage::setRelease(const ReleaseKey &key)
{
    if (Screen *now = screen(); now && !now->proxy->indexOf(key).isValid())
        m_filter->clear();
    m_table->selectKey(key);
}

void AddonsPage::addMenus(QMenu *view)
{
    m_table->offerColumns(view->addMenu(tr("C&olumns")));
    QMenu *groups = view->addMenu(tr("&Group by"));
    auto *choices = new QActionGroup(this);
    using Grouping = ReleaseProxy::Grouping;
    const auto add = [&](const char *name, const QString &title, Grouping grouping) {
        QAction *choice = choices->addAction(groups->addAction(title));
        choice->setObjectName(QLatin1String(name));
        choice->setCheckable(true);
        connect(choice, &QAction::triggered, this, [this, grouping] { setGrouping(int(grouping)); });
        connect(groups, &QMenu::aboutToShow, choice,
                [this, choice, grouping] { choice->setChecked(m_grouping == int(grouping)); });
    };
    add("groupByNothing", tr("&Nothing", "group by"), Grouping::None);
    add("groupByOwner", tr("&Owner", "group by"), Grouping::Owner);
    add("groupByNamespace", tr("Name&space", "group by"), Grouping::Namespace);
}

void AddonsPage::setGrouping(int grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    for (auto &[name, shown] : m_screens)
        shown.proxy->setGrouping(ReleaseProxy::Grouping(grouping));
    m_group->setCurrent(grouping);
    if (m_context.settings)
        m_context.settings->setValue(groupingKey, grouping);
}

} // namespace chartroom
