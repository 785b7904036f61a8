// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tickets_page.h"

#include "core/base/clock.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/recording/player.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/name_table.h"
#include "core/ticket/ticket_writers.h"
#include "core/words/window_plan.h"
#include "ui/theme/theme.h"
#include "ui/ticket/ticket_files.h"
#include "ui/ticket/ticket_form.h"
#include "ui/ticket/ticket_pdf.h"
#include "ui/ticket/ticket_view.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimeZone>
#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr int formWidth = 320;
constexpr auto playingPause = 700ms;

constexpr auto longestAfter = 24h; ///< a window's last ticket comes that long after its end

/// The window that a person agreed on for the cluster, as Rollout and Window plan keep it; one that is long
/// over says nothing of this night.
std::optional<UpgradeWindow> agreedWindow(const QSettings *settings, const QString &cluster,
                                          const QDateTime &now)
{
    const WindowPlan plan = keptWindow(settings, cluster);
    if (!plan.isSet() || plan.end.addDuration(longestAfter) < now)
        return std::nullopt;
    return UpgradeWindow{plan.start, plan.end, QTimeZone::systemTimeZoneId()};
}

} // namespace

TicketsPage::TicketsPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Tickets"), "ticket", "tickets", "Ctrl+9"}, parent)
    , m_controller(new TicketController(TicketDrafts(context.ticketDrafts), NameTable::filePath(), this))
    , m_stack(new QStackedWidget(this))
{
    auto *body = new QWidget(m_stack);
    m_body = body;
    auto *tools = new QWidget(body);
    auto *divider = new QSplitter(body);
    divider->setHandleWidth(1);
    divider->setChildrenCollapsible(false);
    m_form = new TicketForm(context.theme, m_controller, divider);
    m_form->setMinimumWidth(formWidth - 40);
    m_view = new TicketView(context.theme, divider);
    divider->setStretchFactor(0, 0);
    divider->setStretchFactor(1, 1);
    divider->setSizes({formWidth, 800});
    buildCommands();
    buildTools(tools);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(tools);
    column->addWidget(divider, 1);
    m_message = new MessageView(context.theme, m_stack);
    m_stack->addWidget(body);
    m_stack->addWidget(m_message);
    m_column->addWidget(m_stack, 1);

    m_again.setSingleShot(true);
    m_again.setInterval(playingPause);
    connect(&m_again, &QTimer::timeout, m_controller, &TicketController::read);
    connect(m_controller, &TicketController::draftChanged, m_form, &TicketForm::refresh);
    connect(m_controller, &TicketController::draftChanged, this,
            [this] { m_phase->setCurrent(int(m_controller->draft().phase)); });
    connect(m_controller, &TicketController::stateChanged, this, &TicketsPage::refresh);
    connect(m_controller, &TicketController::ticketChanged, this, &TicketsPage::refresh);
    connect(m_controller, &TicketController::failed, this, &TicketsPage::failed);
    connect(m_view, &TicketView::hideRequested, m_controller, &TicketController::hide);
    connect(m_view, &QTextEdit::selectionChanged, this, &TicketsPage::refresh);
    refresh();
}

void TicketsPage::buildCommands()
{
    const auto add = [this](const char *name, const QString &text, const QString &icon,
                            const QKeySequence &keys, auto call) {
        connect(addCommand(name, text, icon, {keys}), &QAction::triggered, this, call);
    };
    const QString copy = QStringLiteral("copy");
    add("ticketRead", tr("Re&fresh from the cluster"), {}, {}, [this] { m_controller->read(); });
    add("ticketMarkdown", tr("&Copy as Markdown"), copy, QKeySequence(QStringLiteral("Ctrl+Shift+M")),
        [this] { copyMarkdown(); });
    add("ticketRichText", tr("Copy as &rich text"), copy, {}, [this] { copyRichText(); });
    add("ticketSave", tr("&Save the ticket…"), {}, QKeySequence(QKeySequence::Save),
        [this] { chooseFile(); });
    add("ticketPrint", tr("&Print the ticket…"), {}, QKeySequence(QKeySequence::Print), [this] { print(); });
    add("ticketHide", tr("&Hide the selection in the ticket"), {},
        QKeySequence(QStringLiteral("Ctrl+Shift+H")), [this] { m_controller->hide(m_view->selectedText()); });
}

void TicketsPage::buildTools(QWidget *tools)
{
    tools->setProperty("look", QByteArrayLiteral("topbar"));
    tools->setAttribute(Qt::WA_StyledBackground);
    tools->setMinimumHeight(44); // more where the text needs it
    m_phase = new Segments(tr("Phase of the ticket"),
                           {tr("Before"), tr("During"), tr("After"), tr("Handover")}, tools);
    m_phase->setObjectName(QStringLiteral("ticketPhase"));
    connect(m_phase, &Segments::chosen, this,
            [this](int phase) { m_controller->setPhase(allTicketPhases[size_t(phase)]); });
    m_asOf = new TextLabel({}, tools);
    m_asOf->setObjectName(QStringLiteral("ticketAsOf"));
    m_asOf->setLook("muted");
    m_asOf->setElideMode(Qt::ElideRight);
    auto *line = new FlowLayout(8); // no button is cut off
    auto *column = new QVBoxLayout(tools);
    column->setContentsMargins(16, 6, 16, 6);
    column->addLayout(line);
    line->addWidget(m_phase);
    m_asOf->setMinimumHeight(m_phase->sizeHint().height());
    line->addWidget(m_asOf);
    const QStringList texts{tr("Refresh"), tr("Copy as Markdown"), tr("Rich text"),
                            tr("Save…"),   tr("Print…"),           tr("Hide selection")};
    for (const int place : {5, 0, 4, 3, 2, 1}) { // the likeliest at the end
        QAction *command = m_commands[place];
        auto *button = new QPushButton(texts[place], tools);
        button->setObjectName(command->objectName() + QStringLiteral("Button"));
        button->setToolTip(command->text().remove(u'&'));
        button->setEnabled(command->isEnabled());
        if (place == 1)
            button->setProperty("look", QByteArrayLiteral("primary"));
        connect(button, &QPushButton::clicked, command, &QAction::trigger);
        connect(command, &QAction::changed, button,
                [button, command] { button->setEnabled(command->isEnabled()); });
        line->addWidget(button);
    }
}

void TicketsPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    attach();
}

/// Takes what the cluster is read from, once it is live; what nobody looks at costs the cluster nothing.
void TicketsPage::attach()
{
    const ClusterSession::State state = m_context.fleet->entry(m_cluster).state;
    const bool isThere = state == ClusterSession::State::Live || state == ClusterSession::State::Reconnecting;
    ReleaseSource *releases = isThere ? m_context.fleet->releases(m_cluster) : nullptr;
    TicketSource *tickets = isThere && releases ? m_context.fleet->tickets(m_cluster) : nullptr;
    const QDateTime now = releases ? releases->now() : m_context.clock->now();
    m_controller->setCluster(m_cluster, agreedWindow(m_context.settings, m_cluster, now),
                             tickets ? releases : nullptr, tickets);
    followPlayer();
    if (isVisible() && m_controller->state() == TicketController::State::Off)
        m_controller->read();
    refresh();
}

void TicketsPage::followPlayer()
{
    disconnect(m_played);
    if (const Player *player = m_context.fleet->player(m_cluster))
        m_played = connect(player, &Player::positionChanged, this, [this, player] {
            m_controller->forgetAfter(player->time());
            if (isVisible())
                m_again.start();
        });
}

void TicketsPage::open(const TicketRequest &wish)
{
    attach();
    m_controller->open(wish);
    focusContent();
}

void TicketsPage::setReference(const QString &reference, const std::optional<UpgradeWindow> &window)
{
    m_controller->setReference(reference, window);
}

void TicketsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    attach();
    if (m_controller->state() == TicketController::State::Ready)
        m_controller->read();
}

void TicketsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    refresh();
}

PageMessage TicketsPage::message() const
{
    if (m_cluster.isEmpty())
        return noClustersMessage(*m_context.fleet);
    if (m_controller->ticket() || !m_controller->problem().message.isEmpty())
        return {};
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const int count = releases ? int(releases->keys().size()) : 0;
    PageMessage message = releasesMessage(m_context.fleet->entry(m_cluster), count, count, {});
    if (message.kind != PageMessage::Kind::None)
        return message;
    message.kind = PageMessage::Kind::Connecting;
    message.state = VisualState::Moving;
    message.title = tr("Reading the cluster");
    message.text = tr("Reading nodes, rollouts, warnings and the relevant logs; nothing is changed.");
    return message;
}

void TicketsPage::refresh()
{
    const PageMessage shown = message();
    const bool isForm = shown.kind == PageMessage::Kind::None;
    const bool hadFocus = m_stack->isAncestorOf(window()->focusWidget());
    const bool swaps = isForm != (m_stack->currentWidget() == m_body);
    if (!isForm)
        m_message->setMessage(shown, m_actions.offeredFor(shown.kind));
    m_stack->setCurrentWidget(isForm ? m_body : m_message);
    if (hadFocus && swaps)
        focusContent();
    if (isForm)
        refreshTicket();
    const bool isTicket = isForm && m_controller->ticket() && isVisible();
    for (QAction *command : std::as_const(m_commands))
        command->setEnabled(isTicket);
    m_commands.first()->setEnabled(isForm && isVisible());
    m_commands.last()->setEnabled(isTicket && !m_view->selectedText().isEmpty());
    act();
}

void TicketsPage::refreshTicket()
{
    const auto &ticket = m_controller->ticket();
    const QSignalBlocker blocker(m_view); // its selection goes with the text before
    m_view->setTicket(ticket ? ticket->document : RedactedDocument());
    m_form->refresh();
    m_asOf->setLook(ticket ? "muted" : "failed");
    if (!ticket) {
        m_asOf->setText(visibleText(maskedText(m_controller->problem().message)));
        return;
    }
    const QString as = ticket->document.at().toString(QStringLiteral("HH:mm:ss 'UTC'")); // the day is in it
    m_asOf->setText(m_controller->state() == TicketController::State::Reading
                        ? tr("As of %1, refreshing").arg(as)
                        : tr("As of %1").arg(as));
}

void TicketsPage::focusContent()
{
    if (m_stack->currentWidget() == m_body)
        m_form->focusContent();
    else
        m_message->setFocus(Qt::OtherFocusReason);
}

void TicketsPage::whenCurrent(std::function<void(const RedactedDocument &)> act)
{
    m_waiting = std::move(act);
    this->act();
}

void TicketsPage::act()
{
    if (m_waiting && m_controller->isCurrent())
        std::exchange(m_waiting, nullptr)(m_controller->ticket()->document);
}

void TicketsPage::copyMarkdown()
{
    whenCurrent([this](const RedactedDocument &document) {
        onFinished(QtConcurrent::run(ticketMarkdown, document), this, [](const QByteArray &text) {
            QApplication::clipboard()->setText(QString::fromUtf8(text));
        });
    });
}

void TicketsPage::copyRichText()
{
    whenCurrent([](const RedactedDocument &document) {
        QApplication::clipboard()->setMimeData(richText(document).release());
    });
}

void TicketsPage::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Save the ticket"));
    dialog->setObjectName(QStringLiteral("ticketDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QStringList filters = ticketFilters();
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(ticketSuffix(TicketFormat::Markdown));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters](const QString &filter) {
        dialog->setDefaultSuffix(ticketSuffix(TicketFormat(filters.indexOf(filter))));
    });
    if (m_controller->ticket())
        dialog->selectFile(ticketFileName(m_cluster, m_controller->ticket()->document));
    connect(dialog, &QFileDialog::fileSelected, this, &TicketsPage::save);
    dialog->open();
}

void TicketsPage::save(const QString &file)
{
    const TicketFormat format = formatOfFile(file).value_or(TicketFormat::Markdown);
    whenCurrent([this, file, format](const RedactedDocument &document) {
        if (format == TicketFormat::Zip)
            saveAttachments(file);
        else
            write(file, [document, format] { return ticketBytes(document, format); });
    });
}

void TicketsPage::saveAttachments(const QString &file)
{
    onFinished(m_controller->attachments(), this, [this, file](const Result<TicketAttachments> &made) {
        if (!made)
            Q_EMIT failed(made.error());
        else
            write(file, [zip = made->zip] { return zip; });
    });
}

void TicketsPage::write(const QString &file, const std::function<QByteArray()> &bytes)
{
    onFinished(QtConcurrent::run([file, bytes] { return writePrivateFile(file, bytes()); }), this,
               [this](const Result<void> &written) {
                   if (!written)
                       Q_EMIT failed(written.error());
               });
}

void TicketsPage::print()
{
    whenCurrent([this](const RedactedDocument &document) {
        auto *dialog = new QPrintDialog(this);
        dialog->setObjectName(QStringLiteral("ticketPrintDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->printer()->setDocName(document.title());
        connect(dialog, qOverload<QPrinter *>(&QPrintDialog::accepted), this,
                [document](QPrinter *printer) { printTicket(document, *printer); });
        dialog->open();
    });
}

} // namespace chartroom
