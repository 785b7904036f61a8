// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "core/helm/helm_number.h"
#include "core/outcomes/helm_values.h"
#include "tests/integration/helm_oracle.h"
#include "tests/support/chart_generator.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_helm_values_oracle {

namespace {

/// What Helm has against what Chartroom has, a few paths of it.
QString differences(const Value &helms, const Value &ours)
{
    QStringList out;
    const QList<ValueChange> changes = diffValues(helms, ours).mid(0, 5);
    for (const ValueChange &change : changes)
        out.append(change.path + u": "_s + QString::fromUtf8(writeJson(change.before, 0)).left(200) +
                   u" -> "_s + QString::fromUtf8(writeJson(change.after, 0)).left(200));
    return out.join(u"; "_s);
}

/// A release of a generated chart and upgrades of it: next version and back, three strategies, with edits and
/// without.
OracleQuestion generated(quint32 seed)
{
    ChartGenerator generator(seed);
    OracleQuestion question;
    question.from = generator.chart();
    question.userValues = generator.userValues(question.from);
    const Chart next = generator.nextVersion(question.from);
    const Chart other = generator.nextVersion(next);
    if (seed % 3 == 0)
        question.before.append({next, generator.userValues(next), allStrategies[seed / 3 % 3]});
    for (const Chart &to : {next, other, question.from}) {
        for (const Strategy strategy : allStrategies) {
            question.upgrades.append({to, Value(Value::Map()), strategy});
            question.upgrades.append({to, generator.userValues(to), strategy});
        }
    }
    return question;
}

} // namespace

/// Charts and values from a generator, through Helm's own packages and through Chartroom's.
class TestHelmValuesOracle final : public QObject
{
    Q_OBJECT

private slots:
    void generatedUpgradesComeOutAsHelmMakesThem_data()
    {
        QTest::addColumn<int>("major");
        QTest::newRow("helm 3") << 3;
        QTest::newRow("helm 4") << 4;
    }

    void generatedUpgradesComeOutAsHelmMakesThem()
    {
        QFETCH(const int, major);
        constexpr quint32 releases = 250;
        QList<OracleQuestion> questions;
        for (quint32 seed = 1; seed <= releases; ++seed)
            questions.append(generated(seed));
        QElapsedTimer timer;
        timer.start();
        const QList<OracleAnswers> answers = askHelm(major, questions);
        qInfo("asked in %lld ms", timer.restart());
        QCOMPARE(answers.size(), questions.size());
        int compared = 0;
        int refused = 0;
        int wrong = 0;
        for (qsizetype i = 0; i < questions.size(); ++i) {
            const OracleQuestion &question = questions.at(i);
            const OracleAnswers &answer = answers.at(i);
            if (!answer.installed.error.isEmpty()) {
                ++refused;
                continue;
            }
            InstalledValues installed;
            installed.chart.metadata.name = question.from.metadata.name;
            installed.chart.values = answer.installed.chartValues;
            installed.userValues = answer.installed.config;
            for (qsizetype u = 0; u < question.upgrades.size(); ++u) {
                const OracleUpgrade &upgrade = question.upgrades.at(u);
                const OracleAnswer &helms = answer.upgrades.at(u);
                const HelmUpgrade ours = helmUpgrade(installed, upgrade.to, helmNumbers(upgrade.edits),
                                                     upgrade.strategy, {{}, major});
                ++compared;
                refused += int(!helms.error.isEmpty());
                const bool same = helms.error.isEmpty() == ours.problem.message.isEmpty() &&
                                  (!helms.error.isEmpty() ||
                                   (helms.config == ours.stored && helms.computed == ours.computed &&
                                    helms.chartValues == ours.chart.values));
                if (same)
                    continue;
                if (++wrong <= 5) {
                    qWarning().noquote()
                        << "seed" << i + 1 << "upgrade" << u << strategyText(upgrade.strategy)
                        << "\nhelm:" << helms.error.left(300) << "\nours:" << ours.problem.message
                        << "\nconfig" << differences(helms.config, ours.stored) << "\ncomputed"
                        << differences(helms.computed, ours.computed) << "\nchart"
                        << differences(helms.chartValues, ours.chart.values);
                }
            }
        }
        qInfo("computed in %lld ms", timer.elapsed());
        qInfo("helm %d: %d upgrades compared, %d refused by Helm", major, compared, refused);
        QCOMPARE(wrong, 0);
        QVERIFY(compared > 3000);
        QVERIFY(refused * 5 < compared);
    }
};

#include "tst_helm_values_oracle.moc"
} // namespace tst_helm_values_oracle

CHARTROOM_TEST(tst_helm_values_oracle, TestHelmValuesOracle)
