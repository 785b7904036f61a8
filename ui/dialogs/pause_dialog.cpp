// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/pause_dialog.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/session/rollout_source.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/upgrade_source.h"
#include "ui/panels/pause_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int pauseDialogWidth = 640;

} // namespace

PauseDialog::PauseDialog(const UiContext &context, const QString &cluster, const QList<Switch> &switches,
                         QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_cluster(cluster)
    , m_reason(new QLineEdit(this))
    , m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("pauseDialog"));
    setWindowTitle(tr("Pause or resume the rollout on %1").arg(visibleText(cluster)));
    setAttribute(Qt::WA_DeleteOnClose);
    m_reason->setObjectName(QStringLiteral("pauseReason"));
    m_reason->setPlaceholderText(tr("Reason; it is written to the journal"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setMinimumWidth(pauseDialogWidth);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(12);
    layout->addWidget(m_reason);
    layout->addWidget(m_scroll, 1);
    auto *body = new QWidget(m_scroll);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    for (const Switch &one : switches) {
        auto *title = new TextLabel(visibleText(one.policy.fullName()), body);
        title->setFont(context.theme->headingFont());
        auto *panel = new PausePanel(
            context.theme, one.policy.fullName(), [this, one](bool pauses) { return make(one, pauses); },
            one.policy.autoUpgrade,
            [this, one] {
                return leftCordonedText(m_context.fleet->rollout(m_cluster), one.component,
                                        one.policy.fullName());
            },
            body);
        connect(panel->controller(), &PauseController::changed, this, &PauseDialog::refresh);
        m_panels << panel;
        column->addWidget(title);
        column->addWidget(panel);
    }
    column->addStretch(1);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(body);
    body->setAutoFillBackground(false);
    m_scroll->viewport()->setAutoFillBackground(false);
    body->installEventFilter(this);
    auto *leave = new QPushButton(tr("Close"), this);
    leave->setObjectName(QStringLiteral("closePause"));
    connect(leave, &QPushButton::clicked, this, &QDialog::reject);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(leave);
    layout->addLayout(buttons);
    const auto all = findChildren<QPushButton *>();
    for (QPushButton *button : all)
        button->setAutoDefault(false); // Enter in the reason sets nothing
    m_reason->setFocus(Qt::OtherFocusReason);
}

Result<PauseOperation *> PauseDialog::make(const Switch &one, bool pauses)
{
    UpgradeSource *upgrades = m_context.fleet->upgrades(m_cluster);
    if (!upgrades)
        return failure(Error::Code::Unreachable, tr("%1 is not connected.").arg(m_cluster));
    const QString reason = m_reason->text().trimmed();
    if (reason.isEmpty())
        return failure(Error::Code::Invalid, tr("Enter the reason first."));
    // An upgrade of this machine keeps the lease while it watches the nodes: they are paused under that one.
    const auto during = runningOperation(m_context.operations, m_cluster, one.release);
    return upgrades->pause(
        {one.policy.kind, one.policy.name, pauses, reason, one.release, during ? during->id : QString()},
        this);
}

/// The command is shown whole before it runs, as are all texts: a dialog does not grow by itself for what
/// wraps. What no screen holds is scrolled.
void PauseDialog::fit()
{
    if (!isVisible())
        return;
    const int most = screen()->availableGeometry().height() * 2 / 3;
    const int frame = m_scroll->height() - m_scroll->viewport()->height();
    const int needed = m_scroll->widget()->heightForWidth(m_scroll->viewport()->width());
    m_scroll->setMinimumHeight(std::min(needed + frame, most));
}

void PauseDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    fit();
}

bool PauseDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_scroll->widget() &&
        (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize))
        fit();
    return QDialog::eventFilter(watched, event);
}

/// The reason is that of the command which is shown.
void PauseDialog::refresh()
{
    m_reason->setEnabled(std::all_of(m_panels.cbegin(), m_panels.cend(), [](const PausePanel *panel) {
        return panel->controller()->state() == PauseController::State::Idle;
    }));
}

void PauseDialog::reject()
{
    const bool isSetting = std::any_of(m_panels.cbegin(), m_panels.cend(), [](const PausePanel *panel) {
        return panel->controller()->state() == PauseController::State::Setting;
    });
    if (!isSetting)
        QDialog::reject();
}

} // namespace chartroom
