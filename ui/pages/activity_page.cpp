// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/activity_page.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/screens/activity/open_operations.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "ui/context/navigator.h"
#include "ui/panels/activity_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/path_table.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>
#include <utility>

namespace chartroom {

namespace {

constexpr int panelWidth = 380;
constexpr int leastCluster = 80;
constexpr int leastWhat = 120;
constexpr std::chrono::seconds untilNextLook(2);

} // namespace

ActivityPage::ActivityPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Activity"), "activity", "activity", "Ctrl+J", false}, parent)
    , m_model(new ActivityModel(this))
{
    auto *head = new QWidget(this);
    head->setProperty("look", QByteArrayLiteral("topbar"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setMinimumHeight(52); // more where the text needs it
    auto *title = new TextLabel(tr("Operations on this machine"), head);
    title->setFont(context.theme->titleFont());
    m_filter = new FilterEdit(context.theme, tr("Filter the operations"), head);
    m_filter->setObjectName(QStringLiteral("activityFilter"));
    auto *again = new QPushButton(tr("&Refresh"), head);
    again->setObjectName(QStringLiteral("activityReload"));
    auto *line = new FlowLayout(8); // neither the title nor a button is cut off
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(16, 10, 16, 10);
    column->addLayout(line);
    title->setMinimumHeight(again->sizeHint().height());
    line->addWidget(title);
    if (context.settings)
        addClearDays(line, head);
    line->addWidget(m_filter);
    line->addWidget(again);
    m_stack = new QStackedWidget(this);
    auto *divider = new QSplitter(m_stack);
    m_body = divider;
    divider->setHandleWidth(1);
    divider->setChildrenCollapsible(false);
    m_table = new PathTable(context.theme, m_model, divider);
    m_table->setObjectName(QStringLiteral("activityTable"));
    m_table->setAccessibleName(tr("Operations"));
    new RowMenu(m_table, [this] {
        const QModelIndex current = m_table->currentIndex();
        return current.isValid() ? RowSubject{m_model->row(current.row()).order.release.name} : RowSubject();
    });
    m_panel = new ActivityPanel(context, divider);
    m_panel->setMinimumWidth(300);
    divider->setStretchFactor(0, 1);
    divider->setStretchFactor(1, 0);
    divider->setSizes({800, panelWidth});
    m_message = new MessageView(context.theme, m_stack);
    m_stack->addWidget(divider);
    m_stack->addWidget(m_message);
    m_column->addWidget(head);
    m_column->addWidget(m_stack, 1);
    onViewportWidth(m_table, [this](int width) { fitColumns(width); });
    connect(m_table, &PathTable::rowChanged, this, &ActivityPage::showRow);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text.trimmed());
        refresh();
    });
    connect(again, &QPushButton::clicked, this, &ActivityPage::reload);
    connect(m_panel, &ActivityPanel::closed, this, &ActivityPage::reload);
    connect(m_panel, &ActivityPanel::closed, this, &ActivityPage::closed);
    connect(m_panel, &ActivityPanel::failed, this, &ActivityPage::failed);
    connect(m_panel, &ActivityPanel::rollbackRequested, this,
            [this](const OperationHeader &order, int toRevision) {
                if (m_context.navigator->showCluster(order.context))
                    m_context.navigator->showRollback(order.release, toRevision);
            });
    m_again.setInterval(untilNextLook);
    connect(&m_again, &QTimer::timeout, this, &ActivityPage::reload);
    if (context.openOperations)
        connect(context.openOperations, &OpenOperations::changed, this, &ActivityPage::followCut);
    connect(context.fleet, &Fleet::entryChanged, this, &ActivityPage::followNodes);
    refresh();
}

/// The column says of them what the panel does, whichever row it shows.
void ActivityPage::followNodes()
{
    for (const ActivityEntry &entry : m_model->entries()) {
        if (const RolloutSource *rollout = m_context.fleet->rollout(entry.order.context))
            connect(rollout, &RolloutSource::clocksChanged, this, &ActivityPage::followNodes,
                    Qt::UniqueConnection);
        if (const ReleaseSource *releases = m_context.fleet->releases(entry.order.context))
            connect(releases, &ReleaseSource::releasesChanged, this, &ActivityPage::followNodes,
                    Qt::UniqueConnection);
    }
    if (!isVisible() || !m_model->lookAtNodes(*m_context.fleet, m_context.clock->now()))
        return;
    fitColumns(m_table->viewport()->width());
    refresh();
}

/// One was cut off while the page is shown, or was settled by another program.
void ActivityPage::followCut()
{
    QStringList cut;
    for (const CutOperation &one : m_context.openOperations->all())
        cut << one.entry.folder << cutWord(one);
    if (std::exchange(m_cut, cut) != cut && isVisible())
        reload();
}

/// How long what is not encrypted is kept.
void ActivityPage::addClearDays(QLayout *line, QWidget *head)
{
    auto *both = new QWidget(head);
    auto *label = new TextLabel(tr("Unencrypted copies are kept for"), both);
    label->setLook("muted");
    auto *days = new QSpinBox(both);
    days->setObjectName(QStringLiteral("clearCaptureDays"));
    days->setAccessibleName(tr("Days that unencrypted copies are kept after an operation has completed"));
    days->setToolTip(tr("What an operation saved of its release without a keyring to encrypt it; removed "
                        "this long after the operation has completed"));
    days->setSuffix(tr(" d", "days"));
    days->setRange(0, 3650);
    days->setValue(int(clearCaptureDays(*m_context.settings).count()));
    auto *together = new QHBoxLayout(both);
    together->setContentsMargins(0, 0, 0, 0);
    together->setSpacing(8);
    together->addWidget(label);
    together->addWidget(days);
    line->addWidget(both);
    connect(days, &QSpinBox::valueChanged, this, [this](int value) {
        setClearCaptureDays(*m_context.settings, std::chrono::days(value));
        showRow();
    });
}

void ActivityPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    reload();
    m_again.start();
}

void ActivityPage::hideEvent(QHideEvent *event)
{
    m_again.stop();
    QWidget::hideEvent(event);
}

void ActivityPage::reload()
{
    if (m_isReading)
        return;
    m_isReading = true;
    onFinished(QtConcurrent::run(readActivity, m_context.operations), this,
               [this](const QList<ActivityEntry> &entries) {
                   m_isReading = false;
                   take(entries);
               });
}

void ActivityPage::showOperation(const QString &folder)
{
    m_wanted = folder;
    m_filter->clear();
    reload();
}

void ActivityPage::take(const QList<ActivityEntry> &entries)
{
    const QModelIndex current = m_table->currentIndex();
    QString chosen = current.isValid() ? m_model->row(current.row()).folder : QString();
    if (!m_wanted.isEmpty())
        chosen = std::exchange(m_wanted, QString());
    m_isRead = true;
    m_model->setEntries(entries);
    followNodes();
    fitColumns(m_table->viewport()->width());
    refresh();
    const int row = std::max(m_model->rowOf(chosen), 0);
    if (row < m_model->rowCount())
        m_table->selectRow(row);
}

void ActivityPage::refresh()
{
    PageMessage message;
    if (m_model->rowCount() == 0) {
        message.kind = PageMessage::Kind::NoReleases;
        message.state = VisualState::Waiting;
        if (!m_isRead) {
            message.title = tr("Reading the journals");
        } else if (m_model->total() == 0) {
            message.title = tr("No operations by Chartroom yet");
            message.text = tr("Upgrades and rollbacks run from this machine appear here, step by step, with "
                              "their commands and results.");
        } else {
            message.kind = PageMessage::Kind::NoMatch;
            message.title = tr("No operation matches");
            message.text = tr("No operation contains “%1”.").arg(visibleText(m_filter->text()));
        }
        m_message->setMessage(message, {});
    }
    m_stack->setCurrentWidget(m_model->rowCount() > 0 ? m_body : m_message);
    showRow();
}

void ActivityPage::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || current.row() >= m_model->rowCount())
        m_panel->show(std::nullopt);
    else
        m_panel->show(m_model->row(current.row()));
}

/// What was done takes the free width; where there is none the cluster gives way to it.
void ActivityPage::fitColumns(int width)
{
    for (const ActivityColumn column : {ActivityColumn::Cluster, ActivityColumn::Took})
        m_table->setColumnHidden(int(column), false); // one that is hidden needs nothing
    const auto needed = [this](ActivityColumn column) { return m_table->neededWidth(int(column)); };
    const int cluster = needed(ActivityColumn::Cluster);
    int free = width;
    for (const ActivityColumn whole : {ActivityColumn::Begun, ActivityColumn::Result}) {
        m_table->setColumnWidth(int(whole), needed(whole));
        free -= needed(whole);
    }
    // Where room is short the panel beside the table has these.
    const int least = leastWhat + std::min(leastCluster, cluster);
    const bool hasTook = free >= least + needed(ActivityColumn::Took);
    const bool hasCluster = free >= least;
    m_table->setColumnHidden(int(ActivityColumn::Took), !hasTook);
    m_table->setColumnHidden(int(ActivityColumn::Cluster), !hasCluster);
    if (hasTook) {
        m_table->setColumnWidth(int(ActivityColumn::Took), needed(ActivityColumn::Took));
        free -= needed(ActivityColumn::Took);
    }
    if (hasCluster) {
        const int left =
            std::clamp(free - needed(ActivityColumn::What), std::min(leastCluster, cluster), cluster);
        m_table->setColumnWidth(int(ActivityColumn::Cluster), left);
        free -= left;
    }
    m_table->setColumnWidth(int(ActivityColumn::What), std::max(leastWhat, free));
}

void ActivityPage::focusContent()
{
    m_table->focusRow(0);
}

bool ActivityPage::focusFilter()
{
    m_filter->take();
    return true;
}

bool ActivityPage::goBack()
{
    if (m_filter->text().isEmpty() && !m_filter->hasFocus())
        return false;
    m_filter->clear();
    m_table->setFocus(Qt::OtherFocusReason);
    return true;
}

} // namespace chartroom
