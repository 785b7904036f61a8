// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/preflight_finding_card.h"

#include "core/session/visual_state.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace chartroom {

namespace {

constexpr int cardShape = 16;
constexpr int cardReasonHeight = 56;
constexpr qsizetype shownEvidence = 3;

VisualState severityState(Severity severity)
{
    switch (severity) {
    case Severity::Ok:
        return VisualState::Done;
    case Severity::Note:
        return VisualState::Skipped;
    case Severity::Warning:
        return VisualState::Attention;
    case Severity::Severe:
        return VisualState::Failed;
    case Severity::Unknown:
        break;
    }
    return VisualState::Unknown;
}

} // namespace

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Ok:
        return PreflightFindingCard::tr("OK");
    case Severity::Note:
        return PreflightFindingCard::tr("Notes");
    case Severity::Warning:
        return PreflightFindingCard::tr("Warnings");
    case Severity::Severe:
        return PreflightFindingCard::tr("Severe");
    case Severity::Unknown:
        break;
    }
    return PreflightFindingCard::tr("Unknown");
}

PreflightFindingCard::PreflightFindingCard(const PreflightFinding &finding,
                                           const std::optional<QString> &reason, const Theme *theme,
                                           QWidget *parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("finding-%1").arg(finding.id));
    setAccessibleName(QStringLiteral("%1: %2").arg(severityWord(finding.severity), finding.sentence));
    auto *state = new StateLabel(theme, cardShape, this);
    state->setState(severityState(finding.severity), severityWord(finding.severity));
    auto *text = new QVBoxLayout;
    text->setSpacing(2);
    const auto add = [&](const QString &words, const char *look) {
        auto *label = new TextLabel(breakable(words), this);
        label->setWordWrap(true);
        label->setLook(look);
        label->setCopyable();
        text->addWidget(label);
        return label;
    };
    add(finding.sentence, "");
    if (!finding.whatToDo.isEmpty())
        add(tr("→ %1").arg(finding.whatToDo), "");
    const bool isLong = finding.evidence.size() > shownEvidence || finding.severity == Severity::Ok;
    if (isLong && !finding.evidence.isEmpty()) {
        auto *more = new QPushButton(tr("Evidence (%1)").arg(finding.evidence.size()), this);
        more->setProperty("look", QByteArrayLiteral("link"));
        more->setFont(theme->secondaryFont());
        more->setCheckable(true);
        text->addWidget(more, 0, Qt::AlignLeft);
        connect(more, &QPushButton::toggled, this, [this](bool isOn) {
            for (QWidget *line : std::as_const(m_evidence))
                line->setVisible(isOn);
        });
    }
    for (const QString &line : finding.evidence) {
        TextLabel *label = add(line, "muted");
        label->setFont(theme->secondaryFont());
        label->setVisible(!isLong);
        m_evidence.append(label);
    }
    if (reason) {
        m_reason = new QPlainTextEdit(*reason, this);
        m_reason->setObjectName(QStringLiteral("reason-%1").arg(finding.id));
        m_reason->setProperty("look", QByteArrayLiteral("well"));
        m_reason->setPlaceholderText(
            tr("Reason for overriding. It is written to the journal and the ticket."));
        m_reason->setAccessibleName(tr("Reason for overriding: %1").arg(finding.sentence));
        m_reason->setTabChangesFocus(true);
        keepLines(m_reason, theme, 2, cardReasonHeight);
        text->addWidget(m_reason);
        connect(m_reason, &QPlainTextEdit::textChanged, this,
                [this, id = finding.id] { Q_EMIT reasonChanged(id, m_reason->toPlainText()); });
    }
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(state, 0, Qt::AlignTop);
    layout->addLayout(text, 1);
}

} // namespace chartroom
