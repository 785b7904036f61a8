// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/version_panel.h"

#include "core/base/visible_text.h"
#include "core/words/upgrade_path_text.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/version_gate.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr int versionShape = 14;
constexpr qsizetype shownVersionNodes = 24;
constexpr qsizetype shownProofs = 10;

} // namespace

VersionPanel::VersionPanel(const UiContext &context, QWidget *parent)
    : InspectorShell(context.theme,
                     tr("Select a component, a finding or a step to see its evidence and meaning."),
                     tr("About the version"), parent)
    , m_context(context)
    , m_state(new StateLabel(context.theme, versionShape, content()))
    , m_word(new TextLabel({}, content()))
    , m_sentence(new TextLabel({}, content()))
{
    setObjectName(QStringLiteral("versionPanel"));
    title()->setObjectName(QStringLiteral("versionTitle"));
    m_word->setWordWrap(true);
    m_sentence->setWordWrap(true);
    m_sentence->setObjectName(QStringLiteral("versionSentence"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_state, 0, Qt::AlignTop);
    line->addWidget(m_word, 1);
    head()->addLayout(line);
    head()->addWidget(m_sentence);
    const auto *copy = addToFoot(tr("Copy report"), "copyVersionsButton",
                                 tr("The whole audit as Markdown; Ctrl+C in the table"));
    connect(copy, &QPushButton::clicked, this, &VersionPanel::copyRequested);
    m_plan = addToFoot(tr("Plan this step…"), "planStepButton", {});
    m_plan->hide();
    connect(m_plan, &QPushButton::clicked, this, &VersionPanel::planRequested);
    m_promote = addToFoot(tr("Promote…"), "promoteStepButton", {});
    m_promote->hide();
    connect(m_promote, &QPushButton::clicked, this, &VersionPanel::promotionRequested);
}

void VersionPanel::forget()
{
    m_row.reset();
    m_note.reset();
    m_said.clear();
}

void VersionPanel::begin(const QString &name, VisualState state, const QString &word, const QString &sentence)
{
    title()->setText(name);
    m_state->setState(state, word);
    m_word->setText(word);
    m_sentence->setText(breakable(sentence));
    m_sentence->setVisible(!sentence.isEmpty());
    m_plan->hide();
    m_promote->hide();
    for (QWidget *section : std::exchange(m_sections, {})) {
        section->hide();
        section->deleteLater();
    }
}

InspectorSection *VersionPanel::addSection(const QString &heading)
{
    auto *section = new InspectorSection(heading, m_context.theme, content());
    addToColumn(section);
    section->show();
    m_sections.append(section);
    return section;
}

void VersionPanel::addLines(const QString &heading, const QStringList &lines)
{
    if (lines.isEmpty())
        return;
    InspectorSection *section = addSection(heading);
    for (const QString &line : lines)
        section->addText(breakable(line));
}

/// The version, where it is told, and what is said there.
void VersionPanel::addProofs(const QString &heading, const QList<VersionProof> &proofs)
{
    if (proofs.isEmpty())
        return;
    InspectorSection *section = addSection(heading);
    QString version;
    for (const VersionProof &proof : proofs.first(std::min(shownProofs, proofs.size()))) {
        if (proof.version != version && !proof.version.isEmpty())
            section->addText(breakable(proof.version))->setFont(m_context.theme->identifierFont());
        version = proof.version;
        section->addText(breakable(proof.text));
        if (!proof.object.isEmpty())
            section->addMuted(breakable(proof.object))->setFont(m_context.theme->secondaryFont());
    }
    section->addMore(proofs.size() - shownProofs);
}

void VersionPanel::addNodes(InspectorSection *section, const QStringList &nodes)
{
    if (nodes.isEmpty())
        return;
    const QStringList shown = nodes.first(std::min(shownVersionNodes, nodes.size()));
    section->addText(breakable(shown.join(u", "_s)))->setFont(m_context.theme->identifierFont());
    section->addMore(nodes.size() - shownVersionNodes);
}

void VersionPanel::addGroups(const VersionRow &row)
{
    for (const VersionGroupRow &group : row.groups) {
        const QString where =
            group.nodes.isEmpty() ? group.where : tr("on %1 nodes").arg(QString::number(group.nodes.size()));
        InspectorSection *section = addSection(group.version + u"  "_s + where);
        if (!group.word.isEmpty())
            section->addMuted(group.word);
        addNodes(section, group.nodes);
    }
    if (!row.untold.isEmpty())
        addNodes(addSection(tr("Not reported on")), row.untold);
}

void VersionPanel::showComponent(const VersionRow &row, const std::array<bool, versionEntryCount> &hasEntry)
{
    if (m_row == row)
        return;
    forget();
    m_row = row;
    refill([&] {
        begin(row.title, row.state, row.word, row.sentence);
        QStringList entries;
        for (int i = 0; i < versionEntryCount; ++i)
            if (hasEntry[size_t(i)] && !row.entries[size_t(i)].isEmpty())
                entries << tr("%1: %2").arg(
                    versionColumnTitle(VersionColumn(i + int(VersionColumn::Production))),
                    row.entries[size_t(i)]);
        for (const auto &[entry, version] : row.otherEntries)
            entries << tr("%1: %2").arg(entry, version);
        addLines(tr("In the matrix"), entries);
        addLines(tr("Findings"), row.findings);
        addGroups(row);
        addProofs(tr("Sources of the observed version"), row.proofs);
        if (!row.wanted.isEmpty())
            addProofs(tr("Wanted by its operator"), row.wantedBy);
        addProofs(tr("Compatible with"), row.remarks);
    });
}

void VersionPanel::showNote(const VersionNote &note)
{
    if (m_note == note)
        return;
    forget();
    m_note = note;
    refill([&] {
        begin(note.word.left(1).toUpper() + note.word.mid(1), note.state, note.word, note.text);
        if (!note.objects.isEmpty()) {
            InspectorSection *section = addSection(tr("Evidence"));
            for (const QString &object : note.objects.first(std::min(shownProofs, note.objects.size())))
                section->addText(breakable(object))->setFont(m_context.theme->identifierFont());
            section->addMore(note.objects.size() - shownProofs);
        }
        if (!note.nodes.isEmpty())
            addNodes(addSection(tr("Nodes")), note.nodes);
        if (!note.source.isEmpty())
            addSection(tr("Source"))->addText(breakable(note.source));
    });
}

void VersionPanel::addGates(const QString &heading, const QList<UpgradePathGate> &gates)
{
    if (gates.isEmpty())
        return;
    InspectorSection *section = addSection(heading);
    for (const UpgradePathGate &gate : gates)
        section->addWidget(new VersionGate(m_context.theme, gate));
}

void VersionPanel::showStep(const UpgradePathStep &step, const QString &planHint)
{
    QStringList said{matrixGroupTitle(step.group), upgradePathStepWord(step), step.clock.text, planHint};
    said += upgradePathMoveLines(step) + step.clock.interruptions;
    for (const UpgradePathGate &gate : step.gates)
        said << gate.text;
    if (said == m_said)
        return;
    forget();
    m_said = said;
    refill([&] {
        begin(matrixGroupTitle(step.group), upgradePathStepState(step), upgradePathStepWord(step),
              step.isOnTheWay ? tr("A major version in between, which must not be skipped.") : QString());
        addLines(tr("Changes"), upgradePathMoveLines(step));
        addGates(tr("Preconditions"), step.gates);
        if (!step.clock.text.isEmpty()) {
            QStringList lines{visibleText(step.clock.text)};
            for (const QString &one : step.clock.interruptions)
                lines << visibleText(one);
            addLines(tr("Bake time"), lines);
        }
        if (!planHint.isEmpty() && step.state != UpgradePathStep::State::Done)
            addLines(tr("Why it cannot be planned here"), {planHint});
        m_plan->setVisible(step.state != UpgradePathStep::State::Done);
        m_plan->setEnabled(planHint.isEmpty());
    });
}

void VersionPanel::showPromotion(const UpgradePath &upgradePath, const QString &hint)
{
    QStringList said{promotionWord(upgradePath), hint};
    for (const UpgradePathGate &gate : upgradePath.promote)
        said << gate.text;
    if (said == m_said)
        return;
    forget();
    m_said = said;
    refill([&] {
        begin(tr("Promote the canary"), upgradePath.mayPromote() ? VisualState::Done : VisualState::Waiting,
              promotionWord(upgradePath), tr("The versions of the canary become those of production."));
        addGates(tr("Preconditions"), upgradePath.promote);
        addLines(tr("How"), {tr("Promote… shows the change of the document first, and asks for a reason to "
                                "override each blocking gate. Nothing is pushed.")});
        if (!hint.isEmpty())
            addLines(tr("Why it cannot be promoted"), {visibleText(hint)});
        m_promote->show();
        m_promote->setEnabled(hint.isEmpty());
    });
}

void VersionPanel::showNothing()
{
    forget();
    setFilled(false);
}

} // namespace chartroom
