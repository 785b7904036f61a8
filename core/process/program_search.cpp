// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/program_search.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSettings>

namespace chartroom {

namespace {

const QString programKey = QStringLiteral("programs/%1");

/// Written once, by useChosenPrograms().
QHash<QString, QString> &chosen()
{
    static QHash<QString, QString> paths;
    return paths;
}

/// "" where it is no absolute path of an executable file.
QString usableProgram(const QString &path)
{
    const QFileInfo file(path);
    return QDir::isAbsolutePath(path) && file.isFile() && file.isExecutable() ? QDir::cleanPath(path)
                                                                              : QString();
}

} // namespace

QString chosenProgram(const QSettings &settings, const QString &name)
{
    return settings.value(programKey.arg(name)).toString();
}

void setChosenProgram(QSettings &settings, const QString &name, const QString &path)
{
    if (path.isEmpty())
        settings.remove(programKey.arg(name));
    else
        settings.setValue(programKey.arg(name), path);
}

void useChosenPrograms(const QSettings &settings)
{
    chosen().clear();
    for (const char *name : {"helm", "kubectl"})
        if (const QString path = chosenProgram(settings, QString::fromLatin1(name)); !path.isEmpty())
            chosen().insert(QString::fromLatin1(name), path);
}

QStringList programFolders()
{
    QStringList folders = qEnvironmentVariable("PATH").split(u':', Qt::SkipEmptyParts);
    const QDir home = QDir::home();
    for (const char *below : {"bin", ".local/bin", ".krew/bin", "go/bin", "google-cloud-sdk/bin",
                              ".asdf/shims", ".linuxbrew/bin", ".nix-profile/bin"})
        folders.append(home.filePath(QString::fromLatin1(below)));
    for (const char *absolute :
         {"/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin",
          "/snap/bin", "/usr/lib/google-cloud-sdk/bin", "/opt/google-cloud-sdk/bin",
          "/usr/local/google-cloud-sdk/bin"})
        folders.append(QString::fromLatin1(absolute));
    folders.removeIf([](const QString &folder) { return !QDir::isAbsolutePath(folder); });
    folders.removeDuplicates();
    return folders;
}

QString firstProgram(const QString &name, const QStringList &folders)
{
    if (name.contains(u'/'))
        return usableProgram(name);
    for (const QString &folder : folders)
        if (const QString path = usableProgram(folder + u'/' + name); !path.isEmpty())
            return path;
    return {};
}

QString findProgram(const QString &name, const QStringList &folders)
{
    const auto path = chosen().constFind(name);
    return path != chosen().cend() ? usableProgram(*path) : firstProgram(name, folders);
}

} // namespace chartroom
