// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/draft_file.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_draft {

namespace {

const QString sha(64, u'a');

UpgradeDraft smallDraft()
{
    UpgradeDraft draft;
    draft.context = u"crusoe-prod"_s;
    draft.release = {u"crusoe-system"_s, u"crusoe-csi-driver"_s, ReleaseStorage::Secret};
    draft.plannedOn = 3;
    draft.chart = {u"crusoe-csi-driver"_s, u"crusoe"_s, u"https://charts.example.com/crusoe"_s, u"0.9.0"_s,
                   sha};
    return draft;
}

UpgradeDraft fullDraft()
{
    UpgradeDraft draft = smallDraft();
    draft.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::ConfigMap};
    draft.chart = {u"gpu-operator"_s, {}, u"oci://registry.example.com/nvidia"_s, u"v26.3.0"_s, sha};
    draft.strategy = Strategy::Reuse;
    draft.edits = Value(Value::Map{
        {u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"595.10"_s)},
                                       {u"env"_s, Value(Value::List{Value(true), Value(u"yes"_s)})}})},
        {u"notes"_s, Value(u"two\nlines"_s)}});
    draft.policy = {2, u"25%"_s, true, u"app=training"_s, std::chrono::seconds(3600)};
    draft.canary = u"gpu-03.example.com"_s;
    draft.bake = std::chrono::hours(48);
    const QTimeZone zone("Europe/Berlin");
    draft.window = UpgradeWindow{QDateTime({2026, 11, 21}, {22, 0}, zone),
                                 QDateTime({2026, 11, 22}, {4, 0}, zone), "Europe/Berlin"};
    draft.gpuFloor = 100;
    draft.supportReference = u"CR-4711"_s;
    draft.consent = u"Crusoe Support agreed on 2026-11-20."_s;
    draft.reasons = {{u"pdb.zero"_s, u"The tenant: \"stops\" at 22:00 # really"_s}};
    draft.timeout = std::chrono::minutes(20);
    return draft;
}

QStringList fieldsOf(const QList<FieldIssue> &issues)
{
    QStringList fields;
    for (const FieldIssue &issue : issues)
        fields.append(issue.field);
    return fields;
}

} // namespace

class UpgradeDraftTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDraftComesBackFromItsFile()
    {
        for (const UpgradeDraft &draft : {smallDraft(), fullDraft()}) {
            QCOMPARE(fieldsOf(validate(draft)), QStringList());
            const auto yaml = writeDraft(draft);
            QVERIFY2(yaml.has_value(), yaml ? "" : qPrintable(yaml.error().message));
            const auto read = readDraft(*yaml, u"plan.yaml"_s);
            QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
            QVERIFY(*read == draft);
            QCOMPARE(*writeDraft(*read), *yaml);
        }
    }

    void theFileNamesItsUnits()
    {
        const QByteArray yaml = *writeDraft(fullDraft());
        QVERIFY(yaml.contains("  maxParallelUpgrades: 2  # nodes in parallel; 0: no limit\n"));
        QVERIFY(yaml.contains("  jobTimeoutSeconds: 3600  # seconds; 0: no limit\n"));
        QVERIFY(yaml.contains("2026-11-21T22:00:00+01:00"));
        QVERIFY(yaml.contains("\ngpuFloor: 100  # minimum number of GPUs available\n"));
        QVERIFY(yaml.indexOf("release:") < yaml.indexOf("chart:"));
        QVERIFY(yaml.indexOf("values:") < yaml.indexOf("reasons:"));
    }

    void whatCannotBeReadSaysWhere_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown key") << QByteArray("  storage:") << QByteArray("  colour: red\n  storage:")
                                     << u"plan.yaml:9:3: Unknown key \"colour\""_s;
        QTest::newRow("strategy") << QByteArray("strategy: reuse") << QByteArray("strategy: rebuild")
                                  << u"strategy is \"rebuild\""_s;
        QTest::newRow("no strategy") << QByteArray("  strategy: reuse") << QByteArray("  # strategy")
                                     << u"values strategy"_s;
        QTest::newRow("number") << QByteArray("plannedOnRevision: 3") << QByteArray("plannedOnRevision: x")
                                << u"whole number"_s;
        QTest::newRow("offset") << QByteArray("22:00:00+01:00") << QByteArray("22:00:00+02:00")
                                << u"another offset"_s;
        QTest::newRow("no offset") << QByteArray("22:00:00+01:00") << QByteArray("22:00:00")
                                   << u"with its offset"_s;
        QTest::newRow("zone") << QByteArray("Europe/Berlin") << QByteArray("Europe/Atlantis")
                              << u"time zone"_s;
        QTest::newRow("digest") << sha.toLatin1() << QByteArray("abc") << u"chart.digest: "_s;
        QTest::newRow("masked") << QByteArray("595.10")
                                << QByteArray("\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2\xE2\x80\xA2")
                                << u"holds no secrets"_s;
        QTest::newRow("secret") << QByteArray("version: \"595.10\"") << QByteArray("password: hunter2")
                                << u"values.edits.driver.password"_s;
        QTest::newRow("twice") << QByteArray("  storage:") << QByteArray("  name: x\n  storage:")
                               << u"twice"_s;
        QTest::newRow("kind") << QByteArray("kind: UpgradePlan") << QByteArray("kind: Pod") << u"\"Pod\""_s;
        QTest::newRow("newer") << QByteArray("chartroom/v1") << QByteArray("chartroom/v2")
                               << u"chartroom/v2"_s;
    }
    void whatCannotBeReadSaysWhere()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, says);
        QByteArray yaml = *writeDraft(fullDraft());
        if (!yaml.contains(from)) // how a scalar is quoted is the writer's business
            from.replace('"', '\'');
        QVERIFY2(yaml.contains(from), yaml.constData());
        const auto read = readDraft(yaml.replace(from, to), u"plan.yaml"_s);
        QVERIFY(!read.has_value());
        QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
        QVERIFY(!read.error().message.contains(u"hunter2"_s));
    }

    // S10: a plan with a secret in it is not written.
    void aSecretIsNotWritten()
    {
        UpgradeDraft draft = smallDraft();
        draft.edits = Value(Value::Map{{u"apiToken"_s, Value(u"hunter2"_s)}});
        const auto inEdits = writeDraft(draft);
        QVERIFY(!inEdits.has_value());
        QVERIFY(inEdits.error().message.contains(u"values.edits.apiToken"_s));
        QVERIFY(!inEdits.error().message.contains(u"hunter2"_s));
        draft = smallDraft();
        draft.consent = u"see https://anna:hunter2@example.com/"_s;
        QVERIFY(!writeDraft(draft).has_value());
    }

    void hostileTextIsNoField_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("option") << u"--post-renderer=sh"_s;
        QTest::newRow("shell") << u"; rm -rf /"_s;
        QTest::newRow("substitution") << u"$(id)"_s;
        QTest::newRow("path") << u"../../etc/passwd"_s;
        QTest::newRow("newline") << u"csi\n--debug"_s;
        QTest::newRow("override") << u"csi\u202Egpj"_s;
        QTest::newRow("long") << QString(4096, u'a');
        QTest::newRow("empty") << QString();
        QTest::newRow("escape") << u"csi\x1b[31m"_s;
    }
    // S2: names and versions in a plan are validated.
    void hostileTextIsNoField() // fault 57
    {
        QFETCH(QString, text);
        UpgradeDraft draft = smallDraft();
        draft.release.name = text;
        draft.release.namespaceName = text;
        draft.chart.name = text;
        draft.chart.repository = text;
        draft.chart.url = text;
        draft.chart.version = text;
        draft.chart.digest = text;
        const QStringList fields = fieldsOf(validate(draft));
        for (const QString &field :
             {u"release.namespace"_s, u"release.name"_s, u"chart.name"_s, u"chart.repository"_s,
              u"chart.url"_s, u"chart.version"_s, u"chart.digest"_s})
            QVERIFY2(fields.contains(field), qPrintable(field));
    }

    void eachFieldIsChecked()
    {
        UpgradeDraft draft = fullDraft();
        draft.plannedOn = 0;
        draft.edits = Value(true);
        draft.policy.maxUnavailable = u"120%"_s;
        draft.policy.maxParallelUpgrades = -1;
        draft.canary = u"Node 3"_s;
        draft.bake = std::chrono::hours(31 * 24);
        draft.window->end = draft.window->start;
        draft.gpuFloor = 0;
        draft.supportReference = u"a\nb"_s;
        draft.reasons.insert(u"crd"_s, u"  "_s);
        draft.timeout = std::chrono::seconds(0);
        QCOMPARE(
            fieldsOf(validate(draft)),
            (QStringList{u"release.plannedOnRevision"_s, u"values.edits"_s, u"policy.maxParallelUpgrades"_s,
                         u"policy.maxUnavailable"_s, u"canary"_s, u"bake"_s, u"window.end"_s, u"gpuFloor"_s,
                         u"coordination.supportReference"_s, u"reasons.crd"_s, u"timeoutSeconds"_s}));
        draft = fullDraft();
        draft.chart.url = u"https://anna:secret@charts.example.com"_s;
        draft.chart.repository = u"crusoe"_s;
        QCOMPARE(fieldsOf(validate(draft)), QStringList{u"chart.url"_s});
        draft = smallDraft();
        draft.policy.drain = true;
        QCOMPARE(fieldsOf(validate(draft)), QStringList{u"policy"_s});
    }

    void policyChangesAreValuesOfTheChart()
    {
        UpgradeDraft draft = fullDraft();
        const Value policy = draft.values().at({u"driver"_s, u"upgradePolicy"_s});
        QCOMPARE(policy.at({u"maxParallelUpgrades"_s}).scalarText(), u"2"_s);
        QCOMPARE(policy.at({u"maxUnavailable"_s}).toString(), u"25%"_s);
        QVERIFY(policy.at({u"drain"_s, u"enable"_s}).toBool());
        QCOMPARE(policy.at({u"waitForCompletion"_s, u"timeoutSeconds"_s}).scalarText(), u"3600"_s);
        QCOMPARE(draft.values().at({u"driver"_s, u"version"_s}).toString(), u"595.10"_s);
        draft.policy = {};
        QVERIFY(draft.values() == draft.edits);
    }
};

#include "tst_upgrade_draft.moc"
} // namespace tst_upgrade_draft

CHARTROOM_TEST(tst_upgrade_draft, UpgradeDraftTest)
