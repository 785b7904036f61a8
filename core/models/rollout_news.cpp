// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/rollout_news.h"

#include "core/models/rollout_model.h"
#include "core/models/rollout_source.h"
#include "core/models/rollout_summary.h"

#include <chrono>
#include <utility>

namespace chartroom {

namespace {

/// Nodes of one batch fail together: they are told together.
constexpr auto gathering = std::chrono::seconds(2);
/// How often it looks whether all is read at first.
constexpr auto settling = std::chrono::milliseconds(200);
constexpr qsizetype namedNodes = 4;

} // namespace

RolloutNews::RolloutNews(RolloutModel *model, QObject *parent)
    : QObject(parent)
    , m_model(model)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(gathering);
    connect(&m_soon, &QTimer::timeout, this, &RolloutNews::look);
    connect(model, &RolloutModel::rowsChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    look();
}

void RolloutNews::look()
{
    if (!m_model || !m_model->source())
        return;
    if (!m_model->isCurrent() || !m_model->source()->isComplete()) {
        m_soon.start(settling);
        return;
    }
    m_soon.setInterval(gathering);
    tellTrouble();
    tellEnd();
    m_isListening = true;
}

void RolloutNews::tellTrouble()
{
    QSet<QString> troubled;
    QList<const RolloutRow *> fresh;
    for (const RolloutRow &row : m_model->rows()) {
        if (!isTrouble(row.lead().verdict))
            continue;
        troubled.insert(row.node);
        if (!m_troubled.contains(row.node))
            fresh.append(&row);
    }
    m_troubled = std::move(troubled);
    if (!m_isListening || fresh.isEmpty())
        return;
    if (fresh.size() == 1) {
        const RolloutRow &row = *fresh.first();
        Q_EMIT told(tr("%1: %2", "node: state").arg(row.name, verdictWord(row.lead().verdict)),
                    row.heldBack.isEmpty() ? row.lead().words : row.heldBack);
        return;
    }
    QStringList names;
    for (const RolloutRow *row : fresh.first(std::min(namedNodes, fresh.size())))
        names.append(tr("%1 (%2)", "node (state)").arg(row->name, verdictWord(row->lead().verdict)));
    if (fresh.size() > namedNodes)
        names.append(tr("and %n more", nullptr, int(fresh.size() - namedNodes)));
    Q_EMIT told(tr("%n node(s) need a look", nullptr, int(fresh.size())), names.join(QStringLiteral(", ")));
}

void RolloutNews::tellEnd()
{
    const RolloutSummary summary = rolloutSummary(*m_model);
    const bool wasUnderWay = std::exchange(m_wasUnderWay, summary.isUnderWay());
    if (!m_isListening || !wasUnderWay || m_wasUnderWay)
        return;
    const QString rest = restText(summary);
    Q_EMIT told(tr("%1: nothing moves any more").arg(rolloutTitle(summary)),
                tr("%1 of %2 nodes are through.").arg(summary.done()).arg(summary.total) +
                    (rest.isEmpty() ? QString() : u' ' + rest));
}

} // namespace chartroom
