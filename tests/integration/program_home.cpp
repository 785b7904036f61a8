// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/program_home.h"

#include "core/base/private_file.h"

#include <QDir>
#include <QFile>

namespace chartroom::test {

using namespace Qt::StringLiterals;

ProgramHome::ProgramHome(const Sandbox &sandbox)
{
    if (!QDir().mkpath(filePath(u"bin"_s)) || !QDir().mkpath(filePath(u"HELM_CONFIG_HOME"_s)))
        qFatal("%s cannot be filled", qPrintable(path()));
    if (!makePrivateFolder(filePath(u"XDG_RUNTIME_DIR"_s)))
        qFatal("%s cannot be filled", qPrintable(path()));
    link(sandbox, "helm4", u"helm"_s);
    write(u"HELM_CONFIG_HOME/repositories.yaml"_s,
          "apiVersion: \"\"\nrepositories:\n- name: sandbox\n  url: " + sandbox.chartRepository().toUtf8() +
              "\n");
}

QProcessEnvironment ProgramHome::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, path());
    for (const char *variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME",
                                 "XDG_RUNTIME_DIR", "HELM_CONFIG_HOME", "HELM_CACHE_HOME", "HELM_DATA_HOME"})
        environment.insert(QString::fromLatin1(variable), filePath(QString::fromLatin1(variable)));
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/no/such/bus"_s); // no keyring
    environment.insert(u"PATH"_s, filePath(u"bin"_s) + u':' + environment.value(u"PATH"_s));
    return environment;
}

void ProgramHome::link(const Sandbox &sandbox, const char *key, const QString &name) const
{
    if (!QFile::link(sandbox.text(key), filePath(u"bin/"_s + name)))
        qFatal("%s cannot be linked", key);
}

QString ProgramHome::write(const QString &name, const QByteArray &text) const
{
    QFile file(filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(file.fileName()));
    return file.fileName();
}

} // namespace chartroom::test
