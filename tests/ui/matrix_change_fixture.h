// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/document.h"
#include "core/kube/kubectl_client.h"
#include "tests/core/matrix_repository.h"
#include "tests/support/fake_runner.h"
#include "tests/support/lease_cupboard.h"
#include "tests/support/scripted_transport.h"
#include "tests/ui/versions_fixture.h"
#include "ui/dialogs/matrix_change_dialog.h"

#include <QLineEdit>
#include <QPlainTextEdit>

namespace chartroom::test {

inline const QByteArray promotable = usualMatrix + "canary_testing:\n"
                                                   "  gpu_operator: \"v26.3.3\"\n"
                                                   "  canary_node: \"gpu-003\"\n"
                                                   "rollback:\n"
                                                   "  gpu_operator: \"v25.3.4\"\n";

/// A cluster whose kubectl writes one ConfigMap, and looks after one lease.
struct MapCluster
{
    FakeClock clock;
    QTemporaryDir operations;
    FakeRunner runner;
    ScriptedTransport transport;
    LeaseCupboard cupboard;
    KubectlClient kubectl{u"/usr/bin/kubectl"_s, {}, u"cmk"_s, &runner, nullptr};
    QByteArray refusal; ///< of an apply that takes nothing over
    QString folder;     ///< of the newest operation

    [[nodiscard]] static MatrixConfigMap map(const QByteArray &text)
    {
        return {u"uid"_s,
                u"ops"_s,
                MatrixConfigMap::usualName.toString(),
                u"71"_s,
                {{u"matrix.yaml"_s, QString::fromUtf8(text)}}};
    }
    [[nodiscard]] static QByteArray object(const QByteArray &text)
    {
        const Value data(Value::Map{{u"matrix.yaml"_s, Value(QString::fromUtf8(text))}});
        const Value metadata(Value::Map{{u"resourceVersion"_s, Value(u"72"_s)}});
        return writeJson(Value(Value::Map{{u"metadata"_s, metadata}, {u"data"_s, data}}), 0);
    }
    [[nodiscard]] Result<MatrixOperation *> write(const MatrixWriteRequest &order, QObject *owner)
    {
        runner.answer = [this, order](const CommandLine &command) -> Result<CommandOutput> {
            if (!command.arguments.contains(u"apply"_s))
                return cupboard.answer(command);
            if (!refusal.isEmpty() && !command.arguments.contains(u"--force-conflicts"_s))
                return CommandOutput{1, {}, refusal};
            if (!command.arguments.contains(u"--dry-run=server"_s))
                transport.answer(u"/api/v1/namespaces/ops/configmaps/gpu-version-matrix"_s,
                                 object(order.apply.after));
            return CommandOutput{0, object(order.apply.after), {}};
        };
        OperationParts parts;
        parts.transport = &transport;
        parts.kubectl = &kubectl;
        parts.clock = &clock;
        parts.access.context = u"cmk"_s;
        parts.holder = {u"anna"_s, u"laptop"_s, 4711};
        parts.folder = operations.filePath(u"operations"_s);
        auto *operation = new MatrixOperation(parts, order, owner);
        folder = operation->folder();
        return operation;
    }
};

/// A window whose page of versions has a matrix in Git, and the dialog that changes it.
struct ChangeFixture : VersionsFixture
{
    MatrixRepository repository;

    void openInGit(const QByteArray &matrix = promotable)
    {
        repository.commit(matrixPath, matrix, "what runs");
        openVersions();
        page()->openMatrix(repository.file(matrixPath));
        QVERIFY(QTest::qWaitFor([this] { return subject().contains(matrixPath); }, 20'000));
    }
    void openChange(const char *buttonName)
    {
        QVERIFY(button(buttonName));
        QVERIFY2(button(buttonName)->isEnabled(), qUtf8Printable(button(buttonName)->toolTip()));
        button(buttonName)->click();
        QVERIFY(dialog());
        QVERIFY(QTest::qWaitFor([this] { return !hint().endsWith(u"…"_s); }, 20'000));
    }
    [[nodiscard]] MatrixChangeDialog *dialog() const { return window->findChild<MatrixChangeDialog *>(); }
    template<typename Widget>
    [[nodiscard]] Widget *part(const char *name) const
    {
        return dialog()->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] QString hint() const { return part<QLabel>("matrixChangeHint")->text(); }
    /// Without the invisible signs for breaking lines.
    [[nodiscard]] static QString plain(QString text)
    {
        return text.remove(QChar(0x200b)).remove(QChar(0x2060));
    }
    [[nodiscard]] QString words(const char *name) const
    {
        return part<QLabel>(name)->isVisible() ? plain(part<QLabel>(name)->text()) : QString();
    }
    [[nodiscard]] QString message() const { return part<QPlainTextEdit>("matrixMessage")->toPlainText(); }
    [[nodiscard]] QPushButton *write() const { return part<QPushButton>("writeMatrixChange"); }
    [[nodiscard]] QList<QLineEdit *> reasons() const
    {
        QList<QLineEdit *> edits = dialog()->findChildren<QLineEdit *>();
        edits.removeIf([](const QLineEdit *edit) { return !edit->objectName().startsWith(u"reason-"_s); });
        return edits;
    }
    void giveReasons() const
    {
        for (QLineEdit *edit : reasons())
            edit->setText(u"tried elsewhere"_s);
    }
    [[nodiscard]] GitCommit tip() const { return std::move(*gitCommitOf(repository.get(), {})); }
    [[nodiscard]] QString tipId() const { return gitIdText(git_commit_id(tip().get())); }
    [[nodiscard]] QString production(const QString &component) const
    {
        return VersionMatrix::read(readFile(repository.file(matrixPath)))
            ->find(VersionMatrix::production)
            ->text(component);
    }
};

} // namespace chartroom::test
