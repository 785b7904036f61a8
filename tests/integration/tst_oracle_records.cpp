// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/chart.h"
#include "core/helm/helm_number.h"
#include "core/helm/stored_record.h"
#include "tests/integration/input_oracle.h"
#include "tests/support/record_generator.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_oracle_records {

namespace {

Value text(const QString &value)
{
    return Value(value);
}

Value written(const RecordInput &input)
{
    return Value(Value::Map{
        {u"storage"_s, text(input.storage == ReleaseStorage::Secret ? u"secret"_s : u"configmap"_s)},
        {u"data"_s, partOf(input.data)}});
}

RecordInput read(const Value &corpus)
{
    return {corpus.at({u"storage"_s}).toString() == u"secret" ? ReleaseStorage::Secret
                                                              : ReleaseStorage::ConfigMap,
            bytesOf(corpus.at({u"data"_s}))};
}

/// The object as the API server answers it.
QByteArray objectOf(const RecordInput &input)
{
    return writeJson(
        Value(
            Value::Map{{u"metadata"_s, Value(Value::Map{{u"name"_s, text(u"sh.helm.release.v1.x.v1"_s)}})},
                       {u"data"_s, Value(Value::Map{{u"release"_s, text(QString::fromUtf8(input.data))}})}}),
        0);
}

Value question(const RecordInput &input, int major)
{
    return Value(Value::Map{{u"sort"_s, text(u"record"_s + QString::number(major))},
                            {u"storage"_s, written(input).at({u"storage"_s})},
                            {u"object"_s, inBase64(objectOf(input))}});
}

QString momentOf(const QDateTime &moment)
{
    return moment.isNull() ? QString() : moment.toUTC().toString(u"yyyy-MM-ddThh:mm:ss.zzzZ"_s);
}

Value hookNames(const Value &hooks)
{
    Value::List names;
    for (const Value &hook : hooks.list())
        names.append(hook.isString() ? readJson(hook.toString().toUtf8()).value_or(Value()).at({u"name"_s})
                                     : hook.at({u"name"_s}));
    return Value(names);
}

/// What Chartroom makes of it, in the oracle's words.
Result<Value> reading(const RecordInput &input)
{
    const StoredRecord stored = readStoredRecord(objectOf(input), input.storage);
    if (!stored.record)
        return tl::make_unexpected(stored.record.error());
    const ReleaseRecord &record = *stored.record;
    const Result<Chart> chart = chartOfRecord(record);
    if (!chart)
        return tl::make_unexpected(chart.error());
    Value::List sources;
    for (const QString &source : record.chartSources)
        sources.append(text(source));
    const Value hooks = readJson(record.hooksJson).value_or(Value());
    return Value(Value::Map{{u"name"_s, text(record.name)},
                            {u"namespace"_s, text(record.namespaceName)},
                            {u"version"_s, Value(Value::Number{QString::number(record.revision)})},
                            {u"status"_s, text(record.statusText)},
                            {u"description"_s, text(record.description)},
                            {u"notes"_s, text(record.notes)},
                            {u"firstDeployed"_s, text(momentOf(record.firstDeployed))},
                            {u"lastDeployed"_s, text(momentOf(record.lastDeployed))},
                            {u"chartName"_s, text(record.chartName)},
                            {u"chartVersion"_s, text(record.chartVersion)},
                            {u"appVersion"_s, text(record.appVersion)},
                            {u"home"_s, text(record.chartHome)},
                            {u"icon"_s, text(record.chartIcon)},
                            {u"sources"_s, Value(sources)},
                            {u"deprecated"_s, Value(record.chartDeprecated)},
                            {u"applyMethod"_s, text(record.applyMethod)},
                            {u"manifest"_s, text(QString::fromUtf8(record.manifest))},
                            {u"config"_s, record.userValues},
                            {u"chartValues"_s, chart->values},
                            {u"hooks"_s, hookNames(hooks)}});
}

/// Helm's answer with what is null there written as empty.
Value told(const Value &release, int major)
{
    Value::Map map = release.map();
    for (const QString &key : {u"config"_s, u"chartValues"_s}) {
        if (!map.value(key).isMap())
            map.insert(key, Value(Value::Map()));
    }
    if (map.value(u"sources"_s).isNull())
        map.insert(u"sources"_s, Value(Value::List()));
    map.insert(u"hooks"_s, hookNames(map.value(u"hooks"_s)));
    map.remove(u"labels"_s);
    if (major == 3)
        map.remove(u"applyMethod"_s); // Helm 3 does not know the field
    return Value(map);
}

/// A record that is null: Helm reads a release without a name, Chartroom none.
bool isNothing(const Value &release)
{
    const Value::Map &fields = release.map();
    return std::all_of(fields.cbegin(), fields.cend(), [](const Value &field) {
        return field == Value(QString()) || field == Value(Value::Number{u"0"_s}) || field == Value(false) ||
               field == Value(Value::List()) || field == Value(Value::Map());
    });
}

/// Helm reads a revision of 64 bits with a sign; it writes 1 and up. Chartroom refuses what is no revision.
bool isNoRevision(const Value &release)
{
    bool fits = false;
    const qlonglong revision = release.at({u"version"_s}).scalarText().toLongLong(&fits);
    return fits && (revision < 0 || revision > std::numeric_limits<int>::max());
}

/// Empty when both say the same.
QString difference(const Value &helms, const RecordInput &input, int major)
{
    const QString error = helms.at({u"error"_s}).toString();
    const Result<Value> ours = reading(input);
    if (!error.isEmpty())
        return ours ? u"helm refuses: "_s + error : QString();
    const Value release = told(helms.at({u"release"_s}), major);
    if (!ours)
        return isNoRevision(release) || isNothing(release) ? refusedOnPurpose
                                                           : u"chartroom refuses: "_s + ours.error().message;
    Value::Map own = ours->map();
    if (major == 3)
        own.remove(u"applyMethod"_s);
    for (auto entry = own.cbegin(); entry != own.cend(); ++entry) {
        if (const QString said = valueDifference(release.at({entry.key()}), *entry); !said.isEmpty())
            return entry.key() + u": "_s + said;
    }
    return {};
}

} // namespace

/// Release records, through the storage drivers of Helm and through Chartroom's reader.
class TestOracleRecords final : public QObject
{
    Q_OBJECT

    static void compare(int major, const QList<RecordInput> &inputs, const char *what)
    {
        QList<Value> questions;
        for (const RecordInput &input : inputs)
            questions.append(question(input, major));
        const QList<Value> answers = askOracle(questions);
        QCOMPARE(answers.size(), inputs.size());
        OracleTally tally(u"records"_s);
        for (qsizetype i = 0; i < inputs.size(); ++i)
            tally.add(answers.at(i), difference(answers.at(i), inputs.at(i), major), written(inputs.at(i)));
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
    void recordsThatOnceDifferedAreReadAsHelmReadsThem_data() { majors(); }
    void recordsThatOnceDifferedAreReadAsHelmReadsThem()
    {
        QFETCH(const int, major);
        QList<RecordInput> inputs;
        for (const CorpusInput &kept : corpusOf(u"records"_s))
            inputs.append(read(kept.input));
        QVERIFY(!inputs.isEmpty());
        compare(major, inputs, "corpus of records");
    }

    void generatedRecordsAreReadAsHelmReadsThem_data() { majors(); }
    void generatedRecordsAreReadAsHelmReadsThem()
    {
        QFETCH(const int, major);
        const quint32 seed = propertySeed();
        QList<RecordInput> inputs;
        for (int i = 0; i < propertyInputs(); ++i)
            inputs.append(RecordGenerator(seed * 1'000'000 + quint32(i)).record());
        compare(major, inputs, "generated records");
    }
};

#include "tst_oracle_records.moc"
} // namespace tst_oracle_records

CHARTROOM_TEST(tst_oracle_records, TestOracleRecords)
