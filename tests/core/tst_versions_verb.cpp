// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"
#include "app/verbs/versions_verb.h"
#include "core/process/process_runner.h"
#include "core/recording/recording_reader.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/no_consent.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_versions_verb {

namespace {

struct Told
{
    int code = -1;
    QByteArray out;
    QByteArray notes;
};

} // namespace

/// `versions` on the recording that comes with the program, at its end: the GPU driver is new on 14 of 16
/// nodes.
class VersionsVerbTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto recording = loadRecording(u"bundled"_s);
        QVERIFY2(recording.has_value(), recording ? "" : qPrintable(recording.error().message));
        m_recording = *recording;
        QVERIFY(m_home.isValid());
    }

    void whatRunsIsToldWithoutAMatrix()
    {
        const Told told = run(u"audit"_s);
        QVERIFY2(told.code == Done || told.code == Found, told.notes.constData());
        const QJsonObject root = QJsonDocument::fromJson(told.out).object();
        QVERIFY(root[u"way"].isNull());
        QVERIFY(told.notes.contains("There is no matrix"));
        QVERIFY(root[u"clean"].isNull()); // with what it would be compared
        QHash<QString, QJsonArray> observed;
        for (const QJsonValue &component : root[u"unlisted"].toArray())
            observed.insert(component[u"component"].toString(), component[u"observed"].toArray());
        QCOMPARE(observed.value(u"gpu_operator"_s).at(0)[u"version"].toString(), u"v25.10.1"_s);
        QCOMPARE(observed.value(u"network_operator"_s).at(0)[u"version"].toString(), u"25.7.0"_s);
        QCOMPARE(observed.value(u"kernel"_s).at(0)[u"nodes"].toArray().size(), 24);
        const QJsonArray drivers = observed.value(u"gpu_driver"_s);
        QCOMPARE(drivers.size(), 2);
        QCOMPARE(drivers.at(0)[u"version"].toString(), u"580.126.20"_s);
        QCOMPARE(drivers.at(0)[u"nodes"].toArray().size(), 14);
        QCOMPARE(drivers.at(1)[u"version"].toString(), u"580.95.05"_s);
        QCOMPARE(drivers.at(1)[u"nodes"].toArray().size(), 2);
        QVERIFY(!drivers.at(0)[u"evidence"].toArray().isEmpty());
    }

    void aMatrixIsAuditedAndTheExitStatusSaysThatItDrifts()
    {
        const QString matrix =
            write("current_production:\n  gpu_operator: \"v25.10.1\"\n  gpu_driver: "
                  "\"580.126.20\"\n  network_operator: \"v25.7.0\"\n  kernel: "
                  "\"5.15.0-153-generic\"\n  nccl: \"2.22.3\"\n  status: \"production\"\n");
        const Told told = run(u"audit"_s, matrix);
        QCOMPARE(told.code, int(Found));
        const QJsonObject root = QJsonDocument::fromJson(told.out).object();
        QHash<QString, QString> verdicts;
        for (const QJsonValue &component : root[u"components"].toArray())
            verdicts.insert(component[u"name"].toString(), component[u"verdict"].toString());
        QCOMPARE(verdicts.value(u"gpu_operator"_s), u"match"_s);
        QCOMPARE(verdicts.value(u"gpu_driver"_s), u"mixed"_s);
        QCOMPARE(verdicts.value(u"network_operator"_s), u"match"_s);
        QCOMPARE(verdicts.value(u"kernel"_s), u"match"_s);
        QCOMPARE(verdicts.value(u"nccl"_s), u"notObservable"_s);
        QCOMPARE(run(u"audit"_s, matrix).out, told.out); // the same each time
        const Told table = run(u"audit"_s, matrix, OutputFormat::Table);
        QVERIFY(table.out.contains("gpu_driver"));
        QVERIFY(run(u"audit"_s, matrix, OutputFormat::JUnit).out.contains("<testsuites>"));
        QVERIFY(run(u"audit"_s, matrix, OutputFormat::Markdown).out.contains("| gpu"));
    }

    void aMatrixOfWhatRunsIsRead()
    {
        const Told told = run(u"init"_s);
        QCOMPARE(told.code, int(Done));
        const Result<VersionMatrix> matrix = VersionMatrix::read(told.out);
        QVERIFY2(matrix.has_value(), told.out.constData());
        const MatrixEntry *production = matrix->find(VersionMatrix::production);
        QVERIFY(production);
        QCOMPARE(production->text(u"gpu_driver"), u"580.126.20"_s);
        QCOMPARE(production->text(u"gpu_operator"), u"v25.10.1"_s);
        const QJsonObject root = QJsonDocument::fromJson(run(u"audit"_s, write(told.out)).out).object();
        for (const QJsonValue &component : root[u"components"].toArray()) { // some nodes are under way
            const QString verdict = component[u"verdict"].toString();
            QVERIFY2(verdict == u"match" || verdict == u"mixed" || verdict == u"unknown",
                     qPrintable(component[u"name"].toString() + u": "_s + component[u"text"].toString()));
        }
        QVERIFY(root[u"unlisted"].toArray().isEmpty());
    }

    void aMatrixThatIsNotThereIsAnError()
    {
        const Told told = run(u"audit"_s, m_home.filePath(u"nothing.yaml"_s));
        QCOMPARE(told.code, int(NotDone)); // and not as one that drifts
        QVERIFY(told.out.isEmpty());
        QVERIFY(!told.notes.isEmpty());
    }

    void anEntryThatIsNotThereIsAnErrorToo()
    {
        const QString matrix = write("current_production:\n  gpu_operator: \"v25.10.1\"\n");
        m_entry = u"canry_testing"_s;
        const Told json = run(u"audit"_s, matrix);
        const Told junit = run(u"audit"_s, matrix, OutputFormat::JUnit);
        m_entry.clear();
        QCOMPARE(json.code, int(NotDone));
        QVERIFY(json.notes.contains("The matrix has no entry canry_testing"));
        QCOMPARE(QJsonDocument::fromJson(json.out)[u"clean"], QJsonValue(false));
        QCOMPARE(junit.code, int(NotDone));
        QVERIFY2(junit.out.contains("errors=\"1\"") && junit.out.contains("<error "), junit.out.constData());
    }

private:
    QString write(const QByteArray &text)
    {
        QFile file(m_home.filePath(u"matrix-%1.yaml"_s.arg(++m_files)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return {};
        return file.fileName();
    }

    Told run(const QString &action, const QString &matrix = {}, OutputFormat format = OutputFormat::Json)
    {
        SessionFactory factory({&m_runner, &m_consent, &m_rules, &m_clock});
        SessionVerb::Sessions sessions;
        sessions.push_back(factory.forRecording(m_recording, m_recording->duration()));
        Told told;
        QBuffer out(&told.out);
        QBuffer notes(&told.notes);
        out.open(QIODevice::WriteOnly);
        notes.open(QIODevice::WriteOnly);
        Console console(&out, &notes, Console::Style{});
        Invocation invocation;
        invocation.verb = VerbName::Versions;
        invocation.action = action;
        invocation.matrix = matrix;
        invocation.entry = m_entry;
        if (action == u"audit")
            invocation.format = format;
        VersionsVerb verb(invocation, std::move(sessions), &console, {});
        QSignalSpy finished(&verb, &Verb::finished);
        verb.start();
        constexpr int patience = 60'000;
        if (!QTest::qWaitFor([&] { return finished.size() == 1; }, patience))
            return told;
        told.code = finished.first().first().toInt();
        return told;
    }

    const ResponsibilityRules m_rules = bundledRules();
    FakeClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    QTemporaryDir m_home;
    int m_files = 0;
    QString m_entry;
    std::shared_ptr<const Recording> m_recording;
};

#include "tst_versions_verb.moc"
} // namespace tst_versions_verb

CHARTROOM_TEST(tst_versions_verb, VersionsVerbTest)
