// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/upgrade/draft_file.h"
#include "ui/pages/upgrade_page.h"

#include <QFileDialog>

namespace chartroom {

namespace {

constexpr qint64 mostBytes = 1 << 20;

} // namespace

void UpgradePage::keepDrafts() const
{
    if (m_context.drafts.isEmpty())
        return;
    for (const auto &[name, change] : m_changes) {
        if (!change.upgrade || !change.upgrade->isComplete() || change.upgrade->hasEnded())
            continue;
        const ReleaseSource *releases = m_context.fleet->releases(std::get<0>(name));
        if (const Release *release = releases ? releases->find(change.upgrade->key()) : nullptr)
            (void)m_kept.keep(change.upgrade->draft(), *release); // what cannot be kept stays in the window
    }
}

std::pair<QString, std::optional<UpgradeWindow>> UpgradePage::supportReference() const
{
    std::pair<QString, std::optional<UpgradeWindow>> typed;
    for (const auto &[name, change] : m_changes) {
        if (std::get<0>(name) != m_cluster)
            continue;
        QString reference = change.rollback ? change.rollback->order().supportReference : QString();
        std::optional<UpgradeWindow> window;
        if (reference.isEmpty() && change.upgrade) {
            reference = change.upgrade->draft().supportReference;
            window = change.upgrade->draft().window;
        }
        if (!reference.isEmpty() && (typed.first.isEmpty() || name == nameOf(m_key)))
            typed = {reference, window};
    }
    return typed;
}

TicketRequest UpgradePage::ticketRequest() const
{
    TicketRequest wish;
    wish.cluster = m_cluster;
    wish.reference = supportReference().first;
    const auto found = m_changes.find(nameOf(m_key));
    const UpgradeController *controller = found == m_changes.end() ? nullptr : found->second.upgrade.get();
    if (!m_key.name.isEmpty())
        wish.releases = {m_key};
    if (!controller || !controller->isComplete() || controller->hasEnded())
        return wish;
    wish.phase = controller->isRunning() ? TicketPhase::During : TicketPhase::Before;
    wish.draft = controller->draft();
    if (controller->report().at.isValid())
        wish.preflight = controller->report();
    return wish;
}

void UpgradePage::planStep(const StepPlan &plan)
{
    Change *known = change();
    if (!known || !known->upgrade)
        return;
    known->showsRollback = false;
    if (!known->upgrade->isRunning() && !known->upgrade->hasEnded()) {
        fillIn(plan, known->upgrade.get());
        known->upgrade->goTo(ChangeController::Page::Version);
    }
    refresh();
}

void UpgradePage::openPlan()
{
    auto *dialog = new QFileDialog(this, tr("Open a plan"));
    dialog->setObjectName(QStringLiteral("openPlanDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Plans (*.yaml *.yml)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &UpgradePage::readPlan);
    dialog->open();
}

void UpgradePage::readPlan(const QString &file)
{
    Change *known = change();
    if (!known || !known->upgrade)
        return;
    const Result<QByteArray> yaml = readPlainFile(file, mostBytes);
    const Result<UpgradeDraft> draft =
        yaml ? readDraft(*yaml, file) : Result<UpgradeDraft>(tl::make_unexpected(yaml.error()));
    const Result<void> opened = draft ? known->upgrade->open(*draft) : tl::make_unexpected(draft.error());
    if (!opened) {
        Q_EMIT failed(opened.error());
        return;
    }
    known->showsRollback = false;
    known->upgrade->goTo(ChangeController::Page::Version);
    refresh();
}

void UpgradePage::savePlan()
{
    const Change *known = change();
    if (!known || !known->upgrade)
        return;
    auto *dialog = new QFileDialog(this, tr("Save the plan"));
    dialog->setObjectName(QStringLiteral("savePlanDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    const UpgradeDraft draft = known->upgrade->draft();
    dialog->selectFile(QStringLiteral("%1-%2.yaml").arg(draft.release.name, draft.chart.version));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, draft](const QString &file) { writePlan(file, draft); });
    dialog->open();
}

void UpgradePage::writePlan(const QString &file, const UpgradeDraft &draft)
{
    const Result<QByteArray> yaml = writeDraft(draft);
    const Result<void> written = yaml ? writePrivateFile(file, *yaml) : tl::make_unexpected(yaml.error());
    if (!written)
        Q_EMIT failed(written.error());
}

} // namespace chartroom
