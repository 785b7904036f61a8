// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/verbs/recover_verb.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/upgrade_bench.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>

namespace chartroom::test {

using namespace Qt::StringLiterals;

/// `recover` on the journal of one operation on tenant-a/gpu-operator, planned on revision 2.
struct RecoverFixture
{
    QString m_asked;           ///< NAMESPACE/RELEASE
    QStringList m_kubeconfigs; ///< of the session
    QString m_contextNamespace;
    QString m_namespace;  ///< of -n
    QString m_clusterUid; ///< that the journal holds
    const QString m_id = u"20261121t220000z-00000001"_s;
    const ResponsibilityRules m_rules = bundledRules();
    FakeClock m_clock;
    ProcessRunner m_runner;
    std::unique_ptr<QTemporaryDir> m_home;
    ScriptedTransport *m_transport = nullptr; ///< of the session
    ScriptedReleases *m_releases = nullptr;
    SessionVerb::Sessions m_sessions;
    QByteArray m_printed;
    std::unique_ptr<QBuffer> m_device;
    std::unique_ptr<Console> m_console;
    std::unique_ptr<RecoverVerb> m_verb;
    std::unique_ptr<QSignalSpy> m_finished;

    [[nodiscard]] QString operations() const { return m_home->filePath(u"operations"_s); }
    [[nodiscard]] QString folder() const { return operations() + u'/' + m_id; }
    static void write(Journal &journal, const QString &step, const Value::Map &data = {})
    {
        QVERIFY(
            journal.append({JournalRecord::Kind::Intent, step, FakeClock().now(), Value(data)}).has_value());
    }
    [[nodiscard]] std::unique_ptr<Journal> begunJournal() const { return begunJournal(m_id); }
    /// Of an upgrade, but for what `other` says.
    [[nodiscard]] std::unique_ptr<Journal> begunJournal(const QString &id, const Value::Map &other = {}) const
    {
        auto journal = Journal::create(operations() + u'/' + id).value();
        Value::Map order{{u"operation"_s, Value(id)},
                         {u"kind"_s, Value(u"upgrade"_s)},
                         {u"context"_s, Value(u"cmk"_s)},
                         {u"clusterUid"_s, m_clusterUid.isEmpty() ? Value() : Value(m_clusterUid)},
                         {u"namespace"_s, Value(u"tenant-a"_s)},
                         {u"release"_s, Value(u"gpu-operator"_s)},
                         {u"plannedOn"_s, Value(Value::Number{u"2"_s})},
                         {u"holder"_s, Value(u"anna@laptop (process 4711)"_s)},
                         {u"process"_s, Value(ProcessIdentity::ofThisProcess().text())}};
        for (auto it = other.cbegin(); it != other.cend(); ++it)
            order.insert(it.key(), it.value());
        write(*journal, u"Lease"_s, order);
        return journal;
    }
    /// The operation has begun its helm, and nothing more is known of it.
    void cutInHelm() const { write(*begunJournal(), u"Helm"_s); }
    void put(int number, const QString &status)
    {
        ReleaseBuilder builder;
        builder.namespaceName = u"tenant-a"_s;
        builder.revision = number;
        builder.status = status;
        m_releases->put(builder);
    }
    /// Revision 3, in the place of 2.
    void replaceBy(const QString &status)
    {
        put(2, u"superseded"_s);
        put(3, status);
    }
    void connectSession()
    {
        auto transport = std::make_unique<ScriptedTransport>();
        m_transport = transport.get();
        m_releases = new ScriptedReleases(m_transport);
        put(1, u"superseded"_s);
        put(2, u"deployed"_s);
        ClusterSession::Parts parts;
        parts.name = u"cmk"_s;
        parts.contextNamespace = m_contextNamespace;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        parts.helm = std::make_unique<HelmClient>(helmProgram, HelmClient::Access{m_kubeconfigs, u"cmk"_s},
                                                  &m_runner, nullptr);
        parts.transport = std::move(transport);
        m_sessions.clear();
        m_sessions.push_back(std::make_unique<ClusterSession>(std::move(parts)));
    }
    void start(OutputFormat format = OutputFormat::Json)
    {
        m_verb.reset();
        m_printed.clear();
        m_device = std::make_unique<QBuffer>(&m_printed);
        m_device->open(QIODevice::WriteOnly);
        m_console = std::make_unique<Console>(m_device.get(), m_device.get(), Console::Style{});
        Invocation invocation;
        invocation.verb = VerbName::Recover;
        invocation.format = format;
        invocation.release = m_asked;
        invocation.namespaceName = m_namespace;
        m_verb = std::make_unique<RecoverVerb>(invocation, std::move(m_sessions), m_console.get(), &m_clock,
                                               operations());
        m_finished = std::make_unique<QSignalSpy>(m_verb.get(), &Verb::finished);
        m_verb->start();
    }
    [[nodiscard]] QJsonArray told()
    {
        if (!QTest::qWaitFor([this] { return m_finished->size() == 1; }, 20'000))
            return {u"it did not end"_s};
        const qsizetype behindNotes = m_printed.indexOf("\n[") + 1;
        return QJsonDocument::fromJson(m_printed.mid(behindNotes)).array();
    }
    /// Whether the operation is one of those that were told.
    [[nodiscard]] bool isAmong(const QJsonArray &entries) const
    {
        return std::any_of(entries.begin(), entries.end(),
                           [this](const QJsonValue &one) { return one[u"operation"_s].toString() == m_id; });
    }
    [[nodiscard]] bool isStillOpen() const { return isOpen(*readJournal(folder())); }

    void setUp()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_asked.clear();
        m_kubeconfigs.clear();
        m_contextNamespace.clear();
        m_namespace.clear();
        m_clusterUid.clear();
        connectSession();
    }
};

} // namespace chartroom::test
