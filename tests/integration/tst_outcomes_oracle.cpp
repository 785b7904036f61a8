// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "core/helm/helm_number.h"
#include "core/outcomes/helm_values.h"
#include "tests/integration/helm_command.h"
#include "tests/support/chart_generator.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QtConcurrentMap>

#include <algorithm>
#include <numeric>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_outcomes_oracle {

namespace {

/// Versions of one chart, oldest first.
using Versions = QList<ProbeChart>;

QString differences(const char *what, const Value &helms, const Value &ours)
{
    QString out;
    const QList<ValueChange> changes = diffValues(helms, ours).mid(0, 4);
    for (const ValueChange &change : changes)
        out += QLatin1String(what) + u' ' + change.path + u": helm "_s +
               QString::fromUtf8(writeJson(change.before, 0)).left(120) + u", chartroom "_s +
               QString::fromUtf8(writeJson(change.after, 0)).left(120) + u'\n';
    return out;
}

/// Empty when Chartroom says what Helm says.
QString disagreement(const OracleAnswer &helms, const Outcome &ours)
{
    if (helms.error.isEmpty() != ours.problem.message.isEmpty())
        return u"helm: %1\nchartroom: %2\n"_s.arg(helms.error.left(500), ours.problem.message);
    if (!helms.error.isEmpty())
        return {};
    return differences("config", helms.config, ours.stored) +
           differences("computed", helms.computed, ours.computed);
}

/// What one release is asked: to each target with each strategy.
struct CommandCase
{
    QString name;
    int helmMajor = 4;
    ProbeChart from;
    Value userValues;
    QList<ProbeChart> targets;
    Value edits;
};

struct CommandResult
{
    int asked = 0;
    int refused = 0;
    QStringList wrong;
};

} // namespace

/// The three outcomes against Helm itself: its packages for every chart of the sandbox and every pair of its
/// versions with forty sets of values, the command line and a real API server for every pair with one set,
/// and for a chart with sub-charts, conditions, tags, imports and a schema with forty.
class TestOutcomesOracle final : public QObject
{
    Q_OBJECT

    static constexpr int sets = 40;

    CommandResult ask(const CommandCase &asked) const
    {
        const HelmRelease release{&*m_sandbox, asked.helmMajor, asked.name, m_folder.path() + u"/values"_s};
        const auto installed = release.install(asked.from, asked.userValues);
        CommandResult result;
        if (!installed) {
            ++result.refused;
            return result;
        }
        for (const ProbeChart &target : asked.targets) {
            const Outcomes ours =
                outcomes(*installed, target.chart, helmNumbers(asked.edits), {{}, asked.helmMajor});
            for (const Strategy strategy : allStrategies) {
                const OracleAnswer helms = release.dryRun(target, asked.edits, strategy);
                ++result.asked;
                result.refused += int(!helms.error.isEmpty());
                const QString wrong = disagreement(helms, ours.of(strategy));
                if (!wrong.isEmpty())
                    result.wrong.append(asked.name + u" to "_s + target.chart.metadata.version + u' ' +
                                        strategyText(strategy) + u'\n' + wrong);
            }
        }
        return result;
    }

    /// Two processes at a time.
    void askAll(const QList<CommandCase> &cases, int least) const
    {
        QThreadPool pool;
        pool.setMaxThreadCount(2);
        const auto results = QtConcurrent::blockingMapped<QList<CommandResult>>(
            &pool, cases, [this](const CommandCase &asked) { return ask(asked); });
        CommandResult all;
        for (const CommandResult &result : results) {
            all.asked += result.asked;
            all.refused += result.refused;
            all.wrong += result.wrong;
        }
        qInfo("%d upgrades asked, %d refused by Helm", all.asked, all.refused);
        QVERIFY2(all.wrong.isEmpty(), qPrintable(QString::number(all.wrong.size()) + u" differ:\n"_s +
                                                 all.wrong.mid(0, 3).join(u'\n')));
        QVERIFY2(all.asked >= least, qPrintable(QString::number(all.asked)));
        QVERIFY(all.refused * 3 < all.asked);
    }

    /// Whether a chart of the tree has a value of its own, no map, where a sub-chart's values belong: Helm
    /// installs no such chart.
    [[nodiscard]] static bool clashes(const Chart &chart)
    {
        const Value::Map values = chart.values.map();
        const auto isNoMap = [&](const QString &key) { return values.contains(key) && !values[key].isMap(); };
        const auto &named = chart.metadata.dependencies;
        return std::any_of(named.cbegin(), named.cend(),
                           [&](const ChartDependency &dependency) {
                               return isNoMap(dependency.name) || isNoMap(dependency.alias);
                           }) ||
               std::any_of(chart.dependencies.cbegin(), chart.dependencies.cend(), [&](const Chart &inner) {
                   return isNoMap(inner.metadata.name) || clashes(inner);
               });
    }

    /// The chart of the forty sets, two versions of it.
    [[nodiscard]] static Chart richChart()
    {
        for (quint32 seed = 1;; ++seed) {
            Chart chart = ChartGenerator(seed).chart();
            int imports = 0;
            for (const ChartDependency &dependency : chart.metadata.dependencies)
                imports += int(!dependency.importValues.isEmpty() && !dependency.alias.isEmpty() &&
                               !dependency.condition.isEmpty());
            if (clashes(chart) || imports < 1 || chart.metadata.dependencies.size() < 3 ||
                chart.values.map().size() < 4)
                continue;
            chart.metadata.name = u"rich"_s;
            chart.schema = R"({"properties": {"a": {"type": ["object", "string", "boolean", "null", "array"]},
                               "b": {"not": {"type": "string", "pattern": "^v[0-9]"}}}})";
            return chart;
        }
    }

private slots:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox);
        QVERIFY(m_folder.isValid());
        QList<std::pair<QString, QString>> wanted;
        const QDir charts(QString::fromUtf8(CHARTROOM_SANDBOX_FOLDER) + u"/charts"_s);
        for (const QString &name : charts.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile file(charts.filePath(name) + u"/chart.yaml"_s);
            if (!file.open(QIODevice::ReadOnly))
                continue;
            const auto chart = readYaml(file.readAll());
            QVERIFY2(chart, qPrintable(chart ? QString() : chart.error().message));
            for (const Value &version : chart->at({u"versions"_s}).list())
                wanted.append({name, version.at({u"version"_s}).toString()});
        }
        QThreadPool pool;
        pool.setMaxThreadCount(2);
        const auto pulled = QtConcurrent::blockingMapped<QList<std::optional<ProbeChart>>>(
            &pool, wanted, [this](const std::pair<QString, QString> &chart) {
                return pullProbe(*m_sandbox, chart.first, chart.second,
                                 m_folder.path() + u'/' + chart.first + u'-' + chart.second);
            });
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            QVERIFY2(pulled.at(i), qPrintable(wanted.at(i).first + u' ' + wanted.at(i).second));
            m_charts[wanted.at(i).first].append(*pulled.at(i));
        }
        QVERIFY(m_charts.size() >= 13);
        qInfo("%lld charts in %lld versions", qlonglong(m_charts.size()), qlonglong(wanted.size()));
    }

    void cleanupTestCase() { QVERIFY(!m_sandbox || m_sandbox->removeNamespaces({u"outcomes"_s})); }

    void everyPairOfVersionsComesOutAsHelmsPackagesMakeIt_data()
    {
        QTest::addColumn<int>("major");
        QTest::newRow("helm 3") << 3;
        QTest::newRow("helm 4") << 4;
    }

    void everyPairOfVersionsComesOutAsHelmsPackagesMakeIt()
    {
        QFETCH(const int, major);
        QElapsedTimer timer;
        timer.start();
        QList<OracleQuestion> questions;
        quint32 seed = 0;
        for (const Versions &versions : std::as_const(m_charts)) {
            for (const ProbeChart &from : versions) {
                for (int set = 0; set < sets; ++set) {
                    ChartGenerator generator(++seed);
                    OracleQuestion question{from.chart, generator.userValues(from.chart), {}, {}};
                    for (const ProbeChart &to : versions) {
                        if (to.chart.metadata.version == from.chart.metadata.version)
                            continue;
                        const Value edits = set % 2 ? generator.userValues(to.chart) : Value(Value::Map());
                        for (const Strategy strategy : allStrategies)
                            question.upgrades.append({to.chart, edits, strategy});
                    }
                    questions.append(question);
                }
            }
        }
        const QList<OracleAnswers> answers = askHelm(major, questions);
        QCOMPARE(answers.size(), questions.size());
        qInfo("Helm's answers after %lld ms", timer.elapsed());
        QList<qsizetype> all(questions.size());
        std::iota(all.begin(), all.end(), 0);
        const auto results = QtConcurrent::blockingMapped<QList<CommandResult>>(
            all, [&](qsizetype i) { return compared(questions.at(i), answers.at(i), major); });
        CommandResult sum;
        for (const CommandResult &result : results) {
            sum.asked += result.asked;
            sum.refused += result.refused;
            sum.wrong += result.wrong;
        }
        qInfo("helm %d: %d upgrades compared, %d refused by Helm, %lld ms", major, sum.asked, sum.refused,
              timer.elapsed());
        QVERIFY2(sum.wrong.isEmpty(), qPrintable(QString::number(sum.wrong.size()) + u" differ:\n"_s +
                                                 sum.wrong.mid(0, 3).join(u'\n')));
        QVERIFY(sum.asked > 100 * sets);
        QVERIFY(sum.refused * 3 < sum.asked);
    }

    void everyPairOfVersionsComesOutAsTheCommandLineMakesIt()
    {
        QList<CommandCase> cases;
        quint32 seed = 5000;
        int pairs = 0;
        for (auto chart = m_charts.cbegin(); chart != m_charts.cend(); ++chart) {
            for (qsizetype from = 0; from < chart->size(); ++from) {
                const QList<ProbeChart> newer = chart->mid(from + 1);
                if (newer.isEmpty())
                    continue;
                pairs += int(newer.size());
                for (const int major : {3, 4}) {
                    ChartGenerator generator(++seed);
                    const Value user = generator.userValues(chart->at(from).chart);
                    const Value edits =
                        seed % 2 ? generator.userValues(newer.last().chart) : Value(Value::Map());
                    cases.append({u"pair-%1"_s.arg(seed), major, chart->at(from), user, newer, edits});
                }
            }
        }
        askAll(cases, pairs * 5); // of six: a few sets are refused at the installation
    }

    void fortySetsOfValuesComeOutAsTheCommandLineMakesThem()
    {
        const Chart first = richChart();
        Chart second = ChartGenerator(77).nextVersion(first);
        second.schema = first.schema;
        const auto from = writeProbe(first, m_folder.path() + u"/rich-1"_s);
        const auto to = writeProbe(second, m_folder.path() + u"/rich-2"_s);
        QVERIFY(from && to);
        QList<CommandCase> cases;
        for (int set = 0; set < sets; ++set) {
            for (const int major : {3, 4}) {
                ChartGenerator generator(quint32(9000 + set));
                const Value user = generator.userValues(first);
                const Value edits = set % 3 == 0 ? generator.userValues(second) : Value(Value::Map());
                cases.append({u"rich-%1-%2"_s.arg(major).arg(set), major, *from, user, {*to}, edits});
            }
        }
        askAll(cases, sets * 2 * 2);
    }

private:
    static CommandResult compared(const OracleQuestion &question, const OracleAnswers &answer, int major)
    {
        CommandResult result;
        if (!answer.installed.error.isEmpty()) {
            ++result.refused;
            return result;
        }
        InstalledValues installed;
        installed.chart.metadata = question.from.metadata;
        installed.chart.values = answer.installed.chartValues;
        installed.userValues = answer.installed.config;
        for (qsizetype u = 0; u < question.upgrades.size(); ++u) {
            const OracleUpgrade &upgrade = question.upgrades.at(u);
            const HelmUpgrade ours =
                helmUpgrade(installed, upgrade.to, helmNumbers(upgrade.edits), upgrade.strategy, {{}, major});
            const OracleAnswer &helms = answer.upgrades.at(u);
            ++result.asked;
            result.refused += int(!helms.error.isEmpty());
            const QString wrong =
                disagreement(helms, {upgrade.strategy, ours.stored, ours.computed, {}, {}, ours.problem}) +
                (helms.error.isEmpty() ? differences("chart", helms.chartValues, ours.chart.values)
                                       : QString());
            if (!wrong.isEmpty())
                result.wrong.append(question.from.metadata.name + u' ' + question.from.metadata.version +
                                    u" to "_s + upgrade.to.metadata.version + u' ' +
                                    strategyText(upgrade.strategy) + u'\n' + wrong);
        }
        return result;
    }

    std::optional<Sandbox> m_sandbox;
    QTemporaryDir m_folder;
    QMap<QString, Versions> m_charts;
};

#include "tst_outcomes_oracle.moc"
} // namespace tst_outcomes_oracle

CHARTROOM_TEST(tst_outcomes_oracle, TestOutcomesOracle)
