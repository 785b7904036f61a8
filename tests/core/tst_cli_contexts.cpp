// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contexts_printout.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_cli_contexts {

class CliContextsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theKeysOfAContextAreTheContract()
    {
        Kubeconfig kubeconfig;
        KubeContext context;
        context.name = QStringLiteral("prod");
        context.cluster = QStringLiteral("c");
        context.clusterEntry.server = QStringLiteral("https://user:secret@api.example.com:6443");
        kubeconfig.contexts.append(context);
        const QByteArray text = rendered(contextsPrintout(kubeconfig), OutputFormat::Json, false);
        QVERIFY(!text.contains("secret"));
        const QJsonObject shown = QJsonDocument::fromJson(text).array().first().toObject();
        const QStringList keys = shown.keys();
        QCOMPARE(
            QSet<QString>(keys.cbegin(), keys.cend()),
            QSet<QString>({QStringLiteral("context"), QStringLiteral("cluster"), QStringLiteral("server"),
                           QStringLiteral("namespace"), QStringLiteral("user"), QStringLiteral("auth"),
                           QStringLiteral("current"), QStringLiteral("problem")}));
        QCOMPARE(shown[QLatin1String("auth")].toString(), QStringLiteral("none"));
        QVERIFY(shown[QLatin1String("problem")].isNull());
    }
};

#include "tst_cli_contexts.moc"
} // namespace tst_cli_contexts

CHARTROOM_TEST(tst_cli_contexts, CliContextsTest)
