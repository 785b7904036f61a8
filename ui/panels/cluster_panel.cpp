// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cluster_panel.h"

#include "core/base/visible_text.h"
#include "core/screens/addons/cluster_list_model.h"
#include "core/secrets/masked_text.h"
#include "ui/delegates/cluster_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QListView>
#include <QMenu>
#include <QVBoxLayout>

namespace chartroom {

ClusterPanel::ClusterPanel(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new ClusterListModel(context.fleet, this))
    , m_list(new QListView(this))
    , m_none(new TextLabel(tr("No clusters"), this))
    , m_problem(new TextLabel({}, this))
{
    setProperty("look", QByteArrayLiteral("sidebar"));
    setAttribute(Qt::WA_StyledBackground);
    m_list->setObjectName(QStringLiteral("clusterList"));
    m_list->setProperty("look", QByteArrayLiteral("sidebar-list"));
    m_list->setAccessibleName(tr("Clusters"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ClusterDelegate(context.theme, this));
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust); // a note that does not fit beside its name goes below it
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);

    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_none->setLook("muted");
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignTop);
    m_none->setContentsMargins(16, 12, 12, 0);
    m_problem->setObjectName(QStringLiteral("kubeconfigProblem"));
    m_problem->setLook("attention");
    m_problem->setFont(context.theme->secondaryFont());
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(16, 8, 12, 12);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_none);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_problem);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this] { Q_EMIT currentChanged(current()); });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        const QString name = index.data(ClusterListModel::NameRole).toString();
        if (m_context.fleet->entry(name).state == ClusterSession::State::Off)
            m_context.fleet->connectTo(name);
    });
    connect(m_list, &QWidget::customContextMenuRequested, this, &ClusterPanel::showMenu);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ClusterPanel::showWhetherAny);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &ClusterPanel::showWhetherAny);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ClusterPanel::pickFirst);
    connect(m_context.theme, &Theme::changed, m_list->viewport(), qOverload<>(&QWidget::update));
    connect(m_context.fleet, &Fleet::namesChanged, this, &ClusterPanel::showProblems);
    showWhetherAny();
    showProblems();
}

QString ClusterPanel::current() const
{
    return m_list->currentIndex().data(ClusterListModel::NameRole).toString();
}

void ClusterPanel::setCurrent(const QString &name)
{
    if (const QModelIndex index = m_model->indexOf(name); index.isValid())
        m_list->setCurrentIndex(index);
}

void ClusterPanel::focusList()
{
    m_list->setFocus(Qt::ShortcutFocusReason);
}

void ClusterPanel::pickFirst()
{
    if (m_list->currentIndex().isValid())
        return;
    const QStringList names = m_context.fleet->names();
    const QString wanted = m_context.fleet->currentContext();
    if (!names.isEmpty())
        setCurrent(names.contains(wanted) ? wanted : names.first());
}

void ClusterPanel::showWhetherAny()
{
    m_none->setVisible(m_model->rowCount() == 0);
    m_list->setVisible(m_model->rowCount() > 0);
}

void ClusterPanel::showProblems()
{
    // With no cluster at all the page says it. Other files may be fine, so this is a remark beside them.
    QStringList problems;
    for (const Error &problem : m_context.fleet->problems())
        problems.append(visibleText(maskedText(problem.message)));
    m_problem->setText(breakable(problems.join(u'\n')));
    m_problem->setVisible(!problems.isEmpty() && m_model->rowCount() > 0);
}

void ClusterPanel::showMenu(const QPoint &position)
{
    const QString name = m_list->indexAt(position).data(ClusterListModel::NameRole).toString();
    if (name.isEmpty())
        return;
    Fleet *fleet = m_context.fleet;
    const bool off = fleet->entry(name).state == ClusterSession::State::Off;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (off) {
        menu->addAction(tr("Connect"), fleet, [fleet, name] { fleet->connectTo(name); });
    } else {
        menu->addAction(tr("Retry"), fleet, [fleet, name] { fleet->retry(name); });
        menu->addAction(tr("Disconnect"), fleet, [fleet, name] { fleet->disconnectFrom(name); });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy name"), this, [name] { QGuiApplication::clipboard()->setText(name); })
        ->setObjectName(QStringLiteral("copyClusterName"));
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

} // namespace chartroom
