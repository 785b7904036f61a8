// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/helm/helm_client.h"
#include "core/upgrade/preflight_finding.h"
#include "tests/support/fake_runner.h"
#include "tests/support/release_builder.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_helm_client {

namespace {

HelmUpgradeRequest aWish()
{
    HelmUpgradeRequest wish;
    wish.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    wish.chart = u"nvidia/gpu-operator"_s;
    wish.version = u"v26.3.0"_s;
    return wish;
}

} // namespace

class HelmClientTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeRunner> m_runner;
    std::unique_ptr<HelmClient> m_client;

    void make(const QString &program = u"/opt/helm"_s)
    {
        m_client = std::make_unique<HelmClient>(program, HelmClient::Access{{u"/a"_s, u"/b"_s}, u"cmk"_s},
                                                m_runner.get(), nullptr);
    }
    template<typename T>
    Result<T> waitFor(const QFuture<Result<T>> &future)
    {
        std::optional<Result<T>> got;
        onFinished(future, this, [&got](const Result<T> &result) { got = result; });
        if (!QTest::qWaitFor([&] { return got.has_value(); }, 20'000))
            return failure(Error::Code::Timeout, u"no answer"_s);
        return *got;
    }

private Q_SLOTS:
    void init()
    {
        m_client.reset();
        m_runner = std::make_unique<FakeRunner>();
        make();
    }

    void theVersionIsAskedForOnce()
    {
        m_runner->answerWith("v3.22.0+g1234\n");
        const auto version = waitFor(m_client->version());
        QVERIFY(version.has_value());
        QCOMPARE(version->text, u"v3.22.0"_s);
        QCOMPARE(version->major, 3);
        QCOMPARE(waitFor(m_client->version())->major, 3);
        QCOMPARE(m_runner->commands.size(), 1);
        QCOMPARE(m_runner->commands[0].display(),
                 u"KUBECONFIG=/a:/b /opt/helm version --template '{{.Version}}'"_s);
    }

    void fault56AnUnknownHelmIsNotUsed_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("2") << QByteArray("v2.17.0");
        QTest::newRow("5") << QByteArray("v5.0.0");
        QTest::newRow("text") << QByteArray("Helm, the package manager");
        QTest::newRow("nothing") << QByteArray();
    }
    void fault56AnUnknownHelmIsNotUsed()
    {
        QFETCH(QByteArray, output);
        m_runner->answerWith(output);
        QCOMPARE(waitFor(m_client->version()).error().code, Error::Code::Unsupported);
    }

    void fault56WithoutHelmTheSentenceSaysWhatToDo()
    {
        make(QString());
        QCOMPARE(waitFor(m_client->version()).error().code, Error::Code::NotFound);
        QCOMPARE(waitFor(m_client->dryRun(aWish())).error().code, Error::Code::NotFound);
        QVERIFY(m_runner->commands.isEmpty());
    }

    void aDryRunGivesTheReleaseThatWouldBe()
    {
        ReleaseBuilder builder;
        builder.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"595"_s}}}};
        m_runner->answerWith(builder.json());
        const auto release = waitFor(m_client->dryRun(aWish()));
        QVERIFY2(release.has_value(), release ? "" : qPrintable(release.error().message));
        QCOMPARE(release->userValues.at({u"driver"_s, u"version"_s}).toString(), u"595"_s);
        const CommandLine &command = m_runner->commands[0];
        QCOMPARE(
            command.display(),
            u"KUBECONFIG=/a:/b HELM_DRIVER=secret /opt/helm upgrade gpu-operator nvidia/gpu-operator "
            "--namespace nvidia-gpu-operator --version v26.3.0 --reset-then-reuse-values --dry-run=server -o json --kube-context cmk"_s);
        QCOMPARE(command.environment, (QList<std::pair<QString, QString>>{{u"KUBECONFIG"_s, u"/a:/b"_s},
                                                                          {u"HELM_DRIVER"_s, u"secret"_s}}));
        QVERIFY(command.input.isEmpty());
    }

    void fault41ADryRunTellsWhatItsRecordWouldTake()
    {
        ReleaseBuilder builder;
        builder.templateBytes = 1'100'000; // with what little else there is, over the 1 MiB of a Secret
        const qsizetype stored = QByteArray::fromBase64(builder.dataRelease()).size();
        QVERIFY(stored > 1'048'576);
        m_runner->answerWith(builder.json());
        const auto dry = waitFor(m_client->dryRun(aWish()));
        QVERIFY(dry.has_value());
        QVERIFY2(std::abs(dry->storedBytes - stored) < stored / 100,
                 qPrintable(u"%1 instead of %2"_s.arg(dry->storedBytes).arg(stored)));
    }

    // S10: values reach helm by standard input, in no argument and no variable.
    void valuesGoThroughStandardInputAndInNoArgument()
    {
        m_runner->answerWith(ReleaseBuilder().json());
        HelmUpgradeRequest wish = aWish();
        wish.strategy = Strategy::Reset;
        wish.release.storage = ReleaseStorage::ConfigMap;
        wish.values = *readYaml("registry: {password: hunter2-is-secret}\n");
        QVERIFY(waitFor(m_client->dryRun(wish)).has_value());
        const CommandLine &command = m_runner->commands[0];
        QVERIFY(!command.display().contains(u"hunter2"));
        QVERIFY(command.arguments.contains(u"--reset-values"_s));
        QCOMPARE(command.arguments.mid(command.arguments.size() - 2), QStringList({u"-f"_s, u"-"_s}));
        QCOMPARE(command.input.reveal(), QByteArray("registry:\n  password: hunter2-is-secret\n"));
        QCOMPARE(command.environment[1].second, u"configmap"_s);
        for (const auto &[name, value] : command.environment)
            QVERIFY(!value.contains(u"hunter2"));
    }

    void whatHelmSaysBecomesOneSentenceWithItsCode_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Error::Code>("code");
        const auto row = [](const char *text, Error::Code code) {
            QTest::newRow(text) << QByteArray(text) << code;
        };
        row("Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress",
            Error::Code::Process);
        row("Error: UPGRADE FAILED: \"x\" has no deployed releases", Error::Code::NotFound);
        row("Error: release: not found", Error::Code::NotFound);
        row("Error: Kubernetes cluster unreachable: Get \"https://127.0.0.1:1/version\": dial tcp",
            Error::Code::Unreachable);
        row("Error: UPGRADE FAILED: secrets is forbidden: User \"x\" cannot list", Error::Code::Forbidden);
        row("WARNING: Kubernetes configuration file is group-readable\nError: repo nvidia not found",
            Error::Code::Process);
    }
    void whatHelmSaysBecomesOneSentenceWithItsCode()
    {
        QFETCH(QByteArray, text);
        QFETCH(Error::Code, code);
        m_runner->answer = [text](const CommandLine &) { return CommandOutput{1, {}, text + '\n'}; };
        const auto release = waitFor(m_client->dryRun(aWish()));
        QVERIFY(!release.has_value());
        QCOMPARE(release.error().code, code);
        QVERIFY(release.error().message.startsWith(u"helm refused: "));
        QVERIFY(!release.error().message.contains(u"WARNING"));
    }

    void theLineThatSaysWhyIsKept_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("hook") << QByteArray(
                                     "Error: UPGRADE FAILED: pre-upgrade hooks failed: 1 error occurred:\n"
                                     "\t* job gpu-operator-upgrade-crd failed: BackoffLimitExceeded\n\n")
                              << QStringList{
                                     u"UPGRADE FAILED: pre-upgrade hooks failed"_s,
                                     u"* job gpu-operator-upgrade-crd failed: BackoffLimitExceeded"_s};
        QTest::newRow("schema")
            << QByteArray(
                   "Error: UPGRADE FAILED: values don't meet the specifications of the schema(s) in the "
                   "following chart(s):\nfabric:\n- replicas: Invalid type. Expected: integer\n")
            << QStringList{u"fabric: - replicas: Invalid type."_s};
        QTest::newRow("quotes another's error")
            << QByteArray("level=WARN msg=x\nError: UPGRADE FAILED: hook said: Error: exit 1\n")
            << QStringList{u"UPGRADE FAILED: hook said: Error: exit 1"_s};
        QTest::newRow("long")
            << "Error: UPGRADE FAILED: 40 errors occurred:\n" +
                   QByteArray("\t* a pod of the driver was not ready in time\n").repeated(40) +
                   "\t* context deadline exceeded\n"
            << QStringList{u"UPGRADE FAILED: 40 errors occurred:"_s, u"* context deadline exceeded"_s};
    }
    void theLineThatSaysWhyIsKept()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, says);
        const Error error = helmError(text);
        for (const QString &one : says)
            QVERIFY2(error.message.contains(one), qPrintable(error.message));
        QVERIFY(!error.message.contains(u'\n') && error.message.size() < 700);
        // Nor is it lost where the preflight quotes it.
        const PreflightFinding quoted = finding("dryRun", Severity::Severe, u"No."_s, {error.message});
        QVERIFY2(quoted.evidence.first().contains(says.last()), qPrintable(quoted.evidence.first()));
    }

    // S11: a secret of the values that helm prints is masked.
    void aSecretThatHelmRepeatsIsMasked()
    {
        HelmUpgradeRequest wish = aWish();
        wish.values = *readYaml("db: {password: tuesday}\nreplicas: 3\n");
        m_runner->answer = [](const CommandLine &) {
            return CommandOutput{1, {}, "Error: values don't meet the schema: 'tuesday' is too short\n"};
        };
        const Error error = waitFor(m_client->dryRun(wish)).error();
        QVERIFY2(!error.message.contains(u"tuesday"), qPrintable(error.message));
        QVERIFY2(!error.detail.contains(u"tuesday"), qPrintable(error.detail));
        QVERIFY(error.message.contains(u"too short"));
    }

    void fault56BrokenOutputIsDamaged()
    {
        // Cut, and with what a plugin prints in front.
        for (const QByteArray &output : {QByteArray("{\"name\":"), "hello\n" + ReleaseBuilder().json()}) {
            m_runner->answerWith(output);
            QCOMPARE(waitFor(m_client->dryRun(aWish())).error().code, Error::Code::Damaged);
        }
    }

    void fault56WarningsBesideAGoodAnswerDoNotHarm()
    {
        m_runner->answer = [](const CommandLine &) -> Result<CommandOutput> {
            return CommandOutput{0, ReleaseBuilder().json(), "WARNING: group-readable\n"};
        };
        QVERIFY(waitFor(m_client->dryRun(aWish())).has_value());
    }

    void aCancelledDryRunEndsHelm()
    {
        m_runner->holds = true;
        QFuture<Result<DryRun>> future = m_client->dryRun(aWish());
        QCOMPARE(m_runner->commands.size(), 1);
        future.cancel();
        QTRY_VERIFY(m_runner->isCancelled(0));
        m_runner->release();
    }
};

#include "tst_helm_client.moc"
} // namespace tst_helm_client

CHARTROOM_TEST(tst_helm_client, HelmClientTest)
