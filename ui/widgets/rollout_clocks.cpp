// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rollout_clocks.h"

#include "core/models/relative_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fact_label.h"

#include <QBoxLayout>
#include <QFrame>

namespace chartroom {

namespace {

constexpr int cardWidth = 216;

} // namespace

RolloutClocks::RolloutClocks(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(16, 4, 16, 12);
    m_layout->setSpacing(12);
    QFrame *clocks = addCard();
    m_release = addFact(clocks, tr("Release"), "releaseClock");
    m_nodes = addFact(clocks, tr("Nodes"), "nodeClock");
    m_layout->addStretch(1);
    QFrame *outlook = addCard();
    m_left = addFact(outlook, tr("Time left"), "timeLeft");
    m_gpus = addFact(outlook, tr("GPUs available"), "gpusAvailable");
}

QFrame *RolloutClocks::addCard()
{
    auto *frame = new QFrame(this);
    frame->setProperty("look", QByteArrayLiteral("card"));
    frame->setFixedWidth(cardWidth);
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(14, 10, 14, 10);
    layout->setSpacing(10);
    layout->addStretch(1);
    m_layout->addWidget(frame);
    return frame;
}

FactLabel *RolloutClocks::addFact(QFrame *card, const QString &title, const char *name)
{
    auto *fact = new FactLabel(title, m_context.theme, card);
    fact->setObjectName(QLatin1String(name));
    auto *layout = qobject_cast<QVBoxLayout *>(card->layout());
    layout->insertWidget(layout->count() - 1, fact);
    return fact;
}

void RolloutClocks::setChart(QWidget *chart)
{
    delete m_layout->takeAt(1);
    m_layout->insertWidget(1, chart, 1);
}

void RolloutClocks::show(const RolloutSummary &summary, const ReleaseClock &release, const TimeLeft &left,
                         const QDateTime &now)
{
    if (release.isKnown)
        m_release->say(
            release.status,
            tr("%1, revision %2, %3")
                .arg(release.name, QString::number(release.revision), dayText(release.updated, now)),
            release.state);
    else
        m_release->say(tr("not known"), tr("no release of its operator can be read"), VisualState::Unknown);
    const QString progress = progressText(summary);
    const QString trouble = troubleText(summary);
    m_nodes->say(tr("%1 of %2", "nodes").arg(summary.done()).arg(summary.total),
                 progress.isEmpty() && trouble.isEmpty() ? tr("all through") : progress, std::nullopt,
                 trouble);
    m_left->say(left.fact, left.more);
    m_gpus->say(tr("%1 of %2", "GPUs").arg(summary.gpus).arg(summary.gpusTotal),
                summary.gpus < summary.gpusTotal
                    ? tr("%n offline now", nullptr, summary.gpusTotal - summary.gpus)
                    : QString());
}

} // namespace chartroom
