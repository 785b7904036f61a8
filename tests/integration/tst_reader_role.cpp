// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/program_home.h"
#include "tests/support/test_main.h"

#include <QByteArrayList>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_reader_role {

namespace {

/// Without what is of the moment in which it was printed.
QJsonValue lasting(const QJsonValue &value)
{
    static const QStringList passing{u"at"_s, u"elapsed"_s, u"eta"_s, u"history"_s, u"pace"_s};
    if (value.isArray()) {
        QJsonArray kept;
        const QJsonArray all = value.toArray();
        for (const QJsonValue &one : all)
            kept.append(lasting(one));
        return kept;
    }
    if (!value.isObject())
        return value;
    QJsonObject kept;
    const QJsonObject all = value.toObject();
    for (const QString &key : all.keys())
        if (!passing.contains(key))
            kept.insert(key, lasting(all.value(key)));
    return kept;
}

/// Whether it says that something may not be read, in whichever words.
bool saysRefused(const QByteArray &notes)
{
    const QByteArray words = notes.toLower();
    return words.contains("forbidden") || words.contains("not allow");
}

} // namespace

/// S17: whoever has the rights of resources/rbac/chartroom-reader.yaml, and no others, sees what an
/// administrator sees.
class ReaderRoleTest : public QObject
{
    Q_OBJECT

    struct Person
    {
        QString kubeconfig;
        QString context;
    };
    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ProgramHome> m_home;
    Person m_admin;
    Person m_reader;
    Person m_stranger; ///< has no right at all

    [[nodiscard]] Person person(const QString &user, const QString &rights) const
    {
        const Ran made = m_sandbox->ctl({u"kubeconfig"_s, u"--user"_s, user, u"--rbac"_s, rights});
        if (made.exitCode != 0)
            qWarning("%s", made.err.constData());
        const QJsonObject issued = QJsonDocument::fromJson(made.out).object();
        return {issued[u"kubeconfig"_s].toString(), issued[u"context"_s].toString()};
    }
    [[nodiscard]] Ran chartroom(const QStringList &words, const Person &who) const
    {
        return run(QStringLiteral(CHARTROOM_PROGRAM), words + QStringList{u"--kubeconfig"_s, who.kubeconfig},
                   m_home->environment(), 120);
    }
    /// What it says, what it notes and how it ends, as if the administrator had asked.
    [[nodiscard]] QByteArrayList told(const QStringList &words, const Person &who) const
    {
        const Ran ran = chartroom(words + QStringList{u"-o"_s, u"json"_s}, who);
        const QByteArray own = who.context.toUtf8();
        const QByteArray common = m_admin.context.toUtf8();
        const QJsonDocument said = QJsonDocument::fromJson(QByteArray(ran.out).replace(own, common));
        const QJsonValue whole = said.isArray() ? QJsonValue(said.array()) : QJsonValue(said.object());
        const QJsonObject all{{u"exitCode"_s, ran.exitCode},
                              {u"notes"_s, QString::fromUtf8(QByteArray(ran.err).replace(own, common))},
                              {u"printed"_s, lasting(whole)}};
        return QJsonDocument(all).toJson().split('\n');
    }
    /// The severity of each finding of the preflight, by its id.
    [[nodiscard]] QJsonObject preflight(const Person &who) const
    {
        const Ran ran = chartroom(
            {u"plan"_s, u"volcano-system/volcano"_s, u"--to"_s, u"1.15.1"_s, u"-o"_s, u"json"_s}, who);
        QJsonObject severities;
        const QJsonArray findings = QJsonDocument::fromJson(ran.out)[u"findings"_s].toArray();
        for (const QJsonValue &one : findings)
            severities.insert(one[u"id"_s].toString(), one[u"severity"_s]);
        if (severities.isEmpty())
            qWarning("%s", ran.err.constData());
        return severities;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_home = std::make_unique<ProgramHome>(*m_sandbox);
        m_home->link(*m_sandbox, "kubectl", u"kubectl"_s);
        m_admin = {m_sandbox->kubeconfig(), m_sandbox->context()};
        m_reader = person(u"by-the-role"_s, u"reader"_s);
        m_stranger = person(u"without-rights"_s, u"none"_s);
        QVERIFY(!m_reader.kubeconfig.isEmpty() && !m_stranger.kubeconfig.isEmpty());
        // The sandbox's helm has settings of its own.
        const Ran added = m_sandbox->tool(
            "helm4", {u"repo"_s, u"add"_s, u"--force-update"_s, u"sandbox"_s, m_sandbox->chartRepository()});
        QVERIFY2(added.exitCode == 0, added.err.constData());
        const Ran matrix = chartroom({u"versions"_s, u"init"_s}, m_admin);
        QVERIFY2(matrix.exitCode == 0, matrix.err.constData());
        m_home->write(u"matrix.yaml"_s, matrix.out);
    }

    void theServerHasTheRoleAsDocumented()
    {
        const QJsonArray rules =
            QJsonDocument::fromJson(
                m_sandbox->get(u"/apis/rbac.authorization.k8s.io/v1/clusterroles/chartroom-reader"_s))
                .object()[u"rules"_s]
                .toArray();
        QVERIFY(!rules.isEmpty());
        for (const QJsonValue &rule : rules) {
            const QByteArray text = QJsonDocument(rule.toObject()).toJson();
            QVERIFY2(!text.contains('*'), text.constData());
            const QJsonArray verbs = rule[u"verbs"_s].toArray();
            for (const QJsonValue &verb : verbs)
                QVERIFY2((QStringList{u"get"_s, u"list"_s, u"watch"_s}).contains(verb.toString()),
                         text.constData());
        }
    }

    void whoHasNoRightsIsToldSo()
    {
        const Ran ran = chartroom({u"list"_s, u"-A"_s}, m_stranger);
        QCOMPARE(ran.exitCode, 3);
        QVERIFY2(saysRefused(ran.err), ran.err.constData());
    }

    /// Fault 23: where what tells of a rollout is refused, none is not the same as none seen.
    void whoSeesOnlyNodesIsToldThatMoreMayBeUnderWay()
    {
        const Person watcher = person(u"sees-only-nodes"_s, u"none"_s);
        QVERIFY(!watcher.kubeconfig.isEmpty());
        const Ran role = m_sandbox->tool("kubectl", {u"create"_s, u"clusterrole"_s, u"sees-only-nodes"_s,
                                                     u"--verb=list,watch"_s, u"--resource=nodes"_s});
        QVERIFY2(role.exitCode == 0, role.err.constData());
        const Ran bound =
            m_sandbox->tool("kubectl", {u"create"_s, u"clusterrolebinding"_s, u"sees-only-nodes"_s,
                                        u"--clusterrole=sees-only-nodes"_s, u"--user=sees-only-nodes"_s});
        QVERIFY2(bound.exitCode == 0, bound.err.constData());
        const QStringList words{u"rollout"_s, u"--component"_s, u"sriov"_s};
        const Ran whole = chartroom(words, m_admin);
        QVERIFY2(whole.err.contains("No node is part of a rollout."), whole.err.constData());
        const Ran part = chartroom(words, watcher);
        QVERIFY2(part.exitCode == 0, part.err.constData());
        QVERIFY2(part.err.contains("The state of pods is unknown"), part.err.constData());
        QVERIFY2(part.err.contains("one that cannot be read may be in progress"), part.err.constData());
    }

    void theReaderIsToldWhatTheAdministratorIs_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const QString &words) { QTest::newRow(qPrintable(words)) << words.split(u' '); };
        row(u"list -A"_s);
        row(u"rollout"_s);
        row(u"rollout --component daemonsets"_s);
        row(u"findings"_s);
        row(u"diff nvidia-gpu-operator/gpu-operator --from manifest --to live"_s);
        QTest::newRow("versions audit")
            << QStringList{u"versions"_s, u"audit"_s, u"--matrix"_s, m_home->filePath(u"matrix.yaml"_s)};
        // Without a file it looks for the ConfigMap.
        QTest::newRow("versions audit of the ConfigMap") << QStringList{u"versions"_s, u"audit"_s};
    }
    void theReaderIsToldWhatTheAdministratorIs()
    {
        QFETCH(QStringList, words);
        QByteArrayList readers;
        QByteArrayList admins;
        // Between two looks the cluster may have gone on.
        (void)QTest::qWaitFor(
            [&] {
                readers = told(words, m_reader);
                admins = told(words, m_admin);
                return readers == admins;
            },
            30'000);
        QCOMPARE(readers, admins);
        const Ran ran = chartroom(words + QStringList{u"-o"_s, u"json"_s}, m_reader);
        QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, ran.err.constData());
        QVERIFY2(!QJsonDocument::fromJson(ran.out).isEmpty(), ran.err.constData());
        QVERIFY2(!saysRefused(ran.err), ran.err.constData());
    }

    // Of all kinds that are recorded none is refused.
    void theReaderRecordsTheCluster()
    {
        const Ran ran = chartroom(
            {u"record"_s, u"-o"_s, m_home->filePath(u"recording.jsonl.gz"_s), u"--for"_s, u"3s"_s}, m_reader);
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        QVERIFY2(!ran.err.contains("recorded in") && !ran.err.contains("could not be recorded"),
                 ran.err.constData());
        QVERIFY2(!saysRefused(ran.err), ran.err.constData());
    }

    // What the preflight reads is read; what it may not write is said.
    void thePreflightLacksOnlyTheRightsToWrite()
    {
        const QJsonObject admins = preflight(m_admin);
        const QJsonObject readers = preflight(m_reader);
        QCOMPARE(readers[u"rights"_s].toString(), u"severe"_s);
        for (const char *id :
             {"revision", "pending", "managers", "recordSize", "hooks", "leftovers", "oneAtATime", "nodes"}) {
            const QString key = QString::fromLatin1(id);
            QVERIFY2(admins.contains(key), id);
            QVERIFY2(readers[key] == admins[key], qPrintable(key + u": "_s + readers[key].toString()));
        }
    }
};

#include "tst_reader_role.moc"
} // namespace tst_reader_role

CHARTROOM_TEST(tst_reader_role, ReaderRoleTest)
