// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/versions/matrix_component.h"
#include "core/versions/matrix_rules.h"
#include "core/versions/matrix_source.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_matrix {

namespace {

QByteArray seed()
{
    QFile file(QStringLiteral(CHARTROOM_TEST_DATA "/versions/seed004.yaml"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

VersionMatrix matrixOf(const QByteArray &text)
{
    const auto matrix = VersionMatrix::read(text);
    if (!matrix)
        qWarning("%s", qUtf8Printable(matrix.error().message));
    return matrix.value_or(VersionMatrix());
}

/// "line:column kind entry.component", one a problem.
QStringList briefly(const QList<MatrixProblem> &problems)
{
    QStringList lines;
    for (const MatrixProblem &problem : problems)
        lines.append(QStringLiteral("%1:%2 %3 %4.%5")
                         .arg(problem.place.line)
                         .arg(problem.place.column)
                         .arg(problem.kind, problem.entry, problem.component));
    return lines;
}

const MatrixProblem *find(const QList<MatrixProblem> &problems, const QString &kind)
{
    for (const MatrixProblem &problem : problems) {
        if (problem.kind == kind)
            return &problem;
    }
    return nullptr;
}

} // namespace

class MatrixTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theSeedIsReadAsItIsWritten();
    void theSeedsImpossibleVersionsAndBrokenRulesAreReported();
    void plainYamlIsReadToo();
    void unknownComponentsAndFreeEntriesAreKept();
    void mergedAndAliasedValuesAreSaidToBeElsewhere();
    void aQuotedConfigMapIsReadWithoutItsLines();
    void whatIsNoMatrixIsRefused_data();
    void whatIsNoMatrixIsRefused();
    void aWrongFormIsReportedAtItsPlace_data();
    void aWrongFormIsReportedAtItsPlace();
    void aSkippedMajorIsReported_data();
    void aSkippedMajorIsReported();
    void aVersionNewerThanAnyKnownIsNotCalledImpossible();
    void severalComponentsInACanaryAreAnError();
    void whatACanaryLacksIsReported();
    void differencesAreInTheOrderOfTheDocument();
    void componentsAreKnownByTheirOtherNames();
    void aConfigMapsKeyIsFound();
    void theReleasesThatComeWithTheProgramAreRead();
};

void MatrixTest::theSeedIsReadAsItIsWritten()
{
    const VersionMatrix matrix = matrixOf(seed());
    QCOMPARE(matrix.configMapKey(), QStringLiteral("matrix.yaml"));
    QCOMPARE(matrix.configMapNamespace(), QStringLiteral("gpu-operator"));
    QStringList names;
    for (const MatrixEntry &entry : matrix.entries())
        names.append(entry.name);
    QCOMPARE(names, (QStringList{QStringLiteral("current_production"), QStringLiteral("canary_testing"),
                                 QStringLiteral("next_planned"), QStringLiteral("rollback")}));
    const MatrixEntry &production = *matrix.find(VersionMatrix::production);
    QCOMPARE(production.components.size(), 14);
    QCOMPARE(production.notes.size(), 3);
    QCOMPARE(production.place, (MatrixPlace{15, 5}));
    QCOMPARE(production.components.first().name(), QStringLiteral("openshift"));
    QCOMPARE(production.text(u"kernel"), QStringLiteral("5.14.0-427.40.1.el9_4.x86_64"));
    QCOMPARE(production.find(u"gpu_driver")->place, (MatrixPlace{19, 19}));
    QCOMPARE(production.text(u"deployed"), QStringLiteral("2026-01-15"));
    QCOMPARE(matrix.find(VersionMatrix::rollback)->components.size(), 6);
    QCOMPARE(briefly(matrix.problems()), QStringList());
    QCOMPARE(matrix.text(), seed());
}

void MatrixTest::theSeedsImpossibleVersionsAndBrokenRulesAreReported()
{
    const QList<MatrixProblem> problems = allMatrixProblems(matrixOf(seed()));
    QCOMPARE(briefly(problems),
             (QStringList{QStringLiteral("37:21 unknownVersion canary_testing.gpu_operator"),
                          QStringLiteral("56:15 noVersion next_planned.kernel"),
                          QStringLiteral("57:21 unknownVersion next_planned.gpu_operator"),
                          QStringLiteral("60:25 severalComponents next_planned.network_operator"),
                          QStringLiteral("61:14 unknownVersion next_planned.mofed")}));
    QVERIFY(problems.at(0).severity == MatrixSeverity::Error);
    QVERIFY2(problems.at(0).text.startsWith(
                 QStringLiteral("GPU Operator v24.12.0 was never released; after 24.9.2 comes 25.3.0")),
             qUtf8Printable(problems.at(0).text));
    QVERIFY(problems.at(3).severity == MatrixSeverity::Warning);
    for (const char *group :
         {"OpenShift or Kubernetes (openshift, kernel)", "Network Operator (network_operator, mofed)",
          "firmware (firmware_cx7)", "SR-IOV Operator (sriov_operator)"})
        QVERIFY2(problems.at(3).text.contains(QString::fromLatin1(group)),
                 qUtf8Printable(problems.at(3).text));
    QVERIFY(problems.at(4).severity == MatrixSeverity::Warning);
}

void MatrixTest::plainYamlIsReadToo()
{
    const VersionMatrix matrix =
        matrixOf("---\n# first\ncurrent_production: {gpu_operator: v25.3.4, cuda: '12.9'}\nrollback:\n"
                 "  gpu_operator: v25.3.2 # before\n");
    QCOMPARE(matrix.configMapKey(), QString());
    const MatrixEntry &production = *matrix.find(VersionMatrix::production);
    QCOMPARE(production.text(u"cuda"), QStringLiteral("12.9"));
    QCOMPARE(production.find(u"gpu_operator")->place, (MatrixPlace{3, 36}));
    QCOMPARE(matrix.find(VersionMatrix::rollback)->find(u"gpu_operator")->place, (MatrixPlace{5, 17}));
}

void MatrixTest::unknownComponentsAndFreeEntriesAreKept()
{
    const VersionMatrix matrix = matrixOf("current_production:\n"
                                          "  gpu_operator: v25.3.4\n"
                                          "  zz_own_thing: \"7.1\"\n"
                                          "  firmware:\n"
                                          "    cx7: \"28.42.1000\"\n"
                                          "  an_own_thing: abc\n"
                                          "rollback: {gpu_operator: v25.3.2}\n"
                                          "lab_b200:\n"
                                          "  gpu_operator: v25.10.1\n"
                                          "rules:\n"
                                          "  - name: one\n");
    const MatrixEntry &production = *matrix.find(VersionMatrix::production);
    QStringList names;
    for (const MatrixValue &value : production.components)
        names.append(value.name());
    QCOMPARE(names, (QStringList{QStringLiteral("gpu_operator"), QStringLiteral("zz_own_thing"),
                                 QStringLiteral("firmware.cx7"), QStringLiteral("an_own_thing")}));
    QCOMPARE(matrix.entries().size(), 3);
    QVERIFY(matrix.find(u"lab_b200"));
    QCOMPARE(briefly(allMatrixProblems(matrix)), QStringList());
}

void MatrixTest::mergedAndAliasedValuesAreSaidToBeElsewhere()
{
    const VersionMatrix matrix = matrixOf("current_production: &prod\n"
                                          "  gpu_operator: &op v25.3.4\n"
                                          "  cuda: \"12.8\"\n"
                                          "canary_testing:\n"
                                          "  <<: *prod\n"
                                          "  cuda: \"12.9\"\n"
                                          "rollback:\n"
                                          "  gpu_operator: *op\n");
    const MatrixEntry &canary = *matrix.find(VersionMatrix::canary);
    QCOMPARE(canary.text(u"gpu_operator"), QStringLiteral("v25.3.4"));
    QVERIFY(canary.find(u"gpu_operator")->isInherited);
    QCOMPARE(canary.find(u"gpu_operator")->place.line, 5);
    QVERIFY(!canary.find(u"cuda")->isInherited);
    QVERIFY(matrix.find(VersionMatrix::rollback)->find(u"gpu_operator")->isInherited);
}

void MatrixTest::aQuotedConfigMapIsReadWithoutItsLines()
{
    const VersionMatrix matrix =
        matrixOf("kind: ConfigMap\nmetadata: {name: gpu-version-matrix}\ndata:\n"
                 "  matrix.yaml: \"current_production:\\n  gpu_operator: v24.12.0\\n\"\n");
    QCOMPARE(matrix.find(VersionMatrix::production)->text(u"gpu_operator"), QStringLiteral("v24.12.0"));
    const QList<MatrixProblem> problems = allMatrixProblems(matrix);
    const auto *problem = find(problems, QStringLiteral("unknownVersion"));
    QVERIFY(problem);
    QCOMPARE(problem->place, (MatrixPlace{4, 16}));
}

void MatrixTest::whatIsNoMatrixIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << QByteArray() << QStringLiteral("not a version matrix");
    QTest::newRow("another document")
        << QByteArray("kind: Deployment\nspec: {replicas: 1}\n") << QStringLiteral("not a version matrix");
    QTest::newRow("another ConfigMap")
        << QByteArray("kind: ConfigMap\ndata: {a: b}\n") << QStringLiteral("not a version matrix");
    QTest::newRow("broken YAML") << QByteArray("current_production:\n  a: [1\n") << QStringLiteral("line 3");
    QTest::newRow("a key twice") << QByteArray("current_production:\n  a: b\n  a: c\n")
                                 << QStringLiteral("line 3");
    QTest::newRow("broken inside") << QByteArray("kind: ConfigMap\ndata:\n  matrix.yaml: |\n    a: b: c\n")
                                   << QStringLiteral("line 3");
}

void MatrixTest::whatIsNoMatrixIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, words);
    const auto matrix = VersionMatrix::read(text);
    QVERIFY(!matrix);
    QVERIFY2(matrix.error().message.contains(words), qUtf8Printable(matrix.error().message));
}

void MatrixTest::aWrongFormIsReportedAtItsPlace_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("problem");
    QTest::newRow("a number") << QByteArray("cuda: 12.10") << QStringLiteral("3:9 form rollback.cuda");
    QTest::newRow("nothing") << QByteArray("cuda:") << QStringLiteral("3:3 form rollback.cuda");
    QTest::newRow("a list") << QByteArray("cuda: [a, b]") << QStringLiteral("3:3 form rollback.cuda");
    QTest::newRow("nested") << QByteArray("nic: {cx7: 28.42}")
                            << QStringLiteral("3:14 form rollback.nic.cx7");
    QTest::newRow("a date") << QByteArray("deployed: last week")
                            << QStringLiteral("3:13 form rollback.deployed");
}

void MatrixTest::aWrongFormIsReportedAtItsPlace()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, problem);
    const VersionMatrix matrix = matrixOf("rollback:\n  gpu_operator: v25.3.2\n  " + line + "\n");
    QCOMPARE(briefly(matrix.problems()), QStringList{problem});
}

void MatrixTest::aSkippedMajorIsReported_data()
{
    QTest::addColumn<QByteArray>("component");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("skipped");
    const auto row = [](const char *component, const char *from, const char *to, const char *skipped) {
        QTest::addRow("%s %s to %s", component, from, to)
            << QByteArray(component) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(skipped);
    };
    row("gpu_operator", "v24.9.2", "v25.10.1", "25.3");
    row("gpu_operator", "v24.9.2", "v25.3.4", "");
    row("gpu_operator", "v24.6.0", "v26.7.0", "24.9, 25.3, 25.10, 26.3");
    row("network_operator", "24.10.1", "25.4.0", "25.1");
    row("openshift", "4.16.23", "4.18.1", "4.17");
    row("openshift", "4.16.23", "4.17.5", "");
    row("kubernetes", "v1.31.2", "v1.33.0", "1.32");
    row("cilium", "1.17.3", "1.20.0", "1.18, 1.19");
    row("cilium", "1.17.3", "1.18.6", "");
}

void MatrixTest::aSkippedMajorIsReported()
{
    QFETCH(QByteArray, component);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, skipped);
    const QByteArray line = "  " + component + ": \"";
    // What is tested next may skip none; a plan may be far off, and the way puts them in between.
    for (const auto &[entry, severity, words] :
         {std::tuple("canary_testing", MatrixSeverity::Error, "; %1 must not be skipped"),
          std::tuple("next_planned", MatrixSeverity::Remark, "the upgrade path includes %1")}) {
        const auto problems = matrixRules(matrixOf("current_production:\n" + line + from + "\"\n" + entry +
                                                   ":\n" + line + to + "\"\nrollback: {nccl: '2.1.0'}\n"));
        const auto *problem = find(problems, QStringLiteral("skippedMajor"));
        QCOMPARE(problem != nullptr, !skipped.isEmpty());
        if (!problem)
            continue;
        QVERIFY(problem->severity == severity);
        QVERIFY2(problem->text.contains(QString::fromLatin1(words).arg(skipped)),
                 qUtf8Printable(problem->text));
        QCOMPARE(problem->place.line, 4);
    }
}

void MatrixTest::aVersionNewerThanAnyKnownIsNotCalledImpossible()
{
    for (const char *version : {"v26.7.3", "v26.10.0", "v27.1.0", "v23.9.1"}) {
        const VersionMatrix matrix = matrixOf("current_production: {gpu_operator: " + QByteArray(version) +
                                              "}\nrollback: {nccl: '2.1.0'}\n");
        QCOMPARE(briefly(matrixRules(matrix)), QStringList());
    }
    // A patch that is newer than the known ones of its line may have come since; an older one has not.
    for (const auto &[version, severity] :
         {std::pair("v25.10.2", MatrixSeverity::Warning), std::pair("v26.3.4", MatrixSeverity::Warning),
          std::pair("v24.6.9", MatrixSeverity::Warning), std::pair("v25.8.0", MatrixSeverity::Error)}) {
        const auto problems = matrixRules(matrixOf(
            "current_production: {gpu_operator: " + QByteArray(version) + "}\nrollback: {nccl: '2.1.0'}\n"));
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().severity == severity, version);
    }
}

void MatrixTest::severalComponentsInACanaryAreAnError()
{
    const VersionMatrix matrix = matrixOf("current_production:\n"
                                          "  gpu_operator: v25.3.2\n"
                                          "  mofed: 25.04-0.6.1.0-2\n"
                                          "canary_testing:\n"
                                          "  gpu_operator: v25.3.4\n"
                                          "  mofed: 25.07-0.9.7.0-0\n"
                                          "  canary_node: n1\n"
                                          "rollback: {nccl: '2.1.0'}\n");
    const QList<MatrixProblem> problems = matrixRules(matrix);
    QCOMPARE(briefly(problems), QStringList{QStringLiteral("6:10 severalComponents canary_testing.mofed")});
    QVERIFY(problems.first().severity == MatrixSeverity::Error);
}

void MatrixTest::whatACanaryLacksIsReported()
{
    const VersionMatrix matrix = matrixOf("current_production:\n"
                                          "  gpu_operator: v25.3.2\n"
                                          "  cuda: '12.8'\n"
                                          "canary_testing:\n"
                                          "  gpu_operator: v25.3.1\n");
    QCOMPARE(briefly(matrixRules(matrix)),
             (QStringList{QStringLiteral("1:1 noRollback current_production."),
                          QStringLiteral("4:1 noCanaryNode canary_testing."),
                          QStringLiteral("4:1 leftOut canary_testing."),
                          QStringLiteral("5:17 olderVersion canary_testing.gpu_operator")}));
}

void MatrixTest::differencesAreInTheOrderOfTheDocument()
{
    const VersionMatrix matrix = matrixOf(seed());
    const auto differences =
        matrixDifferences(*matrix.find(VersionMatrix::production), *matrix.find(VersionMatrix::canary));
    QStringList names;
    for (const MatrixDifference &difference : differences)
        names.append(difference.name);
    QCOMPARE(names,
             (QStringList{QStringLiteral("gpu_operator"), QStringLiteral("gpu_driver"),
                          QStringLiteral("cuda"), QStringLiteral("dcgm"), QStringLiteral("device_plugin"),
                          QStringLiteral("container_toolkit"), QStringLiteral("nccl")}));
    QCOMPARE(differences.first().before, QStringLiteral("v24.9.0"));
    QCOMPARE(differences.first().after, QStringLiteral("v24.12.0"));
    QCOMPARE(differences.first().place.line, 37);
}

void MatrixTest::componentsAreKnownByTheirOtherNames()
{
    QCOMPARE(matrixComponent(u"doca_driver")->key, QStringLiteral("mofed"));
    QVERIFY(matrixGroup(u"firmware_bf3") == MatrixGroup::Firmware);
    QVERIFY(matrixGroup(u"firmware.cx7") == MatrixGroup::Firmware);
    QVERIFY(!matrixComponent(u"zz_own_thing"));
}

void MatrixTest::aConfigMapsKeyIsFound()
{
    MatrixConfigMap map;
    map.namespaceName = QStringLiteral("ops");
    map.name = QStringLiteral("gpu-version-matrix");
    map.resourceVersion = QStringLiteral("71");
    QVERIFY(!map.matrix());
    map.texts = {{QStringLiteral("readme"), QStringLiteral("hello")},
                 {QStringLiteral("versions.yaml"), QStringLiteral("rollback: {cuda: '12.8'}\n")}};
    QCOMPARE(map.matrixKey(), QStringLiteral("versions.yaml"));
    QCOMPARE(map.matrix()->revision, QStringLiteral("71"));
    map.texts.insert(QStringLiteral("matrix.yaml"), QStringLiteral("rollback: {cuda: '12.9'}\n"));
    QCOMPARE(map.matrixKey(), QStringLiteral("matrix.yaml"));
    QVERIFY(map.matrix(QStringLiteral("nothing")).error().code == Error::Code::NotFound);
    KubeObject object;
    object.resourceVersion = QStringLiteral("72");
    object.json = R"({"metadata":{"name":"m"},"data":{"matrix.yaml":"rollback: {}\n"}})";
    QCOMPARE(MatrixConfigMap::read(object)->texts.value(QStringLiteral("matrix.yaml")),
             QStringLiteral("rollback: {}\n"));
}

void MatrixTest::theReleasesThatComeWithTheProgramAreRead()
{
    QStringList components;
    for (const KnownReleases &releases : knownReleases())
        components.append(releases.component);
    QCOMPARE(components, (QStringList{QStringLiteral("gpu_operator"), QStringLiteral("network_operator"),
                                      QStringLiteral("mofed")}));
    QVERIFY(knownReleases().first().isComplete);
    QVERIFY(readKnownReleases("chartroomReleases: 2\n").error().code == Error::Code::Unsupported);
    QVERIFY(readKnownReleases("chartroomReleases: 1\nreleases: [{component: a}]\n").error().code ==
            Error::Code::Invalid);
}

#include "tst_matrix.moc"
} // namespace tst_matrix

CHARTROOM_TEST(tst_matrix, MatrixTest)
