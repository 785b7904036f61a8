// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cluster_header.h"

#include "core/base/visible_text.h"
#include "core/diagnosis/findings_source.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/addons/standing.h"
#include "core/session/rollout_source.h"
#include "ui/theme/theme.h"
#include "ui/widgets/playback_bar.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int stateSize = 14;
constexpr int leastTitle = 12; ///< characters
constexpr int yields = 100;    ///< before the name does: with a stretch a layout starts from the least width

} // namespace

ClusterHeader::ClusterHeader(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_line(new QWidget(this))
    , m_title(new TextLabel({}, m_line))
    , m_state(new StateLabel(context.theme, stateSize, m_line))
    , m_word(new TextLabel({}, m_line))
    , m_facts(new TextLabel({}, m_line))
    , m_freshness(new TextLabel({}, m_line))
    , m_recording(new TextLabel({}, m_line))
    , m_insecure(new TextLabel(tr("TLS not verified"), m_line))
    , m_playback(new PlaybackBar(context.theme, this))
    , m_layout(new QHBoxLayout(m_line))
{
    m_line->setProperty("look", QByteArrayLiteral("topbar"));
    m_line->setAttribute(Qt::WA_StyledBackground);
    m_line->setMinimumHeight(52); // more where the text needs it
    m_line->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_line);
    lines->addWidget(m_playback);
    m_title->setObjectName(QStringLiteral("clusterTitle"));
    m_title->setFont(context.theme->titleFont());
    m_title->setElideMode(Qt::ElideRight);
    for (TextLabel *label : {m_word, m_facts, m_freshness}) {
        label->setElideMode(Qt::ElideRight);
        label->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    }
    m_word->setObjectName(QStringLiteral("clusterStanding"));
    m_facts->setLook("muted");
    m_freshness->setObjectName(QStringLiteral("freshness"));
    m_recording->setObjectName(QStringLiteral("recordingBadge"));
    m_recording->setLook("attention");
    m_recording->hide();
    m_insecure->setObjectName(QStringLiteral("insecureBadge"));
    m_insecure->setLook("badge");
    m_insecure->setToolTip(tr("The kubeconfig sets insecure-skip-tls-verify: anyone on the "
                              "network path to the server can read and change the traffic."));
    m_insecure->hide();
    m_layout->setContentsMargins(16, 0, 16, 0);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_title);
    m_layout->addWidget(m_state, 0, Qt::AlignVCenter);
    m_layout->addWidget(m_word, yields);
    m_layout->addSpacing(4);
    auto *words = new QHBoxLayout; // one line of text, of two colours
    words->setSpacing(4);
    words->addWidget(m_facts, 1);
    words->addWidget(m_freshness);
    m_layout->addLayout(words, yields);
    m_layout->addSpacing(8);
    m_layout->addWidget(m_recording);
    m_layout->addWidget(m_insecure, 0, Qt::AlignVCenter);
    m_layout->addStretch(1);
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &ClusterHeader::refresh);
    timer->start(std::chrono::seconds(1));
    connect(context.fleet, &Fleet::entryChanged, this, [this](const QString &name) {
        if (name == m_name)
            refresh();
    });
}

void ClusterHeader::setCluster(const QString &name)
{
    if (name != m_name) {
        for (QObject *source : {static_cast<QObject *>(m_context.fleet->rollout(m_name)),
                                static_cast<QObject *>(m_context.fleet->findings(m_name))})
            if (source)
                source->disconnect(this);
    }
    m_name = name;
    refresh();
}

void ClusterHeader::addControl(QWidget *control)
{
    control->setSizePolicy(QSizePolicy::Maximum, control->sizePolicy().verticalPolicy());
    m_layout->addWidget(control, yields);
}

void ClusterHeader::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

/// Every page has one: those that nobody sees wait until they are shown.
void ClusterHeader::refresh()
{
    setVisible(!m_name.isEmpty());
    if (!isVisible())
        return;
    const FleetEntry entry = m_context.fleet->entry(m_name);
    const QFontMetrics metrics(m_title->font());
    m_title->setText(visibleText(m_name));
    m_title->setMinimumWidth(
        std::min(metrics.horizontalAdvance(m_title->text()), leastTitle * metrics.averageCharWidth()));
    const RolloutSource *rollout = m_context.fleet->rollout(m_name);
    const FindingsSource *findings = m_context.fleet->findings(m_name);
    if (rollout) // and not a second later
        connect(rollout, &RolloutSource::clocksChanged, this, &ClusterHeader::refresh, Qt::UniqueConnection);
    if (findings)
        connect(findings, &FindingsSource::changed, this, &ClusterHeader::refresh, Qt::UniqueConnection);
    const Standing standing = clusterStanding(entry, rollout, findings);
    const QString grounds = standing.text();
    m_state->setState(standing.state, standing.word);
    m_state->setToolTip(grounds);
    // The connection's own word stands at the end of the line.
    const bool isSaid = standing.word.isEmpty() || standing.word == connectionStanding(entry).word;
    const bool isWell = standing.state == VisualState::Done;
    m_word->setText(isWell ? tr("no findings") : standing.word);
    m_word->setVisible(isWell || !isSaid);
    m_word->setToolTip(grounds);
    m_word->setLook(standing.state == VisualState::Failed      ? "failed"
                    : standing.state == VisualState::Attention ? "attention"
                                                               : "muted");
    const QString facts = clusterFacts(entry);
    m_facts->setText(facts + QStringLiteral(" ·"));
    m_facts->setVisible(!facts.isEmpty());
    m_freshness->setText(freshnessText(entry));
    const bool old = entry.state == ClusterSession::State::Reconnecting;
    const bool failed = entry.state == ClusterSession::State::Failed;
    const bool asks = entry.problem.code == Error::Code::NeedsConsent;
    m_freshness->setLook(failed && !asks ? "failed" : failed || old ? "attention" : "muted");
    m_insecure->setVisible(entry.skipsTlsVerification);
    m_recording->setVisible(!entry.recordingTo.isEmpty());
    m_recording->setText(tr("● recording, %1").arg(QLocale().formattedDataSize(entry.recordingBytes)));
    m_recording->setToolTip(visibleText(entry.recordingTo));
    m_playback->setPlayer(m_context.fleet->player(m_name));
}

} // namespace chartroom
