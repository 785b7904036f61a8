// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/responsibility/coordination.h"
#include "core/screens/upgrade/rollback_controller.h"
#include "tests/core/planning.h"
#include "tests/support/test_main.h"

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollback_controller {

namespace {

using Page = ChangeController::Page;

/// A rollback from revision 4 to revision 3.
struct RollingBack : Planning
{
    using Planning::Planning;

    RollbackController back{planningCluster, request()};

    static RollbackRequest request()
    {
        RollbackRequest order;
        order.release = planningKey;
        order.plannedOn = 4;
        order.toRevision = 3;
        return order;
    }
    void begin()
    {
        back.setSources(&releases, &upgrades);
        back.begin();
    }
    /// From its preflight to its review.
    bool isReviewed()
    {
        begin();
        if (!QTest::qWaitFor([this] { return back.holdback(Page::Preflight).isEmpty(); }, 20'000))
            return false;
        back.next();
        return back.page() == Page::Review;
    }
};

} // namespace

class RollbackControllerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aRollbackIsHeldBackBySevereFindingsWithoutAReason() // fault 45
    {
        RollingBack plan;
        plan.upgrades.answer->findings = {
            finding("pending", Severity::Severe, u"Somebody may be at work on it."_s),
            finding("ownership", Severity::Severe, u"It is not yours."_s)};
        plan.upgrades.answer->impact.kind = NodeImpact::Kind::DriverReload;
        RollbackController &controller = plan.back;
        plan.begin();
        QCOMPARE(controller.page(), Page::Preflight);
        QTRY_VERIFY(controller.preflightState() == ChangeController::PreflightState::Ready);
        QCOMPARE(plan.upgrades.judgedBack.size(), 1);
        QCOMPARE(plan.upgrades.judgedBack.last().toRevision, 3);
        QCOMPARE(controller.holdback(Page::Preflight), u"2 severe findings need a reason for overriding."_s);
        QVERIFY(!controller.isReachable(Page::Review));
        controller.setReason(u"ownership"_s, u"It is ours since May."_s);
        controller.setReason(u"pending"_s, u"Ben's machine is off."_s);
        controller.next();
        QCOMPARE(controller.page(), Page::Review);
        QVERIFY(controller.notes().join(u' ').contains(u"are emptied and roll once more"_s));
        controller.setReason(u"It does not come up."_s);
        controller.next();
        QVERIFY(controller.isRunning());
        const RollbackRequest &order = plan.upgrades.rolledBack.last();
        QCOMPARE(order.reasons.value(u"pending"_s), u"Ben's machine is off."_s);
        QCOMPARE(order.reason, u"It does not come up."_s);
    }

    void noReasonOverridesThatARevisionIsNotStored()
    {
        RollingBack plan;
        RollbackRequest order = RollingBack::request();
        order.toRevision = 99;
        RollbackController controller(planningCluster, order);
        controller.setSources(&plan.releases, &plan.upgrades);
        controller.begin();
        QTRY_VERIFY(controller.preflightState() == ChangeController::PreflightState::Ready);
        QVERIFY(
            controller.holdback(Page::Preflight).startsWith(u"Revision 99 of gpu-operator is not stored"_s));
        QVERIFY(!controller.isReachable(Page::Review));
    }

    void whatTheRollbacksPreflightFoundIsNotTrustedForLong()
    {
        RollingBack plan;
        RollbackController &controller = plan.back;
        QVERIFY(plan.isReviewed());
        controller.setReason(u"It does not come up."_s);
        plan.releases.advance(std::chrono::minutes(6));
        plan.upgrades.holds = true;
        controller.start();
        QVERIFY(!controller.isRunning());
        QCOMPARE(plan.upgrades.judgedBack.size(), 2);
        QVERIFY(controller.holdback(Page::Review).contains(u"still running"_s));
        plan.upgrades.release();
        QTRY_COMPARE(controller.holdback(Page::Review), QString());
        controller.start();
        QVERIFY(controller.isRunning());
    }

    void whatIsTheProvidersIsTypedBeforeItIsChanged() // rule S18
    {
        Ownership its;
        its.owner = Owner::Customer;
        QCOMPARE(confirmationPhrase(its, planningKey.name, planningCluster), QString());
        its.interruption = Interruption::NodeNetwork;
        QCOMPARE(confirmationPhrase(its, planningKey.name, planningCluster), u"gpu-operator@prod-eu"_s);
        its.interruption = Interruption::GpuWorkloads;
        QCOMPARE(confirmationPhrase(its, planningKey.name, planningCluster), u"gpu-operator@prod-eu"_s);
        RollingBack plan(Owner::Crusoe);
        RollbackController &controller = plan.back;
        QVERIFY(plan.isReviewed());
        controller.setReason(u"It does not come up."_s);
        QVERIFY(controller.holdback(Page::Review).contains(u"ticket"_s));
        controller.setSupportReference(u"CS-78"_s);
        for (const QString &typed : {u""_s, u"gpu-operator"_s, u"gpu-operator@prod-us"_s}) {
            controller.setConfirmation(typed);
            QVERIFY(controller.holdback(Page::Review).contains(u"gpu-operator@prod-eu"_s));
            controller.start();
            QVERIFY(!controller.isRunning());
        }
        controller.setConfirmation(u" gpu-operator@prod-eu "_s);
        controller.start();
        QVERIFY(controller.isRunning());
        QCOMPARE(plan.upgrades.rolledBack.last().supportReference, u"CS-78"_s);
    }

    void whatIsTypedConfirmsOneChangeOnly_data()
    {
        QTest::addColumn<QString>("change");
        for (const char *change : {"reason", "GPUs", "newest revision", "preflight"})
            QTest::newRow(change) << QString::fromLatin1(change);
    }
    void whatIsTypedConfirmsOneChangeOnly()
    {
        QFETCH(QString, change);
        RollingBack plan(Owner::Crusoe);
        QVERIFY(plan.isReviewed());
        plan.back.setReason(u"It does not come up."_s);
        plan.back.setSupportReference(u"CS-78"_s);
        plan.back.setConfirmation(plan.back.confirmationWish());
        plan.back.rerunPreflight(); // finds the same
        QTRY_COMPARE(plan.back.holdback(Page::Review), QString());
        if (change == u"reason") {
            plan.back.setReason(u"Nodes do not come up."_s);
        } else if (change == u"GPUs") {
            plan.back.setGpuFloor(8);
        } else if (change == u"preflight") {
            plan.upgrades.answer->findings = {finding("quota", Severity::Warning, u"A quota is full."_s)};
            plan.back.rerunPreflight();
        } else {
            ShownRelease newer;
            newer.chart = u"gpu-operator"_s;
            newer.revision = 5;
            plan.releases.put(newer, plan.releases.ownership(planningKey));
        }
        QTRY_VERIFY(plan.back.confirmation().isEmpty());
        QTRY_VERIFY(plan.back.holdback(Page::Review).contains(plan.back.confirmationWish()));
    }

    void aRollbackNeedsItsReason()
    {
        RollingBack plan;
        RollbackController &controller = plan.back;
        QVERIFY(plan.isReviewed());
        QVERIFY(controller.run());
        controller.next();
        QCOMPARE(controller.page(), Page::Review);
        controller.setReason(u"It does not come up."_s);
        controller.next();
        QCOMPARE(controller.page(), Page::Run);
        QCOMPARE(plan.upgrades.rolledBack.last().reason, u"It does not come up."_s);
        QVERIFY(plan.upgrades.operation->isStarted());
    }
};

#include "tst_rollback_controller.moc"
} // namespace tst_rollback_controller

CHARTROOM_TEST(tst_rollback_controller, RollbackControllerTest)
