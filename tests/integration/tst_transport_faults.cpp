// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_transport.h"
#include "core/kube/native_transport.h"
#include "core/kube/reflector.h"
#include "core/process/process_runner.h"
#include "tests/integration/sandbox.h"
#include "tests/support/counting_transport.h"
#include "tests/support/invariants.h"
#include "tests/support/loop_watch.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_transport_faults {

namespace {

const QString configMaps = u"/api/v1/configmaps"_s;
using State = Reflector::State;

ReflectorTiming quick()
{
    ReflectorTiming timing;
    timing.backoff = {100ms, 1s, 30s};
    timing.deniedRetry = 500ms;
    timing.probeAfter = 1500ms;
    timing.answerWithin = 1500ms;
    return timing;
}

void applyTo(QMap<QString, QString> &state, const ObjectEvent &event)
{
    const QString key = event.object.namespaceName + u'/' + event.object.name;
    if (event.type == ObjectEvent::Type::Deleted)
        state.remove(key);
    else
        state.insert(key, event.object.uid + u'/' + event.object.resourceVersion);
}

/// A reflector over the real server, and the set a listener of it has. What holds after every fault is held
/// against it as long as it lives: I1 and I6 at each change, I7 and I8 at its end; IS_CURRENT is I2.
struct Live
{
    explicit Live(const KubeContext &context, const QString &path = configMaps,
                  ReflectorTiming timing = quick())
        : source(context, &runner, nullptr, &clock)
        , token(QString::fromUtf8(context.userEntry.token.reveal()))
        , transport(context, &source, &clock, native())
        , counted(&transport, nullptr)
        , reflector(&counted, {path, {}, {}, true, 50}, &clock, timing)
    {
        QObject::connect(&reflector, &Reflector::stateChanged, &reflector, [this] { look(); });
        since.start();
        loop.start();
        QObject::connect(&reflector, &Reflector::eventsReceived, &reflector,
                         [this](const QList<ObjectEvent> &events) { apply(events); });
        reflector.start();
    }
    ~Live()
    {
        loop.stop();
        Invariants::heldNoLoop(loop);
        Invariants::areFew(counted.requests(), 40 + 4 * (since.elapsed() / 1000));
    }
    void look()
    {
        const Error &error = reflector.lastError();
        QVERIFY(token.isEmpty() || !(error.message + error.detail).contains(token));
        if (reflector.state() == State::Live || reflector.state() == State::Listing) {
            contact = {};
            return;
        }
        QVERIFY(!contact.isValid() || reflector.lastContact() == contact); // none gets young by being cut off
        contact = reflector.lastContact();
    }
    [[nodiscard]] static NativeTiming native()
    {
        NativeTiming timing;
        timing.suspectAfter = 1s;
        return timing;
    }
    void apply(const QList<ObjectEvent> &events)
    {
        for (const ObjectEvent &event : events) {
            const QString key = event.object.namespaceName + u'/' + event.object.name;
            if (state.contains(key) == (event.type == ObjectEvent::Type::Added))
                ++violations;
            applyTo(state, event);
        }
    }

    SystemClock clock;
    ProcessRunner runner;
    CredentialSource source;
    QString token;
    NativeTransport transport;
    CountingTransport counted;
    Reflector reflector;
    QMap<QString, QString> state;
    int violations = 0;
    QElapsedTimer since;
    LoopWatch loop;
    QDateTime contact; ///< while it is cut off: when it was not
};

} // namespace

#define IS_CURRENT(live)                                                                                     \
    QTRY_VERIFY2_WITH_TIMEOUT((live).reflector.state() == State::Live,                                       \
                              qPrintable((live).reflector.lastError().message), 60000);                      \
    QTRY_COMPARE_WITH_TIMEOUT((live).state, truth(configMaps), 60000);                                       \
    QCOMPARE((live).violations, 0)

class TransportFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox);
        QCOMPARE(context().problem, QString());
    }

    void init() { put(u"before"_s); }

    void theRealServerSpeaksHttp2()
    {
        Live live(context());
        IS_CURRENT(live);
        QCOMPARE(live.transport.http2(), std::optional(true));
        put(u"seen"_s);
        IS_CURRENT(live);
        QVERIFY(live.state.contains(u"default/seen"_s));
        QVERIFY(live.transport.clockSkew() < 2s && live.transport.clockSkew() > -2s);
    }

    void fault11FiftyWatchesDoNotStarveAGet()
    {
        Live live(context());
        IS_CURRENT(live);
        QObject owner;
        int opened = 0;
        for (int i = 0; i < 50; ++i) {
            Request request;
            request.path = u"/api/v1/nodes"_s;
            connect(live.transport.watch(request, &owner), &WatchStream::opened, &owner,
                    [&opened] { ++opened; });
        }
        QTRY_COMPARE(opened, 50);
        QElapsedTimer since;
        since.start();
        Request request;
        request.path = u"/version"_s;
        const auto version = live.transport.get(request);
        QTRY_VERIFY(version.isFinished());
        QVERIFY(version.result());
        QVERIFY2(since.elapsed() < 1000, QByteArray::number(since.elapsed()).constData());
    }

    void fault01ACompactedServerIsListedAgainAndEmitsOnlyDifferences()
    {
        Live live(context());
        IS_CURRENT(live);
        QSignalSpy synced(&live.reflector, &Reflector::synced);
        const QDateTime contact = live.reflector.lastContact();
        ctl({u"kill"_s, u"apiserver"_s});
        QTRY_COMPARE(live.reflector.state(), State::Reconnecting);
        const qsizetype rows = live.state.size();
        QVERIFY(rows > 0);
        QVERIFY(live.reflector.lastContact() < QDateTime::currentDateTimeUtc());
        ctl({u"start"_s, u"apiserver"_s});
        // The watch may go on before each compaction: then nothing is too old yet.
        for (int round = 0; round < 5 && synced.isEmpty(); ++round) {
            for (int i = 0; i < 5; ++i)
                put(u"compacted-%1"_s.arg(i));
            ctl({u"compact"_s});
            IS_CURRENT(live);
        }
        QVERIFY(!synced.isEmpty()); // 410, and listed again
        remove(u"before"_s);
        IS_CURRENT(live);
        QVERIFY(live.reflector.lastContact() > contact);
        QVERIFY(!live.state.contains(u"default/before"_s));
    }

    void fault07APausedServerIsNoticedAndItsRowsAreNotCalledLive()
    {
        Live live(context());
        IS_CURRENT(live);
        ctl({u"pause"_s, u"apiserver"_s}); // the connection stays open and says nothing
        QElapsedTimer since;
        since.start();
        QTRY_COMPARE_WITH_TIMEOUT(live.reflector.state(), State::Reconnecting, 8000);
        const QDateTime contact = live.reflector.lastContact();
        QVERIFY2(since.elapsed() < 6000, QByteArray::number(since.elapsed()).constData());
        QTest::qWait(2000);
        QCOMPARE(live.reflector.lastContact(), contact); // I1
        QVERIFY(!live.state.isEmpty());
        ctl({u"resume"_s, u"apiserver"_s});
        put(u"after-the-pause"_s);
        IS_CURRENT(live);
    }

    void fault09AKilledServerComesBack()
    {
        Live live(context());
        IS_CURRENT(live);
        ctl({u"kill"_s, u"apiserver"_s});
        QTRY_COMPARE(live.reflector.state(), State::Reconnecting);
        QVERIFY(!live.state.isEmpty());
        ctl({u"start"_s, u"apiserver"_s});
        put(u"after-the-restart"_s);
        IS_CURRENT(live);
    }

    void fault24RightsTakenMidWatchKeepTheRows()
    {
        const QJsonObject issued =
            QJsonDocument::fromJson(ctl({u"kubeconfig"_s, u"--user"_s, u"reader"_s, u"--rbac"_s, u"full"_s}))
                .object();
        const QString kubeconfig = issued[u"kubeconfig"].toString();
        QVERIFY2(!kubeconfig.isEmpty(), QJsonDocument(issued).toJson().constData());
        Live live(context(kubeconfig));
        IS_CURRENT(live);
        const qsizetype rows = live.state.size();
        ctl({u"revoke"_s, u"--user"_s, u"reader"_s});
        QTRY_COMPARE_WITH_TIMEOUT(live.reflector.state(), State::Denied, 30000);
        QCOMPARE(live.reflector.lastError().code, Error::Code::Forbidden);
        QCOMPARE(live.state.size(), rows);
        ctl({u"grant"_s, u"--user"_s, u"reader"_s, u"--rbac"_s, u"full"_s});
        put(u"after-the-grant"_s);
        IS_CURRENT(live);
    }

    void fault38AnExpiredCertificateIsDeniedKeepsTheRowsAndARenewedOneGoesOn()
    {
        QTemporaryDir folder;
        const auto issue = [&](const QString &lasting) {
            const QJsonObject issued =
                QJsonDocument::fromJson(ctl({u"issue-cert"_s, u"--for"_s, lasting, u"--user"_s, u"short"_s,
                                             u"--group"_s, u"system:masters"_s}))
                    .object();
            KubeContext made = context(issued[u"kubeconfig"].toString());
            UserEntry &user = made.userEntry;
            user.clientCertificateFile =
                write(folder.filePath(u"short.crt"_s), std::exchange(user.clientCertificateData, {}));
            user.clientKeyFile =
                write(folder.filePath(u"short.key"_s), std::exchange(user.clientKeyData, {}).reveal());
            return made;
        };
        Live live(issue(u"8s"_s));
        IS_CURRENT(live);
        QTest::qWait(9000);
        ctl({u"restart"_s, u"apiserver"_s}); // a new connection has to sign in again
        QTRY_VERIFY_WITH_TIMEOUT(live.reflector.state() != State::Live &&
                                     live.reflector.lastError().code != Error::Code::Unreachable,
                                 30000);
        qInfo().noquote() << live.reflector.lastError().message;
        QVERIFY(live.reflector.lastError().code == Error::Code::Unauthorized ||
                live.reflector.lastError().code == Error::Code::Tls ||
                live.reflector.lastError().code == Error::Code::Invalid);
        QVERIFY(!live.state.isEmpty());
        (void)issue(u"1h"_s); // as whoever signs in anew writes it
        put(u"after-the-renewal"_s);
        IS_CURRENT(live);
    }

    void kubectlMirrorsTheSameList()
    {
        SystemClock clock;
        ProcessRunner runner;
        KubectlTransport transport(m_sandbox->text("kubectl"), {m_sandbox->kubeconfig()},
                                   m_sandbox->context(), &runner, &clock);
        Reflector reflector(&transport, {configMaps, {}, {}, true, 50}, &clock);
        QMap<QString, QString> state;
        connect(&reflector, &Reflector::eventsReceived, &reflector, [&](const QList<ObjectEvent> &events) {
            for (const ObjectEvent &event : events)
                applyTo(state, event);
        });
        reflector.start();
        QTRY_COMPARE_WITH_TIMEOUT(reflector.state(), State::Live, 15000);
        QCOMPARE(state, truth(configMaps));
        put(u"through-kubectl"_s);
        remove(u"before"_s);
        QTRY_COMPARE_WITH_TIMEOUT(state, truth(configMaps), 15000);
        QVERIFY(state.contains(u"default/through-kubectl"_s));
    }

    void fault25ACustomResourceThatIsNotServedIsMissing()
    {
        Live live(context(), u"/apis/example.test/v9/nothings"_s);
        QTRY_COMPARE(live.reflector.state(), State::Missing);
    }

private:
    /// The context of a kubeconfig, the administrator's by default.
    [[nodiscard]] KubeContext context(const QString &kubeconfig = {}) const
    {
        const Kubeconfig all =
            loadKubeconfig({kubeconfig.isEmpty() ? m_sandbox->kubeconfig() : kubeconfig}, true);
        const KubeContext *found = all.find(all.currentContext);
        return found ? *found : KubeContext();
    }
    QByteArray ctl(const QStringList &arguments) const { return checked(m_sandbox->ctl(arguments)); }
    QByteArray kubectl(const QStringList &arguments) const
    {
        return checked(m_sandbox->tool("kubectl", arguments));
    }
    static QString write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qWarning().noquote() << path << file.errorString();
        return path;
    }
    static QByteArray checked(const Ran &ran)
    {
        if (ran.exitCode != 0)
            qWarning().noquote() << ran.err;
        return ran.out;
    }

    void put(const QString &name)
    {
        const QString time = QString::number(QDateTime::currentMSecsSinceEpoch());
        (void)m_sandbox->tool("kubectl", {u"create"_s, u"configmap"_s, name, u"-n"_s, u"default"_s});
        kubectl(
            {u"annotate"_s, u"configmap"_s, name, u"-n"_s, u"default"_s, u"--overwrite"_s, u"t="_s + time});
    }
    void remove(const QString &name) { kubectl({u"delete"_s, u"configmap"_s, u"-n"_s, u"default"_s, name}); }

    /// "namespace/name" to "uid/resourceVersion", as kubectl lists it now.
    [[nodiscard]] QMap<QString, QString> truth(const QString &path) const
    {
        QMap<QString, QString> state;
        const QJsonObject list = QJsonDocument::fromJson(kubectl({u"get"_s, u"--raw"_s, path})).object();
        for (const QJsonValue &item : list[u"items"].toArray()) {
            const QJsonObject metadata = item[u"metadata"].toObject();
            state.insert(metadata[u"namespace"].toString() + u'/' + metadata[u"name"].toString(),
                         metadata[u"uid"].toString() + u'/' + metadata[u"resourceVersion"].toString());
        }
        return state;
    }

    std::optional<Sandbox> m_sandbox;
};

#include "tst_transport_faults.moc"
} // namespace tst_transport_faults

CHARTROOM_TEST(tst_transport_faults, TransportFaultsTest)
