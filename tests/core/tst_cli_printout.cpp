// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"
#include "app/history_printout.h"
#include "app/inventory_printout.h"
#include "core/words/situation_text.h"
#include "tests/support/test_main.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_cli_printout {

namespace {

InventoryRow inventoryRow()
{
    InventoryRow row;
    row.cluster = QStringLiteral("prod");
    row.release.key = {QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"),
                       ReleaseStorage::Secret};
    RevisionEntry entry;
    entry.revision = 3;
    entry.statusText = QStringLiteral("deployed");
    entry.status = ReleaseStatus::Deployed;
    entry.date.created = QDateTime({2026, 11, 21}, {3, 31, 16}, Qt::UTC);
    row.release.revisions.append(entry);
    ReleaseRecord record;
    record.chartName = QStringLiteral("gpu-operator");
    record.chartVersion = QStringLiteral("v25.10.1");
    record.appVersion = QStringLiteral("v25.10.1");
    row.release.record = record;
    row.release.divergence =
        Divergence{QStringLiteral("revision 1"),
                   {},
                   {{ValueChange::Kind::Changed, QStringLiteral("driver.version"), {}, {}}}};
    row.ownership.owner = Owner::Shared;
    row.ownership.scope = SupportScope::BestEffort;
    row.ownership.evidence = {
        {QStringLiteral("The chart is gpu-operator."), QStringLiteral("rule add-ons/gpu-operator")}};
    return row;
}

QJsonArray json(const Printout &printout)
{
    return QJsonDocument::fromJson(rendered(printout, OutputFormat::Json, false)).array();
}

HistoryRow stored(int revision, const QString &version, const QString &password)
{
    HistoryRow stored;
    stored.entry.revision = revision;
    stored.entry.statusText = QStringLiteral("superseded");
    ReleaseRecord record;
    record.chartVersion = version;
    record.userValues = Value(Value::Map{{QStringLiteral("password"), Value(password)}});
    stored.record = record;
    return stored;
}

} // namespace

class CliPrintoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theKeysOfAReleaseAreTheContract()
    {
        const QJsonObject release = json(inventoryPrintout({inventoryRow()})).first().toObject();
        const QStringList keys = release.keys();
        QCOMPARE(
            QSet<QString>(keys.cbegin(), keys.cend()),
            QSet<QString>({QStringLiteral("cluster"), QStringLiteral("namespace"), QStringLiteral("name"),
                           QStringLiteral("chart"), QStringLiteral("chartVersion"),
                           QStringLiteral("appVersion"), QStringLiteral("revision"), QStringLiteral("status"),
                           QStringLiteral("updated"), QStringLiteral("neverUpgraded"),
                           QStringLiteral("owner"), QStringLiteral("supportScope"),
                           QStringLiteral("evidence"), QStringLiteral("divergence"),
                           QStringLiteral("rollout"), QStringLiteral("deployedRevisions")}));
        QVERIFY(release[QLatin1String("rollout")].isNull()); // it brings no driver
        QCOMPARE(release[QLatin1String("revision")].toInt(), 3);
        QCOMPARE(release[QLatin1String("neverUpgraded")].toBool(true), false);
        QCOMPARE(release[QLatin1String("owner")].toString(), QStringLiteral("shared"));
        QCOMPARE(release[QLatin1String("supportScope")].toString(), QStringLiteral("best-effort"));
        QCOMPARE(release[QLatin1String("updated")].toString(), QStringLiteral("2026-11-21T03:31:16Z"));
        QCOMPARE(release[QLatin1String("divergence")][QLatin1String("changedPaths")].toArray(),
                 QJsonArray({QStringLiteral("driver.version")}));
        QCOMPARE(release[QLatin1String("evidence")][0][QLatin1String("text")].toString(),
                 QStringLiteral("The chart is gpu-operator."));
    }

    /// As the page Add-ons says it.
    void severalDeployedRevisionsAreNotPlainlyDeployed()
    {
        InventoryRow row = inventoryRow();
        RevisionEntry other = row.release.revisions.first();
        other.revision = 2;
        row.release.revisions.append(other);
        row.earlier = earlierRevisionsText(row.release, {});
        const Printout printout = inventoryPrintout({row});
        QVERIFY(printout.rows.first().contains(QStringLiteral("deployed · revisions 3, 2 deployed")));
        const QJsonObject release = json(printout).first().toObject();
        QCOMPARE(release[QLatin1String("status")].toString(), QStringLiteral("deployed"));
        QCOMPARE(release[QLatin1String("deployedRevisions")].toArray(), QJsonArray({3, 2}));
    }

    void whatIsNotKnownIsNull()
    {
        InventoryRow row = inventoryRow();
        row.release.record.reset();
        row.release.divergence.reset();
        row.release.revisions.first().date.created = {};
        const QJsonObject release = json(inventoryPrintout({row})).first().toObject();
        for (const char *key : {"chart", "chartVersion", "appVersion", "updated"})
            QVERIFY2(release[QLatin1String(key)].isNull(), key);
        QVERIFY(release[QLatin1String("divergence")][QLatin1String("changedPaths")].isNull());
    }

    void theNodesClockStandsBesideTheReleases()
    {
        InventoryRow row = inventoryRow();
        row.nodes = NodeClocks();
        QVERIFY(json(inventoryPrintout({row}))[0][QLatin1String("rollout")][QLatin1String("basis")].isNull());
        NodeClock clock;
        clock.component = QStringLiteral("gpu");
        for (const Verdict verdict : {Verdict::Done, Verdict::Done, Verdict::Failed})
            clock.add(verdict);
        row.nodes = NodeClocks{NodeClocks::Basis::Labels, {}, {clock}};
        const QJsonValue rollout = json(inventoryPrintout({row}))[0][QLatin1String("rollout")];
        QCOMPARE(rollout[QLatin1String("basis")].toString(), QStringLiteral("labels"));
        const QJsonValue gpu = rollout[QLatin1String("components")][0];
        QCOMPARE(gpu[QLatin1String("nodes")].toInt(), 3);
        QCOMPARE(gpu[QLatin1String("done")].toInt(), 2);
        QCOMPARE(gpu[QLatin1String("failed")].toInt(), 1);
        QVERIFY(inventoryPrintout({row}).rows.first().contains(
            QStringLiteral("gpu 2/3, 1 failed, by label only")));
        row.nodes->basis = NodeClocks::Basis::Evidence;
        QVERIFY(inventoryPrintout({row}).rows.first().contains(QStringLiteral("gpu 2/3, 1 failed")));
        row.nodes->unread = {QStringLiteral("ib")};
        QCOMPARE(
            json(inventoryPrintout({row}))[0][QLatin1String("rollout")][QLatin1String("unread")].toArray(),
            QJsonArray{QStringLiteral("ib")});
        QVERIFY(inventoryPrintout({row}).rows.first().contains(QStringLiteral("gpu 2/3, 1 failed; ib ?")));
        row.nodes->unread.clear();
        row.nodes->unlabelled = {QStringLiteral("ib")};
        QVERIFY(inventoryPrintout({row}).rows.first().contains(
            QStringLiteral("gpu 2/3, 1 failed; ib: no upgrade labels")));
        QCOMPARE(json(inventoryPrintout({row}))[0][QLatin1String("rollout")][QLatin1String("unlabelled")]
                     .toArray(),
                 QJsonArray{QStringLiteral("ib")});
        row.nodes->unlabelled.clear();
        InventoryRow elsewhere = row;
        elsewhere.nodes->components.clear();
        QVERIFY(inventoryPrintout({elsewhere}).rows.first().contains(QStringLiteral("none in a rollout")));
        elsewhere.nodes->basis = NodeClocks::Basis::Labels;
        QVERIFY(inventoryPrintout({elsewhere}).rows.first().contains(QStringLiteral("not read")));
        row.nodes->components.first().add(Verdict::NotKnown);
        const Printout unknown = inventoryPrintout({row});
        QVERIFY(unknown.rows.first().contains(QStringLiteral("gpu 2/4, 1 failed, 1 unknown")));
        QCOMPARE(json(unknown)[0][QLatin1String("rollout")][QLatin1String("components")][0]
                              [QLatin1String("notKnown")]
                                  .toInt(),
                 1);
        row.nodes->components.first().unlabelled = 1;
        row.nodes->components.first().cordoned = 2;
        const Printout told = inventoryPrintout({row});
        QVERIFY(told.rows.first().contains(
            QStringLiteral("gpu 2/4, 1 failed, 1 without an upgrade label, 2 cordoned")));
        const QJsonValue counts = json(told)[0][QLatin1String("rollout")][QLatin1String("components")][0];
        QCOMPARE(counts[QLatin1String("unlabelled")].toInt(), 1);
        QCOMPARE(counts[QLatin1String("cordoned")].toInt(), 2);
        QVERIFY(counts[QLatin1String("operatorNotice")].isNull());
        row.nodes->components.first().pendingOperator = QStringLiteral("Not complete.");
        const Printout pending = inventoryPrintout({row});
        QVERIFY(pending.rows.first().contains(QStringLiteral(
            "gpu 2/4, 1 failed, 1 without an upgrade label, 2 cordoned, operator pod pending")));
        QCOMPARE(json(pending)[0][QLatin1String("rollout")][QLatin1String("components")][0]
                              [QLatin1String("operatorNotice")]
                                  .toString(),
                 QStringLiteral("Not complete."));
    }

    // fault 64, rules S15 and S16
    void hostileTextIsHarmlessInEveryFormat_data()
    {
        QTest::addColumn<OutputFormat>("format");
        QTest::newRow("table") << OutputFormat::Table;
        QTest::newRow("json") << OutputFormat::Json;
        QTest::newRow("yaml") << OutputFormat::Yaml;
        QTest::newRow("md") << OutputFormat::Markdown;
        QTest::newRow("csv") << OutputFormat::Csv;
    }

    void hostileTextIsHarmlessInEveryFormat()
    {
        QFETCH(OutputFormat, format);
        InventoryRow row = inventoryRow();
        row.release.record->chartName =
            QStringLiteral("\x1b]52;c;aGk=\x07\r\nx\u009b31m\u202egpj|<img src=x>");
        row.release.record->appVersion = QStringLiteral("=HYPERLINK(\"http://x\")");
        const QString text = QString::fromUtf8(rendered(inventoryPrintout({row}), format, false));
        for (const QChar c : text) {
            const char16_t code = c.unicode();
            QVERIFY2(code == u'\n' || code >= 0x20, qPrintable(text));
            QVERIFY2(code < 0x7f || code > 0x9f, qPrintable(text));
            QVERIFY2(code < 0x202a || code > 0x202e, qPrintable(text));
        }
        if (format == OutputFormat::Table)
            QCOMPARE(text.count(u'\n'), 2);
        if (format == OutputFormat::Markdown)
            QVERIFY(!text.contains(QStringLiteral("<img")) || text.contains(QStringLiteral("\\<img")));
        if (format == OutputFormat::Csv)
            QVERIFY(text.contains(QStringLiteral("'=HYPERLINK")));
    }

    void columnsLineUpAndNoLineEndsInBlanks()
    {
        Printout printout;
        printout.columns = {{QStringLiteral("A")}, {QStringLiteral("B")}};
        printout.rows = {{QStringLiteral("long 😀"), QStringLiteral("x")}, {QStringLiteral("s"), QString()}};
        QCOMPARE(QString::fromUtf8(rendered(printout, OutputFormat::Table, false)),
                 QStringLiteral("A       B\nlong 😀  x\ns\n"));
    }

    void theClusterIsAColumnOnlyWhenThereAreSeveral()
    {
        InventoryRow other = inventoryRow();
        other.cluster = QStringLiteral("canary");
        const Printout one = inventoryPrintout({inventoryRow()});
        QVERIFY(!one.titles().contains(u"CLUSTER"));
        const Printout two = inventoryPrintout({inventoryRow(), other});
        QCOMPARE(two.titles().first(), QStringLiteral("CLUSTER"));
        QCOMPARE(two.rows.first().first(), QStringLiteral("canary"));
        QVERIFY(inventoryPrintout({}).rows.isEmpty());
    }

    void historyTellsWhatChangedAndMasksIt()
    {
        const QList<HistoryRow> revisions{stored(3, QStringLiteral("2"), QStringLiteral("hunter22")),
                                          stored(2, QStringLiteral("1"), QStringLiteral("hunter11"))};
        const Printout masked = historyPrintout(revisions, false);
        const QByteArray text = rendered(masked, OutputFormat::Json, false);
        QVERIFY(!text.contains("hunter"));
        const QJsonObject change =
            json(masked).first()[QLatin1String("changes")].toArray().first().toObject();
        QCOMPARE(change[QLatin1String("path")].toString(), QStringLiteral("password"));
        QCOMPARE(change[QLatin1String("kind")].toString(), QStringLiteral("changed"));
        QVERIFY(json(masked).last()[QLatin1String("changes")].isNull());
        QVERIFY(rendered(masked, OutputFormat::Table, false).contains("1 -> 2, password"));
        QVERIFY(rendered(historyPrintout(revisions, true), OutputFormat::Json, false).contains("hunter22"));
    }

    /// In a recording: what is masked in both may have changed.
    void aHistoryOfMaskedValuesDoesNotSayThatTheyAreTheSame()
    {
        QList<HistoryRow> revisions{stored(3, QStringLiteral("1"), QStringLiteral("••••")),
                                    stored(2, QStringLiteral("1"), QStringLiteral("••••"))};
        const Printout masked = historyPrintout(revisions, false);
        QCOMPARE(json(masked).first()[QLatin1String("unknownPaths")].toArray(),
                 QJsonArray{QStringLiteral("password")});
        QCOMPARE(json(masked).first()[QLatin1String("changes")].toArray(), QJsonArray());
        QVERIFY(!rendered(masked, OutputFormat::Table, false).contains("same values"));
        revisions[1].record->hasUserValues = false;
        QVERIFY(json(historyPrintout(revisions, false)).first()[QLatin1String("changes")].isNull());
    }

    void theConsoleKeepsDataAndNotesApart()
    {
        QBuffer out;
        QBuffer err;
        out.open(QIODevice::WriteOnly);
        err.open(QIODevice::WriteOnly);
        Console console(&out, &err, {});
        console.data("data\n");
        console.note(QStringLiteral("note \x1b[31m"));
        console.problem(
            {Error::Code::Unreachable, QStringLiteral("It failed."), QStringLiteral("detail"), {}});
        QCOMPARE(out.data(), QByteArray("data\n"));
        QCOMPARE(err.data(), QStringLiteral("note ␛[31m\nchartroom: It failed.\n").toUtf8());
        QVERIFY(console.hasWrittenAll());
        const QString path = QStringLiteral("/data/long/Site/D03-chart-values.yaml");
        err.buffer().clear();
        err.seek(0);
        Console::Style style;
        style.paths = {path};
        Console(&out, &err, style).note(QStringLiteral("file:%1 and user:1 are equal.").arg(path));
        QCOMPARE(err.data(), QStringLiteral("file:%1 and user:1 are equal.\n").arg(path).toUtf8());
        out.close();
        console.data("lost");
        QVERIFY(!console.hasWrittenAll());
    }
};

#include "tst_cli_printout.moc"
} // namespace tst_cli_printout

CHARTROOM_TEST(tst_cli_printout, CliPrintoutTest)
