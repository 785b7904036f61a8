// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/side_picker.h"

#include "core/base/visible_text.h"
#include "ui/widgets/choice_button.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>

namespace chartroom {

namespace {

/// Of a version of the chart that the release has not yet.
bool isByStrategy(Side::Kind kind)
{
    return kind == Side::Kind::Outcome || kind == Side::Kind::Upgrade;
}

/// A choice of the first step: the kinds, with a line for each strategy of an outcome.
int codeOf(const Side &side)
{
    return int(side.kind) * 10 + (isByStrategy(side.kind) ? int(side.strategy) : 0);
}

/// Of a version of the chart; the installed one is one.
bool isByVersion(Side::Kind kind)
{
    return kind == Side::Kind::Default || kind == Side::Kind::Crds;
}

bool isByRevision(Side::Kind kind)
{
    return kind == Side::Kind::User || kind == Side::Kind::Computed || kind == Side::Kind::Manifest;
}

} // namespace

SidePicker::SidePicker(const UiContext &context, const QString &what, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_kind(new ChoiceButton(context.theme, tr("%1: what").arg(what), this))
    , m_which(new ChoiceButton(context.theme, tr("%1: which").arg(what), this))
{
    const auto code = [](Side::Kind kind, Strategy strategy = Strategy::Reuse) {
        return int(kind) * 10 + int(strategy);
    };
    m_kind->setChoices(
        {{tr("User values"), code(Side::Kind::User), false},
         {tr("Computed values"), code(Side::Kind::Computed), false},
         {tr("Chart defaults"), code(Side::Kind::Default), false},
         {tr("Reference values"), code(Side::Kind::Reference), false},
         {tr("Stored after reuse"), code(Side::Kind::Outcome, Strategy::Reuse), true},
         {tr("Stored after reset-then-reuse"), code(Side::Kind::Outcome, Strategy::ResetThenReuse), false},
         {tr("Stored after reset"), code(Side::Kind::Outcome, Strategy::Reset), false},
         {tr("Manifest"), code(Side::Kind::Manifest), true},
         {tr("Live objects"), code(Side::Kind::Live), false},
         {tr("CRDs of the chart"), code(Side::Kind::Crds), false},
         {tr("Manifest after reuse"), code(Side::Kind::Upgrade, Strategy::Reuse), true},
         {tr("Manifest after reset-then-reuse"), code(Side::Kind::Upgrade, Strategy::ResetThenReuse), false},
         {tr("Manifest after reset"), code(Side::Kind::Upgrade, Strategy::Reset), false},
         {tr("A file…"), code(Side::Kind::File), true}});
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_kind);
    layout->addWidget(m_which);
    connect(m_kind, &ChoiceButton::chosen, this, [this](const QVariant &kind) { chooseKind(kind.toInt()); });
    connect(m_which, &ChoiceButton::chosen, this, &SidePicker::chooseWhich);
    refresh();
}

void SidePicker::setRevisions(const QList<RevisionEntry> &revisions)
{
    m_revisions = revisions;
    refresh();
}

void SidePicker::setVersions(const QStringList &versions)
{
    m_versions = versions;
    const bool waits = isByStrategy(m_side.kind) && m_side.version.isEmpty() && !versions.isEmpty();
    if (waits)
        m_side.version = versions.first();
    refresh();
    if (waits)
        Q_EMIT chosen(m_side);
}

void SidePicker::setSide(const Side &side)
{
    m_side = side;
    refresh();
}

void SidePicker::chooseKind(int code)
{
    const auto kind = Side::Kind(code / 10);
    if (kind == Side::Kind::File) {
        chooseFile();
        return;
    }
    Side side;
    side.kind = kind;
    side.strategy = Strategy(code % 10);
    if (isByRevision(kind))
        side.revision = m_side.revision;
    if (isByVersion(kind) || isByStrategy(kind))
        side.version = m_side.version;
    if (isByStrategy(kind) && side.version.isEmpty())
        side.version = m_versions.value(0);
    m_side = side;
    refresh();
    if (!isByStrategy(kind) || !side.version.isEmpty())
        Q_EMIT chosen(m_side);
}

void SidePicker::chooseWhich(const QVariant &which)
{
    if (m_side.kind == Side::Kind::File) {
        chooseFile();
        return;
    }
    if (isByRevision(m_side.kind))
        m_side.revision = which.isValid() ? std::optional(which.toInt()) : std::nullopt;
    else
        m_side.version = which.toString();
    Q_EMIT chosen(m_side);
}

void SidePicker::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Compare with a file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("YAML (*.yaml *.yml *.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_side = {};
        m_side.kind = Side::Kind::File;
        m_side.path = file;
        refresh();
        Q_EMIT chosen(m_side);
    });
    connect(dialog, &QFileDialog::rejected, this, &SidePicker::refresh);
    dialog->open();
}

void SidePicker::refresh()
{
    m_kind->setCurrent(codeOf(m_side));
    QList<ChoiceButton::Choice> choices;
    QVariant current;
    if (isByRevision(m_side.kind)) {
        for (qsizetype i = 0; i < m_revisions.size(); ++i) {
            const int revision = m_revisions[i].revision;
            choices.append({i == 0 ? tr("newest (%1)").arg(revision) : tr("revision %1").arg(revision),
                            i == 0 ? QVariant() : QVariant(revision), i == 1});
        }
        const bool newest = !m_revisions.isEmpty() && m_side.revision == m_revisions[0].revision;
        current = m_side.revision && !newest ? QVariant(*m_side.revision) : QVariant();
    } else if (isByVersion(m_side.kind) || isByStrategy(m_side.kind)) {
        if (isByVersion(m_side.kind))
            choices.append({tr("installed version"), QString(), false});
        for (const QString &version : std::as_const(m_versions))
            choices.append({visibleText(version), version, false});
        if (!m_side.version.isEmpty() && !m_versions.contains(m_side.version))
            choices.append({visibleText(m_side.version), m_side.version, false});
        if (choices.isEmpty())
            choices.append({tr("no known version"), QString(), false});
        current = m_side.version;
    } else if (m_side.kind == Side::Kind::File) {
        choices.append({visibleText(QFileInfo(m_side.path).fileName()), m_side.path, false});
        choices.append({tr("Another file…"), QString(), true});
        current = m_side.path;
    }
    m_which->setChoices(choices);
    m_which->setCurrent(current);
    m_which->setVisible(!choices.isEmpty());
}

} // namespace chartroom
