// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/screens/upgrade/kept_drafts.h"
#include "core/ticket/composer.h"
#include "core/ticket/ticket_writers.h"
#include "core/upgrade/preflight_checks.h"
#include "tests/core/planning.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_upgrade_controller {

using Page = ChangeController::Page;

class UpgradeControllerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theVersionsOfAllRepositoriesAreOffered()
    {
        Planning plan;
        QVERIFY(plan.isRead());
        OutcomesController &outcomes = *plan.controller->outcomes();
        const QString newest = outcomes.target();
        const QString surest = outcomes.versions()->source.repository;
        plan.charts.putSource(u"mirror"_s, ChartOrigin::Sureness::NameOnly);
        for (const QString &version : {u"v99.0.0"_s, newest, u"v1.0.0"_s})
            plan.charts.putChart(u"mirror"_s, version, "driver: {version: 600.1}\n");
        outcomes.retry();
        QTRY_COMPARE(outcomes.phase(), ReadPhase::Ready);
        QStringList names;
        for (const ChartVersion &one : outcomes.versions()->versions)
            names << one.version;
        QCOMPARE(names.first(), u"v99.0.0"_s);
        QCOMPARE(names.last(), u"v1.0.0"_s);
        QCOMPARE(names.count(newest), 1);
        QCOMPARE(outcomes.target(), newest); // of the surest, whoever else has newer ones
        QCOMPARE(outcomes.versions()->source.repository, surest);
        QCOMPARE(outcomes.sourcesOf(newest).size(), 2);
        QCOMPARE(outcomes.sourcesOf(u"v99.0.0"_s).size(), 1);
        outcomes.setTarget(u"v99.0.0"_s);
        QTRY_COMPARE(plan.controller->draft().chart.repository, u"mirror"_s);
        QCOMPARE(plan.controller->draft().chart.version, u"v99.0.0"_s);
        outcomes.setTarget(newest);
        QTRY_COMPARE(plan.controller->draft().chart.repository, surest);
    }

    void aRepositoryThatIsACandidateTwiceAnswersOnce()
    {
        Planning plan;
        plan.charts.putSource(u"nvidia"_s);
        plan.charts.putSource(u"nvidia"_s);
        QVERIFY(plan.isRead());
        QCOMPARE(plan.controller->draft().chart.version, plan.controller->outcomes()->target());
    }

    void aRepositoryThatDoesNotAnswerIsNamedAndLeftOut()
    {
        Planning plan;
        plan.charts.putSource(u"mirror"_s);
        plan.charts.breakSource(u"mirror"_s, {Error::Code::Unreachable, u"mirror is away."_s, {}, {}});
        QVERIFY(plan.isRead());
        const OutcomesController &outcomes = *plan.controller->outcomes();
        QVERIFY(outcomes.shown().notices.join(u' ').contains(u"mirror is away."_s));
        QCOMPARE(outcomes.sourcesOf(outcomes.target()).size(), 1);
    }

    void twoArchivesOfOneVersionAreNotChosenBetween()
    {
        Planning plan;
        QVERIFY(plan.isRead());
        OutcomesController &outcomes = *plan.controller->outcomes();
        const QString newest = outcomes.target();
        plan.charts.putSource(u"mirror"_s);
        plan.charts.putChart(u"mirror"_s, newest, "driver: {version: 600.1}\n");
        plan.charts.setDigest(outcomes.versions()->source.repository, newest, QString(64, u'a'));
        plan.charts.setDigest(u"mirror"_s, newest, QString(64, u'b'));
        outcomes.retry();
        QTRY_COMPARE(outcomes.phase(), ReadPhase::Failed);
        QCOMPARE(outcomes.error().code, Error::Code::Invalid);
        outcomes.pin(outcomes.sources().last());
        QTRY_COMPARE(outcomes.phase(), ReadPhase::Ready);
        QCOMPARE(outcomes.versions()->source.repository, u"mirror"_s);
    }

    void theOutcomesAreThoseOfTheHelmAtHand()
    {
        Planning plan;
        for (const HelmVersion &helm : {HelmVersion{u"v3.17.2"_s, 3}, assumedHelm()}) {
            HelmVersion asked;
            const auto evaluate = [&asked](const InstalledValues &installed, const Chart &target,
                                           const Value &edits, const HelmVersion &version) {
                asked = version;
                return outcomes(installed, target, edits, version);
            };
            plan.releases.setHelm(helm);
            UpgradeController controller(planningCluster, planningKey, evaluate);
            controller.setSources(&plan.releases, &plan.upgrades, &plan.charts);
            controller.outcomes()->setActive(true);
            QTRY_COMPARE(controller.outcomes()->phase(), ReadPhase::Ready);
            QCOMPARE(asked.text, helm.text);
            QCOMPARE(asked.major, helm.major);
            const QString notices = controller.outcomes()->shown().notices.join(u' ');
            QCOMPARE(notices.contains(u"version of helm is unknown"_s), helm.text.isEmpty());
        }
    }

    // The sources are told again whenever something of the cluster changes.
    void aVersionThatIsChosenStaysChosenWhileItsChartIsRead()
    {
        Planning plan;
        QVERIFY(plan.isRead());
        OutcomesController *outcomes = plan.controller->outcomes();
        const QString suggested = plan.controller->draft().chart.version;
        QCOMPARE(suggested, outcomes->target());
        const QString chosen = outcomes->installed();
        QVERIFY(chosen != suggested);
        outcomes->setTarget(chosen);
        QVERIFY(outcomes->phase() != ReadPhase::Ready);
        plan.controller->setSources(&plan.releases, &plan.upgrades, &plan.charts);
        QCOMPARE(outcomes->target(), chosen);
        FakeReleaseSource anew;
        anew.put(ShownRelease{}, Ownership{});
        plan.controller->setSources(&anew, &plan.upgrades, &plan.charts);
        plan.controller->setSources(&plan.releases, &plan.upgrades, &plan.charts);
        QVERIFY(plan.isRead());
        QCOMPARE(plan.controller->draft().chart.version, chosen);
    }

    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void noStrategyIsChosenForThePerson()
    {
        Planning plan;
        QVERIFY(plan.isRead());
        QVERIFY(!plan.controller->strategy());
        QVERIFY(plan.controller->currentHoldback().contains(u"Choose a values strategy"_s));
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Version);
        QCOMPARE(plan.upgrades.judged.size(), 0);
        plan.controller->setStrategy(Strategy::Reset);
        QCOMPARE(plan.controller->currentHoldback(), QString());
    }

    void theDraftIsPinnedToWhatWasRead()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        const UpgradeDraft &draft = plan.controller->draft();
        QCOMPARE(draft.plannedOn, 4);
        QCOMPARE(draft.chart.version, u"v26.7.0"_s);
        QCOMPARE(draft.chart.digest.size(), 64);
        QCOMPARE(validate(draft).size(), 0);
        QVERIFY(plan.upgrades.judged.last() == draft);
    }

    void whatIsSetBesideIsPartOfThePlanAndOfTheOutcomes()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        plan.controller->setSettings(u"driver.version"_s);
        QVERIFY(plan.controller->currentHoldback().contains(u"has no value"_s));
        QVERIFY(plan.controller->draft().edits == Value(Value::Map()));
        plan.controller->setSettings(u"driver.version=595.91.07,toolkit.note=new"_s);
        QCOMPARE(plan.controller->currentHoldback(), QString());
        QVERIFY(plan.controller->draft().edits.at({u"driver"_s, u"version"_s}) == Value(u"595.91.07"_s));
        const auto isShown = [&plan] {
            const QList<OutcomeRow> rows = plan.controller->outcomes()->shown().rows;
            return std::any_of(rows.cbegin(), rows.cend(), [](const OutcomeRow &row) {
                const auto &cell = row.cells[size_t(Strategy::ResetThenReuse)];
                return row.path == u"toolkit.note" && cell && cell->value == u"new";
            });
        };
        QTRY_VERIFY(isShown());
        QTRY_VERIFY(plan.upgrades.judged.last() == plan.controller->draft());

        Planning later;
        later.controller->restore(plan.controller->draft());
        QCOMPARE(later.controller->settings().value_or(QString()),
                 u"driver.version=595.91.07,toolkit.note=new"_s);
        UpgradeDraft other = plan.controller->draft();
        other.edits = Value(Value::Map{{u"a"_s, Value(u"580"_s)}});
        QVERIFY(later.controller->open(other));
        QVERIFY(!later.controller->settings());
    }

    void pagesAreThoseThatTheChangeNeeds()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        QCOMPARE(plan.controller->pages(),
                 (QList{Page::Version, Page::Preflight, Page::Review, Page::Run, Page::Result}));
        Planning shared(Owner::Shared);
        shared.upgrades.answer = reportOf(NodeImpact::Kind::DriverReload);
        QVERIFY(shared.isPlanned());
        QCOMPARE(shared.controller->pages(),
                 (QList{Page::Version, Page::Nodes, Page::Preflight, Page::Coordination, Page::Review,
                        Page::Run, Page::Result}));
    }

    void whatCannotBeToldOfNodesAsksForTheNodesPage()
    {
        Planning plan;
        plan.upgrades.answer = reportOf(NodeImpact::Kind::Unknown);
        QVERIFY(plan.isPlanned());
        QVERIFY(plan.controller->pages().contains(Page::Nodes));
    }

    void backAndForthLosesNothing()
    {
        Planning plan(Owner::Shared);
        plan.upgrades.answer = reportOf(NodeImpact::Kind::DriverReload);
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Nodes);
        PolicyChanges policy;
        policy.maxParallelUpgrades = 2;
        plan.controller->setPolicy(policy);
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        QTRY_COMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Coordination);
        plan.controller->setSupport(u"CS-1"_s, u"Ann, today"_s);
        for (int i = 0; i < 3; ++i)
            plan.controller->back();
        QCOMPARE(plan.controller->page(), Page::Version);
        QCOMPARE(plan.controller->draft().policy, policy);
        QCOMPARE(plan.controller->draft().supportReference, u"CS-1"_s);
        QCOMPARE(plan.controller->draft().strategy, Strategy::ResetThenReuse);
    }

    void anEditMakesThePreflightLookAgain()
    {
        Planning plan(Owner::Shared);
        QVERIFY(plan.isPlanned());
        const auto before = plan.upgrades.judged.size();
        plan.controller->setSupport(u"CS-1"_s, {});
        QVERIFY(plan.controller->preflightState() == UpgradeController::PreflightState::Missing);
        plan.controller->next();
        QCOMPARE(plan.upgrades.judged.size(), before + 1);
        QCOMPARE(plan.upgrades.judged.last().supportReference, u"CS-1"_s);
        QTRY_COMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        plan.controller->setSupport(u"CS-2"_s, {});
        QCOMPARE(plan.controller->currentHoldback(), QString()); // the review waits for the next look
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
        QCOMPARE(plan.upgrades.judged.last().supportReference, u"CS-2"_s);
        QVERIFY(!plan.controller->currentHoldback().isEmpty());
        // A reason is judged by the page, not by the cluster.
        QTRY_VERIFY(plan.controller->preflightState() == UpgradeController::PreflightState::Ready);
        plan.controller->setReason(u"helm"_s, u"because"_s);
        QVERIFY(plan.controller->preflightState() == UpgradeController::PreflightState::Ready);
    }

    void aSevereFindingNeedsAReasonBeforeItGoesOn()
    {
        Planning plan;
        plan.upgrades.answer =
            reportOf(NodeImpact::Kind::PodsOnly, {finding("helm", Severity::Severe, u"No."_s)});
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        QVERIFY(plan.controller->currentHoldback().contains(u"need"_s));
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        plan.controller->setReason(u"helm"_s, u"It was agreed."_s);
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
    }

    void aFindingOfOwnershipIsAnsweredWhereSupportIsAsked()
    {
        Planning plan(Owner::Crusoe);
        plan.upgrades.answer =
            reportOf(NodeImpact::Kind::PodsOnly, {finding("ownership", Severity::Severe, u"Crusoe's."_s)});
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Coordination);
        QVERIFY(plan.controller->currentHoldback().contains(u"ticket"_s));
        plan.controller->setReason(u"ownership"_s, u"Nobody answers, and it burns."_s);
        QCOMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        QCOMPARE(plan.controller->stateOf(Page::Coordination), VisualState::Attention); // nobody agreed
    }

    void aFailedPreflightIsNeverPassed()
    {
        Planning plan;
        plan.upgrades.answer = failure(Error::Code::Unreachable, u"It does not answer."_s);
        QVERIFY(plan.isRead());
        plan.controller->setStrategy(Strategy::Reuse);
        QTRY_VERIFY(plan.controller->preflightState() == UpgradeController::PreflightState::Failed);
        plan.controller->next(); // nobody knows what it does to nodes
        QCOMPARE(plan.controller->page(), Page::Nodes);
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        QCOMPARE(plan.controller->currentHoldback(), u"It does not answer."_s);
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
    }

    void theOperationThatIsShownIsTheOneThatRuns()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
        QVERIFY(plan.controller->run());
        QCOMPARE(plan.controller->run()->commands(),
                 QStringList(u"helm upgrade gpu-operator --version v26.7.0"_s));
        QVERIFY(!plan.upgrades.operation->isStarted());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Run);
        QVERIFY(plan.upgrades.operation->isStarted());
        QCOMPARE(plan.upgrades.upgraded.size(), 1);
        // Nothing leads back to the planning while it runs.
        QVERIFY(!plan.controller->canGoBack());
        plan.controller->goTo(Page::Version);
        QCOMPARE(plan.controller->page(), Page::Run);
    }

    void nothingIsRunOnAnOldPreflight()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
        const qsizetype before = plan.upgrades.judged.size();
        plan.releases.advance(std::chrono::minutes(6));
        plan.upgrades.answer =
            reportOf(NodeImpact::Kind::PodsOnly, {finding("helm", Severity::Severe, u"No."_s)});
        plan.controller->next();
        QVERIFY(!plan.controller->isRunning());
        QCOMPARE(plan.upgrades.judged.size(), before + 1);
        QTRY_VERIFY(plan.controller->currentHoldback().contains(u"need"_s));
        plan.controller->back();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        plan.controller->setReason(u"helm"_s, u"It was agreed."_s);
        plan.releases.advance(std::chrono::minutes(4)); // is young enough
        plan.controller->next();
        QCOMPARE(plan.upgrades.judged.size(), before + 1);
        plan.controller->back();
        plan.releases.advance(std::chrono::minutes(2));
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
        QCOMPARE(plan.upgrades.judged.size(), before + 2);
        QVERIFY(plan.controller->currentHoldback().contains(u"still running"_s));
        QTRY_COMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        QVERIFY(plan.controller->isRunning());
        QCOMPARE(plan.upgrades.judged.size(), before + 2);
    }

    void nothingIsRunBeforeTheWindowBegins()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        const QDateTime begin = plan.releases.now().addSecs(3600);
        plan.controller->setWindow(UpgradeWindow{begin, begin.addSecs(3600), "UTC"});
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Nodes); // where the window can be changed
        plan.controller->next();
        QTRY_COMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Review);
        QVERIFY(plan.controller->currentHoldback().contains(u"starts at 2026-11-21T04:31:00Z"_s));
        plan.controller->next();
        QVERIFY(!plan.controller->isRunning());
        plan.controller->setWindow(UpgradeWindow{begin.addSecs(-3600), begin, "UTC"});
        plan.controller->rerunPreflight();
        QTRY_COMPARE(plan.controller->currentHoldback(), QString());
        plan.controller->next();
        QVERIFY(plan.controller->isRunning());
    }

    void theRunShowsItsStepsAndItsEnd()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        for (int i = 0; i < 3; ++i)
            plan.controller->next();
        OperationRun *run = plan.controller->run();
        QVERIFY(plan.controller->isRunning());
        Q_EMIT plan.upgrades.operation->stepChanged(ReleaseOperation::Step::Lease,
                                                    ReleaseOperation::StepState::Running, u"Taking it."_s);
        QCOMPARE(run->rows()[0].state, VisualState::Moving);
        run->cancel();
        QCOMPARE(run->cancelText(), u"helm keeps running."_s);
        Q_EMIT plan.upgrades.operation->outputReceived({u"line"_s});
        QSignalSpy ended(plan.controller.get(), &ChangeController::runEnded);
        plan.upgrades.operation->end(OperationResult::End::Done, u"Done."_s, 5, {u"A value differs."_s});
        QCOMPARE(ended.size(), 1);
        QCOMPARE(run->rows()[0].state, VisualState::Unknown);
        QCOMPARE(run->rows()[1].state, VisualState::Skipped);
        QCOMPARE(plan.controller->stateOf(Page::Result), VisualState::Attention); // not as planned
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Result);
        plan.controller->planAgain();
        QCOMPARE(plan.controller->page(), Page::Version);
        QVERIFY(!plan.controller->run());
    }

    void aPlanWhoseReleaseChangedSinceThePreflightStartsOver()
    {
        Planning plan;
        plan.upgrades.answer =
            reportOf(NodeImpact::Kind::PodsOnly, {finding("hooks", Severity::Severe, u"A hook fails."_s)});
        QVERIFY(!plan.controller->isOvertaken()); // nothing was checked yet
        QVERIFY(plan.isPlanned());
        plan.controller->next();
        QCOMPARE(plan.controller->page(), Page::Preflight);
        plan.controller->setReason(u"hooks"_s, u"known"_s);
        QVERIFY(!plan.controller->isOvertaken());
        ShownRelease release;
        release.chart = u"gpu-operator"_s;
        release.status = ReleaseStatus::Failed; // the same revision
        plan.releases.put(release);
        QVERIFY(plan.controller->hasMovedOn());
        QVERIFY(plan.controller->reason(u"hooks"_s).isEmpty()); // it was for what was found before
        plan.controller->startOver();
        QCOMPARE(plan.controller->page(), Page::Version);
        QVERIFY(plan.controller->reason(u"hooks"_s).isEmpty());
        QVERIFY(plan.controller->preflightState() != UpgradeController::PreflightState::Ready);
        QVERIFY(!plan.controller->hasMovedOn());
    }

    void anOpenedPlanKeepsItsPins()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        UpgradeDraft before = plan.controller->draft();
        before.plannedOn = 3;
        before.chart.digest = QString(64, u'a');
        QVERIFY(plan.controller->open(before));
        QVERIFY(plan.controller->draft() == before);
        QTRY_COMPARE(plan.controller->outcomes()->phase(), ReadPhase::Ready);
        QVERIFY(plan.controller->draft() == before);
        QVERIFY(plan.controller->isOutdated());
        plan.controller->replan();
        QCOMPARE(plan.controller->draft().plannedOn, 4);
        before.release.name = u"cilium"_s;
        QVERIFY(!plan.controller->open(before));
    }

    void draftsAreKeptForTheirReleaseOnly()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        plan.controller->setGpuFloor(40);
        QVERIFY(plan.controller->preflightState() != UpgradeController::PreflightState::Ready); // judged anew
        QTemporaryDir folder;
        const KeptDrafts kept(folder.filePath(u"drafts"_s));
        Release release = *plan.releases.find(planningKey);
        release.revisions.front().uid = u"a7"_s;
        QVERIFY(kept.keep(plan.controller->draft(), release));
        const auto found = kept.find(planningCluster, planningKey);
        QVERIFY(found && found->draft == plan.controller->draft());
        QVERIFY(found->isFor(release));
        Release other = release; // a cluster that was made anew under the same name
        other.revisions.front().uid = u"b8"_s;
        QVERIFY(!found->isFor(other));
        Release later4 = release;
        later4.revisions.front().revision = 5;
        QVERIFY(!found->isFor(later4));
        Planning later;
        later.controller->restore(found->draft);
        QCOMPARE(later.controller->gpuFloor(), std::optional(40));
        QVERIFY(!kept.find(u"prod-us"_s, planningKey));
        const QFileInfoList files = QDir(folder.filePath(u"drafts"_s)).entryInfoList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QCOMPARE(files[0].permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        kept.forget(planningCluster, planningKey);
        QVERIFY(!kept.find(planningCluster, planningKey));
    }

    void aDraftThatIsNotCompleteIsNotKept()
    {
        QTemporaryDir folder;
        UpgradeDraft draft;
        draft.context = u"../../etc"_s;
        QVERIFY(!KeptDrafts(folder.path()).keep(draft, ShownRelease().build()));
    }

    void whatWasChosenForOneVersionIsNotThereForAnother()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        UpgradeController &controller = *plan.controller;
        const QString first = controller.draft().chart.version;
        controller.setCanary(u"gpu-1"_s);
        controller.setReason(u"helm"_s, u"It was agreed."_s);
        controller.setSupport(u"CS-77"_s, u"Ana, on the phone"_s);
        controller.outcomes()->setTarget(u"v26.3.3"_s);
        QTRY_COMPARE(controller.draft().chart.version, u"v26.3.3"_s);
        const UpgradeDraft fresh = controller.draft();
        QCOMPARE(fresh.canary, QString());
        QCOMPARE(fresh.supportReference, QString());
        QCOMPARE(fresh.consent, QString());
        QVERIFY(fresh.reasons.isEmpty());
        QCOMPARE(controller.strategy(), std::optional(Strategy::ResetThenReuse)); // it stands on this page
        QVERIFY(controller.offered());
        QCOMPARE(controller.offered()->chart.version, first);
        controller.takeOffered();
        QVERIFY(!controller.offered());
        QCOMPARE(controller.draft().canary, u"gpu-1"_s);
        QCOMPARE(controller.draft().supportReference, u"CS-77"_s); // given for that version
        QCOMPARE(controller.draft().chart.version, first);
        QTRY_COMPARE(controller.outcomes()->phase(), ReadPhase::Ready);
        QCOMPARE(controller.outcomes()->target(), first);
        QCOMPARE(controller.draft().chart.version, first);
        QCOMPARE(controller.draft().canary, u"gpu-1"_s);
        QVERIFY(controller.draft().reasons.isEmpty()); // they answer what was found then
    }

    void whatWasTypedForOneRevisionConfirmsNoUpgradeOfAnother()
    {
        Planning plan(Owner::Shared);
        QVERIFY(plan.isPlanned());
        UpgradeController &controller = *plan.controller;
        controller.setConfirmation(controller.confirmationWish());
        QVERIFY(!controller.confirmation().isEmpty());
        ShownRelease newer;
        newer.chart = u"gpu-operator"_s;
        newer.revision = 5;
        controller.outcomes()->setActive(false); // until the new record has its values
        plan.releases.put(newer, plan.releases.ownership(planningKey));
        fillGpuOperatorRecord(plan.releases);
        controller.outcomes()->setActive(true);
        QTRY_VERIFY(controller.offered());
        controller.takeOffered();
        QCOMPARE(controller.confirmation(), QString());
    }

    void aStepOfTheWayTakesNothingFromAnotherVersion()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        plan.controller->setCanary(u"gpu-1"_s);
        plan.controller->setBake(std::chrono::hours(48));
        plan.controller->aim(u"v26.3.3"_s);
        QCOMPARE(plan.controller->draft().canary, QString());
        QCOMPARE(plan.controller->draft().bake, std::chrono::seconds(0));
        QVERIFY(plan.controller->offered());
    }

    void aNewRevisionStartsAnewAndOffersThePlan()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        UpgradeController &controller = *plan.controller;
        controller.setSettings(u"driver.version=595.91.07"_s);
        controller.setCanary(u"gpu-1"_s);
        controller.setSupport(u"CS-77"_s, {});
        controller.next();
        ShownRelease newer;
        newer.chart = u"gpu-operator"_s;
        newer.revision = 5;
        controller.outcomes()->setActive(false); // until the new record has its values
        plan.releases.put(newer);
        fillGpuOperatorRecord(plan.releases);
        controller.outcomes()->setActive(true);
        QTRY_COMPARE(controller.draft().plannedOn, 5);
        QCOMPARE(controller.page(), Page::Version);
        QVERIFY(!controller.strategy());
        QCOMPARE(controller.draft().canary, QString());
        QCOMPARE(controller.draft().supportReference, QString());
        QVERIFY(controller.draft().edits == Value(Value::Map()));
        QCOMPARE(controller.settings().value_or(u"?"_s), QString());
        QVERIFY(controller.offered());
        QCOMPARE(controller.offered()->plannedOn, 4);
        controller.dismissOffered();
        QVERIFY(!controller.offered());
        QCOMPARE(controller.draft().canary, QString());
    }

    void aPendingRevisionThatEndsIsWhatIsPlannedFrom()
    {
        Planning plan;
        UpgradeController &controller = *plan.controller;
        ShownRelease pending;
        pending.chart = u"gpu-operator"_s;
        pending.revision = 5;
        pending.status = ReleaseStatus::PendingUpgrade;
        pending.deployed = 4;
        controller.outcomes()->setActive(false); // until the record has its values
        plan.releases.put(pending);
        fillGpuOperatorRecord(plan.releases);
        controller.outcomes()->setActive(true);
        QVERIFY(plan.isRead());
        QTRY_COMPARE(controller.draft().plannedOn, 4);
        QTRY_COMPARE(controller.outcomes()->shown().since, 4);
        QVERIFY(controller.outcomes()->shown().notices.join(u' ').contains(
            u"are those of revision 4; revision 5 is pending-upgrade and may"_s));
        pending.status = ReleaseStatus::Deployed;
        pending.deployed = 0;
        controller.outcomes()->setActive(false);
        plan.releases.put(pending);
        fillGpuOperatorRecord(plan.releases);
        controller.outcomes()->setActive(true);
        QTRY_COMPARE(controller.draft().plannedOn, 5);
        QCOMPARE(controller.outcomes()->revision(), 5);
        QTRY_COMPARE(controller.outcomes()->shown().since, 0);
    }

    void whatHelmMayBeAtIsSaidOnTheFirstPageAsByThePreflight()
    {
        Planning plan;
        QVERIFY(plan.isRead());
        QCOMPARE(plan.controller->pendingNotice(), QString());
        plan.controller->outcomes()->setActive(false);
        const QSignalSpy changed(plan.controller.get(), &ChangeController::changed);
        ShownRelease pending;
        pending.chart = u"gpu-operator"_s;
        pending.revision = 5;
        pending.status = ReleaseStatus::PendingUpgrade;
        pending.deployed = 4;
        plan.releases.put(pending);
        QVERIFY(!changed.isEmpty());
        PreflightEvidence evidence;
        evidence.release = *plan.releases.find(planningKey);
        evidence.now = plan.releases.serverNow();
        const QString notice = plan.controller->pendingNotice();
        QVERIFY2(notice.startsWith(checkPending(evidence).sentence), qPrintable(notice));
        QVERIFY2(notice.contains(u"Revision 5 is pending-upgrade since "_s), qPrintable(notice));
    }

    void aHelmThatBeginsMeanwhileMakesThePreflightLookAgain()
    {
        Planning plan;
        QVERIFY(plan.isPlanned());
        UpgradeController &controller = *plan.controller;
        controller.next();
        controller.next();
        QTRY_COMPARE(controller.holdback(Page::Preflight), QString());
        while (controller.page() != Page::Review)
            controller.next();
        QVERIFY(controller.decisionText().startsWith(u"Chart gpu-operator goes from v25.10.1 to "_s));
        const qsizetype before = plan.upgrades.judged.size();
        ShownRelease pending;
        pending.chart = u"gpu-operator"_s;
        pending.revision = 5;
        pending.status = ReleaseStatus::PendingUpgrade;
        pending.deployed = 4;
        controller.outcomes()->setActive(false); // the first page is not shown
        plan.releases.put(pending);
        QCOMPARE(plan.upgrades.judged.size(), before + 1);
        QVERIFY(controller.holdback(Page::Version).contains(u"revision 5 is pending-upgrade"_s));
        QVERIFY(!controller.currentHoldback().isEmpty());
        controller.start();
        QVERIFY(!controller.isRunning());
        QTRY_COMPARE(controller.preflightState(), ChangeController::PreflightState::Ready);
        QVERIFY(controller.hasMovedOn());
        QVERIFY(!controller.currentHoldback().isEmpty());
    }

    void supportIsAskedWithWhatTheyNeedToKnow()
    {
        Planning plan(Owner::Shared);
        plan.upgrades.answer = reportOf(NodeImpact::Kind::DriverReload,
                                        {finding("blockers", Severity::Warning, u"A budget is at zero."_s)});
        QVERIFY(plan.isPlanned());
        TicketFacts facts;
        facts.draft = plan.controller->draft();
        facts.releases.append({*plan.releases.find(planningKey), plan.controller->ownership(), {}});
        facts.preflight = plan.controller->report();
        const QString text = QString::fromUtf8(ticketText(composeTicket(facts, {}).document)).simplified();
        for (const QString &part :
             {u"gpu-operator"_s, u"v25.10.1 to v26.7.0"_s, u"the driver is unloaded and reloaded"_s,
              u"A budget is at zero"_s, u"shared"_s, u"not agreed yet"_s})
            QVERIFY2(text.contains(part), qPrintable(text));
    }
};

#include "tst_upgrade_controller.moc"
} // namespace tst_upgrade_controller

CHARTROOM_TEST(tst_upgrade_controller, UpgradeControllerTest)
