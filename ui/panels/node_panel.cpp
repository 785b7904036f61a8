// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/node_panel.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/rollout/driver_group.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/words/node_timeline.h"
#include "core/words/relative_time.h"
#include "ui/panels/finding_rows.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPushButton>

namespace chartroom {

namespace {

constexpr int nodeShape = 14;
/// Rows change slice by slice: once for all, and when they are painted.
constexpr std::chrono::milliseconds afterRows{20};
constexpr int mostDelays = 20; ///< while many rows are under way to another moment

/// A sentence with the shape that says how much it matters.
QWidget *noteRow(const QString &text, VisualState state, const QString &word, const Theme &theme)
{
    auto *row = new QWidget;
    auto *mark = new StateLabel(&theme, nodeShape, row);
    mark->setState(state, word);
    auto *label = new TextLabel(breakable(text), row);
    label->setWordWrap(true);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(mark, 0, Qt::AlignTop);
    layout->addWidget(label, 1);
    return row;
}

/// A node has many DaemonSets and few drivers: of the former those that need a look, and the chosen one.
bool isWorthASection(const NodeTrack &track, const QString &chosen)
{
    return !isPlainDaemonSet(track.component) || track.component == chosen ||
           visualState(track) != VisualState::Done;
}

} // namespace

NodeReport nodeReport(const RolloutModel &model, const UiContext &context, const QString &cluster,
                      const QString &node)
{
    NodeReport report;
    report.node = node;
    report.cluster = cluster;
    report.context = context.fleet->entry(cluster).isRecording ? QString() : cluster;
    if (!report.context.isEmpty())
        report.kubeconfigs = context.fleet->kubeconfigFiles();
    report.now = model.source() ? model.source()->now() : context.clock->now();
    for (const NodeTrack *track : model.tracks(node))
        report.tracks.append(*track);
    if (model.source()) {
        report.tenants = model.source()->tenants({node});
        report.knowsTenants = model.source()->knowsTenants();
    }
    report.findings = model.findings(node);
    return report;
}

NodePanel::NodePanel(const UiContext &context, QWidget *parent)
    : InspectorShell(context.theme, tr("Select a node to see its step, the evidence, and what blocks it."),
                     tr("About the node"), parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("nodePanel"));
    m_refreshSoon.setSingleShot(true);
    m_refreshSoon.setInterval(afterRows);
    connect(&m_refreshSoon, &QTimer::timeout, this, [this] {
        if (m_model && !m_model->isAtRest() && ++m_delays <= mostDelays)
            m_refreshSoon.start();
        else
            refresh();
    });
    title()->setObjectName(QStringLiteral("nodeTitle"));
    offerDescription();
    buildHead();
    const auto *copy = addToFoot(tr("Copy as Markdown"), "copyNodeButton",
                                 tr("With the kubectl commands for details (Ctrl+C in the table)"));
    connect(copy, &QPushButton::clicked, this, &NodePanel::copyRequested);
}

void NodePanel::buildHead()
{
    m_state = new StateLabel(m_context.theme, nodeShape, content());
    m_words = new TextLabel({}, content());
    m_words->setWordWrap(true);
    m_place = new TextLabel({}, content());
    m_place->setLook("muted");
    m_place->setElideMode(Qt::ElideMiddle);
    auto *state = new QHBoxLayout;
    state->setSpacing(8);
    state->addWidget(m_state, 0, Qt::AlignTop);
    state->addWidget(m_words, 1);
    head()->addLayout(state);
    head()->addWidget(m_place);
}

void NodePanel::show(RolloutModel *model, const QString &cluster, const QString &node)
{
    if (m_model && m_model != model)
        m_model->disconnect(&m_refreshSoon);
    if (model && m_model != model) {
        connect(model, &RolloutModel::rowsChanged, &m_refreshSoon, qOverload<>(&QTimer::start));
        connect(model, &RolloutModel::dataChanged, &m_refreshSoon, [this] { followClock(); });
    }
    m_model = model;
    m_cluster = cluster;
    if (node != m_node)
        m_shown = {};
    m_node = node;
    refresh();
}

void NodePanel::refresh()
{
    m_delays = 0;
    const int row = m_model ? m_model->rowOf(m_node) : -1;
    if (row < 0) {
        setFilled(false);
        m_shown = {};
        return;
    }
    NodeReport report = nodeReport(*m_model, m_context, m_cluster, m_node);
    const bool same = report.node == m_shown.node && report.tracks == m_shown.tracks &&
                      report.tenants == m_shown.tenants && report.knowsTenants == m_shown.knowsTenants &&
                      report.findings == m_shown.findings;
    m_shown = std::move(report);
    if (!same)
        refill([this] { rebuild(); });
}

void NodePanel::rebuild()
{
    const RolloutRow &row = m_model->row(m_model->rowOf(m_node));
    title()->setText(row.name);
    m_state->setState(row.lead().state, verdictWord(row.lead().verdict));
    const bool isInDoubt = row.lead().isInDoubt();
    m_words->setText(isInDoubt ? tr("done, but other facts contradict that") : row.words());
    QStringList place{row.pool, row.zone};
    place.removeAll(QString());
    m_place->setText(place.join(QStringLiteral(" · ")));
    m_place->setVisible(!place.isEmpty());
    for (QWidget *section : std::exchange(m_sections, {})) {
        section->hide();
        section->deleteLater();
    }
    m_elapsed.clear();
    addFindings();
    for (const NodeTrack &track : std::as_const(m_shown.tracks))
        if (isWorthASection(track, m_model->component()))
            addTrack(track);
    addTenants();
}

InspectorSection *NodePanel::addSection(const QString &title)
{
    auto *section = new InspectorSection(title, m_context.theme, content());
    addToColumn(section);
    section->show();
    m_sections.append(section);
    return section;
}

void NodePanel::addFindings()
{
    if (m_shown.findings.isEmpty())
        return;
    InspectorSection *section = addSection(tr("Found"));
    for (const Finding &one : std::as_const(m_shown.findings))
        section->addWidget(findingRow(one, *m_context.theme, [this, one] { Q_EMIT findingRequested(one); }));
}

void NodePanel::addTrack(const NodeTrack &track)
{
    const RolloutLane lane = rolloutLane(track);
    InspectorSection *section = addSection(componentTitle(track.component));
    section->addWidget(noteRow(lane.words, lane.state, verdictWord(track.verdict), *m_context.theme));
    if (track.since.isValid()) {
        TextLabel *since = section->addMuted(tr("since %1").arg(absoluteTimeText(track.since)));
        since->setFont(m_context.theme->secondaryFont());
    }
    if (!track.driverFrom.isEmpty() || !track.driverTo.isEmpty()) {
        const bool same = isSameDriver(track.driverFrom, track.driverTo) || track.driverTo.isEmpty();
        section->addIdentifier(visibleText(same ? track.driverFrom
                                           : track.driverFrom.isEmpty()
                                               ? track.driverTo
                                               : track.driverFrom + QStringLiteral(" → ") + track.driverTo));
    }
    for (const TrackNote &note : track.blockers)
        section->addWidget(noteRow(note.text,
                                   isTrouble(track.verdict) ? VisualState::Attention : VisualState::Waiting,
                                   tr("blocked by"), *m_context.theme));
    for (const TrackNote &note : track.contradictions)
        section->addWidget(noteRow(note.text, VisualState::Attention, tr("contradiction"), *m_context.theme));
    if (track.restarts > 0)
        section->addMuted(tr("%n restart(s) of the driver pod", nullptr, track.restarts));
    addTimeline(*section, track);
    for (const QString &line : track.evidence.lines())
        section->addMuted(visibleText(line))->setFont(m_context.theme->secondaryFont());
}

void NodePanel::addTimeline(InspectorSection &section, const NodeTrack &track)
{
    const QList<TimelineEntry> entries =
        nodeTimeline(m_model->source()->history({track.node, track.component}), m_shown.now);
    if (entries.size() < 2)
        return; // the step that is shown already
    auto *list = new QWidget;
    list->setAccessibleName(tr("Steps of the node, the newest first"));
    auto *grid = new QGridLayout(list);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    QList<TextLabel *> elapsed;
    for (int row = 0; row < entries.size(); ++row) {
        const TimelineEntry &entry = entries[row];
        auto *mark = new StateLabel(m_context.theme, 12, list);
        mark->setState(entry.state, entry.words);
        grid->addWidget(mark, row, 0);
        for (const auto &[column, text] :
             {std::pair(1, entry.start), std::pair(2, entry.words), std::pair(3, entry.elapsed)}) {
            auto *label = new TextLabel(text, list);
            label->setFont(m_context.theme->secondaryFont());
            if (column != 2)
                label->setLook("muted");
            label->setElideMode(column == 2 ? Qt::ElideRight : Qt::ElideNone);
            grid->addWidget(label, row, column, column == 3 ? Qt::AlignRight : Qt::Alignment());
            if (column == 3)
                elapsed.append(label);
        }
    }
    m_elapsed.append({TrackKey{track.node, track.component}, elapsed});
    section.addWidget(list);
}

/// With the time in the node's row. What else changes comes by refresh().
void NodePanel::followClock()
{
    if (!isVisible() || !m_model || !m_model->source())
        return;
    const QDateTime now = m_model->source()->now();
    for (const auto &[key, labels] : std::as_const(m_elapsed)) {
        const QList<TimelineEntry> entries = nodeTimeline(m_model->source()->history(key), now);
        for (qsizetype row = 0; entries.size() == labels.size() && row < labels.size(); ++row)
            if (labels[row]->text() != entries[row].elapsed)
                labels[row]->setText(entries[row].elapsed);
    }
}

void NodePanel::addTenants()
{
    InspectorSection *section = addSection(tr("Loses its GPUs when the node is emptied"));
    if (!m_shown.knowsTenants)
        section->addMuted(tr("Unknown: not all of its pods and their claims could be read."));
    else if (m_shown.tenants.isEmpty())
        section->addMuted(tr("No pod with GPUs runs on it."));
    for (const NodeTenant &tenant : std::as_const(m_shown.tenants)) {
        section->addText(visibleText(tenant.namespaceName + u'/' + tenant.workload));
        section->addMuted(tr("%n pod(s)", nullptr, tenant.pods) + QStringLiteral(", ") +
                          gpuAmountText(tenant.gpus));
    }
}

} // namespace chartroom
