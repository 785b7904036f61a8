// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox.h"

#include <QFile>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTest>

#include <memory>

namespace chartroom::test {

Ran run(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment,
        int seconds)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    Ran ran;
    if (!process.waitForFinished(seconds * 1000)) {
        process.kill();
        process.waitForFinished(5000);
        ran.err = process.errorString().toUtf8();
        return ran;
    }
    ran.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    ran.out = process.readAllStandardOutput();
    ran.err = process.readAllStandardError();
    if (process.exitStatus() != QProcess::NormalExit)
        qWarning("%s crashed or was killed: %s", qPrintable(program), ran.err.constData());
    return ran;
}

std::optional<Sandbox> Sandbox::find()
{
    QFile file(qEnvironmentVariable("CHARTROOM_SANDBOX"));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("No sandbox: CHARTROOM_SANDBOX names no readable file. Run by ctest, or keep the line that "
                 "tests/sandbox/up prints in a file.");
        return std::nullopt;
    }
    Sandbox sandbox;
    sandbox.m_facts = QJsonDocument::fromJson(file.readAll()).object();
    if (sandbox.kubeconfig().isEmpty()) {
        qWarning("CHARTROOM_SANDBOX does not hold the line of tests/sandbox/up.");
        return std::nullopt;
    }
    return sandbox;
}

Ran Sandbox::tool(const char *key, const QStringList &arguments, int seconds) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("KUBECONFIG"), kubeconfig());
    for (const auto &[variable, folder] :
         {std::pair("HELM_CACHE_HOME", "cache"), std::pair("HELM_CONFIG_HOME", "config"),
          std::pair("HELM_DATA_HOME", "data")})
        environment.insert(QString::fromLatin1(variable),
                           text("dir") + QStringLiteral("/test-helm/") + QString::fromLatin1(folder));
    return run(text(key), arguments, environment, seconds);
}

QByteArray Sandbox::get(const QString &pathAndQuery) const
{
    const QJsonObject admin = m_facts[u"admin"].toObject();
    const auto read = [&](const char *key) {
        QFile file(admin[QLatin1String(key)].toString());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates(QSslCertificate::fromData(read("ca")));
    tls.setLocalCertificateChain(QSslCertificate::fromData(read("cert")));
    tls.setPrivateKey(QSslKey(read("key"), QSsl::Ec));
    QNetworkRequest request(QUrl(text("server") + pathAndQuery));
    request.setSslConfiguration(tls);
    request.setTransferTimeout(30000);
    QNetworkAccessManager network;
    const std::unique_ptr<QNetworkReply> reply(network.get(request));
    if (!QTest::qWaitFor([&] { return reply->isFinished(); }, 60000) ||
        reply->error() != QNetworkReply::NoError) {
        qWarning("%s: %s", qPrintable(pathAndQuery), qPrintable(reply->errorString()));
        return {};
    }
    return reply->readAll();
}

QStringList Sandbox::nodesWith(const QString &selector) const
{
    const QByteArray list = get(QStringLiteral("/api/v1/nodes?labelSelector=") +
                                QString::fromLatin1(QUrl::toPercentEncoding(selector)));
    QStringList names;
    for (const QJsonValue node : QJsonDocument::fromJson(list)[QLatin1String("items")].toArray())
        names << node[QLatin1String("metadata")][QLatin1String("name")].toString();
    names.sort();
    return names;
}

bool Sandbox::removeNamespaces(const QStringList &names) const
{
    return tool("kubectl",
                QStringList{QStringLiteral("delete"), QStringLiteral("namespace"),
                            QStringLiteral("--ignore-not-found")} +
                    names,
                180)
               .exitCode == 0;
}

Ran Sandbox::ctl(const QStringList &arguments) const
{
    return run(QStringLiteral(CHARTROOM_SANDBOX_CTL),
               QStringList{QStringLiteral("--name"), name()} + arguments);
}

} // namespace chartroom::test
