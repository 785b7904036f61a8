// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/session_versions.h"

#include "core/base/end_with.h"
#include "core/base/on_finished.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <memory>

namespace chartroom {

SessionVersions::SessionVersions(ObservationOperation::Parts observed, QString operations, QObject *parent)
    : VersionsSource(parent)
    , m_observed(std::move(observed))
    , m_operations(std::move(operations))
{
    if (!m_observed.session->helm()) {
        m_observed.charts = nullptr;
        m_operations.clear();
    }
}

QFuture<Result<SeenVersions>> SessionVersions::look()
{
    const auto promise = std::make_shared<QPromise<Result<SeenVersions>>>();
    promise->start();
    const auto end = [promise](Result<SeenVersions> result) {
        promise->addResult(std::move(result));
        promise->finish();
    };
    auto *operation = new ObservationOperation(m_observed, this);
    connect(operation, &ObservationOperation::finished, operation, [this, operation, end] {
        operation->deleteLater();
        const Result<VersionFacts> &facts = operation->facts();
        if (!facts)
            return end(tl::make_unexpected(facts.error()));
        SeenVersions seen;
        seen.facts = *facts;
        seen.published = operation->published();
        seen.configMaps = operation->configMaps();
        seen.at = m_observed.session->now();
        if (m_operations.isEmpty())
            return end(seen);
        onFinished(QtConcurrent::run(readBakes, m_operations, m_observed.session->name()), this,
                   [seen, end](const QList<Bake> &bakes) mutable {
                       seen.bakes = bakes;
                       end(std::move(seen));
                   });
    });
    endWith(promise->future(), operation);
    operation->start();
    return promise->future();
}

} // namespace chartroom
