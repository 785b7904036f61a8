// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/fleet/fleet.h"
#include "core/secrets/masked_text.h"
#include "core/session/release_source.h"
#include "core/words/audit_report.h"
#include "ui/dialogs/matrix_change_dialog.h"
#include "ui/dialogs/matrix_history_dialog.h"
#include "ui/pages/versions_page.h"
#include "ui/widgets/versions_bar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QSettings>
#include <QtConcurrentRun>

// What can be done with the versions: the matrix, its promotion, the report, the next step.

namespace chartroom {

void VersionsPage::buildCommands()
{
    const auto add = [this](const char *name, const QString &text, const QString &shortText, auto run) {
        auto *action = new QAction(text, this);
        action->setObjectName(QLatin1String(name));
        action->setIconText(shortText);
        connect(action, &QAction::triggered, this, run);
        m_commands.append(action);
    };
    add("versionsOpen", tr("&Open a version matrix…"), tr("Open matrix…"),
        [this] { askFile("openMatrixDialog", tr("Open a version matrix"), {}, &VersionsPage::openMatrix); });
    add("versionsKept", tr("&Back to the matrix of this cluster"), tr("Back to the matrix"),
        [this] { m_controller->choose(keptMatrix()); });
    add("versionsMap", tr("Use the cluster's &ConfigMap as the matrix"), tr("Use the ConfigMap"),
        [this] { openMatrix({}); });
    add("versionsWrite", tr("&Write a matrix from what runs now…"), tr("Write from what runs…"), [this] {
        askFile("writeMatrixDialog", tr("Write a matrix from what runs now"),
                MatrixConfigMap::usualName.toString() + QStringLiteral(".yaml"), &VersionsPage::writeMatrix);
    });
    add("versionsLook", tr("&Look at the versions again"), tr("Look again"),
        [this] { m_controller->look(); });
    add("versionsHistory", tr("&History of the matrix…"), tr("History…"), [this] { showHistory(); });
    add("versionsPromote", tr("Pro&mote the canary…"), tr("Promote…"),
        [this] { change(MatrixRequest::Kind::Promotion); });
    add("versionsRollback", tr("&Roll production back…"), tr("Roll back…"),
        [this] { change(MatrixRequest::Kind::Rollback); });
    add("versionsCopy", tr("Copy the &audit as Markdown"), {}, [this] { copyReport(); });
    add("versionsSave", tr("&Save the audit…"), {}, [this] {
        askFile("saveAuditDialog", tr("Save the audit"), QStringLiteral("versions.md"),
                &VersionsPage::saveReport);
    });
    add("versionsTicket", tr("&Ticket about the versions…"), {}, [this] {
        if (m_controller->hasReview())
            Q_EMIT ticketRequested(m_controller->review().audit);
    });
    add("versionsPlan", tr("&Plan the next step of the way…"), {}, [this] { plan(); });
}

QAction *VersionsPage::command(const char *name) const
{
    return findChild<QAction *>(QLatin1String(name), Qt::FindDirectChildrenOnly);
}

void VersionsPage::buildBar()
{
    m_bar->add(command("versionsLook"));
    m_bar->addMenu(QStringLiteral("versionsReport"), tr("Report"),
                   {command("versionsCopy"), command("versionsSave"), command("versionsTicket")});
    for (const char *name : {"versionsHistory", "versionsPromote", "versionsRollback", "versionsKept",
                             "versionsMap", "versionsWrite", "versionsOpen"})
        m_bar->add(command(name));
}

void VersionsPage::refreshCommands()
{
    const bool hasReview = m_controller->hasReview();
    const bool hasMatrix = hasReview && m_controller->review().matrix;
    const auto allow = [this](const char *name, bool isAllowed, const QString &hint = {}) {
        QAction *action = command(name);
        action->setEnabled(isAllowed && hint.isEmpty());
        action->setToolTip(hint.isEmpty() ? action->text().remove(u'&') : hint);
    };
    allow("versionsOpen", m_controller->hasSource());
    const bool isAway = m_context.settings && m_controller->chosen() != keptMatrix();
    command("versionsKept")->setVisible(isAway);
    allow("versionsKept", isAway);
    const bool hasMap = !m_controller->chosen().isEmpty() && !m_controller->configMap().isEmpty();
    command("versionsMap")->setVisible(hasMap);
    allow("versionsMap", hasMap);
    command("versionsHistory")->setVisible(m_controller->git().has_value());
    allow("versionsHistory", m_controller->git().has_value());
    allow("versionsWrite", hasReview && !m_controller->review().audit.observed.isEmpty());
    m_bar->offer(command("versionsWrite"), !hasMatrix);
    allow("versionsLook", m_controller->hasSource() && !m_controller->isLooking());
    allow("versionsCopy", hasReview);
    allow("versionsSave", hasReview);
    allow("versionsTicket", hasReview);
    allow("versionsPromote", hasMatrix, m_controller->promotionHint());
    allow("versionsRollback", hasMatrix, m_controller->rollbackHint());
    m_bar->offer(command("versionsPromote"), hasMatrix);
    m_bar->offer(command("versionsRollback"), hasMatrix);
    const auto next = nextPlan();
    allow("versionsPlan", next.has_value(), next ? QString() : next.error().message);
}

Result<std::pair<ReleaseKey, StepPlan>> VersionsPage::nextPlan() const
{
    const UpgradePathStep *next = m_controller->hasReview() && m_controller->review().upgradePath
                                      ? m_controller->review().upgradePath->next()
                                      : nullptr;
    if (!next)
        return failure(Error::Code::NotFound, tr("Nothing is left to plan."));
    const Result<StepPlan> plan = planOfStep(*next, m_controller->seen());
    if (!plan)
        return tl::make_unexpected(plan.error());
    if (!m_context.fleet->upgrades(m_cluster))
        return failure(Error::Code::Unsupported, tr("Nothing can be changed in a recording."));
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const QList<ReleaseKey> keys = releases ? releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys)
        if (key.namespaceName == plan->namespaceName && key.name == plan->release)
            return std::pair(key, *plan);
    return failure(Error::Code::NotFound, tr("The release %1 is gone. Look again.").arg(plan->release));
}

void VersionsPage::plan()
{
    if (const auto next = nextPlan())
        Q_EMIT planRequested(next->first, next->second);
}

QString VersionsPage::report() const
{
    return maskedText(auditMarkdown(m_controller->review().audit, m_controller->review().upgradePath));
}

void VersionsPage::copyReport() const
{
    if (m_controller->hasReview())
        QApplication::clipboard()->setText(report());
}

void VersionsPage::saveReport(const QString &file)
{
    if (!m_controller->hasReview())
        return;
    const auto write = [file, text = report().toUtf8()] { return writePrivateFile(file, text); };
    onFinished(QtConcurrent::run(write), this, [this](const Result<void> &written) {
        if (!written)
            Q_EMIT failed(written.error());
    });
}

QString VersionsPage::keptMatrix() const
{
    return m_context.settings ? m_context.settings->value(settingsKey()).toString() : QString();
}

void VersionsPage::openMatrix(const QString &matrix)
{
    if (m_context.settings)
        m_context.settings->setValue(settingsKey(), matrix);
    m_controller->choose(matrix);
}

void VersionsPage::writeMatrix(const QString &file)
{
    m_controller->writeMatrix(file);
}

/// To write where a name is proposed, else to read.
void VersionsPage::askFile(const char *name, const QString &title, const QString &proposed,
                           void (VersionsPage::*take)(const QString &file))
{
    auto *dialog = new QFileDialog(this, title);
    dialog->setObjectName(QLatin1String(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const bool isMarkdown = proposed.endsWith(QStringLiteral(".md"));
    QStringList filters{isMarkdown ? tr("Markdown (*.md)") : tr("Matrices (*.yaml *.yml)")};
    if (proposed.isEmpty()) {
        dialog->setFileMode(QFileDialog::ExistingFile);
        filters << tr("All files (*)");
    } else {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(isMarkdown ? QStringLiteral("md") : QStringLiteral("yaml"));
        dialog->selectFile(proposed);
    }
    dialog->setNameFilters(filters);
    connect(dialog, &QFileDialog::fileSelected, this, take);
    dialog->open();
}

void VersionsPage::showHistory()
{
    const auto &place = m_controller->git();
    if (!place)
        return;
    auto *dialog = new MatrixHistoryDialog(m_context, *place, m_cluster, window());
    // For a look: which matrix is the cluster's stays as it was.
    connect(dialog, &MatrixHistoryDialog::auditRequested, m_controller, &VersionsController::choose);
    dialog->open();
}

void VersionsPage::change(MatrixRequest::Kind kind)
{
    const MatrixChangeController::Parts parts{m_context.fleet->versions(m_cluster), m_cluster,
                                              m_controller->chosen(), m_context.clock};
    auto *dialog = new MatrixChangeDialog(m_context, parts, kind, window());
    connect(dialog, &MatrixChangeDialog::written, m_controller, &VersionsController::look);
    dialog->open();
}

} // namespace chartroom
