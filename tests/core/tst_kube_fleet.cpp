// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/kube_fleet.h"
#include "core/recording/recording_reader.h"
#include "core/responsibility/rules.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_findings_source.h"
#include "tests/support/no_consent.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace std::chrono_literals;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_kube_fleet {

namespace {

QByteArray kubeconfig(const QByteArrayList &contexts, const QByteArray &server = "https://127.0.0.1:6443")
{
    QByteArray text = "apiVersion: v1\nkind: Config\ncurrent-context: " + contexts.value(0) +
                      "\nclusters:\n"
                      "- name: c\n  cluster: {server: \"" +
                      server + "\"}\nusers:\n- name: u\n  user: {token: t}\ncontexts:\n";
    for (const QByteArray &context : contexts)
        text += "- name: " + context + "\n  context: {cluster: " + (context == "broken" ? "absent" : "c") +
                ", user: u}\n";
    return text;
}

} // namespace

class KubeFleetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_connected.clear();
    }

    void contextsAreListedAndNothingConnectsByItself()
    {
        write(kubeconfig({"prod", "lab"}));
        const auto fleet = makeFleet();
        QCOMPARE(fleet->names(), QStringList({QStringLiteral("lab"), QStringLiteral("prod")}));
        QCOMPARE(fleet->currentContext(), QStringLiteral("prod"));
        QCOMPARE(fleet->entry(QStringLiteral("lab")).state, ClusterSession::State::Off);
        QCOMPARE(fleet->entry(QStringLiteral("lab")).server, QStringLiteral("127.0.0.1:6443"));
        QVERIFY(!fleet->releases(QStringLiteral("lab")));
        QVERIFY(!fleet->transport(QStringLiteral("lab")));
        QVERIFY(m_connected.isEmpty());
    }

    void aThousandContextsStartAtOnce_fault67()
    {
        QByteArrayList names;
        for (int i = 0; i < 1000; ++i)
            names << "context-" + QByteArray::number(i);
        write(kubeconfig(names));
        const auto before = threadTime();
        const auto fleet = makeFleet();
        QCOMPARE(fleet->names().size(), 1000);
        const auto worked = threadTime() - before;
        VERIFY_WORK(worked, 1s);
    }

    void aBrokenContextSaysWhyAndIsNeverTried()
    {
        write(kubeconfig({"prod", "broken"}));
        const auto fleet = makeFleet();
        fleet->connectTo(QStringLiteral("broken"));
        const FleetEntry entry = fleet->entry(QStringLiteral("broken"));
        QCOMPARE(entry.state, ClusterSession::State::Failed);
        QVERIFY2(entry.problem.message.contains(QStringLiteral("absent")), qPrintable(entry.problem.message));
        QVERIFY(m_connected.isEmpty());
    }

    void connectingGivesReleasesAndALiveEntry()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        QSignalSpy changed(fleet.get(), &Fleet::entryChanged);
        fleet->connectTo(QStringLiteral("prod"));
        QVERIFY(fleet->releases(QStringLiteral("prod")));
        QVERIFY(fleet->transport(QStringLiteral("prod")));
        QTRY_COMPARE(fleet->entry(QStringLiteral("prod")).state, ClusterSession::State::Live);
        QVERIFY(!changed.isEmpty());
        fleet->disconnectFrom(QStringLiteral("prod"));
        QCOMPARE(fleet->entry(QStringLiteral("prod")).state, ClusterSession::State::Off);
    }

    void aRetryLooksForFindingsAgain()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        const QString prod = QStringLiteral("prod");
        QVERIFY(!fleet->findings(prod));
        fleet->connectTo(prod);
        auto *findings = qobject_cast<FakeFindingsSource *>(fleet->findings(prod));
        QVERIFY(findings);
        QCOMPARE(findings->starts(), 0);
        fleet->retry(prod);
        QCOMPARE(findings->looks(), 1);
        fleet->disconnectFrom(prod);
        QVERIFY(!fleet->findings(prod));
    }

    void anEntryWhoseSignInExpiredSaysWhy()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        fleet->connectTo(QStringLiteral("prod"));
        QTRY_COMPARE(fleet->entry(QStringLiteral("prod")).state, ClusterSession::State::Live);
        const Error expired{Error::Code::Invalid, QStringLiteral("The client certificate expired."), {}, {}};
        const QString secrets = QStringLiteral("/api/v1/secrets");
        m_transport->answer(secrets, expired);
        m_transport->refuseWatches(secrets, expired);
        QTRY_VERIFY(m_transport->liveWatch(secrets));
        m_transport->liveWatch(secrets)->end(expired);
        QTRY_COMPARE(fleet->entry(QStringLiteral("prod")).state, ClusterSession::State::Failed);
        QCOMPARE(fleet->entry(QStringLiteral("prod")).problem.message, expired.message);
    }

    void fault37ARewrittenKubeconfigReconnectsOnlyWhatChanged()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        fleet->connectTo(QStringLiteral("prod"));
        QCOMPARE(m_connected.size(), 1);
        QSignalSpy names(fleet.get(), &Fleet::namesChanged);
        write(kubeconfig({"prod", "new"}));
        QTRY_COMPARE(fleet->names().size(), 2);
        QCOMPARE(m_connected.size(), 1);
        write(kubeconfig({"prod", "new"}, "https://127.0.0.1:7443"));
        QTRY_COMPARE(m_connected.size(), 2);
        QCOMPARE(fleet->entry(QStringLiteral("prod")).server, QStringLiteral("127.0.0.1:7443"));
    }

    void fault37AHalfWrittenKubeconfigLeavesTheOldOneInForce()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        fleet->connectTo(QStringLiteral("prod"));
        write("apiVersion: v1\nclusters: [{name: c, clus");
        QTRY_VERIFY(!fleet->problems().isEmpty());
        QCOMPARE(fleet->names(), QStringList{QStringLiteral("prod")});
        QVERIFY(fleet->releases(QStringLiteral("prod")));
        write(kubeconfig({"prod"}));
        QTRY_VERIFY(fleet->problems().isEmpty());
        QCOMPARE(m_connected.size(), 1);
    }

    void aKubeconfigThatAppearsLaterIsFound()
    {
        const auto fleet = makeFleet();
        QVERIFY(fleet->names().isEmpty());
        write(kubeconfig({"prod"}));
        QTRY_COMPARE(fleet->names().size(), 1);
    }

    void aRecordingThatCannotBeReadSaysSo()
    {
        const auto fleet = makeFleet();
        QSignalSpy failed(fleet.get(), &Fleet::openFailed);
        fleet->openRecording(m_folder->filePath(QStringLiteral("absent.chartroom")));
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(failed.first().first().value<Error>().code, Error::Code::NotFound);
        QVERIFY(fleet->names().isEmpty());
    }

    void aRecordingOpensWithAPlayerAndAgainAfterItWasClosed()
    {
        const auto fleet = makeFleet();
        QSignalSpy opened(fleet.get(), &Fleet::opened);
        QSignalSpy opening(fleet.get(), &Fleet::opening);
        fleet->openRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QTRY_COMPARE(opened.size(), 1);
        const QString name = opened.first().first().toString();
        QVERIFY(!opening.isEmpty());
        QCOMPARE(opening.first().first().toString(), name);
        QVERIFY(fleet->player(name));
        fleet->player(name)->seek(60s);
        QCOMPARE(fleet->entry(name).recordedAt, fleet->player(name)->start().addSecs(60));
        QTRY_COMPARE(fleet->entry(name).state, ClusterSession::State::Live);
        fleet->disconnectFrom(name);
        QVERIFY(!fleet->player(name));
        fleet->connectTo(name);
        QVERIFY(fleet->player(name));
        QTRY_COMPARE(fleet->entry(name).state, ClusterSession::State::Live);
    }

    void aConnectedClusterIsRecordedUntilItIsStopped()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        const QString prod = QStringLiteral("prod");
        const QString file = m_folder->filePath(QStringLiteral("window.chartroom"));
        fleet->record(prod, file); // nothing to record yet
        QVERIFY(!QFile::exists(file));
        fleet->connectTo(prod);
        QTRY_COMPARE(fleet->entry(prod).state, ClusterSession::State::Live);
        QSignalSpy ended(fleet.get(), &Fleet::recordingEnded);
        fleet->record(prod, file);
        QCOMPARE(fleet->entry(prod).recordingTo, file);
        fleet->noteInRecording(prod, QStringLiteral("the window begins"));
        QTRY_VERIFY(fleet->entry(prod).recordingBytes > 0);
        fleet->stopRecording(prod);
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!ended.first().at(2).value<std::optional<Error>>());
        QVERIFY(fleet->entry(prod).recordingTo.isEmpty());
        const auto recording = loadRecording(file);
        QVERIFY(recording);
        QVERIFY((*recording)->notices.isEmpty());
        const auto remark = std::find_if((*recording)->events.begin(), (*recording)->events.end(),
                                         [](const auto &event) { return !event.note.isEmpty(); });
        QVERIFY(remark != (*recording)->events.end());
        QCOMPARE((*remark).note, QStringLiteral("the window begins"));

        fleet->record(prod, file); // it exists
        QCOMPARE(ended.size(), 2);
        QCOMPARE(ended.last().at(2).value<std::optional<Error>>()->code, Error::Code::File);
    }

    void whatIsRecordedIsWholeWhenTheClusterIsDisconnected()
    {
        write(kubeconfig({"prod"}));
        const auto fleet = makeFleet();
        const QString prod = QStringLiteral("prod");
        const QString file = m_folder->filePath(QStringLiteral("window.chartroom"));
        fleet->connectTo(prod);
        QSignalSpy ended(fleet.get(), &Fleet::recordingEnded);
        fleet->record(prod, file);
        fleet->disconnectFrom(prod);
        QTRY_COMPARE(ended.size(), 1);
        const auto recording = loadRecording(file);
        QVERIFY(recording);
        QVERIFY((*recording)->notices.isEmpty());
    }

    void fault39TheSkippedCertificateCheckIsTold()
    {
        QByteArray text = kubeconfig({"prod"});
        text.replace("server:", "insecure-skip-tls-verify: true, server:");
        write(text);
        QVERIFY(makeFleet()->entry(QStringLiteral("prod")).skipsTlsVerification);
    }

private:
    std::unique_ptr<KubeFleet> makeFleet()
    {
        KubeFleet::Services services;
        services.connect = [this](const KubeContext &context) -> KubeFleet::MadeSession {
            m_connected << context.name;
            auto transport = std::make_unique<ScriptedTransport>();
            m_transport = transport.get();
            for (const char *path : {"/api/v1/secrets", "/api/v1/configmaps", "/api/v1/nodes"})
                transport->answer(QString::fromLatin1(path),
                                  R"({"kind":"List","metadata":{"resourceVersion":"1"},"items":[]})");
            ClusterSession::Parts parts;
            parts.name = context.name;
            parts.transport = std::move(transport);
            parts.rules = &m_rules;
            parts.clock = &m_clock;
            return std::make_unique<ClusterSession>(std::move(parts));
        };
        services.replay = [this](const std::shared_ptr<const Recording> &recording) {
            auto transport = std::make_unique<RecordedTransport>(recording);
            ClusterSession::Parts parts;
            parts.ownClock = std::make_unique<RecordingClock>(transport.get());
            parts.clock = parts.ownClock.get();
            parts.transport = std::move(transport);
            parts.rules = &m_rules;
            return std::make_unique<ClusterSession>(std::move(parts));
        };
        services.clock = &m_clock;
        services.findings = [](ClusterSession *) { return std::make_unique<FakeFindingsSource>(); };
        services.consent = &m_consent;
        return std::make_unique<KubeFleet>(std::move(services),
                                           QStringList{m_folder->filePath(QStringLiteral("config"))}, false);
    }

    void write(const QByteArray &text)
    {
        QFile file(m_folder->filePath(QStringLiteral("config")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
    }

    FakeClock m_clock;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = test::bundledRules();
    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_connected;
    QPointer<ScriptedTransport> m_transport; ///< of the session made last
};

#include "tst_kube_fleet.moc"
} // namespace tst_kube_fleet

CHARTROOM_TEST(tst_kube_fleet, KubeFleetTest)
