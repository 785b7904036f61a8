// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/helm/release_record.h"
#include "core/kube/pod.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recording_reader.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recorded_transport {

using Objects = QMap<QString, QJsonObject>;

namespace {

constexpr char metadataList[] = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
constexpr char metadataObject[] = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

Request request(const QString &path, const QString &labels = {},
                const QByteArray &accept = "application/json")
{
    Request asked;
    asked.path = path;
    asked.accept = accept;
    if (!labels.isEmpty())
        asked.query.addQueryItem(QStringLiteral("labelSelector"), labels);
    return asked;
}

QJsonObject json(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

QString text(const QJsonObject &object, const char *name)
{
    return object[QLatin1String(name)].toString();
}

QJsonObject metadata(const QJsonObject &object)
{
    return object[QLatin1String("metadata")].toObject();
}

QString identity(const QJsonObject &object)
{
    return text(metadata(object), "namespace") + u'/' + text(metadata(object), "name");
}

/// A reader of one collection as a Reflector is one: list, watch.
class Follower : public QObject
{
public:
    Follower(RecordedTransport *transport, Request asked)
        : m_transport(transport)
        , m_request(std::move(asked))
    {
        list();
    }

    Objects objects;
    int lists = 0;
    int bookmarks = 0; ///< how often it was told that it has all
    int told = 0;      ///< objects

private:
    void list()
    {
        ++lists;
        onFinished(m_transport->get(m_request), this, [this](const Result<Response> &response) {
            QVERIFY(response);
            const QJsonObject answer = json(response->body);
            objects.clear();
            for (const auto &item : answer[QLatin1String("items")].toArray())
                objects.insert(identity(item.toObject()), item.toObject());
            Request asked = m_request;
            asked.query.addQueryItem(QStringLiteral("resourceVersion"),
                                     text(metadata(answer), "resourceVersion"));
            watch(asked);
        });
    }

    void watch(const Request &asked)
    {
        auto *stream = m_transport->watch(asked, this);
        connect(stream, &WatchStream::objectsReceived, this,
                [this](const QList<ObjectEvent> &events, const QString &version) {
                    for (const ObjectEvent &event : events) {
                        const QString who = event.object.namespaceName + u'/' + event.object.name;
                        QCOMPARE(event.type != ObjectEvent::Type::Added, objects.contains(who));
                        if (event.type == ObjectEvent::Type::Deleted)
                            objects.remove(who);
                        else
                            objects.insert(who, json(event.object.json));
                    }
                    told += int(events.size());
                    bookmarks += version.isEmpty() ? 0 : 1;
                });
        connect(stream, &WatchStream::stopped, this, [](const Error &error) {
            QFAIL(qPrintable(error.message)); // however it is wound
        });
    }

    RecordedTransport *m_transport;
    Request m_request;
};

} // namespace

class RecordedTransportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto loaded =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(loaded);
        m_recording = *loaded;
    }

    void aListShowsTheMomentAndEqualsAFoldOfTheEvents_data()
    {
        QTest::addColumn<int>("seconds");
        for (const int seconds : {0, 9, 13, 73, 200, 640, 655, 10'000})
            QTest::addRow("%d s", seconds) << seconds;
    }

    void aListShowsTheMomentAndEqualsAFoldOfTheEvents()
    {
        QFETCH(int, seconds);
        RecordedTransport transport(m_recording);
        transport.seek(std::chrono::seconds(seconds));
        const QList<std::pair<QString, QString>> resources{
            {QStringLiteral("nodes"), QStringLiteral("/api/v1/nodes")},
            {QStringLiteral("pods"), QStringLiteral("/api/v1/pods")},
            {QStringLiteral("daemonsets"), QStringLiteral("/apis/apps/v1/daemonsets")}};
        for (const auto &[resource, path] : resources)
            QCOMPARE(list(transport, request(path)), folded(resource, std::chrono::seconds(seconds)));
    }

    void aReaderWhoWatchesEndsWhereAListDoes()
    {
        RecordedTransport transport(m_recording);
        Follower pods(&transport, request(QStringLiteral("/api/v1/pods")));
        Follower drivers(&transport, request(QStringLiteral("/api/v1/pods"),
                                             QStringLiteral("app=nvidia-driver-daemonset")));
        QTRY_VERIFY(pods.bookmarks > 0 && drivers.bookmarks > 0);
        for (const auto moment : {9s, 10s, 80s, 640s, 700s}) {
            transport.seek(moment);
            QTRY_VERIFY(transport.isSettled());
            QCOMPARE(pods.objects, list(transport, request(QStringLiteral("/api/v1/pods"))));
        }
        QCOMPARE(drivers.objects, list(transport, request(QStringLiteral("/api/v1/pods"),
                                                          QStringLiteral("app=nvidia-driver-daemonset"))));
        QVERIFY(drivers.objects.size() >= 16);
        QCOMPARE(pods.lists, 1);
    }

    void windingBackReachesTheReaderAsWhatDiffers()
    {
        RecordedTransport transport(m_recording);
        transport.seek(300s);
        Follower budgets(&transport, request(QStringLiteral("/apis/policy/v1/poddisruptionbudgets")));
        Follower nodes(&transport, request(QStringLiteral("/api/v1/nodes")));
        QTRY_VERIFY(nodes.bookmarks > 0 && budgets.bookmarks > 0);
        transport.seek(20s);
        QTRY_COMPARE(nodes.objects, list(transport, request(QStringLiteral("/api/v1/nodes"))));
        QCOMPARE(nodes.lists, 1);
        QVERIFY(nodes.told >= 1 && nodes.told <= 16);
        QTRY_VERIFY(transport.isSettled());
        QVERIFY(budgets.told <= 1);
        const int told = nodes.told;
        transport.seek(20s + 1ms);
        QVERIFY(nodes.told - told <= 2);
    }

    void aWatchThatIsNotOpenYetHasNotToldAll()
    {
        RecordedTransport transport(m_recording);
        transport.seek(300s);
        QVERIFY(transport.isSettled());
        const QSignalSpy settled(&transport, &RecordedTransport::settled);
        QObject reader;
        const WatchStream *stream = transport.watch(request(QStringLiteral("/api/v1/pods")), &reader);
        const QSignalSpy opened(stream, &WatchStream::opened);
        QVERIFY(!transport.isSettled());
        transport.seek(20s);
        QVERIFY(!transport.isSettled());
        QTRY_COMPARE(settled.size(), 1);
        QCOMPARE(opened.size(), 1);
        QVERIFY(transport.isSettled());

        WatchStream *another = transport.watch(request(QStringLiteral("/api/v1/nodes")), &reader);
        QVERIFY(!transport.isSettled());
        another->stop();
        QVERIFY(transport.isSettled());
        QCOMPARE(settled.size(), 2);
    }

    void aWatchFromAnEarlierMomentIsOnTheWay()
    {
        RecordedTransport transport(m_recording, nullptr, 0ms); // what is left comes in parts
        transport.seek(300s);
        const QSignalSpy unsettled(&transport, &RecordedTransport::unsettled);
        const QSignalSpy settled(&transport, &RecordedTransport::settled);
        QObject reader;
        bool isTrue = false;
        connect(&transport, &RecordedTransport::unsettled, &reader, [&] { isTrue = !transport.isSettled(); });
        Request asked = request(QStringLiteral("/api/v1/pods"));
        (void)transport.watch(asked, &reader);
        QTRY_COMPARE(settled.size(), 1);
        QCOMPARE(unsettled.size(), 0);
        asked.query.addQueryItem(QStringLiteral("resourceVersion"), QStringLiteral("at-0"));
        (void)transport.watch(asked, &reader);
        QTRY_COMPARE(settled.size(), 2);
        QCOMPARE(unsettled.size(), 1);
        QVERIFY(isTrue);
    }

    void windAsYouLikeTheReadersShowTheMoment_data()
    {
        QTest::addColumn<int>("slice");
        QTest::newRow("at once") << 60'000;
        QTest::newRow("a bit at once, the rest from the pool") << 1;
        QTest::newRow("from the pool") << 0;
    }

    void windAsYouLikeTheReadersShowTheMoment()
    {
        QFETCH(int, slice);
        RecordedTransport transport(m_recording, nullptr, std::chrono::milliseconds(slice));
        const QList<Request> asked{
            request(QStringLiteral("/api/v1/nodes")),
            request(QStringLiteral("/api/v1/nodes"),
                    QStringLiteral("nvidia.com/gpu-driver-upgrade-state=upgrade-done")),
            request(QStringLiteral("/api/v1/pods")),
            request(QStringLiteral("/api/v1/pods"), QStringLiteral("app=nvidia-driver-daemonset")),
            request(QStringLiteral("/api/v1/events")),
            request(QStringLiteral("/apis/apps/v1/daemonsets")),
            request(QStringLiteral("/api/v1/secrets"), QStringLiteral("owner=helm"))};
        std::vector<std::unique_ptr<Follower>> followers;
        for (const Request &one : asked)
            followers.push_back(std::make_unique<Follower>(&transport, one));
        QTRY_VERIFY(std::all_of(followers.cbegin(), followers.cend(),
                                [](const auto &follower) { return follower->bookmarks > 0; }));
        QRandomGenerator random(11);
        for (int i = 0; i < 60; ++i) {
            // Now and then it is wound on while the readers are still on their way.
            for (int again = int(random.bounded(3)); again >= 0; --again)
                transport.seek(i % 3 == 0
                                   ? transport.position() + std::chrono::milliseconds(random.bounded(3000))
                                   : std::chrono::milliseconds(random.bounded(700'000)));
            QTRY_VERIFY(transport.isSettled());
            for (size_t j = 0; j < followers.size(); ++j)
                QCOMPARE(followers[j]->objects, list(transport, asked[qsizetype(j)]));
        }
        for (const auto &follower : followers)
            QCOMPARE(follower->lists, 1);
    }

    void whatIsReadOnThePoolIsWhatIsReadAtOnce()
    {
        RecordedTransport byItself(m_recording, nullptr, 60s);
        RecordedTransport byThePool(m_recording, nullptr, 0ms);
        SystemClock clock;
        const ResourceQuery everyPod{QStringLiteral("/api/v1/pods"), {}, {}, false, 500};
        PodStore here(&byItself, everyPod, &clock, nullptr);
        PodStore there(&byThePool, everyPod, &clock, nullptr);
        const auto shown = [](const PodStore &store) {
            QMap<QString, QString> words;
            for (const Pod &pod : store.objects())
                words.insert(pod.uid, pod.name + pod.node + pod.phase + pod.reason + pod.image +
                                          pod.created.toString() + QString::number(pod.restarts));
            return words;
        };
        here.start();
        there.start();
        for (const auto moment : {640s, 9s, 700s, 80s}) {
            byItself.seek(moment);
            byThePool.seek(moment);
            const qsizetype count = list(byItself, request(QStringLiteral("/api/v1/pods"))).size();
            QTRY_COMPARE(here.objects().size(), count);
            QTRY_COMPARE(shown(there), shown(here));
        }
    }

    void aStoreThatStopsOnItsWayShowsTheMomentWhenItGoesOn()
    {
        RecordedTransport transport(m_recording, nullptr, 0ms);
        SystemClock clock;
        const Request every = request(QStringLiteral("/api/v1/pods"));
        PodStore pods(&transport, {every.path, {}, {}, false, 500}, &clock, nullptr);
        const auto shown = [&pods] {
            QSet<QString> names;
            for (const Pod &pod : pods.objects())
                names.insert(pod.namespaceName + u'/' + pod.name + u'/' + pod.uid);
            return names;
        };
        const auto recorded = [&] {
            QSet<QString> names;
            for (const QJsonObject &pod : list(transport, every))
                names.insert(text(metadata(pod), "namespace") + u'/' + text(metadata(pod), "name") + u'/' +
                             text(metadata(pod), "uid"));
            return names;
        };
        pods.start();
        QTRY_COMPARE(shown(), recorded());
        for (const auto moment : {640s, 9s, 700s, 80s}) {
            QSignalSpy changes(&pods, &ObjectStoreBase::objectsChanged);
            transport.seek(moment);
            QTRY_VERIFY(!changes.isEmpty());
            pods.stop();
            transport.seek(moment - 5s);
            pods.start();
            QTRY_COMPARE(shown(), recorded());
            QTRY_COMPARE(pods.reflector().state(), Reflector::State::Live);
        }
    }

    void aListInPagesIsOneMomentsListWhateverHappensMeanwhile()
    {
        RecordedTransport transport(m_recording);
        const Objects whole = list(transport, request(QStringLiteral("/api/v1/pods")));
        Objects objects;
        QString goesOn;
        int pages = 0;
        do {
            Request page = request(QStringLiteral("/api/v1/pods"));
            page.query.addQueryItem(QStringLiteral("limit"), QStringLiteral("7"));
            if (!goesOn.isEmpty())
                page.query.addQueryItem(QStringLiteral("continue"), goesOn);
            const Result<Response> response = transport.get(page).result();
            QVERIFY(response);
            const QJsonObject answer = json(response->body);
            const QJsonArray items = answer[QLatin1String("items")].toArray();
            QVERIFY(items.size() <= 7);
            for (const auto &item : items)
                objects.insert(identity(item.toObject()), item.toObject());
            goesOn = text(metadata(answer), "continue");
            transport.seek(transport.position() + 10s);
            ++pages;
        } while (!goesOn.isEmpty());
        QVERIFY(pages > 3);
        QCOMPARE(objects, whole);
    }

    void anObjectThatLeavesTheSelectionIsDeletedForTheWatch()
    {
        RecordedTransport transport(m_recording);
        const Request done = request(QStringLiteral("/api/v1/nodes"),
                                     QStringLiteral("nvidia.com/gpu-driver-upgrade-state=upgrade-done"));
        Follower nodes(&transport, done);
        QTRY_VERIFY(nodes.bookmarks > 0);
        QCOMPARE(nodes.objects.size(), 16);
        transport.seek(14s);
        QTRY_VERIFY(transport.isSettled() && nodes.objects.size() < 16);
        QCOMPARE(nodes.objects, list(transport, done));
    }

    void releasesComeAsTheSecretsThatHelmWouldHaveWritten()
    {
        RecordedTransport transport(m_recording);
        transport.seek(8500ms);
        const Objects labels = list(transport, request(QStringLiteral("/api/v1/secrets"),
                                                       QStringLiteral("owner=helm"), metadataList));
        QCOMPARE(labels.size(), 5);
        const QJsonObject newest =
            labels.value(QStringLiteral("nvidia-gpu-operator/sh.helm.release.v1.gpu-operator.v4"));
        QVERIFY(!newest.contains(QLatin1String("data")));
        QCOMPARE(text(metadata(newest)[QLatin1String("labels")].toObject(), "status"),
                 QStringLiteral("pending-upgrade"));

        const auto whole = transport.get(request(QStringLiteral(
            "/api/v1/namespaces/nvidia-gpu-operator/secrets/sh.helm.release.v1.gpu-operator.v4")));
        const Result<Response> response = whole.result();
        QVERIFY(response);
        const auto record = decodeReleaseObject(response->body, ReleaseStorage::Secret);
        QVERIFY(record);
        QCOMPARE(record->chartVersion, QStringLiteral("v1.0.0-devel"));
        QCOMPARE(record->appVersion, QStringLiteral("main-latest"));
        QCOMPARE(record->status, ReleaseStatus::PendingUpgrade);
        QCOMPARE(record->revision, 4);
        QCOMPARE(record->lastDeployed.toString(Qt::ISODate), QStringLiteral("2026-11-21T03:31:16Z"));
        QCOMPARE(record->userValues.at({QStringLiteral("driver"), QStringLiteral("version")}).toString(),
                 QStringLiteral("580.82.07"));
    }

    void aReleaseThatMovesOnReachesTheWatch()
    {
        RecordedTransport transport(m_recording);
        Follower secrets(&transport, request(QStringLiteral("/api/v1/secrets"), QStringLiteral("owner=helm"),
                                             metadataObject));
        QTRY_VERIFY(secrets.bookmarks > 0);
        QCOMPARE(secrets.objects.size(), 4);
        transport.seek(20s);
        QTRY_COMPARE(secrets.objects.size(), 5);
        const auto status = [&](int revision) {
            const QJsonObject object = secrets.objects.value(
                QStringLiteral("nvidia-gpu-operator/sh.helm.release.v1.gpu-operator.v%1").arg(revision));
            return text(metadata(object)[QLatin1String("labels")].toObject(), "status");
        };
        QCOMPARE(status(3), QStringLiteral("superseded"));
        QCOMPARE(status(4), QStringLiteral("deployed"));
    }

    void whatWasNotRecordedIsNotFound_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("kind") << QStringLiteral("/apis/batch/v1/jobs");
        QTest::newRow("object") << QStringLiteral("/api/v1/nodes/none");
        QTest::newRow("no path") << QStringLiteral("/healthz");
    }

    void whatWasNotRecordedIsNotFound()
    {
        QFETCH(QString, path);
        RecordedTransport transport(m_recording);
        const Result<Response> response = transport.get(request(path)).result();
        QVERIFY(!response);
        QCOMPARE(response.error().code, Error::Code::NotFound);
    }

    void metricsOfNodesAreNotNodes()
    {
        RecordedTransport transport(m_recording);
        QVERIFY(list(transport, request(QStringLiteral("/apis/metrics.k8s.io/v1beta1/nodes"))).isEmpty());
    }

    void aSelectorItDoesNotKnowIsRefusedNotIgnored()
    {
        RecordedTransport transport(m_recording);
        const Result<Response> response =
            transport.get(request(QStringLiteral("/api/v1/pods"), QStringLiteral("app>3"))).result();
        QVERIFY(!response);
        QCOMPARE(response.error().code, Error::Code::Unsupported);
    }

    void aStoppedWatchSaysSoOnce()
    {
        RecordedTransport transport(m_recording);
        QObject owner;
        WatchStream *stream = transport.watch(request(QStringLiteral("/api/v1/nodes")), &owner);
        QSignalSpy stopped(stream, &WatchStream::stopped);
        QSignalSpy lines(stream, &WatchStream::objectsReceived);
        QTRY_VERIFY(!lines.isEmpty());
        stream->stop();
        stream->stop();
        const qsizetype before = lines.size();
        transport.seek(100s);
        QCOMPARE(stopped.size(), 1);
        QCOMPARE(stopped.first().first().value<Error>().code, Error::Code::Cancelled);
        QCOMPARE(lines.size(), before);
    }

    void theClockIsTheRecordedClusters()
    {
        RecordedTransport transport(m_recording);
        const RecordingClock clock(&transport);
        QCOMPARE(clock.now().toString(Qt::ISODate), QStringLiteral("2026-11-21T03:31:04Z"));
        transport.seek(60s);
        QCOMPARE(clock.now().toString(Qt::ISODate), QStringLiteral("2026-11-21T03:32:04Z"));
    }

private:
    Objects list(RecordedTransport &transport, const Request &asked)
    {
        const Result<Response> response = transport.get(asked).result();
        if (!response)
            return {};
        Objects objects;
        for (const auto &item : json(response->body)[QLatin1String("items")].toArray())
            objects.insert(identity(item.toObject()), item.toObject());
        return objects;
    }

    /// What the file says, read line by line.
    Objects folded(const QString &resource, std::chrono::milliseconds until)
    {
        Objects objects;
        for (const RecordingEvent &event : m_recording->events) {
            if (event.resource != resource || event.at > until)
                continue;
            const QJsonObject object = json(event.object.json);
            if (event.type == RecordingEvent::Type::Deleted)
                objects.remove(identity(object));
            else if (event.type == RecordingEvent::Type::Added ||
                     event.type == RecordingEvent::Type::Modified)
                objects.insert(identity(object), object);
        }
        return objects;
    }

    std::shared_ptr<const Recording> m_recording;
};

#include "tst_recorded_transport.moc"
} // namespace tst_recorded_transport

CHARTROOM_TEST(tst_recorded_transport, RecordedTransportTest)
