// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/log.h"

#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/secrets_tr.h"

#include <QDir>
#include <QFile>

#include <cstdio>
#include <memory>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

namespace chartroom {

namespace {

constexpr size_t maxBytes = 1024 * 1024;
constexpr size_t olderFiles = 2;
constexpr char loggerName[] = "chartroom";

void takeQtMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    const QString line = QStringLiteral("%1: %2").arg(QString::fromUtf8(context.category), text);
    if (type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", visibleText(line).toUtf8().constData()); // Qt ends the program next
    logLine(line);
}

} // namespace

QString stateFolder()
{
    const QString given = qEnvironmentVariable("XDG_STATE_HOME");
    const QString base =
        QDir::isAbsolutePath(given) ? given : QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/chartroom");
}

Result<void> startLog(const QString &folder)
{
    qInstallMessageHandler(takeQtMessage);
    if (Result<void> made = makePrivateFolder(folder); !made)
        return made;
    const QString path = folder + QStringLiteral("/chartroom.log");
    try {
        auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
            QFile::encodeName(path).toStdString(), maxBytes, olderFiles);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        auto logger = std::make_shared<spdlog::logger>(loggerName, std::move(sink));
        logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %P %v", spdlog::pattern_time_type::utc);
        logger->flush_on(spdlog::level::info);
        logger->set_error_handler([](const std::string &) {}); // a full disk is no news for the terminal
        spdlog::drop(loggerName);
        spdlog::register_logger(std::move(logger));
    } catch (const spdlog::spdlog_ex &error) {
        return failure(Error::Code::File, SecretsTr::tr("The log %1 cannot be written.").arg(path),
                       QString::fromLocal8Bit(error.what()));
    }
    return {};
}

void logLine(const QString &text)
{
    if (const auto logger = spdlog::get(loggerName))
        logger->info(visibleText(maskedText(text)).toStdString());
}

void logLine(const Error &error)
{
    logLine(QStringLiteral("error: ") + error.message);
}

} // namespace chartroom
