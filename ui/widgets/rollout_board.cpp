// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rollout_board.h"

#include "core/screens/rollout/rollout_proxy.h"
#include "ui/widgets/node_tiles.h"
#include "ui/widgets/rollout_table.h"

#include <QHeaderView>

#include <chrono>

namespace chartroom {

using namespace std::chrono_literals;

RolloutBoard::RolloutBoard(const UiContext &context, QWidget *parent)
    : QStackedWidget(parent)
    , m_table(new RolloutTable(context, this))
    , m_tiles(new NodeTiles(context.theme, this))
{
    addWidget(m_table);
    addWidget(m_tiles);
    setFocusProxy(m_table);
    m_paintNext.setSingleShot(true);
    m_paintNext.setInterval(0ms);
    connect(&m_paintNext, &QTimer::timeout, this, [this] { setUpdatesEnabled(true); });
    connect(m_table, &RolloutTable::nodeSelected, this, &RolloutBoard::nodeSelected);
    connect(m_table, &RolloutTable::nodeActivated, this, &RolloutBoard::nodeActivated);
    connect(m_tiles, &NodeTiles::nodeActivated, this, &RolloutBoard::nodeActivated);
    connect(m_table, &RolloutTable::copyRequested, this, &RolloutBoard::copyRequested);
    connect(m_tiles, &NodeTiles::copyRequested, this, &RolloutBoard::copyRequested);
}

RolloutBoard::~RolloutBoard() = default;

void RolloutBoard::setView(View view)
{
    if (view == this->view())
        return;
    const bool focused = isAncestorOf(window()->focusWidget());
    setCurrentIndex(int(view));
    setFocusProxy(currentWidget());
    if (focused)
        currentWidget()->setFocus();
    const QModelIndex current = m_table->currentIndex();
    if (view == View::Tiles)
        m_tiles->scrollTo(current);
    else if (current.isValid())
        m_table->scrollTo(current);
}

RolloutBoard::View RolloutBoard::view() const
{
    return View(currentIndex());
}

void RolloutBoard::setProxy(RolloutProxy *proxy)
{
    if (proxy == m_table->proxy())
        return;
    m_following.reset();
    setUpdatesEnabled(true);
    m_tiles->setProxy(nullptr, nullptr); // its selection belongs to the table
    m_table->setProxy(proxy);
    if (!proxy)
        return;
    m_tiles->setProxy(proxy, m_table->selectionModel());
    // Thousands of rows under way to another moment are painted once, when they are there.
    m_following = std::make_unique<QObject>();
    const RolloutModel *model = proxy->source();
    connect(model, &RolloutModel::rowsChanged, m_following.get(), [this, model] {
        if (model->isSettling())
            setUpdatesEnabled(false);
    });
    connect(model, &RolloutModel::changesEnd, m_following.get(), [this] { setUpdatesEnabled(true); });
}

RolloutProxy *RolloutBoard::proxy() const
{
    return m_table->proxy();
}

void RolloutBoard::sortBy(int column, bool follows)
{
    m_table->setFollowing(follows);
    m_table->horizontalHeader()->setSortIndicator(column, Qt::AscendingOrder);
}

bool RolloutBoard::hasSelection() const
{
    return m_table->selectionModel() && m_table->selectionModel()->hasSelection();
}

QStringList RolloutBoard::selectedNodes() const
{
    return m_table->selectedNodes();
}

void RolloutBoard::selectNode(const QString &node)
{
    m_table->selectNode(node);
    m_tiles->scrollTo(m_table->currentIndex());
}

void RolloutBoard::selectFirst()
{
    m_table->selectFirst();
    m_tiles->scrollTo(m_table->currentIndex());
}

void RolloutBoard::paintNext()
{
    setUpdatesEnabled(false);
    m_paintNext.start();
}

} // namespace chartroom
