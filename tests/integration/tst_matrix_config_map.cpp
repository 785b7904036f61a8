// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_client.h"
#include "core/process/process_runner.h"
#include "core/versions/matrix_commit.h"
#include "tests/integration/sandbox.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

/// The matrix in a ConfigMap of a real API server, written with real kubectl.
class MatrixConfigMapTest : public QObject
{
    Q_OBJECT

    const QString m_namespace = u"versions-test"_s;
    const std::optional<Sandbox> m_sandbox = Sandbox::find();
    QTemporaryDir m_folder;
    ProcessRunner m_runner;
    std::unique_ptr<KubectlClient> m_kubectl;

    [[nodiscard]] Ran kubectl(const QStringList &arguments) const
    {
        return m_sandbox->tool("kubectl", QStringList{u"--namespace"_s, m_namespace} + arguments);
    }
    [[nodiscard]] MatrixConfigMap stored() const
    {
        const auto page =
            readPage(m_sandbox->get(u"/api/v1/namespaces/"_s + m_namespace +
                                    u"/configmaps?fieldSelector=metadata.name=gpu-version-matrix"_s));
        if (!page || page->items.size() != 1)
            return {};
        return MatrixConfigMap::read(page->items.first()).value_or(MatrixConfigMap());
    }
    [[nodiscard]] Result<QString> apply(const MatrixConfigMap &map, const QByteArray &text,
                                        bool takesOwnership = false)
    {
        std::optional<Result<QString>> answer;
        QObject guard;
        applyMatrix(
            m_kubectl.get(),
            {m_namespace, map.name, map.matrixKey(), map.resourceVersion, text, takesOwnership, false},
            &guard, [&answer](const Result<QString> &result) { answer = result; });
        if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, 60'000))
            return failure(Error::Code::Timeout, u"the test waited in vain"_s);
        return *answer;
    }

private Q_SLOTS:
    void initTestCase();
    void aPromotionIsAppliedAndOnlyItsKeyChanges();
    void aConfigMapThatChangedMeanwhileIsRefused();
    void aKeyOfAnotherManagerIsTakenOverOnlyOnWish();
    void cleanupTestCase();
};

void MatrixConfigMapTest::initTestCase()
{
    QVERIFY(m_sandbox);
    m_kubectl =
        std::make_unique<KubectlClient>(m_sandbox->text("kubectl"), QStringList{m_sandbox->kubeconfig()},
                                        m_sandbox->context(), &m_runner, nullptr);
    const Ran made = m_sandbox->tool("kubectl", {u"create"_s, u"namespace"_s, m_namespace});
    QVERIFY2(made.exitCode == 0, made.err.constData());
    QFile file(m_folder.filePath(u"matrix.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("current_production:\n  cuda: \"12.6\" # now\ncanary_testing:\n  cuda: \"12.8\"\n");
    file.close();
    const Ran created = kubectl({u"create"_s, u"configmap"_s, u"gpu-version-matrix"_s,
                                 u"--from-file="_s + file.fileName(), u"--from-literal=other=kept"_s});
    QVERIFY2(created.exitCode == 0, created.err.constData());
}

void MatrixConfigMapTest::aPromotionIsAppliedAndOnlyItsKeyChanges()
{
    const MatrixConfigMap before = stored();
    const auto text = before.matrix();
    QVERIFY(text);
    const auto edit = promoted(*VersionMatrix::read(text->text), QDate(2026, 11, 22));
    QVERIFY(edit);
    const auto version = apply(before, edit->text());
    QVERIFY2(version.has_value(), version ? "" : qUtf8Printable(version.error().message));
    const MatrixConfigMap after = stored();
    QCOMPARE(after.resourceVersion, *version);
    QVERIFY(after.resourceVersion != before.resourceVersion);
    QCOMPARE(after.texts.value(u"other"_s), u"kept"_s);
    QCOMPARE(after.matrix()->text,
             QByteArray("current_production:\n  cuda: \"12.8\" # now\ncanary_testing:\n  cuda: \"12.8\"\n"));
}

void MatrixConfigMapTest::aConfigMapThatChangedMeanwhileIsRefused()
{
    const MatrixConfigMap before = stored();
    QCOMPARE(kubectl({u"annotate"_s, u"configmap"_s, u"gpu-version-matrix"_s, u"who=theirs"_s}).exitCode, 0);
    const auto version = apply(before, "rollback: {cuda: '12.1'}\n");
    QVERIFY(!version);
    QVERIFY2(version.error().code == Error::Code::Throttled, qUtf8Printable(version.error().detail));
    QCOMPARE(stored().texts, before.texts);
}

void MatrixConfigMapTest::aKeyOfAnotherManagerIsTakenOverOnlyOnWish()
{
    QFile file(m_folder.filePath(u"theirs.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: gpu-version-matrix}\ndata:\n"
               "  matrix.yaml: \"rollback: {cuda: '12.2'}\"\n");
    file.close();
    const Ran theirs = kubectl({u"apply"_s, u"--server-side"_s, u"--force-conflicts"_s,
                                u"--field-manager=argocd-controller"_s, u"--filename"_s, file.fileName()});
    QVERIFY2(theirs.exitCode == 0, theirs.err.constData());
    const auto refused = apply(stored(), "rollback: {cuda: '12.3'}\n");
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(u"belongs to argocd-controller"_s),
             qUtf8Printable(refused.error().message + u' ' + refused.error().detail));
    QVERIFY(apply(stored(), "rollback: {cuda: '12.3'}\n", true));
    QCOMPARE(stored().texts.value(u"matrix.yaml"_s), u"rollback: {cuda: '12.3'}\n"_s);
}

void MatrixConfigMapTest::cleanupTestCase()
{
    if (m_sandbox)
        QVERIFY(m_sandbox->removeNamespaces({m_namespace}));
}

QTEST_GUILESS_MAIN(MatrixConfigMapTest)
#include "tst_matrix_config_map.moc"
