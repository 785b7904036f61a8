// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/chart_lookup.h"
#include "core/compare/session_side_reader.h"
#include "core/helm/helm_version.h"

#include <QFutureWatcher>
#include <QPromise>

namespace chartroom {

/// One side on its way. Deletes itself when it is done or its future was cancelled.
class SideRead final : public QObject
{
    Q_OBJECT
public:
    SideRead(SessionSideReader::Sources sources, ReleaseKey key, Side side, QObject *owner);
    [[nodiscard]] QFuture<Result<SideText>> start();

private:
    void readFile();
    void readReference(const Release &release);
    void readRevision(int revision);
    void take(const ReleaseRecord &record);
    void readComputed(const ReleaseRecord &record);
    void takeComputed(const ReleaseRecord &record, const HelmVersion &helm);
    void readDefaults(const ReleaseRecord &record);
    void takeStoredDefaults(const ReleaseRecord &record);
    void readOutcome(const ReleaseRecord &record);
    void takeOutcome(const ReleaseRecord &record, const FoundChart &target, const HelmVersion &helm);
    void readManifest(const ReleaseRecord &record);
    void readLive(const ReleaseRecord &record);
    void readArchive(const ReleaseRecord &record);
    void readUpgrade(const ReleaseRecord &record);
    void dryRun(const ChartOrigin &source, const QStringList &notices);
    template<typename Work>
    void onPool(Work work);
    /// Calls `then` with the helm on this machine, else with the one assumed.
    template<typename Then>
    void withHelm(Then then);
    void fail(const Error &error) { finish(tl::make_unexpected(error)); }
    void finish(Result<SideText> result);

    SessionSideReader::Sources m_sources;
    ReleaseKey m_key;
    Side m_side;
    QString m_notice; ///< about the revision; mostly ""
    QPromise<Result<SideText>> m_promise;
    QFutureWatcher<Result<SideText>> m_watcher;
};

} // namespace chartroom
