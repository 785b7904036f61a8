// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/coordination_page.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/session/release_source.h"
#include "core/ticket/composer.h"
#include "core/ticket/ticket_writers.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimeZone>

namespace chartroom {

namespace {

constexpr int shortHeight = 48;
const QString ownershipId = QStringLiteral("ownership");

} // namespace

CoordinationPage::CoordinationPage(const UiContext &context, UpgradeController *controller, QWidget *parent)
    : WizardPage(ChangeController::Page::Coordination, parent)
    , m_context(context)
    , m_controller(controller)
{
    QVBoxLayout *column = makeColumn();
    column->setSpacing(6);
    const auto heading = [&](const QString &text, QWidget *its) {
        auto *title = new TextLabel(text, its);
        title->setFont(context.theme->headingFont());
        title->setLook("muted");
        return title;
    };
    const auto well = [&](const char *name, const QString &what, QWidget *its) {
        auto *edit = new QPlainTextEdit(its);
        edit->setObjectName(QLatin1String(name));
        edit->setAccessibleName(what);
        edit->setProperty("look", QByteArrayLiteral("well"));
        edit->setTabChangesFocus(true);
        return edit;
    };
    m_why = new TextLabel({}, columnBody());
    m_why->setWordWrap(true);
    m_text = well("supportText", tr("Text for Support"), columnBody());
    m_text->setReadOnly(true);
    m_text->setFont(context.theme->identifierFont());
    m_text->setMinimumHeight(128);
    auto *copy = new QPushButton(tr("&Copy the text for Support"), columnBody());
    copy->setObjectName(QStringLiteral("copySupportText"));
    m_reference = new QLineEdit(controller->draft().supportReference, columnBody());
    m_reference->setObjectName(QStringLiteral("supportReference"));
    m_reference->setAccessibleName(tr("Reference of Support's ticket"));
    m_reference->setPlaceholderText(tr("the number of the ticket"));
    m_consent = well("consent", tr("Approved by, and when"), columnBody());
    m_consent->setPlainText(controller->draft().consent);
    keepLines(m_consent, context.theme, 2, shortHeight);
    m_reasonBox = new QWidget(columnBody());
    m_reason = well("reason-ownership", tr("Reason for upgrading without a ticket"), m_reasonBox);
    m_reason->setPlainText(controller->draft().reasons.value(ownershipId));
    keepLines(m_reason, context.theme, 2, shortHeight);
    auto *reasonColumn = new QVBoxLayout(m_reasonBox);
    reasonColumn->setContentsMargins(0, 0, 0, 0);
    reasonColumn->setSpacing(6);
    reasonColumn->addWidget(heading(tr("Or the reason for upgrading without one"), m_reasonBox));
    reasonColumn->addWidget(m_reason);
    column->addWidget(m_why);
    column->addSpacing(6);
    column->addWidget(heading(tr("Questions"), columnBody()));
    column->addWidget(m_text, 1);
    auto *open = new QPushButton(tr("Open as a ticket…"), columnBody());
    open->setObjectName(QStringLiteral("openTicket"));
    auto *ways = new QHBoxLayout;
    ways->setSpacing(8);
    ways->addWidget(copy);
    ways->addWidget(open);
    ways->addStretch(1);
    column->addLayout(ways);
    column->addSpacing(6);
    column->addWidget(heading(tr("Reference of the ticket"), columnBody()));
    column->addWidget(m_reference);
    column->addWidget(heading(tr("Approved by, and when"), columnBody()));
    column->addWidget(m_consent);
    column->addWidget(m_reasonBox);
    const auto take = [this] {
        m_controller->setSupport(m_reference->text().trimmed(), m_consent->toPlainText());
    };
    connect(m_reference, &QLineEdit::textChanged, this, take);
    connect(m_consent, &QPlainTextEdit::textChanged, this, take);
    connect(m_reason, &QPlainTextEdit::textChanged, this,
            [this] { m_controller->setReason(ownershipId, m_reason->toPlainText()); });
    connect(copy, &QPushButton::clicked, this, &CoordinationPage::copy);
    connect(open, &QPushButton::clicked, this, &CoordinationPage::ticketRequested);
}

void CoordinationPage::refresh()
{
    const UpgradeDraft &draft = m_controller->draft();
    TicketFacts facts;
    facts.cluster = ticketCluster(m_context.fleet->entry(m_controller->context()), {});
    const ReleaseSource *releases = m_context.fleet->releases(m_controller->context());
    if (const Release *release = releases ? releases->find(m_controller->key()) : nullptr)
        facts.releases.append({*release, m_controller->ownership(), {}});
    facts.draft = draft;
    if (m_controller->report().at.isValid()) {
        facts.preflight = m_controller->report();
        facts.now = facts.preflight->at;
    }
    TicketOptions options;
    options.zone = QTimeZone::systemTimeZoneId();
    const Ticket ticket = composeTicket(facts, options);
    if (const QString text = QString::fromUtf8(ticketMarkdown(ticket.document));
        text != m_text->toPlainText()) {
        const int position = m_text->verticalScrollBar()->value();
        m_text->setPlainText(text);
        m_text->verticalScrollBar()->setValue(position);
    }
    {
        // What one field takes over from the plan says nothing of the others, which still show one before.
        const QSignalBlocker reference(m_reference);
        const QSignalBlocker consent(m_consent);
        const QSignalBlocker reason(m_reason);
        if (draft.supportReference != m_reference->text().trimmed())
            m_reference->setText(draft.supportReference);
        if (draft.consent != m_consent->toPlainText())
            m_consent->setPlainText(draft.consent);
        if (const QString typed = draft.reasons.value(ownershipId);
            typed.trimmed() != m_reason->toPlainText().trimmed())
            m_reason->setPlainText(typed);
    }
    QString why = visibleText(m_controller->ownership().summary, true);
    for (const PreflightFinding &one : m_controller->report().findings)
        if (one.id == ownershipId)
            why = one.sentence;
    m_why->setText(why);
    // It stays where it is once a ticket is there: nothing moves under the pointer of who types.
    m_reasonBox->setVisible(m_controller->needsCoordination());
    m_reasonBox->setEnabled(draft.supportReference.isEmpty());
}

void CoordinationPage::copy() const
{
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
}

void CoordinationPage::focusContent()
{
    m_reference->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
