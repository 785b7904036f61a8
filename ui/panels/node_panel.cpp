// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/node_panel.h"

#include "core/base/visible_text.h"
#include "core/models/fleet.h"
#include "core/models/node_timeline.h"
#include "core/models/relative_time.h"
#include "core/models/rollout_model.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

namespace chartroom {

namespace {

constexpr int shape = 14;

/// A sentence with the shape that says how much it matters.
QWidget *noteRow(const QString &text, VisualState state, const QString &word, const Theme &theme)
{
    auto *row = new QWidget;
    auto *mark = new StateLabel(&theme, shape, row);
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
    const bool isDaemonSet = track.component.contains(u'/');
    return !isDaemonSet || track.component == chosen || visualState(track) != VisualState::Done;
}

} // namespace

NodeReport nodeReport(const RolloutModel &model, const UiContext &context, const QString &cluster,
                      const QString &node)
{
    NodeReport report;
    report.node = node;
    report.cluster = cluster;
    report.context = context.fleet->entry(cluster).isRecording ? QString() : cluster;
    report.now = model.source() ? model.source()->now() : context.clock->now();
    for (const NodeTrack *track : model.tracks(node))
        report.tracks.append(*track);
    if (model.source())
        report.tenants = model.source()->tenants({node});
    return report;
}

NodePanel::NodePanel(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_content(new QWidget)
    , m_foot(new QWidget(this))
    , m_hint(new TextLabel(tr("Choose a node to see its step, the evidence, and what holds it."), this))
{
    setObjectName(QStringLiteral("nodePanel"));
    setProperty("look", QByteArrayLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Inspector"));
    m_content->setProperty("look", QByteArrayLiteral("surface"));
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(16, 14, 16, 16);
    m_column->setSpacing(16);
    buildHead(m_column);
    m_column->addStretch(1);
    auto *area = new QScrollArea(this);
    area->setWidget(m_content);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::TabFocus); // arrows and Page Down scroll it
    area->setAccessibleName(tr("About the node"));
    m_hint->setLook("muted");
    m_hint->setWordWrap(true);
    m_hint->setMargin(16);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_hint);
    layout->addWidget(area, 1);
    buildFoot(layout);
    m_content->hide();
    connect(context.theme, &Theme::changed, this, &NodePanel::setFonts);
    setFonts();
}

void NodePanel::buildHead(QVBoxLayout *column)
{
    m_title = new TextLabel({}, m_content);
    m_title->setObjectName(QStringLiteral("nodeTitle"));
    m_title->setElideMode(Qt::ElideMiddle);
    m_close = new QToolButton(m_content);
    m_close->setProperty("look", QByteArrayLiteral("quiet"));
    m_close->setAccessibleName(tr("Close the inspector"));
    m_close->setToolTip(tr("Close (Esc)"));
    connect(m_close, &QToolButton::clicked, this, &NodePanel::closeRequested);
    m_state = new StateLabel(m_context.theme, shape, m_content);
    m_words = new TextLabel({}, m_content);
    m_words->setWordWrap(true);
    m_place = new TextLabel({}, m_content);
    m_place->setLook("muted");
    m_place->setElideMode(Qt::ElideMiddle);
    auto *title = new QHBoxLayout;
    title->addWidget(m_title, 1);
    title->addWidget(m_close);
    auto *state = new QHBoxLayout;
    state->setSpacing(8);
    state->addWidget(m_state, 0, Qt::AlignTop);
    state->addWidget(m_words, 1);
    auto *head = new QVBoxLayout;
    head->setSpacing(8);
    head->addLayout(title);
    head->addLayout(state);
    head->addWidget(m_place);
    column->addLayout(head);
}

void NodePanel::buildFoot(QVBoxLayout *layout)
{
    auto *copy = new QPushButton(tr("Copy as Markdown"), m_foot);
    copy->setObjectName(QStringLiteral("copyNodeButton"));
    copy->setToolTip(tr("With the kubectl commands to look further (Ctrl+C in the table)"));
    connect(copy, &QPushButton::clicked, this, &NodePanel::copyRequested);
    auto *line = new QHBoxLayout(m_foot);
    line->setContentsMargins(16, 8, 16, 12);
    line->addWidget(copy);
    line->addStretch(1);
    layout->addWidget(m_foot);
    m_foot->hide();
}

void NodePanel::setFonts()
{
    m_close->setIcon(m_context.theme->icon(QStringLiteral("close"), Role::Muted, 16, devicePixelRatioF()));
    QFont title = m_context.theme->identifierFont();
    title.setPointSizeF(title.pointSizeF() * 1.2);
    title.setWeight(QFont::Bold);
    m_title->setFont(title);
}

void NodePanel::show(RolloutModel *model, const QString &cluster, const QString &node)
{
    if (m_model && m_model != model)
        m_model->disconnect(this);
    if (model && m_model != model)
        connect(model, &RolloutModel::rowsChanged, this, &NodePanel::refresh);
    m_model = model;
    m_cluster = cluster;
    if (node != m_node)
        m_shown = {};
    m_node = node;
    refresh();
}

void NodePanel::refresh()
{
    const int row = m_model ? m_model->rowOf(m_node) : -1;
    m_content->setVisible(row >= 0);
    m_foot->setVisible(row >= 0);
    m_hint->setVisible(row < 0);
    if (row < 0) {
        m_shown = {};
        return;
    }
    NodeReport report = nodeReport(*m_model, m_context, m_cluster, m_node);
    const bool same =
        report.node == m_shown.node && report.tracks == m_shown.tracks && report.tenants == m_shown.tenants;
    m_shown = std::move(report);
    if (!same)
        rebuild();
}

void NodePanel::rebuild()
{
    const RolloutRow &row = m_model->row(m_model->rowOf(m_node));
    m_title->setText(row.name);
    m_state->setState(row.lead().state, verdictWord(row.lead().verdict));
    m_words->setText(row.lead().words);
    QStringList place{row.pool, row.zone};
    place.removeAll(QString());
    m_place->setText(place.join(QStringLiteral(" · ")));
    m_place->setVisible(!place.isEmpty());
    for (QWidget *section : std::exchange(m_sections, {})) {
        section->hide();
        section->deleteLater();
    }
    for (const NodeTrack &track : std::as_const(m_shown.tracks))
        if (isWorthASection(track, m_model->component()))
            addTrack(track);
    addTenants();
}

InspectorSection *NodePanel::addSection(const QString &title)
{
    auto *section = new InspectorSection(title, m_context.theme, m_content);
    m_column->insertWidget(m_column->count() - 1, section);
    section->show();
    m_sections.append(section);
    return section;
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
        const bool same = track.driverFrom == track.driverTo || track.driverTo.isEmpty();
        section->addIdentifier(visibleText(same ? track.driverFrom
                                           : track.driverFrom.isEmpty()
                                               ? track.driverTo
                                               : track.driverFrom + QStringLiteral(" → ") + track.driverTo));
    }
    for (const TrackNote &note : track.blockers)
        section->addWidget(noteRow(note.text,
                                   isTrouble(track.verdict) ? VisualState::Attention : VisualState::Waiting,
                                   tr("held back"), *m_context.theme));
    for (const TrackNote &note : track.contradictions)
        section->addWidget(noteRow(note.text, VisualState::Attention, tr("contradiction"), *m_context.theme));
    if (track.restarts > 0)
        section->addMuted(tr("%n restart(s) of the driver pod", nullptr, track.restarts));
    addTimeline(*section, track);
    for (const QString &line : track.evidence)
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
        }
    }
    section.addWidget(list);
}

void NodePanel::addTenants()
{
    InspectorSection *section = addSection(tr("Loses its GPUs when the node is emptied"));
    if (m_shown.tenants.isEmpty())
        section->addMuted(tr("No pod with GPUs runs on it."));
    for (const NodeTenant &tenant : std::as_const(m_shown.tenants)) {
        section->addText(visibleText(tenant.namespaceName + u'/' + tenant.workload));
        section->addMuted(tr("%n pod(s)", nullptr, tenant.pods) + QStringLiteral(", ") +
                          tr("%n GPU(s)", nullptr, tenant.gpus));
    }
}

} // namespace chartroom
