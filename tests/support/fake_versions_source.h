// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/versions/versions_source.h"
#include "tests/support/version_samples.h"

#include <QPromise>

#include <functional>
#include <memory>

namespace chartroom::test {

/// What one look at usualCluster() finds, with the driver of two nodes left behind.
inline SeenVersions driftingVersions(int nodes = 16)
{
    SeenVersions seen;
    seen.facts = usualCluster(nodes);
    for (const int late : {1, 3}) {
        const QString name = gpuNode(late);
        seen.facts.nodes[late].labels.insert(u"nvidia.com/cuda.driver-version.full"_s, u"580.95.05"_s);
        for (PodFact &pod : seen.facts.pods)
            if (pod.node == name && pod.component == u"gpu_driver")
                pod.image = u"nvcr.io/nvidia/driver:580.95.05-ubuntu22.04"_s;
    }
    seen.at = QDateTime({2026, 11, 22}, {4, 0}, Qt::UTC);
    return seen;
}

/// A VersionsSource that tells what a test says, at once or when it is told to.
class FakeVersionsSource final : public VersionsSource
{
public:
    Result<SeenVersions> seen{driftingVersions()};
    bool isSlow = false; ///< looks are open until answer()
    int looks = 0;
    QList<MatrixWriteRequest> orders;
    std::function<Result<MatrixOperation *>(const MatrixWriteRequest &, QObject *)> writer;

    [[nodiscard]] QFuture<Result<SeenVersions>> look() override
    {
        ++looks;
        if (!isSlow)
            return readyFuture(seen);
        m_open = std::make_unique<QPromise<Result<SeenVersions>>>();
        m_open->start();
        return m_open->future();
    }
    /// What `writer` makes of it; refused without one.
    [[nodiscard]] Result<MatrixOperation *> write(const MatrixWriteRequest &order, QObject *owner) override
    {
        orders.append(order);
        if (!writer)
            return failure(Error::Code::Unsupported, u"Nothing can be changed in a recording."_s);
        return writer(order, owner);
    }
    void answer()
    {
        m_open->addResult(seen);
        m_open->finish();
        m_open.reset();
    }

private:
    std::unique_ptr<QPromise<Result<SeenVersions>>> m_open;
};

} // namespace chartroom::test
