// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_edit.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_matrix_edit {

namespace {

const QDate today(2026, 11, 22);

QByteArray seed()
{
    QFile file(QStringLiteral(CHARTROOM_TEST_DATA "/versions/seed004.yaml"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

MatrixEdit editOf(const QByteArray &text)
{
    const auto matrix = VersionMatrix::read(text);
    if (!matrix)
        qWarning("%s", qUtf8Printable(matrix.error().message));
    return MatrixEdit(matrix.value_or(VersionMatrix()));
}

/// Numbers of the lines that differ, from 1; of texts with as many lines.
QList<int> changedLines(const QByteArray &before, const QByteArray &after)
{
    const QList<QByteArray> old = before.split('\n');
    const QList<QByteArray> recent = after.split('\n');
    QList<int> lines;
    for (qsizetype i = 0; i < qMax(old.size(), recent.size()); ++i) {
        if (old.value(i) != recent.value(i))
            lines.append(int(i) + 1);
    }
    return old.size() == recent.size() ? lines : QList<int>{-1};
}

/// The document of the property: every way to write a value that can be changed.
const QByteArray manyForms = "# the cluster's versions  \r\n"
                             "current_production:   # now\r\n"
                             "  gpu_operator:   'v25.3.4'   # with ''quotes''\r\n"
                             "\r\n"
                             "  cuda: 12.8\r\n"
                             "  kernel: 5.15.0-1066-nvidia # flavour\r\n"
                             "  \"mofed\" : \"25.04-0.6.1.0-2\"\t# tab\r\n"
                             "  firmware: {cx7: '28.42.1000', cx6: 22.42.1000} # both\r\n"
                             "  nics:\r\n"
                             "      bf3:   \"32.42.1000\"\r\n"
                             "  notes: \"a \\\"b\\\" # c\"\r\n"
                             "rollback: { gpu_operator: v25.3.2 , cuda: \"12.6\" }\r\n"
                             "own \xc3\xbcmlaut: {a: '\xe2\x86\x92', b: \xc3\xa4 # \xe2\x86\x90\r\n"
                             "  }\r\n"
                             "rules: [ {name: one} ]";

QString randomText(std::mt19937 &random)
{
    static const QStringList texts{QStringLiteral("v25.10.1"),
                                   QStringLiteral("12.10"),
                                   QStringLiteral("570"),
                                   QStringLiteral("true"),
                                   QStringLiteral("a: b"),
                                   QStringLiteral("it's"),
                                   QStringLiteral("say \"no\" # ok"),
                                   QStringLiteral("~"),
                                   QStringLiteral("# none"),
                                   QStringLiteral("*star"),
                                   QStringLiteral("&and"),
                                   QStringLiteral("[x, y]"),
                                   QStringLiteral("back\\slash"),
                                   QStringLiteral("\u2192 \u00e4"),
                                   QStringLiteral(" blanks "),
                                   QStringLiteral("0x1f"),
                                   QStringLiteral("1_000"),
                                   QStringLiteral("2026-11-22"),
                                   QStringLiteral("v1: "),
                                   QStringLiteral("- dash"),
                                   QStringLiteral("28.39.1002"),
                                   QStringLiteral("%percent"),
                                   QStringLiteral("@at"),
                                   QStringLiteral("<<"),
                                   QStringLiteral("null"),
                                   QStringLiteral("doca3.2.0-25.10-1.2.8.0-2")};
    QString text = texts.at(qsizetype(random() % uint(texts.size())));
    if (random() % 3 == 0)
        text += QString::number(random() % 100);
    return text;
}

} // namespace

class MatrixEditTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneValueChangesOneLine();
    void twoThousandEditsEachChangeTheirLineOnly_data();
    void twoThousandEditsEachChangeTheirLineOnly();
    void whatCannotBeChangedSurelyIsRefused_data();
    void whatCannotBeChangedSurelyIsRefused();
    void aComponentIsAddedInTheEntrysManner();
    void anEntryIsCopiedOntoAnother();
    void aRefusedCopyChangesNothing();
    void thePromotionOfTheSeedMovesItsValuesOnly();
    void aRollbackBringsTheRollbacksValuesBack();
    void aPromotionAndItsRollbackEndWhereTheyBegan();
    void aWalkOfTwoThousandMovesLeavesAllButTheVersionsAsItWas();
    void earlierProductionComesBackFromAnotherDocument();
    void whereNothingMovesNothingIsPromoted();
};

void MatrixEditTest::oneValueChangesOneLine()
{
    MatrixEdit edit = editOf(seed());
    QVERIFY(edit.set(VersionMatrix::canary, {QStringLiteral("gpu_operator")}, QStringLiteral("v25.3.0")));
    QCOMPARE(changedLines(seed(), edit.text()), QList<int>{37});
    QVERIFY(edit.text().contains("      gpu_operator: \"v25.3.0\"  # \xe2\x86\x90 Upgrading this\n"));
    QCOMPARE(edit.changes().size(), 1);
    QCOMPARE(edit.changes().first().before, QStringLiteral("v24.12.0"));
    QVERIFY(edit.set(VersionMatrix::canary, {QStringLiteral("gpu_operator")}, QStringLiteral("v24.12.0")));
    QCOMPARE(edit.text(), seed());
}

void MatrixEditTest::twoThousandEditsEachChangeTheirLineOnly_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("seed") << seed();
    QTest::newRow("many forms") << manyForms;
    QTest::newRow("with a byte order mark") << QByteArray("\xef\xbb\xbf" + manyForms);
}

void MatrixEditTest::twoThousandEditsEachChangeTheirLineOnly()
{
    QFETCH(QByteArray, text);
    std::mt19937 random(20261122);
    MatrixEdit edit = editOf(text);
    for (int round = 0; round < 700; ++round) {
        const QList<MatrixEntry> entries = edit.matrix().entries();
        QVERIFY(!entries.isEmpty());
        const MatrixEntry &entry = entries.at(qsizetype(random() % uint(entries.size())));
        const QList<MatrixValue> values = entry.components + entry.notes;
        const MatrixValue value = values.at(qsizetype(random() % uint(values.size())));
        const QString wish = randomText(random);
        const QByteArray before = edit.text();
        const auto done = edit.set(entry.name, value.path, wish);
        const QString what = QStringLiteral("%1.%2: \"%3\" to \"%4\": %5")
                                 .arg(entry.name, value.name(), value.text, wish,
                                      done ? QString::fromUtf8(edit.text()) : done.error().message);
        QVERIFY2(done.has_value(), qUtf8Printable(what));
        const QList<int> lines = changedLines(before, edit.text());
        QVERIFY2(lines == QList<int>{value.place.line} || (lines.isEmpty() && value.text == wish),
                 qUtf8Printable(what));
        const auto again = VersionMatrix::read(edit.text());
        QVERIFY2(again.has_value(), qUtf8Printable(what));
        for (const MatrixEntry &old : entries) {
            const MatrixEntry *now = again->find(old.name);
            QVERIFY2(now, qUtf8Printable(what));
            for (const MatrixValue &one : old.components + old.notes) {
                const bool isMeant = old.name == entry.name && one.path == value.path;
                QVERIFY2(now->text(one.name()) == (isMeant ? wish : one.text), qUtf8Printable(what));
            }
        }
    }
}

void MatrixEditTest::whatCannotBeChangedSurelyIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const QByteArray &text, const char *why) {
        QTest::newRow(name) << text << QString::fromLatin1(why);
    };
    row("an anchor", "rollback:\n  cuda: &c \"12.6\"\n", "anchor");
    row("an alias", "x: &c '12.6'\nrollback:\n  cuda: *c\n", "alias");
    row("a merge", "x: &x {cuda: '12.6'}\nrollback:\n  <<: *x\n", "merge");
    row("an anchored entry", "rollback: &r\n  cuda: '12.6'\ncanary_testing:\n  <<: *r\n",
        "reach beyond its line");
    row("a block text", "rollback:\n  cuda: |\n    12.6\n", "several lines");
    row("a folded plain text", "rollback:\n  cuda: 12.6\n    and more\n", "reach beyond its line");
    row("quotes over lines", "rollback:\n  cuda: \"12.6\n    more\"\n", "several lines");
    row("a tag", "rollback:\n  cuda: !!str 12.6\n", "tag");
    row("a list", "rollback:\n  cuda: [12.6]\n", "not a single text");
    row("an empty value", "rollback:\n  cuda:\n", "not a single text");
    row("does not exist", "rollback:\n  nccl: '2.1'\n", "does not exist");
    row("a quoted manifest", "kind: ConfigMap\ndata:\n  matrix.yaml: \"rollback: {cuda: '12.6'}\\n\"\n",
        "literal text");
    row("a folded manifest", "kind: ConfigMap\ndata:\n  matrix.yaml: >\n    rollback: {cuda: '12.6'}\n",
        "literal text");
}

void MatrixEditTest::whatCannotBeChangedSurelyIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    MatrixEdit edit = editOf(text);
    const auto done = edit.set(VersionMatrix::rollback, {QStringLiteral("cuda")}, QStringLiteral("12.7"));
    QVERIFY(!done);
    QVERIFY2(done.error().message.contains(why), qUtf8Printable(done.error().message));
    QCOMPARE(edit.text(), text);
    QVERIFY(edit.changes().isEmpty());
}

void MatrixEditTest::aComponentIsAddedInTheEntrysManner()
{
    MatrixEdit edit = editOf(seed());
    QVERIFY(edit.add(VersionMatrix::rollback, QStringLiteral("nccl"), QStringLiteral("2.22.3")));
    QByteArray wanted = seed();
    wanted.replace("      mofed: \"24.04-0.7.0.0\"\n",
                   "      mofed: \"24.04-0.7.0.0\"\n      nccl: \"2.22.3\"\n");
    QCOMPARE(edit.text(), wanted);
    QVERIFY(!edit.add(VersionMatrix::rollback, QStringLiteral("nccl"), QStringLiteral("2.22.3")));
    MatrixEdit last = editOf("rollback:\r\n    cuda: '12.6'  # and no end");
    QVERIFY(last.add(VersionMatrix::rollback, QStringLiteral("nccl"), QStringLiteral("2.22.3")));
    QCOMPARE(last.text(), QByteArray("rollback:\r\n    cuda: '12.6'  # and no end\n    nccl: '2.22.3'"));
    MatrixEdit flow = editOf("rollback: {cuda: '12.6'}\n");
    QVERIFY(!flow.add(VersionMatrix::rollback, QStringLiteral("nccl"), QStringLiteral("2.22.3")));
}

void MatrixEditTest::anEntryIsCopiedOntoAnother()
{
    MatrixEdit edit = editOf(seed());
    const MatrixEntry source = *edit.matrix().find(VersionMatrix::rollback);
    QVERIFY(edit.copyFrom(source, VersionMatrix::canary));
    const MatrixEntry &canary = *edit.matrix().find(VersionMatrix::canary);
    QCOMPARE(canary.text(u"openshift"), QStringLiteral("4.16.20"));
    QCOMPARE(canary.text(u"mofed"), QStringLiteral("24.04-0.7.0.0"));
    QCOMPARE(canary.text(u"nccl"), QStringLiteral("2.23.4"));
    QCOMPARE(canary.text(u"status"), QStringLiteral("canary-testing"));
    QCOMPARE(edit.notes().size(), 1);
    QVERIFY(edit.notes().first().contains(QStringLiteral("nccl")));
    QVERIFY(!edit.copyFrom(source, u"nothing"));
}

void MatrixEditTest::aRefusedCopyChangesNothing()
{
    const QByteArray text = "current_production:\n  cuda: '12.6'\n  nccl: '2.1'\n"
                            "rollback:\n  cuda: '12.5'\n  nccl: |\n    2.0\n";
    MatrixEdit edit = editOf(text);
    const MatrixEntry production = *edit.matrix().find(VersionMatrix::production);
    QVERIFY(!edit.copyFrom(production, VersionMatrix::rollback));
    QCOMPARE(edit.text(), text);
    QVERIFY(edit.changes().isEmpty());
}

void MatrixEditTest::thePromotionOfTheSeedMovesItsValuesOnly()
{
    const auto edit = promoted(editOf(seed()).matrix(), today);
    QVERIFY2(edit.has_value(), edit ? "" : qUtf8Printable(edit.error().message));
    const MatrixEntry &production = *edit->matrix().find(VersionMatrix::production);
    QCOMPARE(production.text(u"gpu_operator"), QStringLiteral("v24.12.0"));
    QCOMPARE(production.text(u"nccl"), QStringLiteral("2.23.4"));
    QCOMPARE(production.text(u"deployed"), QStringLiteral("2026-11-22"));
    QCOMPARE(production.text(u"status"), QStringLiteral("production"));
    const MatrixEntry &rollback = *edit->matrix().find(VersionMatrix::rollback);
    QCOMPARE(rollback.text(u"gpu_operator"), QStringLiteral("v24.9.0"));
    QCOMPARE(rollback.text(u"dcgm"),
             QStringLiteral("3.3.8-3.6.0"));  // moved, so it is needed for the way back
    QVERIFY(!rollback.find(u"firmware_cx7")); // did not move
    // Comments, order and all else stay: taking the new lines away and the old values back gives the seed.
    QByteArray text = edit->text();
    QCOMPARE(text.count('#'), seed().count('#'));
    for (const MatrixChange &change : edit->changes()) {
        const QByteArray line = "      " + change.name.toUtf8() + ": \"" + change.after.toUtf8() + "\"\n";
        if (change.before.isEmpty())
            QVERIFY2(text.contains(line), line.constData());
    }
    QCOMPARE(edit->matrix().find(VersionMatrix::canary)->components,
             editOf(text).matrix().find(VersionMatrix::canary)->components);
    QCOMPARE(text.split('\n').mid(33, 34), seed().split('\n').mid(33, 34)); // canary and planned
    QCOMPARE(edit->notes().size(), 2); // both entries have words of their own
}

void MatrixEditTest::aRollbackBringsTheRollbacksValuesBack()
{
    const auto edit = rolledBack(editOf(seed()).matrix(), today);
    QVERIFY(edit);
    const MatrixEntry &production = *edit->matrix().find(VersionMatrix::production);
    QCOMPARE(production.text(u"openshift"), QStringLiteral("4.16.20"));
    QCOMPARE(production.text(u"gpu_driver"), QStringLiteral("555.42.06"));
    QCOMPARE(production.text(u"nccl"), QStringLiteral("2.22.3"));
    QCOMPARE(changedLines(seed(), edit->text()), (QList<int>{16, 18, 19, 20, 21, 22, 31}));
}

void MatrixEditTest::aPromotionAndItsRollbackEndWhereTheyBegan()
{
    const VersionMatrix before = editOf(seed()).matrix();
    const auto there = promoted(before, today);
    QVERIFY(there);
    const auto back = rolledBack(there->matrix(), today);
    QVERIFY(back);
    const auto differences = matrixDifferences(*before.find(VersionMatrix::production),
                                               *back->matrix().find(VersionMatrix::production));
    QVERIFY(differences.isEmpty());
    QVERIFY(!rolledBack(back->matrix(), today)); // once
}

/// Promotions and rollbacks as they come: what is no version stays as somebody wrote it.
void MatrixEditTest::aWalkOfTwoThousandMovesLeavesAllButTheVersionsAsItWas()
{
    QByteArray text =
        "# what runs\ncurrent_production:   # now\n  gpu_operator:   'v25.3.4'   # one\n"
        "\n  gpu_driver: \"570.148.08\"\n  cuda: 12.8.1\t# two\n  status: production\n"
        "canary_testing:\n  cuda:    '12.8.1'\n  # first the driver\n"
        "  gpu_driver:  580.82.07\n  gpu_operator: \"v25.3.4\" # same\n"
        "rollback: { gpu_operator: v25.3.2 , gpu_driver: \"570.124.06\", cuda: 12.6.1 } # back\n";
    const auto withoutVersions = [](QByteArray all) {
        static const QRegularExpression version(QStringLiteral("['\"]?v?[0-9]+\\.[0-9]+\\.[0-9]+['\"]?"));
        return QString::fromUtf8(all).replace(version, QStringLiteral("V"));
    };
    const auto valuesOf = [](const VersionMatrix &matrix, QStringView entry) {
        QStringList values;
        for (const char16_t *name : {u"gpu_operator", u"gpu_driver", u"cuda"})
            values.append(matrix.find(entry)->text(QStringView(name)));
        return values;
    };
    const QString form = withoutVersions(text);
    std::mt19937 random(20261122);
    const QStringList names{QStringLiteral("gpu_operator"), QStringLiteral("gpu_driver"),
                            QStringLiteral("cuda")};
    qsizetype moves = 0;
    while (moves < 2000) {
        MatrixEdit wish = editOf(text);
        const QString version =
            QStringLiteral("%1.%2.%3").arg(random() % 30).arg(random() % 30).arg(random() % 30);
        QVERIFY(wish.set(VersionMatrix::canary, {names.at(qsizetype(random() % 3))}, version));
        const VersionMatrix before = editOf(wish.text()).matrix();
        const auto there = promoted(before, today);
        if (!there && there.error().code == Error::Code::Invalid)
            continue; // it is what runs
        QVERIFY(there);
        const VersionMatrix now = editOf(there->text()).matrix();
        QCOMPARE(valuesOf(now, VersionMatrix::production), valuesOf(before, VersionMatrix::canary));
        QCOMPARE(valuesOf(now, VersionMatrix::rollback), valuesOf(before, VersionMatrix::production));
        QCOMPARE(withoutVersions(there->text()), form);
        moves += 1 + there->changes().size();
        text = there->text();
        if (random() % 2 == 0)
            continue;
        const auto back = rolledBack(now, today);
        QVERIFY(back);
        QCOMPARE(valuesOf(editOf(back->text()).matrix(), VersionMatrix::production),
                 valuesOf(before, VersionMatrix::production));
        QCOMPARE(withoutVersions(back->text()), form);
        moves += back->changes().size();
        text = back->text();
    }
}

void MatrixEditTest::earlierProductionComesBackFromAnotherDocument()
{
    const VersionMatrix earlier = editOf(seed()).matrix();
    const auto there = promoted(earlier, today);
    QVERIFY(there);
    const auto back = rolledBackTo(there->matrix(), earlier, today.addDays(1));
    QVERIFY(back);
    QCOMPARE(back->matrix().find(VersionMatrix::production)->text(u"gpu_operator"),
             QStringLiteral("v24.9.0"));
    QCOMPARE(back->matrix().find(VersionMatrix::production)->text(u"deployed"), QStringLiteral("2026-11-23"));
}

void MatrixEditTest::whereNothingMovesNothingIsPromoted()
{
    const auto same = editOf("current_production: {cuda: '1.2'}\ncanary_testing: {cuda: '1.2'}\n").matrix();
    QVERIFY(promoted(same, today).error().code == Error::Code::NotFound);
    const auto none = editOf("current_production: {cuda: '1.2'}\n").matrix();
    QVERIFY(promoted(none, today).error().code == Error::Code::NotFound);
    QVERIFY(rolledBack(none, today).error().code == Error::Code::NotFound);
    const auto edit = promoted(
        editOf("current_production: {cuda: '1.2'}\ncanary_testing: {cuda: '1.3'}\n").matrix(), today);
    QVERIFY(edit);
    QCOMPARE(edit->notes().size(), 1); // no rollback entry
}

#include "tst_matrix_edit.moc"
} // namespace tst_matrix_edit

CHARTROOM_TEST(tst_matrix_edit, MatrixEditTest)
