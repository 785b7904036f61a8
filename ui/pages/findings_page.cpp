// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/findings_page.h"

#include "core/base/visible_text.h"
#include "core/models/finding_report.h"
#include "core/models/findings_message.h"
#include "core/models/findings_proxy.h"
#include "core/models/findings_source.h"
#include "core/models/release_source.h"
#include "ui/panels/finding_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/findings_table.h"
#include "ui/widgets/message_view.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFocusEvent>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

namespace chartroom {

namespace {

constexpr int inspectorWidth = 320;
constexpr int narrowestInspector = 240;
constexpr int widestInspector = 640;
const QString inspectorKey = QStringLiteral("findings/inspector");
const QString dividerKey = QStringLiteral("findings/divider");

} // namespace

FindingsPage::FindingsPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_header(new ClusterHeader(context, this))
    , m_filter(new FilterEdit(context.theme, tr("Filter findings"), this))
    , m_divider(new QSplitter(this))
    , m_list(new QWidget(m_divider))
    , m_stack(new QStackedWidget(m_list))
    , m_table(new FindingsTable(context, m_stack))
    , m_message(new MessageView(context.theme, m_stack))
    , m_banner(new Banner(m_list))
    , m_panel(new FindingPanel(context, m_divider))
{
    m_actions.clearFilter = new QAction(tr("Clear the filter"), this);
    if (context.settings)
        m_inspectorWanted = context.settings->value(inspectorKey, true).toBool();
    connectFilter();
    buildLayout();
    connect(m_table, &FindingsTable::currentFindingChanged, this, &FindingsPage::inspect);
    connect(m_table, &FindingsTable::findingActivated, this, [this] { setInspectorShown(true); });
    connect(m_table, &FindingsTable::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::closeRequested, this, [this] { setInspectorShown(false); });
    connect(m_panel, &FindingPanel::nodeRequested, this, &FindingsPage::nodeRequested);
    connect(m_panel, &FindingPanel::releaseRequested, this, &FindingsPage::requestRelease);
    connect(m_panel, &FindingPanel::ticketRequested, this,
            [this] { Q_EMIT ticketRequested(*m_panel->finding()); });
    connect(m_actions.clearFilter, &QAction::triggered, this, [this] {
        m_filter->clear();
        focusTable();
    });
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_cluster)
            refresh();
    });
}

FindingsPage::~FindingsPage()
{
    m_table->setProxy(nullptr);
}

void FindingsPage::connectFilter()
{
    m_filter->setObjectName(QStringLiteral("findingsFilter"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (Screen *now = screen())
            now->proxy->setFilter(text);
        refresh();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, &FindingsPage::focusTable);
    m_header->addControl(m_filter);
}

void FindingsPage::buildLayout()
{
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    // Below the rows: it comes and goes without moving them.
    auto *list = new QVBoxLayout(m_list);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    list->addWidget(m_stack, 1);
    list->addWidget(m_banner);
    m_panel->setMinimumWidth(narrowestInspector);
    m_panel->setMaximumWidth(widestInspector);
    m_divider->setHandleWidth(1);
    m_divider->setChildrenCollapsible(false);
    m_divider->setStretchFactor(0, 1);
    m_divider->setStretchFactor(1, 0);
    const int wide =
        m_context.settings ? m_context.settings->value(dividerKey, inspectorWidth).toInt() : inspectorWidth;
    m_divider->setSizes({1280 - inspectorWidth, std::clamp(wide, narrowestInspector, widestInspector)});
    connect(m_divider, &QSplitter::splitterMoved, this, [this] {
        if (m_context.settings)
            m_context.settings->setValue(dividerKey, m_panel->width());
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_divider, 1);
}

FindingsPage::Screen *FindingsPage::screen()
{
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? nullptr : &found->second;
}

const FindingsPage::Screen *FindingsPage::screen() const
{
    const auto found = m_screens.find(m_cluster);
    return found == m_screens.end() ? nullptr : &found->second;
}

void FindingsPage::setCluster(const QString &name)
{
    m_cluster = name;
    m_header->setCluster(name);
    m_table->setProxy(nullptr);
    attach();
    {
        const Screen *now = screen();
        const QSignalBlocker blocker(m_filter);
        m_filter->setText(now ? now->proxy->filter() : QString());
    }
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
    const bool table = message.kind == PageMessage::Kind::None;
    const bool focused = m_stack->isAncestorOf(window()->focusWidget());
    const bool swap = table != (m_stack->currentWidget() == m_table);
    if (!table)
        m_message->setMessage(message, m_actions.offeredFor(message.kind));
    m_stack->setCurrentWidget(table ? static_cast<QWidget *>(m_table) : m_message);
    // The keyboard stays in the middle of the window, whatever is shown there.
    if (focused && swap)
        focusTable();
    m_filter->setVisible(rows > 0);
    m_panel->setVisible(rows > 0 && m_inspectorWanted);
    reselect();
    inspect();
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool isTroubled =
        !entry.problem.message.isEmpty() || (now && now->source && now->source->problem());
    m_banner->say(table ? banner() : QString(), isTroubled ? Banner::Tone::Warning : Banner::Tone::Notice,
                  entry.isRecording ? m_actions.openKubeconfig : m_actions.retry);
    m_summary = now && now->source ? findingsSummary(*now->source) : QString();
    Q_EMIT summaryChanged(m_summary);
}

QString FindingsPage::banner() const
{
    QStringList sentences{bannerText(m_context.fleet->entry(m_cluster), *m_context.fleet)};
    if (const Screen *now = screen(); now && now->source)
        sentences.append(findingsBanner(*now->source));
    sentences.removeAll(QString());
    return sentences.join(u' ');
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
    if (const std::optional<Diagnosis> current = m_table->current()) {
        now->selected = current;
        m_panel->show(current);
    } else if (now->model->rowCount() == 0) {
        m_panel->show({});
    }
}

void FindingsPage::requestRelease(const QString &shownName)
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys) {
        if (visibleText(key.namespaceName + u'/' + key.name) == shownName) {
            Q_EMIT releaseRequested(key);
            return;
        }
    }
}

void FindingsPage::setActions(PageActions actions)
{
    actions.clearFilter = m_actions.clearFilter;
    m_actions = actions;
}

void FindingsPage::setTicketable(bool isTicketable)
{
    m_panel->setTicketable(isTicketable);
}

void FindingsPage::focusFilter()
{
    m_filter->take();
}

void FindingsPage::focusTable()
{
    m_stack->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void FindingsPage::showFinding(const Diagnosis &finding)
{
    setInspectorShown(true);
    if (const Screen *now = screen(); now && !now->proxy->indexOf(finding).isValid())
        m_filter->clear();
    m_table->choose(finding);
    focusTable();
}

void FindingsPage::setInspectorShown(bool shown)
{
    if (shown == m_inspectorWanted)
        return;
    m_inspectorWanted = shown;
    if (m_context.settings)
        m_context.settings->setValue(inspectorKey, shown);
    refresh();
    Q_EMIT inspectorShownChanged(shown);
}

void FindingsPage::goBack()
{
    if (!m_filter->text().isEmpty())
        m_filter->clear();
    else if (!m_filter->hasFocus())
        setInspectorShown(false);
    focusTable();
}

void FindingsPage::copyFindings() const
{
    const Screen *now = screen();
    if (!now || !now->source)
        return;
    QList<Diagnosis> findings = m_table->chosen();
    if (findings.isEmpty() && m_panel->finding())
        findings = {*m_panel->finding()};
    QStringList reports;
    for (const Diagnosis &one : std::as_const(findings))
        reports.append(markdownFinding(one, m_cluster, now->source->now()));
    if (!reports.isEmpty())
        QApplication::clipboard()->setText(reports.join(u'\n'));
}

void FindingsPage::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    focusTable();
}

void FindingsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace chartroom
