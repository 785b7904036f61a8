// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/rules.h"
#include "core/session/session_factory.h"
#include "core/session/session_releases.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/no_consent.h"
#include "tests/support/sign_in_samples.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_session_factory {

using Access = SessionFactory::Access;

class SessionFactoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto bundled = ResponsibilityRules::bundled();
        QVERIFY(bundled.has_value());
        m_rules = std::make_unique<ResponsibilityRules>(std::move(*bundled));
    }

    void throughKubectlEveryRequestIsACommandOnTheWholeKubeconfig()
    {
        FakeRunner runner;
        runner.answerWith(R"({"metadata":{"resourceVersion":"1"},"items":[]})");
        KubeContext context = contextWith({});
        context.files = QStringList{QStringLiteral("/a"), QStringLiteral("/b")};
        auto session = factory(&runner, QStringLiteral("/opt/kubectl")).forContext(context, Access::Kubectl);
        QVERIFY(session.has_value());
        (*session)->start();
        QTRY_COMPARE((*session)->state(), ClusterSession::State::Live);
        for (const CommandLine &command : std::as_const(runner.commands)) {
            QCOMPARE(command.program, QStringLiteral("/opt/kubectl"));
            QCOMPARE(command.arguments.first(), QStringLiteral("--context=x"));
            QCOMPARE(command.environment.first(),
                     std::pair(QStringLiteral("KUBECONFIG"), QStringLiteral("/a:/b")));
        }
    }

    void whatOnlyKubectlCanIsReadThroughKubectl()
    {
        FakeRunner runner;
        runner.answerWith(R"({"metadata":{"resourceVersion":"1"},"items":[]})");
        KubeContext context = contextWith({});
        context.clusterEntry.server = QStringLiteral("https://127.0.0.1:6443");
        auto native = factory(&runner, QStringLiteral("/opt/kubectl")).forContext(context);
        QVERIFY(native.has_value());
        QVERIFY((*native)->notices().isEmpty());
        QCOMPARE((*native)->server(), QStringLiteral("127.0.0.1:6443"));
        ClusterEntry other;
        other.server = QStringLiteral("https://me:word@[fd00::1]:6443/k8s");
        QCOMPARE(other.hostAndPort(), QStringLiteral("[fd00::1]:6443"));
        context.userEntry.impersonate = QStringLiteral("me");
        context.userEntry.impersonateGroups = {QStringLiteral("viewers"), QStringLiteral("night")};
        auto session = factory(&runner, QStringLiteral("/opt/kubectl")).forContext(context);
        QVERIFY(session.has_value());
        (*session)->start();
        QTRY_COMPARE((*session)->state(), ClusterSession::State::Live);
        QVERIFY(!runner.commands.isEmpty());
        QVERIFY((*session)->notices().value(0).contains(QStringLiteral("kubectl")));
        auto without = factory(&runner, {}).forContext(context); // then it says what would help
        (*without)->start();
        QTRY_COMPARE((*without)->state(), ClusterSession::State::Failed);
        QCOMPARE((*without)->problem().code, Error::Code::Unsupported);
    }

    // kubectl fetches the next id-token, and writes it into the kubeconfig: only where a person wants that.
    void anExpiredIdTokenIsRenewedByKubectlWhenThatIsChosen()
    {
        FakeRunner runner;
        runner.answerWith(R"({"metadata":{"resourceVersion":"1"},"items":[]})");
        UserEntry user;
        user.authProvider = AuthProvider{
            QStringLiteral("oidc"), QStringLiteral("https://idp.example"), QStringLiteral("c"), {}, true};
        auto native = factory(&runner, QStringLiteral("/opt/kubectl")).forContext(contextWith(user));
        QVERIFY(native.has_value());
        (*native)->start();
        QTRY_COMPARE((*native)->state(), ClusterSession::State::Failed);
        QCOMPARE((*native)->problem().code, Error::Code::Unsupported);
        QVERIFY((*native)->problem().message.contains(QStringLiteral("--transport kubectl")));
        QVERIFY(runner.commands.isEmpty());
        auto chosen =
            factory(&runner, QStringLiteral("/opt/kubectl")).forContext(contextWith(user), Access::Kubectl);
        QVERIFY(chosen.has_value());
        (*chosen)->start();
        QTRY_COMPARE((*chosen)->state(), ClusterSession::State::Live);
        QVERIFY(!runner.commands.isEmpty());
    }

    void withoutKubectlThereIsASentenceAndNoSession()
    {
        FakeRunner runner;
        const auto session = factory(&runner, {}).forContext(contextWith({}), Access::Kubectl);
        QVERIFY(!session.has_value());
        QCOMPARE(session.error().code, Error::Code::NotFound);
        QVERIFY(session.error().message.contains(QStringLiteral("kubectl")));
        QVERIFY(factory(&runner, {}).forContext(contextWith({})).has_value());
    }

    // rule S3: kubectl would run the plugin without asking
    void throughKubectlAPluginWaitsForConsentAsWell()
    {
        FakeRunner runner;
        auto session =
            factory(&runner, QStringLiteral("/opt/kubectl")).forContext(execContext(), Access::Kubectl);
        QVERIFY(session.has_value());
        (*session)->start();
        QTRY_COMPARE((*session)->state(), ClusterSession::State::Failed);
        QCOMPARE((*session)->problem().code, Error::Code::NeedsConsent);
        QVERIFY((*session)->pendingConsent().has_value());
        QVERIFY(runner.commands.isEmpty());
    }

    void aRecordingThatWasCutSaysSo()
    {
        auto recording = std::make_shared<Recording>();
        recording->notices << QStringLiteral("The recording was cut off.");
        FakeRunner runner;
        const auto session = factory(&runner, {}).forRecording(recording, std::chrono::milliseconds(0));
        QCOMPARE(session->notices(), recording->notices);
    }

    void theAgesOfARecordingCountFromItsOwnClock()
    {
        auto recording = std::make_shared<Recording>();
        recording->header.start = QDateTime(QDate(2025, 3, 4), QTime(5, 6), Qt::UTC);
        FakeRunner runner;
        const auto session = factory(&runner, {}).forRecording(recording, std::chrono::milliseconds(0));
        QCOMPARE(SessionReleases(session.get()).now(), recording->header.start);
        const auto live = factory(&runner, {}).forContext(contextWith({}));
        QCOMPARE(SessionReleases(live->get()).now(), m_clock.now());
    }

private:
    SessionFactory factory(CommandRunner *runner, const QString &kubectl)
    {
        return SessionFactory({runner, &m_consent, m_rules.get(), &m_clock, kubectl, {}});
    }

    FakeClock m_clock;
    NoConsent m_consent;
    std::unique_ptr<ResponsibilityRules> m_rules;
};

#include "tst_session_factory.moc"
} // namespace tst_session_factory

CHARTROOM_TEST(tst_session_factory, SessionFactoryTest)
