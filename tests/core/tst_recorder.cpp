// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_store.h"
#include "core/kube/discovering_transport.h"
#include "core/kube/reflector.h"
#include "core/recording/recorded_transport.h"
#include "core/recording/recorder.h"
#include "core/recording/recording_file.h"
#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"
#include "core/recording/release_feed.h"
#include "core/rollout/resource_claim.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_cluster.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <csignal>
#include <sys/resource.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_recorder {

namespace {

/// A pod with a secret in each place where one can be.
const QByteArray pod =
    "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"managedFields\":[{\"manager\":\"PLANTED\"}],"
    "\"annotations\":{\"kubectl.kubernetes.io/"
    "last-applied-configuration\":\"PLANTED\",\"keep\":\"a\\\"\\u001b\\\\b\"}},"
    "\"spec\":{\"volumes\":[{\"name\":\"PLANTED\"}],\"nodeName\":\"n\","
    "\"initContainers\":[{\"name\":\"i\",\"env\":[{\"name\":\"A\",\"value\":\"PLANTED\"}],\"image\":\"x\"}],"
    "\"containers\":[{\"name\":\"c\",\"image\":\"y\",\"env\":[{\"name\":\"A\",\"value\":\"PLANTED\"}],"
    "\"envFrom\":[{\"a\":\"PLANTED\"}],"
    "\"args\":[\"--password=PLANTED\"],\"command\":[\"PLANTED\"],\"volumeMounts\":[{\"name\":\"PLANTED\"}],"
    "\"livenessProbe\":{\"exec\":{\"command\":[\"PLANTED\"]},\"periodSeconds\":30}}],"
    "\"selector\":{\"matchLabels\":{\"env\":\"prod\",\"command\":\"run\"}}},"
    "\"data\":{\"x\":\"PLANTED\"},"
    "\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"state\":{\"waiting\":{\"message\":\"token="
    "PLANTEDPLANTED0123456789abcdef\"}}}]}}";

/// A recorder and its file.
struct RecorderBench
{
    RecorderBench(Transport *transport, const Clock *clock, qint64 maxWaiting = Recorder::defaultMaxWaiting)
        : releases(transport, clock, {})
        , made(Recorder::create(path, {QStringLiteral("c"), QStringLiteral("v1.36.3"), {}},
                                {transport, &releases, clock, maxWaiting}))
    {}
    [[nodiscard]] Recorder *recorder() const { return made->get(); }
    /// Begins, unless the file cannot be made.
    [[nodiscard]] bool start()
    {
        if (!made)
            return false;
        finished.emplace(recorder(), &Recorder::finished);
        recorder()->start();
        return true;
    }
    [[nodiscard]] bool hasFinished() const { return finished->size() == 1; }
    /// Ends it; what the file then plays.
    [[nodiscard]] std::shared_ptr<const Recording> end()
    {
        recorder()->stop();
        if (!hasFinished() && !finished->wait())
            return nullptr;
        return loadRecording(path).value_or(nullptr);
    }

    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("r.gz"));
    ReleaseStore releases;
    Result<std::unique_ptr<Recorder>> made;
    std::optional<QSignalSpy> finished;
};

QJsonObject json(const QByteArray &text)
{
    return QJsonDocument::fromJson(text).object();
}

QMap<QString, QJsonObject> list(RecordedTransport &transport, const QString &path)
{
    Request request;
    request.path = path;
    const Result<Response> response = transport.get(request).result();
    QMap<QString, QJsonObject> objects;
    if (response)
        for (const QJsonValue item : json(response->body)[QLatin1String("items")].toArray())
            objects.insert(item[QLatin1String("metadata")][QLatin1String("namespace")].toString() + u'/' +
                               item[QLatin1String("metadata")][QLatin1String("name")].toString(),
                           item.toObject());
    return objects;
}

} // namespace

class RecorderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // rule S19, invariant I6
    void argumentsEnvironmentsVolumesAndPayloadAreNotKept()
    {
        const auto kept = recordableObject(pod, "v1", "Pod");
        QVERIFY(kept);
        QVERIFY2(!kept->contains("PLANTED"), kept->constData());
        const QJsonObject object = json(*kept);
        QCOMPARE(object[QLatin1String("apiVersion")].toString(), QStringLiteral("v1"));
        QCOMPARE(object[QLatin1String("spec")][QLatin1String("nodeName")].toString(), QStringLiteral("n"));
        QCOMPARE(
            object[QLatin1String("spec")][QLatin1String("containers")][0][QLatin1String("image")].toString(),
            QStringLiteral("y"));
        QCOMPARE(object[QLatin1String("spec")][QLatin1String("selector")][QLatin1String("matchLabels")]
                     .toObject()[QLatin1String("env")]
                     .toString(),
                 QStringLiteral("prod"));
        QCOMPARE(
            object[QLatin1String("metadata")][QLatin1String("annotations")][QLatin1String("keep")].toString(),
            QStringLiteral("a\"\u001b\\b"));
    }

    // S19: no Secret is recorded.
    void secretsAndConfigMapsAreNeverKept()
    {
        QVERIFY(!recordableObject(
            "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},\"data\":{\"a\":\"b\"}}", "v1", "Pod"));
        QVERIFY(!recordableObject("{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"s\"}}", "v1", "Pod"));
        QVERIFY(!recordableObject("{\"metadata\":{\"name\":\"s\"}}", "v1", "Secret"));
        QVERIFY(!recordableObject("{\"metadata\":", "v1", "Pod"));
    }

    // S19: the values of a release are recorded masked.
    void theValuesOfAReleaseAreMasked()
    {
        ReleaseRecord record;
        record.userValues = Value(Value::Map{{QStringLiteral("password"), Value(QStringLiteral("PLANTED"))},
                                             {QStringLiteral("version"), Value(QStringLiteral("1.2"))}});
        const QByteArray line = recordableRelease({}, {}, record);
        QVERIFY(!line.contains("PLANTED"));
        QVERIFY(line.contains("1.2"));
    }

    // S12: mode 0600, no file replaced, no symbolic link followed.
    void theFileIsItsOwnersAndIsNeverReplaced()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r.gz"));
        auto file = RecordingFile::create(path);
        QVERIFY(file);
        QCOMPARE(QFile::permissions(path) & ~(QFile::ReadUser | QFile::WriteUser),
                 QFile::ReadOwner | QFile::WriteOwner);
        const auto second = RecordingFile::create(path);
        QVERIFY(!second);
        QCOMPARE(second.error().code, Error::Code::File);
        const QString link = folder.filePath(QStringLiteral("link.gz"));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("elsewhere.gz")), link));
        QVERIFY(!RecordingFile::create(link));
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("elsewhere.gz"))));
    }

    // installer/io.github.chartroom.Chartroom.mime.xml looks for these bytes; tests/packaging_lint.sh tries
    // it.
    void theFileIsKnownByItsFirstBytes()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r"));
        auto file = RecordingFile::create(path);
        QVERIFY(file);
        RecordingHeader header;
        header.start = QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC);
        QVERIFY((*file)->begin(headerLine(header)));
        QVERIFY((*file)->finish());
        QFile written(path);
        QVERIFY(written.open(QFile::ReadOnly));
        const QByteArray bytes = written.readAll();
        QVERIFY(bytes.startsWith("\x1f\x8b\x08\x10"));
        QCOMPARE(bytes.mid(10, 20), QByteArray("Chartroom recording", 20)); // with its end
        QVERIFY(loadRecording(path));
    }

    void whatWasAppendedPlaysWithoutAnEnd()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r.gz"));
        auto file = RecordingFile::create(path);
        QVERIFY(file);
        RecordingHeader header;
        header.start = QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC);
        QVERIFY((*file)->append(headerLine(header)));
        QVERIFY((*file)->append(noteLine(1s, QStringLiteral("first"))));
        QVERIFY((*file)->append(noteLine(2s, QStringLiteral("second"))));
        const auto cut = loadRecording(path); // as after a crash: nothing was closed
        QVERIFY(cut);
        QCOMPARE((*cut)->events.size(), 2);
        QCOMPARE((*cut)->events.last().note, QStringLiteral("second"));
        QCOMPARE((*cut)->notices.size(), 1);
        QVERIFY((*file)->finish());
        const auto whole = loadRecording(path);
        QVERIFY(whole);
        QVERIFY((*whole)->notices.isEmpty());
    }

    // fault 62
    void aFullDiskIsAnErrorAndWhatWasWrittenPlays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("r.gz"));
        auto file = RecordingFile::create(path);
        QVERIFY(file);
        RecordingHeader header;
        header.start = QDateTime({2026, 11, 21}, {3, 31}, Qt::UTC);
        QVERIFY((*file)->append(headerLine(header) + noteLine(1s, QStringLiteral("first"))));
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit full = before;
        full.rlim_cur = rlim_t((*file)->bytesWritten());
        std::signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &full);
        const auto appended = (*file)->append(noteLine(2s, QStringLiteral("lost")));
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!appended);
        QCOMPARE(appended.error().code, Error::Code::File);
        const auto recording = loadRecording(path);
        QVERIFY(recording);
        QCOMPARE((*recording)->events.size(), 1);
    }

    // fault 62
    void whatTheDiskDoesNotTakeEndsTheRecordingAndNotTheMemory()
    {
        const auto source =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(source);
        RecordedTransport cluster(*source);
        const SystemClock clock;
        RecorderBench bench(&cluster, &clock, 100);
        QVERIFY(bench.start());
        QTRY_VERIFY(bench.hasFinished());
        const auto problem = bench.finished->first().first().value<std::optional<Error>>();
        QVERIFY(problem.has_value());
        QCOMPARE(problem->code, Error::Code::File);
        bench.made->reset();
        QThreadPool::globalInstance()->waitForDone(); // the batch that was under way
        const auto recording = loadRecording(bench.path);
        QVERIFY(recording);
        QCOMPARE((*recording)->notices.size(), 1);
    }

    void fault60WhatWasMissedIsMarkedOnce()
    {
        const auto list = [](const char *path, const char *name) {
            return std::pair(
                QString::fromLatin1(path),
                QByteArray("{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                           "{\"metadata\":{\"name\":\"") +
                    name + "\",\"uid\":\"" + name + "\",\"resourceVersion\":\"9\"}}]}");
        };
        ScriptedTransport transport;
        const QList lists{list("/api/v1/nodes", "gpu-1"), list("/api/v1/events", "e")};
        for (const auto &[kindPath, body] : lists)
            transport.answer(kindPath, body);
        FakeClock clock;
        RecorderBench bench(&transport, &clock);
        QVERIFY(bench.start());
        const auto isWatched = [&](qsizetype times) {
            return std::all_of(lists.cbegin(), lists.cend(), [&](const auto &one) {
                const ScriptedWatch *watch = transport.liveWatch(one.first);
                return watch && watch->isOpen() && transport.watchCount(one.first) == times;
            });
        };
        QTRY_VERIFY(isWatched(1));
        QSignalSpy told(bench.recorder(), &Recorder::missing);
        const auto cut = [&] {
            for (const auto &[kindPath, body] : lists)
                transport.liveWatch(kindPath)->end(
                    {Error::Code::Unreachable, QStringLiteral("No route."), {}, {}});
        };
        cut();
        clock.advance(10min);
        QTRY_VERIFY_WITH_TIMEOUT(isWatched(2), 20'000);
        told.clear();
        for (const auto &[kindPath, body] : lists)
            transport.refuseWatches(kindPath,
                                    Error{Error::Code::Unreachable, QStringLiteral("No route."), {}, {}});
        cut();
        QCoreApplication::processEvents();
        clock.advance(10min);
        QTRY_COMPARE(told.size(), 1); // while it lasts
        QVERIFY(told[0][0].toString().startsWith(
            QStringLiteral("The cluster has been unreachable since 2026-11-21 03:41:00 UTC")));
        const auto recording = bench.end();
        QCOMPARE(told.size(), 2);
        QVERIFY(recording);
        QStringList notes;
        for (const RecordingEvent &event : recording->events)
            if (!event.note.isEmpty())
                notes << event.note;
        QCOMPARE(notes.size(), 2);
        QVERIFY2(notes[0].contains(QStringLiteral("The cluster was unreachable")), qPrintable(notes[0]));
        QVERIFY2(notes[1].startsWith(
                     QStringLiteral("The cluster was unreachable from 2026-11-21 03:41:00 UTC to the end")),
                 qPrintable(notes[1]));
    }

    // fault 23
    void whereTheWholeClusterMayNotBeListedItsNamespacesAreRecorded()
    {
        const auto list = [](const char *items) {
            return QByteArray("{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[") +
                   items + "]}";
        };
        const Error forbidden{Error::Code::Forbidden, QStringLiteral("You may not."), {}, {}};
        ScriptedTransport transport;
        transport.answer(QStringLiteral("/api/v1/nodes"), list(""));
        transport.answer(QStringLiteral("/api/v1/namespaces"),
                         list("{\"metadata\":{\"name\":\"tenant-a\",\"uid\":\"1\"}},"
                              "{\"metadata\":{\"name\":\"tenant-b\",\"uid\":\"2\"}}"));
        for (const char *path : {"/api/v1/pods", "/api/v1/namespaces/default/pods",
                                 "/apis/apps/v1/daemonsets", "/apis/nvidia.com/v1/clusterpolicies"})
            transport.answer(QString::fromLatin1(path), forbidden);
        transport.answer(QStringLiteral("/api/v1/namespaces/tenant-a/pods"),
                         list("{\"metadata\":{\"name\":\"p\",\"namespace\":\"tenant-a\",\"uid\":\"p\","
                              "\"resourceVersion\":\"9\"}}"));
        const SystemClock clock;
        RecorderBench bench(&transport, &clock);
        QVERIFY(bench.made);
        QStringList said;
        connect(bench.recorder(), &Recorder::missing, this,
                [&](const QString &sentence) { said.append(sentence); });
        QSignalSpy synced(bench.recorder(), &Recorder::resourceSynced);
        QVERIFY(bench.start());
        QTRY_COMPARE(said.size(), 3);
        QTRY_COMPARE(synced.size(), 2); // nodes and pods
        const auto recording = bench.end();
        QVERIFY(recording);
        said.sort();
        QCOMPARE(said, QStringList({QStringLiteral("clusterpolicies could not be recorded: You may not."),
                                    QStringLiteral("daemonsets could not be recorded: You may not."),
                                    QStringLiteral("pods are recorded in tenant-a only: You may not.")}));

        RecordedTransport copy(recording);
        copy.seek(recording->duration());
        QCOMPARE(tst_recorder::list(copy, QStringLiteral("/api/v1/namespaces/tenant-a/pods")).keys(),
                 QStringList{QStringLiteral("tenant-a/p")});
        for (const char *asked : {"/api/v1/pods", "/api/v1/namespaces/default/pods"}) {
            Request request;
            request.path = QString::fromLatin1(asked);
            const Result<Response> refused = copy.get(request).result();
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, Error::Code::Forbidden);
            QCOMPARE(refused.error().message,
                     QStringLiteral("The recording contains pods of tenant-a only."));
        }
        Reflector whole(&copy, {QStringLiteral("/api/v1/pods"), {}, {}}, &clock);
        whole.start();
        QTRY_COMPARE(whole.state(), Reflector::State::Denied); // as in the cluster
    }

    void whatDiffersInNothingThatIsKeptIsOneState()
    {
        const auto hash = [](const char *version, const char *beat, const char *ready,
                             const char *manager = "kubelet") {
            const QByteArray node = "{\"metadata\":{\"name\":\"n\",\"resourceVersion\" : \"" +
                                    QByteArray(version) + "\",\"managedFields\":[{\"manager\":\"" + manager +
                                    "\"}]},\"status\":{\"conditions\":[{\"lastHeartbeatTime\":\"" + beat +
                                    "\",\"type\":\"Ready\",\"status\":\"" + ready +
                                    "\"},{\"lastHeartbeatTime\":null}]}}";
            return stateHash(recordableObject(node, "v1", "Node").value_or(QByteArray()));
        };
        const size_t first = hash("9", "2026-11-21T03:31:00Z", "True");
        QCOMPARE(hash("12", "2026-11-21T03:36:00Z", "True"), first);
        QCOMPARE(hash("12", "2026-11-21T03:36:00Z", "True", "another"), first);
        QVERIFY(hash("12", "2026-11-21T03:36:00Z", "False") != first);
        QCOMPARE(stateHash("{\"a\":\"b\"}"), stateHash("{\"a\":\"b\"}"));
        QVERIFY(stateHash("{\"resourceVersion\":\"1") != stateHash("{\"a\":\"b\"}"));
    }

    void aChangeOfWhichNothingIsKeptIsNotWritten()
    {
        const QString path = QStringLiteral("/api/v1/nodes");
        const auto node = [](const QByteArray &name, int version, const char *ready) {
            return "{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"" + name +
                   "\",\"resourceVersion\":\"" + QByteArray::number(version) +
                   "\"},\"status\":{\"conditions\":[{\"lastHeartbeatTime\":\"2026-11-21T03:3" +
                   QByteArray::number(version) + ":00Z\",\"type\":\"Ready\",\"status\":\"" + ready + "\"}]}}";
        };
        ScriptedTransport transport;
        transport.answer(path, "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[" +
                                   node("a", 1, "True") + ',' + node("b", 1, "True") + "]}");
        const SystemClock clock;
        RecorderBench bench(&transport, &clock);
        QVERIFY(bench.start());
        QTRY_COMPARE(bench.recorder()->linesWritten(), 3); // with the end of the list
        const auto say = [&](const QByteArray &name, int version, const char *ready) {
            transport.liveWatch(path)->push(
                "{\"type\":\"MODIFIED\",\"object\":" + node(name, version, ready) + "}");
        };
        say("a", 2, "True");
        say("b", 3, "Unknown");
        QTRY_COMPARE(bench.recorder()->linesWritten(), 4);
        say("b", 4, "Unknown");
        say("b", 5, "True"); // as it was at first, and news
        say("a", 6, "True");
        QTRY_COMPARE(bench.recorder()->linesWritten(), 5);
        const auto recording = bench.end();
        QVERIFY(recording);
        QStringList told;
        for (const RecordingEvent &event : recording->events)
            if (RecordingEvent::isChange(event.type))
                told << event.object.name + event.object.resourceVersion;
        QCOMPARE(told, QStringList({QStringLiteral("a1"), QStringLiteral("b1"), QStringLiteral("b3"),
                                    QStringLiteral("b5")}));
        QCOMPARE(bench.recorder()->linesWritten(), int(recording->events.size()));
    }

    void whoHasGpusByAClaimIsRecorded()
    {
        const QByteArray claim =
            R"({"metadata":{"name":"trainer","namespace":"tenant-b","uid":"c","resourceVersion":"9"},)"
            R"("spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com"}}],)"
            R"("config":[{"opaque":{"driver":"gpu.nvidia.com","parameters":{"token":"PLANTED"}}}]}},)"
            R"("status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.nvidia.com",)"
            R"("pool":"gpu-a","device":"gpu-0"}]}},)"
            R"("reservedFor":[{"resource":"pods","name":"trainer-1","uid":"p"}]}})";
        ScriptedTransport transport;
        transport.answer(QStringLiteral("/apis/resource.k8s.io/v1/resourceclaims"),
                         R"({"kind":"List","metadata":{"resourceVersion":"9"},"items":[)" + claim + "]}");
        const SystemClock clock;
        RecorderBench bench(&transport, &clock);
        QVERIFY(bench.start());
        QTRY_COMPARE(bench.recorder()->linesWritten(), 2); // with the end of the list
        const auto recording = bench.end();
        QVERIFY(recording);
        const KubeObject &kept = recording->events.first().object;
        QVERIFY(!kept.json.contains("PLANTED"));
        const auto read = ResourceClaim::read(kept);
        QVERIFY(read);
        QCOMPARE(claimedGpus(QList{*read}), (ClaimedGpus{{QStringLiteral("p"), 1}}));
    }

    void anObjectIsOfTheVersionInWhichItWasRead()
    {
        auto script = std::make_unique<ScriptedTransport>();
        script->answer(QStringLiteral("/apis/resource.k8s.io"), R"({"versions":[{"version":"v1beta1"}]})");
        script->answer(QStringLiteral("/apis/resource.k8s.io/v1beta1/resourceclaims"),
                       R"({"kind":"List","metadata":{"resourceVersion":"9"},"items":[)"
                       R"({"metadata":{"name":"c","namespace":"n","uid":"u"}}]})");
        DiscoveringTransport transport(std::move(script));
        const SystemClock clock;
        RecorderBench bench(&transport, &clock);
        QVERIFY(bench.start());
        QTRY_COMPARE(bench.recorder()->linesWritten(), 2); // with the end of the list
        const auto recording = bench.end();
        QVERIFY(recording);
        QCOMPARE(recording->events.identity(0).apiVersion, QByteArray("resource.k8s.io/v1beta1"));
    }

    void aRecordingOfARecordingShowsTheSame()
    {
        const auto source =
            loadRecording(QStringLiteral(CHARTROOM_TEST_DATA "/gpu-then-ib-one-node-crashes.jsonl.gz"));
        QVERIFY(source);
        RecordedTransport cluster(*source);
        const SystemClock clock;
        RecorderBench bench(&cluster, &clock);
        QVERIFY(bench.made);
        ReleaseStore &releases = bench.releases;
        QStringList synced;
        connect(bench.recorder(), &Recorder::resourceSynced, this,
                [&](const QString &resource) { synced.append(resource); });
        releases.start();
        QVERIFY(bench.start());
        QTRY_COMPARE(synced.size(), 9);
        Reflector follower(&cluster, {QStringLiteral("/api/v1/pods"), {}, {}},
                           &clock); // batches after the recorder's
        AppliedSet seen;
        connect(&follower, &Reflector::eventsReceived, &seen, &AppliedSet::apply);
        follower.start();
        QTRY_COMPARE(follower.state(), Reflector::State::Live);
        ReleaseFeed feed(&releases, nullptr);
        QSignalSpy revisions(&feed, &ReleaseFeed::revisionChanged);
        feed.start();
        QTRY_COMPARE(revisions.size(), 4);
        cluster.seek(700s);
        QTRY_COMPARE(revisions.size(), 6);
        bench.recorder()->note(QStringLiteral("the end"));
        QTRY_COMPARE(releases.keys().size(), 2);
        const ReleaseKey gpu{QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"), {}};
        QTRY_COMPARE(releases.find(gpu)->newest().revision, 4);
        QTRY_VERIFY(releases.find(gpu)->newest().status == ReleaseStatus::Deployed);
        QStringList pods;
        for (const QString &pod : list(cluster, QStringLiteral("/api/v1/pods")).keys())
            pods << pod.section(u'/', -1);
        pods.sort();
        QTRY_COMPARE(QStringList(seen.state().keys()), pods);
        const auto copied = bench.end();
        QVERIFY(copied);
        QCOMPARE(copied->header.redaction.size(), 1); // rule S19: by whom
        QVERIFY(copied->header.redaction[0].startsWith(QStringLiteral("Chartroom's recorder left out ")));
        QVERIFY(copied->notices.isEmpty());
        for (const RecordingEvent &event : copied->events)
            if (event.type == RecordingEvent::Type::Synced && event.resource != u"releases")
                QVERIFY2(!event.object.resourceVersion.isEmpty(), qPrintable(event.resource));
        RecordedTransport copy(copied);
        copy.seek(copied->duration());
        for (const char *resource : {"/api/v1/nodes", "/api/v1/pods", "/apis/apps/v1/daemonsets",
                                     "/apis/mellanox.com/v1alpha1/nicclusterpolicies"}) {
            const QString asked = QString::fromLatin1(resource);
            QVERIFY(!list(copy, asked).isEmpty());
            QCOMPARE(list(copy, asked).keys(), list(cluster, asked).keys());
        }
        QCOMPARE(list(copy, QStringLiteral("/api/v1/nodes")), list(cluster, QStringLiteral("/api/v1/nodes")));
        const auto secrets = list(copy, QStringLiteral("/api/v1/secrets"));
        QCOMPARE(secrets.keys(), list(cluster, QStringLiteral("/api/v1/secrets")).keys());
        const auto status = [&](const char *name) {
            return secrets[QString::fromLatin1(name)][QLatin1String("metadata")]
                .toObject()[QLatin1String("labels")]
                .toObject()[QLatin1String("status")]
                .toString();
        };
        QCOMPARE(status("nvidia-gpu-operator/sh.helm.release.v1.gpu-operator.v4"),
                 QStringLiteral("deployed"));
        QCOMPARE(status("nvidia-gpu-operator/sh.helm.release.v1.gpu-operator.v3"),
                 QStringLiteral("superseded"));
    }
};

#include "tst_recorder.moc"
} // namespace tst_recorder

CHARTROOM_TEST(tst_recorder, RecorderTest)
