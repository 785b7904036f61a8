// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/addons_page.h"

#include "core/base/visible_text.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/addons/release_model.h"
#include "core/screens/addons/release_proxy.h"
#include "core/session/release_source.h"
#include "ui/pages/list_frame.h"
#include "ui/panels/inspector_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/release_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QFocusEvent>
#include <QScopedValueRollback>
#include <QSettings>
#include <QTimer>

namespace chartroom {

namespace {

constexpr ListFrame::Widths addonWidths{248, 220, 560};
const QString groupingKey = QStringLiteral("addons/grouping");

} // namespace

AddonsPage::AddonsPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_header(new ClusterHeader(context, this))
    , m_filter(new FilterEdit(context.theme, tr("Filter releases"), this))
    , m_group(new ChoiceButton(context.theme, tr("Group the releases"), this))
    , m_frame(new ListFrame(context, QStringLiteral("addons"), addonWidths, this))
    , m_table(new ReleaseTable(context, m_frame->rowsParent()))
    , m_inspector(new InspectorPanel(context, m_frame))
    , m_summarySoon(new QTimer(this))
{
    m_actions.clearFilter = new QAction(tr("Clear the filter"), this);
    if (context.settings)
        m_grouping = std::clamp(context.settings->value(groupingKey, 0).toInt(), 0, 2);
    m_summarySoon->setSingleShot(true);
    m_summarySoon->setInterval(0); // once for all that one delta changes
    connect(m_summarySoon, &QTimer::timeout, this, &AddonsPage::updateSummary);
    buildControls();
    m_frame->setRows(m_table);
    m_frame->setInspector(m_inspector);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_frame, 1);

    connect(m_table, &ReleaseTable::keySelected, this, [this](const ReleaseKey &key) {
        if (Screen *now = screen(); now && !m_choosing && !key.name.isEmpty() && key != now->selected)
            now->chosen = true;
        inspect(key);
    });
    connect(m_table, &ReleaseTable::keyActivated, this, &AddonsPage::valuesRequested);
    connect(m_inspector, &InspectorPanel::valuesRequested, this,
            [this] { Q_EMIT valuesRequested(m_inspector->key()); });
    connect(m_inspector, &InspectorPanel::upgradeRequested, this,
            [this] { Q_EMIT upgradeRequested(m_inspector->key()); });
    connect(m_inspector, &InspectorPanel::rollbackRequested, this,
            [this](int revision) { Q_EMIT rollbackRequested(m_inspector->key(), revision); });
    connect(m_inspector, &InspectorPanel::decisionRequested, this,
            [this](Decision::Verdict verdict) { Q_EMIT decisionRequested(m_inspector->key(), verdict); });
    connect(m_inspector, &InspectorPanel::decisionsOffered, this, &AddonsPage::decisionsOffered);
    connect(m_table, &LiveTable::badgeClicked, this, [this](const QModelIndex &index) {
        const QList<Finding> findings = screen()->model->findings(index.data(KeyRole).value<ReleaseKey>());
        if (!findings.isEmpty())
            Q_EMIT findingRequested(findings.first());
    });
    connect(m_inspector, &InspectorPanel::findingRequested, this, &AddonsPage::findingRequested);
    connect(m_inspector, &InspectorPanel::rolloutRequested, this, &AddonsPage::rolloutRequested);
    connect(m_inspector, &InspectorPanel::descriptionRequested, this, &AddonsPage::descriptionRequested);
    connect(m_inspector, &InspectorPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_actions.clearFilter, &QAction::triggered, this, [this] {
        m_filter->clear();
        focusTable();
    });
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            refresh();
    });
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &AddonsPage::inspectCutOff);
}

AddonsPage::~AddonsPage()
{
    m_table->setProxy(nullptr);
}

void AddonsPage::buildControls()
{
    m_filter->setObjectName(QStringLiteral("filter"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (Screen *now = screen())
            now->proxy->setFilter(text);
        refresh();
        reselect();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, &AddonsPage::focusTable);
    using Grouping = ReleaseProxy::Grouping;
    m_group->setChoices({{tr("Group: none"), int(Grouping::None)},
                         {tr("Group: owner"), int(Grouping::Owner)},
                         {tr("Group: namespace"), int(Grouping::Namespace)}});
    m_group->setCurrent(m_grouping);
    connect(m_group, &ChoiceButton::chosen, this,
            [this](const QVariant &grouping) { setGrouping(grouping.toInt()); });
    m_header->addControl(m_filter);
    m_header->addControl(m_group);
}

void AddonsPage::setCluster(const QString &name)
{
    m_cluster = name;
    m_header->setCluster(name);
    m_table->setProxy(nullptr);
    attach();
    const Screen *now = screen();
    {
        const QSignalBlocker blocker(m_filter);
        m_filter->setText(now ? now->proxy->filter() : QString());
    }
    refresh();
}

AddonsPage::Screen *AddonsPage::screen()
{
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? nullptr : &found->second;
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
    updateBanner();
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
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? ReleaseKey() : found->second.selected;
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
    Q_EMIT releaseSelected(key);
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

/// What is known of operations that were cut off, by their release.
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
    return texts;
}

void AddonsPage::inspectCutOff()
{
    const Screen *now = screen();
    if (!now)
        return;
    const QHash<ReleaseKey, CutOffText> texts = cutOff();
    now->model->setCutOff(texts);
    m_inspector->showCutOff(texts.value(now->selected).text);
}

void AddonsPage::updateBanner()
{
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    m_frame->say(bannerText(entry, *m_context.fleet),
                 entry.problem.message.isEmpty() ? Banner::Tone::Notice : Banner::Tone::Warning,
                 entry.isRecording ? m_actions.openKubeconfig : m_actions.retry);
}

void AddonsPage::updateSummary()
{
    Screen *now = screen();
    if (now && !now->allRead)
        now->allRead = m_context.fleet->entry(m_cluster).state == ClusterSession::State::Live &&
                       now->model->rowCount() > 0 && now->model->pendingCount() == 0;
    Q_EMIT summaryChanged(now ? inventorySummary(*now->model, now->proxy->matchCount()) : QString());
}

void AddonsPage::setActions(PageActions actions)
{
    actions.clearFilter = m_actions.clearFilter;
    m_actions = actions;
}

QList<ReleaseKey> AddonsPage::releases() const
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    return source ? source->keys() : QList<ReleaseKey>();
}

void AddonsPage::focusFilter()
{
    m_filter->take();
}

void AddonsPage::focusTable()
{
    m_frame->focusContent();
}

// No focus proxy: to Tab it would be the first stop of the page, and what stands above it none.
void AddonsPage::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusTable();
}

void AddonsPage::showRelease(const ReleaseKey &key)
{
    setInspectorShown(true);
    selectRelease(key);
    focusTable();
}

void AddonsPage::selectRelease(const ReleaseKey &key)
{
    if (Screen *now = screen(); now && !now->proxy->indexOf(key).isValid())
        m_filter->clear();
    m_table->selectKey(key);
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

void AddonsPage::setInspectorShown(bool shown)
{
    if (!m_frame->setInspectorWanted(shown))
        return;
    refresh();
    Q_EMIT inspectorShownChanged(shown);
}

bool AddonsPage::isInspectorShown() const
{
    return m_frame->isInspectorWanted();
}

void AddonsPage::goBack()
{
    if (!m_filter->text().isEmpty())
        m_filter->clear();
    else if (!m_filter->hasFocus())
        setInspectorShown(false);
    focusTable();
}

} // namespace chartroom
