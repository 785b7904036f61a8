// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/findings_page.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/findings/finding_report.h"
#include "core/screens/findings/findings_message.h"
#include "core/screens/findings/findings_proxy.h"
#include "core/session/release_source.h"
#include "ui/pages/list_frame.h"
#include "ui/panels/finding_panel.h"
#include "ui/widgets/cluster_header.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/findings_table.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFocusEvent>

namespace chartroom {

namespace {

constexpr ListFrame::Widths findingWidths{320, 240, 640};

} // namespace

FindingsPage::FindingsPage(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_header(new ClusterHeader(context, this))
    , m_filter(new FilterEdit(context.theme, tr("Filter findings"), this))
    , m_frame(new ListFrame(context, QStringLiteral("findings"), findingWidths, this))
    , m_table(new FindingsTable(context, m_frame->rowsParent()))
    , m_panel(new FindingPanel(context, m_frame))
{
    m_actions.clearFilter = new QAction(tr("Clear the filter"), this);
    connectFilter();
    buildLayout();
    connect(m_table, &FindingsTable::currentFindingChanged, this, &FindingsPage::inspect);
    connect(m_table, &FindingsTable::findingActivated, this, [this] { setInspectorShown(true); });
    connect(m_table, &FindingsTable::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::copyRequested, this, &FindingsPage::copyFindings);
    connect(m_panel, &FindingPanel::descriptionRequested, this, &FindingsPage::descriptionRequested);
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
    m_frame->setRows(m_table);
    m_frame->setInspector(m_panel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_frame, 1);
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
    m_frame->display(message, m_actions);
    m_filter->setVisible(rows > 0);
    m_frame->offerInspector(rows > 0);
    reselect();
    inspect();
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool isTroubled =
        !entry.problem.message.isEmpty() || (now && now->source && now->source->problem());
    m_frame->say(banner(), isTroubled ? Banner::Tone::Warning : Banner::Tone::Notice,
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
    if (const std::optional<Finding> current = m_table->current()) {
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

void FindingsPage::setFindingActions(const QList<QAction *> &actions)
{
    m_table->addActions(actions);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FindingsPage::focusFilter()
{
    m_filter->take();
}

void FindingsPage::focusTable()
{
    m_frame->focusContent();
}

void FindingsPage::showFinding(const Finding &finding)
{
    setInspectorShown(true);
    if (const Screen *now = screen(); now && !now->proxy->indexOf(finding).isValid())
        m_filter->clear();
    m_table->choose(finding);
    focusTable();
}

std::optional<Finding> FindingsPage::selected() const
{
    return m_panel->finding();
}

void FindingsPage::setInspectorShown(bool shown)
{
    if (!m_frame->setInspectorWanted(shown))
        return;
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
    QList<Finding> findings = m_table->chosen();
    if (findings.isEmpty() && m_panel->finding())
        findings = {*m_panel->finding()};
    QStringList reports;
    for (const Finding &one : std::as_const(findings))
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
