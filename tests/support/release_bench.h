// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_store.h"
#include "tests/support/invariants.h"
#include "tests/support/patience.h"
#include "tests/support/scripted_releases.h"

#include <QHash>

#include <memory>

namespace chartroom::test {

/// Applies every delta and counts what a view must never see.
struct AppliedReleases : QObject
{
    explicit AppliedReleases(ReleaseStore *store)
    {
        connect(store, &ReleaseStore::releasesChanged, this, [this](const ReleaseDelta &delta) {
            for (const ReleaseKey &key : delta.added) {
                wrong += keys.contains(key);
                keys.insert(key);
            }
            for (const ReleaseKey &key : delta.changed)
                wrong += !keys.contains(key);
            for (const ReleaseKey &key : delta.removed)
                wrong += !keys.remove(key);
            ++deltas;
        });
    }
    QSet<ReleaseKey> keys;
    int wrong = 0;
    int deltas = 0;
};

inline ReleaseBuilder named(const QString &name, int revision = 1,
                            const QString &status = QStringLiteral("deployed"))
{
    ReleaseBuilder builder;
    builder.name = name;
    builder.namespaceName = QStringLiteral("default");
    builder.revision = revision;
    builder.status = status;
    builder.userValues.insert(QStringLiteral("password"), QString::fromLatin1(planted));
    return builder;
}

inline ReleaseKey keyOf(const ReleaseBuilder &builder)
{
    return {builder.namespaceName, builder.name, builder.storage};
}

/// A store of releases over a cluster in memory, for each test a new one.
class ReleaseBench
{
protected:
    void open()
    {
        m_transport = std::make_unique<ScriptedTransport>();
        m_server = new ScriptedReleases(m_transport.get());
        m_store = std::make_unique<ReleaseStore>(m_transport.get(), &m_clock, QStringLiteral("tenant-a"));
        m_rows = std::make_unique<AppliedReleases>(m_store.get());
        m_invariants = std::make_unique<Invariants>(&m_clock);
        m_invariants->follow(m_store.get());
        m_loop.start();
    }
    void close()
    {
        if (!QTest::currentTestFailed())
            assertInvariants();
        m_invariants.reset();
        m_rows.reset();
        m_store.reset();
        m_transport.reset();
    }
    /// The store's, or one of revision 0.
    [[nodiscard]] const Release &release(const ReleaseBuilder &builder) const
    {
        const Release *found = m_store->find(keyOf(builder));
        static const Release none{{}, {RevisionEntry{}}, {}, {}, {}};
        return found ? *found : none;
    }

    void assertInvariants()
    {
        const auto known = [this] {
            QHash<ReleaseKey, int> newest;
            for (const ReleaseKey &key : m_store->keys())
                newest.insert(key, m_store->find(key)->newest().revision);
            return newest;
        };
        if (m_store->state() == ReleaseStore::State::Complete)
            QTRY_VERIFY(known() == m_server->visible()); // I2
        QCOMPARE(m_rows->wrong, 0);
        for (const ReleaseKey &key : m_store->keys())
            Invariants::tellsNothing(m_store->find(key)->recordProblem);
        m_loop.stop();
        Invariants::heldNoLoop(m_loop);
    }

    FakeClock m_clock;
    std::unique_ptr<ScriptedTransport> m_transport;
    ScriptedReleases *m_server = nullptr; ///< the transport's child
    std::unique_ptr<ReleaseStore> m_store;
    std::unique_ptr<AppliedReleases> m_rows;
    std::unique_ptr<Invariants> m_invariants;
    LoopWatch m_loop; ///< what the script itself takes counts too
};

} // namespace chartroom::test
