// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/helm_settings.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_helm_settings {

class HelmSettingsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QByteArray &content)
    {
        QFile written(m_folder.filePath(QStringLiteral("repositories.yaml")));
        if (!written.open(QIODevice::WriteOnly) || written.write(content) != content.size())
            qFatal("no scratch file");
        return written.fileName();
    }

private Q_SLOTS:
    void thePlacesAreThoseOfHelm_data()
    {
        QTest::addColumn<QString>("variables");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("cache");
        QTest::addColumn<QString>("registry");
        const auto row = [](const char *name, const char *variables, const char *config, const char *cache,
                            const char *registry) {
            QTest::newRow(name) << QString::fromLatin1(variables) << QString::fromLatin1(config)
                                << QString::fromLatin1(cache) << QString::fromLatin1(registry);
        };
        row("defaults", "", "/h/.config/helm/repositories.yaml", "/h/.cache/helm/repository",
            "/h/.config/helm/registry/config.json");
        row("XDG", "XDG_CONFIG_HOME=/xc XDG_CACHE_HOME=/xk", "/xc/helm/repositories.yaml",
            "/xk/helm/repository", "/xc/helm/registry/config.json");
        row("Helm's folders", "XDG_CONFIG_HOME=/xc HELM_CONFIG_HOME=/hc/ HELM_CACHE_HOME=/hk",
            "/hc/repositories.yaml", "/hk/repository", "/hc/registry/config.json");
        row("each file",
            "HELM_CONFIG_HOME=/hc HELM_REPOSITORY_CONFIG=/r.yaml HELM_REPOSITORY_CACHE=/c "
            "HELM_REGISTRY_CONFIG=/g.json",
            "/r.yaml", "/c", "/g.json");
        row("set and empty", "HELM_CONFIG_HOME= HELM_REPOSITORY_CONFIG=", "", "/h/.cache/helm/repository",
            "/h/.config/helm/registry/config.json");
    }

    void thePlacesAreThoseOfHelm()
    {
        QFETCH(QString, variables);
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("HOME"), QStringLiteral("/h"));
        for (const QString &variable : variables.split(u' ', Qt::SkipEmptyParts))
            environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
        const HelmSettings settings = helmSettings(environment);
        QTEST(settings.repositoryConfig, "config");
        QTEST(settings.repositoryCache, "cache");
        QTEST(settings.registryConfig, "registry");
    }

    void repositoriesAreReadInTheirOrder()
    {
        const auto read =
            readRepositories(file("apiVersion: \"\"\nrepositories:\n"
                                  "- {name: nvidia, url: 'https://helm.example.org/nvidia'}\n"
                                  "- name: own\n  url: https://ann:s%40fe@charts.example.org/x?a=b\n"
                                  "  caFile: /ca.pem\n  certFile: /c.pem\n  keyFile: /k.pem\n"
                                  "  insecure_skip_tls_verify: true\n  pass_credentials_all: true\n"
                                  "- {name: named, url: https://a, username: u, password: 1234}\n"));
        QVERIFY(read);
        QCOMPARE(read->size(), 3);
        QCOMPARE(read->at(0).name, QStringLiteral("nvidia"));
        QVERIFY(read->at(0).password.isEmpty());
        const HelmRepository &own = read->at(1);
        QCOMPARE(own.url, QStringLiteral("https://charts.example.org/x?a=b"));
        QCOMPARE(own.username, QStringLiteral("ann"));
        QCOMPARE(own.password.reveal(), QByteArray("s@fe"));
        QCOMPARE(own.keyFile, QStringLiteral("/k.pem"));
        QVERIFY(own.skipsTlsVerify && own.passesCredentialsAll);
        QCOMPARE(read->at(2).password.reveal(), QByteArray("1234"));
    }

    void noFileIsNoRepository()
    {
        const auto read = readRepositories(m_folder.filePath(QStringLiteral("none.yaml")));
        QVERIFY(read && read->isEmpty());
    }

    void aFileThatCannotBeUsedIsAnError_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no YAML") << QByteArray("repositories: [");
        QTest::newRow("no URL") << QByteArray("repositories: [{name: a}]");
        QTest::newRow("a path as name") << QByteArray("repositories: [{name: ../a, url: https://a}]");
        QTest::newRow("a text as entry") << QByteArray("repositories: [a]");
    }

    void aFileThatCannotBeUsedIsAnError()
    {
        QFETCH(QByteArray, content);
        const auto read = readRepositories(file(content));
        QVERIFY(!read);
        QCOMPARE(read.error().code, Error::Code::Damaged);
    }
};

#include "tst_helm_settings.moc"
} // namespace tst_helm_settings

CHARTROOM_TEST(tst_helm_settings, HelmSettingsTest)
