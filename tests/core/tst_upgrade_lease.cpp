// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/upgrade/lease.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/lease_cupboard.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_lease {

namespace {

const QString kubectlPath = u"/usr/bin/kubectl"_s;

} // namespace

class UpgradeLeaseTest : public QObject
{
    Q_OBJECT

    FakeRunner m_runner;
    FakeClock m_clock;
    LeaseCupboard m_cupboard;
    const ReleaseKey m_key{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    std::unique_ptr<KubectlClient> m_kubectl;
    std::unique_ptr<ReleaseLease> m_anna;
    std::unique_ptr<ReleaseLease> m_ben;

    [[nodiscard]] std::unique_ptr<ReleaseLease> lease(const QString &who, std::chrono::seconds duration)
    {
        return std::make_unique<ReleaseLease>(m_kubectl.get(), &m_clock, std::chrono::milliseconds(0), m_key,
                                              LeaseHolder{who, u"laptop"_s, 4711}, nullptr, duration);
    }
    [[nodiscard]] Result<void> resultOf(const QFuture<Result<void>> &future)
    {
        std::optional<Result<void>> got;
        onFinished(future, this, [&got](const Result<void> &result) { got = result; });
        if (!QTest::qWaitFor([&] { return got.has_value(); }, 20'000))
            return failure(Error::Code::Timeout, u"no answer"_s);
        return *got;
    }

private Q_SLOTS:
    void init()
    {
        m_cupboard = {};
        m_runner.commands.clear();
        m_runner.answer = [this](const CommandLine &command) { return m_cupboard.answer(command); };
        m_kubectl = std::make_unique<KubectlClient>(kubectlPath, QStringList{u"/a"_s, u"/b"_s}, u"cmk"_s,
                                                    &m_runner, nullptr);
        m_anna = lease(u"anna"_s, std::chrono::minutes(10));
        m_ben = lease(u"ben"_s, std::chrono::minutes(10));
    }
    void cleanup()
    {
        m_anna.reset();
        m_ben.reset();
    }

    void theSecondIsToldWhoAndSinceWhen()
    {
        QVERIFY(resultOf(m_anna->take()).has_value());
        const QDateTime since = m_clock.now();
        QCOMPARE(m_cupboard.holder(), u"anna@laptop (process 4711)"_s);
        m_clock.advance(std::chrono::minutes(4));
        const auto refused = resultOf(m_ben->take());
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, Error::Code::Throttled);
        QCOMPARE(refused.error().retryAfter, std::chrono::milliseconds(std::chrono::minutes(6)));
        QVERIFY(refused.error().message.startsWith(u"anna@laptop (process 4711) "_s));
        QVERIFY(refused.error().message.contains(since.toString(u"yyyy-MM-dd HH:mm:ss"_s)));
        QCOMPARE(m_cupboard.written, 1);
        QVERIFY(!m_ben->isHeld());
    }

    void ofTwoWhoAskAtOnceExactlyOneWins_data()
    {
        QTest::addColumn<bool>("exists");
        QTest::newRow("new") << false;
        QTest::newRow("given back") << true;
    }
    void ofTwoWhoAskAtOnceExactlyOneWins() // fault 54
    {
        QFETCH(bool, exists);
        m_cupboard.mayBeDeleted = false;
        if (exists) {
            auto first = lease(u"carla"_s, std::chrono::minutes(10));
            QVERIFY(resultOf(first->take()).has_value());
            QVERIFY(resultOf(first->release()).has_value());
        }
        // Both have read before either writes.
        m_runner.holds = true;
        const auto anna = m_anna->take();
        const auto ben = m_ben->take();
        m_runner.release();
        m_runner.holds = false;
        QTRY_VERIFY((m_runner.release(), anna.isFinished() && ben.isFinished()));
        QCOMPARE(int(m_anna->isHeld()) + int(m_ben->isHeld()), 1);
        const auto loser = resultOf(m_anna->isHeld() ? ben : anna);
        QCOMPARE(loser.error().code, Error::Code::Throttled);
        QVERIFY(loser.error().message.startsWith(m_anna->isHeld() ? u"anna@"_s : u"ben@"_s));
    }

    void noLeaseCountsAsExpiredByAnUnknownClock_data()
    {
        QTest::addColumn<bool>("isHeld");
        QTest::newRow("another's that looks expired") << true;
        QTest::newRow("nobody's") << false;
    }
    void noLeaseCountsAsExpiredByAnUnknownClock()
    {
        QFETCH(bool, isHeld);
        if (isHeld) {
            QVERIFY(resultOf(m_anna->take()).has_value());
            m_clock.advance(std::chrono::hours(2)); // or our clock is ahead
        }
        const int written = m_cupboard.written;
        ReleaseLease carla(m_kubectl.get(), &m_clock, std::nullopt, m_key,
                           LeaseHolder{u"carla"_s, u"desk"_s, 1});
        const auto refused = resultOf(carla.take());
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, isHeld ? Error::Code::Throttled : Error::Code::Unsupported);
        QVERIFY(refused.error().message.contains(unknownClockText()));
        QCOMPARE(m_cupboard.written, written);
    }

    void oneThatRanOutIsTaken()
    {
        QVERIFY(resultOf(m_anna->take()).has_value());
        m_anna.reset(); // its program died
        m_clock.advance(std::chrono::minutes(10) - std::chrono::seconds(1));
        QVERIFY(!resultOf(m_ben->take()).has_value());
        m_clock.advance(std::chrono::seconds(2));
        QVERIFY(resultOf(m_ben->take()).has_value());
        QCOMPARE(m_cupboard.object.at({u"spec"_s, u"leaseTransitions"_s}).scalarText(), u"1"_s);
    }

    void oneThatIsGivenBackIsFreeAtOnce()
    {
        QVERIFY(resultOf(m_anna->take()).has_value());
        QVERIFY(resultOf(m_anna->release()).has_value());
        QCOMPARE(m_cupboard.holder(), QString());
        QVERIFY(resultOf(m_ben->take()).has_value());
        QVERIFY(resultOf(m_anna->release()).has_value()); // no longer its own: nothing to do
        QCOMPARE(m_cupboard.holder(), u"ben@laptop (process 4711)"_s);
    }

    void oneThatIsGivenBackIsTakenAway_data()
    {
        QTest::addColumn<bool>("mayBeDeleted");
        QTest::newRow("deleted") << true;
        QTest::newRow("deleting is not allowed") << false;
    }
    void oneThatIsGivenBackIsTakenAway()
    {
        QFETCH(bool, mayBeDeleted);
        m_cupboard.mayBeDeleted = mayBeDeleted;
        QVERIFY(resultOf(m_anna->take()).has_value());
        QVERIFY(resultOf(m_anna->release()).has_value());
        QCOMPARE(m_cupboard.object.isNull(), mayBeDeleted);
        QCOMPARE(m_cupboard.holder(), QString());
        QVERIFY(resultOf(m_ben->take()).has_value());
        QCOMPARE(m_cupboard.holder(), u"ben@laptop (process 4711)"_s);
    }

    /// Somebody took it away first.
    void oneThatIsGoneIsGivenBack()
    {
        QVERIFY(resultOf(m_anna->take()).has_value());
        m_cupboard.object = {};
        QVERIFY(resultOf(m_anna->release()).has_value());
    }

    void itIsRenewedAndItsLossIsTold()
    {
        auto carla = lease(u"carla"_s, std::chrono::seconds(1)); // renewed every 333 ms of real time
        QSignalSpy lost(carla.get(), &ReleaseLease::lost);
        QVERIFY(resultOf(carla->take()).has_value());
        QTRY_COMPARE_GE(m_cupboard.written, 3);
        QVERIFY(lost.isEmpty());
        // Another program wrote, for whatever reason.
        m_cupboard.give(LeaseHolder{u"ben"_s, u"desk"_s, 1}.identity());
        QTRY_COMPARE(lost.size(), 1);
        QVERIFY(lost[0][0].value<Error>().message.startsWith(u"ben@desk"_s));
        QVERIFY(!carla->isHeld());
    }

    void oneOfADeadProcessOfThisMachineKeepsNobodyOut_data()
    {
        QTest::addColumn<QString>("holder");
        QTest::addColumn<bool>("isFree");
        QTest::newRow("alive") << u"this"_s << false;
        QTest::newRow("ended, its pid given again") << u"ended"_s << true;
        QTest::newRow("ended") << u"no pid"_s << true;
        QTest::newRow("before a restart") << u"boot"_s << true;
        QTest::newRow("in another container") << u"space"_s << false;
        QTest::newRow("on another machine") << u"machine"_s << false;
        QTest::newRow("not told") << u"none"_s << false;
    }
    void oneOfADeadProcessOfThisMachineKeepsNobodyOut()
    {
        QFETCH(QString, holder);
        QFETCH(bool, isFree);
        ProcessIdentity process = ProcessIdentity::ofThisProcess();
        if (holder == u"ended")
            process.started += 1;
        else if (holder == u"no pid")
            process.pid = 4'194'305; // above the kernel's largest
        else if (holder == u"boot")
            process.boot = u"the-last"_s;
        else if (holder == u"space")
            process.space = u"pid:[1]"_s;
        else if (holder == u"machine")
            process.machine = process.boot = u"of-another"_s;
        else if (holder == u"none")
            process = {};
        ReleaseLease left(m_kubectl.get(), &m_clock, std::chrono::milliseconds(0), m_key,
                          LeaseHolder{u"carla"_s, u"laptop"_s, 7, process}, nullptr,
                          std::chrono::minutes(10));
        QVERIFY(resultOf(left.take()).has_value());
        const auto state = readLease(writeJson(m_cupboard.object));
        QVERIFY(state.has_value());
        QCOMPARE(state->isHeldAt(m_clock.now()), !isFree);
        QCOMPARE(resultOf(m_ben->take()).has_value(), isFree);
        QCOMPARE(!m_ben->leftBy().isEmpty(), isFree);
        if (!isFree)
            QVERIFY(resultOf(left.release()).has_value());
        QCOMPARE(m_cupboard.holder(), isFree ? u"ben@laptop (process 4711)"_s : QString());
    }

    void itIsGivenBackWhileARenewalIsUnderWay()
    {
        auto carla = lease(u"carla"_s, std::chrono::seconds(1));
        QVERIFY(resultOf(carla->take()).has_value());
        m_runner.holds = true;
        const qsizetype before = m_runner.commands.size();
        QTRY_VERIFY(m_runner.commands.size() > before); // the renewal, without an answer yet
        const auto given = carla->release();
        m_runner.holds = false;
        m_runner.release();
        const auto result = resultOf(given);
        QVERIFY2(result.has_value(), result ? "" : qPrintable(result.error().message));
        QCOMPARE(m_cupboard.holder(), QString());
    }

    void itIsGivenBackAfterARenewalWhoseAnswerWasLost_data()
    {
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("still ours") << false;
        QTest::newRow("another's") << true;
    }
    void itIsGivenBackAfterARenewalWhoseAnswerWasLost()
    {
        QFETCH(bool, isTaken);
        QVERIFY(resultOf(m_anna->take()).has_value());
        if (isTaken)
            m_cupboard.give(LeaseHolder{u"ben"_s, u"desk"_s, 1}.identity());
        else
            m_cupboard.put(m_cupboard.object);
        const auto result = resultOf(m_anna->release());
        QCOMPARE(result.has_value(), !isTaken);
        QVERIFY(!isTaken || result.error().message.startsWith(u"ben@desk"_s));
        QCOMPARE(m_cupboard.holder(), isTaken ? u"ben@desk (process 1)"_s : QString());
    }

    void aLossOfTheServerIsALossOnlyWhenTheTimeIsUp()
    {
        auto carla = lease(u"carla"_s, std::chrono::seconds(1));
        QSignalSpy lost(carla.get(), &ReleaseLease::lost);
        QVERIFY(resultOf(carla->take()).has_value());
        m_cupboard.fails = Error{Error::Code::Unreachable, u"no route"_s, {}, {}};
        const qsizetype before = m_runner.commands.size();
        QTRY_VERIFY(m_runner.commands.size() > before + 1);
        QVERIFY(lost.isEmpty()); // by the clock of the test no time has passed
        m_clock.advance(std::chrono::seconds(2));
        QTRY_COMPARE(lost.size(), 1);
        QCOMPARE(lost[0][0].value<Error>().code, Error::Code::Unreachable);
    }

    // S2: kubectl gets a list of arguments.
    void whatKubectlIsGivenIsArguments()
    {
        QVERIFY(resultOf(m_anna->take()).has_value());
        QCOMPARE(m_runner.commands[0].arguments,
                 (QStringList{u"--context=cmk"_s, u"get"_s, u"leases.coordination.k8s.io"_s,
                              u"chartroom-gpu-operator"_s, u"--namespace=nvidia-gpu-operator"_s,
                              u"--ignore-not-found"_s, u"--output=json"_s, u"--request-timeout=10s"_s}));
        QCOMPARE(m_runner.commands[1].arguments,
                 (QStringList{u"--context=cmk"_s, u"create"_s, u"--filename=-"_s, u"--output=json"_s,
                              u"--request-timeout=10s"_s}));
        QCOMPARE(m_runner.commands[1].environment[0].second, u"/a:/b"_s);
    }

    void withoutRightsThereIsNoLease()
    {
        m_runner.answer = [](const CommandLine &) {
            return CommandOutput{
                1, {}, "Error from server (Forbidden): leases.coordination.k8s.io is forbidden\n"};
        };
        QCOMPARE(resultOf(m_anna->take()).error().code, Error::Code::Forbidden);
        m_kubectl = std::make_unique<KubectlClient>(QString(), QStringList(), u"cmk"_s, &m_runner, nullptr);
        m_anna = lease(u"anna"_s, std::chrono::minutes(1));
        QCOMPARE(resultOf(m_anna->take()).error().code, Error::Code::NotFound);
    }
};

#include "tst_upgrade_lease.moc"
} // namespace tst_upgrade_lease

CHARTROOM_TEST(tst_upgrade_lease, UpgradeLeaseTest)
