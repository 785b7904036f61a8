// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_client.h"
#include "core/versions/matrix_commit.h"
#include "tests/support/fake_runner.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_matrix_apply {

class MatrixApplyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theConfigMapIsAppliedWithItsVersion();
    void whatAPersonWroteByHandIsTakenOver();
    void aConfigMapThatChangedOrBelongsToOthersIsRefused();
};

void MatrixApplyTest::theConfigMapIsAppliedWithItsVersion()
{
    FakeRunner runner;
    runner.answerWith(R"({"metadata":{"resourceVersion":"72"}})");
    KubectlClient kubectl(QStringLiteral("/bin/kubectl"), {}, QStringLiteral("prod"), &runner, nullptr);
    const MatrixApply apply{QStringLiteral("ops"), QStringLiteral("gpu-version-matrix"),
                            QStringLiteral("matrix.yaml"), QStringLiteral("71"), "rollback: {}\n"};
    std::optional<Result<QString>> answer;
    QObject guard;
    applyMatrix(&kubectl, apply, &guard, [&answer](const Result<QString> &result) { answer = result; });
    QTRY_VERIFY(answer);
    QVERIFY(*answer);
    QCOMPARE(**answer, QStringLiteral("72"));
    QCOMPARE(runner.commands.size(), 1);
    const QStringList arguments = runner.commands.first().arguments;
    for (const char *needed : {"apply", "--server-side", "--field-manager=chartroom-versions"})
        QVERIFY2(arguments.contains(QString::fromLatin1(needed)), needed);
    QVERIFY(!arguments.contains(QStringLiteral("--force-conflicts")));
    const QByteArray object = runner.commands.first().input.reveal();
    QCOMPARE(object,
             QByteArray(R"({"apiVersion":"v1","data":{"matrix.yaml":"rollback: {}\n"},"kind":"ConfigMap",)"
                        R"("metadata":{"name":"gpu-version-matrix","namespace":"ops",)"
                        R"("resourceVersion":"71"}})"));
}

void MatrixApplyTest::whatAPersonWroteByHandIsTakenOver()
{
    FakeRunner runner;
    runner.answer = [](const CommandLine &command) {
        CommandOutput output;
        if (command.arguments.contains(QStringLiteral("--force-conflicts"))) {
            output.out = R"({"metadata":{"resourceVersion":"72"}})";
        } else {
            output.exitCode = 1;
            output.err =
                "error: Apply failed with 1 conflict: conflict with \"kubectl-create\" using v1: .data.k";
        }
        return Result<CommandOutput>(output);
    };
    KubectlClient kubectl(QStringLiteral("/bin/kubectl"), {}, QStringLiteral("prod"), &runner, nullptr);
    const MatrixApply apply{
        QStringLiteral("ops"), QStringLiteral("m"), QStringLiteral("k"), QStringLiteral("71"), {}};
    std::optional<Result<MatrixApply>> answer;
    QObject guard;
    tryMatrix(&kubectl, apply, &guard, [&answer](const Result<MatrixApply> &result) { answer = result; });
    QTRY_VERIFY(answer);
    QVERIFY(*answer);
    QVERIFY((*answer)->takesOwnership);
    QVERIFY(applyArguments(**answer).contains(QStringLiteral("--force-conflicts")));
    QCOMPARE(runner.commands.size(), 2);
    for (const CommandLine &command : std::as_const(runner.commands))
        QVERIFY(command.arguments.contains(QStringLiteral("--dry-run=server")));
    QVERIFY(runner.commands.last().input.reveal().contains("\"resourceVersion\":\"71\""));
}

void MatrixApplyTest::aConfigMapThatChangedOrBelongsToOthersIsRefused()
{
    FakeRunner runner;
    KubectlClient kubectl(QStringLiteral("/bin/kubectl"), {}, QStringLiteral("prod"), &runner, nullptr);
    const auto errorAfter = [&](const QByteArray &words) {
        runner.answer = [words](const CommandLine &) {
            CommandOutput output;
            output.exitCode = 1;
            output.err = words;
            return Result<CommandOutput>(output);
        };
        std::optional<Result<QString>> answer;
        QObject guard;
        applyMatrix(&kubectl, {QStringLiteral("ops"), QStringLiteral("m"), QStringLiteral("k"), {}, {}},
                    &guard, [&answer](const Result<QString> &result) { answer = result; });
        [&answer] { QTRY_VERIFY(answer); }();
        return answer && !*answer ? answer->error() : Error{Error::Code::Cancelled, {}, {}, {}};
    };
    QVERIFY(errorAfter("Error from server (Conflict): Operation cannot be fulfilled on configmaps \"m\": the "
                       "object has been modified; please apply your changes to the latest version")
                .code == Error::Code::Throttled);
    const Error owned = errorAfter("error: Apply failed with 1 conflict: conflict with \"argocd-controller\" "
                                   "using v1: .data.k\nPlease review the fields above");
    QVERIFY(owned.code == Error::Code::Forbidden);
    QVERIFY(owned.message.contains(QStringLiteral("is managed by argocd-controller")));
    QVERIFY(errorAfter("Error from server (Forbidden): configmaps \"m\" is forbidden").code ==
            Error::Code::Forbidden);
}

#include "tst_matrix_apply.moc"
} // namespace tst_matrix_apply

CHARTROOM_TEST(tst_matrix_apply, MatrixApplyTest)
