// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/policy_fields.h"

#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int asItIs = -1;
constexpr int mostNodes = 100'000;
constexpr int fieldWidth = 220;

} // namespace

PolicyFields::PolicyFields(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_parallel(new QSpinBox(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_unlimited(new TextLabel(tr("0 means no limit: all nodes in parallel, within maxUnavailable."), this))
    , m_unavailable(new QLineEdit(this))
    , m_drain(new ChoiceButton(theme, tr("Drain"), this))
    , m_changesJobs(new QCheckBox(tr("Change which jobs to wait for"), this))
    , m_jobSelector(new QLineEdit(this))
    , m_jobTimeout(new QSpinBox(this))
{
    setFocusProxy(m_parallel);
    build(*theme);
    m_form->addRow(tr("Nodes in parallel (maxParallelUpgrades)"), m_parallel);
    m_form->addRow(QString(), m_slider);
    m_form->addRow(QString(), m_unlimited);
    m_form->addRow(tr("Unavailable nodes (maxUnavailable)"), m_unavailable);
    m_form->addRow(tr("Drain"), m_drain);
    m_form->addRow(m_changesJobs);
    m_form->addRow(tr("Pods to wait for"), m_jobSelector);
    m_form->addRow(tr("Wait at most"), m_jobTimeout);
    connect(m_parallel, &QSpinBox::valueChanged, this, &PolicyFields::take);
    connect(m_slider, &QSlider::valueChanged, m_parallel, &QSpinBox::setValue);
    connect(m_unavailable, &QLineEdit::textChanged, this, &PolicyFields::take);
    connect(m_drain, &ChoiceButton::chosen, this, &PolicyFields::take);
    connect(m_changesJobs, &QCheckBox::toggled, this, &PolicyFields::take);
    connect(m_jobSelector, &QLineEdit::textChanged, this, &PolicyFields::take);
    connect(m_jobTimeout, &QSpinBox::valueChanged, this, &PolicyFields::take);
    setAsItIs(std::nullopt, 0);
}

void PolicyFields::build(const Theme &theme)
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_parallel->setObjectName(QStringLiteral("maxParallelUpgrades"));
    m_parallel->setRange(asItIs, mostNodes);
    m_slider->setObjectName(QStringLiteral("nodesAtOnce"));
    m_slider->setAccessibleName(tr("Nodes in parallel"));
    m_unlimited->setObjectName(QStringLiteral("unlimited"));
    m_unlimited->setLook("failed");
    m_unlimited->setWordWrap(true);
    m_unavailable->setObjectName(QStringLiteral("maxUnavailable"));
    m_drain->setObjectName(QStringLiteral("drain"));
    m_changesJobs->setObjectName(QStringLiteral("changesJobs"));
    m_jobSelector->setObjectName(QStringLiteral("jobSelector"));
    m_jobSelector->setPlaceholderText(tr("none; or app=trainer"));
    m_jobTimeout->setObjectName(QStringLiteral("jobTimeout"));
    m_jobTimeout->setRange(0, 7 * 24 * 60);
    m_jobTimeout->setSpecialValueText(tr("without a limit"));
    m_jobTimeout->setSuffix(tr(" min"));
    for (QWidget *field :
         std::initializer_list<QWidget *>{m_parallel, m_slider, m_unavailable, m_jobSelector, m_jobTimeout})
        theme.fixWidth(field, fieldWidth);
}

void PolicyFields::setChanges(const PolicyChanges &changes)
{
    m_isFilling = true;
    m_parallel->setValue(changes.maxParallelUpgrades.value_or(asItIs));
    m_unavailable->setText(changes.maxUnavailable);
    m_drain->setCurrent(changes.drain ? QVariant(*changes.drain) : QVariant());
    m_changesJobs->setChecked(changes.jobSelector || changes.jobTimeout);
    m_jobSelector->setText(changes.jobSelector.value_or(QString()));
    m_jobTimeout->setValue(
        int(std::chrono::ceil<std::chrono::minutes>(changes.jobTimeout.value_or(std::chrono::seconds(0)))
                .count()));
    m_isFilling = false;
    refresh();
}

PolicyChanges PolicyFields::changes() const
{
    PolicyChanges changes;
    if (m_parallel->value() != asItIs)
        changes.maxParallelUpgrades = m_parallel->value();
    changes.maxUnavailable = m_unavailable->text().trimmed();
    if (m_drain->current().isValid())
        changes.drain = m_drain->current().toBool();
    if (m_changesJobs->isChecked()) {
        changes.jobSelector = m_jobSelector->text().trimmed();
        changes.jobTimeout = std::chrono::minutes(m_jobTimeout->value());
    }
    return changes;
}

void PolicyFields::setAsItIs(const std::optional<DriverPolicy> &policy, int nodes)
{
    m_asItIs = policy;
    const auto said = [&](const QString &known) {
        return policy ? tr("current: %1").arg(known) : tr("current");
    };
    const DriverPolicy its = policy.value_or(DriverPolicy());
    m_parallel->setSpecialValueText(
        said(its.maxParallel > 0 ? QString::number(its.maxParallel) : tr("no limit", "nodes in parallel")));
    m_unavailable->setPlaceholderText(tr("%1; 2 or 25%").arg(said(its.maxUnavailable)));
    m_drain->setChoices({{said(its.drains ? tr("drain") : tr("no drain")), QVariant(), false},
                         {tr("drain the node"), true, false},
                         {tr("no drain: evict only GPU pods"), false, false}});
    // The network operator's policy knows none.
    m_form->setRowVisible(m_unavailable, its.driver == DriverKind::Gpu);
    // AMD's evicts only GPU pods, and waits for no jobs.
    m_form->setRowVisible(m_drain, !its.isOfAmd());
    m_form->setRowVisible(m_changesJobs, !its.isOfAmd());
    m_form->setRowVisible(m_slider, nodes > 1);
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(1, std::max(2, nodes));
    }
    refresh();
}

void PolicyFields::take()
{
    if (m_isFilling)
        return;
    refresh();
    Q_EMIT edited();
}

/// What follows from other fields.
void PolicyFields::refresh()
{
    const int known = m_asItIs ? m_asItIs->maxParallel : 1;
    const int parallel = m_parallel->value() == asItIs ? known : m_parallel->value();
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(parallel == 0 ? m_slider->maximum() : parallel);
    }
    m_form->setRowVisible(m_unlimited, m_parallel->value() == 0);
    for (QWidget *field : std::initializer_list<QWidget *>{m_jobSelector, m_jobTimeout})
        m_form->setRowVisible(field, m_changesJobs->isChecked() && !(m_asItIs && m_asItIs->isOfAmd()));
}

} // namespace chartroom
