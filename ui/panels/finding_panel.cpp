// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/finding_panel.h"

#include "core/base/visible_text.h"
#include "core/screens/findings/finding_report.h"
#include "core/screens/findings/findings_model.h"
#include "core/words/relative_time.h"
#include "ui/panels/inspector_rows.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr int findingShape = 14;
constexpr qsizetype shownNodes = 12;
constexpr qsizetype shownLines = 8;

QPushButton *link(const QString &text, const QFont &font)
{
    auto *button = new QPushButton(QString(text).replace(u'&', QStringLiteral("&&")));
    button->setProperty("look", QByteArrayLiteral("link"));
    button->setFont(font);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

} // namespace

FindingPanel::FindingPanel(const UiContext &context, QWidget *parent)
    : InspectorShell(context.theme, tr("Select a finding to see its symptom, cause and next step."),
                     tr("About the finding"), parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("findingPanel"));
    title()->setObjectName(QStringLiteral("findingTitle"));
    offerDescription();
    buildHead();
    m_wayOn = addToFoot({}, "findingWayOn", {});
    m_wayOn->setProperty("look", QByteArrayLiteral("primary"));
    m_wayOn->hide();
    connect(m_wayOn, &QPushButton::clicked, this, &FindingPanel::wayOnRequested);
    const auto *copy = addToFoot(tr("Copy as Markdown"), "copyFindingButton", tr("Ctrl+C in the table"));
    connect(copy, &QPushButton::clicked, this, &FindingPanel::copyRequested);
    m_ticket = addToFoot(tr("Ticket…"), "findingTicket", tr("A ticket for Support about this finding"));
    m_ticket->hide();
    connect(m_ticket, &QPushButton::clicked, this, &FindingPanel::ticketRequested);
}

void FindingPanel::buildHead()
{
    m_state = new StateLabel(m_context.theme, findingShape, content());
    m_words = new TextLabel({}, content());
    m_words->setWordWrap(true);
    m_since = new TextLabel({}, content());
    m_since->setLook("muted");
    m_since->setFont(m_context.theme->secondaryFont());
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_state, 0, Qt::AlignTop);
    line->addWidget(m_words, 1);
    head()->addLayout(line);
    head()->addWidget(m_since);
}

void FindingPanel::setTicketable(bool isTicketable)
{
    m_ticket->setVisible(isTicketable);
}

void FindingPanel::offerWayOn(const QString &text, const QString &toolTip)
{
    m_wayOn->setText(text);
    m_wayOn->setToolTip(toolTip);
    m_wayOn->setVisible(!text.isEmpty());
}

void FindingPanel::show(const std::optional<Finding> &finding)
{
    if (finding && finding == m_finding)
        return;
    m_finding = finding;
    if (finding)
        refill([this] { rebuild(); });
    else
        setFilled(false);
}

void FindingPanel::rebuild()
{
    title()->setText(m_finding->component);
    m_state->setState(findingState(*m_finding), findingWord(*m_finding));
    m_words->setText(breakable(m_finding->meaning));
    m_since->setText(tr("since %1").arg(absoluteTimeText(m_finding->since)));
    m_since->setVisible(m_finding->since.isValid());
    for (QWidget *section : std::exchange(m_sections, {})) {
        section->hide();
        section->deleteLater();
    }
    addQuote();
    addSection(tr("Next steps"))->addText(m_finding->nextStep);
    addHooks();
    addOwner();
    addNodes();
    addConsequences();
    addSource();
}

InspectorSection *FindingPanel::addSection(const QString &title)
{
    auto *section = new InspectorSection(title, m_context.theme, content());
    addToColumn(section);
    section->show();
    m_sections.append(section);
    return section;
}

void FindingPanel::addQuote()
{
    InspectorSection *section = addSection(tr("Symptom"));
    if (!m_finding->quote.isEmpty())
        section->addText(m_finding->quote)->setFont(m_context.theme->identifierFont());
    section->addMuted(tr("in %1").arg(m_finding->where))->setFont(m_context.theme->secondaryFont());
    const QStringList &others = m_finding->evidence;
    for (const QString &line : others.first(std::min(shownLines, others.size())))
        section->addMuted(line)->setFont(m_context.theme->secondaryFont());
    section->addMore(others.size() - shownLines);
}

void FindingPanel::addHooks()
{
    if (m_finding->hooks.isEmpty())
        return;
    InspectorSection *section = addSection(tr("Hooks"));
    for (const HookRun &run : std::as_const(m_finding->hooks))
        section->addWidget(hookRow(run, *m_context.theme));
}

void FindingPanel::addOwner()
{
    InspectorSection *section = addSection(tr("Owner"));
    auto *line = new QWidget;
    auto *flow = new FlowLayout(6, line);
    auto *chip = new OwnerChip(m_context.theme, line);
    chip->setOwner(m_finding->owner);
    Ownership known;
    known.scope = m_finding->scope;
    known.confidence = Confidence::Certain;
    auto *scope = new TextLabel(scopeText(known), line);
    scope->setLook("muted");
    scope->setContentsMargins(0, 1, 0, 1);
    flow->addWidget(chip);
    flow->addWidget(scope);
    section->addWidget(line);
    if (!m_finding->ownership.isEmpty())
        section->addText(m_finding->ownership);
    if (m_finding->release.isEmpty())
        return;
    section->addText(visibleText(m_finding->release))->setFont(m_context.theme->identifierFont());
    QPushButton *release = link(tr("Show the release"), font());
    release->setObjectName(QStringLiteral("findingRelease"));
    release->setAccessibleName(tr("Show the release %1").arg(m_finding->release));
    connect(release, &QPushButton::clicked, this, [this] { Q_EMIT releaseRequested(m_finding->release); });
    section->addWidget(release);
}

void FindingPanel::addNodes()
{
    const QStringList &nodes = m_finding->nodes;
    if (nodes.isEmpty())
        return;
    InspectorSection *section = addSection(tr("Nodes"));
    auto *line = new QWidget;
    auto *flow = new FlowLayout(10, line);
    for (const QString &node : nodes.first(std::min(shownNodes, nodes.size()))) {
        QPushButton *button = link(visibleText(node), m_context.theme->identifierFont());
        button->setObjectName(QStringLiteral("findingNode"));
        button->setAccessibleName(tr("Show the node %1 in its rollout").arg(visibleText(node)));
        connect(button, &QPushButton::clicked, this, [this, node] { Q_EMIT nodeRequested(node); });
        flow->addWidget(button);
    }
    section->addWidget(line);
    section->addMore(nodes.size() - shownNodes);
}

void FindingPanel::addConsequences()
{
    if (m_finding->consequences.isEmpty())
        return;
    InspectorSection *section = addSection(tr("Waiting for it"));
    for (const Consequence &one : std::as_const(m_finding->consequences))
        section->addText(consequenceText(one));
}

void FindingPanel::addSource()
{
    InspectorSection *section = addSection(tr("Confidence"));
    section->addText(confidenceWord(m_finding->confidence));
    section->addMuted(m_finding->source)->setFont(m_context.theme->secondaryFont());
}

} // namespace chartroom
