// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/helm/base64.h"
#include "core/helm/release_record.h"
#include "tests/support/invariants.h"
#include "tests/support/release_builder.h"
#include "tests/support/test_main.h"

#include <QJsonObject>
#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_release_record {

class ReleaseRecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSecretsRecordIsReadInFull()
    {
        ReleaseBuilder builder;
        builder.revision = 7;
        builder.templateBytes = 50'000;
        builder.userValues = {{u"driver"_s, QJsonObject{{u"version"_s, u"580.95.05"_s}}}};
        builder.hooks = {QJsonObject{{u"name"_s, u"crds"_s}}};
        const auto record = decodeRelease(builder.dataRelease(), ReleaseStorage::Secret);
        QVERIFY2(record, record ? "" : qPrintable(record.error().message));
        QCOMPARE(record->name, u"gpu-operator"_s);
        QCOMPARE(record->namespaceName, u"nvidia-gpu-operator"_s);
        QCOMPARE(record->revision, 7);
        QCOMPARE(record->status, ReleaseStatus::Deployed);
        QCOMPARE(record->chartName, u"gpu-operator"_s);
        QCOMPARE(record->chartVersion, u"v25.10.1"_s);
        QCOMPARE(record->appVersion, u"v25.10.1"_s);
        QCOMPARE(record->chartSources, QStringList{u"https://example.org/source"_s});
        QCOMPARE(record->notes, u"Read me.\n"_s);
        QCOMPARE(record->manifest, QByteArray("---\nkind: Service\n"));
        QCOMPARE(record->hooksJson, QByteArray(R"([{"name":"crds"}])"));
        QCOMPARE(record->userValues.at({u"driver"_s, u"version"_s}).toString(), u"580.95.05"_s);
        QCOMPARE(record->chartValuesJson, QByteArray(R"({"driver":{"enabled":true}})"));
        QCOMPARE(record->inflatedBytes, builder.json().size());
        QCOMPARE(record->storedBytes, QByteArray::fromBase64(builder.dataRelease()).size());
    }

    void timesAreReadInUtcWithNanoseconds()
    {
        const auto record = decodeRelease(ReleaseBuilder{}.dataRelease(), ReleaseStorage::Secret);
        QVERIFY(record);
        QCOMPARE(record->firstDeployed, QDateTime(QDate(2026, 8, 1), QTime(8, 0, 0, 123), Qt::UTC));
        QCOMPARE(record->firstDeployed.timeSpec(), Qt::UTC);
        QCOMPARE(record->lastDeployed, QDateTime(QDate(2026, 8, 2), QTime(10, 0), Qt::UTC));
    }

    void aConfigMapsRecordHasOneLayerLess()
    {
        ReleaseBuilder builder;
        builder.storage = ReleaseStorage::ConfigMap;
        QVERIFY(decodeRelease(builder.dataRelease(), ReleaseStorage::ConfigMap));
        QCOMPARE(decodeRelease(builder.dataRelease(), ReleaseStorage::Secret).error().code,
                 Error::Code::Damaged);
    }

    void aRecordFromBeforeCompressionIsRead()
    {
        const QByteArray plain = ReleaseBuilder{}.json().toBase64().toBase64();
        const auto record = decodeRelease(plain, ReleaseStorage::Secret);
        QVERIFY(record);
        QCOMPARE(record->chartVersion, u"v25.10.1"_s);
    }

    void lineBreaksInsideBase64AreIgnoredAsGoDoes()
    {
        QByteArray text = ReleaseBuilder{}.dataRelease();
        text.insert(76, "\r\n");
        text.append('\n');
        QVERIFY(decodeRelease(text, ReleaseStorage::Secret));
    }

    void allNineStatusesAreKnownAndAnyOtherKeepsItsText_data()
    {
        QTest::addColumn<ReleaseStatus>("status");
        const QStringList texts{u"unknown"_s,         u"deployed"_s,        u"uninstalled"_s,
                                u"superseded"_s,      u"failed"_s,          u"uninstalling"_s,
                                u"pending-install"_s, u"pending-upgrade"_s, u"pending-rollback"_s};
        for (int i = 0; i < texts.size(); ++i)
            QTest::newRow(qPrintable(texts[i])) << ReleaseStatus(i);
        QTest::newRow("pending-magic") << ReleaseStatus::Unknown;
    }

    void allNineStatusesAreKnownAndAnyOtherKeepsItsText()
    {
        QFETCH(ReleaseStatus, status);
        ReleaseBuilder builder;
        builder.status = QString::fromLatin1(QTest::currentDataTag());
        const auto record = decodeRelease(builder.dataRelease(), ReleaseStorage::Secret);
        QVERIFY(record);
        QCOMPARE(record->status, status);
        QCOMPARE(record->statusText, builder.status);
        if (builder.status != u"pending-magic")
            QCOMPARE(releaseStatusText(status), builder.status);
    }

    void fault41ARecordThatFillsItsSecretIsReadAndItsSizeKnown()
    {
        constexpr qsizetype limit = 1024 * 1024; // k8s.io/api core/v1 MaxSecretSize
        ReleaseBuilder builder;
        qsizetype fits = 0;
        for (qsizetype step = 1'000'000; step > 0; step /= 2) {
            builder.templateBytes = fits + step;
            const auto record = decodeRelease(builder.dataRelease(), ReleaseStorage::Secret);
            QVERIFY(record);
            if (record->storedBytes <= limit)
                fits += step;
        }
        builder.templateBytes = fits;
        const auto record = decodeRelease(builder.dataRelease(), ReleaseStorage::Secret);
        QVERIFY(record);
        QCOMPARE(record->storedBytes, QByteArray::fromBase64(builder.dataRelease()).size());
        QVERIFY2(record->storedBytes > limit - 64 && record->storedBytes <= limit,
                 QByteArray::number(record->storedBytes).constData());
    }

    // S7: a record is capped after unpacking.
    void fault42aBombIsStoppedAtTheCap()
    {
        const QByteArray bomb = packed(QByteArray(70 * 1024 * 1024, ' '), ReleaseStorage::Secret);
        QVERIFY(bomb.size() < 1024 * 1024);
        const auto record = decodeRelease(bomb, ReleaseStorage::Secret);
        QVERIFY(!record);
        QCOMPARE(record.error().code, Error::Code::TooLarge);
        QVERIFY(record.error().message.contains(u"64 MiB"));
    }

    void fault42theCapIsExact()
    {
        ReleaseBuilder builder;
        builder.templateBytes = 100'000;
        DecodeLimits limits;
        limits.maxInflatedBytes = builder.json().size();
        QVERIFY(decodeRelease(builder.dataRelease(), ReleaseStorage::Secret, limits));
        --limits.maxInflatedBytes;
        QCOMPARE(decodeRelease(builder.dataRelease(), ReleaseStorage::Secret, limits).error().code,
                 Error::Code::TooLarge);
    }

    void fault42aTrailerThatLiesAboutTheLengthCostsNothing()
    {
        QByteArray zip = gzipped(ReleaseBuilder{}.json());
        zip.replace(zip.size() - 4, 4, "\xff\xff\xff\x7f");
        const auto record = decodeRelease(zip.toBase64().toBase64(), ReleaseStorage::Secret);
        QCOMPARE(record.error().code, Error::Code::Damaged);
    }

    void fault43eachDamageHasItsOwnSentence_data()
    {
        QTest::addColumn<QByteArray>("stored");
        ReleaseBuilder builder;
        builder.userValues.insert(u"password"_s, QString::fromLatin1(planted));
        const QByteArray json = builder.json();
        const QByteArray zip = gzipped(json);
        const auto twice = [](const QByteArray &bytes) { return bytes.toBase64().toBase64(); };
        QByteArray flipped = zip;
        flipped[zip.size() - 8] = char(~flipped[zip.size() - 8]);
        QByteArray torn = zip;
        torn[zip.size() / 2] = char(~torn[zip.size() / 2]);
        QTest::newRow("bad base64") << QByteArray("@@@@");
        QTest::newRow("base64 once") << zip.toBase64();
        QTest::newRow("bad inner base64") << QByteArray("not base64 inside").toBase64();
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("truncated gzip") << twice(zip.left(zip.size() / 2));
        QTest::newRow("corrupt gzip") << twice(torn);
        QTest::newRow("trailing data") << twice(zip + "more");
        QTest::newRow("trailing JSON") << twice(gzipped(json + "{}"));
        QTest::newRow("not an object") << twice("[1]");
        QTest::newRow("torn JSON") << twice(gzipped(json.left(json.size() - 3)));
        QTest::newRow("NUL") << twice(gzipped(QByteArray(json).replace("Read", QByteArray("R\0ad", 4))));
        QTest::newRow("invalid UTF-8") << twice(gzipped(QByteArray(json).replace("Read", "R\xff\xfe"
                                                                                         "d")));
    }

    void fault43eachDamageHasItsOwnSentence()
    {
        QFETCH(QByteArray, stored);
        static QSet<QString> sentences;
        const auto record = decodeRelease(stored, ReleaseStorage::Secret);
        QVERIFY(!record);
        QCOMPARE(record.error().code, Error::Code::Damaged);
        QVERIFY(record.error().message.endsWith(u'.'));
        QVERIFY2(!sentences.contains(record.error().message), qPrintable(record.error().message));
        sentences.insert(record.error().message);
        Invariants::tellsNothing(record.error());
    }

    void fault43aFlippedChecksumIsNotBelieved()
    {
        QByteArray zip = gzipped(ReleaseBuilder{}.json());
        zip[zip.size() - 8] = char(~zip[zip.size() - 8]);
        const auto record = decodeRelease(zip.toBase64().toBase64(), ReleaseStorage::Secret);
        QCOMPARE(record.error().code, Error::Code::Damaged);
        QVERIFY2(record.error().detail.contains(u"check"), qPrintable(record.error().detail));
    }

    // S7: the depth of a record's JSON is capped.
    void fault43deepValuesAreRefusedAndDeepTemplatesSkipped()
    {
        const int levels = 100'000;
        const QByteArray deep = QByteArray(levels, '[') + QByteArray(levels, ']');
        const auto refused = readReleaseJson(R"({"name":"a","config":{"x":)" + deep + "}}");
        QCOMPARE(refused.error().code, Error::Code::Damaged);
        QVERIFY(refused.error().message.contains(u"config"));
        QVERIFY(readReleaseJson(R"({"name":"a","chart":{"files":)" + deep + R"(},"hooks":[{"x":)" + deep +
                                "}]}"));
        QCOMPARE(readReleaseJson(deep).error().code, Error::Code::Damaged);
    }

    void fault43aWrongTypeNamesItsField_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("field");
        QTest::newRow("name") << QByteArray(R"({"name":3})") << u"name"_s;
        QTest::newRow("version") << QByteArray(R"({"version":"3"})") << u"version"_s;
        QTest::newRow("fraction") << QByteArray(R"({"version":3.5})") << u"version"_s;
        QTest::newRow("negative") << QByteArray(R"({"version":-3})") << u"version"_s;
        QTest::newRow("info") << QByteArray(R"({"info":[]})") << u"info"_s;
        QTest::newRow("date") << QByteArray(R"({"info":{"last_deployed":"soon"}})")
                              << u"info.last_deployed"_s;
        QTest::newRow("chart") << QByteArray(R"({"chart":"x"})") << u"chart"_s;
        QTest::newRow("values") << QByteArray(R"({"chart":{"values":[1]}})") << u"chart.values"_s;
        QTest::newRow("sources") << QByteArray(R"({"chart":{"metadata":{"sources":{}}}})")
                                 << u"chart.metadata.sources"_s;
        QTest::newRow("config") << QByteArray(R"({"config":"x"})") << u"config"_s;
        QTest::newRow("hooks that are no objects") << QByteArray(R"({"hooks":[{},5]})") << u"hooks"_s;
        for (const char *time :
             {"2026-08-01", "2026-08-01 10:00:00Z", "2026-08-01T10:00:00", "2026-08-01t10:00:00Z",
              "2026-08-01T10:00:00z", "2026-02-30T10:00:00Z", "2026-08-01T24:00:00Z", "2026-08-01T10:60:00Z",
              "2026-08-01T10:00:60Z", "2026-08-01T10:00:00+0200", "2026-08-01T10:00:00.Z",
              "2026-08-01T10:00:00+25:00"}) {
            QTest::newRow(time) << QByteArray(R"({"info":{"last_deployed":")") + time + "\"}}"
                                << u"info.last_deployed"_s;
        }
        QTest::newRow("the time of its end")
            << QByteArray(R"({"info":{"deleted":"soon"}})") << u"info.deleted"_s;
    }

    /// time.Parse of Go 1.26 with RFC3339.
    void aTimeIsReadAsGoReadsIt_data()
    {
        QTest::addColumn<QDateTime>("moment");
        const auto row = [](const char *text, QTime time) {
            QTest::newRow(text) << QDateTime(QDate(2026, 8, 1), time, Qt::UTC);
        };
        row("2026-08-01T10:00:00.9999Z", QTime(10, 0, 0, 999));
        row("2026-08-01T10:00:00,5Z", QTime(10, 0, 0, 500));
        row("2026-08-01T1:00:00Z", QTime(1, 0));
        row("2026-08-02T10:00:00+24:00", QTime(10, 0));
        row("2026-07-31T23:59:59.999999999-11:30", QTime(11, 29, 59, 999));
    }

    void aTimeIsReadAsGoReadsIt()
    {
        QFETCH(QDateTime, moment);
        const auto record =
            readReleaseJson(QByteArray(R"({"info":{"last_deployed":")") + QTest::currentDataTag() + "\"}}");
        QVERIFY2(record, record ? "" : qPrintable(record.error().message));
        QCOMPARE(record->lastDeployed, moment);
    }

    /// encoding/json of Go 1.26: names in any case, null over a text changes nothing, null over a map empties
    /// it.
    void aFieldThatIsThereTwiceIsReadAsGoReadsIt()
    {
        const auto name = [](const QByteArray &json) { return readReleaseJson(json).value().name; };
        QCOMPARE(name(R"({"name":"a","name":null})"), u"a"_s);
        QCOMPARE(name(R"({"name":"a","Name":"b"})"), u"b"_s);
        QCOMPARE(name(R"({"NAME":"a"})"), u"a"_s);
        const auto values = [](const QByteArray &json) {
            return writeJson(readReleaseJson(json).value().userValues, 0).trimmed();
        };
        QCOMPARE(values(R"({"config":{"a":1},"config":{"b":2}})"), R"({"a":1,"b":2})");
        QCOMPARE(values(R"({"config":{"a":1},"config":null})"), "{}");
        const auto record = readReleaseJson(
            R"({"info":{"status":"failed","notes":"n"},"chart":{"metadata":{"name":"c"}},"info":null,"chart":null})");
        QVERIFY(record);
        QVERIFY(record->statusText.isEmpty() && record->notes.isEmpty() && record->chartName.isEmpty());
    }

    void aRecordOfSeveralGzipMembersIsRead()
    {
        const QByteArray json = ReleaseBuilder{}.json();
        const QByteArray members = gzipped(json.left(100)) + gzipped(json.mid(100));
        const auto record = decodeRelease(members.toBase64().toBase64(), ReleaseStorage::Secret);
        QVERIFY2(record, record ? "" : qPrintable(record.error().message));
        QCOMPARE(record->name, u"gpu-operator"_s);
    }

    void fault43aWrongTypeNamesItsField()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, field);
        const auto record = readReleaseJson(json);
        QVERIFY(!record);
        QCOMPARE(record.error().code, Error::Code::Damaged);
        QVERIFY2(record.error().message.contains(u" %1 "_s.arg(field)), qPrintable(record.error().message));
    }

    void unknownFieldsAndNullsAreNoDamage()
    {
        const auto record = readReleaseJson(
            R"({"future":[{"a":1}],"name":"a","info":null,"chart":null,"config":null,"manifest":null,"apply_method":"ssa"})");
        QVERIFY(record);
        QCOMPARE(record->name, u"a"_s);
        QCOMPARE(record->applyMethod, u"ssa"_s);
        QVERIFY(record->userValues.isMap());
    }

    void valuesKeepTheirTypesAndHaveTheNumbersOfHelm()
    {
        const auto record = readReleaseJson(
            R"({"config":{"big":9007199254740993123,"one":1.0,"exp":1e+06,"no":"no","t":true,"n":null,"l":[1,"a",{}]}})");
        QVERIFY(record);
        const Value::Map &map = record->userValues.map();
        QCOMPARE(map[u"big"_s], Value(Value::Number{u"9007199254740993000"_s}));
        QCOMPARE(map[u"one"_s], Value(Value::Number{u"1"_s}));
        QCOMPARE(map[u"exp"_s], Value(Value::Number{u"1000000"_s}));
        QCOMPARE(map[u"no"_s], Value(u"no"_s));
        QCOMPARE(map[u"t"_s], Value(true));
        QVERIFY(map[u"n"_s].isNull());
        QCOMPARE(map[u"l"_s].list().size(), 3);
    }

    void brokenScalarsInValuesAreDamage_data()
    {
        QTest::addColumn<QByteArray>("scalar");
        for (const char *bad : {"01", "1.", "-", "1e", "tru", "nul", "1x", "+1", ".5", "NaN"})
            QTest::newRow(bad) << QByteArray(bad);
    }

    void brokenScalarsInValuesAreDamage()
    {
        QFETCH(QByteArray, scalar);
        const auto record = readReleaseJson(R"({"config":{"x":)" + scalar + "}}");
        QVERIFY(!record);
        QCOMPARE(record.error().code, Error::Code::Damaged);
    }

    void anObjectWithoutAReleaseSaysSo()
    {
        QCOMPARE(decodeReleaseObject(R"({"data":{}})", ReleaseStorage::Secret).error().code,
                 Error::Code::NotFound);
        QVERIFY(decodeReleaseObject(ReleaseBuilder{}.object(), ReleaseStorage::Secret));
    }

    /// Any single bit flipped anywhere must give an error or a record, never a crash or a hang.
    void noFlippedBitBringsTheDecoderDown()
    {
        const QByteArray json = ReleaseBuilder{}.json();
        const QByteArray zip = gzipped(json);
        for (qsizetype bit = 0; bit < zip.size() * 8; ++bit) {
            QByteArray bent = zip;
            bent[bit / 8] = char(bent[bit / 8] ^ (1 << (bit % 8)));
            (void)decodeRelease(bent.toBase64().toBase64(), ReleaseStorage::Secret);
        }
        for (qsizetype bit = 0; bit < json.size() * 8; ++bit) {
            QByteArray bent = json;
            bent[bit / 8] = char(bent[bit / 8] ^ (1 << (bit % 8)));
            (void)readReleaseJson(bent);
        }
        QVERIFY(readReleaseJson(json));
    }

    void base64AgreesWithQt()
    {
        QRandomGenerator random(1);
        for (int size = 0; size < 200; ++size) {
            QByteArray bytes(size, Qt::Uninitialized);
            for (char &c : bytes)
                c = char(random.bounded(256));
            QByteArray text = bytes.toBase64();
            const auto decoded = decodeBase64(text, text.data()); // in place
            QVERIFY(decoded);
            QCOMPARE(text.left(*decoded), bytes);
        }
        QByteArray room(100, '\0');
        for (const char *bad : {"A", "AB", "ABC", "AB=C", "=ABC", "A===", "A-B_", "AAAA=", "AAAA AA="})
            QVERIFY2(!decodeBase64(bad, room.data()), bad);
    }
};

#include "tst_release_record.moc"
} // namespace tst_release_record

CHARTROOM_TEST(tst_release_record, ReleaseRecordTest)
