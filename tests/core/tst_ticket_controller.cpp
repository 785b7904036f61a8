// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/screens/tickets/ticket_controller.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_ticket_source.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/support/zip_reader.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_controller {

namespace {

const ReleaseKey gpuKey = gpuOperatorRelease().release.key;
const ReleaseKey portalKey{u"tenant-a"_s, u"portal"_s, ReleaseStorage::Secret};

/// A controller over what a test says, with its files in a temporary folder.
struct Bench
{
    QTemporaryDir home;
    FakeReleaseSource releases;
    FakeTicketSource tickets;
    std::unique_ptr<TicketController> controller;

    Bench()
    {
        tickets.facts = factsDuring();
        tickets.suggested = {gpuKey};
        ShownRelease gpu;
        gpu.namespaceName = gpuKey.namespaceName;
        gpu.name = gpuKey.name;
        gpu.chart = u"gpu-operator"_s;
        ShownRelease portal;
        portal.namespaceName = portalKey.namespaceName;
        portal.name = portalKey.name;
        releases.put({gpu, portal});
        begin();
    }
    void begin()
    {
        controller =
            std::make_unique<TicketController>(TicketDrafts(home.filePath(u"tickets"_s)), namesFile());
        controller->setCluster(u"prod-eu"_s, {}, &releases, &tickets);
    }
    [[nodiscard]] QString namesFile() const { return home.filePath(u"names.json"_s); }
    [[nodiscard]] QString text() const
    {
        return controller->ticket()
                   ? QString::fromUtf8(ticketText(controller->ticket()->document)).simplified()
                   : QString();
    }
    [[nodiscard]] bool isMade() const
    {
        return QTest::qWaitFor([this] { return controller->isCurrent(); }, 20'000);
    }
    /// What goes beside the ticket: names and bytes; nothing where that is refused.
    [[nodiscard]] QMap<QString, QByteArray> attached()
    {
        QMap<QString, QByteArray> files;
        bool isDone = false;
        onFinished(controller->attachments(), controller.get(), [&](const Result<TicketAttachments> &made) {
            isDone = true;
            for (const UnzippedFile &file : made ? unzipped(made->zip) : QList<UnzippedFile>())
                files.insert(file.name, file.bytes);
        });
        return QTest::qWaitFor([&] { return isDone; }, 20'000)
                   ? files
                   : QMap<QString, QByteArray>{{u"never"_s, QByteArray()}};
    }
    /// Every byte that it left on the disk.
    [[nodiscard]] QByteArray onDisk() const
    {
        QByteArray all;
        for (const QString &name : QDir(home.filePath(u"tickets"_s)).entryList(QDir::Files)) {
            QFile file(home.filePath(u"tickets/"_s + name));
            if (file.open(QIODevice::ReadOnly))
                all += file.readAll();
        }
        return all;
    }
};

} // namespace

class TicketControllerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void nothingIsReadBeforeItIsAskedFor()
    {
        Bench bench;
        QVERIFY(bench.tickets.asked.isEmpty());
        QCOMPARE(bench.controller->state(), TicketController::State::Off);
        bench.controller->read();
        QCOMPARE(bench.tickets.asked, QList<QList<ReleaseKey>>{{gpuKey}});
        QVERIFY(bench.isMade());
        QVERIFY2(bench.text().contains(u"gpu-011"), qPrintable(bench.text()));
    }

    void aRecordingThatIsWoundBackHasNoTicketOfLater()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        const QDateTime moment = bench.tickets.facts.now;
        bench.controller->forgetAfter(moment);
        QVERIFY(bench.controller->ticket());
        bench.controller->forgetAfter(moment.addSecs(-1));
        QVERIFY(!bench.controller->ticket());
        QVERIFY(!bench.controller->isCurrent());
        bench.controller->read();
        QVERIFY(bench.isMade());
    }

    void theTicketIsMadeElsewhereAndTheNewestWishCounts()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->setQuestion(u"o"_s);
        QVERIFY(!bench.controller->isCurrent()); // and nothing is composed here and now
        bench.controller->setQuestion(u"Can somebody call us?"_s);
        bench.controller->setPart(TicketPart::Cluster, false);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(u"Can somebody call us?"));
        QVERIFY(!bench.text().contains(u"NVIDIA-H100"));
        bench.controller->setPhase(TicketPhase::Handover);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().startsWith(u"Handover of prod-eu"));
        QVERIFY(!bench.text().contains(u"Can somebody call us?")); // that was for Support
    }

    void aWishChoosesWhatItIsAbout()
    {
        Bench bench;
        TicketRequest wish;
        wish.phase = TicketPhase::Before;
        wish.releases = {portalKey};
        wish.draft = factsBefore().draft;
        wish.preflight = factsBefore().preflight;
        bench.controller->open(wish);
        QCOMPARE(bench.tickets.asked.last(), QList<ReleaseKey>{portalKey});
        QVERIFY(bench.isMade());
        QVERIFY2(bench.text().startsWith(u"Planned upgrade of gpu-operator on prod-eu"),
                 qPrintable(bench.text()));
        QVERIFY(bench.text().contains(u"Somebody is at work."));
        TicketRequest node;
        node.phase = TicketPhase::During;
        node.nodes = {u"gpu-004"_s};
        bench.controller->open(node);
        QCOMPARE(bench.tickets.asked.last(), QList<ReleaseKey>{gpuKey}); // its driver's, not the portal
        QVERIFY(bench.isMade());
        QVERIFY(!bench.text().contains(u"gpu-007"));
    }

    void nodesAreChosenForEachPhase()
    {
        Bench bench;
        TicketRequest wish;
        wish.phase = TicketPhase::During;
        wish.nodes = {u"gpu-004"_s};
        bench.controller->open(wish);
        QCOMPARE(bench.controller->draft().nodes(), QStringList{u"gpu-004"_s});
        bench.controller->setPhase(TicketPhase::After);
        QCOMPARE(bench.controller->draft().nodes(), QStringList());
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(u"gpu-007"));
        bench.controller->setPhase(TicketPhase::During);
        QCOMPARE(bench.controller->draft().nodes(), QStringList{u"gpu-004"_s});
    }

    void theReferenceIsInEveryTicketOfTheWindow()
    {
        Bench bench;
        bench.controller->read();
        bench.controller->setReference(u"CS-77"_s, {});
        for (const TicketPhase phase : {TicketPhase::Before, TicketPhase::During, TicketPhase::After}) {
            bench.controller->setPhase(phase);
            QVERIFY(bench.isMade());
            QVERIFY2(bench.text().contains(u"CS-77"), qPrintable(bench.text()));
        }
        bench.controller->keep();
        bench.begin();
        QCOMPARE(bench.controller->draft().reference, u"CS-77"_s);
        const QDateTime start(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC);
        const UpgradeWindow window{start, start.addSecs(3600), "UTC"};
        bench.controller->setCluster(u"prod-eu"_s, window, &bench.releases, &bench.tickets);
        QCOMPARE(bench.controller->draft().reference, QString()); // agreed for another window
        bench.controller->setReference(u"CS-78"_s, UpgradeWindow{start.addDays(1), start.addDays(2), "UTC"});
        QCOMPARE(bench.controller->draft().reference, QString());
        bench.controller->setReference(u"CS-79"_s, window);
        QCOMPARE(bench.controller->draft().reference, u"CS-79"_s);
    }

    void theReleaseOfAComponentIsFound()
    {
        Bench bench;
        TicketRequest wish;
        wish.component = u"tenant-a/web"_s;
        bench.controller->open(wish);
        QCOMPARE(bench.tickets.asked.last(), QList<ReleaseKey>{portalKey});
        wish.component = u"gpu"_s;
        bench.controller->open(wish);
        QCOMPARE(bench.tickets.asked.last(), QList<ReleaseKey>{gpuKey});
    }

    void onlyTheNewestReadingCounts()
    {
        Bench bench;
        bench.tickets.isSlow = true;
        bench.controller->read();
        QCOMPARE(bench.controller->state(), TicketController::State::Reading);
        bench.controller->setRelease(portalKey, true);
        QCOMPARE(bench.tickets.asked.last(), (QList<ReleaseKey>{gpuKey, portalKey}));
        bench.tickets.answer();
        QTRY_COMPARE(bench.controller->state(), TicketController::State::Ready);
        QVERIFY(bench.isMade());
    }

    void aTicketOfAnotherReleaseIsNotTheOneThatWasAskedFor()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.tickets.isSlow = true;
        bench.controller->setRelease(portalKey, true);
        QVERIFY(!bench.controller->isCurrent());
        bench.controller->setQuestion(u"Whose is it?"_s);
        bench.controller->hide(u"gpu-004"_s); // asks for a ticket at once
        const auto isComposed = [&] { return bench.text().contains(u"Whose is it?"); };
        QVERIFY(!QTest::qWaitFor([&] { return bench.controller->isCurrent() || isComposed(); }, 500));
        QVERIFY(bench.attached().isEmpty());
        bench.tickets.answer();
        QVERIFY(bench.isMade());
        QVERIFY(isComposed());
        TicketRequest wish;
        wish.releases = {portalKey};
        bench.controller->open(wish);
        QVERIFY(!bench.controller->isCurrent());
        QVERIFY(!QTest::qWaitFor([&] { return bench.controller->isCurrent(); }, 500));
        bench.tickets.answer();
        QVERIFY(bench.isMade());
    }

    void aPlanDoesNotStayForWhatItIsNotOf()
    {
        Bench bench;
        TicketRequest planned;
        planned.phase = TicketPhase::Before;
        planned.releases = {gpuKey};
        planned.draft = factsBefore().draft;
        planned.preflight = factsBefore().preflight;
        const QString plan = u"Somebody is at work."_s; // of its preflight
        bench.controller->open(planned);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(plan));
        TicketRequest same;
        same.releases = {gpuKey};
        bench.controller->open(same);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(plan));
        TicketRequest other;
        other.releases = {portalKey};
        bench.controller->open(other);
        QVERIFY(bench.isMade());
        QVERIFY2(!bench.text().contains(plan), qPrintable(bench.text()));
        bench.controller->open(planned);
        TicketRequest thought;
        thought.plan = PlannedWindow();
        bench.controller->open(thought);
        QVERIFY(bench.isMade());
        QVERIFY2(!bench.text().contains(plan), qPrintable(bench.text()));
    }

    void anInventoryThatComesLaterIsReadAgain()
    {
        Bench bench;
        bench.tickets.suggested = {};
        bench.controller->read();
        QVERIFY(bench.isMade());
        QCOMPARE(bench.tickets.asked.last(), QList<ReleaseKey>());
        bench.tickets.suggested = {gpuKey};
        ShownRelease other;
        other.name = u"other"_s;
        bench.releases.put(other);
        QTRY_COMPARE(bench.tickets.asked.last(), QList<ReleaseKey>{gpuKey});
        QVERIFY(bench.isMade());
    }

    void hiddenTextStaysHiddenHoweverItIsShown()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->hide(u"tenant-b/trainer"_s);
        QVERIFY(!bench.controller->isCurrent()); // nothing may be handed out with it meanwhile
        QVERIFY(bench.isMade());
        QVERIFY(!bench.text().contains(u"tenant-b/trainer"));
        QVERIFY(bench.text().contains(u"••••"));
        bench.controller->setPhase(TicketPhase::After);
        QVERIFY(bench.isMade());
        QVERIFY(!bench.text().contains(u"tenant-b/trainer"));
        bench.controller->keep();
        bench.begin();
        bench.controller->read();
        QVERIFY(bench.isMade());
        QVERIFY(!bench.text().contains(u"tenant-b/trainer"));
        bench.controller->showAgain(u"tenant-b/trainer"_s);
        bench.controller->setPhase(TicketPhase::During);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(u"tenant-b/trainer"));
    }

    void aSelectionOverSeveralCellsIsHiddenLineByLine()
    {
        Bench bench;
        bench.controller->hide(u"•\u00A0\u00A0one item\u2029two\uFDD0ab\nthree "_s);
        QCOMPARE(bench.controller->draft().hidden, (QStringList{u"one item"_s, u"two"_s, u"three"_s}));
    }

    void whatWasPickedWhileNamesWereReplacedStaysHiddenWithoutThat()
    {
        Bench bench;
        bench.controller->setAnonymous(true);
        bench.controller->read();
        QVERIFY(bench.isMade());
        const auto table = NameTable::kept(bench.namesFile());
        QVERIFY(table && table->find(u"gpu-011"_s));
        const QString alias = table->find(u"gpu-011"_s)->alias;
        QVERIFY2(!bench.text().contains(u"gpu-011") && bench.text().contains(alias),
                 qPrintable(bench.text()));
        bench.controller->hide(alias);
        QVERIFY(bench.isMade());
        bench.controller->setAnonymous(false);
        QVERIFY(bench.isMade());
        QVERIFY2(!bench.text().contains(u"gpu-011"), qPrintable(bench.text()));
        QVERIFY(bench.text().contains(u"gpu-007"));
        const QByteArray attached = bench.attached().values().join('\n');
        QVERIFY(attached.contains("gpu-007") && !attached.contains("gpu-011"));
    }

    void withoutATableOfNamesNothingIsShown()
    {
        Bench bench;
        QFile damaged(bench.namesFile());
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{}");
        damaged.close();
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->setAnonymous(true);
        QTRY_VERIFY(!bench.controller->problem().message.isEmpty());
        QVERIFY(!bench.controller->ticket());
        bench.controller->setAnonymous(false);
        QVERIFY(bench.isMade());
        QVERIFY(bench.controller->problem().message.isEmpty());
    }

    void theDraftOnTheDiskHoldsNoSecret()
    {
        Bench bench;
        bench.tickets.facts.secrets.add(Masked("hunter2-canary-9"));
        bench.controller->setQuestion(u"Is it because of hunter2-canary-9?"_s);
        bench.controller->keep();
        QVERIFY(bench.onDisk().isEmpty()); // nobody knows yet what is a secret here
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->setRequest(u"Look: password=swordfish-canary"_s);
        bench.controller->hide(u"as hunter2-canary-9 said"_s);
        bench.controller->keep();
        const QByteArray kept = bench.onDisk();
        QVERIFY2(kept.contains("Is it because of") && kept.contains("Look:"), kept.constData());
        QVERIFY2(!kept.contains("canary"), kept.constData());
        QVERIFY2(!bench.text().contains(u"canary"), qPrintable(bench.text()));
    }

    void draftsAreKeptByThemselves()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->setQuestion(u"Can somebody call us?"_s);
        QTRY_VERIFY(bench.onDisk().contains("Can somebody call us?"));
        const QSignalSpy failed(bench.controller.get(), &TicketController::failed);
        QVERIFY(QFile::remove(bench.home.filePath(
            u"tickets/"_s + QDir(bench.home.filePath(u"tickets"_s)).entryList(QDir::Files).first())));
        QVERIFY(QDir().rmdir(bench.home.filePath(u"tickets"_s)));
        QFile obstacle(bench.home.filePath(u"tickets"_s));
        QVERIFY(obstacle.open(QIODevice::WriteOnly));
        bench.controller->setQuestion(u"x"_s);
        bench.controller->keep();
        QCOMPARE(failed.size(), 1);
    }

    void aClusterThatIsAwayLeavesItsTicket()
    {
        Bench bench;
        bench.controller->read();
        QVERIFY(bench.isMade());
        bench.controller->setCluster(u"prod-eu"_s, {}, nullptr, nullptr);
        QVERIFY(bench.text().contains(u"gpu-011"));
        bench.controller->setQuestion(u"Do you reach it?"_s);
        QVERIFY(bench.isMade());
        QVERIFY(bench.text().contains(u"Do you reach it?"));
        bench.controller->setCluster(u"prod-us"_s, {}, nullptr, nullptr);
        QVERIFY(!bench.controller->ticket());
    }

    void theWindowStandsInTheTicket()
    {
        Bench bench;
        const QDateTime start = ticketNow.addSecs(-2400);
        bench.controller->setCluster(u"prod-eu"_s,
                                     UpgradeWindow{start, start.addSecs(4LL * 3600), "Europe/Berlin"},
                                     &bench.releases, &bench.tickets);
        bench.controller->read();
        QVERIFY(bench.isMade());
        QVERIFY2(bench.text().contains(u"Window: 2026-11-21 23:00 until 2026-11-22 03:00 Europe/Berlin"),
                 qPrintable(bench.text()));
    }

    void attachmentsHaveTheEventsAndSayWhenTheyHaveNot()
    {
        Bench bench;
        TicketEvent event;
        event.at = ticketNow;
        event.object = u"Node gpu-011"_s;
        event.reason = u"GPUDriverUpgrade"_s;
        bench.tickets.eventsRead = QList<TicketEvent>{event};
        QVERIFY(bench.attached().isEmpty()); // there is no ticket yet
        bench.controller->read();
        QVERIFY(bench.isMade());
        QVERIFY(bench.attached().contains(u"events.csv"_s));
        const QSignalSpy failed(bench.controller.get(), &TicketController::failed);
        bench.tickets.eventsRead = failure(Error::Code::Forbidden, u"No events for you."_s);
        QVERIFY(bench.attached().contains(u"nodes.csv"_s));
        QCOMPARE(failed.size(), 1);
    }
};

#include "tst_ticket_controller.moc"
} // namespace tst_ticket_controller

CHARTROOM_TEST(tst_ticket_controller, TicketControllerTest)
