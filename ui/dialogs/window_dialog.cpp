// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/window_dialog.h"

#include "core/base/moments.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QDateTimeEdit>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>

namespace chartroom {

namespace {

constexpr int windowTextWidth = 380;
constexpr int mostGpus = 1'000'000;
constexpr std::chrono::hours proposedLength(2);

} // namespace

WindowDialog::WindowDialog(const WindowPlan &plan, const QString &safeStop, const QDateTime &now,
                           const Theme *theme, QWidget *parent)
    : QDialog(parent)
    , m_start(new QDateTimeEdit(this))
    , m_end(new QDateTimeEdit(this))
    , m_floor(new QSpinBox(this))
    , m_problem(new TextLabel(tr("The window must end after it starts."), this))
{
    setObjectName(QStringLiteral("windowDialog"));
    setWindowTitle(tr("Window of the rollout"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildFields(plan, now);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(tr("From"), m_start);
    form->addRow(tr("Until"), m_end);
    form->addRow(tr("Capacity floor (minimum GPUs available)"), m_floor);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(12);
    auto *about = new TextLabel(tr("The forecast is compared with it, in the time zone of this machine. "
                                   "Nothing changes in the cluster."),
                                this);
    about->setLook("muted");
    about->setWordWrap(true);
    about->setMinimumWidth(windowTextWidth);
    layout->addWidget(about);
    if (const QString ended = windowEndedText(plan, now); !ended.isEmpty()) {
        auto *over = new TextLabel(tr("%1. Set a later end here once one is agreed on.").arg(ended), this);
        over->setObjectName(QStringLiteral("windowEnded"));
        over->setWordWrap(true);
        over->setMinimumWidth(windowTextWidth);
        layout->addWidget(over);
    }
    layout->addLayout(form);
    layout->addWidget(m_problem);
    if (!safeStop.isEmpty()) {
        auto *title = new TextLabel(tr("How to stop the rollout"), this);
        title->setFont(theme->headingFont());
        title->setLook("muted");
        auto *text = new TextLabel(safeStop, this);
        text->setObjectName(QStringLiteral("safeStop"));
        text->setWordWrap(true);
        text->setCopyable();
        text->setMinimumWidth(windowTextWidth);
        layout->addWidget(title);
        layout->addWidget(text);
    }
    auto *buttons = new QHBoxLayout;
    if (plan.isSet()) {
        auto *remove = new QPushButton(tr("Remove"), this);
        remove->setObjectName(QStringLiteral("removeWindow"));
        remove->setAutoDefault(false);
        connect(remove, &QPushButton::clicked, this, [this] {
            Q_EMIT planned({});
            accept();
        });
        buttons->addWidget(remove);
    }
    buttons->addStretch(1);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto *set = new QPushButton(tr("Set the window"), this);
    set->setObjectName(QStringLiteral("setWindow"));
    set->setProperty("look", QByteArrayLiteral("primary"));
    set->setDefault(true);
    buttons->addWidget(cancel);
    buttons->addWidget(set);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(set, &QPushButton::clicked, this, &WindowDialog::set);
}

void WindowDialog::buildFields(const WindowPlan &plan, const QDateTime &now)
{
    const QDateTime start = plan.start.isValid() ? plan.start : now;
    m_start->setDateTime(wholeMinute(start.toLocalTime()));
    m_end->setDateTime(
        wholeMinute((plan.end.isValid() ? plan.end : laterBy(start, proposedLength)).toLocalTime()));
    for (QDateTimeEdit *edit : {m_start, m_end}) {
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
        edit->setCurrentSection(QDateTimeEdit::HourSection);
    }
    m_floor->setRange(0, mostGpus);
    m_floor->setSpecialValueText(tr("no capacity floor", "GPUs"));
    m_floor->setValue(plan.gpuFloor);
    m_problem->setLook("failed");
    m_problem->hide();
}

void WindowDialog::set()
{
    const WindowPlan plan{m_start->dateTime().toUTC(), m_end->dateTime().toUTC(), m_floor->value()};
    m_problem->setVisible(plan.end <= plan.start);
    if (plan.end <= plan.start)
        return;
    Q_EMIT planned(plan);
    accept();
}

} // namespace chartroom
