// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/pause_strip.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/rollout/paused_rollout.h"
#include "core/rollout/track.h"
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "ui/dialogs/pause_dialog.h"
#include "ui/widgets/command.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace chartroom {

PauseStrip::PauseStrip(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_command(newCommand(this, "pauseRollout", tr("Pau&se or resume rollout…"), QStringLiteral("pause")))
    , m_paused(new TextLabel({}, this))
{
    m_paused->setObjectName(QStringLiteral("rolloutPaused"));
    m_paused->setLook("attention");
    m_paused->setElideMode(Qt::ElideRight);
    auto *button = new QToolButton(this);
    button->setObjectName(QStringLiteral("resumeRollout"));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setDefaultAction(m_command);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(16, 0, 16, 6);
    line->setSpacing(8);
    line->addWidget(m_paused, 1);
    line->addWidget(button);
    hide();
}

void PauseStrip::setRollout(const QString &cluster, const RolloutModel *model, bool isRead)
{
    m_cluster = cluster;
    m_model = model;
    refreshCommand();
    m_paused->setText(isRead ? pausedLine() : QString());
    setVisible(!m_paused->text().isEmpty());
}

QStringList PauseStrip::shownComponents() const
{
    const QString chosen = m_model ? m_model->component() : QString();
    return chosen.isEmpty()
               ? QStringList{componentText(DriverKind::Gpu), componentText(DriverKind::InfiniBand)}
               : QStringList{chosen};
}

QList<DriverPolicy> PauseStrip::policies() const
{
    QList<DriverPolicy> all;
    if (const RolloutSource *source = m_context.fleet->rollout(m_cluster))
        for (const QString &component : shownComponents())
            all << source->policies(component);
    return all;
}

QString PauseStrip::whyNoPause(const QList<DriverPolicy> &policies) const
{
    if (m_context.fleet->entry(m_cluster).isRecording)
        return tr("This is a recording: nothing can be changed.");
    if (!m_context.fleet->upgrades(m_cluster))
        return tr("The cluster is not connected.");
    return policies.isEmpty() ? tr("The upgrade policy of this rollout is unknown.") : QString();
}

QString PauseStrip::pausedLine() const
{
    const RolloutSource *source = m_model ? m_model->source() : nullptr;
    if (!source)
        return {};
    QList<DriverPolicy> paused;
    QList<DriverPolicy> off;
    for (const QString &component : shownComponents()) {
        const QList<DriverPolicy> policies = source->policies(component);
        if (std::all_of(policies.cbegin(), policies.cend(),
                        [](const DriverPolicy &policy) { return policy.autoUpgrade; }))
            continue;
        QList<const NodeTrack *> tracks;
        for (const RolloutRow &row : m_model->rows())
            if (const NodeTrack *track = source->find({row.node, component}))
                tracks << track;
        paused << pausedPolicies(policies, tracks);
        off << offPolicies(policies);
    }
    return visibleText(pausedText(paused, off));
}

void PauseStrip::refreshCommand()
{
    const QList<DriverPolicy> all = policies();
    const auto on = std::count_if(all.cbegin(), all.cend(),
                                  [](const DriverPolicy &policy) { return policy.autoUpgrade; });
    const QString why = whyNoPause(all);
    m_command->setText(on == all.size() && on > 0  ? tr("Pau&se rollout…")
                       : on == 0 && !all.isEmpty() ? tr("Re&sume rollout…")
                                                   : tr("Pau&se or resume rollout…"));
    m_command->setEnabled(why.isEmpty());
    m_command->setToolTip(why.isEmpty() ? m_command->text().remove(u'&') : why);
}

void PauseStrip::ask()
{
    const RolloutSource *source = m_context.fleet->rollout(m_cluster);
    if (!source || !whyNoPause(policies()).isEmpty())
        return;
    QHash<QString, QString> namespaces; // of the driver's pods, by component
    for (const TrackKey &key : source->keys())
        if (const NodeTrack *track = source->find(key); track && !track->driverPod.isEmpty())
            namespaces.insert(key.component, track->driverPod.section(u'/', 0, 0));
    QList<PauseDialog::Switch> switches;
    for (const QString &component : shownComponents()) {
        const auto release =
            releaseOf(m_context.fleet->releases(m_cluster), component, namespaces.value(component));
        for (const DriverPolicy &policy : source->policies(component))
            switches.append({policy, component, release.value_or(ReleaseKey())});
    }
    (new PauseDialog(m_context, m_cluster, switches, parentWidget()))->open();
}

} // namespace chartroom
