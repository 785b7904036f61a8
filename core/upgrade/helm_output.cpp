// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_output.h"

#include "core/base/document.h"
#include "core/base/log.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/process/command_runner.h"

#include <QFile>

namespace chartroom {

namespace {

constexpr qint64 keptBytes = 1024 * 1024;
constexpr qint64 mostValues = 16 * 1024 * 1024; ///< as much as a record inflates to, and more
constexpr qsizetype shownLines = 20;
constexpr qsizetype longestLine = 2000;

QStringList filesIn(const QString &folder)
{
    CommandLine command;
    command.outputFile = helmOutputFile(folder);
    return {command.outputFile, command.errorsFile()};
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
    return folder + QStringLiteral("/helm.out");
}

SecretTexts secretsIn(const QString &folder)
{
    YamlLimits limits;
    limits.maxBytes = mostValues;
    Value::List values;
    for (const char *name : {"/values.yaml", "/capture/values.yaml"}) {
        const Result<QByteArray> bytes = readPlainFile(folder + QLatin1String(name), mostValues);
        if (const Result<Value> read = bytes ? readYaml(*bytes, limits) : tl::make_unexpected(bytes.error()))
            values.append(*read);
    }
    return SecretTexts(Value(values));
}

QString shownHelmLine(const QByteArray &line, const SecretTexts &secrets)
{
    return secrets.hiddenIn(visibleText(QString::fromUtf8(line), false, longestLine));
}

QStringList helmOutput(const QString &folder, const SecretTexts &secrets)
{
    QStringList shown;
    for (const QString &path : filesIn(folder))
        for (const QByteArray &line : endOf(path, shownLines * longestLine).trimmed().split('\n'))
            if (!line.isEmpty())
                shown.append(shownHelmLine(line, secrets));
    return shown.mid(qMax<qsizetype>(0, shown.size() - shownLines));
}

void settleHelmOutput(const QString &folder, const SecretTexts &secrets)
{
    for (const QString &path : filesIn(folder)) {
        if (!QFile::exists(path))
            continue;
        const QString text = QString::fromUtf8(endOf(path, keptBytes));
        const QByteArray masked = secrets.hiddenIn(visibleText(text, true, keptBytes)).toUtf8();
        const Result<void> written = writePrivateFile(path, masked);
        if (written)
            continue;
        logLine(written.error());
        QFile::remove(path); // better none than one that tells
    }
}

} // namespace chartroom
