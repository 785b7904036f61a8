// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/closing_guard.h"

#include "core/fleet/fleet.h"
#include "ui/pages/upgrade_page.h"

#include <QMessageBox>
#include <QPushButton>

namespace chartroom {

ClosingGuard::ClosingGuard(const UiContext &context, UpgradePage *upgrade, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_upgrade(upgrade)
    , m_window(window)
{
    connect(upgrade, &UpgradePage::ended, this, [this](const OperationResult &result) {
        if (result.end != OperationResult::End::Done || !result.problems.isEmpty())
            m_isClosing = false;
    });
    connect(upgrade, &UpgradePage::runningChanged, this, &ClosingGuard::closeIfDone, Qt::QueuedConnection);
    connect(context.fleet, &Fleet::recordingEnded, this,
            [this](const QString &, const QString &, const std::optional<Error> &problem) {
                if (problem)
                    m_isClosing = false;
                else if (recordedClusters().isEmpty())
                    QMetaObject::invokeMethod(this, &ClosingGuard::closeIfDone, Qt::QueuedConnection);
            });
}

bool ClosingGuard::mayClose()
{
    if (!m_upgrade->running().isEmpty()) {
        ask();
        return false;
    }
    const QStringList recorded = recordedClusters();
    if (recorded.isEmpty())
        return true;
    m_isClosing = true;
    for (const QString &name : recorded)
        m_context.fleet->stopRecording(name);
    return false;
}

void ClosingGuard::closeIfDone()
{
    if (m_isClosing && m_upgrade->running().isEmpty())
        m_window->close(); // which may find a recording to end first
}

QStringList ClosingGuard::recordedClusters() const
{
    QStringList names = m_context.fleet->names();
    names.removeIf(
        [this](const QString &name) { return m_context.fleet->entry(name).recordingTo.isEmpty(); });
    return names;
}

/// A person may only say that the window closes by itself then.
void ClosingGuard::ask()
{
    if (m_isClosing || m_window->findChild<QMessageBox *>(QStringLiteral("closingBox")))
        return;
    auto *box = new QMessageBox(
        QMessageBox::Information, tr("Chartroom"),
        tr("In progress: %1. Chartroom closes when it completes, because stopping helm would leave the "
           "release half-way. A rollout of nodes continues in the cluster without Chartroom.")
            .arg(m_upgrade->running().join(QStringLiteral(", "))),
        QMessageBox::NoButton, m_window);
    box->setObjectName(QStringLiteral("closingBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    QPushButton *close = box->addButton(tr("Close when it completes"), QMessageBox::AcceptRole);
    close->setObjectName(QStringLiteral("closeLater"));
    QPushButton *stay = box->addButton(tr("Stay"), QMessageBox::RejectRole);
    box->setDefaultButton(stay);
    box->setEscapeButton(stay);
    connect(close, &QPushButton::clicked, this, [this] {
        m_isClosing = true;
        QMetaObject::invokeMethod(this, &ClosingGuard::closeIfDone, Qt::QueuedConnection);
    });
    box->open();
}

} // namespace chartroom
