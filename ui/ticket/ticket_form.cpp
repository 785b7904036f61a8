// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ticket/ticket_form.h"

#include "core/base/visible_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/well_height.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int rowHeight = 24;
constexpr int wellHeight = 52;
constexpr int mostRows = 5;

QString partTitle(TicketPart part)
{
    switch (part) {
    case TicketPart::Request:
        return TicketForm::tr("Request");
    case TicketPart::Questions:
        return TicketForm::tr("Questions");
    case TicketPart::Shift:
        return TicketForm::tr("As of");
    case TicketPart::Findings:
        return TicketForm::tr("Findings");
    case TicketPart::Nodes:
        return TicketForm::tr("Nodes");
    case TicketPart::AddOns:
        return TicketForm::tr("Add-ons");
    case TicketPart::Impact:
        return TicketForm::tr("Interruption");
    case TicketPart::Plan:
        return TicketForm::tr("Nodes over time");
    case TicketPart::Preflight:
        return TicketForm::tr("Preflight");
    case TicketPart::Configuration:
        return TicketForm::tr("Configuration");
    case TicketPart::Timeline:
        return TicketForm::tr("Timeline");
    case TicketPart::Versions:
        return TicketForm::tr("Versions");
    case TicketPart::Cluster:
        return TicketForm::tr("Cluster");
    case TicketPart::Redaction:
        break;
    }
    return TicketForm::tr("What was hidden");
}

/// "4 places: the key names a secret (3), a token (1)".
QString reportText(const RedactionReport &report)
{
    if (report.isEmpty())
        return TicketForm::tr("Nothing had to be hidden.");
    QList<std::pair<RedactionReason, int>> reasons;
    for (const RedactionEntry &entry : report.entries()) {
        const auto known = std::find_if(reasons.begin(), reasons.end(),
                                        [&](const auto &one) { return one.first == entry.reason; });
        if (known == reasons.end())
            reasons.append({entry.reason, entry.count});
        else
            known->second += entry.count;
    }
    QStringList words;
    for (const auto &[reason, count] : std::as_const(reasons))
        words.append(QStringLiteral("%1 (%2)").arg(redactionReasonWords(reason), QString::number(count)));
    return TicketForm::tr("%n part(s): %1.", nullptr, report.total()).arg(words.join(QStringLiteral(", ")));
}

void setRows(QListWidget *list, int rows)
{
    list->setFixedHeight(std::clamp(rows, 1, mostRows) * Theme::lineHeight(list->font(), rowHeight) + 2);
}

} // namespace

TicketForm::TicketForm(const Theme *theme, TicketController *controller, QWidget *parent)
    : QScrollArea(parent)
    , m_theme(theme)
    , m_controller(controller)
    , m_body(new QWidget(this))
{
    setObjectName(QStringLiteral("ticketForm"));
    setAccessibleName(tr("Contents of the ticket"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_body->setProperty("look", QByteArrayLiteral("panel"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(16, 12, 12, 12);
    column->setSpacing(6);
    buildAbout(column);
    buildWords(column);
    column->addWidget(heading(tr("Parts")));
    m_partsGrid = new QGridLayout;
    m_partsGrid->setHorizontalSpacing(8);
    m_partsGrid->setVerticalSpacing(4);
    column->addLayout(m_partsGrid);
    buildHidden(column);
    column->addStretch(1);
    setWidget(m_body);
}

TextLabel *TicketForm::heading(const QString &text)
{
    auto *title = new TextLabel(text, m_body);
    title->setFont(m_theme->headingFont());
    title->setLook("muted");
    return title;
}

QPlainTextEdit *TicketForm::well(const char *name, TextLabel *title)
{
    auto *edit = new QPlainTextEdit(m_body);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(title->text());
    edit->setProperty("look", QByteArrayLiteral("well"));
    edit->setTabChangesFocus(true);
    keepLines(edit, m_theme, 2, wellHeight);
    return edit;
}

void TicketForm::buildAbout(QVBoxLayout *column)
{
    m_releases = new QListWidget(m_body);
    m_releases->setObjectName(QStringLiteral("ticketReleases"));
    m_releases->setAccessibleName(tr("Releases of the ticket"));
    connect(m_releases, &QListWidget::itemChanged, this, [this](QListWidgetItem *item) { take(*item); });
    m_nodesBox = new QWidget(m_body);
    m_nodes = new TextLabel({}, m_nodesBox);
    m_nodes->setObjectName(QStringLiteral("ticketNodes"));
    m_nodes->setWordWrap(true);
    auto *all = new QPushButton(tr("All nodes"), m_nodesBox);
    all->setObjectName(QStringLiteral("ticketAllNodes"));
    all->setProperty("look", QByteArrayLiteral("link"));
    connect(all, &QPushButton::clicked, this, [this] { m_controller->setNodes({}); });
    auto *line = new QHBoxLayout(m_nodesBox);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_nodes, 1);
    line->addWidget(all);
    column->addWidget(heading(tr("About")));
    column->addWidget(m_releases);
    column->addWidget(m_nodesBox);
}

void TicketForm::buildWords(QVBoxLayout *column)
{
    TextLabel *title = heading(tr("Summary"));
    m_request = well("ticketRequest", title);
    m_request->setPlaceholderText(tr("empty: the generated text"));
    m_questionTitle = heading(tr("First question"));
    m_question = well("ticketQuestion", m_questionTitle);
    column->addSpacing(4);
    column->addWidget(title);
    column->addWidget(m_request);
    column->addWidget(m_questionTitle);
    column->addWidget(m_question);
    column->addSpacing(4);
    connect(m_request, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_isFilling)
            m_controller->setRequest(m_request->toPlainText());
    });
    connect(m_question, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_isFilling)
            m_controller->setQuestion(m_question->toPlainText());
    });
}

void TicketForm::buildHidden(QVBoxLayout *column)
{
    m_anonymous = new QCheckBox(tr("Replace names of hosts, namespaces, IPs"), m_body);
    m_anonymous->setObjectName(QStringLiteral("ticketAnonymous"));
    connect(m_anonymous, &QCheckBox::clicked, m_controller, &TicketController::setAnonymous);
    m_report = new TextLabel({}, m_body);
    m_report->setObjectName(QStringLiteral("ticketReport"));
    m_report->setWordWrap(true);
    m_hidden = new QListWidget(m_body);
    m_hidden->setObjectName(QStringLiteral("ticketHidden"));
    m_hidden->setAccessibleName(tr("Hidden manually"));
    m_showAgain = new QPushButton(tr("Show again"), m_body);
    m_showAgain->setObjectName(QStringLiteral("ticketShowAgain"));
    m_showAgain->setProperty("look", QByteArrayLiteral("link"));
    connect(m_showAgain, &QPushButton::clicked, this, [this] {
        if (const QListWidgetItem *item = m_hidden->currentItem())
            m_controller->showAgain(item->data(Qt::UserRole).toString());
    });
    column->addSpacing(4);
    column->addWidget(heading(tr("Hidden")));
    column->addWidget(m_report);
    column->addWidget(m_hidden);
    column->addWidget(m_showAgain, 0, Qt::AlignLeft);
    column->addWidget(m_anonymous);
}

void TicketForm::take(const QListWidgetItem &release)
{
    if (m_isFilling)
        return;
    const QList<ReleaseKey> all = m_controller->allReleases();
    const int row = m_releases->row(&release);
    if (row < all.size())
        m_controller->setRelease(all[row], release.checkState() == Qt::Checked);
}

void TicketForm::refresh()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const TicketDraft &draft = m_controller->draft();
    refreshReleases();
    m_nodesBox->setVisible(!draft.nodes().isEmpty());
    m_nodes->setText(tr("Only the nodes %1").arg(visibleText(draft.nodes().join(QStringLiteral(", ")))));
    const TicketWords words = draft.words.value(draft.phase);
    if (words.request != m_request->toPlainText())
        m_request->setPlainText(words.request);
    if (words.question != m_question->toPlainText())
        m_question->setPlainText(words.question);
    m_questionTitle->setText(draft.phase == TicketPhase::Handover ? tr("Next decision, and by when")
                                                                  : tr("First question"));
    m_question->setAccessibleName(m_questionTitle->text());
    refreshParts();
    m_anonymous->setChecked(draft.isAnonymous);
    refreshHidden();
}

void TicketForm::refreshReleases()
{
    const QList<ReleaseKey> all = m_controller->allReleases();
    m_releases->setEnabled(!all.isEmpty());
    if (all.isEmpty() && m_controller->ticket())
        return; // the cluster is away, and the ticket is still about those
    const QList<ReleaseKey> chosen = m_controller->releases();
    while (m_releases->count() > all.size())
        delete m_releases->takeItem(m_releases->count() - 1);
    for (int row = 0; row < all.size(); ++row) {
        if (row == m_releases->count())
            m_releases->addItem(new QListWidgetItem);
        QListWidgetItem *item = m_releases->item(row);
        item->setText(visibleText(all[row].namespaceName + u'/' + all[row].name));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(chosen.contains(all[row]) ? Qt::Checked : Qt::Unchecked);
        item->setSizeHint(QSize(0, rowHeight));
    }
    setRows(m_releases, m_releases->count());
}

/// Boxes stay as long as the phase has the same parts: the keyboard is in one of them.
void TicketForm::refreshParts()
{
    const TicketDraft &draft = m_controller->draft();
    const QList<TicketPart> parts = ticketParts(draft.phase);
    const bool isSame = std::equal(parts.cbegin(), parts.cend(), m_parts.cbegin(), m_parts.cend(),
                                   [](TicketPart part, const auto &one) { return part == one.first; });
    if (!isSame) {
        for (const auto &[part, box] : std::as_const(m_parts))
            delete box;
        m_parts.clear();
        for (int i = 0; i < parts.size(); ++i) {
            auto *box = new QCheckBox(partTitle(parts[i]), m_body);
            box->setObjectName(QStringLiteral("part-") + ticketPartText(parts[i]));
            connect(box, &QCheckBox::clicked, this,
                    [this, part = parts[i]](bool isIn) { m_controller->setPart(part, isIn); });
            m_partsGrid->addWidget(box, i / 2, i % 2);
            m_parts.append({parts[i], box});
        }
        QWidget *before = m_question;
        for (const auto &[part, box] : std::as_const(m_parts)) {
            setTabOrder(before, box);
            before = box;
        }
    }
    for (const auto &[part, box] : std::as_const(m_parts))
        box->setChecked(!draft.without.contains(part));
}

void TicketForm::refreshHidden()
{
    const QStringList &hidden = m_controller->draft().hidden;
    const auto &ticket = m_controller->ticket();
    m_report->setText(ticket ? reportText(ticket->report) : QString());
    const int current = m_hidden->currentRow();
    m_hidden->clear();
    for (const QString &text : hidden) {
        auto *item = new QListWidgetItem(visibleText(text), m_hidden);
        item->setData(Qt::UserRole, text);
        item->setSizeHint(QSize(0, rowHeight));
    }
    m_hidden->setCurrentRow(std::clamp(current, 0, std::max(0, m_hidden->count() - 1)));
    setRows(m_hidden, m_hidden->count());
    m_hidden->setVisible(!hidden.isEmpty());
    m_showAgain->setVisible(!hidden.isEmpty());
}

void TicketForm::focusContent()
{
    m_question->setFocus(Qt::OtherFocusReason);
}

} // namespace chartroom
