// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/reflector.h"
#include "core/secrets/log.h"
#include "tests/support/fault_program.h"
#include "tests/support/invariants.h"
#include "tests/support/loop_watch.h"
#include "tests/support/native_bench.h"
#include "tests/support/scripted_cluster.h"

#include <QJsonDocument>
#include <QTest>

#include <algorithm>

namespace chartroom::test {

using namespace std::chrono_literals;

inline QJsonObject object(const QString &name, int version)
{
    return {{QStringLiteral("metadata"),
             QJsonObject{{QStringLiteral("name"), name},
                         {QStringLiteral("namespace"), QStringLiteral("default")},
                         {QStringLiteral("uid"), QStringLiteral("u-") + name},
                         {QStringLiteral("resourceVersion"), QString::number(version)}}}};
}

inline QJsonObject event(const QString &type, const QString &name, int version)
{
    return {{QStringLiteral("type"), type}, {QStringLiteral("object"), object(name, version)}};
}

/// What happens after the list of version 10, and what a listener then has.
inline const QJsonArray events{event(QStringLiteral("ADDED"), QStringLiteral("größe"), 11),
                               event(QStringLiteral("MODIFIED"), QStringLiteral("a"), 12),
                               event(QStringLiteral("DELETED"), QStringLiteral("größe"), 13),
                               event(QStringLiteral("ADDED"), QStringLiteral("b"), 14)};
inline const QMap<QString, QString> truth{{QStringLiteral("a"), QStringLiteral("u-a/12")},
                                          {QStringLiteral("b"), QStringLiteral("u-b/14")},
                                          {QStringLiteral("c"), QStringLiteral("u-c/9")}};

inline QByteArray streamBytes()
{
    QByteArray bytes;
    for (const QJsonValue &line : events)
        bytes += QJsonDocument(line.toObject()).toJson(QJsonDocument::Compact) + '\n';
    return bytes;
}

inline QJsonObject rule(const QString &path, const QStringList &query, const QJsonObject &action,
                        int times = 0)
{
    QJsonObject match{{QStringLiteral("path"), path},
                      {QStringLiteral("query"), QJsonArray::fromStringList(query)}};
    if (!query.contains(QStringLiteral("watch=1")))
        match.insert(QStringLiteral("not"), QJsonArray{QStringLiteral("watch=1")});
    return {{QStringLiteral("match"), match},
            {QStringLiteral("times"), times},
            {QStringLiteral("action"), action}};
}

/// The first list.
inline QJsonObject listRule(const QString &path, const QJsonObject &more = {})
{
    QJsonObject action{{QStringLiteral("list"),
                        QJsonObject{{QStringLiteral("kind"), QStringLiteral("PodList")},
                                    {QStringLiteral("apiVersion"), QStringLiteral("v1")},
                                    {QStringLiteral("resourceVersion"), QStringLiteral("10")},
                                    {QStringLiteral("items"), QJsonArray{object(QStringLiteral("a"), 8),
                                                                         object(QStringLiteral("c"), 9)}}}}};
    for (auto it = more.begin(); it != more.end(); ++it)
        action.insert(it.key(), it.value());
    return rule(path, {}, action);
}

/// Watches that stay open and give all events after the version they ask for.
inline void appendWatches(QJsonArray &rules, const QString &path, const QJsonObject &more = {})
{
    for (int from = 10; from <= 14; ++from) {
        QJsonArray rest;
        for (int i = from - 10; i < events.size(); ++i)
            rest.append(events[i]);
        QJsonObject action{{QStringLiteral("lines"), rest}, {QStringLiteral("end"), QStringLiteral("stall")}};
        for (auto it = more.begin(); it != more.end(); ++it)
            action.insert(it.key(), it.value());
        rules.append(
            rule(path, {QStringLiteral("watch=1"), QStringLiteral("resourceVersion=%1&").arg(from)}, action));
    }
}

/// A reflector and what a listener of it sees.
struct Mirror : QObject
{
    Mirror(Transport *transport, FakeClock *wall, const QString &path, int pageSize)
        : invariants(wall)
        , reflector(transport, {path, {}, {}, false, pageSize}, wall, timing())
    {
        connect(&reflector, &Reflector::eventsReceived, &applied, &AppliedSet::apply);
        connect(&reflector, &Reflector::stateChanged, this, &Mirror::stateChanged);
        invariants.follow(&reflector);
        reflector.start();
    }
    [[nodiscard]] static ReflectorTiming timing()
    {
        ReflectorTiming timing;
        timing.backoff = {1ms, 20ms, 10s};
        timing.batch = 1ms;
        timing.seed = 3;
        return timing;
    }
    void stateChanged()
    {
        logLine(reflector.lastError());
        wasCut = wasCut || reflector.state() == Reflector::State::Reconnecting;
    }
    [[nodiscard]] bool isCurrent() const
    {
        return reflector.state() == Reflector::State::Live && applied.state() == truth;
    }

    Invariants invariants;
    Reflector reflector;
    AppliedSet applied;
    bool wasCut = false;
};

/// The fault server with a script, a transport to it, and mirrors of its lists.
struct TornBench
{
    TornBench(const QJsonArray &rules, bool http2, NativeTiming timing = {})
        : server(rules, QStringList{QStringLiteral("--token"), QString::fromLatin1(planted)} +
                            (http2 ? QStringList() : QStringList{QStringLiteral("--http1")}))
        , native(server.context(), timing)
        , control(server.context())
    {
        native.clock.advance(1h);
        loop.start();
    }
    void mirror(const QString &path, int pageSize = 500)
    {
        mirrors.push_back(std::make_unique<Mirror>(&native.transport, &native.clock, path, pageSize));
    }
    [[nodiscard]] bool areCurrent() const
    {
        return std::all_of(mirrors.cbegin(), mirrors.cend(), [](const auto &m) { return m->isCurrent(); });
    }
    /// What is not current, and what the server was asked, for a test that fails.
    [[nodiscard]] QByteArray report()
    {
        QString text;
        QDebug out(&text);
        for (const auto &mirror : mirrors)
            if (!mirror->isCurrent())
                out << mirror->reflector.query().path << mirror->reflector.state() << mirror->applied.state()
                    << mirror->reflector.lastError().message << '\n';
        for (const QJsonValue &request : requests())
            out << request[QStringLiteral("path")].toString() << request[QStringLiteral("query")].toString()
                << request[QStringLiteral("protocol")].toString()
                << request[QStringLiteral("finished")].toBool() << '\n';
        return text.toUtf8();
    }
    /// The requests of the transport so far, as the server saw them.
    [[nodiscard]] QJsonArray requests()
    {
        Answer log(control.transport.get(NativeBench::request(QStringLiteral("/-/requests"))));
        if (!QTest::qWaitFor([&] { return log.isThere(); }, 20'000) || !*log.result)
            return {};
        return QJsonDocument::fromJson(log.response().body).object()[QStringLiteral("requests")].toArray();
    }

    FaultProgram server;
    NativeBench native;
    NativeBench control;
    std::vector<std::unique_ptr<Mirror>> mirrors;
    LoopWatch loop;
};

} // namespace chartroom::test
