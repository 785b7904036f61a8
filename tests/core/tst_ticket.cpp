// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/ticket_times.h"
#include "core/ticket/ticket_writers.h"
#include "tests/core/ticket_texts.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket {

/// What Support is told.
class TestTicket final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void aRequestSaysWhatWhoseFromWhereToWhereAndWhen()
    {
        const QString text = proseOf(TicketPhase::Before);
        QVERIFY2(text.startsWith(u"Planned upgrade of gpu-operator on prod-eu ===="), qPrintable(text));
        QVERIFY2(text.contains(
                     u"= We ask for a maintenance window to upgrade gpu-operator on prod-eu from v25.3.4 to "
                     u"v25.10.1. Window: 2026-11-21 23:00 until 2026-11-22 03:00 Europe/Berlin (2026-11-21 "
                     u"22:00 until 2026-11-22 02:00 UTC)"),
                 qPrintable(text));
        QVERIFY2(holdsAll(text,
                          {u"gpu-operator in namespace nvidia-gpu-operator, revision 4"_s,
                           u"gpu-operator v25.10.1, sha256:"_s + QString(64, u'a'), u"reset-then-reuse"_s,
                           u"shared"_s, u"supported"_s, u"Effect on nodes: see \"What it interrupts\"."_s,
                           u"Workloads on the nodes being updated."_s, u"severe"_s, u"Somebody is at work."_s,
                           u"Wait for it."_s, u"driver.version"_s, u"570.124.06"_s, u"580.82.07"_s,
                           u"Pinned: 570 breaks our NCCL."_s, u"NVIDIA-H100-80GB-HBM3 (16)"_s, u"v1.36.3"_s,
                           u"Nothing. Every text was searched for secrets."_s}),
                 qPrintable(text));
        QVERIFY(!text.contains(u"notify Support first.")); // that is what this does
        QCOMPARE(questions(factsBefore(), optionsOf(TicketPhase::Before)),
                 (QStringList{
                     u"Do you approve this in this window, and should it wait for anything?"_s,
                     u"Is gpu-operator v25.10.1 validated for this cluster?"_s,
                     u"Does anything in our own configuration below (1 path) prevent it?"_s,
                 }));
    }

    /// Values change and the chart stays: the request, the title and the question say which.
    void aChangeOfValuesIsNotAnUpgradeOfTheChart()
    {
        TicketFacts facts = factsBefore();
        facts.draft->chart.version = facts.releases.first().release.record->chartVersion;
        facts.draft->edits =
            Value(Value::Map{{u"driver"_s, Value(Value::Map{{u"version"_s, Value(u"580.126.20"_s)}})},
                             {u"replicas"_s, Value(Value::Number{u"2"_s})}});
        ValueChange kept;
        kept.path = u"toolkit.version"_s;
        kept.after = Value(u"v1.17"_s);
        facts.releases.first().release.divergence->changes.append(kept);
        ValueShift values;
        values.edits = {u"driver.version: 580.82.07 → 580.126.20"_s, u"replicas: 2 → 2"_s};
        values.moved = {values.edits.first()};
        values.sameEdits = 1;
        facts.preflight->values = values;
        const QString text = proseOf(facts, optionsOf(TicketPhase::Before));
        QVERIFY2(holdsAll(text, {u"Planned change of gpu-operator on prod-eu"_s,
                                 u"to change gpu-operator v25.3.4 on prod-eu: driver.version 580.82.07 → "
                                 u"580.126.20."_s,
                                 u"Is this validated for this cluster with gpu-operator v25.3.4: "
                                 u"driver.version 580.82.07 → 580.126.20?"_s,
                                 u"(1 path) prevent it?"_s, u"toolkit.version"_s}),
                 qPrintable(text));
        QVERIFY(!text.contains(u"570.124.06")); // of the value that it replaces
        QVERIFY(!text.contains(u"v25.3.4 to v25.3.4"));
    }

    void afterwardsAChangeOfValuesIsNamedByThem()
    {
        TicketFacts facts = factsAfter();
        facts.operation->journal = changeJournal(facts.operation->order.version);
        const auto title = [&facts] {
            return composeTicket(facts, optionsOf(TicketPhase::After)).document.title();
        };
        QCOMPARE(title(), u"Change of gpu-operator v25.10.1: driver.version 580.126.20 on prod-eu"_s);
        facts.operation->journal = changeJournal(u"v25.3.4"_s); // which was another one
        QCOMPARE(title(), u"Upgrade of gpu-operator to v25.10.1 on prod-eu"_s);
    }

    void whatIsNotKnownIsNotSaid()
    {
        TicketFacts facts;
        facts.cluster.name = u"prod-eu"_s;
        UpgradeDraft draft;
        draft.context = u"prod-eu"_s;
        draft.release = {u"tenant-a"_s, u"portal"_s, ReleaseStorage::Secret};
        draft.chart.name = u"portal"_s;
        draft.chart.version = u"2.0.0"_s;
        facts.draft = draft;
        const Ticket ticket = composeTicket(facts, {});
        QCOMPARE(headings(ticket),
                 (QStringList{u"Our request to Support"_s, u"Cluster"_s, u"What was hidden"_s}));
        const QString text = proseOf(facts, {});
        QVERIFY(text.contains(u"to upgrade portal on prod-eu from unknown to 2.0.0."));
        QVERIFY(text.contains(u"Window: not agreed yet"));
        QVERIFY(!text.contains(u"validated")); // the chart is the customer's
        QVERIFY(!textOf({}, {}).isEmpty());
    }

    void aWindowIsSaidInItsZoneHoweverItIsHeld()
    {
        TicketFacts facts = factsBefore();
        const QString inUtc = textOf(facts, {});
        const QTimeZone berlin("Europe/Berlin");
        facts.draft->window->start = facts.draft->window->start.toTimeZone(berlin);
        facts.draft->window->end = facts.draft->window->end.toTimeZone(berlin);
        QCOMPARE(textOf(facts, {}), inUtc);
        facts.draft->window->zone = "Nowhere/Atall";
        QVERIFY(textOf(facts, {}).simplified().contains(
            u"Window: 2026-11-21 22:00 until 2026-11-22 02:00 UTC Release:"));
    }

    void aWindowInUtcIsSaidInTheReadersZoneToo()
    {
        TicketFacts facts = factsBefore();
        facts.draft->window->zone = "UTC";
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::Before))
                    .contains(u"23:00 until 2026-11-22 03:00 Europe/Berlin"));
        QCOMPARE(TicketTimes("Europe/Berlin").moment(ticketNow),
                 u"2026-11-21 23:40:00 Europe/Berlin (22:40:00 UTC)"_s);
        QCOMPARE(TicketTimes("Asia/Tokyo").moment(ticketNow),
                 u"2026-11-22 07:40:00 Asia/Tokyo (2026-11-21 22:40:00 UTC)"_s);
        QCOMPARE(TicketTimes("UTC").moment(ticketNow), u"2026-11-21 22:40:00 UTC"_s);
        QCOMPARE(TicketTimes("UTC").minute(ticketNow), u"2026-11-21 22:40 UTC"_s);
        for (const char *same : {"", "Etc/UTC", "Zulu"}) // "" is this machine's own zone to Qt
            QCOMPARE(TicketTimes(same).range(ticketNow, ticketNow),
                     u"2026-11-21 22:40 until 2026-11-21 22:40 UTC"_s);
        QCOMPARE(TicketTimes("").moment({}), QString());
    }

    void aContentPreflightIsSaidToBe()
    {
        TicketFacts facts = factsBefore();
        facts.preflight->findings = {finding("helm", Severity::Ok, u"Helm v4.3.1 would run."_s)};
        const QString text = proseOf(facts, {});
        QVERIFY(text.contains(u"no findings against it"));
        QVERIFY(text.contains(u"Effect on nodes: Nodes are cordoned, the driver is unloaded"));
    }

    void whileSomethingIsStuckEachNodeInTroubleIsNamedWithItsText()
    {
        const QString text = proseOf(TicketPhase::During);
        QVERIFY2(
            holdsAll(
                text,
                {u"The rollout on prod-eu is blocked: GPU driver 580.82.07 → 580.105.08: 2 of 5 done, 1 failed, 1 stuck, 1 lost."_s,
                 u"Could not resolve Linux kernel version"_s, u"tenant-b/trainer (PodDisruptionBudget)"_s,
                 u"As of: 2026-11-21 23:40:00 Europe/Berlin (22:40:00 UTC)"_s}),
            qPrintable(text));
        QStringList nodes;
        for (const QStringList &row : nodeRowsOf(factsDuring()))
            nodes.append(row.first());
        QCOMPARE(nodes, (QStringList{u"gpu-007"_s, u"gpu-011"_s,
                                     u"gpu-004"_s})); // the worst first, none that is done
    }

    void eachOfTwoDriversHasItsOwnVersionsAndCounts()
    {
        TicketFacts facts = factsDuring();
        facts.operation.reset();
        NodeTrack a100 = ticketTrack(u"a-1"_s, Verdict::Waiting, RolloutStep::Queued);
        a100.queue = u"a100"_s;
        NodeTrack h100 = ticketTrack(u"h-1"_s, Verdict::Moving, RolloutStep::Evict);
        h100.queue = u"h100"_s;
        h100.driverFrom = u"535.183.01"_s;
        h100.driverTo = u"550.90.07"_s;
        facts.tracks = {a100, h100};
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::During));
        const QString a = u"GPU driver a100 580.82.07 → 580.105.08"_s;
        const QString h = u"GPU driver h100 535.183.01 → 550.90.07"_s;
        QVERIFY2(ticket.document.title().contains(a) && ticket.document.title().contains(h),
                 qPrintable(ticket.document.title()));
        const QString prose = proseOf(facts, optionsOf(TicketPhase::During));
        QVERIFY2(prose.contains(a + u": 0 of 1 done"_s) && prose.contains(h + u": 0 of 1 done"_s),
                 qPrintable(prose));
    }

    /// A ticket names the owner that the finding names.
    void whoseItIsTheFindingSays()
    {
        TicketFacts facts = factsDuring();
        Finding finding;
        finding.signature = u"driver-crash-loop"_s;
        finding.operand = finding.concerns = u"gpu-driver"_s;
        finding.component = u"GPU driver"_s;
        finding.nodes = {u"gpu-011"_s};
        finding.quote = u"Could not resolve Linux kernel version"_s;
        finding.owner = Owner::Customer;
        facts.findings = {finding};
        const auto isOurs = [&] {
            const QStringList asked = questions(facts, optionsOf(TicketPhase::During));
            return std::any_of(asked.cbegin(), asked.cend(), [](const QString &one) {
                return one.startsWith(u"For your information: gpu-011");
            });
        };
        QVERIFY(isOurs());
        facts.findings.first().owner = Owner::Shared;
        QVERIFY(!isOurs());
    }

    void oneBudgetThatHoldsBothDriversIsSaidOnce()
    {
        TicketFacts facts = factsDuring();
        NodeTrack ib = facts.tracks[2]; // gpu-004
        ib.component = u"ib"_s;
        facts.tracks.append(ib);
        const QStringList asked = questions(facts, optionsOf(TicketPhase::During));
        QCOMPARE(asked.filter(u"gpu-004"_s).size(), 1);
        QVERIFY2(asked.last().contains(u"GPU driver") && asked.last().contains(u"InfiniBand driver"),
                 qPrintable(asked.last()));
    }

    void driversThatFareAlikeAreOneRow()
    {
        TicketFacts facts = factsDuring();
        NodeTrack ib = facts.tracks[2]; // gpu-004
        ib.component = u"ib"_s;
        ib.since = ib.since.addSecs(61);
        facts.tracks.append(ib);
        ib.node = u"gpu-005"_s;
        ib.driverTo = u"580.99"_s; // not what the others get
        facts.tracks.append(ib);
        const QList<QStringList> rows = nodeRowsOf(facts);
        const auto rowOf = [&rows](const QString &node) {
            QList<QStringList> found;
            for (const QStringList &row : rows)
                if (row.first() == node)
                    found.append(row);
            return found;
        };
        QCOMPARE(rowOf(u"gpu-004"_s).size(), 1);
        QCOMPARE(rowOf(u"gpu-004"_s).first()[1], u"GPU driver, InfiniBand driver"_s);
        QCOMPARE(rowOf(u"gpu-004"_s).first()[3], u"22:31:00, 22:32:01"_s); // of the ticket's day
        QCOMPARE(rowOf(u"gpu-005"_s).first()[1], u"InfiniBand driver 580.82.07 → 580.99"_s);
    }

    void aNodeThatABudgetHoldsIsNamedBeforeItIsStuck()
    {
        TicketFacts facts = factsDuring();
        facts.tracks[2].verdict = Verdict::Moving;
        QVERIFY(questions(facts, optionsOf(TicketPhase::During))
                    .last()
                    .startsWith(
                        u"For your information: gpu-004 (GPU driver) is waiting for us. tenant-b/trainer"));
        facts.tracks = {facts.tracks[2]};
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During)).contains(u"is blocked: "));
        facts.tracks.first().blockers.clear();
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During)).contains(u"is in progress: "));
    }

    void aRevisionHasTheDateThatHelmHistoryShows()
    {
        TicketFacts facts = factsAfter();
        RevisionDate &date = facts.releases.first().release.revisions.first().date;
        date.deployed = QDateTime(QDate(2026, 11, 21), QTime(3, 31, 16), Qt::UTC);
        date.created = date.deployed.addDays(-3);
        date.written = date.deployed.addSecs(40);
        QStringList row;
        const Ticket ticket = composeTicket(facts, optionsOf(TicketPhase::After));
        for (const TicketBlock &block : ticket.document.blocks())
            if (const auto *table = std::get_if<TicketTable>(&block);
                table && table->titles.contains(u"Revision"_s))
                row = table->rows.first();
        QVERIFY2(row.contains(u"5, of 2026-11-21 03:31:16 UTC"_s), qPrintable(row.join(u'|')));
    }

    void theChartIsSaidFromWhereToWhere()
    {
        TicketFacts facts = factsDuring();
        ReleaseRecord before = *facts.releases.first().release.record;
        before.chartVersion = u"v24.9.2"_s;
        facts.releases.first().previous = before;
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During)).contains(u"gpu-operator v24.9.2 → v25.3.4"));
        facts = factsBefore();
        facts.releases.first().previous = before; // nobody asks for what was done long ago
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::Before)).contains(u"gpu-operator v25.3.4 → v25.10.1"));
        QVERIFY(!proseOf(facts, optionsOf(TicketPhase::Before)).contains(u"v24.9.2"));
    }

    void manyNodesInTroubleAreCounted()
    {
        TicketFacts facts = factsDuring();
        const NodeTrack failed = facts.tracks.last();
        for (int i = 0; i < 40; ++i) {
            facts.tracks.append(failed);
            facts.tracks.last().node = u"gpu-1%1"_s.arg(i, 2, 10, QLatin1Char('0'));
        }
        const QStringList asked = questions(facts, optionsOf(TicketPhase::During));
        QCOMPARE(asked.size(), 3); // one cause is one question
        QVERIFY2(asked[1].startsWith(u"Please advise on gpu-011, gpu-100, gpu-101, gpu-102, gpu-103, "
                                     u"gpu-104, gpu-105, gpu-106 and 33 more (GPU driver): fix, retry or "
                                     u"reboot? On gpu-011: nvidia-driver-ctr of the driver pod"),
                 qPrintable(asked[1]));
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During))
                    .contains(u"27 more nodes need attention; all are in the attached table."));
    }

    void findingsAreQuotedWithWhoseTheyAre()
    {
        TicketFacts facts = factsDuring();
        Finding one;
        one.component = u"GPU driver"_s;
        one.nodes = {u"gpu-011"_s};
        one.since = ticketNow.addSecs(-600);
        one.where = u"log of nvidia-driver-ctr"_s;
        one.quote = u"line one\nCould not resolve Linux kernel version"_s;
        one.meaning = u"No headers."_s;
        one.nextStep = u"Pin the kernel."_s;
        one.owner = Owner::Crusoe;
        one.scope = SupportScope::Supported;
        one.confidence = Confidence::Certain;
        Finding ours;
        ours.component = u"Budget"_s;
        ours.nodes = {u"gpu-004"_s};
        ours.scope = SupportScope::CustomerOwned;
        facts.findings = {ours, one};
        const QString text = textOf(facts, optionsOf(TicketPhase::During));
        QVERIFY(text.indexOf(u"GPU driver on gpu-011") < text.indexOf(u"Budget on gpu-004"));
        QVERIFY2(
            text.contains(
                u"log of nvidia-driver-ctr, since 2026-11-21 23:30:00 Europe/Berlin (22:30:00 UTC)\n    line "
                u"one\n    Could not resolve Linux kernel version\n"),
            qPrintable(text));
        QVERIFY(holdsAll(text.simplified(), {u"GPU driver on gpu-011"_s, u"No headers."_s,
                                             u"Pin the kernel."_s, u"crusoe, supported."_s}));
    }

    void aFindingThatSparesTheNodesIsLeftOut()
    {
        TicketFacts facts = factsDuring();
        Finding one;
        one.signature = u"policy-ignored"_s; // what it is called does not count
        one.component = u"NIC policy"_s;
        one.scope = SupportScope::Supported;
        facts.findings = {one};
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::During)).contains(one.component));
        facts.findings.first().sparesNodes = true;
        facts.findings.first().signature = u"another"_s;
        QVERIFY(!proseOf(facts, optionsOf(TicketPhase::During)).contains(one.component));
    }

    void afterwardsItSaysHowItEndedAndClosesTheWindow()
    {
        const QString text = proseOf(TicketPhase::After);
        QVERIFY2(
            holdsAll(text, {u"Upgrade of gpu-operator to v25.10.1 on prod-eu ended (result: done); "
                            u"GPU driver 580.82.07 → 580.105.08: 5 of 5 done."_s,
                            u"Revision 5 is deployed."_s, u"ada@desk-7 (process 12)"_s,
                            u"helm upgrade gpu-operator gpu-operator-v25.10.1.tgz"_s, u"helm ended well"_s}),
            qPrintable(text));
        QCOMPARE(questions(factsAfter(), optionsOf(TicketPhase::After)),
                 QStringList{u"No action is requested: the window can be closed."_s});
        TicketFacts facts = factsAfter();
        facts.operation->problems = {u"values.yaml differs at driver.version"_s};
        QCOMPARE(questions(facts, optionsOf(TicketPhase::After)),
                 QStringList{u"Are the differences from the plan (below) a problem for you?"_s});
        facts.operation->end.reset();
        QVERIFY(proseOf(facts, optionsOf(TicketPhase::After)).contains(u"on prod-eu is not complete; "));
    }

    void eachPartCanBeLeftOut_data()
    {
        QTest::addColumn<TicketPhase>("phase");
        for (const TicketPhase phase : allTicketPhases)
            QTest::newRow(qPrintable(ticketPhaseText(phase))) << phase;
    }

    void eachPartCanBeLeftOut()
    {
        QFETCH(TicketPhase, phase);
        QCOMPARE(readTicketPhase(ticketPhaseText(phase)), std::optional(phase));
        TicketOptions options = optionsOf(phase);
        const qsizetype all = composeTicket(factsOf(phase), options).document.blocks().size();
        qsizetype left = 0;
        for (const TicketPart part : ticketParts(phase)) {
            QCOMPARE(readTicketPart(ticketPartText(part)), std::optional(part));
            options.without = {part};
            left += all - composeTicket(factsOf(phase), options).document.blocks().size();
        }
        QCOMPARE(left, all);
        options.without = ticketParts(phase);
        QVERIFY(composeTicket(factsOf(phase), options).document.blocks().isEmpty());
    }

    void aPersonsWordsComeFirst()
    {
        TicketOptions options = optionsOf(TicketPhase::During);
        options.request = u"We need help tonight."_s;
        options.question = u"Can somebody call us?"_s;
        const Ticket ticket = composeTicket(factsDuring(), options);
        QCOMPARE(std::get<TicketParagraph>(ticket.document.blocks().first()).text,
                 u"We need help tonight."_s);
        QCOMPARE(questions(factsDuring(), options).first(), u"Can somebody call us?"_s);
    }

    void theSameFactsGiveTheSameTicket_data() { eachPartCanBeLeftOut_data(); }
    void theSameFactsGiveTheSameTicket()
    {
        QFETCH(TicketPhase, phase);
        const Ticket one = composeTicket(factsOf(phase), optionsOf(phase));
        const Ticket other = composeTicket(factsOf(phase), optionsOf(phase));
        QCOMPARE(one.document, other.document);
        QCOMPARE(ticketJson(one.document), ticketJson(other.document));
        TicketFacts turned = factsOf(phase);
        std::reverse(turned.tracks.begin(), turned.tracks.end());
        QCOMPARE(ticketMarkdown(composeTicket(turned, optionsOf(phase)).document),
                 ticketMarkdown(one.document));
    }

    void namesAreReplacedInAllOfIt()
    {
        TicketFacts facts = factsDuring();
        facts.cluster.server = u"api.prod-eu.example:6443"_s;
        facts.namespaces = {u"tenant-b"_s};
        TicketOptions options = optionsOf(TicketPhase::During);
        options.names = NameTable();
        const Ticket ticket = composeTicket(facts, options);
        const QString text = QString::fromUtf8(ticketText(ticket.document));
        for (const QString &name : {u"gpu-011"_s, u"gpu-004"_s, u"tenant-b"_s, u"api.prod-eu.example"_s})
            QVERIFY2(!text.contains(name), qPrintable(text));
        QVERIFY(text.contains(u"namespace-1/trainer"));
        QVERIFY(text.simplified().contains(
            u"Names of hosts and namespaces, ids of instances and IP addresses were replaced"));
        QVERIFY(text.contains(u"prod-eu")); // and it is said to be there
        QVERIFY(text.simplified().contains(u"The cluster's name and the ids of its project"));
        QVERIFY(ticket.names->find(u"gpu-011"_s));
        QVERIFY(!composeTicket(facts, optionsOf(TicketPhase::During)).names);
    }

    void hostileTextAndSecretsDoNotGetIntoIt()
    {
        TicketFacts facts = factsBefore();
        facts.draft->release.name = u"<b>x</b>\n# heading"_s;
        facts.draft->reasons = {{u"pending"_s, u"password=hunter2-canary-9"_s}};
        facts.draft->consent = u"by mail, token: hunter2-canary-9"_s;
        facts.secrets.add(Masked("hunter2-canary-9"));
        const Ticket ticket = composeTicket(facts, {});
        const QString text = QString::fromUtf8(ticketMarkdown(ticket.document));
        QVERIFY(!text.contains(u"<b>"));
        QVERIFY(!text.contains(u"\n# heading"));
        QVERIFY2(!text.contains(u"hunter2-canary-9"), qPrintable(text));
        QCOMPARE(ticket.report.total(), 2);
        QVERIFY(text.contains(u"| Preflight, Our reason | a known credential | 1 |"));
    }
};

#include "tst_ticket.moc"
} // namespace tst_ticket

CHARTROOM_TEST(tst_ticket, TestTicket)
