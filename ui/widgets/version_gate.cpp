// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/version_gate.h"

#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int gateShape = 12;
constexpr int longestReason = 500;

} // namespace

VersionGate::VersionGate(const Theme *theme, const UpgradePathGate &gate, QWidget *parent)
    : QWidget(parent)
    , m_body(new QVBoxLayout)
    , m_text(visibleText(maskedText(gate.text)))
    , m_id(gate.id)
{
    auto *state = new StateLabel(theme, gateShape, this);
    state->setState(gate.isOpen ? VisualState::Done : VisualState::Attention,
                    gate.isOpen ? tr("OK") : tr("blocking"));
    auto *text = new TextLabel(breakable(m_text), this);
    text->setWordWrap(true);
    m_body->setSpacing(4);
    m_body->addWidget(text);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto *shape = new QVBoxLayout; // in the middle of the first line
    shape->addSpacing(std::max(0, (text->fontMetrics().height() - gateShape) / 2));
    shape->addWidget(state);
    shape->addStretch(1);
    layout->addLayout(shape);
    layout->addLayout(m_body, 1);
}

QWidget *VersionGate::askReason(const QString &reason)
{
    auto *edit = new QLineEdit(reason, this);
    edit->setObjectName(QStringLiteral("reason-") + m_id);
    edit->setPlaceholderText(tr("Reason for overriding"));
    edit->setAccessibleName(tr("Reason for overriding: %1").arg(m_text));
    edit->setMaxLength(longestReason);
    connect(edit, &QLineEdit::textChanged, this, &VersionGate::reasonChanged);
    m_body->addWidget(edit);
    return edit;
}

} // namespace chartroom
