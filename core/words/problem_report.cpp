// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/problem_report.h"

#include "core/base/private_file.h"
#include "core/process/program_search.h"
#include "core/secrets/redactor.h"
#include "core/words/words_tr.h"

#include <QDir>
#include <QLocale>
#include <QSysInfo>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qint64 maxLogBytes = 4 * 1024 * 1024; // a file of the log has 1 MiB
constexpr qsizetype reportedLines = 80;

/// The last lines of the log under what they are, or why there are none.
QString logEnd(const QString &folder)
{
    const QString title = QStringLiteral("chartroom.log:\n");
    const auto read = readPlainFile(folder + QStringLiteral("/chartroom.log"), maxLogBytes);
    if (!read)
        return title + read.error().message;
    const QStringList lines = QString::fromUtf8(*read).split(u'\n', Qt::SkipEmptyParts);
    if (lines.isEmpty())
        return title + WordsTr::tr("The log is empty.");
    if (lines.size() <= reportedLines)
        return title + lines.join(u'\n');
    return QStringLiteral("chartroom.log, ") +
           WordsTr::tr("the last %1 of %n line(s)", nullptr, int(lines.size())).arg(reportedLines) +
           QStringLiteral(":\n") + lines.last(reportedLines).join(u'\n');
}

QString placeOf(const QString &program)
{
    const QString found = findProgram(program);
    return program + QStringLiteral(": ") + (found.isEmpty() ? WordsTr::tr("not found") : found);
}

} // namespace

QString problemReport(const QString &display, const QString &folder)
{
    const QStringList lines{
        QStringLiteral("Chartroom %1, Qt %2")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion())),
        QStringLiteral("%1, %2 %3, %4")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()),
        QStringLiteral("%1, %2").arg(display, QLocale().name()),
        placeOf(QStringLiteral("helm")),
        placeOf(QStringLiteral("kubectl")),
    };
    RedactionRules rules;
    rules.names = NameTable();
    const QString report = lines.join(u'\n') + QStringLiteral("\n\n") +
                           Redactor(std::move(rules)).file(QStringLiteral("chartroom.log"), logEnd(folder)) +
                           u'\n';
    const QString home = QDir::homePath();
    return home.size() > 1 ? QString(report).replace(home, QStringLiteral("~")) : report;
}

} // namespace chartroom
