// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/cluster_commands.h"

#include "core/fleet/fleet.h"
#include "ui/widgets/command.h"

#include <QAction>
#include <QFileDialog>

namespace chartroom {

ClusterCommands::ClusterCommands(const UiContext &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    const auto addCall = [this](const char *name, const QString &text, void (Fleet::*call)(const QString &),
                                const QString &icon = {}, const QList<QKeySequence> &keys = {}) {
        QAction *added = add(name, text, icon, keys);
        connect(added, &QAction::triggered, this, [this, call] { (m_context.fleet->*call)(m_cluster); });
        return added;
    };
    m_connect = addCall("connect", tr("&Connect"), &Fleet::connectTo);
    m_disconnect = addCall("disconnect", tr("&Disconnect"), &Fleet::disconnectFrom);
    m_retry = addCall("retry", tr("&Retry"), &Fleet::retry, QStringLiteral("refresh"),
                      QKeySequence::keyBindings(QKeySequence::Refresh));
    m_allow = addCall("allow", tr("&Allow this program for this kubeconfig"), &Fleet::allowCredentialCommand);
    m_openKubeconfig = add("openKubeconfig", tr("Open a &kubeconfig…"), QStringLiteral("open"),
                           QKeySequence::keyBindings(QKeySequence::Open));
    connect(m_openKubeconfig, &QAction::triggered, this, [this] { chooseFile(false); });
    connect(add("openRecording", tr("Open a r&ecording…"), QStringLiteral("recording")), &QAction::triggered,
            this, [this] { chooseFile(true); });
    m_openBundled = add("openBundled", tr("Open the &bundled recording"), QStringLiteral("recording"));
    connect(m_openBundled, &QAction::triggered, this, [this] { m_context.fleet->openBundledRecording(); });
    connect(context.fleet, &Fleet::entryChanged, this, &ClusterCommands::refresh);
}

QAction *ClusterCommands::add(const char *name, const QString &text, const QString &icon,
                              const QList<QKeySequence> &keys)
{
    m_commands.append(newCommand(m_window, name, text, icon, keys));
    return m_commands.last();
}

void ClusterCommands::setCluster(const QString &name)
{
    m_cluster = name;
    refresh();
}

PageActions ClusterCommands::offered() const
{
    return {m_retry, m_connect, m_allow, m_openKubeconfig,
            m_context.fleet->hasBundledRecording() ? m_openBundled : nullptr};
}

void ClusterCommands::refresh()
{
    using State = ClusterSession::State;
    const FleetEntry entry = m_context.fleet->entry(m_cluster);
    const bool some = !entry.name.isEmpty();
    m_connect->setEnabled(some && entry.state == State::Off);
    m_connect->setText(entry.isRecording ? tr("&Open the recording") : tr("&Connect"));
    m_disconnect->setEnabled(some && entry.state != State::Off);
    m_retry->setEnabled(some && entry.state != State::Off);
    m_allow->setEnabled(some && entry.problem.code == Error::Code::NeedsConsent &&
                        !entry.problem.message.isEmpty());
    m_openBundled->setEnabled(m_context.fleet->hasBundledRecording());
}

void ClusterCommands::chooseFile(bool isRecording)
{
    auto *dialog = new QFileDialog(m_window, isRecording ? tr("Open a recording") : tr("Open a kubeconfig"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (isRecording)
        dialog->setNameFilters({tr("Recordings (*.chartroom *.jsonl.gz)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, isRecording](const QString &file) {
        if (isRecording)
            m_context.fleet->openRecording(file);
        else
            m_context.fleet->openKubeconfig(file);
    });
    dialog->open();
}

} // namespace chartroom
