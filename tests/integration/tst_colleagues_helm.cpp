// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/chartroom_program.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/outside_helm.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_colleagues_helm {

namespace {

const QString release = u"colleague"_s;

/// To the second.
QString moment(const QJsonValue &text)
{
    return text.toString().replace(u' ', u'T').left(19);
}

} // namespace

/// Another person's helm, of both majors, really runs over a release that was last upgraded days ago. Helm
/// copies the labels of the record before into the new one, so that the label modifiedAt of what just began
/// is days old.
class ColleaguesHelmTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ChartroomProgram> m_program;
    std::unique_ptr<OutsideHelm> m_helm;
    QString m_namespace;
    int m_exitCode = -1;

    int helm(const QStringList &verb) { return m_helm->run(verb + QStringList{u"-n"_s, m_namespace}); }
    [[nodiscard]] QJsonArray helmHistory()
    {
        if (helm({u"history"_s, release, u"-o"_s, u"json"_s}) != 0)
            qWarning("%s", m_helm->errors().constData());
        return QJsonDocument::fromJson(m_helm->output()).array();
    }
    [[nodiscard]] QJsonDocument chartroom(const QStringList &arguments)
    {
        return m_program->json(arguments, &m_exitCode);
    }
    [[nodiscard]] QString fullName() const { return m_namespace + u'/' + release; }
    [[nodiscard]] QJsonObject secret(int revision) const
    {
        return QJsonDocument::fromJson(
                   m_sandbox->get(u"/api/v1/namespaces/%1/secrets/sh.helm.release.v1.%2.v%3"_s.arg(
                       m_namespace, release, QString::number(revision))))
            .object();
    }
    [[nodiscard]] bool setBack(int revision, const QDateTime &then) const
    {
        return chartroom::test::setBack(*m_sandbox, {m_namespace, release, ReleaseStorage::Secret}, revision,
                                        then);
    }
    [[nodiscard]] QStringList statuses()
    {
        QStringList all;
        for (const QJsonValue one : helmHistory())
            all << one[u"status"_s].toString();
        return all;
    }
    [[nodiscard]] QStringList moves(const QJsonDocument &recovered) const
    {
        QStringList kinds;
        const QJsonArray all = recovered[0][u"moves"_s].toArray();
        for (const QJsonValue move : all)
            kinds << move[u"move"_s].toString();
        return kinds;
    }
    [[nodiscard]] QStringList signatures(const QJsonDocument &found) const
    {
        QStringList ids;
        const QJsonArray all = found.isArray() ? found.array() : found[u"findings"_s].toArray();
        for (const QJsonValue one : all)
            if (one[u"release"_s] == fullName())
                ids << one[u"finding"_s].toString();
        return ids;
    }

    static void majors()
    {
        QTest::addColumn<QString>("major");
        QTest::newRow("helm 3") << u"helm3"_s;
        QTest::newRow("helm 4") << u"helm4"_s;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("TZ", "UTC");
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
    }
    void init()
    {
        QFETCH(QString, major);
        m_namespace = u"colleague-"_s + major;
        m_helm = std::make_unique<OutsideHelm>(m_sandbox->text(major.toLatin1().constData()),
                                               m_sandbox->kubeconfig());
        m_program =
            std::make_unique<ChartroomProgram>(*m_sandbox, "helm4", QStringLiteral(CHARTROOM_PROGRAM));
        QCOMPARE(helm({u"install"_s, release, m_helm->chart(u"0.1.0"_s), u"--create-namespace"_s}), 0);
        QCOMPARE(helm({u"upgrade"_s, release, m_helm->chart(u"0.2.0"_s)}), 0);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QVERIFY(setBack(1, now.addDays(-5)));
        QVERIFY(setBack(2, now.addDays(-3)));
    }
    void cleanup()
    {
        m_helm.reset();
        QVERIFY(m_sandbox->removeNamespaces({m_namespace}));
    }

    void everyDateIsThatOfHelmHistory_data() { majors(); }
    void everyDateIsThatOfHelmHistory()
    {
        QCOMPARE(helm({u"upgrade"_s, release, m_helm->chart(u"0.3.0"_s)}), 0);
        const QJsonArray theirs = helmHistory();
        const QJsonArray ours = chartroom({u"history"_s, fullName()}).array();
        QCOMPARE(m_exitCode, 0);
        QCOMPARE(theirs.size(), 3);
        QCOMPARE(ours.size(), 3);
        for (int i = 0; i < 3; ++i) // helm's oldest first
            QCOMPARE(moment(ours[2 - i][u"updated"_s]), moment(theirs[i][u"updated"_s]));
        const QDateTime then = QDateTime::fromString(moment(theirs[1][u"updated"_s]), Qt::ISODate);
        QVERIFY(then.secsTo(QDateTime::currentDateTime()) > 2 * 24 * 3600);

        const QJsonArray listed = chartroom({u"list"_s, u"-n"_s, m_namespace}).array();
        QCOMPARE(listed.size(), 1);
        QCOMPARE(moment(listed[0][u"updated"_s]), moment(theirs[2][u"updated"_s]));

        const Ran ticket = m_program->run({u"ticket"_s, fullName(), u"--phase"_s, u"after"_s});
        const QString told = QString::fromUtf8(ticket.out).remove(u'\\');
        QVERIFY2(told.contains(u"3, of "_s + moment(theirs[2][u"updated"_s]).replace(u'T', u' ') + u" UTC"_s),
                 (ticket.out + ticket.err).constData());
    }

    void nothingRunsOverAHelmThatIsAtWork_data() { majors(); }
    void nothingRunsOverAHelmThatIsAtWork()
    {
        QProcess theirs;
        m_helm->start(theirs, {u"upgrade"_s, release, m_helm->chart(u"0.3.0"_s, OutsideHelm::Chart::Waiting),
                               u"-n"_s, m_namespace, u"--wait"_s, u"--timeout"_s, u"10m"_s});
        QTRY_COMPARE_WITH_TIMEOUT(statuses().value(2), u"pending-upgrade"_s, 60'000);
        // What made a revision of now look three days old.
        const QJsonValue label = secret(3)[u"metadata"_s][u"labels"_s][u"modifiedAt"_s];
        QCOMPARE(label, secret(2)[u"metadata"_s][u"labels"_s][u"modifiedAt"_s]);

        QCOMPARE(moves(chartroom({u"recover"_s, fullName()})), QStringList{u"wait"_s});

        QStringList back{u"rollback"_s,
                         fullName(),
                         u"1"_s,
                         u"--reason"_s,
                         u"rollback=a trial"_s,
                         u"--reason"_s,
                         u"ownership=CS-1"_s,
                         u"--confirm"_s,
                         release + u'@' + m_sandbox->context(),
                         u"--yes"_s};
        const QJsonObject refused = chartroom(back).object();
        QCOMPARE(refused[u"end"_s].toString(), u"notStarted"_s);
        QVERIFY(m_exitCode != 0);
        QVERIFY(reasonsFor(refused).contains(u"pending=a sandbox"_s));

        QVERIFY(!signatures(chartroom({u"findings"_s})).contains(u"release-pending"_s));
        const QJsonArray listed = chartroom({u"list"_s, u"-n"_s, m_namespace}).array();
        QCOMPARE(listed[0][u"status"_s].toString(), u"pending-upgrade"_s);
        QCOMPARE(moment(listed[0][u"updated"_s]), moment(helmHistory()[2][u"updated"_s]));

        QCOMPARE(theirs.state(), QProcess::Running);
        QCOMPARE(statuses(), (QStringList{u"superseded"_s, u"deployed"_s, u"pending-upgrade"_s}));

        // Killed, it is as young as before: whoever knows says so, and only then it goes back.
        theirs.kill();
        QTRY_COMPARE(theirs.state(), QProcess::NotRunning);
        QCOMPARE(moves(chartroom({u"recover"_s, fullName()})), QStringList{u"wait"_s});
        QCOMPARE(chartroom(back).object()[u"end"_s].toString(), u"notStarted"_s);

        // Half an hour later it is found, since the moment that helm history shows.
        QVERIFY(setBack(3, QDateTime::currentDateTimeUtc().addSecs(-27 * 60)));
        const QJsonArray before = helmHistory();
        const QJsonDocument found = chartroom({u"findings"_s});
        QVERIFY(signatures(found).contains(u"release-at-work"_s));
        for (const QJsonValue one : found.array())
            if (one[u"finding"_s] == u"release-at-work"_s && one[u"release"_s] == fullName())
                QCOMPARE(moment(one[u"since"_s]), moment(before[2][u"updated"_s]));
        const QJsonObject done = chartroom(back + reasonsFor(refused)).object();
        QVERIFY2(done[u"end"_s] == u"done"_s, QJsonDocument(done).toJson().constData());
        QCOMPARE(statuses().count(u"deployed"_s), 1);
        QCOMPARE(statuses().value(3), u"deployed"_s);
        QFile kept(done[u"folder"_s].toString() + u"/capture/history.yaml"_s);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const QByteArray history = kept.readAll();
        for (const QJsonValue one : before)
            QVERIFY2(history.contains(moment(one[u"updated"_s]).toUtf8() + 'Z'), history.constData());
        const QByteArray lease = m_sandbox->get(
            u"/apis/coordination.k8s.io/v1/namespaces/%1/leases/chartroom-%2"_s.arg(m_namespace, release));
        QCOMPARE(QJsonDocument::fromJson(lease)[u"spec"_s][u"holderIdentity"_s].toString(), QString());
    }
};

#include "tst_colleagues_helm.moc"
} // namespace tst_colleagues_helm

CHARTROOM_TEST(tst_colleagues_helm, ColleaguesHelmTest)
