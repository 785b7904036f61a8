// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_output.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/process/command_runner.h"
#include "core/secrets/log.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_tr.h"

#include <QFile>

namespace chartroom {

namespace {

constexpr qint64 keptBytes = 1024 * 1024;
constexpr qint64 mostValues = 16 * 1024 * 1024; ///< as much as a record inflates to, and more
constexpr qsizetype shownLines = 20;
constexpr qsizetype longestOutputLine = 2000;

QString settledFile(const QString &folder)
{
    return folder + QStringLiteral("/helm.out");
}

QStringList withErrors(const QString &outputFile)
{
    CommandLine command;
    command.outputFile = outputFile;
    return {command.outputFile, command.errorsFile()};
}

QString secretsFile(const QString &folder)
{
    return runFolder(folder) + QStringLiteral("/secrets.yaml");
}

/// The last part, from the beginning of a line; nothing when there is no file.
QByteArray endOf(const QString &path, qint64 most)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const qint64 from = qMax<qint64>(0, file.size() - most);
    file.seek(from);
    const QByteArray bytes = file.read(most);
    return from > 0 ? bytes.mid(bytes.indexOf('\n') + 1) : bytes;
}

} // namespace

QString helmOutputFile(const QString &folder)
{
    return hasRunFolder(folder) ? runFolder(folder) + QStringLiteral("/helm.out") : settledFile(folder);
}

Result<void> keepSecrets(const QString &folder, const Value &values)
{
    return writePrivateFile(secretsFile(folder), writeYaml(values));
}

SecretTexts secretsIn(const QString &folder)
{
    YamlLimits limits;
    limits.maxBytes = mostValues;
    Value::List values;
    for (const QString &path : {secretsFile(folder), folder + QStringLiteral("/values.yaml"),
                                folder + QStringLiteral("/capture/values.yaml")}) {
        const Result<QByteArray> bytes = readPlainFile(path, mostValues);
        if (const Result<Value> read = bytes ? readYaml(*bytes, limits) : tl::make_unexpected(bytes.error()))
            values.append(*read);
    }
    return SecretTexts(Value(values));
}

QString shownHelmLine(const QByteArray &line, const SecretTexts &secrets)
{
    return secrets.hiddenIn(visibleText(QString::fromUtf8(line), false, longestOutputLine));
}

QStringList helmOutput(const QString &folder, const SecretTexts &secrets)
{
    QStringList shown;
    for (const QString &path : withErrors(helmOutputFile(folder)))
        for (const QByteArray &line : endOf(path, shownLines * longestOutputLine).trimmed().split('\n'))
            if (!line.isEmpty())
                shown.append(shownHelmLine(line, secrets));
    return shown.mid(qMax<qsizetype>(0, shown.size() - shownLines));
}

Result<void> settleHelmOutput(const QString &folder, const SecretTexts &secrets)
{
    const QStringList from = withErrors(helmOutputFile(folder));
    const QStringList to = withErrors(settledFile(folder));
    for (qsizetype i = 0; i < from.size(); ++i) {
        if (!QFile::exists(from[i]))
            continue;
        const QString text = QString::fromUtf8(endOf(from[i], keptBytes));
        const QByteArray masked = secrets.hiddenIn(visibleText(text, true, keptBytes)).toUtf8();
        const Result<void> written = writePrivateFile(to[i], masked);
        if (written)
            continue;
        logLine(written.error());
        QFile::remove(from[i]); // better none than one that tells
    }
    if (const QString given = folder + QStringLiteral("/values.yaml"); // where it was until 0.1
        QFile::exists(given) && !QFile::remove(given))
        return failure(
            Error::Code::File,
            UpgradeTr::tr(
                "%1 could not be removed. It holds values of the release unencrypted; delete it manually.")
                .arg(given));
    return removeRunFolder(folder);
}

} // namespace chartroom
