// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_commands.h"

#include "core/charts/chart_cache.h"
#include "core/responsibility/rules.h"
#include "core/words/problem_report.h"
#include "ui/dialogs/manual_dialog.h"
#include "ui/widgets/command.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>

namespace chartroom {

HelpCommands::HelpCommands(const UiContext &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    connect(add("manual", tr("&Manual"), QKeySequence::keyBindings(QKeySequence::HelpContents)),
            &QAction::triggered, this, [this] { openManual(m_chapter); });
    connect(add("whatIsNew", tr("What is &new")), &QAction::triggered, this,
            [this] { openManual(QStringLiteral("changelog")); });
    connect(add("whereFilesAre", tr("&Where files are kept")), &QAction::triggered, this,
            &HelpCommands::showFiles);
    connect(add("reportProblem", tr("&Report a problem…")), &QAction::triggered, this,
            &HelpCommands::reportProblem);
    connect(add("about", tr("&About Chartroom")), &QAction::triggered, this, &HelpCommands::showAbout);
}

QAction *HelpCommands::add(const char *name, const QString &text, const QList<QKeySequence> &keys)
{
    m_commands.append(newCommand(m_window, name, text, {}, keys));
    return m_commands.last();
}

void HelpCommands::openManual(const QString &chapter)
{
    if (!m_manual)
        m_manual = new ManualDialog(m_context, m_window);
    m_manual->showChapter(chapter);
}

void HelpCommands::showFiles()
{
    say("filesBox", tr("Where files are kept"),
        QStringList{
            tr("Log: %1").arg(stateFolder() + QStringLiteral("/chartroom.log")),
            tr("Journals, drafts, settings: %1").arg(stateFolder()),
            tr("Your rules and permitted programs: %1")
                .arg(QFileInfo(ResponsibilityRules::userFilePath()).path()),
            tr("Charts, safe to delete: %1").arg(chartCacheFolder()),
            tr("The manual describes each file, in the chapter Files and folders."),
        }
            .join(u'\n'));
}

void HelpCommands::reportProblem()
{
    const QString report = problemReport(QGuiApplication::platformName());
    QGuiApplication::clipboard()->setText(report);
    say("reportBox", tr("Report a problem"),
        tr("The versions, the system and the end of the log are on the clipboard. Secrets are hidden and "
           "addresses replaced; names of clusters, releases and nodes can still be in it. Read it, add what "
           "you "
           "did and what you expected, and paste it where you report the problem. Nothing was sent."),
        report);
}

void HelpCommands::showAbout()
{
    say("aboutBox", tr("About Chartroom"),
        tr("Chartroom %1\nwith Qt %2\n\nA desktop console for the Helm add-ons of GPU Kubernetes "
           "clusters.\n\n"
           "Free software under the GNU General Public License, version 3 or later, without any warranty. "
           "The "
           "manual lists the parts that it is made of, with their licenses, in the chapter Parts and "
           "licenses.")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion())));
}

void HelpCommands::say(const char *name, const QString &title, const QString &text, const QString &details)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Close, m_window);
    box->setObjectName(QLatin1String(name));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (!details.isEmpty())
        box->setDetailedText(details);
    box->open();
}

} // namespace chartroom
