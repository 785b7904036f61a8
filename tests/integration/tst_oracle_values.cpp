// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/chart_archive.h"
#include "core/helm/values_file.h"
#include "tests/integration/input_oracle.h"
#include "tests/support/tar_sample.h"
#include "tests/support/test_main.h"
#include "tests/support/yaml_generator.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_oracle_values {

namespace {

/// Values files in the order of -f, and the values.yaml of a chart.
struct ValuesInput
{
    QByteArrayList files;
    QByteArray chartValues;
};

Value written(const ValuesInput &input)
{
    Value::List files;
    for (const QByteArray &file : input.files)
        files.append(partOf(file));
    return Value(Value::Map{{u"files"_s, Value(files)}, {u"chart"_s, partOf(input.chartValues)}});
}

ValuesInput read(const Value &corpus)
{
    ValuesInput input;
    for (const Value &file : corpus.at({u"files"_s}).list())
        input.files.append(bytesOf(file));
    input.chartValues = bytesOf(corpus.at({u"chart"_s}));
    return input;
}

/// Half of the inputs are a chart alone, half are one or two values files: of a refused one nothing else is
/// compared.
ValuesInput generated(quint32 seed)
{
    YamlGenerator generator(seed);
    if (seed % 2)
        return {{}, generator.valuesFile()};
    ValuesInput input{{generator.valuesFile()}, {}};
    if (seed % 8 == 0)
        input.files.append(generator.valuesFile());
    return input;
}

QByteArray archive(const ValuesInput &input)
{
    return chartSample("probe", "1.0.0", input.chartValues);
}

Value question(const ValuesInput &input, int major)
{
    Value::List files;
    for (const QByteArray &file : input.files)
        files.append(inBase64(file));
    return Value(Value::Map{{u"sort"_s, Value(u"values"_s + QString::number(major))},
                            {u"files"_s, Value(files)},
                            {u"chart"_s, inBase64(archive(input))}});
}

/// What Chartroom makes of it, or its error's sentence.
struct Reading
{
    Value values;
    Value chartValues;
    QString error;
    bool isChartRefused = false;
};

/// Of keys such as 1 and "1" Helm uses either, another one in each run; Chartroom refuses them.
const QString useEither = u"use either at random"_s;

/// Chartroom reads a file to its end and refuses one with control characters; Helm 3 stops after the first
/// document.
bool hasControlCharacters(const ValuesInput &input)
{
    const QByteArrayList texts = QByteArrayList{input.chartValues} + input.files;
    return std::any_of(texts.cbegin(), texts.cend(), [](const QByteArray &bytes) {
        const QString text = QString::fromUtf8(bytes);
        return std::any_of(text.cbegin(), text.cend(), [](QChar c) {
            return c.category() == QChar::Other_Control && c != u'\t' && c != u'\n' && c != u'\r' &&
                   c != u'\u0085';
        });
    });
}

Reading reading(const ValuesInput &input, int major)
{
    Value::Map merged;
    for (const QByteArray &file : input.files) {
        const Result<Value> one = readValuesFile(file, major);
        if (!one)
            return {{}, {}, one.error().message};
        merged = mergedValues(merged, one->map());
    }
    const Result<Chart> chart = readChartArchive(archive(input));
    if (!chart)
        return {{}, {}, chart.error().message, true};
    if (major >= 4 && chart->laterProblem)
        return {{}, {}, chart->laterProblem->message};
    return {Value(merged), chart->valuesFor(major), {}};
}

Value mapIn(const Value &answer, const QString &key)
{
    const Value found = answer.at({key});
    return found.isMap() ? found : Value(Value::Map());
}

/// Empty when both say the same. A chart is read once for both majors: it is refused when either refuses it,
/// which is `refusedByOther`.
QString difference(const Value &helms, bool refusedByOther, const ValuesInput &input, const Reading &ours)
{
    const QString error = helms.at({u"error"_s}).toString();
    if (!error.isEmpty() && !ours.error.isEmpty())
        return {};
    if (!error.isEmpty())
        return u"helm refuses: "_s + error;
    if (!ours.error.isEmpty()) {
        const bool isRule = (ours.isChartRefused && refusedByOther) || ours.error.contains(useEither) ||
                            (ours.error.contains(u"control character") && hasControlCharacters(input));
        return isRule ? refusedOnPurpose : u"chartroom refuses: "_s + ours.error;
    }
    for (const auto &[key, own] :
         {std::pair(u"values"_s, ours.values), std::pair(u"chartValues"_s, ours.chartValues)}) {
        if (const QString said = valueDifference(mapIn(helms, key), own); !said.isEmpty())
            return key + u": "_s + said;
    }
    return {};
}

} // namespace

/// Values files and charts, through Helm's own packages and through Chartroom's.
class TestOracleValues final : public QObject
{
    Q_OBJECT

    static void compare(int major, const QList<ValuesInput> &inputs, const char *what)
    {
        QList<Value> questions;
        for (const int asked : {major, 7 - major}) {
            for (const ValuesInput &input : inputs)
                questions.append(question(input, asked));
        }
        const QList<Value> answers = askOracle(questions);
        QCOMPARE(answers.size(), questions.size());
        OracleTally tally(u"values"_s);
        for (qsizetype i = 0; i < inputs.size(); ++i)
            tally.add(answers.at(i),
                      difference(answers.at(i), !answers.at(inputs.size() + i).at({u"error"_s}).isNull(),
                                 inputs.at(i), reading(inputs.at(i), major)),
                      written(inputs.at(i)));
        QVERIFY2(tally.isEqual(u"%1, helm %2"_s.arg(QLatin1String(what)).arg(major)),
                 tally.report().constData());
    }

    static void majors()
    {
        QTest::addColumn<int>("major");
        QTest::newRow("helm 3") << 3;
        QTest::newRow("helm 4") << 4;
    }

private slots:
    void valuesThatOnceDifferedAreReadAsHelmReadsThem_data() { majors(); }
    void valuesThatOnceDifferedAreReadAsHelmReadsThem()
    {
        QFETCH(const int, major);
        QList<ValuesInput> inputs;
        for (const CorpusInput &kept : corpusOf(u"values"_s))
            inputs.append(read(kept.input));
        QVERIFY(!inputs.isEmpty());
        compare(major, inputs, "corpus of values");
    }

    void generatedValuesAreReadAsHelmReadsThem_data() { majors(); }
    void generatedValuesAreReadAsHelmReadsThem()
    {
        QFETCH(const int, major);
        const quint32 seed = propertySeed();
        QList<ValuesInput> inputs;
        for (int i = 0; i < propertyInputs(); ++i)
            inputs.append(generated(seed * 1'000'000 + quint32(i)));
        compare(major, inputs, "generated values");
    }
};

#include "tst_oracle_values.moc"
} // namespace tst_oracle_values

CHARTROOM_TEST(tst_oracle_values, TestOracleValues)
