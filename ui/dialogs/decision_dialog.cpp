// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/decision_dialog.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/screens/addons/decisions.h"
#include "core/words/relative_time.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace chartroom {

namespace {

constexpr int textWidth = 420;
constexpr int reasonHeight = 96;

} // namespace

DecisionDialog::DecisionDialog(const UiContext &context, Decision decision, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_decision(std::move(decision))
    , m_reason(new QPlainTextEdit(this))
    , m_problem(new TextLabel({}, this))
    , m_record(new QPushButton(this))
{
    const bool isWithdrawal = m_decision.verdict == Decision::Verdict::Withdrawn;
    setObjectName(QStringLiteral("decisionDialog"));
    setWindowTitle(isWithdrawal ? tr("Withdraw the decision") : tr("Declare customer-owned"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(12);
    buildText(*layout);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_record->setText(isWithdrawal ? tr("Withdraw it") : tr("Declare it"));
    m_record->setObjectName(QStringLiteral("recordDecision"));
    m_record->setProperty("look", QByteArrayLiteral("primary"));
    m_record->setDefault(true);
    m_record->setEnabled(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_record);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &DecisionDialog::reject);
    connect(m_record, &QPushButton::clicked, this, &DecisionDialog::record);
    connect(m_reason, &QPlainTextEdit::textChanged, this,
            [this] { m_record->setEnabled(!m_reason->toPlainText().trimmed().isEmpty()); });
    connect(context.decisions, &Decisions::failed, this,
            [this](const Error &why) { end(visibleText(why.message, true)); });
    connect(context.decisions, &Decisions::changed, this, [this] { end({}); });
    m_reason->setFocus();
}

void DecisionDialog::buildText(QLayout &layout)
{
    auto *meaning = new TextLabel(breakable(m_context.decisions->meaning(m_decision)), this);
    meaning->setObjectName(QStringLiteral("decisionMeaning"));
    auto *ask = new TextLabel(tr("Reason, and what was agreed with Support:"), this);
    const std::optional<Decision> known = m_context.decisions->of(
        m_decision.cluster, {m_decision.namespaceName, m_decision.release, ReleaseStorage::Secret});
    auto *before = new TextLabel(known ? tr("Decided by %1, %2: %3")
                                             .arg(visibleText(known->author, false, 80),
                                                  dayText(known->date, m_context.clock->now()),
                                                  breakable(visibleText(known->reason.trimmed(), true, 400)))
                                       : QString(),
                                 this);
    before->setObjectName(QStringLiteral("decisionBefore"));
    before->setVisible(known.has_value());
    for (TextLabel *label : {meaning, before, ask, m_problem}) {
        label->setWordWrap(true);
        label->setMinimumWidth(textWidth);
    }
    before->setLook("muted");
    m_problem->setObjectName(QStringLiteral("decisionProblem"));
    m_problem->setLook("failed");
    m_problem->hide();
    m_reason->setObjectName(QStringLiteral("decisionReason"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setTabChangesFocus(true);
    m_reason->setProperty("look", QByteArrayLiteral("well"));
    keepLines(m_reason, m_context.theme, 4, reasonHeight);
    ask->setBuddy(m_reason);
    for (QWidget *widget : std::initializer_list<QWidget *>{meaning, before, ask, m_reason, m_problem})
        layout.addWidget(widget);
}

void DecisionDialog::record()
{
    m_decision.reason = m_reason->toPlainText().trimmed();
    const QString user = qEnvironmentVariable("USER");
    m_decision.author = user.trimmed().isEmpty() ? tr("unknown") : user;
    m_decision.date = m_context.clock->now();
    m_isWriting = true;
    m_record->setEnabled(false);
    m_problem->hide();
    m_context.decisions->record(m_decision);
}

void DecisionDialog::end(const QString &problem)
{
    if (!std::exchange(m_isWriting, false))
        return; // another one's
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_record->setEnabled(true);
    if (problem.isEmpty())
        accept();
}

// What is being written is either kept or refused with a sentence; nobody would see that without the dialog.
void DecisionDialog::reject()
{
    if (!m_isWriting)
        QDialog::reject();
}

} // namespace chartroom
