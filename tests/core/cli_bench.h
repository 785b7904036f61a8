// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace chartroom::test {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// Runs the built program as a script would: no display, a home of its own.
class CliBench
{
protected:
    std::unique_ptr<QTemporaryDir> m_home = std::make_unique<QTemporaryDir>();

    [[nodiscard]] static QString recording()
    {
        return QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz");
    }
    void prepare(QProcess &program, const QStringList &arguments,
                 const QMap<QString, QString> &variables = {}) const
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), m_home->path());
        environment.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        for (auto one = variables.cbegin(); one != variables.cend(); ++one)
            environment.insert(one.key(), one.value());
        program.setProcessEnvironment(environment);
        program.setProgram(QStringLiteral(CHARTROOM_PROGRAM));
        program.setArguments(arguments);
    }
    [[nodiscard]] Ended run(const QStringList &arguments, const QMap<QString, QString> &variables = {}) const
    {
        QProcess program;
        prepare(program, arguments, variables);
        program.start();
        Ended ended;
        if (QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 60'000) &&
            program.exitStatus() == QProcess::NormalExit)
            ended.code = program.exitCode();
        ended.out = program.readAllStandardOutput();
        ended.err = program.readAllStandardError();
        return ended;
    }
    /// These words, and then the one that may have blanks.
    [[nodiscard]] static QStringList line(const char *words, const QString &last)
    {
        return QString::fromUtf8(words).split(u' ') + QStringList{last};
    }
    [[nodiscard]] Ended run(const char *words, const QString &last) const { return run(line(words, last)); }
    /// The path of a file of one context.
    [[nodiscard]] QString kubeconfigFor(const QString &server, const QByteArray &user = "{}") const
    {
        return kubeconfigOf({{QStringLiteral("x"), server}}, user);
    }
    /// One context for each {name, server}; the first is the current one.
    [[nodiscard]] QString kubeconfigOf(const QList<std::pair<QString, QString>> &contexts,
                                       const QByteArray &user = "{}") const
    {
        QFile file(m_home->filePath(QStringLiteral("config")));
        if (!file.open(QIODevice::WriteOnly) ||
            !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) // others' rights get a warning
            return {};
        file.write("apiVersion: v1\nkind: Config\ncurrent-context: \"" + contexts.first().first.toUtf8() +
                   "\"\nusers: [{name: u, user: " + user + "}]\nclusters:\n");
        for (const auto &[name, server] : contexts)
            file.write("- {name: \"" + name.toUtf8() + "\", cluster: {server: \"" + server.toUtf8() +
                       "\"}}\n");
        file.write("contexts:\n");
        for (const auto &[name, server] : contexts)
            file.write("- {name: \"" + name.toUtf8() + "\", context: {cluster: \"" + name.toUtf8() +
                       "\", user: u}}\n");
        return file.fileName();
    }
};

} // namespace chartroom::test
