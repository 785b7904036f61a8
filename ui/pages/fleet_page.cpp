// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fleet_page.h"

#include "core/base/visible_text.h"
#include "core/screens/clusters/clusters_model.h"
#include "core/session/rollout_source.h"
#include "ui/context/navigator.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/path_table.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace chartroom {

namespace {

using State = ClusterSession::State;

/// Each signs in, and may have a credential program to run.
constexpr qsizetype mostConnecting = 8;
constexpr int leastName = 120;

} // namespace

FleetPage::FleetPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Fleet"), "group", "fleet", "Ctrl+0", false}, parent)
    , m_model(new ClustersModel(context.fleet, this))
{
    auto *head = new QWidget(this);
    head->setProperty("look", QByteArrayLiteral("topbar"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setMinimumHeight(52); // more where the text needs it
    auto *title = new TextLabel(tr("Clusters"), head);
    title->setFont(context.theme->titleFont());
    m_counts = new TextLabel({}, head);
    m_counts->setObjectName(QStringLiteral("fleetCounts"));
    m_counts->setLook("muted");
    m_filter = new FilterEdit(context.theme, tr("Filter clusters"), head);
    m_filter->setObjectName(QStringLiteral("fleetFilter"));
    m_connectAll = new QPushButton(head);
    m_connectAll->setObjectName(QStringLiteral("connectAll"));
    auto *line = new FlowLayout(8); // neither the title nor a button is cut off
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(16, 10, 16, 10);
    column->addLayout(line);
    for (TextLabel *label : {title, m_counts})
        label->setMinimumHeight(m_connectAll->sizeHint().height());
    line->addWidget(title);
    line->addWidget(m_counts);
    line->addWidget(m_filter);
    line->addWidget(m_connectAll);
    m_stack = new QStackedWidget(this);
    m_table = new PathTable(context.theme, m_model, m_stack);
    m_table->setObjectName(QStringLiteral("fleetTable"));
    m_table->setAccessibleName(tr("Clusters"));
    auto *open = new QAction(tr("Open"), m_table);
    m_table->addAction(open);
    new RowMenu(m_table, [this] {
        const QModelIndex current = m_table->currentIndex();
        return current.isValid() ? RowSubject{m_model->row(current.row()).name} : RowSubject();
    });
    m_message = new MessageView(context.theme, m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_message);
    m_column->addWidget(head);
    m_column->addWidget(m_stack, 1);
    onViewportWidth(m_table, [this](int width) { fitColumns(width); });
    connect(open, &QAction::triggered, this, &FleetPage::openRow);
    connect(m_table, &PathTable::activated, this, &FleetPage::openRow);
    connect(m_model, &QAbstractItemModel::layoutChanged, this, &FleetPage::refresh);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text.trimmed());
        refresh();
    });
    connect(m_connectAll, &QPushButton::clicked, this, &FleetPage::connectAll);
    connect(context.fleet, &Fleet::entryChanged, this, [this] {
        connectNext();
        readConnected();
    });
    refresh();
}

QStringList FleetPage::unconnected() const
{
    QStringList names;
    for (const QString &name : m_context.fleet->names())
        if (m_context.fleet->entry(name).state == State::Off)
            names << name;
    return names;
}

void FleetPage::refresh()
{
    const auto connected = std::count_if(m_model->rows().cbegin(), m_model->rows().cend(),
                                         [](const ClusterRow &row) { return row.isConnected; });
    m_counts->setText(tr("%1 of %2 connected").arg(connected).arg(m_model->rows().size()));
    const auto off = unconnected().size();
    m_connectAll->setText(tr("&Connect %n cluster(s)", nullptr, int(off)));
    m_connectAll->setVisible(off > 0);
    if (m_model->rowCount() == 0) {
        PageMessage message;
        message.kind = m_model->rows().isEmpty() ? PageMessage::Kind::NoReleases : PageMessage::Kind::NoMatch;
        message.state = VisualState::Waiting;
        message.title = m_model->rows().isEmpty() ? tr("No clusters") : tr("No cluster matches");
        message.text = m_model->rows().isEmpty()
                           ? tr("Open a kubeconfig or a recording in the menu Cluster.")
                           : tr("No cluster contains “%1”.").arg(visibleText(m_filter->text()));
        m_message->setMessage(message, {});
    }
    m_stack->setCurrentWidget(m_model->rowCount() > 0 ? static_cast<QWidget *>(m_table) : m_message);
    fitColumns(m_table->viewport()->width());
    Q_EMIT summaryChanged();
}

std::optional<QString> FleetPage::summary() const
{
    const QList<ClusterRow> &rows = m_model->rows();
    const auto count = [&rows](auto &&is) { return int(std::count_if(rows.cbegin(), rows.cend(), is)); };
    const int trouble = count([](const ClusterRow &row) { return row.isConnected && urgency(row) < 2; });
    const int failed = count(
        [](const ClusterRow &row) { return !row.isConnected && row.standing.state == VisualState::Failed; });
    QStringList parts{tr("%n cluster(s)", nullptr, int(rows.size())), tr("%n in trouble", nullptr, trouble)};
    if (failed > 0)
        parts << tr("%n cannot be reached", nullptr, failed);
    return parts.join(QStringLiteral(" · "));
}

QString FleetPage::dataAge(const FleetEntry & /*entry*/) const
{
    return {};
}

void FleetPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    readConnected();
}

/// What is said of a cluster rests on its nodes and findings, which nothing reads until they are asked for.
void FleetPage::readConnected()
{
    if (!isVisible())
        return;
    for (const ClusterRow &row : m_model->rows()) {
        if (m_context.fleet->entry(row.name).state != State::Live)
            continue;
        if (RolloutSource *rollout = m_context.fleet->rollout(row.name))
            rollout->start();
        if (FindingsSource *findings = m_context.fleet->findings(row.name))
            findings->start();
    }
}

void FleetPage::openRow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return;
    const QString name = m_model->row(current.row()).name;
    if (m_context.fleet->entry(name).state == State::Off)
        m_context.fleet->connectTo(name);
    if (m_context.navigator->showCluster(name))
        m_context.navigator->showAddons();
}

void FleetPage::connectAll()
{
    m_toConnect = unconnected();
    connectNext();
}

void FleetPage::connectNext()
{
    m_connecting.removeIf([this](const QString &name) {
        const State state = m_context.fleet->entry(name).state;
        return state != State::Off && state != State::Connecting;
    });
    // What is asked for tells of itself, which comes back here.
    while (m_connecting.size() < mostConnecting && !m_toConnect.isEmpty()) {
        const QString name = m_toConnect.takeFirst();
        if (m_context.fleet->entry(name).state != State::Off)
            continue;
        m_connecting.append(name);
        m_context.fleet->connectTo(name);
    }
}

/// The name takes the free width. Where it is short, the columns that tell least of trouble are left out.
void FleetPage::fitColumns(int width)
{
    using Column = ClusterColumn;
    int free = width;
    for (int column = 0; column < clusterColumnCount; ++column) {
        m_table->setColumnHidden(column, false); // one that is hidden needs nothing
        if (Column(column) == Column::Name)
            continue;
        m_table->setColumnWidth(column, m_table->neededWidth(column));
        free -= m_table->columnWidth(column);
    }
    for (const Column column : {Column::Kubernetes, Column::Nodes, Column::Releases, Column::Gpus}) {
        if (free >= leastName)
            break;
        free += m_table->columnWidth(int(column));
        m_table->setColumnHidden(int(column), true);
    }
    m_table->setColumnWidth(int(Column::Name),
                            std::clamp(free, leastName, std::max(leastName, m_table->neededWidth(0))));
}

void FleetPage::focusContent()
{
    m_table->focusRow(0);
}

bool FleetPage::focusFilter()
{
    m_filter->take();
    return true;
}

bool FleetPage::goBack()
{
    if (m_filter->text().isEmpty() && !m_filter->hasFocus())
        return false;
    m_filter->clear();
    m_table->setFocus(Qt::OtherFocusReason);
    return true;
}

} // namespace chartroom
