// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rollout_clocks.h"

#include "core/kube/gpu_count.h"
#include "core/words/relative_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fact_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QFrame>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int cardWidth = 216;
constexpr int leastHeight = 96;
constexpr int linesGap = 16;
constexpr int restOfPage = 240; ///< that the rows and what stands above need
constexpr int lowPage = 410;    ///< of a window about 520 high
constexpr qsizetype mostTenants = 12;

/// A line ends between two counts, never between a count and its word.
QString unbrokenCounts(QString text)
{
    const QChar gap(QChar::Nbsp);
    return text.replace(u' ', gap).replace(gap + QStringLiteral("·") + gap, gap + QStringLiteral("· "));
}

} // namespace

RolloutClocks::RolloutClocks(const UiContext &context, QWidget *parent)
    : QScrollArea(parent)
    , m_context(context)
    , m_body(new QWidget)
    , m_layout(new QHBoxLayout(m_body))
{
    setAccessibleName(tr("Release, nodes and outlook"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setWidget(m_body);
    for (QWidget *clear : {viewport(), m_body})
        clear->setAutoFillBackground(false); // the page's shows
    parent->installEventFilter(this);
    m_layout->setContentsMargins(16, 4, 16, 12);
    m_layout->setSpacing(12);
    QFrame *clocks = addCard();
    m_release = addFact(clocks, tr("Release"), "releaseClock");
    m_nodes = addFact(clocks, tr("Nodes"), "nodeClock");
    m_layout->addStretch(1);
    QFrame *outlook = addCard();
    m_left = addFact(outlook, tr("Time left"), "timeLeft");
    m_gpus = addFact(outlook, tr("GPUs available"), "gpusAvailable");
    m_lines = new QWidget(m_body);
    m_lines->setObjectName(QStringLiteral("clockLines"));
    auto *lines = new FlowLayout(linesGap, m_lines);
    for (int i = 0; i < facts().size(); ++i) {
        auto *line = new TextLabel({}, m_lines);
        line->setElideMode(Qt::ElideRight);
        lines->addWidget(line);
    }
    m_lines->hide();
    m_layout->addWidget(m_lines, 1);
}

QFrame *RolloutClocks::addCard()
{
    auto *frame = new QFrame(m_body);
    frame->setProperty("look", QByteArrayLiteral("card"));
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(14, 10, 14, 10);
    layout->setSpacing(10);
    layout->addStretch(1);
    m_layout->addWidget(frame);
    m_cards.append(frame);
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
    m_chart = chart;
}

bool RolloutClocks::eventFilter(QObject *watched, QEvent *event)
{
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    if ((watched == m_body && event->type() == QEvent::LayoutRequest) ||
        (watched == parentWidget() && (event->type() == QEvent::Resize || event->type() == QEvent::Show)))
        fit();
    return isHandled;
}

void RolloutClocks::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

/// What is read is whole: where room is short it scrolls instead of giving way. Larger text has wider cards,
/// as far as the chart keeps a third.
void RolloutClocks::fit()
{
    if (parentWidget()->isVisible()) // else it has no height yet
        setLow(parentWidget()->height() < m_context.theme->inText(lowPage));
    const int card = std::clamp(width() / 3, cardWidth, m_context.theme->inText(cardWidth));
    for (QFrame *frame : std::as_const(m_cards))
        frame->setFixedWidth(card);
    const int whole = m_layout->totalHeightForWidth(width());
    const int room = parentWidget()->height() - restOfPage;
    setFixedHeight(std::clamp(room, std::min(leastHeight, whole), whole));
}

void RolloutClocks::setLow(bool isLow)
{
    if (isLow == std::exchange(m_isLow, isLow))
        return;
    const LayoutPause once(m_layout);
    for (QWidget *card : std::as_const(m_cards))
        card->setVisible(!isLow);
    if (m_chart)
        m_chart->setVisible(!isLow);
    m_lines->setVisible(isLow);
}

QList<FactLabel *> RolloutClocks::facts() const
{
    return {m_release, m_nodes, m_left, m_gpus};
}

void RolloutClocks::fillLines()
{
    const auto lines = m_lines->findChildren<TextLabel *>(Qt::FindDirectChildrenOnly);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        lines[i]->setText(facts()[i]->line());
        lines[i]->setLook(facts()[i]->lineLook());
    }
}

void RolloutClocks::show(const Facts &facts)
{
    const LayoutPause once(m_layout);
    const RolloutSummary &summary = facts.summary;
    const QString progress = unbrokenCounts(progressText(summary));
    const QString trouble = unbrokenCounts(troubleText(summary));
    showRelease(facts);
    m_nodes->say(tr("%1 of %2", "nodes").arg(summary.done()).arg(summary.total),
                 summary.total > 0 && progress.isEmpty() && trouble.isEmpty() ? tr("all done") : progress,
                 std::nullopt, trouble);
    const bool isAlarm =
        facts.window.state == VisualState::Failed || facts.window.state == VisualState::Attention;
    QStringList more{isAlarm ? QString() : facts.window.text, facts.left.more};
    more.removeAll(QString());
    m_left->say(facts.left.fact, more.join(QStringLiteral(", ")), std::nullopt,
                isAlarm ? facts.window.text : QString(), facts.window.state);
    showGpus(facts);
    fillLines();
}

void RolloutClocks::showReading()
{
    const LayoutPause once(m_layout);
    const QList<FactLabel *> all = facts();
    for (FactLabel *fact : all)
        fact->say(QStringLiteral("…"), tr("being read"));
    fillLines();
}

void RolloutClocks::showRelease(const Facts &facts)
{
    const ReleaseClock &release = facts.release;
    if (release.isKnown)
        m_release->say(
            release.status,
            tr("%1, revision %2, %3")
                .arg(release.name, QString::number(release.revision), dayText(release.updated, facts.now)),
            release.state);
    else if (release.isPending)
        m_release->say(QStringLiteral("…"), tr("being read"));
    else
        m_release->say(tr("unknown"), tr("no release of its operator can be read"), VisualState::Unknown);
}

void RolloutClocks::showGpus(const Facts &facts)
{
    const int gpus = facts.summary.gpus;
    const int offline = facts.summary.gpusTotal - gpus;
    const QString &parts = facts.summary.gpuParts;
    const std::optional<bool> keepsFloor = keepsGpuFloor(gpus, facts.gpuFloor, !parts.isEmpty());
    QStringList more;
    if (!parts.isEmpty())
        more << parts;
    if (offline > 0)
        more << tr("%n offline now", nullptr, offline);
    if (!keepsFloor)
        more << tr("whether the capacity floor of %1 is kept is unknown: parts of GPUs are not counted as "
                   "GPUs")
                    .arg(facts.gpuFloor);
    else if (facts.gpuFloor > 0 && *keepsFloor)
        more << tr("capacity floor %1", "GPUs").arg(facts.gpuFloor);
    if (!facts.nextTenants.isEmpty())
        more << nextTenantsText(facts.nextTenants, 1);
    m_gpus->setToolTip(nextTenantsText(facts.nextTenants, mostTenants));
    m_gpus->say(tr("%1 of %2", "GPUs").arg(gpus).arg(facts.summary.gpusTotal),
                more.join(QStringLiteral(", ")), std::nullopt,
                keepsFloor == false ? tr("below the capacity floor of %1").arg(facts.gpuFloor) : QString());
}

} // namespace chartroom
