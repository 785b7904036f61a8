// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/findings_page.h"

#include "core/diagnosis/findings_source.h"
#include "core/screens/activity/open_operations.h"
#include "core/screens/findings/finding_report.h"
#include "core/screens/findings/findings_message.h"
#include "core/screens/findings/findings_proxy.h"
#include "core/screens/objects/chosen_objects.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/session/release_source.h"
#include "ui/context/navigator.h"
#include "ui/panels/finding_panel.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/findings_table.h"
#include "ui/widgets/row_menu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QShowEvent>

#include <algorithm>

namespace chartroom {

namespace {

constexpr ListFrame::Widths findingWidths{320, 240, 640};

} // namespace

FindingsPage::FindingsPage(const UiContext &context, QWidget *parent)
    : ListPage(context, {tr("Findings"), "finding", "findings", "Ctrl+8"}, parent, "findingsFilter",
               tr("Filter findings"))
    , m_table(new FindingsTable(context, addFrame(QStringLiteral("findings"), findingWidths)))
    , m_panel(new FindingPanel(context, m_frame))
{
    setRows(m_table, m_panel);
    m_panel->setTicketable(true);
    connect(addCommand("copyFinding", tr("Copy fi&ndings as Markdown"), QStringLiteral("copy")),
            &QAction::triggered, this, &FindingsPage::copyFindings);
    connect(m_table, &FindingsTable::currentFindingChanged, this, &FindingsPage::inspect);
    connect(m_table, &FindingsTable::findingActivated, this, [this] { setInspectorShown(true); });
    connect(m_table, &FindingsTable::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_panel, &FindingPanel::nodeRequested, this,
            [this](const QString &node) { m_context.navigator->showNode(node); });
    connect(m_panel, &FindingPanel::releaseRequested, this, [this] {
        if (const ReleaseKey key = release(); !key.name.isEmpty())
            m_context.navigator->showRelease(key);
    });
    connect(m_panel, &FindingPanel::wayOnRequested, this, [this] {
        if (const WayOn way = wayOn(); way.go) // of the release as it is by now
            way.go();
    });
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &FindingsPage::offerWayOn);
    connect(m_panel, &FindingPanel::ticketRequested, this, [this] {
        TicketRequest wish;
        wish.phase = TicketPhase::During;
        if (const ReleaseKey key = release(); !key.name.isEmpty())
            wish.releases = {key};
        wish.nodes = m_panel->finding()->nodes;
        m_context.navigator->openTicket(wish);
    });
}

void FindingsPage::setActions(PageActions actions)
{
    Page::setActions(actions);
    m_table->addActions({actions.describe, command("copyFinding")});
    addRowMenu(m_table, [this] {
        const std::optional<Finding> finding = selected();
        const QList<ObjectRef> objects = finding ? objectsOfFinding(*finding) : QList<ObjectRef>();
        if (objects.isEmpty())
            return RowSubject{finding ? finding->component : QString()};
        return RowSubject{objects.first().name, objects.first()};
    });
}

bool FindingsPage::describe()
{
    const std::optional<Finding> finding = selected();
    m_context.navigator->describe(finding ? objectsOfFinding(*finding) : QList<ObjectRef>());
    return true;
}

std::optional<Finding> FindingsPage::selected() const
{
    return m_panel->finding();
}

FindingsPage::~FindingsPage()
{
    m_table->setProxy(nullptr);
}

void FindingsPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    m_table->setProxy(nullptr);
    attach();
    const Screen *now = screen();
    setFilterText(now ? now->proxy->filter() : QString());
    refresh();
}

void FindingsPage::filterBy(const QString &text)
{
    if (Screen *now = screen())
        now->proxy->setFilter(text);
    refresh();
}

void FindingsPage::attach()
{
    FindingsSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->findings(m_cluster);
    if (m_active && m_active != source)
        m_active->setActive(false);
    if (source && m_active != source)
        source->setActive(true);
    m_active = source;
    Screen *now = screen();
    if (now && (!source || now->source != source)) {
        m_table->setProxy(nullptr);
        m_screens.erase(m_cluster);
        now = nullptr;
    }
    if (!source) {
        m_panel->show({});
        return;
    }
    if (!now) {
        if (!isVisible())
            return; // what nobody looks at costs the cluster nothing
        source->start();
        Screen fresh;
        fresh.source = source;
        fresh.model = std::make_unique<FindingsModel>(source);
        fresh.proxy = std::make_unique<FindingsProxy>(fresh.model.get());
        connect(source, &FindingsSource::changed, fresh.model.get(), [this, source] {
            if (const Screen *shown = screen(); shown && shown->source == source)
                refresh();
        });
        now = &m_screens.emplace(m_cluster, std::move(fresh)).first->second;
    }
    if (m_table->proxy() != now->proxy.get())
        m_table->setProxy(now->proxy.get());
}

void FindingsPage::refresh()
{
    attach();
    const Screen *now = screen();
    const int rows = now ? now->model->rowCount() : 0;
    PageMessage message;
    if (m_cluster.isEmpty())
        message = noClustersMessage(*m_context.fleet);
    else
        message = findingsMessage(m_context.fleet->entry(m_cluster), now ? now->source.data() : nullptr, rows,
                                  now ? now->proxy->matchCount() : 0, m_filter->text());
    m_frame->display(message, m_actions);
    m_filter->setVisible(rows > 0);
    m_frame->offerInspector(rows > 0);
    reselect();
    inspect();
    const FindingsSource *source = now ? now->source.data() : nullptr;
    say({source ? findingsBanner(*source) : QString()}, source && source->problem());
    m_summary = source ? findingsSummary(*source) : QString();
    Q_EMIT summaryChanged();
}

void FindingsPage::reselect()
{
    const Screen *now = screen();
    if (!now || m_table->current())
        return;
    if (now->selected && now->proxy->indexOf(*now->selected).isValid())
        m_table->choose(*now->selected);
    else
        m_table->chooseFirst();
}

void FindingsPage::inspect()
{
    Screen *now = screen();
    if (!now)
        return;
    if (const std::optional<Finding> current = m_table->current()) {
        now->selected = current;
        m_panel->show(current);
    } else if (now->model->rowCount() == 0) {
        m_panel->show({});
    }
    offerWayOn();
}

/// Where the finding is about a release's record: what this program runs on it, an operation that was cut
/// off, else the first step that the wizard can take; none while somebody is likely to be at work.
FindingsPage::WayOn FindingsPage::wayOn() const
{
    const std::optional<Finding> &finding = m_panel->finding();
    const bool isOfRecord =
        finding && std::any_of(finding->objects.cbegin(), finding->objects.cend(),
                               [](const QString &one) { return one.startsWith(QStringLiteral("Release ")); });
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const ReleaseKey key = isOfRecord ? release() : ReleaseKey();
    const Release *known = releases ? releases->find(key) : nullptr;
    if (!known)
        return {};
    Navigator *navigator = m_context.navigator;
    const OpenOperations *operations = m_context.openOperations;
    if (operations && operations->ownRun(m_cluster, key))
        return {tr("Show the operation"), {}, [=] { navigator->showUpgrade(key); }};
    if (const CutOperation *cut = operations ? operations->find(m_cluster, key) : nullptr)
        return {tr("Show in Activity"), {}, [=, folder = cut->entry.folder] {
                    navigator->showOperation(folder);
                }};
    if (!m_context.fleet->upgrades(m_cluster))
        return {};
    const QList<Finding> findings = screen()->source ? screen()->source->result().findings : QList<Finding>();
    const ReleaseSituation situation =
        situationOf(*known, releases->serverNow(), knownRemnants(findings, *known));
    const QString toolTip = tr("Opens the wizard, which first checks whether someone may be working on the "
                               "release. Nothing is changed before you confirm the exact command.");
    for (const NextMove &move : movesFrom(situation, *known)) {
        if (move.kind == NextMove::Kind::Rollback)
            return {tr("Roll back to revision %1…").arg(move.toRevision), toolTip,
                    [=, to = move.toRevision] { navigator->showRollback(key, to); }};
        if (move.kind == NextMove::Kind::Upgrade)
            return {tr("Upgrade…"), toolTip, [=] { navigator->showUpgrade(key); }};
    }
    return {};
}

void FindingsPage::offerWayOn()
{
    const WayOn way = wayOn();
    m_panel->offerWayOn(way.text, way.toolTip);
}

ReleaseKey FindingsPage::release() const
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        if (key.namespaceName + u'/' + key.name == m_panel->finding()->release)
            return key;
    return {};
}

void FindingsPage::showFinding(const Finding &finding)
{
    setInspectorShown(true);
    if (const Screen *now = screen(); now && !now->proxy->indexOf(finding).isValid())
        m_filter->clear();
    m_table->choose(finding);
    focusContent();
}

void FindingsPage::copyFindings() const
{
    const Screen *now = screen();
    if (!now || !now->source)
        return;
    QList<Finding> findings = m_table->chosen();
    if (findings.isEmpty() && m_panel->finding())
        findings = {*m_panel->finding()};
    QStringList reports;
    for (const Finding &one : std::as_const(findings))
        reports.append(markdownFinding(one, m_cluster, now->source->now()));
    if (!reports.isEmpty())
        QApplication::clipboard()->setText(reports.join(u'\n'));
}

void FindingsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace chartroom
